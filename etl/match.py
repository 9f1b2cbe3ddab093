"""Which records are the same film or series. Pure; the outcome does not depend on the order of the records.

A shared name is never enough: *Joker*, *Veronica* and *What If?* each name several titles. The evidence asked for:

- a shared name (any of title, original title, aliases; language labels such as "(Hindi Version)" left off), the same media
  type, and a shared director with release years at most one apart. Where a side names no director, two shared actors will do.
- with two shared actors besides the director, two years apart will do: festival and release (*Paan Singh Tomar*, 2010, 2012).
- for series the year counts for nothing, because one source dates a series by its first season and another by its latest.
- the same description, years at most one apart, and a shared person or the same name without its language label: this is how
  one source lists the language versions and respellings of one film.
- the same id at the same source: two tables drawn from one data base.
- records that name no people at all: etl.nameless, once all others are settled.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from agent.catalogue.title import Title
from etl.nameless import Cluster, joins
from etl.text import fold, name_key, tidy

_LANGUAGES = (
    "Arabic|Bengali|Cantonese|Chinese|Dutch|English|Filipino|French|German|Gujarati|Hebrew|Hindi|Hungarian|Indonesian|Italian|"
    "Japanese|Kannada|Korean|Malay|Malayalam|Mandarin|Marathi|Polish|Portuguese|Punjabi|Russian|Spanish|Tagalog|Tamil|Telugu|"
    "Thai|Turkish|Urdu|Vietnamese"
)
_LABEL = re.compile(rf"\s*\((?:{_LANGUAGES})(?:\s+(?:version|dub|dubbed))?\)$", re.IGNORECASE)
# Shorter texts ("A documentary.") can stand under several titles.
_TELLING_DESCRIPTION = 40


def strip_label(name: str) -> str:
    """The name without a language label at its end: `Boomika (Hindi)` → `Boomika`."""
    return _LABEL.sub("", name) or name


def has_label(name: str) -> bool:
    """Whether the name ends in a language label."""
    return strip_label(name) != name


def name_keys(title: Title) -> frozenset[str]:
    """The keys of all its names, language labels and articles left off."""
    return frozenset(name_key(strip_label(name)) for name in (title.title, title.original_title, *title.aliases) if name)


def group_same(titles: Sequence[Title]) -> list[list[Title]]:
    """The titles in groups, one a film or series; every title is in exactly one group."""
    records = [_Record.of(title) for title in titles]
    parents = list(range(len(records)))

    def root(index: int) -> int:
        while parents[index] != index:
            parents[index] = parents[parents[index]]
            index = parents[index]
        return index

    for left, right in _candidates(records):
        if root(left) != root(right) and _same(records[left], records[right]):
            parents[root(left)] = root(right)
    for left, right in joins(_clusters(records, [root(index) for index in range(len(records))])):
        parents[root(left)] = root(right)
    groups: dict[int, list[Title]] = defaultdict(list)
    for index, title in enumerate(titles):
        groups[root(index)].append(title)
    return list(groups.values())


def _clusters(records: Sequence["_Record"], roots: Sequence[int]) -> dict[int, Cluster]:
    """What has been joined so far, by root."""
    members: dict[int, list[_Record]] = defaultdict(list)
    for record, root in zip(records, roots, strict=True):
        members[root].append(record)
    return {root: Cluster.of([(record.title, record.exact) for record in some]) for root, some in members.items()}


def person_key(name: str) -> str:
    """The key of a person: parts of the name folded and sorted, so that `Joon-ho Bong` meets `Bong Joon Ho`."""
    return " ".join(sorted(filter(None, map(fold, re.split(r"[\s\-.]+", tidy(name))))))


@dataclass(frozen=True, slots=True)
class _Record:
    """What matching looks at. People are folded when they are asked for: nine in ten records share nothing with any other."""

    title: Title
    names: frozenset[str]  # keys without articles
    exact: frozenset[str]  # keys with articles
    description: str

    @property
    def directors(self) -> frozenset[str]:
        """Keys of the directors."""
        return frozenset(map(person_key, self.title.directors))

    @property
    def cast(self) -> frozenset[str]:
        """Keys of the cast."""
        return frozenset(map(person_key, self.title.cast))

    @classmethod
    def of(cls, title: Title) -> "_Record":
        names = [strip_label(name) for name in (title.title, title.original_title, *title.aliases) if name]
        return cls(
            title=title,
            names=name_keys(title),
            exact=frozenset(map(fold, names)),
            description=fold(title.description) if len(title.description) >= _TELLING_DESCRIPTION else "",
        )


def _candidates(records: Sequence[_Record]) -> Iterator[tuple[int, int]]:
    """Pairs of one media type that share a name or a description."""
    blocks: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    for index, record in enumerate(records):
        for name in record.names:
            blocks[record.title.media_type, "name", name].append(index)
        blocks[record.title.media_type, "id", record.title.source_ids[0]].append(index)
        if record.description:
            blocks[record.title.media_type, "text", record.description].append(index)
    for block in blocks.values():
        yield from combinations(block, 2)


def _same(left: _Record, right: _Record) -> bool:
    if left.title.source_ids == right.title.source_ids:
        return True
    near = _years_near(left.title.year, right.title.year)
    if left.description and left.description == right.description and near and _share_anything(left, right):
        return True
    if _nobody_named(left, right) or not left.names & right.names:
        return False
    if near or left.title.media_type == "series":
        return _share_people(left, right)
    two_years = _years_near(left.title.year, right.title.year, within=2)
    return two_years and bool(left.directors & right.directors) and len(left.cast & right.cast) > 1


def _years_near(left: int | None, right: int | None, *, within: int = 1) -> bool:
    return left is None or right is None or abs(left - right) <= within


def _share_people(left: _Record, right: _Record) -> bool:
    if left.directors & right.directors:
        return True
    if left.title.directors and right.title.directors and left.title.media_type == "movie":
        return False
    left_cast, right_cast = left.cast, right.cast
    shared = len(left_cast & right_cast)
    return shared > 0 and shared >= min(2, len(left_cast), len(right_cast))


def _share_anything(left: _Record, right: _Record) -> bool:
    return bool(left.directors & right.directors or left.cast & right.cast or left.names & right.names)


def _nobody_named(left: _Record, right: _Record) -> bool:
    return any(not record.title.directors and not record.title.cast for record in (left, right))
