"""The catalogue's titles by name, for people who are typing one: names and words in names that begin so, slips forgiven."""

import asyncio
import heapq
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from contextlib import suppress
from pathlib import Path

from agent.catalogue.generation import Generation, Generations
from agent.catalogue.parquet import Names, TitlesUnreadable, read_names
from agent.catalogue.understanding.fold import fold, without_article
from agent.catalogue.understanding.lookup import allowed_typos, numbered, split_year
from agent.contract import TitleRef

# Sorts behind every folded character.
_END = "\U0010ffff"
# Whole name, its beginning, a word in it: the order in which matches are offered, the better known first within each.
_WHOLE, _BEGINNING, _INSIDE, _MISSPELT = 3, 2, 1, 0


class NameSuggestions:
    """Titles for what is typed so far. A look-up takes a few milliseconds in a catalogue of 20,000."""

    def __init__(self, titles: Iterable[Names]) -> None:
        self._titles = list(titles)
        self._by_id = {names.ref.id: names.ref for names in self._titles}
        self._known = sorted(range(len(self._titles)), key=lambda at: -self._titles[at].votes)
        keys: dict[str, list[int]] = {}
        for at, names in enumerate(self._titles):
            for key in {form for name in (names.ref.title, *names.others) if (form := fold(name))}:
                keys.setdefault(key, []).append(at)
                if (plain := numbered(key)) != key:
                    keys.setdefault(plain, []).append(at)
        self._names = list(keys)
        self._owners = keys
        # Each name from each of its words on, so that "suspects" finds "the usual suspects" by its beginning.
        self._tails = sorted({(tail, name) for name in keys for tail in _tails(name)})

    def get(self, title_id: str) -> TitleRef | None:
        """The title of this id."""
        return self._by_id.get(title_id)

    def suggest(self, typed: str, limit: int) -> list[TitleRef]:
        """The titles that `typed` may mean, best first; for nothing typed the best known. A year behind a name has to fit."""
        if not typed.strip():
            return [self._titles[at].ref for at in self._known[:limit]]
        bare, year = split_year(typed)
        found = self._matches(fold(bare), year) if year else {}
        found = found or self._matches(fold(typed), None)  # the year may be a part of the name
        best = heapq.nlargest(limit, found.items(), key=lambda item: (item[1], self._titles[item[0]].votes, -item[0]))
        return [self._titles[at].ref for at, _ in best]

    def _matches(self, key: str, year: int | None) -> dict[int, int]:
        """How well each title that may be meant matches."""
        found: dict[int, int] = {}
        if not key:
            return found
        for tail, name in self._starting(key):
            starts = tail in {name, without_article(name)}
            self._offer(found, name, (_WHOLE if tail == key else _BEGINNING) if starts else _INSIDE, year)
        if not found:
            for name in self._misspelt(key):
                self._offer(found, name, _MISSPELT, year)
        return found

    def _starting(self, key: str) -> list[tuple[str, str]]:
        """The tails that begin with `key`, each with the name that it ends."""
        return self._tails[bisect_left(self._tails, (key, "")) : bisect_left(self._tails, (key + _END, ""))]

    def _offer(self, found: dict[int, int], name: str, rank: int, year: int | None) -> None:
        for at in self._owners[name]:
            if year is None or self._titles[at].ref.year == year:
                found[at] = max(rank, found.get(at, rank))

    def _misspelt(self, key: str) -> list[str]:
        """Names that begin with what is typed but for a letter or two; only the nearest of them.

        The first letter is taken to be right, or swapped with the second: all others would take ten times as long.
        """
        from rapidfuzz import process
        from rapidfuzz.distance import OSA

        allowed = allowed_typos(key)
        if not allowed:
            return []
        near_by = [each for letter in {key[0], key[1]} for each in self._starting(letter)]
        heads = [tail[: len(key)] for tail, _ in near_by]
        near = process.extract(key, heads, scorer=OSA.distance, score_cutoff=allowed, limit=200)
        nearest = near[0][1] if near else 0
        return [near_by[at][1] for _, distance, at in near if distance == nearest]


class CatalogueNames:
    """`NameSuggestions` over the catalogue that serves under a data folder, taken up anew when the next one is published.

    Nothing is read before the first call. Without a catalogue, or with one that cannot be read, nothing is found.
    """

    def __init__(self, data_dir: Path) -> None:
        self._generations = Generations(data_dir)
        self._loading = asyncio.Lock()
        self._loaded: str | None = None
        self._names = NameSuggestions(())

    async def suggest(self, typed: str, limit: int) -> list[TitleRef]:
        """The titles that `typed` may mean, best first."""
        names = await self._current()
        return await asyncio.to_thread(names.suggest, typed, limit)

    async def get(self, title_id: str) -> TitleRef | None:
        """A title by its id."""
        return (await self._current()).get(title_id)

    async def _current(self) -> NameSuggestions:
        async with self._loading:
            generation = await asyncio.to_thread(self._generations.current)
            if generation is not None and generation.name != self._loaded:
                with suppress(TitlesUnreadable):  # the search says so; a suggestion more or less does not matter
                    self._names = await asyncio.to_thread(_load, generation)
                self._loaded = generation.name
            return self._names


def _load(generation: Generation) -> NameSuggestions:
    return NameSuggestions(read_names(generation.titles))


def _tails(name: str) -> Sequence[str]:
    words = name.split(" ")
    return [" ".join(words[at:]) for at in range(len(words))]
