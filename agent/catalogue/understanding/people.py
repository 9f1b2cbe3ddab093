"""People named in a request, found in the catalogue's own vocabulary."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.retrieval.stopwords import asking_words

_WORD = re.compile(r"[^\W\d_]+(?:['’.-]+[^\W\d_]+)*\.?")
_LONGEST_NAME = 4
_ENGLISH_ENDINGS = re.compile(r"['’]s$")
Role = Literal["any", "director", "writer"]
_DIRECTING = re.compile(
    r"\b(?:directed\s+by(?:\s+and\s+(?:starring|with))?|(?:starring|with)\s+and\s+directed\s+by|director|made\s+by|(?:films?|movies?|series|shows?|something|anything|one)\s+by|dirigid[oa]s?\s+por"
    r"|(?:pel[ií]culas?|films?)\s+de|regie:?|(?:\w*filme?n?s?|thriller|kom[öo]dien?|nicht)\s+von|r[ée]alis[ée]e?s?\s+par)\s+(?:the\s+)?$",
    re.IGNORECASE,
)
# Hungarian says it behind the name.
_DIRECTING_BEHIND = re.compile(r"\w{0,3}[\s-]+(?:által\s+)?rendez(?:te|ett|és[eé]|i\b)\w*", re.IGNORECASE)
# What no source tells: who wrote, composed or shot it.
_OTHER_WORK = re.compile(
    r"\b(?:written|screenplay|script(?:ed)?|penned|novel|book|story|music|score[d]?|soundtrack|composed|shot|filmed|photographed"
    r"|edited|produced)"
    r"\s+by\s+$",
    re.IGNORECASE,
)
# After these a capitalised word is a person.
_CUE = re.compile(
    r"(?:\b(?:by|with|starring|stars?|featuring|directed\s+by|director|actor|actress|without|no|not|from|anything\s+but|like"
    r"|con|sin|de|por|mit|ohne|von|avec|sans|par)\s+(?:the\s+)?)$",
    re.IGNORECASE,
)
_SURE_CUE = re.compile(r"\b(?:starring|stars|featuring|directed\s+by|(?:films?|movies?)\s+(?:by|with))\s+$", re.IGNORECASE)
_UNKNOWN = re.compile(
    r"\b(?i:by|with|starring|featuring|directed\s+by|actor|actress|con|por|mit|avec|par)\s+"
    r"(?P<name>[A-ZÀ-Þ][^\W\d_]+(?:[ \t-]+(?:de\s+|van\s+|von\s+)?[A-ZÀ-Þ][\w.'’]+){1,2})"
)
_POSSESSIVE = re.compile(r"(?:['’]s)?\s+(?:films?|movies?|series|flicks?|thrillers?|comed(?:y|ies)|westerns?)\b", re.IGNORECASE)

_ALONE = re.compile(
    r"\W*(?:some(?:thing)?\s+)?(?P<name>[^\W\d_]{4,}(?:[-'’][^\W\d_]+)?)(?:\W+(?:please|pls|bitte|por\s+favor|kérlek|s['’]il\s+\w+\s+pla[iî]t))?"
    r"\W*",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Person:
    """A person named at `start:end`; `name` as the catalogue shows it, `role` as the words before it say."""

    name: str
    start: int
    end: int
    role: Role = "any"


def find_people(text: str, vocabulary: Vocabulary, endings: re.Pattern[str] = _ENGLISH_ENDINGS) -> list[Person]:
    """People named in `text`, left to right: full names however typed, surnames of directors, and names with a typo.

    `endings` are what the language glues to a name.
    """
    words = list(_WORD.finditer(text))
    found: list[Person] = []
    if alone := _surname_alone(text, vocabulary):
        return [alone]
    at = 0
    while at < len(words):
        person, used = _person_at(text, words, at, vocabulary, endings)
        if person:
            found.append(replace(person, role=_role(text, person, found)))
        at += used
    return found


def _role(text: str, person: Person, found: list[Person]) -> Role:
    before = text[: person.start]
    if _OTHER_WORK.search(before):
        return "writer"
    if _DIRECTING.search(before) or _DIRECTING_BEHIND.match(text, person.end):
        return "director"
    # "directed by Joel Coen and Ethan Coen", "written by Nora Ephron or Billy Wilder"
    if found and re.fullmatch(r"\s*(?:,|and|or|&|és|vagy|y|o|und|oder|et|ou)\s*", before[found[-1].end :], re.IGNORECASE):
        return found[-1].role
    return "any"


def unknown_people(text: str, found: list[Person]) -> list[str]:
    """Full names behind a sure cue ("starring Ada Example") that the catalogue does not have."""
    known = [range(person.start, person.end) for person in found]
    names = (match for match in _UNKNOWN.finditer(text) if not any(match.start("name") in span for span in known))
    return [] if text.isupper() or text.istitle() else [match["name"] for match in names]


def _person_at(
    text: str, words: list[re.Match[str]], at: int, vocabulary: Vocabulary, endings: re.Pattern[str]
) -> tuple[Person | None, int]:
    for length in range(min(_LONGEST_NAME, len(words) - at), 1, -1):
        start, end = words[at].start(), words[at + length - 1].end()
        if "\n" in text[start:end] or not _one_phrase(text[start:end]):
            continue
        for stop in _ends(text, start, end, endings):
            key = fold(text[start:stop])
            if name := vocabulary.people.get(key):
                return Person(name, start, stop), length
    cue = bool(_CUE.search(text[: words[at].start()]))
    for length in (3, 2) if cue else ():
        if at + length <= len(words) and (person := _misspelt(text, words[at : at + length], vocabulary)):
            return person, length
    return _surname(text, words[at], vocabulary, cue), 1


def _ends(text: str, start: int, end: int, endings: re.Pattern[str]) -> list[int]:
    """Where the name may end: at its end, or before what is glued to it ("Tom Hanks's", "Tom Hanksszel")."""
    glued = endings.search(level(text[start:end]))
    # The last letter of a name doubles before some endings: one more may go.
    return [end, *((start + glued.start(), start + glued.start() - 1) if glued else ())]


def _one_phrase(piece: str) -> bool:
    return not re.search(r"[,;:!?()]|\.\s+(?=[a-z])", piece)


def _surname(text: str, word: re.Match[str], vocabulary: Vocabulary, cue: bool) -> Person | None:
    typed = re.sub(r"['’]s$", "", word[0])
    key = vocabulary.surnames.get(fold(typed))
    if key is None:
        return None
    end = word.start() + len(typed)
    if re.match(r"\s[A-ZÀ-Þ]", text[end:]) and not text.isupper() and not text.istitle():
        return None  # "by Stephen King" is no film of a director Stephen
    behind = bool(_POSSESSIVE.match(text, end))
    capital = typed[0].isupper() and not text.isupper() and not text.istitle()
    # Lower case only before "films" or behind "by": "young" and "stone" are surnames too.
    if (capital and (cue or behind)) or (behind and len(key.split()[-1]) > 5) or _by(text, word.start()):
        return Person(vocabulary.people[key], word.start(), end)
    return None


def _surname_alone(text: str, vocabulary: Vocabulary) -> Person | None:
    """ "Tarantino", "hitchcock please": a director, unless the texts of the catalogue use it as a plain word ("carpenter")."""
    match = _ALONE.fullmatch(text)
    key = vocabulary.surnames.get(fold(match["name"])) if match else None
    if match is None or key is None or (match["name"][0].islower() and fold(match["name"]) in vocabulary.words):
        return None
    return Person(vocabulary.people[key], match.start("name"), match.end("name"))


def _by(text: str, start: int) -> bool:
    return bool(re.search(r"\b(?:directed\s+by|starring)\s+$", text[:start], re.IGNORECASE))


def _misspelt(text: str, words: list[re.Match[str]], vocabulary: Vocabulary) -> Person | None:
    start, end = words[0].start(), words[-1].end()
    key = fold(text[start:end])
    if not _one_phrase(text[start:end]) or not _could_be_name(text[:start], words, key):
        return None
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    allowed = 1 if len(key) < 12 else 2
    # Nobody mistypes the first letter, and to compare with all names would take ten times as long.
    best = process.extractOne(key, vocabulary.by_initial.get(key[:1], ()), scorer=OSA.distance, score_cutoff=allowed)
    return Person(vocabulary.people[best[0]], start, end) if best else None


def _could_be_name(before: str, words: list[re.Match[str]], key: str) -> bool:
    """Capitals say so; without them only a sure cue and words that are no everyday ones."""
    if words[0][0][0].isupper() and words[-1][0][0].isupper():
        return True
    return (
        bool(_SURE_CUE.search(before))
        and len(key) >= 9
        and not {key.split(maxsplit=1)[0], key.rsplit(maxsplit=1)[-1]} & asking_words("english")
    )
