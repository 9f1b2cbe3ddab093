"""What the engine must know of a language. Patterns are for levelled text (lower case, no accents); a space is any space."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.catalogue.understanding.comparatives import Comparatives
from agent.catalogue.understanding.notes import Note


@dataclass(frozen=True, slots=True)
class Amounts:
    """Patterns of numbers and limits. Those named `…_behind` stand behind what they limit ("két óra alatt").

    `fixed` maps a length said in one phrase to minutes ("másfél óra"); `decade` has the group `tens`, `decades` maps the
    names of decades to their tens; `older_than_me` and `born` limit together; patterns that count have the group `n` for a
    number, those of years `year`.
    """

    numbers: Mapping[str, int]
    hour: str
    minute: str
    fixed: Mapping[str, int]
    below: str
    above: str
    season: str
    mini: str
    decade: str
    decades: Mapping[str, int]
    before: str
    after: str
    since: str
    between: str
    last_years: str
    in_year: str
    recent: str
    old: str
    short: str
    not_long: str
    long: str
    rated: str
    well_rated: str
    age: str
    for_children: str
    for_family: str
    limit: str
    older_than_me: str
    born: str
    below_behind: str = r"(?!)"
    above_behind: str = r"(?!)"
    before_behind: str = r"(?!)"
    after_behind: str = r"(?!)"
    since_behind: str = r"(?!)"


@dataclass(frozen=True, slots=True)
class Grammar:
    """One language. `cues` are words that give it away; genres and places map a pattern to names of the catalogue.

    `negation` stands before what is refused, `negation_behind` behind it. `like` and `left_out` stand before a title, the group
    `seen` of the latter where it tells of titles seen; `like_behind` and `left_out_behind` stand behind one. `endings` are
    what the language glues to a name. `subtitles`, `who_they_are` and `awards` ask for what no source tells.
    """

    code: str
    cues: frozenset[str]
    amounts: Amounts
    genres: Mapping[str, tuple[str, ...]]
    places: Mapping[str, tuple[str, ...]]
    spoken: str
    movie: str
    series: str
    things: str
    negation: str
    either: str
    going_on: str
    like: str
    left_out: str
    praise: str
    asked: str
    subtitles: str
    filler: str
    comparatives: Comparatives
    negation_behind: str = r"(?!)"
    like_behind: str = r"(?!)"
    left_out_behind: str = r"(?!)"
    who_they_are: str = r"(?!)"
    awards: str = r"(?!)"
    endings: str = r"(?!)"
    nouns_are_capital: bool = False
    compiled: dict[str, re.Pattern[str]] = field(default_factory=dict, compare=False, repr=False)

    def pattern(self, name: str) -> re.Pattern[str]:
        """The compiled pattern of the field `name`, of its own or `older_than_me` of the amounts, kept."""
        if name not in self.compiled:
            holder = self.amounts if name == "older_than_me" else self
            self.compiled[name] = compile_pattern(getattr(holder, name))
        return self.compiled[name]


def compile_pattern(pattern: str) -> re.Pattern[str]:
    """For levelled text, a space in the pattern being any space."""
    return re.compile(pattern.replace(" ?", r"\s*").replace(" ", r"\s+"))


def words(text: str) -> dict[str, tuple[str, ...]]:
    """A table "meaning: pattern, pattern" a line, meanings joined by ` + `; as pattern → meanings."""
    found: dict[str, tuple[str, ...]] = {}
    for line in text.strip().splitlines():
        meaning, _, patterns = line.partition(": ")
        found |= dict.fromkeys((pattern.strip() for pattern in patterns.split(",")), tuple(meaning.split(" + ")))
    return found


def counting(text: str) -> dict[str, int]:
    """A line of words for one, two, three … as word → number; words of one number are joined by a slash."""
    return {word: value for value, names in enumerate(text.split(), start=1) for word in names.split("/")}


def cue_words(text: str) -> frozenset[str]:
    """The words of a text."""
    return frozenset(text.split())


def unknowables(grammar: Grammar) -> dict[Note, re.Pattern[str]]:
    """What asks for something that no source tells, by note."""
    named: tuple[Note, ...] = ("subtitles", "who_they_are", "awards")
    return {note: grammar.pattern(note) for note in named} | {"birth_year": grammar.pattern("older_than_me")}
