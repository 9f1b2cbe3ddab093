"""The tools over a finder's catalogue: which one a question is for, and what it answers."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Protocol, cast

from agent.catalogue.answers.filters import Known
from agent.catalogue.answers.shown import last_shown, name_of
from agent.catalogue.request import Request
from agent.catalogue.search.table import FactTable
from agent.catalogue.speech.answer import frame
from agent.catalogue.speech.request import described
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import Title
from agent.catalogue.tools.calls import CountTitles, FilmCall, FindExtreme, ListTitles, TellFacts
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.model_calls import Context, FilmTool, checked_call
from agent.catalogue.tools.recognise import Asked, recognise
from agent.catalogue.tools.run import run
from agent.catalogue.tools.told import Listener, Told
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.contract import HistoryMessage
from agent.domain import Route, ToolCall


class Catalogue(Protocol):
    """What the tools read of a finder; all of it belongs to the same titles."""

    @property
    def titles(self) -> Mapping[str, Title]: ...  # noqa: D102
    @property
    def vocabulary(self) -> Vocabulary: ...  # noqa: D102
    @property
    def table(self) -> FactTable: ...  # noqa: D102
    @property
    def understand_part(self) -> Callable[[str, Voice], Request]: ...  # noqa: D102


class Toolbox:
    """Decides and computes. A call may be run on a later catalogue than it was made on: what is gone is left out."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

    def asked(self, question: str, history: Sequence[HistoryMessage]) -> Asked | None:
        """What the question asks a tool for, by rules; None where it asks none."""
        return recognise(question, self._library(), self._shown(history, 2), self._shown(history, 1))

    def checked(self, question: str, history: Sequence[HistoryMessage], route: Route, known: Known) -> FilmCall | None:
        """The call that a model asks for; None where it does not hold. `known` are the words that its filters may use."""
        tool = getattr(route, "tool", None)
        if not isinstance(tool, FilmTool):
            return None
        filters = {**route.filters(), "media_type": route.media_type}
        return checked_call(tool, Context(filters, question, self._library(), known, self._shown(history, 1)))

    def run(self, call: ToolCall, to: Listener) -> Told:
        """Compute."""
        return run(cast("FilmCall", call), self._library(), to)

    def _library(self) -> Library:
        catalogue = self._catalogue
        return Library(catalogue.titles, catalogue.vocabulary, catalogue.table, catalogue.understand_part)

    def as_wishes(self, history: Sequence[HistoryMessage]) -> tuple[HistoryMessage, ...]:
        """The conversation with questions for tools as what a follow-up may go on from.

        A fact's title, or titles that meet conditions; nothing after a table, a plan or a sum.
        """
        return tuple(
            replace(message, text=self._wish(asked))
            if message.role == "user" and (asked := self.asked(message.text, history[:at])) is not None
            else message
            for at, message in enumerate(history)
        )

    def _wish(self, asked: Asked) -> str:
        match asked.call:
            case TellFacts(titles=(first, *_)):
                return frame("about", asked.voice, name=name_of(self._catalogue.titles[first]))
            case CountTitles() | ListTitles() | FindExtreme() as call:
                return described(call.wanted, asked.voice, any_type=True)
        return ""

    def _shown(self, history: Sequence[HistoryMessage], at_least: int) -> tuple[str, ...]:
        return tuple(ref.id for ref in last_shown(history, at_least) if ref.id in self._catalogue.titles)
