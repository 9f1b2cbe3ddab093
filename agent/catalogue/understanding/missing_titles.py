"""Names of titles that a text asks for and the catalogue does not have: in quotes, with a year, behind "the film called", or
capitalised behind a question for it. Where a name could as well be somebody, a genre or the start of a sentence, it is none."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from agent.catalogue.understanding.country_words import COUNTRY_ADJECTIVES, COUNTRY_NAMES
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS, MEDIA_WORDS
from agent.catalogue.understanding.languages.grammar import cue_words
from agent.catalogue.understanding.lookup import EVERYDAY, split_year
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.retrieval.stopwords import asking_words, stop_words

Span = tuple[int, int]

UPPER = "A-ZÀ-ÖØ-ÞŐŰ"
_SMALL = (
    r"(?:of|the|and|in|a|an|to|for|on|at|by|from|with|is|vs\.?|de|la|le|el|los|las|les|du|des|del|der|die|das|von|und|et|y|és)"
)
_TOKEN = rf"(?:[{UPPER}][\w'’&.:!-]*|\d+[\w:-]*|&)"
_NAME = re.compile(rf"(?P<open>[\"“„«'‘]?)\s?(?P<name>{_TOKEN}(?:[ \t]+(?:(?:{_SMALL}|[-–])[ \t]+){{0,2}}{_TOKEN})*)")
_QUOTED = re.compile(
    r"[\"“„«]\s?(?P<name>[^\"“”„«»\n]{2,60}?)\s?[\"”“»]"
    rf"|(?<![\w'’])['‘](?P<single>[{UPPER}0-9](?:[^'’\"\n]|['’](?=\w)){{1,60}})['’](?!\w)"
)
_DATED = re.compile(r"\s*\((?:18|19|20)\d\d\)")
_WORDS = r"[\w'’&.:!–-]+"
_LINE = re.compile(r"[\n;]|(?<!\bDr)(?<!\bMr)(?<!\bMrs)(?<!\bvs)(?<!\bSt)[.?!]\s(?!$)|,\s")
_RUN = re.compile(rf"(?:{_TOKEN}|{_SMALL}|[-–])(?:[ \t]+(?:{_TOKEN}|{_SMALL}|[-–]))*[!?.…]*$")
_FILM = (
    r"(?:films?|movies?|series|shows?|documentary|pel[ií]culas?|peli|serie|s[ée]rie|filmet|sorozat(?:ot)?)(?:\s+(?:by\s+the\s+name"
    r"(?:\s+of)?|with\s+the\s+(?:name|title)))?"
)
_CALLED = re.compile(
    r"\b(?:called|named|titled|entitled|llamad[oa]|titulad[oa]|que\s+se\s+llama|namens|mit\s+dem\s+titel|intitulée?|appelée?|"
    r"qui\s+s['’]appelle)\s+(?=\S)",
    re.IGNORECASE,
)
_HUNGARIAN_CALLED = re.compile(r"\s+c(?:\.|ím[űu])(?=\s|$)", re.IGNORECASE)
_KIND = re.compile(
    r"\b(?:the|a|az|den|die|la|el|le)\s+(?:film|movie|series|show|documentary|serie|pel[ií]cula|s[ée]rie|filmet|sorozatot)\s+"
    rf"(?=[{UPPER}0-9\"“„«'‘])",
    re.IGNORECASE,
)
_ASKED = re.compile(
    r"\b(?:do\s+you\s+(?:guys\s+)?have|have\s+you\s+got|(?:can|could|may)\s+(?:i|we)\s+(?:watch|see|find|get|stream)(?:\s+here)?"
    r"|where\s+(?:can|could)\s+(?:i|we)\s+(?:watch|see|find|stream|get)|(?:is|was)(?:\s+there)?|when\s+(?:was|did|does)|look\s+up"
    r"|look(?:ing)?\s+for|search(?:ing)?\s+for|tell\s+me\s+(?:more\s+)?about|what(?:\s+is|['’]?s)|how\s+(?:long|good|old)\s+is"
    r"|who\s+(?:directed|made|(?:stars?|is|plays)\s+in)|(?:i|we)\s+(?:want|would\s+like)\s+to\s+(?:watch|see)|got|find(?:\s+me)?"
    rf"|info(?:rmation)?\s+(?:on|about))\s+(?:the\s+(?:film|movie|series|show)\s+)?(?=[{UPPER}0-9\"“‘'])",
    re.IGNORECASE,
)
# What may stand behind a name in a question for it.
_GOES_ON = re.compile(
    r"[\"”“»'’]*\s*(?:$|[.?!\n]|,\s*(?:please|the\b|vous\b|tú\b|bitte\b)|\((?:18|19|20)\d\d\)"
    r"|(?:in|on|at|auf|bei|en|au|sur|dans)\s+(?:your|the|here|this|netflix|stock|deine\w*|eure\w*|tu|vuestro|el|le|votre|ton)\b"
    r"|(?:any\s+good|a\s+good|about|here|there|available|out|made|released|worth|please|anywhere|somewhere|online|tonight|yet|too"
    r"|hier|da|bitte|aquí|disponible\w*|ici|là|por|s['’]il|film|movie|series|show|from\s+\d{4}|by|with|c\.|ím\w*|c[íi]m\w*)\b)",
    re.IGNORECASE,
)
_FIRST_PERSON = re.compile(
    r"\b(?:i|we|he|she|they|also|really|kids?|husband|wife|friends?|do|don['’]?t|would|really)\s+$", re.IGNORECASE
)
_SPOKEN = re.compile(
    r"\b(?:says?|said|saying|yells?|shouts?|sings?|song|quotes?|lines?|words?|phrase|term|spoken|tone|voice|letters?)\b[\s:,\w]{0,20}$",
    re.IGNORECASE,
)
# Whose films they are, not what they are called.
_HOUSES = cue_words(
    """
    disney marvel pixar dc netflix hbo hulu ghibli dreamworks bollywood hollywood nollywood anime amazon imdb apple bbc a24 lego
    """
)
# At the start of a sentence these are capital and no part of the name behind.
_OPENERS = cue_words(
    """
    have maybe also something anything like love loved liked enjoyed watched saw seen really just well hmm yes no yeah ok okay
    and or but so is was are can do does did any hi hello hey great good thanks oh ah another perhaps even especially try
    favorite
    """
)
_MANY = frozenset({"films", "movies", "shows", "comedies", "thrillers", "documentaries"})
_AROUND = re.compile(
    r"\b(?:catalogue?|catalog\w*|available|disponible\w*|verf[üu]gbar|el[ée]rhet[őo]\w*|here|there|got|get|called|named|titled|entitled"
    r"|directed|made|stars?|who|when|where|was|stock|stream|online|guys|nektek|megvan|van|meg|keres\w*|c[íi]m\w*|filmet|n[ée]zni"
    r"|habt|hast|ihr|du|gibt|es|bei|euch|suche|ich|wir|kann|k[öo]nnen|sehen|den|film|serie|hier|tien\w+|ten[ée]is|hay|est[áa]|busco"
    r"|pel[ií]cula|titulada|llamada|avez|vous|avoir|as|tu|est|ce|que|cherche|je|s[ée]rie|intitul[ée]+|l|long|old|rating|name|title"
    r"|info|information|info|about|look\w*|search\w*|play|az|egy|ein\w*|die|der|das|dem|la|le|el|les|un[ea]?|de|e)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Named:
    """A name at `start:end` of a text."""

    name: str
    start: int
    end: int


def missing_titles(text: str, vocabulary: Vocabulary, spans: Iterable[Span], asked: re.Pattern[str] = _ASKED) -> list[str]:
    """The names that `text` asks for and the catalogue lacks, each once; `spans` are places already read.

    `asked` finds what stands before a title in a question for it, up to the name.
    """
    taken = list(spans)
    found: list[Named] = []
    sources = (_quoted(text, vocabulary), _dated(text, vocabulary), _called(text), _asked(text, vocabulary, asked))
    for named in (named for source in sources for named in source):
        free = not any(named.start < end and start < named.end for start, end in taken)
        if free and is_unknown(named.name, vocabulary):
            found.append(named)
            taken.append((named.start, named.end))
    return list(dict.fromkeys(named.name for named in sorted(found, key=lambda named: named.start)))


def unknown_name(text: str, at: int, vocabulary: Vocabulary) -> str | None:
    """A capitalised name at `at` that the catalogue does not have; no person, no genre, no start of a sentence."""
    match = _NAME.match(text, at)
    if not match or text.isupper():
        return None
    name = _one_sentence(match["name"])
    behind = fold(text[match.start("name") + len(name) :][:20]).split()[:1]
    if set(behind) & (MEDIA_WORDS | GENRE_WORDS.keys()) or not is_unknown(name, vocabulary) or is_person(name, vocabulary):
        return None
    return name


def distinct(names: Iterable[str]) -> list[str]:
    """The names, each once, without those that are a part of another."""
    found = list(dict.fromkeys(names))
    return [name for name in found if not any(name != other and name in other for other in found)]


def compares(text: str, cue: re.Match[str]) -> bool:
    """Whether "like" compares ("something like Heat"), rather than tells what somebody likes ("I like Italy")."""
    return not _FIRST_PERSON.search(text[: cue.start()])


def only_missing(wish: str, names: Iterable[str]) -> bool:
    """Whether a wish holds no more than a question for these names."""
    rest = wish
    for name in names:
        rest = rest.replace(name, " ")
    idle = asking_words("english") | MEDIA_WORDS
    return not [word for word in fold(_AROUND.sub(" ", rest)).split() if word not in idle and len(word) > 1]


@cache
def _generic() -> frozenset[str]:
    """Words of which alone no title is called, or so few that they are something else more often."""
    tables = (MEDIA_WORDS, GENRE_WORDS, COUNTRY_ADJECTIVES, COUNTRY_NAMES, _HOUSES, _OPENERS, stop_words("english"))
    return frozenset(word for table in tables for word in table)


def is_unknown(name: str, vocabulary: Vocabulary) -> bool:
    """Whether a name could be a title's and is none of the catalogue."""
    words = fold(split_year(name)[0]).split()
    if not words or all(word in _generic() for word in words) or " ".join(words) in EVERYDAY or words[-1] in MEDIA_WORDS:
        return False
    if set(words) & _MANY or any(vocabulary.titles.exact(part) for part in re.split(r"\s(?:and|or|&)\s", name)):
        return False
    return len("".join(words)) >= 3 and not vocabulary.titles.find(name) and fold(name) not in vocabulary.people


def is_person(name: str, vocabulary: Vocabulary) -> bool:
    """Whether a name is somebody's of the catalogue, or a director's surname."""
    words = fold(name).split()
    return fold(name) in vocabulary.people or (len(words) <= 2 and words[-1] in vocabulary.surnames)


def _quoted(text: str, vocabulary: Vocabulary) -> Iterator[Named]:
    for match in _QUOTED.finditer(text):
        name = (match["name"] or match["single"]).strip(" .,")
        spoken = _SPOKEN.search(text[: match.start()]) or name.endswith(("!!", "…"))
        if (name[:1].isupper() or name[:1].isdigit()) and not spoken and not is_person(name, vocabulary):
            yield Named(name, match.start(), match.end())


def _dated(text: str, vocabulary: Vocabulary) -> Iterator[Named]:
    for match in _DATED.finditer(text):
        line = _LINE.split(text[: match.start()])[-1]
        start = match.start() - len(line)
        if text.strip() == text[start : match.end()].strip() and len(line.split()) <= 9:
            name = line.strip(" \"“”„«»'")
            yield Named(_of_year(name, match[0], vocabulary), start, match.end())
        elif run := _RUN.search(line):
            name, begin = _trimmed(run[0], at_start=run.start() == 0)
            if name and not any(vocabulary.titles.exact(part) for part in _tails(name)):
                yield Named(name, start + run.start() + begin, match.end())


def _of_year(name: str, year: str, vocabulary: Vocabulary) -> str:
    """The name, with its year where another title of that name is there."""
    return f"{name} {year.strip()}" if vocabulary.titles.exact(name) else name


def _trimmed(run: str, *, at_start: bool) -> tuple[str, int]:
    """A run of capitals without what leads on to the name ("and The Hunt", at the start of a sentence "Saw Rent")."""
    words = list(re.finditer(r"\S+", run))
    first = 0
    while first < len(words):
        word = words[first][0].strip(".,!?:").lower()
        small = re.fullmatch(_SMALL, word) and words[first][0][0].islower()
        if not (small or (at_start and word in _OPENERS and first < len(words) - 1)):
            break
        first += 1
    return (run[words[first].start() :].strip(" -–"), words[first].start()) if first < len(words) else ("", 0)


def _tails(name: str) -> Iterator[str]:
    words = name.split()
    return (" ".join(words[at:]) for at in range(len(words)))


def _called(text: str) -> Iterator[Named]:
    for cue in _CALLED.finditer(text):
        piece = re.split(r"[.?!;\n,]|\s(?:with|from|that|which|where|about|by|and)\s", text[cue.end() :])[0].strip(
            " \"“”„«»'’‘"
        )
        if 0 < len(piece.split()) <= 8:
            yield Named(piece, cue.end(), cue.end() + len(piece))
    for cue in _HUNGARIAN_CALLED.finditer(text):
        if run := re.search(rf"(?:(?<=\sa\s)|(?<=\saz\s)|^)[{UPPER}0-9][^.?!;\n]*$", text[: cue.start()]):
            yield Named(run[0].strip(), run.start(), cue.end())


def _asked(text: str, vocabulary: Vocabulary, asked: re.Pattern[str]) -> Iterator[Named]:
    if text.istitle() or text.isupper():
        return
    cues = [(cue, True) for cue in _KIND.finditer(text)] + [(cue, False) for cue in asked.finditer(text)]
    for cue, sure in cues:
        name = unknown_name(text, cue.end(), vocabulary)
        if name and (sure or len(fold(name)) >= 4):
            end = text.index(name, cue.end()) + len(name)
            if _GOES_ON.match(text, end):
                yield Named(name, cue.end(), end)


def _one_sentence(name: str) -> str:
    """A name up to where a sentence ends in it; "Dr." and "vs." end none."""
    words = name.split(" ")
    for at, word in enumerate(words):
        if word.endswith(("!", ".")) and len(word) > 4 and at < len(words) - 1:
            return " ".join(words[: at + 1]).rstrip(".!")
    return name.rstrip(".:!-–").strip()
