"""A field of knowledge with ten fixed documents: for tests of the graph, the runs and the chat."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from agent.contract import NO_HOUSE, NO_TASTE, Decision, HistoryMessage, House, Taste, TitleCard, TitleRef
from agent.domain import Checked, Document, Retrieval, Route, SubTask, ToolAnswer, ToolCall

DOCUMENTS = tuple(
    Document(
        TitleRef(f"{slug}-{year}", title, year, (f"starter:{slug}",)),
        f"{title}, {year}. A thriller in one room.",
        score,
        ("a thriller",),
    )
    for slug, title, year, score in (
        ("rope", "Rope", 1948, 0.9),
        ("the-guilty", "The Guilty", 2018, 0.8),
        ("locke", "Locke", 2013, 0.7),
        ("buried", "Buried", 2010, 0.65),
        ("coherence", "Coherence", 2013, 0.6),
    )
)


class FakeRoute(Route):
    """The route with one filter of its own, and a tool by name."""

    genres: list[str] | None = None
    tool: str | None = None


class FakeDomain:
    """Answers what it is told to. `asked` records every search, `tastes` for whom it was."""

    name = "fake"
    edition = "generation-7"
    route_schema: type[Route] = FakeRoute

    def __init__(
        self, documents: Sequence[Document] = DOCUMENTS, *, score: float = 0.9, error: Exception | None = None
    ) -> None:
        self.documents = tuple(documents)
        self.score = score
        self.error = error
        self.asked: list[tuple[str, dict[str, Any], tuple[str, ...]]] = []
        self.tastes: list[tuple[Taste, House]] = []
        self.computed: list[tuple[str, str, tuple[str, ...], House]] = []

    def merge(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """The earlier questions and this one, joined."""
        return ", ".join([*(message.text for message in history if message.role == "user"), question])

    def language(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """German for what greets so."""
        return "de" if question.startswith("hallo") else "en"

    async def route(self, question: str) -> Decision:
        """GENERAL for a greeting."""
        return "GENERAL" if question.startswith("hello") else "RETRIEVE"

    def tool(self, question: str, history: Sequence[HistoryMessage], route: Route | None = None) -> ToolCall | None:
        """Counting, for "how many"; of a model's tools only that one holds."""
        if route is not None:
            return ToolCall(name="count") if isinstance(route, FakeRoute) and route.tool == "count" else None
        return ToolCall(name="count") if question.startswith("how many") and ";" not in question else None

    def plan(self, question: str) -> tuple[SubTask, ...] | None:
        """A sub-task for each piece between semicolons: "how many" for a tool; one with a slot waits for the first."""
        if ";" not in question:
            return None
        return tuple(
            SubTask(
                kind="tool" if "how many" in piece else "retrieve",
                question=piece.strip(),
                depends_on=1 if "{answer}" in piece else None,
            )
            for piece in question.split(";")
        )

    async def run_tool(
        self, call: ToolCall, *, language: str, exclude: Sequence[str] = (), taste: Taste = NO_TASTE, house: House = NO_HOUSE
    ) -> ToolAnswer:
        """The number of the documents."""
        self.computed.append((call.name, language, (*exclude, *taste.hidden), house))
        if self.error is not None:
            raise self.error
        return ToolAnswer(call.name, f"I have **{len(self.documents)}**.", self.documents, {"count": len(self.documents)})

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
        """The fixed documents without the excluded ones."""
        self.asked.append((question, dict(filters or {}), tuple(exclude)))
        self.tastes.append((taste, house))
        if self.error is not None:
            raise self.error
        documents = tuple(document for document in self.documents if document.ref.id not in exclude)[:limit]
        return Retrieval(documents, self.score, "movie", {"genres": ["thriller"]}, (), {"total": 1.0})

    async def cards(self, documents: Sequence[Document], house: House) -> tuple[TitleCard, ...]:
        """The bare facts."""
        return tuple(TitleCard(document.ref, "movie", why=document.why, region=house.region) for document in documents)

    def compose(
        self, question: str, retrieval: Retrieval, house: House = NO_HOUSE, *, part_from: int | None = None
    ) -> Iterator[str]:
        """One line a document, numbered in a part."""
        yield f"For “{question}”:\n"
        for at, document in enumerate(retrieval.documents):
            number = f"{part_from + at}. " if part_from is not None else ""
            yield f"\n{number}**{document.ref.title}** ({document.ref.year})"

    def check(self, sentence: str, document: Document, documents: Sequence[Document], said: str) -> Checked:
        """1900 is put right, and what holds 1800 left out."""
        if "1800" in sentence:
            return Checked("", 1)
        return Checked(sentence.replace("1900", str(document.ref.year)), sentence.count("1900"))

    def compose_general(self, question: str, history: Sequence[HistoryMessage], house: House = NO_HOUSE) -> Iterator[str]:
        """A greeting."""
        yield f"Hello! You said “{question}”."

    def reask(self, question: str, retrieval: Retrieval, house: House = NO_HOUSE) -> str:
        """Two options."""
        return "Which one?\n1. **thrillers**\n2. **comedies**"
