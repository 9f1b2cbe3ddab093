"""Films and series as the graph's field of knowledge, and the no-model twin of every decision."""

import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Protocol

from agent.catalogue.answers import compose, followup, smalltalk
from agent.catalogue.answers.comparison import compare
from agent.catalogue.answers.facts import as_text
from agent.catalogue.answers.filters import FilmRoute, Known, narrowed, understood
from agent.catalogue.answers.reask import reask
from agent.catalogue.answers.reasons import Pick
from agent.catalogue.answers.routing import Encode, Router
from agent.catalogue.request import Request
from agent.catalogue.title import Title
from agent.contract import Decision, HistoryMessage, TitleRef
from agent.domain import Document, Retrieval, Route


class ScoredTitle(Protocol):
    """One title that a search found, its score in [0, 1], and short reasons that hold for this request."""

    @property
    def title(self) -> Title: ...  # noqa: D102
    @property
    def score(self) -> float: ...  # noqa: D102
    @property
    def why(self) -> tuple[str, ...]: ...  # noqa: D102


_AROUND = 50  # candidates that a clarifying question divides


class FoundTitles(Protocol):
    """What a search brought: titles best first, the gate's score, the request as searched, remarks, demands not met, times."""

    @property
    def titles(self) -> Sequence[ScoredTitle]: ...  # noqa: D102
    @property
    def score(self) -> float: ...  # noqa: D102
    @property
    def request(self) -> Request: ...  # noqa: D102
    @property
    def notes(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def unmet(self) -> tuple[str, ...]: ...  # noqa: D102
    @property
    def ms(self) -> Mapping[str, float]: ...  # noqa: D102


class TitleFinder(Protocol):
    """The search under this domain: `agent.catalogue.finder.Finder`, or a fake."""

    @property
    def titles(self) -> Mapping[str, Title]:
        """All titles by id."""
        ...

    def understand(self, text: str) -> Request:
        """What the text asks for."""
        ...

    async def find(self, request: Request, *, exclude: Sequence[str] = (), limit: int = 5) -> FoundTitles:
        """The titles that fit best."""
        ...

    async def refresh(self) -> bool:
        """Take up a catalogue that was published since; whether there was one."""
        ...


class FilmDomain:
    """A `Domain` over a finder. `encode` turns queries into unit vectors, for routing what the rules cannot tell."""

    name = "films"
    route_schema: type[Route] = FilmRoute

    def __init__(self, finder: TitleFinder, *, encode: Encode | None = None, threshold: float = 0.5) -> None:
        self._finder = finder
        self._router = Router(encode)
        self._threshold = threshold
        self._known: tuple[Mapping[str, Title], Known] | None = None

    async def warm(self) -> None:
        """Do now what the first question would wait for."""
        await self._router.warm()

    def merge(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """The question as it stands alone."""
        return followup.Merger(self._finder.titles.get, self._finder.understand).merge(question, history)

    async def route(self, question: str) -> Decision:
        """Whether the question needs a search."""
        if followup.compares(question):
            return "GENERAL"
        return await self._router.route(question, self._finder.understand(question))

    async def retrieve(
        self, question: str, *, filters: Mapping[str, Any] | None = None, exclude: Sequence[str] = (), limit: int = 5
    ) -> Retrieval:
        """Search the catalogue. A title asked for by name comes back even if it was shown before."""
        await self._finder.refresh()
        request = narrowed(self._finder.understand(question), filters or {}, self._known_words())
        wanted = min(request.limit or limit, 10)  # an answer is one chat message, not a catalogue
        if request.lookup:
            exclude = [entry for entry in exclude if entry not in self._names_of(request.lookup)]
        found = await self._finder.find(request, exclude=exclude, limit=wanted)
        weak = found.score < self._threshold
        around = (await self._finder.find(request, exclude=exclude, limit=_AROUND)).titles if weak else ()
        return Retrieval(
            documents=tuple(_document(scored) for scored in found.titles),
            # Whoever names a title of the catalogue has said enough to search by, whatever the wish around it is worth.
            score=max(found.score, self._threshold) if found.request.like and found.titles else found.score,
            media_type=found.request.media_type,
            filters=understood(found.request),
            notes=tuple(found.notes),
            ms=found.ms,
            around=tuple(_document(scored) for scored in around),
            unmet=tuple(found.unmet),
        )

    def compose(self, question: str, retrieval: Retrieval) -> Iterator[str]:
        """The answer from facts."""
        request = self._request(question, retrieval)
        picks = [Pick(document.facts["title"], document.why, document.score) for document in retrieval.documents]
        return compose.answer(question, request, picks, retrieval.notes, weak=retrieval.score < self._threshold)

    def compose_general(self, question: str, history: Sequence[HistoryMessage]) -> Iterator[str]:
        """Small talk, what lies outside the field, and comparisons of the titles that were shown."""
        if followup.compares(question) and (answer := compare(question, history, self._finder.titles.get)):
            yield answer
            return
        kind = smalltalk.smalltalk(question)
        seed = zlib.crc32(question.encode())
        yield from smalltalk.reply(kind, titles=len(self._finder.titles), seed=seed, in_thread=any(m.titles for m in history))

    def reask(self, question: str, retrieval: Retrieval) -> str:
        """One clarifying question with options from the candidates."""
        titles = [document.facts["title"] for document in retrieval.around or retrieval.documents]
        request = self._request(question, retrieval)
        return reask(question, request, titles, self._finder.titles.values(), retrieval.unmet)

    def _request(self, question: str, retrieval: Retrieval) -> Request:
        """The question understood, with the media type that was searched (a model may have set it)."""
        request = self._finder.understand(question)
        media_type = retrieval.media_type
        return replace(request, media_type=media_type) if media_type in {"movie", "series"} else request  # type: ignore[arg-type]

    def _known_words(self) -> Known:
        titles = self._finder.titles
        if self._known is None or self._known[0] is not titles:
            self._known = (titles, Known(titles.values()))
        return self._known[1]

    def _names_of(self, ids: Sequence[str]) -> set[str]:
        titles = (self._finder.titles.get(id_) for id_ in ids)
        return {name for title in titles if title is not None for name in (title.id, *title.source_ids)}


def _document(scored: ScoredTitle) -> Document:
    title = scored.title
    return Document(
        ref=TitleRef(title.id, title.title, title.year, title.source_ids),
        text=as_text(title),
        score=scored.score,
        why=tuple(scored.why),
        facts={"title": title},
    )
