"""Tasks that others wait for, or no longer do; ending tasks for sure, and noticing that they ended."""

import asyncio
from collections.abc import Awaitable, Iterable
from typing import Any, TypeVar

import structlog

_log = structlog.get_logger()
_T = TypeVar("_T")


def shared(work: Awaitable[_T]) -> asyncio.Task[_T]:
    """A task of its own for work that several wait for behind a shield, or in the end nobody: its failure is told to whoever
    still waits."""
    task = asyncio.ensure_future(work)
    task.add_done_callback(_heard)
    return task


async def cancel_all(tasks: Iterable[asyncio.Task[None]], *, patience: float = 0.5) -> None:
    """Cancel and wait. Once is not enough: redis-py can turn a cancellation amid a call into a timeout of its own.

    A task has `patience` seconds to end what it is about before it is cancelled again. How it fails meanwhile is logged.
    """
    pending, ended = set(tasks), set[asyncio.Task[None]]()
    while pending:
        for task in pending:
            task.cancel()
        done, pending = await asyncio.wait(pending, timeout=patience)
        ended |= done
    for task in ended:
        if (error := _heard(task)) is not None:
            _log.info("task_failed_at_its_end", task=task.get_name(), error=type(error).__name__)


async def first_end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Wait for the first of them to end. Raises what it ended with."""
    done, _ = await asyncio.wait(list(tasks), return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


async def still(task: asyncio.Task[None]) -> None:
    """Raises RuntimeError when the task has ended."""
    if task.done():
        raise RuntimeError(f"{task.get_name()} has ended")


def _heard(task: asyncio.Future[Any]) -> BaseException | None:
    """What a task failed with. Asked for, asyncio does not report it as lost."""
    return None if task.cancelled() else task.exception()
