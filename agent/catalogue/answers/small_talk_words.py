"""Greetings, thanks and the like in Hungarian, German, Spanish and French, by kind: patterns for folded text."""

from collections.abc import Mapping

WORDS: Mapping[str, str] = {
    "greeting": r"""
        (?:szia|sziasztok|szevasz|szevasztok|szervusz|hello sziasztok|udv|udvozlom|udvozletem|csao|csa|hali|helo|hellosztok)
        jo (?:reggelt|napot|estet|delutant)(?: kivanok)?
        (?:hallo|halli hallo|servus|moin(?: moin)?|gruss (?:dich|gott|euch)|gruess (?:dich|gott|euch)|gruezi|tach|na)
        (?:schonen )?guten (?:morgen|tag|abend|nachmittag)
        (?:morgen|tag|abend) zusammen
        (?:muy )?(?:buenos dias|buenas (?:tardes|noches)|buen dia)
        (?:hola|holi|buenas|ey|saludos|que onda)
        (?:bonjour|bonsoir|salut|coucou|rebonjour|allo)
        morning|evening|afternoon
    """,
    "how_are_you": r"""
        hogy (?:vagy|vagytok|van|telik)(?: ma)?
        mi (?:ujsag|a helyzet|ujsag veled|van veled)
        wie gehts?(?: es)?(?: dir| euch| ihnen)?(?: heute)?
        (?:was geht|alles gut|alles klar)(?: bei dir)?
        (?:como estas|como esta|como te va|como andas|como va)(?: hoy)?|que tal(?: estas| todo)?
        comment (?:vas tu|allez vous|ca va|tu vas)|(?:tu vas bien|ca va|vous allez bien|ca roule)
    """,
    "thanks": r"""
        (?:nagyon |ezer |halas |sok )?(?:szepen )?(?:koszonom|koszi|kosz|koszonjuk|koszike)(?: szepen| a segitseget| mindent)?
        halasan koszonom
        (?:vielen |tausend |herzlichen |besten |lieben |recht )?(?:lieben |herzlichen )?dank(?: dir| euch| schon)?
        dank(?:e|eschon)(?: schon| dir| euch| sehr| vielmals)?
        (?:muchas |muchisimas |mil )?gracias(?: por (?:todo|la ayuda|tu ayuda))?
        (?:un grand |mille )?mercis?(?: beaucoup| bien| infiniment| a (?:toi|vous)| pour tout)?
        thanks a bunch
    """,
    "bye": r"""
        (?:viszlat|viszontlatasra|hello hello|pa|pa pa|szia szia|minden jot|legyszives hagyjuk)
        jo (?:ejszakat|ejt|mulatast)
        (?:tschuss|tschau|ciao|auf wiedersehen|mach(?:t)?s gut|adieu|wiedersehen)
        bis (?:spater|morgen|bald|dann|gleich|nachher|zum nachsten mal)
        (?:schone )?gute nacht|schonen (?:abend|tag)(?: noch)?
        (?:adios|chao|chau|hasta (?:luego|manana|pronto|la vista|otra)|nos vemos)
        (?:au revoir|adieu|a bientot|a plus(?: tard)?|a demain|a tout a l ?heure|bonne (?:nuit|soiree|journee)|a la prochaine)
        see (?:you|ya) (?:tomorrow|around|next time)
    """,
    "help": r"""
        segits(?:eg|etek|el)?(?: nekem)?
        mi(?:t|ben|re|ket) (?:tudsz|vagy jo|tudtok|kerdezhetek)(?: nekem)?(?: segiteni| csinalni)?
        (?:tudsz|tudnal) (?:nekem )?segiteni(?: nekem)?|hogyan? mukod(?:sz|ik(?: ez)?)
        hilfe|(?:kannst|konntest) du mir (?:bitte )?helfen
        was kannst du(?: alles)?(?: fur mich tun| machen)?|wie funktioniert(?: das| s)?
        ayuda(?:me)?|(?:me )?puedes ayudar(?:me)?|que (?:sabes|puedes) hacer(?: por mi)?|en que (?:me )?puedes ayudar(?:me)?
        como funciona(?:s| esto)?
        aide(?:z)? ?moi|(?:tu )?peux ?(?:tu)? m ?aider
        que (?:sais|peux) tu faire(?: pour moi)?|qu ?est ce que tu (?:sais|peux) faire
        (?:comment ca marche|comment tu fonctionnes)
    """,
    "who": r"""
        (?:te )?ki(?: is)? vagy(?: te)?|mi(?: is)? (?:vagy|a neved)(?: te)?|hogy hivnak
        (?:te )?(?:robot|ember|bot|gep) vagy(?: te)?
        wer (?:bist du|sind sie)|wie hei(?:ss|s)t du|bist du (?:ein |eine )?(?:mensch|roboter|bot|maschine|ki|echt)
        (?:quien eres|como te llamas|que eres)(?: tu)?|eres (?:un |una )?(?:robot|bot|humano|persona|maquina|real|ia)
        qui (?:es tu|etes vous)|comment t ?appelles tu|comment tu t ?appelles
        (?:es tu|tu es) (?:un |une )?(?:robot|bot|humain|ia|machine)
        are you an ai|who (?:invented|programmed|wrote) you
    """,
    "praise": r"""
        (?:szuper|nagyszeru|klassz|kiraly|remek)(?: vagy| volt)?|jol van
        (?:super|toll|klasse|prima|wunderbar|spitze)(?: gemacht)?|du bist (?:super|toll|klasse)
        (?:genial|estupendo|perfecto|muy bien|excelente|eres (?:genial|el mejor|la mejor))
        (?:parfait|genial|super|tres bien|tu es (?:genial|super|le meilleur|la meilleure))
        that was (?:helpful|useful|kind)|well done
    """,
    "stop": r"""
        (?:allj|eleg|hagyd abba|megse)
        (?:hor auf|halt|stopp|abbrechen)
        (?:para|detente|basta|cancela|cancelar)
        (?:arrete|annule|ca suffit)
    """,
}
# They may stand before or behind any of these.
AROUND = (
    "matinee|bot|mindenkinek|nektek|neked|nagyon|zusammen|alle|allerseits|leute|dir|euch|a todos|amigo|amiga|tout le monde|"
    "mon ami|les amis|toi|vous|y|und|es|et|and|de|aber|s ?il te plait|s ?il vous plait|bitte|por favor|kerlek|ok|okay|so"
)
