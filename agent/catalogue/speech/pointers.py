"""How people point at what was shown, and say that they know it, in five languages: "the second one", "a másodikat".

All patterns are for levelled text. A word that points needs an article, a word for what it points at, or to begin the text:
"first love" points at nothing.
"""

import re
from dataclasses import dataclass

from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.understanding.languages.level import level

LAST = -1


@dataclass(frozen=True, slots=True)
class _Pointers:
    """One language's patterns. `ordinals` and `numbers` are of 1, 2, 3 …, and `last` of the last."""

    articles: str
    ordinals: tuple[str, ...]
    last: str
    things: str
    number: str
    numbers: tuple[str, ...]
    like: str
    known: str


_TABLE: dict[Voice, _Pointers] = {
    "en": _Pointers(
        articles=r"the|that|this",
        ordinals=("first|1st|former", "second|2nd", "third|3rd", "fourth|4th", "fifth|5th", "sixth|6th", "seventh|7th"),
        last="last|latter",
        things=r"ones?|films?|movies?|series|shows?|titles?|options?|picks?",
        number=r"number|no\.|nr\.?|option",
        numbers=("one", "two", "three", "four", "five", "six", "seven"),
        like=r"like|similar to|along the lines of|as",
        known=r"(?:seen|watched|know) (?:it|them|that|those|these|all|both|most|the\b)",
    ),
    "hu": _Pointers(
        articles=r"az?",
        ordinals=tuple(
            rf"{word}(?:t|r\w+|h\w+|n\w+|b\w+|v\w+|a\w+|e\w+)?"
            for word in ("elso", "masodik", "harmadik", "negyedik", "otodik", "hatodik", "hetedik")
        ),
        last=r"utolso(?:t|r\w+|h\w+|n\w+|b\w+|v\w+)?",
        things=r"film\w*|sorozat\w*|cim\w*|lehetoseg\w*|otlet\w*",
        number=r"szamu|opcio",
        numbers=(r"egy(?:es)?", r"ketto|kettes", r"har(?:om|mas)", r"negy(?:es)?", r"ot(?:os)?", r"hat(?:os)?", r"het(?:es)?"),
        like=r"mint|hasonlo\w*|hasonlit\w*|olyasmi\w*",
        known=r"mar (?:lattam|lattuk|ismerem)|(?:lattam|lattuk|ismerem) mar(?=\W*$|\W+"
        r"(?:ezt|azt|ezeket|azokat|mind\w*|oket|az? "
        r"(?:elso|masodik|harmadik|utolso)))"
        r"|(?:ezt|azt|ezeket|azokat|mind\w*|(?:elso|masodika|harmadika|utolso)t) (?:lattam|lattuk|ismerem)",
    ),
    "es": _Pointers(
        articles=r"el|la|lo|al|del|esa|ese",
        ordinals=(
            "primer[oa]?",
            "segund[oa]",
            "tercer[oa]?",
            "cuart[oa]",
            "quint[oa]",
            "sext[oa]",
            "septim[oa]",
        ),
        last="ultim[oa]",
        things=r"peliculas?|pelis?|series?|opcion|titulos?|opciones",
        number=r"numero|opcion",
        numbers=("un[oa]?", "dos", "tres", "cuatro", "cinco", "seis", "siete"),
        like=r"como(?! (?:se|es|acaba|termina|fue|va))|parecid[oa]s?|similar(?:es)? a|del estilo de",
        known=r"(?:las?|los?|esas?|es[eo]s?|todas?|todos?|ambas|ambos|dos) (?:ya )?(?:las? |los? )?(?:he visto|hemos visto"
        r"|vi|vimos|conozco)|ya (?:las? |los? )?(?:he visto|hemos visto|vi|conozco)"
        r"(?=\W*$| (?:esas?|es[eo]s?|todas?|todos?|(?:las?|los|el) (?:primer|segund|tercer|ultim|dos|tres)))",
    ),
    "de": _Pointers(
        articles=r"der|die|das|den|dem|des|beim|zum|vom|im|am",
        ordinals=tuple(rf"{word}[nrsm]?" for word in ("erste", "zweite", "dritte", "vierte", "funfte", "sechste", "siebte")),
        last="letzte[nrsm]?",
        things=r"films?|serien?|titels?|option|vorschlag\w*",
        number=r"nummer|nr\.?|option",
        numbers=("eins|eine[nrs]?", "zwei", "drei", "vier", "funf", "sechs", "sieben"),
        like=r"wie(?! (?:lange?|alt|gut|viel|heisst|ist))|ahnlich\w*|in der art",
        known=r"(?:kenn|kenne|kennen) (?:ich|wir)(?: (?:schon|bereits|alle?s?|die|den|das|beide))*(?=\W*$)"
        r"|(?:schon|bereits) (?:alle |beide )?gesehen"
        r"|(?:den|die|das|beide|alle|ihn|sie|es|davon) (?:(?:ersten?|zweiten?|dritten?|letzten?|alle|beide) )?"
        r"(?:kenne?n? (?:ich|wir)|(?:habe?n? (?:ich|wir) )?gesehen)",
    ),
    "fr": _Pointers(
        articles=r"les?|la|l|au|du|ce|cette",
        ordinals=(
            "premiere?",
            "deuxieme|seconde?",
            "troisieme",
            "quatrieme",
            "cinquieme",
            "sixieme",
            "septieme",
        ),
        last="derniere?",
        things=r"films?|series?|titres?|options?|propositions?|choix",
        number=r"numero|option",
        numbers=("une?", "deux", "trois", "quatre", "cinq", "six", "sept"),
        like=r"comme|semblables? a|similaires? a|ressembl\w+|dans le genre",
        known=r"(?:l|les) ?['’ ]?(?:ai|avons|a) (?:deja )?(?:tous |toutes )?vue?s?|(?:ai|avons|a) deja (?:tout )?vue?s?"
        r"(?=\W*$| (?:ca|ceux|celui|celle|tous|toutes|(?:les?|la) (?:premier|deuxieme|second|troisieme|dernier|deux|trois)))"
        r"|connais deja",
    ),
}
# What is counted by an ordinal and is none of the titles shown.
_OTHERS = (
    r"seasons?|episodes?|time|day|half|act|world|wars?|part|night|week|year|century|kiss|love|sight|steps?|date"
    r"|vilag\w*|evad\w*|epizod\w*|resz\w*|alkal\w*|fel\w*|szerel\w*|szazad\w*|randi\w*"
    r"|guerras?|temporadas?|episodios?|vez|partes?|mitad|amor|noche|vista|semana|siglo"
    r"|welt\w*|staffel\w*|folgen?|mal|male|teils?|halfte|liebe|nacht|blick|woche|jahrhundert\w*"
    r"|guerres?|saisons?|fois|parties?|moitie|amours?|nuit|semaine|siecle"
)
_POLITE = r"please|kerlek|kerem|kerek|legyen|por favor|bitte|s['’]il (?:te|vous) plait|stp"


@dataclass(frozen=True, slots=True)
class Pointed:
    """What a text points at: the position from 1, LAST for the last, at `start:end`. `voice` is None for a figure."""

    position: int
    start: int
    end: int
    voice: Voice | None = None


def find_pointer(text: str) -> Pointed | None:
    """The first pointer in `text`: "the second one", "#2", "a másodikat", "der zweite Film"."""
    plain = level(text)
    found = [
        Pointed(position, *match.span(), voice)
        for voice, rules in _POINTERS.items()
        for position, pattern in rules
        for match in [pattern.search(plain)]
        if match and not _is_name(text, match)
    ]
    figures = [Pointed(int(match["number"]), *match.span()) for match in [_FIGURE.search(plain)] if match]
    return min((*found, *figures), key=lambda pointed: (pointed.start, -pointed.end), default=None)


def _is_name(text: str, match: re.Match[str]) -> bool:
    """Whether the words are a part of a title that is typed as one: "The Last King of Scotland"."""
    start = match.start(match.lastgroup or 0)
    capital = start > match.start() and text[start].isupper()
    return capital and not text.isupper() and bool(re.match(r"\s+\w", text[match.end() :]))


def bare_number(text: str) -> int | None:
    """The number that is all of a text: "2", "two please", "a kettes", "die drei, bitte"."""
    match = _BARE.fullmatch(level(text))
    if match is None:
        return None
    if match["figure"]:
        return int(match["figure"])
    return next(number for number, pattern in _NUMBERS if pattern.fullmatch(match["word"]))


def likens(text: str) -> bool:
    """Whether a text that points asks for something like that: "more like the second one"."""
    return bool(_LIKE.search(level(text)))


def knows_shown(text: str) -> bool:
    """Whether the text says that what was shown has been seen: "I know the first one", "den kenne ich schon"."""
    return bool(_KNOWN.search(" ".join(level(text).split())))


def _pointing(pointers: _Pointers, ordinal: str) -> re.Pattern[str]:
    thing = rf"(?:\s+(?:{pointers.things}))"
    led, named, bare = (
        rf"(?:(?:{pointers.articles})\s+|(?<=\bl['’]))(?P<led>{ordinal}){thing}?",
        rf"(?:{ordinal}){thing}",
        rf"^\W*(?:{ordinal}){thing}?(?=\W*$|\W+(?:{_POLITE})\W*$)",
    )
    return re.compile(rf"(?<!\w)(?:{led}|{named}|{bare})(?!\w)(?!\s+(?:\w+\s+)?(?:{_OTHERS})\b)")


_POINTERS: dict[Voice, tuple[tuple[int, re.Pattern[str]], ...]] = {
    voice: tuple(
        (position, _pointing(pointers, ordinal))
        for position, ordinal in (*enumerate(pointers.ordinals, 1), (LAST, pointers.last))
    )
    + tuple(
        (number, re.compile(rf"(?<!\w)(?:the\s+)?(?:{pointers.number})\s*(?:{word})(?!\w)"))
        for number, word in enumerate(pointers.numbers, 1)
    )
    for voice, pointers in _TABLE.items()
}
_NUMBERS = tuple(
    (number, re.compile(pattern)) for pointers in _TABLE.values() for number, pattern in enumerate(pointers.numbers, 1)
)
_WORDS = "|".join(word for pointers in _TABLE.values() for word in pointers.numbers)
_ARTICLES = "|".join(pointers.articles for pointers in _TABLE.values())
_BARE = re.compile(
    rf"\W*(?:(?:{_ARTICLES})\s+)?(?:(?P<figure>[1-9])(?:\.|-?(?:es|as|os)(?:t|at|et)?)?|(?P<word>{_WORDS}))\W*(?:(?:{_POLITE})\W*)?"
)
_FIGURE = re.compile(
    rf"(?<!\w)(?:the\s+)?(?:{'|'.join(pointers.number for pointers in _TABLE.values())}|#)\s*(?P<number>[1-9])(?!\w)"
)
_LIKE = re.compile("|".join(rf"\b(?:{_TABLE[voice].like})\b" for voice in VOICES))
_KNOWN = re.compile("|".join(rf"\b(?:{_TABLE[voice].known})" for voice in VOICES))
