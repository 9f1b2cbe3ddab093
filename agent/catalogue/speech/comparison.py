"""Comparing shown titles, in five languages: the words that ask for it, and the sentences that tell."""

import re
from typing import Literal, TypeAlias

from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.understanding.languages.level import level

Measured: TypeAlias = Literal["shortest", "longest", "newest", "oldest", "best"]

# For levelled text. Which of them, by what, and what they are; in the order of VOICES.
_WHICH = (
    r"which|what|who",
    r"melyik\w*|mi",
    r"cual|cuales|que",
    r"welche[rns]?|was|wer",
    r"le(?:s)?quel(?:le)?s?|laquelle|quel(?:le)?s?",
)
# "what is good?" asks for a search; these ask about what is there.
_WHICH_ONE = (r"which(?: one)?", r"melyik\w*", r"cual|cuales", r"welche[rns]?", r"le(?:s)?quel(?:le)?s?|laquelle|quel(?:le)?s?")
_THESE = (
    r"these|those|them|they|the (?:two|three|four|five)",
    r"ezek\w*|azok\w*|kozuluk|kozulik|kozottuk|koztuk|melyikuk|a (?:ketto|harom|negy|ot) kozul",
    r"de (?:estas|estos|esas|esos|ellas|ellos|las (?:dos|tres|cuatro|cinco)|los (?:dos|tres|cuatro|cinco))",
    r"davon|von (?:diesen|denen|den (?:beiden|dreien|vieren|funfen?|zwei|drei|vier))|dieser|darunter|unter ihnen",
    r"de (?:ceux|celles)(?:[- ](?:ci|la))?|(?:parmi|d.entre) (?:eux|elles|c\w+)|de ces|des (?:deux|trois|quatre|cinq)",
)
_ASKED: dict[Measured, tuple[str, str, str, str, str]] = {
    "shortest": (
        r"shortest|quickest|shorter",
        r"(?:leg)?rovidebb\w*",
        r"mas (?:cort[oa]s?|breves?)|dura menos",
        r"kurzer\w*|(?:am )?kurzeste[nrs]?",
        r"plus (?:courte?s?|breve?s?)",
    ),
    "longest": (
        r"longest|longer",
        r"(?:leg)?hosszabb\w*",
        r"mas larg[oa]s?|dura mas",
        r"langer\w*|(?:am )?langste[nrs]?",
        r"plus long(?:ue)?s?",
    ),
    "newest": (
        r"newest|latest|most recent|newer",
        r"(?:leg)?(?:ujabb|frissebb)\w*",
        r"mas (?:nuev[oa]s?|recientes?|modern[oa]s?)",
        r"neuer\w*|(?:am )?(?:neueste|neuste|aktuellste)[nrs]?",
        r"plus (?:recente?s?|nouveaux?|nouvelles?)",
    ),
    "oldest": (
        r"oldest|earliest|older",
        r"(?:leg)?(?:regebbi|regibb|oregebb|korabbi)\w*",
        r"mas (?:antigu[oa]s?|viej[oa]s?)",
        r"alter\w*|(?:am )?alteste[nrs]?",
        r"plus (?:ancien(?:ne)?s?|vieux|vieilles?)",
    ),
    "best": (
        r"best(?: rated)?|better|top|highest(?: rated)?|good|recommend",
        r"(?:leg)?jobb\w*(?: ertekel\w*)?|ajanl\w*",
        r"mejor(?:es)?(?: (?:valorad|puntuad)[oa]s?)?|recomiend\w+",
        r"besser\w*|(?:am )?beste[nrs]?(?: bewertet\w*)?|empf[ie]+hl\w*",
        r"meilleure?s?|mieux(?: notee?s?)?|conseill\w+",
    ),
}
_KINDS: dict[Literal["series", "movie"], str] = {
    "series": r"series|shows?|sorozat\w*|serien?",
    "movie": r"films?|movies?|film\w*|peliculas?|pelis?",
}
_LINKS = r"(?:is|are|one|ones|the|a|az|es|son|la|el|las|los|ist|sind|war|der|die|das|est|sont|le|denn|lesz|volt)"

# In the order of VOICES. `title` and `titles` come in bold.
_FRAME: dict[str, tuple[str, str, str, str, str]] = {
    "shortest": (
        "{title} is the shortest of them: {told}.",
        "{title} a legrövidebb: {told}.",
        "{title} es la más corta: {told}.",
        "{title} ist am kürzesten: {told}.",
        "{title} est le plus court : {told}.",
    ),
    "longest": (
        "{title} is the longest of them: {told}.",
        "{title} a leghosszabb: {told}.",
        "{title} es la más larga: {told}.",
        "{title} ist am längsten: {told}.",
        "{title} est le plus long : {told}.",
    ),
    "newest": (
        "{title} is the newest of them: {told}.",
        "{title} a legújabb: {told}.",
        "{title} es la más reciente: {told}.",
        "{title} ist am neuesten: {told}.",
        "{title} est le plus récent : {told}.",
    ),
    "oldest": (
        "{title} is the oldest of them: {told}.",
        "{title} a legrégebbi: {told}.",
        "{title} es la más antigua: {told}.",
        "{title} ist am ältesten: {told}.",
        "{title} est le plus ancien : {told}.",
    ),
    "best": (
        "{title} is the best rated of them: {told}.",
        "{title} a legjobbra értékelt: {told}.",
        "{title} es la mejor valorada: {told}.",
        "{title} ist am besten bewertet: {told}.",
        "{title} est le mieux noté : {told}.",
    ),
    "of_ten": ("{n} of 10", "{n} a 10-ből", "{n} de 10", "{n} von 10", "{n} sur 10"),
    "then": (" Then come {titles}.", " Utána: {titles}.", " Después: {titles}.", " Danach: {titles}.", " Ensuite : {titles}."),
    "unknown": (
        " Of {titles} I do not know it.",
        " Erről nem tudom: {titles}.",
        " De {titles} no lo sé.",
        " Von {titles} weiß ich es nicht.",
        " Pour {titles}, je ne le sais pas.",
    ),
    "none_known": (
        "My catalogue does not say that of any of them.",
        "A katalógusom ezt egyikről sem mondja meg.",
        "Mi catálogo no lo dice de ninguna.",
        "Mein Katalog sagt das von keinem davon.",
        "Mon catalogue ne le dit d'aucun.",
    ),
    "only_movie": (
        "{titles} is the only film of them.",
        "Csak ez film közülük: {titles}.",
        "La única película es {titles}.",
        "Der einzige Film davon ist {titles}.",
        "Le seul film est {titles}.",
    ),
    "only_series": (
        "{titles} is the only series of them.",
        "Csak ez sorozat közülük: {titles}.",
        "La única serie es {titles}.",
        "Die einzige Serie davon ist {titles}.",
        "La seule série est {titles}.",
    ),
    "some_movie": (
        "The films are {titles}.",
        "Ezek filmek: {titles}.",
        "Son películas {titles}.",
        "Filme sind {titles}.",
        "Les films sont {titles}.",
    ),
    "some_series": (
        "The series are {titles}.",
        "Ezek sorozatok: {titles}.",
        "Son series {titles}.",
        "Serien sind {titles}.",
        "Les séries sont {titles}.",
    ),
    "no_movie": (
        "None of them is a film.",
        "Egyik sem film.",
        "Ninguna es una película.",
        "Davon ist nichts ein Film.",
        "Aucun n'est un film.",
    ),
    "no_series": (
        "None of them is a series.",
        "Egyik sem sorozat.",
        "Ninguna es una serie.",
        "Davon ist nichts eine Serie.",
        "Aucun n'est une série.",
    ),
    "nothing_shown": (
        "I have not shown you any titles to compare yet.",
        "Még nem mutattam címeket, amiket összevethetnék.",
        "Todavía no te he enseñado títulos que comparar.",
        "Ich habe dir noch keine Titel zum Vergleichen gezeigt.",
        "Je ne t'ai pas encore montré de titres à comparer.",
    ),
}  # fmt: skip


def comparison(name: str, voice: Voice, /, **values: object) -> str:
    """The sentence of this name, with the values put in. KeyError for a name or a value that is not there."""
    return _FRAME[name][VOICES.index(voice)].format(**values)


def asking_voice(text: str) -> Voice | None:
    """The language in which `text` asks to compare what was shown: "which of these is the shortest?"; None if it does not."""
    plain = " ".join(level(text).split())
    return next((voice for voice, patterns in _ASKS.items() if any(pattern.search(plain) for pattern in patterns)), None)


def measured(text: str) -> Measured | None:
    """What the comparison goes by, if by an amount."""
    plain = " ".join(level(text).split())
    return next((name for name, pattern in _MEASURES.items() if pattern.search(plain)), None)


def kind_asked(text: str) -> Literal["series", "movie"] | None:
    """Whether the comparison asks which are series, or films."""
    plain = level(text)
    found = {kind: re.search(rf"\b(?:{pattern})\b", plain) for kind, pattern in _KINDS.items()}
    return next((kind for kind, match in found.items() if match), None)


def _asks(at: int) -> tuple[re.Pattern[str], ...]:
    """With a word for what was shown, on either side; or with nothing but the question and the measure."""
    which, these = rf"\b(?:{_WHICH[at]})\b", rf"(?:{_THESE[at]})"
    measures = "|".join(patterns[at] for patterns in _ASKED.values())
    return (
        re.compile(rf"{which}.*(?<!\w){these}(?!\w)"),
        re.compile(rf"^\W*{these}\W.*{which}"),
        re.compile(rf"^\W*(?:{_WHICH_ONE[at]})(?: {_LINKS})*(?: |['’])+(?:{measures})(?: {_LINKS})*\W*$"),
    )


_ASKS: dict[Voice, tuple[re.Pattern[str], ...]] = {voice: _asks(at) for at, voice in enumerate(VOICES)}
_MEASURES: dict[Measured, re.Pattern[str]] = {
    name: re.compile(rf"\b(?:{'|'.join(patterns)})\b") for name, patterns in _ASKED.items()
}
