"""The search as everybody else sees it: a text understood, titles found with reasons, and whether they are worth showing."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import Any

import structlog

from agent.catalogue.answers.facts import as_text
from agent.catalogue.generation import Generations
from agent.catalogue.parquet import TitlesUnreadable
from agent.catalogue.request import Request
from agent.catalogue.search.candidates import Candidates, QueryEncoder, SparseQueryEncoder, search
from agent.catalogue.search.ceiling import age_notes, within_ceiling
from agent.catalogue.search.evidence import leanings
from agent.catalogue.search.found import Found, Scored
from agent.catalogue.search.gating import Gate
from agent.catalogue.search.ranking import load_ranker
from agent.catalogue.search.shelf import Shelf, open_shelf
from agent.catalogue.search.table import FactTable
from agent.catalogue.search.taste import Pull, closest
from agent.catalogue.search.why import reasons
from agent.catalogue.speech.sentences import sentence
from agent.catalogue.speech.voice import Voice, voice_of
from agent.catalogue.title import Title
from agent.catalogue.understanding.notes import worded
from agent.catalogue.understanding.understand import understand, understand_part
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.contract import NO_TASTE, Taste
from agent.retrieval.home import IndexHome
from agent.retrieval.language import detect_language
from agent.retrieval.rerank import Reranker
from agent.retrieval.types import FULL, IndexUnavailable, Vector

_log = structlog.get_logger(__name__)

# A cross-encoder reads this many; more would take longer than the whole rest.
_RERANKED = 15
# Of a request, what the text itself does not say.
_NOT_UNDERSTOOD = frozenset({"notes", "ceiling", "answer_in"})


class NoCatalogue(RuntimeError):
    """Nothing was ingested yet; the message says how to."""


class Finder:
    """Finds titles in the current catalogue generation, and takes up the next one when it is published."""

    def __init__(
        self,
        shelf: Shelf,
        gate: Gate,
        *,
        generations: Generations,
        home: IndexHome,
        dense: QueryEncoder,
        sparse: SparseQueryEncoder,
        reranker: Reranker | None,
        today: Callable[[], date],
    ) -> None:
        self._shelf = shelf
        self._gate = gate
        self._generations = generations
        self._home = home
        self._dense = dense
        self._sparse = sparse
        self._reranker = reranker
        self._today = today
        self._ranker = load_ranker()
        self._refreshing = asyncio.Lock()

    @classmethod
    async def open(
        cls,
        data_dir: Path,
        *,
        home: IndexHome,
        dense: QueryEncoder,
        sparse: SparseQueryEncoder,
        reranker: Reranker | None = None,
        threshold: float = 0.5,
        today: Callable[[], date] = lambda: datetime.now(UTC).date(),
    ) -> "Finder":
        """Open the current generation under `data_dir`.

        Raises NoCatalogue, TitlesUnreadable, IndexUnavailable, EncoderError.
        """
        generations = Generations(data_dir)
        current = await asyncio.to_thread(generations.current)
        if current is None:
            raise NoCatalogue("There is no catalogue yet: run matinee ingest starter.")
        gate = await Gate.open(dense, threshold)
        shelf = await open_shelf(current, home)
        parts: dict[str, Any] = {"dense": dense, "sparse": sparse, "reranker": reranker, "today": today}
        return cls(shelf, gate, generations=generations, home=home, **parts)

    @property
    def edition(self) -> str:
        """The name of the generation that serves."""
        return self._shelf.generation.name

    @property
    def titles(self) -> Mapping[str, Title]:
        """All titles by id."""
        return self._shelf.titles

    @property
    def vocabulary(self) -> Vocabulary:
        """Their words."""
        return self._shelf.vocabulary

    @property
    def table(self) -> FactTable:
        """Their facts as columns."""
        return self._shelf.table

    def understand(self, text: str) -> Request:
        """What `text` asks for; see `agent.catalogue.understanding.understand`."""
        return understand(text, self._shelf.vocabulary, today=self._today(), language=detect_language(text))

    @asynccontextmanager
    async def opened(self) -> AsyncIterator[Shelf]:
        """The catalogue that serves, the newest one, which stays open for as long as it is looked at."""
        await self.refresh()
        async with self._using() as shelf:
            yield shelf

    def understand_part(self, text: str, voice: Voice) -> Request:
        """What a part of a question in this language asks for."""
        return understand_part(text, voice, self._shelf.vocabulary, today=self._today())

    async def vectors(self, ids: Sequence[str]) -> dict[str, Vector]:
        """The vectors of these titles' whole texts, by title id; unknown ids are left out. Raises IndexUnavailable."""
        async with self._using() as shelf:
            return {title: named[FULL] for title, named in (await shelf.index.vectors(ids)).items()}

    async def find(self, request: Request, *, exclude: Sequence[str] = (), limit: int = 5, taste: Taste = NO_TASTE) -> Found:
        """The `limit` titles that fit best, without `exclude` (title or source ids). Raises IndexUnavailable, EncoderError.

        Titles asked for by name come first, with their namesakes; when a name is all that was asked, they come alone. `taste`
        draws the search; what it hides is the caller's to exclude.
        """
        start = perf_counter()
        await self.refresh()
        async with self._using() as shelf:
            hidden, pull = shelf.title_ids(exclude), Pull.of(taste, shelf)
            asked_for = [title for asked in request.lookup for title in _namesakes(shelf, asked) if title not in hidden]
            named = within_ceiling(asked_for, request, shelf)
            candidates = await search(
                shelf,
                request,
                dense=self._dense,
                sparse=self._sparse,
                ranker=self._ranker,
                excluded=hidden,
                pull=pull,
            )
            score = await asyncio.to_thread(self._gate.score, candidates, shelf)
            before = perf_counter()
            chosen = [] if asked_for and not request.wish else await self._reranked(candidates, shelf)
            titles = [Scored(shelf.titles[title], 1.0) for title in dict.fromkeys(named)]
            count = max(limit, len(named))
            others = ((title, value) for title, value in chosen if title not in named)
            titles += [Scored(shelf.titles[title], value) for title, value in islice(others, count - len(titles))]
            titles = _with_reasons(titles, request, shelf, pull)
            limited = age_notes(request, shelf, hidden, barred=len(named) < len(asked_for), alone=not chosen)
        end = perf_counter()
        told = worded(request.notes, request.spoken_to)
        return Found(
            titles=tuple(titles),
            score=score,
            ok=score >= self._gate.threshold,
            request=candidates.request,
            notes=(*_missing(request), *limited, *told, *(() if asked_for and not chosen else candidates.notes)),
            unmet=candidates.unmet,
            ms={
                "encode": candidates.encode_ms,
                "search": candidates.search_ms,
                "rerank": candidates.rank_ms + (end - before) * 1000,
                "total": (end - start) * 1000,
            },
        )

    async def refresh(self) -> bool:
        """Take up a generation that was published since; whether there was one. One that cannot be opened is left for later."""
        current = await asyncio.to_thread(self._generations.current)
        if current is None or current.name == self._shelf.generation.name:
            return False
        async with self._refreshing:
            if current.name == self._shelf.generation.name:
                return False
            try:
                shelf = await open_shelf(current, self._home)
            except (IndexUnavailable, TitlesUnreadable) as error:
                _log.warning("catalogue_not_taken_up", generation=current.name, error=str(error))
                return False
            before, self._shelf = self._shelf, shelf
            before.retired = True
            if not before.users:
                await before.close()
        return True

    async def close(self) -> None:
        """Let the index go."""
        await self._shelf.close()

    @asynccontextmanager
    async def _using(self) -> AsyncIterator[Shelf]:
        shelf = self._shelf
        shelf.users += 1
        try:
            yield shelf
        finally:
            shelf.users -= 1
            if shelf.retired and not shelf.users:
                await shelf.close()

    async def _reranked(self, candidates: Candidates, shelf: Shelf) -> list[tuple[str, float]]:
        found = list(zip(candidates.ids, candidates.scores, strict=True))
        if self._reranker is None or not candidates.request.wish:
            return found
        head = found[:_RERANKED]
        texts = [f"{shelf.titles[title].title}\n{as_text(shelf.titles[title])}" for title, _ in head]
        scores = await self._reranker.scores(candidates.request.wish, texts)
        order = sorted(zip((title for title, _ in head), scores, strict=True), key=lambda item: -item[1])
        return order + found[_RERANKED:]


def _with_reasons(titles: Sequence[Scored], request: Request, shelf: Shelf, pull: Pull) -> list[Scored]:
    liked = tuple(shelf.titles[title] for title in request.like if title in shelf.titles)
    leaning = frozenset(leanings(request.wish))
    close = {own: shelf.titles[other] for own, other in closest(shelf, pull, [item.title.id for item in titles]).items()}
    return [replace(item, why=reasons(item.title, request, liked, leaning, close.get(item.title.id))) for item in titles]


def _namesakes(shelf: Shelf, title: str) -> tuple[str, ...]:
    return shelf.vocabulary.titles.namesakes(title) if title in shelf.titles else ()


def _missing(request: Request) -> tuple[str, ...]:
    return tuple(sentence("missing", voice_of(request.spoken_to), name=name) for name in request.missing)


def found_json(query: str, found: Found) -> dict[str, Any]:
    """The object that `matinee search --json` prints."""
    fields = asdict(found.request)
    understood = {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in fields.items()
        if name not in _NOT_UNDERSTOOD
    }
    return {
        "query": query,
        "understood": understood,
        "results": [
            {
                "id": item.title.id,
                "title": item.title.title,
                "year": item.title.year,
                "media_type": item.title.media_type,
                "source_ids": list(item.title.source_ids),
                "score": round(item.score, 4),
                "why": list(item.why),
            }
            for item in found.titles
        ],
        "gate": {"score": round(found.score, 4), "ok": found.ok},
        "notes": list(found.notes),
        "ms": {name: round(value, 2) for name, value in found.ms.items()},
    }
