"""`matinee ask`: turns through the store, the queue, a worker and the stream, without a chat platform."""

import asyncio
import dataclasses
import getpass
import json
import sys
import uuid
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from agent.contract import (
    RUN_QUEUE,
    WORKER_GROUP,
    Entry,
    GraphEnd,
    InterruptAck,
    NodeEnd,
    NodeOutput,
    NodeStart,
    ResponseChunk,
    ResponseDone,
    RunError,
    Terminal,
)
from bot.app import worker_half
from bot.commands.batch import BatchRecord, read_batch
from bot.commands.errors import CommandError
from bot.draft import outcome
from bot.launcher import Launcher
from bot.parts import Services, open_services
from bot.relay import QUEUE_SECONDS, entries
from bot.settings import Settings
from bot.store.conversations import ConversationStore
from bot.tasks import cancel_all
from bot.types import Author, History, IncomingMessage, MessageRef, Place

_AT_ONCE = 16
_ALIVE_MS = 5000  # a worker asks for work every half second


@dataclass
class Heard:
    """What a run said, as it comes."""

    live: bool = False
    trace: bool = False
    end: Terminal | None = None
    path: tuple[str, ...] = ()
    ms: dict[str, float] = field(default_factory=dict)
    printed: str = ""

    def hear(self, entry: Entry) -> None:
        """Take in one entry, printing what the caller wants to follow."""
        match entry.event:
            case ResponseChunk(text) if self.live:
                self._print(text)
            case NodeStart(node) if self.trace:
                print(f"→ {node}", file=sys.stderr)
            case NodeOutput(node, data) if self.trace:
                self._end_line()
                print(f"  {node}: {json.dumps(data, ensure_ascii=False)}", file=sys.stderr)
            case NodeEnd(node, ms):
                self.ms[node] = round(ms, 1)
            case GraphEnd(path, ms):
                self.path, self.ms["total"] = path, round(ms, 1)
            case ResponseDone() | InterruptAck() | RunError() as end:
                self.end = end
                if self.live:
                    self._finish(end)

    def to_json(self) -> dict[str, Any]:
        """The object that `ask --json` prints."""
        if not isinstance(self.end, ResponseDone):
            message = self.end.message if isinstance(self.end, RunError) else "The run was stopped."
            return {"error": message, "text": self.end.text if self.end else "", "path": list(self.path), "ms": self.ms}
        done = self.end
        return {
            "decision": done.decision,
            "contextualized_question": done.contextualized_question,
            "media_type": done.media_type,
            "filters": dict(done.filters),
            "titles": [dataclasses.asdict(title) for title in done.titles],
            "cards": [dataclasses.asdict(card) for card in done.cards],
            "text": done.text,
            "needs_reask": done.needs_reask,
            "citations": [dataclasses.asdict(citation) for citation in done.citations],
            "path": list(self.path),
            "model_calls": done.usage.model_calls,
            "ms": self.ms,
        }

    def _print(self, text: str) -> None:
        self.printed += text
        sys.stdout.write(text)
        sys.stdout.flush()

    def _end_line(self) -> None:
        """The answer and its trace meet on a terminal: a trace line begins a line of its own."""
        if self.printed and not self.printed.endswith("\n"):
            self._print("\n")

    def _finish(self, end: Terminal) -> None:
        """The terminal event carries the whole text; what differs from the chunks is printed, so that nothing is missing."""
        if isinstance(end, ResponseDone) and end.text.strip() != self.printed.strip():
            self._print("\n" * bool(self.printed) + end.text)
        self._end_line()


async def ask(settings: Settings, question: str, *, thread: str | None, as_json: bool, trace: bool) -> None:
    """Ask one question; tokens are printed as they come. Raises CommandError with the run's own sentence when it failed."""
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(open_services(settings))
        worker = _ensure_worker(stack, services, settings)
        heard = Heard(live=not as_json, trace=trace)
        await _turn(services, worker, BatchRecord("ask", question, thread=thread), heard)
    if as_json:
        print(json.dumps(heard.to_json(), ensure_ascii=False))
    if isinstance(heard.end, RunError):
        raise CommandError(heard.end.message)


async def ask_batch(settings: Settings, path: Path) -> None:
    """Ask all questions of a file, many at once; those of one thread one after the other. Prints in the order of the file."""
    records = read_batch(path)
    gate = asyncio.Semaphore(_AT_ONCE)
    async with AsyncExitStack() as stack:
        services = await stack.enter_async_context(open_services(settings))
        worker = _ensure_worker(stack, services, settings)
        locks = {record.thread: asyncio.Lock() for record in records if record.thread}

        async def one(record: BatchRecord) -> dict[str, Any]:
            async with AsyncExitStack() as held:
                if record.thread:
                    await held.enter_async_context(locks[record.thread])
                await held.enter_async_context(gate)
                heard = Heard()
                await _turn(services, worker, record, heard)
                return {"id": record.id, **heard.to_json()}

        for answer in [asyncio.create_task(one(record)) for record in records]:
            print(json.dumps(await answer, ensure_ascii=False), flush=True)


async def _turn(services: Services, worker: "asyncio.Task[None]", record: BatchRecord, heard: Heard) -> None:
    store = ConversationStore(services.pool)
    place = Place("terminal", "", "ask", thread=record.thread or uuid.uuid4().hex)
    message = IncomingMessage(
        ref=MessageRef("terminal", place.thread or "", uuid.uuid4().hex),
        place=place,
        author=Author("terminal", record.display_name or _user()),
        text=record.query,
        mentions_us=True,
    )
    opened = await store.open_turn(place, message, urgent=True)
    if opened.ahead:
        raise CommandError(
            f"Another question is being answered in the thread {record.thread}: wait for it, or leave --thread out."
        )
    history = History(record.history) if record.history else await store.history(opened.turn)
    await Launcher(services.redis).launch(opened.turn, history, exclude=record.exclude)
    waited = 0.0
    async with aclosing(entries(services.redis, opened.turn.run_id)) as stream:
        async for entry in stream:
            waited = waited + 1.0 if entry is None else 0.0
            if worker.done():
                worker.result()  # it could not be started: say why rather than wait
            if entry is None and waited > QUEUE_SECONDS:
                heard.end = RunError(
                    "worker_lost", "No worker took the question: start one with `matinee worker`.", retryable=True
                )
            elif entry is not None:
                heard.hear(entry)
            if heard.end:
                break
    assert heard.end is not None  # noqa: S101  the loop ends with it
    await store.finish(opened.turn, outcome(heard.end))


def _ensure_worker(stack: AsyncExitStack, services: Services, settings: Settings) -> "asyncio.Task[None]":
    """Use the worker that runs beside us, else bring our own; also when the one beside us turns out to be gone."""

    async def watch() -> None:
        while not services.alone and await has_worker(services.redis):  # noqa: ASYNC110  its state is in Redis, which tells nobody
            await asyncio.sleep(1)
        await stack.enter_async_context(worker_half(services, settings, pace=0.0, say=_say))

    watching = asyncio.create_task(watch())
    stack.push_async_callback(cancel_all, [watching])
    return watching


async def has_worker(redis: Redis) -> bool:
    """Whether a worker has asked for work within the last seconds."""
    try:
        consumers = await redis.xinfo_consumers(RUN_QUEUE, WORKER_GROUP)
    except ResponseError:  # no queue yet
        return False
    return any(consumer["idle"] < _ALIVE_MS for consumer in consumers)


def _say(line: str) -> None:
    print(f"• {line}", file=sys.stderr)


def _user() -> str:
    try:
        return getpass.getuser()
    except (KeyError, OSError):  # a container's user without a name
        return "you"
