"""What the film domain needs of a search and of outside sources, whatever does it."""

from collections.abc import Mapping, Sequence
from typing import Protocol

from agent.catalogue.answers.cards import Extra
from agent.catalogue.request import Request
from agent.catalogue.search.table import FactTable
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import Title
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.contract import NO_TASTE, Taste


class ScoredTitle(Protocol):
    """One title that a search found, its score in [0, 1], and short reasons that hold for this request."""

    @property
    def title(self) -> Title: ...  # noqa: D102
    @property
    def score(self) -> float: ...  # noqa: D102
    @property
    def why(self) -> tuple[str, ...]: ...  # noqa: D102


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
    """The search under this domain: `agent.catalogue.search.finder.Finder`, or a fake."""

    @property
    def edition(self) -> str:
        """The name of the catalogue generation that serves."""
        ...

    @property
    def titles(self) -> Mapping[str, Title]:
        """All titles by id."""
        ...

    @property
    def vocabulary(self) -> Vocabulary:
        """Their words."""
        ...

    @property
    def table(self) -> FactTable:
        """Their facts as columns."""
        ...

    def understand(self, text: str) -> Request:
        """What the text asks for."""
        ...

    def understand_part(self, text: str, voice: Voice) -> Request:
        """What a part of a question in this language asks for."""
        ...

    async def find(
        self, request: Request, *, exclude: Sequence[str] = (), limit: int = 5, taste: Taste = NO_TASTE
    ) -> FoundTitles:
        """The titles that fit best."""
        ...

    async def refresh(self) -> bool:
        """Take up a catalogue that was published since; whether there was one."""
        ...


class Extras(Protocol):
    """What an outside source knows of titles: `agent.catalogue.tmdb.lookup.Tmdb`, or a fake."""

    async def about(self, titles: Sequence[Title], region: str) -> Mapping[str, Extra]:
        """By title id, what is known within a second or two. `region` is ISO 3166-1 alpha-2 or "". Never raises."""
        ...
