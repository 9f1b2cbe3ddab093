"""From the chat to the workers: run requests out, stop flags up. Knows Redis and the contract, no worker."""

from collections.abc import Sequence

from redis.asyncio import Redis

from agent.contract import (
    QUEUE_FIELD,
    RUN_QUEUE,
    RUN_TTL_SECONDS,
    SUMMARY_QUEUE,
    House,
    Request,
    RunRequest,
    SummaryRequest,
    Taste,
    attempt_counter,
    run_stream,
    stop_flag,
    summary_run,
    write_request,
)
from bot.types import History, Turn

# Claim and enqueue in one step: two steps strand a run when the caller dies between them, or queue it twice when it retries.
_ENQUEUE = """
if not redis.call('SET', KEYS[2], 0, 'NX', 'EX', ARGV[3]) then return 0 end
redis.call('XADD', KEYS[1], '*', ARGV[1], ARGV[2])
return 1
"""


_NO_TASTE, _NO_HOUSE = Taste(), House()


class Launcher:
    """Starts and stops runs."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def launch(
        self, turn: Turn, history: History, *, exclude: Sequence[str] = (), taste: Taste = _NO_TASTE, house: House = _NO_HOUSE
    ) -> bool:
        """Put the run in line for a worker, once however often this is called; False says that it had been put there before.

        `exclude` holds title or source ids that the answer must leave out.
        """
        request = RunRequest(
            run_id=turn.run_id,
            conversation_id=turn.conversation_id,
            question=turn.question,
            history=history.messages,
            reask_count=history.reask_count,
            display_name=turn.asker.name,
            exclude=tuple(exclude),
            taste=taste,
            house=house,
        )
        return await self.enqueue(request)

    async def enqueue(self, request: Request) -> bool:
        """Put any request in line; once a run id, as `launch`."""
        queue = SUMMARY_QUEUE if isinstance(request, SummaryRequest) else RUN_QUEUE
        keys = (queue, attempt_counter(request.run_id))
        queued = await self._redis.eval(_ENQUEUE, len(keys), *keys, QUEUE_FIELD, write_request(request), str(RUN_TTL_SECONDS))
        return bool(queued)

    async def stop(self, run_id: str) -> None:
        """Ask a run to stop; it answers with `InterruptAck`, also when no worker had begun it."""
        await self._redis.set(stop_flag(run_id), "1", ex=RUN_TTL_SECONDS)

    async def forget(self, run_ids: Sequence[str]) -> None:
        """Drop what ended runs and their summaries wrote, a day before it would expire; a summary under way ends."""
        summaries = [summary_run(run_id) for run_id in run_ids]
        for run_id in summaries:
            await self.stop(run_id)
        if run_ids:
            await self._redis.delete(*map(run_stream, (*run_ids, *summaries)))
