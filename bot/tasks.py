"""Ending tasks for sure, and noticing that they ended."""

import asyncio
from collections.abc import Iterable


async def cancel_all(tasks: Iterable[asyncio.Task[None]], *, patience: float = 0.5) -> None:
    """Cancel and wait. Once is not enough: redis-py can turn a cancellation amid a call into a timeout of its own.

    A task has `patience` seconds to end what it is about before it is cancelled again.
    """
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=patience)


async def first_end(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Wait for the first of them to end. Raises what it ended with."""
    done, _ = await asyncio.wait(list(tasks), return_when=asyncio.FIRST_COMPLETED)
    for task in done:
        task.result()


async def still(task: asyncio.Task[None]) -> None:
    """Raises RuntimeError when the task has ended."""
    if task.done():
        raise RuntimeError(f"{task.get_name()} has ended")
