"""Records that name no director and no actor: whole tables are made of them. Pure.

Nothing about such a record says which of two namesakes it is, so more must agree than for others. It joins another source's
film or series where

- the name is the same, articles included, and so are the media type and the year; a series, which one table dates by its first
  season and another by its latest, may instead have the same number of seasons, if more than one;
- at least one more fact that both state agrees (a genre, the original language, the language and the country, the runtime)
  and none contradicts; tables label one film differently, so genres that differ altogether only outweigh a weak agreement;
- the answer is unique: whatever hangs together this way has one film with people at most and no source twice. Where it has
  more, as with namesakes of one year, the weakest agreements are given up, step by step, until it has not.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from agent.catalogue.title import Title

# How a title is made or for whom, rather than what it is about: one table says so, another does not.
_SOFT_GENRES = frozenset({"anime", "classic", "cult", "faith", "family", "independent", "lgbtq", "teen"})
# What one fact counts that cannot be true of one film.
_AGAINST = -100
# Where a film in a language is made as a rule. English is made everywhere: it contradicts no country.
_HOMES: dict[str, frozenset[str]] = {
    "bn": frozenset({"India", "Bangladesh"}),
    "cs": frozenset({"Czech Republic", "Czechia", "Czechoslovakia"}),
    "da": frozenset({"Denmark"}),
    "de": frozenset({"Germany", "West Germany", "East Germany", "Austria", "Switzerland"}),
    "en": frozenset({"United States", "United Kingdom", "Canada", "Australia", "New Zealand", "Ireland"}),
    "es": frozenset({"Spain", "Mexico", "Argentina", "Colombia", "Chile", "Peru", "Uruguay", "Venezuela", "Cuba"}),
    "fa": frozenset({"Iran"}),
    "fi": frozenset({"Finland"}),
    "fr": frozenset({"France", "Belgium", "Canada", "Switzerland", "Luxembourg", "Senegal"}),
    "he": frozenset({"Israel"}),
    "hi": frozenset({"India"}),
    "hu": frozenset({"Hungary"}),
    "id": frozenset({"Indonesia"}),
    "it": frozenset({"Italy"}),
    "ja": frozenset({"Japan"}),
    "kn": frozenset({"India"}),
    "ko": frozenset({"South Korea", "North Korea"}),
    "ml": frozenset({"India"}),
    "mr": frozenset({"India"}),
    "nl": frozenset({"Netherlands", "Belgium"}),
    "no": frozenset({"Norway"}),
    "pa": frozenset({"India", "Pakistan"}),
    "pl": frozenset({"Poland"}),
    "pt": frozenset({"Portugal", "Brazil"}),
    "ro": frozenset({"Romania"}),
    "ru": frozenset({"Russia", "Soviet Union"}),
    "sv": frozenset({"Sweden"}),
    "ta": frozenset({"India"}),
    "te": frozenset({"India"}),
    "th": frozenset({"Thailand"}),
    "tl": frozenset({"Philippines"}),
    "tr": frozenset({"Turkey"}),
    "zh": frozenset({"China", "Hong Kong", "Taiwan", "Singapore"}),
}


@dataclass(frozen=True, slots=True)
class Cluster:
    """Records that are one title already. `keys` are (media type, folded name, year); the year of a series is left open."""

    titles: Sequence[Title]
    keys: frozenset[tuple[str, str, int]]

    @classmethod
    def of(cls, records: Iterable[tuple[Title, frozenset[str]]]) -> "Cluster":
        """The cluster of records with their folded names."""
        some = list(records)
        keys = (
            (title.media_type, name, 0 if title.media_type == "series" else title.year)
            for title, names in some
            for name in names
            if title.year
        )
        return cls([title for title, _ in some], frozenset(keys))

    @property
    def named(self) -> bool:
        """Whether a record of it names people."""
        return any(title.directors or title.cast for title in self.titles)

    @property
    def sources(self) -> frozenset[str]:
        """The sources of its records."""
        return frozenset(title.source_ids[0].partition(":")[0] for title in self.titles)


Edge = tuple[int, int, int]  # agreement, cluster, cluster


def joins(clusters: Mapping[int, Cluster]) -> Iterator[tuple[int, int]]:
    """The pairs of clusters that are one title by the rule above; every chain of pairs is consistent."""
    yield from _settle(clusters, list(_edges(clusters)))


def agreement(left: Cluster, right: Cluster) -> int:
    """How much the facts of two clusters agree: 0 where nothing does, negative where something contradicts."""
    facts = (_dated, _languages, _countries, _runtimes, _genres)
    parts = [fact(left, right) for fact in facts]
    return _AGAINST if _AGAINST in parts else sum(parts)


def _edges(clusters: Mapping[int, Cluster]) -> Iterator[Edge]:
    blocks: dict[tuple[str, str, int], list[int]] = defaultdict(list)
    for root, cluster in clusters.items():
        for key in cluster.keys:
            blocks[key].append(root)
    seen: set[tuple[int, int]] = set()
    for block in blocks.values():
        for one, other in combinations(sorted(block), 2):
            left, right = clusters[one], clusters[other]
            if (one, other) in seen or left.sources & right.sources or (left.named and right.named):
                continue
            seen.add((one, other))
            agreed = agreement(left, right)
            if agreed > 0:
                yield agreed, one, other


def _settle(clusters: Mapping[int, Cluster], edges: Sequence[Edge]) -> Iterator[tuple[int, int]]:
    for component in _components(edges):
        if _consistent([clusters[root] for root in {root for _, *pair in component for root in pair}]):
            yield from ((one, other) for _, one, other in component)
            continue
        weakest = min(agreed for agreed, _, _ in component)
        yield from _settle(clusters, [edge for edge in component if edge[0] > weakest])


def _components(edges: Sequence[Edge]) -> list[list[Edge]]:
    """The edges by what hangs together."""
    parents: dict[int, int] = {}

    def root(node: int) -> int:
        while parents.setdefault(node, node) != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    for _, one, other in edges:
        parents[root(one)] = root(other)
    found: dict[int, list[Edge]] = defaultdict(list)
    for edge in edges:
        found[root(edge[1])].append(edge)
    return list(found.values())


def _consistent(clusters: Sequence[Cluster]) -> bool:
    sources = [source for cluster in clusters for source in cluster.sources]
    return len(set(sources)) == len(sources) and sum(cluster.named for cluster in clusters) <= 1


def _dated(left: Cluster, right: Cluster) -> int:
    """Only series come here with different years."""
    seasons, others = ({title.seasons for title in cluster.titles if (title.seasons or 0) > 1} for cluster in (left, right))
    if seasons & others:
        return 1
    years, later = ({title.year for title in cluster.titles} for cluster in (left, right))
    return 0 if years & later else _AGAINST


def _genres(left: Cluster, right: Cluster) -> int:
    ours, theirs = ({genre for title in cluster.titles for genre in title.genres} for cluster in (left, right))
    shared = len(ours & theirs)
    if shared:
        return min(shared, 2)
    if "documentary" in ours ^ theirs and ours and theirs:
        return _AGAINST
    return -1 if ours - _SOFT_GENRES and theirs - _SOFT_GENRES else 0


def _languages(left: Cluster, right: Cluster) -> int:
    ours, theirs = ({title.language for title in cluster.titles if title.language} for cluster in (left, right))
    if not ours or not theirs:
        return 0
    return 2 if ours & theirs else _AGAINST


def _countries(left: Cluster, right: Cluster) -> int:
    """Whether the language of one is spoken in a country of the other."""
    agreed = 0
    for one, other in ((left, right), (right, left)):
        countries = {country for title in other.titles for country in title.countries}
        for language in {title.language for title in one.titles if title.language in _HOMES}:
            home = bool(_HOMES[language or ""] & countries)
            if countries and not home and language != "en":
                return _AGAINST
            agreed = max(agreed, int(home))
    return agreed


def _runtimes(left: Cluster, right: Cluster) -> int:
    """Cuts and credits differ by minutes, not by quarters of an hour."""
    ours, theirs = ([title.runtime for title in cluster.titles if title.runtime] for cluster in (left, right))
    if not ours or not theirs:
        return 0
    apart = min(abs(one - other) for one in ours for other in theirs)
    return 2 if apart <= 3 else _AGAINST if apart > 15 else 0
