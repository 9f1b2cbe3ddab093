"""People named in a request, found in the catalogue's own vocabulary."""

import re
from dataclasses import dataclass

from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.vocabulary import Vocabulary

_WORD = re.compile(r"[^\W\d_]+(?:['’.-]+[^\W\d_]+)*\.?")
_LONGEST_NAME = 4
# After these a capitalised word is a person.
_CUE = re.compile(
    r"(?:\b(?:by|with|starring|stars?|featuring|directed\s+by|director|actor|actress|without|no|not|from|anything\s+but|like)\s+(?:the\s+)?)$",
    re.IGNORECASE,
)
_UNKNOWN = re.compile(
    r"\b(?i:by|with|starring|featuring|directed\s+by|actor|actress)\s+(?P<name>[A-ZÀ-Þ][^\W\d_]+(?:[\s-]+(?:de\s+|van\s+|von\s+)?[A-ZÀ-Þ][\w.'’]+){1,2})"
)
_POSSESSIVE = re.compile(r"(?:['’]s)?\s+(?:films?|movies?|series|flicks?|thrillers?|comed(?:y|ies)|westerns?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Person:
    """A person named at `start:end`; `name` as the catalogue shows it."""

    name: str
    start: int
    end: int


def find_people(text: str, vocabulary: Vocabulary) -> list[Person]:
    """People named in `text`, left to right: full names however typed, surnames of directors, and names with a typo."""
    words = list(_WORD.finditer(text))
    found: list[Person] = []
    at = 0
    while at < len(words):
        person, used = _person_at(text, words, at, vocabulary)
        if person:
            found.append(person)
        at += used
    return found


def unknown_people(text: str, found: list[Person]) -> list[str]:
    """Full names behind a sure cue ("starring Ada Example") that the catalogue does not have."""
    known = [range(person.start, person.end) for person in found]
    names = (match for match in _UNKNOWN.finditer(text) if not any(match.start("name") in span for span in known))
    return [] if text.isupper() or text.istitle() else [match["name"] for match in names]


def _person_at(text: str, words: list[re.Match[str]], at: int, vocabulary: Vocabulary) -> tuple[Person | None, int]:
    for length in range(min(_LONGEST_NAME, len(words) - at), 1, -1):
        start, end = words[at].start(), words[at + length - 1].end()
        if "\n" in text[start:end] or not _one_phrase(text[start:end]):
            continue
        for stop in _ends(text, start, end):
            key = fold(text[start:stop])
            if name := vocabulary.people.get(key):
                return Person(name, start, stop), length
    cue = bool(_CUE.search(text[: words[at].start()]))
    if cue and at + 1 < len(words) and (person := _misspelt(text, words[at], words[at + 1], vocabulary)):
        return person, 2
    return _surname(text, words[at], vocabulary, cue), 1


def _ends(text: str, start: int, end: int) -> tuple[int, ...]:
    possessive = re.search(r"['’]s$", text[start:end])
    return (end, start + possessive.start()) if possessive else (end,)


def _one_phrase(piece: str) -> bool:
    return not re.search(r"[,;:!?()]|\.\s+(?=[a-z])", piece)


def _surname(text: str, word: re.Match[str], vocabulary: Vocabulary, cue: bool) -> Person | None:
    typed = re.sub(r"['’]s$", "", word[0])
    key = vocabulary.surnames.get(fold(typed))
    if key is None:
        return None
    end = word.start() + len(typed)
    behind = bool(_POSSESSIVE.match(text, end))
    capital = typed[0].isupper() and not text.isupper() and not text.istitle()
    # Lower case only before "films" or behind "by": "young" and "stone" are surnames too.
    if (capital and (cue or behind)) or (behind and len(key.split()[-1]) > 5) or _by(text, word.start()):
        return Person(vocabulary.people[key], word.start(), end)
    return None


def _by(text: str, start: int) -> bool:
    return bool(re.search(r"\b(?:directed\s+by|starring)\s+$", text[:start], re.IGNORECASE))


def _misspelt(text: str, first: re.Match[str], last: re.Match[str], vocabulary: Vocabulary) -> Person | None:
    typed = text[first.start() : last.end()]
    if not first[0][0].isupper() or not last[0][0].isupper() or not _one_phrase(typed):
        return None
    from rapidfuzz import process
    from rapidfuzz.distance import OSA

    key = fold(typed)
    allowed = 1 if len(key) < 12 else 2
    best = process.extractOne(key, vocabulary.people.keys(), scorer=OSA.distance, score_cutoff=allowed)
    return Person(vocabulary.people[best[0]], first.start(), last.end()) if best else None
