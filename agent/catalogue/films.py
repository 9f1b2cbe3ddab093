"""Films and series as the graph's field of knowledge, and the no-model twin of every decision."""

import asyncio
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from agent.catalogue.answers import checking, compose, followup, smalltalk
from agent.catalogue.answers.cards import card
from agent.catalogue.answers.comparison import compare
from agent.catalogue.answers.facts import as_text
from agent.catalogue.answers.filters import Known, narrowed, understood
from agent.catalogue.answers.reask import reask
from agent.catalogue.answers.reasons import Pick
from agent.catalogue.answers.routing import Encode, Router
from agent.catalogue.finding import Extras, ScoredTitle, TitleFinder
from agent.catalogue.plans.plan import plan
from agent.catalogue.request import Request
from agent.catalogue.speech.comparison import asking_voice
from agent.catalogue.speech.pointers import find_pointer
from agent.catalogue.speech.sentences import AGE_NOTES
from agent.catalogue.speech.voice import VOICES, Voice, voice_of
from agent.catalogue.title import Title
from agent.catalogue.tools.route import FilmRoute
from agent.catalogue.tools.told import Listener, Told
from agent.catalogue.tools.toolbox import Toolbox
from agent.catalogue.understanding.bilingual import LONGEST, is_translated, read_twice
from agent.contract import NO_HOUSE, NO_TASTE, Decision, HistoryMessage, House, Taste, TitleCard, TitleRef
from agent.domain import Checked, Document, Retrieval, Route, SubTask, ToolAnswer, ToolCall

_TELLING = 3  # words: "stop", "super" and "ok thanks" are said in every language
_AROUND = 50  # candidates that a clarifying question divides
_GROWN_UP = 18  # from this age on nothing is kept back, known certificate or not


class FilmDomain:
    """A `Domain` over a finder. `encode` turns queries into unit vectors, for routing what the rules cannot tell."""

    name = "films"
    route_schema: type[Route] = FilmRoute

    def __init__(
        self, finder: TitleFinder, *, encode: Encode | None = None, threshold: float = 0.5, extras: Extras | None = None
    ) -> None:
        self._finder = finder
        self._extras = extras
        self._router = Router(encode)
        self._tools = Toolbox(finder)
        self._threshold = threshold
        self._known: tuple[Mapping[str, Title], Known] | None = None

    @property
    def edition(self) -> str:
        """When the catalogue generation that serves was made, to the second."""
        return "-".join(self._finder.edition.split("-")[:2])

    async def warm(self) -> None:
        """Do now what the first question would wait for."""
        await self._router.warm()

    def merge(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """The question as it stands alone."""
        if self._tools.asked(question, history) is not None or self.plan(question) is not None:
            return question.strip()
        merger = followup.Merger(self._finder.titles.get, self._finder.understand, self._is_exact)
        return merger.merge(question, self._tools.as_wishes(history))

    async def route(self, question: str) -> Decision:
        """Whether the question needs a search."""
        if followup.compares(question):
            return "GENERAL"
        return await self._router.route(question, self._finder.understand(question))

    def tool(self, question: str, history: Sequence[HistoryMessage], route: Route | None = None) -> ToolCall | None:
        """The tool that answers the question exactly."""
        if route is not None:
            return self._tools.checked(question, history, route, self._known_words())
        asked = self._tools.asked(question, history)
        return None if asked is None else asked.call

    def plan(self, question: str) -> tuple[SubTask, ...] | None:
        """The parts of a question that has several."""
        told = self._finder.understand(question).language
        return plan(question, told, self._finder.understand_part, self._is_exact)

    async def run_tool(
        self, call: ToolCall, *, language: str, exclude: Sequence[str] = (), taste: Taste = NO_TASTE, house: House = NO_HOUSE
    ) -> ToolAnswer:
        """Compute over the catalogue."""
        await self._finder.refresh()
        to = Listener(_voice_of(house) or voice_of(language), _ceiling(house), frozenset((*exclude, *taste.hidden)))
        told = await asyncio.to_thread(self._tools.run, call, to)
        documents = tuple(_presented(title) for title in told.titles)
        return ToolAnswer(call.name, told.text, documents, told.facts, _people_told(told))

    async def retrieve(
        self,
        question: str,
        *,
        filters: Mapping[str, Any] | None = None,
        exclude: Sequence[str] = (),
        limit: int = 5,
        taste: Taste = NO_TASTE,
        house: House = NO_HOUSE,
    ) -> Retrieval:
        """Search the catalogue. A title asked for by name comes back even if it was shown before, seen or not liked."""
        await self._finder.refresh()
        filters = filters or {}
        request = housed(narrowed(self._read(question, filters.get("english")), filters, self._known_words()), house)
        exclude = [*exclude, *taste.hidden]
        wanted = min(request.limit or limit, 10)  # an answer is one chat message, not a catalogue
        if request.lookup:
            exclude = [entry for entry in exclude if entry not in self._names_of(request.lookup)]
        found = await self._finder.find(request, exclude=exclude, limit=wanted, taste=taste)
        weak = found.score < self._threshold
        around = (await self._finder.find(request, exclude=exclude, limit=_AROUND, taste=taste)).titles if weak else ()
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
            hides_plot=request.hides_plot,
        )

    def _read(self, question: str, english: object) -> Request:
        """The question understood, together with the English that a model made of it."""
        own = self._finder.understand(question)
        said = english[:LONGEST] if isinstance(english, str) else ""
        return read_twice(own, self._finder.understand(said), question) if is_translated(question, said, own.language) else own

    async def cards(self, documents: Sequence[Document], house: House) -> tuple[TitleCard, ...]:
        """The titles as cards."""
        titles: list[Title] = [document.facts["title"] for document in documents]
        extras = await self._extras.about(titles, house.region) if self._extras is not None and titles else {}
        return tuple(
            card(document.ref, title, document.why, extras.get(title.id), house.region)
            for document, title in zip(documents, titles, strict=True)
        )

    def compose(
        self, question: str, retrieval: Retrieval, house: House = NO_HOUSE, *, part_from: int | None = None
    ) -> Iterator[str]:
        """The answer from facts."""
        request = housed(self._request(question, retrieval), house)
        picks = [Pick(document.facts["title"], document.why, document.score) for document in retrieval.documents]
        weak = retrieval.score < self._threshold
        return compose.answer(question, request, picks, retrieval.notes, weak=weak, part_from=part_from)

    def language(self, question: str, history: Sequence[HistoryMessage]) -> Voice:
        """The language to answer in: the question's; where it is too short to tell, the conversation's."""
        if (voice := asking_voice(question)) is not None:
            return voice
        if (asked := self._tools.asked(question, history)) is not None:
            return asked.voice
        said = smalltalk.said(question)
        voice = said.voice if said is not None else self._asked_in(question)
        if voice is not None and (voice != "en" or len(question.split()) >= _TELLING):
            return voice
        earlier = (self._told(message.text) for message in reversed(history) if message.role == "user")
        return next((told for told in earlier if told is not None), voice or "en")

    def speaks(self, question: str) -> bool:
        """Whether it is in one of the five languages, or in none that can be told."""
        return self._told(question) is not None or not self._finder.understand(question).language

    def _is_exact(self, text: str) -> bool:
        return self._tools.asked(text, ()) is not None

    def _asked_in(self, question: str) -> Voice | None:
        """The language that a question is in; its words for what was shown tell more than the detector, but for English."""
        pointer = find_pointer(question)
        pointing = pointer.voice if pointer is not None else None
        return pointing if pointing not in {None, "en"} else self._told(question) or pointing

    def _told(self, text: str) -> Voice | None:
        """The language that a text is in; None where it does not tell, or is none that answers speak."""
        said = smalltalk.said(text)
        language = said.voice if said is not None else self._finder.understand(text).language
        return next((voice for voice in VOICES if voice == language), None)

    def check(self, sentence: str, document: Document, documents: Sequence[Document], said: str) -> Checked:
        """The sentence held against the title's facts."""
        return checking.check(sentence, document.facts["title"], [item.facts["title"] for item in documents], said)

    def compose_general(self, question: str, history: Sequence[HistoryMessage], house: House = NO_HOUSE) -> Iterator[str]:
        """Small talk, what lies outside the field, and comparisons of the titles that were shown."""
        voice = _voice_of(house) or self.language(question, history)
        if followup.compares(question) and (answer := compare(question, history, self._finder.titles.get, voice)):
            yield answer
            return
        kind = smalltalk.smalltalk(question)
        seed = zlib.crc32(question.encode())
        in_thread = any(message.titles for message in history)
        yield from smalltalk.reply(kind, voice, titles=len(self._finder.titles), seed=seed, in_thread=in_thread)

    def reask(self, question: str, retrieval: Retrieval, house: House = NO_HOUSE) -> str:
        """One clarifying question with options from the candidates."""
        titles = [document.facts["title"] for document in retrieval.around or retrieval.documents]
        request = housed(self._request(question, retrieval), house)
        asked = reask(question, request, titles, self._finder.titles.values(), retrieval.unmet)
        limits = [note for note in retrieval.notes if note in AGE_NOTES]
        return " ".join((*limits, asked))

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


def housed(request: Request, house: House) -> Request:
    """The request within the rules of the place. A language that answers cannot be worded in gives way to the question's."""
    return replace(request, ceiling=_ceiling(house), answer_in=_voice_of(house) or "")


def _ceiling(house: House) -> int | None:
    """The age that titles must be fit for; None where everybody is grown up."""
    return house.viewer_age if house.viewer_age is not None and house.viewer_age < _GROWN_UP else None


def _voice_of(house: House) -> Voice | None:
    """The language that the place wants answers in; None where it leaves that to the question, or answers do not speak it."""
    return next((voice for voice in VOICES if voice == house.language), None)


def _people_told(told: Told) -> tuple[str, ...]:
    """The people that a tool has named as its answer; of namesakes those of the one that most have voted on."""
    if told.facts.get("fact") not in {"directors", "cast"} or not told.titles:
        return ()
    meant = max(told.titles, key=lambda title: title.votes or 0)
    return tuple(told.facts["values"][meant.id])


def _document(scored: ScoredTitle) -> Document:
    return replace(_presented(scored.title), score=scored.score, why=tuple(scored.why))


def _presented(title: Title) -> Document:
    ref = TitleRef(title.id, title.title, title.year, title.source_ids)
    return Document(ref=ref, text=as_text(title), score=1.0, facts={"title": title})
