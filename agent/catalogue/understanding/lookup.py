"""Titles by name: exact, folded, without article, by alias, with a year, with a typo, inside a sentence."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from agent.catalogue.title import MediaType, Title
from agent.catalogue.understanding.fold import fold, without_article
from agent.catalogue.understanding.genre_words import GENRE_WORDS, MEDIA_WORDS
from agent.catalogue.understanding.spellings import Spellings

_YEAR_BEHIND = re.compile(r"\s*\(((?:18|19|20)\d\d)\)|\s*,?\s+((?:18|19|20)\d\d)$")
_WORD = re.compile(r"[^\W_]+(?:['’.:-][^\W_]+)*")
_LONGER = re.compile(r"(?:[:–]|\s[–-])?[ ](?!(?:18|19|20)\d\d\b)(?:(?:of|the|in|of the|in the|to|for) )?[A-ZÀ-ÖØ-ÞŐŰ\d]")
_END = "\U0010ffff"  # sorts behind every folded character
_LONGEST_NAME = 9  # words; longer titles are found by their first nine only when typed alone


@dataclass(frozen=True, slots=True)
class Mention:
    """A title named in a text, at `start:end` there (the year behind it included). `sure`: quoted or with its year."""

    id: str
    start: int
    end: int
    sure: bool


class TitleIndex:
    """All names of a catalogue's titles."""

    def __init__(self, titles: Iterable[Title]) -> None:
        self._titles: dict[str, Title] = {title.id: title for title in titles}
        self._exact: Mapping[str, list[str]] = _by_key(self._titles.values())
        self._sorted = sorted(self._exact)
        self._spellings = Spellings(self._exact)

    def find(self, name: str, *, year: int | None = None, media_type: MediaType | None = None) -> str | None:
        """The title of this name, or None. A year may stand behind the name; it must then be right within two years.

        A series is also found by any year in which it ran, as far as its seasons tell. Among titles of one name: the right
        year, then the wanted type, then the nearer year, then the better known, then the newer.
        """
        bare, typed_year = split_year(name)
        for candidate, wanted in ((name, year), (bare, year or typed_year)):
            ids = self._ids(fold(candidate))
            if found := self._best(ids, wanted, media_type):
                return found
        return self._best(self._misspelt(fold(bare)), year or typed_year, media_type)

    @property
    def titles(self) -> Mapping[str, Title]:
        """All titles by id."""
        return self._titles

    def namesakes(self, title: str) -> tuple[str, ...]:
        """The titles of the same name as this one (a remake, a series after the film), itself first."""
        found = self._exact.get(fold(self._titles[title].title), [])
        same = [other for other in found if fold(self._titles[other].title) == fold(self._titles[title].title)]
        return (
            title,
            *sorted((other for other in same if other != title), key=lambda other: -(self._titles[other].votes or 0)),
        )

    def starting(self, head: str) -> set[str]:
        """The titles that have a name which begins with this folded one, whole words alone."""
        names = self._sorted[bisect_left(self._sorted, head) : bisect_left(self._sorted, head + _END)]
        return {id_ for name in names if name[len(head) :][:1] in {"", " "} for id_ in self._exact[name]}

    def exact(self, name: str, media_type: MediaType | None = None) -> str | None:
        """The title of this very name, folded; no typo."""
        return self._best(self._ids(fold(name)), None, media_type)

    def mentions(self, text: str, media_type: MediaType | None = None) -> list[Mention]:
        """Titles named in `text`, left to right, longest first, never overlapping.

        A name counts when it is quoted, has its year behind it, is capitalised as a name, or is so long that it is no chance
        (three words, two of them of some length).
        """
        words = list(_WORD.finditer(text))
        found: list[Mention] = []
        at = 0
        while at < len(words):
            mention, used = self._mention_at(text, words, at, media_type)
            if mention:
                found.append(mention)
            at += used
        return found

    def _mention_at(
        self, text: str, words: list[re.Match[str]], at: int, media_type: MediaType | None
    ) -> tuple[Mention | None, int]:
        for length in range(min(_LONGEST_NAME, len(words) - at), 0, -1):
            start, end = words[at].start(), words[at + length - 1].end()
            key = fold(text[start:end])
            if key not in self._exact:
                continue
            year, behind = _year_after(text, end)
            quoted = _is_quoted(text, start, end)
            sure = quoted or year is not None
            if sure or _reads_as_name(text, words[at : at + length]):
                title = self._best(self._ids(key), year, media_type)
                if title:
                    return Mention(title, start, behind if year else end, sure), length
        return None, 1

    def _ids(self, key: str) -> list[str]:
        if not key:
            return []
        for form in (key, without_article(key), numbered(key), without_article(numbered(key)), lettered(key)):
            if found := self._exact.get(form):
                return found
        return []

    def _best(self, ids: Iterable[str], year: int | None, media_type: MediaType | None) -> str | None:
        titles = [self._titles[found] for found in ids]
        if year is not None:
            titles = [title for title in titles if title.year is None or _from_year(title, year)]
        return max(titles, key=lambda title: _preference(title, year, media_type)).id if titles else None

    def _misspelt(self, key: str) -> list[str]:
        allowed = allowed_typos(without_article(key))
        meant = self._spellings.nearest(key, allowed) if allowed else None
        return [] if meant is None else self._exact[meant]


def split_year(name: str) -> tuple[str, int | None]:
    """A name and the year behind it: "Heat (1995)" and "heat 1995" give ("Heat", 1995)."""
    match = _YEAR_BEHIND.search(name.strip())
    if not match or match.end() != len(name.strip()) or match.start() == 0:
        return name, None
    return name.strip()[: match.start()], int(match[1] or match[2])


def allowed_typos(key: str) -> int:
    """How many edits (a swap of neighbours is one) still mean the same name: short names differ by one letter anyway."""
    return 0 if len(key) < 5 else 1 if len(key) < 9 else 2 if len(key) < 20 else 3


_NUMBERS = {"ii": "2", "iii": "3", "iv": "4", "v": "5", "vi": "6", "vii": "7", "viii": "8", "ix": "9"}
_NUMBERS |= {"two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9"}
_PART = {"part", "volume", "vol", "chapter"}


def numbered(key: str) -> str:
    """A folded name with its number as people type it: "the godfather part ii" and "the godfather two" → "the godfather 2"."""
    words = key.split()
    if len(words) < 2 or (words[-1] not in _NUMBERS and not words[-1].isdigit()):
        return key
    name = words[:-2] if len(words) > 2 and words[-2] in _PART else words[:-1]
    return " ".join((*name, _NUMBERS.get(words[-1], words[-1])))


_AS_LETTERS = str.maketrans("013457", "oieast")
_MIXED = re.compile(r"\b(?=\w*\d)(?=\w*[a-z]{2})\w+\b")


def lettered(key: str) -> str:
    """A folded name with the digits inside its words as the letters that they stand for: "l0gan" → "logan"."""
    return _MIXED.sub(lambda match: match[0].translate(_AS_LETTERS), key)


def _seven(key: str) -> str:
    """The same, where seven is a V: "se7en" → "seven"."""
    return _MIXED.sub(lambda match: match[0].replace("7", "v").translate(_AS_LETTERS), key)


def _before_subtitle(title: Title) -> str:
    """What stands before a subtitle or brackets: people say "Dr. Strangelove", "Borat" and "The Office"."""
    return fold(re.split(r":\s|\s[–-]\s|\sor:\s|\s\(", title.title)[0])


def _from_year(title: Title, year: int) -> bool:
    if title.year is None:
        return True
    # Some sources give a series the year of its last season.
    ran = title.seasons or 1 if title.media_type == "series" else 1
    return -max(2, ran) <= year - title.year <= max(2, ran)


def _by_key(titles: Collection[Title]) -> dict[str, list[str]]:
    keys: dict[str, list[str]] = defaultdict(list)
    for title in titles:
        names = dict.fromkeys(fold(name) for name in (title.title, title.original_title or "", *title.aliases))
        for name in names:
            if name:
                keys[name].append(title.id)
    # Names without their article come second, so that "It" never hides behind "The It"; those with a plain number last.
    for shorten in (without_article, numbered, lettered, _seven):
        for key in list(keys):
            short = shorten(key)
            if short not in keys:
                keys[short] = list(keys[key])
    heads: dict[str, list[str]] = defaultdict(list)
    for title in titles:
        heads[_before_subtitle(title)].append(title.id)
    # A series of films has one head for many: it names none of them.
    keys.update((head, found) for head, found in heads.items() if head and len(found) == 1 and head not in keys)
    return dict(keys)


def _preference(title: Title, year: int | None, media_type: MediaType | None) -> tuple[bool, bool, int, int, int]:
    return (
        year is not None and title.year == year,
        media_type is not None and title.media_type == media_type,
        -abs(title.year - year) if year is not None and title.year is not None else -99,
        title.votes or 0,
        title.year or 0,
    )


def _year_after(text: str, end: int) -> tuple[int | None, int]:
    match = re.compile(r"\s*\(((?:18|19|20)\d\d)\)").match(text, end)
    return (int(match[1]), match.end()) if match else (None, end)


def _is_quoted(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 1) : start], text[end : end + 2]
    return before in {'"', "“", "„", "«", "*", "_", "‘"} and after[:1] in {
        '"',
        "”",
        "“",
        "»",
        "*",
        "_",
        "’",
        ",",
        ".",
        "!",
        "?",
    }


def _reads_as_name(text: str, words: list[re.Match[str]]) -> bool:
    typed = [match[0] for match in words]
    if fold(" ".join(typed)) in EVERYDAY:
        return False
    long_words = sum(len(word) > 3 for word in typed)
    plain = {word.lower() for word in typed}
    # "a love story from the 70s" is no title, though there is one of that name.
    if len(typed) >= 3 and long_words >= 2 and not plain & {"a", "an", *MEDIA_WORDS} and not plain & GENRE_WORDS.keys():
        return True
    if text.isupper() or text.istitle():  # capitals say nothing here
        return False
    if goes_on(text, words[-1].end()):
        return False
    capitals = sum(word[0].isupper() for word in typed)
    at_start = _starts_sentence(text, words[0].start())
    if len(typed) == 1:
        return capitals == 1 and not at_start and len(typed[0]) > 3
    return capitals == len(typed) or (capitals >= 2 and capitals >= long_words)


def goes_on(text: str, end: int) -> bool:
    """Whether the name is the start of a longer one: "Seventeen Grey Herrings" is not "Seventeen"."""
    return bool(_LONGER.match(text, end))


def _starts_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before or before[-1] in ".!?\n"


# Everyday phrases that are titles too: only a year or quotes make them names.
EVERYDAY = frozenset(
    (
        "thank you", "whats up", "what is up", "hi", "hey", "bye", "thanks", "i am", "never heard", "good morning",
        "good night", "goodbye", "hello", "you", "us", "help", "yes", "no",
        "sure", "okay", "christmas", "halloween", "the end", "the movie", "movie 43", "family", "love", "crash", "perfect",
        "nothing", "anything", "something", "tonight", "english", "american", "french", "korean", "netflix", "imdb",
        "film", "movie", "action", "horror", "drama", "comedy", "i love you", "let me in", "the one", "what if", "about time",
        "about last night", "date night", "saturday", "sunday", "friday", "monday", "the family", "the world", "the life",
        "disney", "marvel", "oscar", "first", "second", "best friends", "the house", "the game", "the show", "high school",
    )
)  # fmt: skip
