"""How nodes speak: pieces of the answer go out as they come, and are kept."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence

from agent.contract import ResponseChunk, ThinkingEnd, ThinkingStart
from agent.llm import ChatMessage, Llm, Reasoning, Token
from agent.nodes.footnotes import LOST_MODEL, NO_MODEL, footnote
from agent.state import Run, State, history_of, question_of


class Voice:
    """Writes one answer; not `aloud`, nobody follows how it grows."""

    def __init__(self, run: Run, *, aloud: bool = True) -> None:
        self._run, self._aloud = run, aloud
        self._parts: list[str] = []

    @property
    def text(self) -> str:
        """What has been said."""
        return "".join(self._parts)

    def say(self, piece: str) -> None:
        """Say it now."""
        if piece:
            self._parts.append(piece)
            if self._aloud:
                self._run.emit(ResponseChunk(piece))

    async def recite(self, pieces: Iterator[str]) -> None:
        """Say one piece after the other at the set pace, so that a composed answer can be followed, and stopped."""
        for count, piece in enumerate(pieces):
            if count and self._aloud:
                await asyncio.sleep(self._run.settings.pace)
            self.say(piece)

    def footnote(self, state: State) -> None:
        """Say once a conversation, and whenever a model has failed, who worded the answer."""
        first = not any(message.role == "assistant" and not message.is_reask for message in history_of(state))
        language = self._run.domain.language(question_of(state), history_of(state))
        if self._run.lost is not None:
            self.say(f"\n\n-# {footnote(LOST_MODEL, language)}")
        elif self._run.model is None and first:
            self.say(f"\n\n-# {footnote(NO_MODEL, language)}")


async def answer_tokens(model: Llm, messages: Sequence[ChatMessage], run: Run) -> AsyncIterator[str]:
    """The primary model's answer; its reasoning is announced, never shown. Raises LlmError."""
    run.meter.call()
    thinking = False
    async for piece in model.stream("primary", messages, run.meter):
        match piece:
            case Reasoning() if not thinking:
                thinking = True
                run.emit(ThinkingStart())
            case Token(text):
                if thinking:
                    thinking = False
                    run.emit(ThinkingEnd())
                yield text
            case _:
                pass
    if thinking:
        run.emit(ThinkingEnd())
