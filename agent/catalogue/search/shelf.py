"""One opened catalogue generation: its titles, their words and facts, and its vectors."""

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from agent.catalogue.generation import Generation
from agent.catalogue.parquet import read_titles
from agent.catalogue.search.table import FactTable
from agent.catalogue.title import Title
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.catalogue.understanding.words import stems, title_text
from agent.retrieval.home import IndexHome
from agent.retrieval.types import FULL, Vector, VectorIndex

# Enough for the mean and spread of cosines to two digits.
_SAMPLE = 1000


@dataclass(slots=True)
class Shelf:
    """A generation opened for searching. `mean` and `spread` describe its vectors: see `standard`.

    `document_counts` says in how many titles a stem occurs, `letter_triples` which three letters follow each other in stems.
    `users` counts the searches under way, so that a shelf that was replaced is closed only when the last one is through.
    """

    generation: Generation
    titles: Mapping[str, Title]
    vocabulary: Vocabulary
    table: FactTable
    by_source: Mapping[str, str]
    document_counts: Mapping[str, int]
    letter_triples: frozenset[str]
    index: VectorIndex
    mean: Vector
    spread: npt.NDArray[np.float32]
    users: int = 0
    retired: bool = field(default=False)

    def standard(self, query: Vector, cosine: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Cosines to `query` in standard deviations above its mean over the catalogue.

        e5's cosines all lie near .8; what tells is how far a title stands out for this very query.
        """
        deviation = float(np.sqrt(max(float(query @ self.spread @ query), 1e-9)))
        standard: npt.NDArray[np.float64] = (cosine - float(query @ self.mean)) / deviation
        return standard

    def title_ids(self, names: Sequence[str]) -> set[str]:
        """Title ids of title or source ids; unknown ones are left out."""
        ids = (self.by_source.get(name, name) for name in names)
        return {found for found in ids if found in self.titles}

    async def close(self) -> None:
        """Let the index go."""
        await self.index.close()


async def open_shelf(generation: Generation, home: IndexHome) -> Shelf:
    """Open `generation`. Raises TitlesUnreadable and IndexUnavailable."""
    titles, vocabulary, table, counts, triples = await asyncio.to_thread(_read, generation)
    index = await home.open(generation)
    try:
        mean, spread = await _statistics(index, list(titles))
    except BaseException:
        await index.close()
        raise
    by_source = {source: title.id for title in titles.values() for source in title.source_ids}
    return Shelf(generation, titles, vocabulary, table, by_source, counts, triples, index, mean, spread)


def _read(generation: Generation) -> tuple[dict[str, Title], Vocabulary, FactTable, dict[str, int], frozenset[str]]:
    titles = read_titles(generation.titles)
    counts = Counter(stem for title in titles for stem in set(stems(title_text(title))))
    triples = frozenset(padded[i : i + 3] for padded in (f" {word} " for word in counts) for i in range(len(padded) - 2))
    return {title.id: title for title in titles}, Vocabulary.of(titles), FactTable(titles), dict(counts), triples


async def _statistics(index: VectorIndex, ids: Sequence[str]) -> tuple[Vector, npt.NDArray[np.float32]]:
    sample = ids[:: max(1, len(ids) // _SAMPLE)][:_SAMPLE]
    found = [vectors[FULL] for vectors in (await index.vectors(sample)).values() if FULL in vectors]
    if not found:
        return np.zeros(1, np.float32), np.zeros((1, 1), np.float32)
    rows = np.stack(found)
    mean: Vector = rows.mean(axis=0)
    centred = rows - mean
    return mean, (centred.T @ centred / len(rows)).astype(np.float32)
