"""One attempt of one run: its events go to the publisher, and whatever happens ends in one terminal event."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from typing import Protocol

import structlog
from redis.exceptions import RedisError

from agent.contract import ErrorCode, GenerationStarted, InterruptAck, Request, RunError, RunEvent
from agent.llm import LlmError
from agent.nodes.retrieve import RetrievalFailed
from agent.publisher import Fenced, Publisher
from agent.troubles import search_broke

log = structlog.get_logger(__name__)

_IT_BROKE = "Something broke while I worked on this; ask again, and tell my keeper if it happens twice."
_SILENT = "I got stuck on this one; ask again."


class Stopped(Exception):
    """The run was stopped at the asker's wish; its terminal event is out."""


class Runner(Protocol):
    """What a request is run by: `agent.graph.Graph` for questions."""

    def events(self, request: Request) -> AsyncGenerator[RunEvent, None]:
        """All events of one run, the last of them terminal. Raises LlmError and RetrievalFailed. Close the iterator to stop."""
        ...


class Execution:
    """Runs once. `stop` may be called from the same event loop at any time."""

    def __init__(self, runner: Runner, request: Request, publisher: Publisher, *, idle_limit: float) -> None:
        self._runner = runner
        self._request = request
        self._publisher = publisher
        self._idle_limit = idle_limit
        self._work: asyncio.Task[None] | None = None
        self._stopping = False
        self._waiting = False

    def stop(self) -> None:
        """Ask the run to end with what it has."""
        self._stopping = True
        # Between two events only: a cancelled XADD would leave it open whether the reader has seen its text.
        if self._work is not None and self._waiting:
            self._work.cancel()

    async def run(self) -> None:
        """To the terminal event. Raises Stopped, Fenced, or redis errors; cancelled, it ends without a terminal event."""
        # A task of its own, so that a stop cancels the work and not the worker's book-keeping around it.
        self._work = asyncio.create_task(self._publish_all())
        try:
            await self._work
        except asyncio.CancelledError:
            if not (self._stopping and self._work.done()):  # the worker itself goes
                await cancel_all([self._work])
                raise
        if self._stopping and not self._publisher.over:
            await self._publisher.publish(InterruptAck(self._publisher.text))
            raise Stopped

    async def _publish_all(self) -> None:
        try:
            await self._publisher.publish(GenerationStarted())
            await self._pump()
        except (Fenced, RedisError):
            raise
        except LlmError as error:
            log.warning("run.model_failed", run_id=self._request.run_id, code=error.code, reason=type(error).__name__)
            await self._fail(error.code, error.message, error.mend)
        except RetrievalFailed as error:
            log.exception("run.search_failed", run_id=self._request.run_id)
            trouble = search_broke(error)
            await self._fail("retrieval_failed", trouble.gently, trouble.mend)
        except TimeoutError:
            log.exception("run.silent", run_id=self._request.run_id)
            await self._fail("model_timeout", _SILENT)
        except Exception:
            log.exception("run.failed", run_id=self._request.run_id)
            await self._fail("internal", _IT_BROKE)

    async def _fail(self, code: ErrorCode, message: str, mend: str = "") -> None:
        await self._publisher.publish(RunError(code, message, retryable=True, text=self._publisher.text, mend=mend))

    async def _pump(self) -> None:
        async with aclosing(self._runner.events(self._request)) as events:
            while not self._stopping and (event := await self._next(events)) is not None:
                await self._publisher.publish(event)

    async def _next(self, events: AsyncGenerator[RunEvent, None]) -> RunEvent | None:
        self._waiting = True
        try:
            # An idle limit, not a wall-clock limit: a long answer that goes on being written is fine.
            async with asyncio.timeout(self._idle_limit):
                return await anext(events, None)
        finally:
            self._waiting = False


async def cancel_all(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel and wait. Once is not enough: redis-py can turn a cancellation amid a call into a timeout of its own."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=0.5)
