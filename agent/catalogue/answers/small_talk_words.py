"""How people greet, thank and the like, by language and kind: patterns for folded text."""

from collections.abc import Mapping
from typing import Literal, TypeAlias

from agent.catalogue.speech.voice import Voice

Kind: TypeAlias = Literal[
    "empty", "emoji", "greeting", "how_are_you", "thanks", "bye", "help", "who", "praise", "stop", "laugh"
]

# English first: what is a word of several languages counts as the first of them.
WORDS: Mapping[Voice, Mapping[Kind, str]] = {
    "en": {
        "stop": r"""
            (?:please )?stop(?: it)?|cancel|abort|never ?mind|forget it|halt
        """,
        "how_are_you": r"""
            (?:(?:hi|hello|hey) )?how are you(?: doing)?(?: today)?
            how(?: ?s| is) it going|what ?s up|how do you do
        """,
        "greeting": r"""
            hi+|hello+|hey+|hiya|yo|howdy|greetings|ping|test|hi hi
            good (?:morning|afternoon|evening|day)|morning|evening|afternoon
        """,
        "thanks": r"""
            (?:(?:ok(?:ay)?|great|perfect|cool|many|no) )?(?:thanks?(?: you| a bunch)?|thx|ty|cheers)
            much appreciated
        """,
        "bye": r"""
            (?:good ?)?bye+|good night|see (?:you|ya)(?: later| soon| tomorrow| around| next time)?|later|cya
            that(?: ?s| is) (?:all|it)(?: for (?:now|today))?
        """,
        "help": r"""
            help(?: me)?|what can (?:you|i) (?:do|ask)(?: you)?(?: for (?:me|us))?
            how (?:does this|do you|do i use) (?:work|you|this)
            what (?:do|are) you (?:do|for|good at)
            commands?|usage|instructions|examples?|what now
        """,
        "who": r"""
            (?:who|what) are you|are you (?:an? )?(?:bot|human|real|ai|robot)
            what(?: ?s| is) your name|who (?:made|built|invented|programmed|wrote) you
        """,
        "praise": r"""
            (?:that(?: ?s| is| was)? |very |so )?{good}(?: (?:one|choice|picks?|job|work|bot|idea|stuff))?
            i love (?:it|you|this)|you(?: ?re| are) (?:great|the best)|that was (?:helpful|useful|kind)|well done
        """,
        "laugh": r"""
            (?:ha){2,}h?|lol|lmao|rofl|hehe+|xd
        """,
    },
    "hu": {
        "greeting": r"""
            (?:szia|sziasztok|szevasz|szevasztok|szervusz|hello sziasztok)
            (?:udv|udvozlom|udvozletem|csao|csa|hali|helo|hellosztok)
            jo (?:reggelt|napot|estet|delutant)(?: kivanok)?
        """,
        "how_are_you": r"""
            hogy (?:vagy|vagytok|van|telik)(?: ma)?
            mi (?:ujsag|a helyzet|ujsag veled|van veled)
        """,
        "thanks": r"""
            (?:nagyon |ezer |halas |sok )?(?:szepen )?(?:koszonom|koszi|kosz|koszonjuk)(?: szepen| a segitseget| mindent)?
            halasan koszonom
        """,
        "bye": r"""
            (?:viszlat|viszontlatasra|hello hello|pa|pa pa|szia szia|minden jot|legyszives hagyjuk)
            jo (?:ejszakat|ejt|mulatast)
        """,
        "help": r"""
            segits(?:eg|etek|el)?(?: nekem)?
            mi(?:t|ben|re|ket) (?:tudsz|vagy jo|tudtok|kerdezhetek)(?: nekem)?(?: segiteni| csinalni)?
            (?:tudsz|tudnal) (?:nekem )?segiteni(?: nekem)?|hogyan? mukod(?:sz|ik(?: ez)?)
        """,
        "who": r"""
            (?:te )?ki(?: is)? vagy(?: te)?|mi(?: is)? (?:vagy|a neved)(?: te)?|hogy hivnak
            (?:te )?(?:robot|ember|bot|gep) vagy(?: te)?
        """,
        "praise": r"""
            (?:szuper|nagyszeru|klassz|kiraly|remek)(?: vagy| volt)?|jol van
        """,
        "stop": r"""
            (?:allj|eleg|hagyd abba|megse)
        """,
    },
    "de": {
        "greeting": r"""
            (?:hallo|halli hallo|servus|moin(?: moin)?|gruss (?:dich|gott|euch)|gruess (?:dich|gott|euch)|gruezi|tach|na)
            (?:schonen )?guten (?:morgen|tag|abend|nachmittag)
            (?:morgen|tag|abend) zusammen
        """,
        "how_are_you": r"""
            wie gehts?(?: es)?(?: dir| euch| ihnen)?(?: heute)?
            (?:was geht|alles gut|alles klar)(?: bei dir)?
        """,
        "thanks": r"""
            (?:vielen |tausend |herzlichen |besten |lieben |recht )?(?:lieben |herzlichen )?dank(?: dir| euch| schon)?
            dank(?:e|eschon)(?: schon| dir| euch| sehr| vielmals)?
        """,
        "bye": r"""
            (?:tschuss|tschau|ciao|auf wiedersehen|mach(?:t)?s gut|adieu|wiedersehen)
            bis (?:spater|morgen|bald|dann|gleich|nachher|zum nachsten mal)
            (?:schone )?gute nacht|schonen (?:abend|tag)(?: noch)?
        """,
        "help": r"""
            hilfe|(?:kannst|konntest) du mir (?:bitte )?helfen
            was kannst du(?: alles)?(?: fur mich tun| machen)?|wie funktioniert(?: das| s)?
        """,
        "who": r"""
            wer (?:bist du|sind sie)|wie hei(?:ss|s)t du|bist du (?:ein |eine )?(?:mensch|roboter|bot|maschine|ki|echt)
        """,
        "praise": r"""
            (?:super|toll|klasse|prima|wunderbar|spitze)(?: gemacht)?|du bist (?:super|toll|klasse)
        """,
        "stop": r"""
            (?:hor auf|stopp|abbrechen)
        """,
    },
    "es": {
        "greeting": r"""
            (?:muy )?(?:buenos dias|buenas (?:tardes|noches)|buen dia)
            (?:hola|holi|buenas|ey|saludos|que onda)
        """,
        "how_are_you": r"""
            (?:como estas|como esta|como te va|como andas|como va)(?: hoy)?|que tal(?: estas| todo)?
        """,
        "thanks": r"""
            (?:muchas |muchisimas |mil )?gracias(?: por (?:todo|la ayuda|tu ayuda))?
        """,
        "bye": r"""
            (?:adios|chao|chau|hasta (?:luego|manana|pronto|la vista|otra)|nos vemos)
        """,
        "help": r"""
            ayuda(?:me)?|(?:me )?puedes ayudar(?:me)?|que (?:sabes|puedes) hacer(?: por mi)?|en que (?:me )?puedes ayudar(?:me)?
            como funciona(?:s| esto)?
        """,
        "who": r"""
            (?:quien eres|como te llamas|que eres)(?: tu)?|eres (?:un |una )?(?:robot|bot|humano|persona|maquina|real|ia)
        """,
        "praise": r"""
            (?:genial|estupendo|perfecto|muy bien|excelente|eres (?:genial|el mejor|la mejor))
        """,
        "stop": r"""
            (?:para|detente|basta|cancela|cancelar)
        """,
    },
    "fr": {
        "greeting": r"""
            (?:bonjour|bonsoir|salut|coucou|rebonjour|allo)
        """,
        "how_are_you": r"""
            comment (?:vas tu|allez vous|ca va|tu vas)|(?:tu vas bien|ca va|vous allez bien|ca roule)
        """,
        "thanks": r"""
            (?:un grand |mille )?mercis?(?: beaucoup| bien| infiniment| a (?:toi|vous)| pour tout)?
        """,
        "bye": r"""
            (?:au revoir|adieu|a bientot|a plus(?: tard)?|a demain|a tout a l ?heure)
            (?:bonne (?:nuit|soiree|journee)|a la prochaine)
        """,
        "help": r"""
            aide(?:z)? ?moi|(?:tu )?peux ?(?:tu)? m ?aider
            que (?:sais|peux) tu faire(?: pour moi)?|qu ?est ce que tu (?:sais|peux) faire
            (?:comment ca marche|comment tu fonctionnes)
        """,
        "who": r"""
            qui (?:es tu|etes vous)|comment t ?appelles tu|comment tu t ?appelles
            (?:es tu|tu es) (?:un |une )?(?:robot|bot|humain|ia|machine)
        """,
        "praise": r"""
            (?:parfait|tres bien|tu es (?:genial|super|le meilleur|la meilleure))
        """,
        "stop": r"""
            (?:arrete|annule|ca suffit)
        """,
    },
}
# They may stand before or behind any of these.
AROUND = (
    "matinee|bot|mindenkinek|nektek|neked|nagyon|zusammen|alle|allerseits|leute|dir|euch|a todos|amigo|amiga|tout le monde|"
    "mon ami|les amis|toi|vous|y|und|es|et|and|de|aber|s ?il te plait|s ?il vous plait|bitte|por favor|kerlek|ok|okay|so"
)
GOOD = "(?:nice|cool|great|awesome|perfect|good|wow|amazing|excellent|brilliant|lovely)"


def patterns(voice: Voice, kind: Kind) -> list[str]:
    """The patterns of a kind in one language."""
    return [f"(?:{line.strip().replace('{good}', GOOD)})" for line in WORDS[voice].get(kind, "").strip().splitlines()]
