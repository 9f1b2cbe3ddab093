"""The writer: answers that stream while they can, and whose text is exact whatever becomes of the stream."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import ChatError, Forbidden, RateLimited, Unappendable, Unreachable
from bot.pacer import AnswerStore, Pacer
from bot.types import MessageRef, Place, Posted, Step
from bot.writer import Writer
from tests.fakes.chat import DISCORD_LIKE, FakeChat
from tests.fakes.clock import FakeClock

DIRECT = Place("discord", "", "dm", thread="t", is_direct=True)
QUESTION = MessageRef("discord", "dm", "q")
LIMITS = replace(DISCORD_LIKE, edit_interval=1.0, text=200)
WORKING, DONE = Step("search", "Searching", "working"), Step("search", "Searching", "done")


@dataclass
class FakeStreams:
    """A `StreamPort` over the fake chat: what it streams is a message there. `faults` are met in order, one a call; a fault of
    `lost` is met after the call took effect."""

    chat: FakeChat
    life: float = 240.0
    interval: float = 1.0
    faults: list[ChatError | None] = field(default_factory=list)
    lost: list[ChatError | None] = field(default_factory=list)
    texts: dict[MessageRef, str] = field(default_factory=dict)
    open: set[MessageRef] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)
    calls: list[str] = field(default_factory=list)

    async def start(self, place: Place, *, after: MessageRef, fresh: bool, steps: Sequence[Step] = ()) -> MessageRef:
        """Begin one, or find the one whose answer was lost."""
        self._meet("start")
        if not fresh and self.texts:
            return next(iter(self.texts))
        ref = (await self.chat.post(place, "…", key=f"stream{len(self.texts)}")).ref
        self.texts[ref] = ""
        self.open.add(ref)
        self.steps += steps
        self._lose()
        return ref

    async def append(self, message: MessageRef, before: str, text: str, steps: Sequence[Step] = ()) -> None:
        """Let it grow."""
        self._meet("append")
        await self._grow(message, before, text, steps)
        self._lose()

    async def stop(self, message: MessageRef, before: str, text: str, steps: Sequence[Step] = ()) -> Posted:
        """End it."""
        self._meet("stop")
        await self._grow(message, before, text, steps)
        self.open.discard(message)
        self._lose()
        return Posted(message, self.texts[message])

    async def _grow(self, message: MessageRef, before: str, text: str, steps: Sequence[Step]) -> None:
        if message not in self.open or not text.startswith(before):
            raise Unappendable
        self.texts[message] += text[len(before) :]
        self.steps += steps
        await self.chat.edit(message, self.texts[message] or "…")

    def _meet(self, call: str) -> None:
        self.calls.append(call)
        fault = self.faults.pop(0) if self.faults else None
        if fault:
            raise fault

    def _lose(self) -> None:
        fault = self.lost.pop(0) if self.lost else None
        if fault:
            raise fault


class Harness:
    """A writer over the fakes."""

    def __init__(self, place: Place = DIRECT, *, fresh: bool = True) -> None:
        self.clock = FakeClock()
        self.chat = FakeChat(self.clock, limits=LIMITS)
        self.chat.know(DIRECT)
        self.streams = FakeStreams(self.chat)
        self.chat.streams = self.streams
        self.saved: dict[int, MessageRef] = {}
        store = AnswerStore(self._save, self._drop, self._end)
        pacer = Pacer(self.chat, place, key="turn", store=store, clock=self.clock, fresh=fresh)
        self.writer = Writer(self.chat, pacer, place, self.clock, after=QUESTION, fresh=fresh)

    async def _save(self, chunk: int, ref: MessageRef) -> None:
        self.saved[chunk] = ref

    async def _drop(self, chunk: int) -> None:
        del self.saved[chunk]

    async def _end(self, chunk: int, ends: int) -> None:
        """Nothing ages here."""

    async def grow(self, *texts: str, steps: tuple[Step, ...] = ()) -> None:
        """Show texts, a long while apart."""
        for text in texts:
            self.writer.show(text, cursor=" ▍", steps=steps)
            await self.clock.advance(1.0)
            await self.clock.advance(1.0)

    async def finish(self, text: str) -> None:
        """Finish while time moves on."""
        task = asyncio.create_task(self.writer.finish(text))
        for _ in range(900):
            if task.done():
                break
            await self.clock.advance(1.0)
        await task

    @property
    def shown(self) -> list[str]:
        """What stands in the conversation."""
        return self.chat.texts(DIRECT)


async def test_an_answer_streams_from_its_first_step_to_its_last_word() -> None:
    """One message, appended to; ended with its steps ticked off; nothing is edited into it."""
    h = Harness()
    h.writer.show("*Searching…*", is_status=True, steps=(WORKING,))
    await h.clock.advance(1.0)
    await h.grow("Three", "Three films", steps=(WORKING,))
    await h.finish("Three films for tonight.")
    assert ["Three films for tonight."] == h.shown
    assert ["start", "append", "append", "stop"] == h.streams.calls
    assert [WORKING, DONE] == h.streams.steps
    assert list(h.streams.texts) == h.writer.messages == list(h.saved.values())
    assert not h.streams.open


async def test_the_first_words_do_not_wait_and_the_next_keep_their_distance() -> None:
    """Nor do they for the pace of the steps before them."""
    h = Harness()
    h.writer.show("*Searching…*", is_status=True, steps=(WORKING,))
    await h.clock.advance(0.1)
    h.writer.show("Three", steps=(WORKING,))
    await h.clock.advance(0.1)
    assert ["start", "append"] == h.streams.calls
    h.writer.show("Three films", steps=(WORKING,))
    await h.clock.advance(0.5)
    assert ["start", "append"] == h.streams.calls
    await h.clock.advance(0.6)
    assert ["start", "append", "append"] == h.streams.calls
    await h.finish("Three films.")


async def test_only_direct_messages_stream() -> None:
    """In a channel one person alone would see it."""
    h = Harness(replace(DIRECT, is_direct=False))
    await h.grow("Three")
    await h.finish("Three films.")
    assert [] == h.streams.calls
    assert ["Three films."] == h.shown


@pytest.mark.parametrize(
    ("fault", "is_applied"),
    [
        (Unreachable(), False),
        (Unreachable(), True),
        (Unappendable(), False),
        (Forbidden("x", "y"), False),
        (RateLimited(2.0), False),
    ],
)
@pytest.mark.parametrize("call", range(5))
async def test_whatever_a_stream_meets_the_text_is_exact_and_stands_once(fault: ChatError, is_applied: bool, call: int) -> None:
    """At any call, before it was applied or after: one message, the whole text, and nothing streams on."""
    h = Harness()
    (h.streams.lost if is_applied else h.streams.faults).extend([*[None] * call, fault])
    await h.grow("One", "One, two", "One, two, three", steps=(WORKING,))
    await h.finish("One, two, three, four.")
    assert ["One, two, three, four."] == h.shown


async def test_a_stream_is_left_before_it_expires() -> None:
    """The same message goes on by edits."""
    h = Harness()
    await h.grow("One")
    await h.clock.advance(h.streams.life)
    await h.grow("One, two")
    assert not h.streams.open
    await h.finish("One, two, three.")
    assert ["One, two, three."] == h.shown
    assert "edit" in h.chat.calls


async def test_an_answer_that_outgrows_a_message_goes_on_in_the_next() -> None:
    """No character is lost."""
    h = Harness()
    words = " ".join(f"word{number}" for number in range(80))
    await h.grow(words[:100], words[:300], words[:500])
    await h.finish(words)
    assert words == " ".join(h.shown)
    assert len(h.shown) > 1
    assert len(h.saved) == len(h.shown)


async def test_a_final_that_begins_otherwise_is_edited_in() -> None:
    """As after a stop, or when another worker began anew."""
    h = Harness()
    await h.grow("One, two")
    await h.finish("Other words.")
    assert ["Other words."] == h.shown


async def test_a_message_that_another_process_streamed_is_edited() -> None:
    """Its stream is not ours to append to."""
    h = Harness()
    ref = await h.streams.start(DIRECT, after=QUESTION, fresh=True)
    h.writer._pacer.adopt(ref)
    other = Writer(h.chat, h.writer._pacer, DIRECT, h.clock, after=QUESTION)
    other.show("One", cursor=" ▍")
    await h.clock.advance(1.0)
    h.writer = other
    await h.finish("One, two.")
    assert ["One, two."] == h.shown
    assert ["start"] == h.streams.calls


@given(st.lists(st.text(alphabet="ab ", max_size=8), max_size=8), st.lists(st.integers(0, 3), max_size=10))
async def test_any_growth_under_any_faults_ends_exact(pieces: list[str], faults: list[int]) -> None:
    """The final text alone decides."""
    h = Harness()
    kinds: list[ChatError | None] = [None, Unreachable(), Unappendable(), RateLimited(1.0)]
    h.streams.faults = [kinds[number] for number in faults]
    text = "x"
    for piece in pieces:
        text += piece
        h.writer.show(text, cursor=" ▍")
        await h.clock.advance(0.7)
    await h.finish(f"{text}.")
    assert [f"{text}."] == h.shown
