"""A language model that writes essences: each its own words, billed as told, counted, held or broken where a test wants it."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Sequence

from agent.llm import ChatMessage, LlmError, Meter, Piece, SchemaT, Tier
from agent.llm_output import read

Output = Callable[[Sequence[str]], str]


def note(name: str) -> str:
    """What the model writes of a title of this name: fit to be kept."""
    return (
        f"Hushed, tender and slow, {name} looks grey and soft. It suits people who like quiet evenings with rain at the window."
    )


def entries(messages: Sequence[ChatMessage]) -> list[str]:
    """The names of the titles that a prompt asks about."""
    asked = messages[-1].content.partition("</entries>")[0]
    return re.findall(r'^\[\d+\] "Title: (.*?)\\n', asked, re.MULTILINE)


def output(names: Sequence[str]) -> str:
    """A whole output with a note for each."""
    return _json([(number, note(name)) for number, name in enumerate(names, 1)])


def _json(notes: Sequence[tuple[int, str]]) -> str:
    items = ", ".join(f'{{"number": {number}, "essence": "{text}"}}' for number, text in notes)
    return f'{{"essences": [{items}]}}'


class Essayist:
    """Answers with `writes` of the names asked about. From its call `fails_at` on, counted from 1, it raises `failure`.

    `held` keeps every call waiting until `release`; `most` says how many waited at once, `crowded` that four do. Calls bill
    `tokens` unless it is None.
    """

    def __init__(
        self,
        writes: Output = output,
        *,
        tokens: tuple[int, int] | None = (1000, 100),
        fails_at: int = 0,
        failure: LlmError | None = None,
        held: bool = False,
    ) -> None:
        self._writes = writes
        self._tokens = tokens
        self._fails_at = fails_at
        self._failure = failure
        self.release = asyncio.Event()
        self.crowded = asyncio.Event()
        if not held:
            self.release.set()
        self.prompts: list[Sequence[ChatMessage]] = []
        self.asked: list[str] = []
        self.most = 0
        self._waiting = 0

    async def structured(self, tier: Tier, messages: Sequence[ChatMessage], schema: type[SchemaT], meter: Meter) -> SchemaT:
        """One output."""
        assert tier == "secondary"
        self.prompts.append(messages)
        number = len(self.prompts)
        self._waiting += 1
        self.most = max(self.most, self._waiting)
        if self._waiting == 4:
            self.crowded.set()
        await asyncio.sleep(0)
        await self.release.wait()
        self._waiting -= 1
        if self._failure is not None and number >= self._fails_at:
            raise self._failure
        if self._tokens is not None:
            meter.spend(*self._tokens)
        names = entries(messages)
        self.asked += names
        return read(self._writes(names), schema)

    def stream(self, tier: Tier, messages: Sequence[ChatMessage], meter: Meter) -> AsyncIterator[Piece]:
        """Nobody asks for it."""
        raise AssertionError("essences are structured outputs")
