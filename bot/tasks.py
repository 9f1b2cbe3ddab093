"""Ending tasks for sure."""

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
