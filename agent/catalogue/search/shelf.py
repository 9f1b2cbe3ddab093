"""One opened catalogue generation: its titles, their words and facts, and its vectors."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from agent.catalogue.generation import Generation
from agent.catalogue.parquet import read_titles
from agent.catalogue.search.postings import Postings
from agent.catalogue.search.table import FactTable
from agent.catalogue.search.view import View
from agent.catalogue.search.view_files import read_views, stored_views
from agent.catalogue.title import Title
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.catalogue.understanding.words import moods, plot_text, stems, title_text
from agent.retrieval.home import IndexHome
from agent.retrieval.types import ESSENCE, FULL, PLOT, IndexUnavailable, VectorIndex
from agent.troubles import no_index, other_encoder


@dataclass(frozen=True, slots=True)
class Words:
    """The words of all titles: everything, what it is about, names, and how it feels, the last with words of mood; which three
    letters follow each other in them."""

    everything: Postings
    plot: Postings
    names: Postings
    feeling: Postings
    letter_triples: frozenset[str]


@dataclass(slots=True, repr=False)  # in a logged traceback it would take megabytes, and seconds to write them
class Shelf:
    """A generation opened for searching. Rows of the table, the words and the views are the titles in their order.

    `users` counts the searches under way, so that a shelf that was replaced is closed only when the last one is through.
    """

    generation: Generation
    titles: Mapping[str, Title]
    vocabulary: Vocabulary
    table: FactTable
    by_source: Mapping[str, str]
    words: Words
    index: VectorIndex
    views: Mapping[str, View]
    users: int = 0
    retired: bool = field(default=False)

    @property
    def full(self) -> View | None:
        """The vectors of the whole texts; None for an empty index."""
        return self.views.get(FULL)

    @property
    def plot(self) -> View | None:
        """The vectors of the texts without people; those of the whole texts where an index has no others."""
        return self.views.get(PLOT) or self.full

    @property
    def essence(self) -> View | None:
        """The vectors of how titles feel; None where no title's feeling is known."""
        return self.views.get(ESSENCE)

    def title_ids(self, names: Sequence[str]) -> set[str]:
        """Title ids of title or source ids; unknown ones are left out."""
        ids = (self.by_source.get(name, name) for name in names)
        return {found for found in ids if found in self.titles}

    async def close(self) -> None:
        """Let the index go."""
        await self.index.close()


async def open_index(generation: Generation, home: IndexHome, encoder: str, titles: int) -> VectorIndex:
    """The index of a generation with so many titles, for questions encoded by the encoder of this fingerprint.

    Raises IndexUnavailable for an index of another encoder, and for one that is missing, empty or out of reach.
    """
    if (built := await asyncio.to_thread(lambda: generation.encoder)) and built != encoder:
        raise IndexUnavailable(other_encoder(built, encoder).mend)
    index = await home.open(generation)
    try:
        if titles and not await index.count():
            raise IndexUnavailable(no_index(str(generation.folder)).mend)
    except BaseException:
        await index.close()
        raise
    return index


async def open_shelf(generation: Generation, home: IndexHome, encoder: str) -> Shelf:
    """Open `generation` for questions of the encoder of this fingerprint. Raises TitlesUnreadable and IndexUnavailable."""
    titles, vocabulary, table, words = await asyncio.to_thread(_read, generation)
    index = await open_index(generation, home, encoder, len(titles))
    try:
        views = await asyncio.to_thread(stored_views, generation, len(titles)) or await read_views(index, list(titles))
    except BaseException:
        await index.close()
        raise
    by_source = {source: title.id for title in titles.values() for source in title.source_ids}
    return Shelf(generation, titles, vocabulary, table, by_source, words, index, views)


def _read(generation: Generation) -> tuple[dict[str, Title], Vocabulary, FactTable, Words]:
    titles = read_titles(generation.titles)
    everything = Postings(stems(title_text(title)) for title in titles)
    padded = (f" {word} " for word in everything)
    words = Words(
        everything,
        Postings(stems(plot_text(title)) for title in titles),
        Postings(stems(title.title) for title in titles),
        Postings(moods(title.essence) for title in titles),
        frozenset(word[i : i + 3] for word in padded for i in range(len(word) - 2)),
    )
    return {title.id: title for title in titles}, Vocabulary.of(titles), FactTable(titles), words
