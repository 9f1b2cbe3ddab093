"""What people reply with, in five languages: "another", "yes", "instead of that a series", "something shorter, please"."""

import re
from dataclasses import dataclass

from agent.catalogue.speech.voice import Voice


@dataclass(frozen=True, slots=True)
class ReplyWords:
    """One language's patterns, for levelled text.

    `more`, `yes` and `neither` are whole replies. `lead` stands before what is wanted and means nothing,
    `opening` behind it asks ("could you find something"); `leads_on` tells that
    a text goes on from what was said; `filler` are words without content; `refuses` tells that a text begins with a refusal;
    `tail` is politeness at the end. `less` has the group `what`; `more_of` stands before a quality. `film` and `series` are the
    words for them, with their article and what a compound begins with. The rest are words to put in; `{n}` is a number.
    """

    more: re.Pattern[str]
    yes: re.Pattern[str]
    neither: re.Pattern[str]
    lead: re.Pattern[str]
    opening: re.Pattern[str]
    leads_on: re.Pattern[str]
    filler: re.Pattern[str]
    refuses: re.Pattern[str]
    tail: re.Pattern[str]
    less: re.Pattern[str]
    more_of: re.Pattern[str]
    film: re.Pattern[str]
    series: re.Pattern[str]
    a_film: str
    a_series: str
    shorter: str
    short: str
    longer: str
    long: str
    older: str
    old: str
    newer: str
    new: str
    seasons: str
    season: str
    negated: str


def _words(
    *,
    more: str,
    yes: str,
    neither: str,
    lead: str,
    opening: str,
    leads_on: str,
    filler: str,
    refuses: str,
    tail: str,
    less: str,
    more_of: str,
    film: str,
    series: str,
    **put_in: str,
) -> ReplyWords:
    """Compiled; a space in a pattern is any space."""
    return ReplyWords(
        more=_compiled(rf"\W*(?:{more})\W*"),
        yes=_compiled(rf"\W*(?:{yes})\W*"),
        neither=_compiled(rf"\W*(?:{neither})\W*"),
        lead=_compiled(rf"^\W*(?:(?:{lead})\b[\s,:.!–-]*(?=\S))+"),
        opening=_compiled(rf"^(?:{opening})+"),
        leads_on=_compiled(rf"\W*(?:{leads_on})\b"),
        filler=_compiled(rf"\b(?:{filler})\b"),
        refuses=_compiled(rf"\W*(?:{refuses})"),
        tail=_compiled(rf"\s*\b(?:{tail})\b[\s.!?]*$|[\s.!?]+$"),
        less=_compiled(rf"\b(?:{less}) (?P<what>[\w-]+)"),
        more_of=_compiled(rf"\b(?:{more_of}) "),
        film=_compiled(film),
        series=_compiled(series),
        **put_in,
    )


def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.replace(" ", r"\s+"), re.IGNORECASE)


WORDS: dict[Voice, ReplyWords] = {
    "en": _words(
        more=r"(?:(?:give|show) me )?(?:another|more|next|others?|again|different|other ones?|one more|some more|go on"
        r"|continue"
        r"|keep going|(?:any|some)(?:thing)? (?:else|more|other)|what else|else|different ones|new ones|a different one"
        r"|another one)(?: (?:please|ones?|films?|movies?|series|shows?|ideas?|suggestions?|of (?:these|those)))*",
        yes=r"yes|yeah|yep|yup|sure|ok|okay|fine|exactly|right|please|yes please|that one|sounds good",
        neither=r"no|nope|neither|none|none of (?:these|those|them)|whatever|any|either|don['’]?t (?:care|know)",
        lead=r"no|nope|but|and|or|also|well|hmm|ok|okay|yes|then|actually|rather|maybe|please|instead",
        opening=r"(?:can|could) you |(?:make|give|show|find) (?:it|that|me|us) |find |how about |what about "
        r"|i(?:['’]d| would) (?:like|prefer|rather have) |i want |i prefer |something |anything |a bit |a little "
        r"|one that is "
        r"|ones that are ",
        leads_on=r"no|nope|but|and|or|also|only|just|rather|instead|same|with|without|not|nothing|from|in|by|before|after"
        r"|under"
        r"|over|less|more|maybe|preferably|except|starring|directed|make (?:it|that)|how about|what about|too"
        r"|i (?:don['’]?t|do not|hate|prefer)|ideally",
        filler=r"something|anything|a|an|the|bit|little|lot|please|maybe|one|ones|but|and|or|with|make|it|how|what|about"
        r"|can|could"
        r"|you|give|show|me|i|want|would|like|rather|no|nope|then|instead|also|to|be|is|some|any|that|much|so|too|hmm"
        r"|well|find"
        r"|prefer|have|d|are|us",
        refuses=r"no (?!(?:a|an|something|rather|the|i|make|maybe|more|less|older|newer|shorter|longer)\b)\w+",
        tail=r"instead|please|though|then|rather|this time",
        less=r"less|not (?:so|as|that|too)|a bit less",
        more_of=r"more(?! than\b)",
        film=r"\b(?:films?|movies?|flicks?|features?)\b",
        series=r"\b(?:tv |mini)?(?:series|shows?)\b",
        a_film="a film",
        a_series="a series",
        shorter="under {n} minutes",
        short="short",
        longer="longer than {n} minutes",
        long="long",
        older="before {n}",
        old="a classic",
        newer="after {n}",
        new="recent",
        seasons="at most {n} seasons",
        season="one season",
        negated="not {what}",
    ),
    "hu": _words(
        more=r"(?:mutass |kerek |adj )?(?:meg )?(?:egy )?(?:masikat|masikakat|masokat|mast|egyet|tovabb|tobbet|tobb"
        r"|ujakat|mas)"
        r"(?: (?:is|meg|kerek|lecci|legyszi|filmet|sorozatot|otlet\w*))*|meg|kovetkezo\w*|mi van meg\w*|valami mast?",
        yes=r"igen|ja|aha|jo|oke?|rendben|pontosan|az jo lesz|jo lesz|legyen",
        neither=r"nem|egyik sem|mindegy|barmi|barmelyik|nem tudom",
        lead=r"nem|de|es|vagy|inkabb|is|na|hmm|jo|oke?|igen|akkor|talan|kerlek|legyszi|viszont|inkabb valami",
        opening=r"valamit? |valami olyat |egy kicsit |kicsit |kicsivel |legyen |lehetne |kerek |mutass |adj |szeretnek "
        r"|inkabb |egyet ",
        leads_on=r"nem|de|es|vagy|inkabb|csak|ugyanez|ugyanilyen|nelkul|semmi|ne|kevesbe|legyen|lehetoleg|akkor|ami"
        r"|kiveve|meg|is",
        filler=r"valami\w*|egy|a|az|kicsit|kicsivel|egyet|legyen|lenne|kerek|kerlek|legyszi|inkabb|de|es|vagy|is|meg"
        r"|mutass|adj|ami"
        r"|ne|nem|akkor|talan|jo|szeretnek|film\w*|cimet",
        refuses=r"(?:ne|nem|semmi) (?!(?:inkabb|valami|egy|rovid|hossz|ujabb|regebb)\w*\b)\w+",
        tail=r"inkabb|kerlek|legyszi|lecci|akkor|helyette",
        less=r"kevesbe|ne legyen (?:olyan|annyira|ennyire)|nem (?:olyan|annyira)",
        more_of=r"(?!)x",
        film=r"\bfilm\w*",
        series=r"\b(?:tv-?)?(?:mini)?sorozat\w*",
        a_film="egy film",
        a_series="egy sorozat",
        shorter="{n} perc alatt",
        short="valami rövid",
        longer="több mint {n} perc",
        long="hosszú film",
        older="{n} előtt",
        old="valami régi",
        newer="{n} után",
        new="friss",
        seasons="legfeljebb {n} évad",
        season="egy évad",
        negated="nem {what}",
    ),
    "es": _words(
        more=r"(?:dame |muestrame |ensename )?(?:otr[oa]s?|mas|siguientes?|algo mas|alguna mas|una mas|que mas|otra cosa"
        r"|sigue"
        r"|diferentes?)(?: (?:por favor|peliculas?|pelis?|series?|ideas?))*",
        yes=r"si|claro|vale|ok|perfecto|exacto|esa|si por favor|me parece bien",
        neither=r"no|ninguna?|ninguna de (?:esas|estas)|da igual|cualquiera|no (?:se|importa)",
        lead=r"no|pero|y|o|tambien|bueno|mmm|vale|si|entonces|mejor|quizas?|por favor|prefiero",
        opening=r"algo |alguna |un poco |dame |muestrame |quiero |quisiera |que sea |prefiero |una que sea ",
        leads_on=r"no|pero|y|o|tambien|solo|mejor|lo mismo|con|sin|nada|de|en|por|antes|despues|menos|mas|quizas?|excepto"
        r"|salvo"
        r"|que (?:sea|no)|prefiero",
        filler=r"algo|alguna?|una?|el|la|los|las|lo|de|un poco|poco|por favor|pero|y|o|con|que|sea|dame|quiero|prefiero"
        r"|mejor|no"
        r"|si|tambien|entonces|muestrame|vez|esta|para|quizas?|pelicula|peli|cosa",
        refuses=r"(?:no|nada de|sin) (?!(?:una?|algo|mejor|la|el|mas|menos|quiero|prefiero)\b)\w+",
        tail=r"por favor|mejor|entonces|en su lugar|esta vez",
        less=r"menos(?! de\b)|no tan",
        more_of=r"mas(?! de\b)",
        film=r"(?P<article>\buna? )?\b(?:peliculas?|pelis?|films?)\b",
        series=r"(?P<article>\buna )?\b(?:mini)?series?\b",
        a_film="una película",
        a_series="una serie",
        shorter="menos de {n} minutos",
        short="corta",
        longer="más de {n} minutos",
        long="larga",
        older="antes de {n}",
        old="antigua",
        newer="después de {n}",
        new="reciente",
        seasons="como mucho {n} temporadas",
        season="una temporada",
        negated="no {what}",
    ),
    "de": _words(
        more=r"(?:zeig mir |gib mir |bitte )?(?:noch )?(?:(?:ein(?:en?|s)?|was|etwas) )?(?:ander(?:e[nrs]?|es)"
        r"|weiter(?:e[nrs]?)?|mehr|nachste[nrs]?|einen|eins|eine|neue)(?: (?:bitte|filme?|serien?|vorschlage?|ideen))*"
        r"|noch|was noch"
        r"|sonst noch etwas",
        yes=r"ja|jawohl|klar|ok|okay|genau|gern|gerne|richtig|bitte|ja bitte|passt|das da",
        neither=r"nein|ne|keine?[rns]?|keines (?:davon|von denen)|egal|weiss nicht|weiß nicht|irgendwas",
        lead=r"nein|aber|und|oder|auch|na|hmm|ok|okay|ja|dann|lieber|vielleicht|bitte|doch|eher",
        opening=r"etwas |was |ein bisschen |ein wenig |gib mir |zeig mir |ich (?:will|mochte|hatte gerne?) |mach es "
        r"|lieber |noch |einen ",
        leads_on=r"nein|aber|und|oder|auch|nur|lieber|eher|dasselbe|mit|ohne|nicht|nichts|kein\w*|aus|in|von|vor|nach"
        r"|unter|uber"
        r"|weniger|mehr|vielleicht|ausser|außer|am liebsten|doch|noch",
        filler=r"etwas|was|irgendwas|ein\w*|der|die|das|den|bisschen|wenig|bitte|vielleicht|aber|und|oder|mit|mach|es|gib"
        r"|zeig|mir"
        r"|ich|will|mochte|hatte|gern\w*|lieber|eher|nein|ja|dann|auch|soll|sein|ist|noch|doch|stattdessen|film",
        refuses=r"(?:kein\w*|nicht|nichts|ohne) (?!(?:ein\w*|so|ganz|mehr|etwas)\b)\w+",
        tail=r"bitte|lieber|dann|stattdessen|diesmal",
        less=r"weniger(?! als\b)|nicht (?:so|ganz so)",
        more_of=r"mehr(?! als\b)",
        film=r"(?:(?P<article>\beinen? |\bein )(?P<stem>[\w-]*?))?film(?:e|s|en)?\b",
        series=r"(?:(?P<article>\beine )(?P<stem>[\w-]*?))?serien?\b",
        a_film="ein Film",
        a_series="eine Serie",
        shorter="unter {n} Minuten",
        short="etwas Kurzes",
        longer="länger als {n} Minuten",
        long="langer Film",
        older="vor {n}",
        old="etwas Altes",
        newer="nach {n}",
        new="aktuell",
        seasons="höchstens {n} Staffeln",
        season="eine Staffel",
        negated="nicht {what}",
    ),
    "fr": _words(
        more=r"(?:donne(?:-| )moi |montre(?:-| )moi )?(?:encore|une? autres?|d['’]autres?|autres?|suivante?s?|plus"
        r"|autre chose"
        r"|quoi d['’]autre|encore une?|une? de plus)(?: (?:s['’]il te plait|stp|films?|series?|idees?|propositions?))*",
        yes=r"oui|ouais|d['’]accord|ok|parfait|exactement|celui-la|celle-la|oui s['’]il te plait|volontiers",
        neither=r"non|aucune?|aucun de (?:ceux-la|ceux-ci)|peu importe|n['’]importe|je ne sais pas",
        lead=r"non|mais|et|ou|aussi|bon|hmm|d['’]accord|ok|oui|alors|plutot|peut-etre|s['’]il te plait|stp",
        opening=r"quelque chose (?:de |d['’])?|un peu |donne(?:-| )moi |montre(?:-| )moi |je (?:veux|voudrais|prefere) "
        r"|qui soit |plutot "
        r"|encore ",
        leads_on=r"non|mais|et|ou|aussi|seulement|juste|plutot|le meme|avec|sans|pas|rien|de|en|par|avant|apres|moins|plus"
        r"|peut-etre|sauf|idealement|encore|un peu",
        filler=r"quelque chose|une?|le|la|les|des|du|de|d|un peu|peu|s['’]il te plait|stp|mais|et|ou|avec|donne|moi|montre|je"
        r"|veux|voudrais|prefere|plutot|non|oui|alors|aussi|soit|qui|est|pour|cette fois|chose|film|il|elle|trop|si",
        refuses=r"(?:pas|sans|rien|aucune?) (?:de |d['’])?(?!(?:une?|quelque|plutot|la|le|plus|moins|si|aussi|trop)\b)\w+",
        tail=r"s['’]il te plait|s['’]il vous plait|stp|svp|plutot|alors|a la place|cette fois",
        less=r"moins(?! de\b)|pas (?:si|aussi|trop)",
        more_of=r"plus(?! de\b)",
        film=r"(?P<article>\bun )?\bfilms?\b",
        series=r"(?P<article>\bune )?\b(?:mini-?)?series?\b",
        a_film="un film",
        a_series="une série",
        shorter="moins de {n} minutes",
        short="court",
        longer="plus de {n} minutes",
        long="long film",
        older="avant {n}",
        old="ancien",
        newer="après {n}",
        new="récent",
        seasons="au plus {n} saisons",
        season="une saison",
        negated="pas {what}",
    ),
}
