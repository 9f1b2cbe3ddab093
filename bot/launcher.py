"""From the chat to the workers: run requests out, stop flags up. Knows Redis and the contract, no worker."""

from redis.asyncio import Redis

from agent.contract import QUEUE_FIELD, RUN_QUEUE, RUN_TTL_SECONDS, RunRequest, attempt_counter, stop_flag
from bot.types import History, Turn


class Launcher:
    """Starts and stops runs."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis

    async def launch(self, turn: Turn, history: History) -> None:
        """Put the run in line for a worker. A second launch of the same run is recognised by the workers."""
        request = RunRequest(
            run_id=turn.run_id,
            conversation_id=turn.conversation_id,
            question=turn.question,
            history=history.messages,
            reask_count=history.reask_count,
            display_name=turn.asker.name,
        )
        await self._redis.xadd(RUN_QUEUE, {QUEUE_FIELD: request.to_json()})

    async def stop(self, run_id: str) -> None:
        """Ask a run to stop; it answers with `InterruptAck`, also when no worker had begun it."""
        await self._redis.set(stop_flag(run_id), "1", ex=RUN_TTL_SECONDS)

    async def is_known(self, run_id: str) -> bool:
        """Whether a worker ever began this run (and its log has not expired)."""
        return bool(await self._redis.exists(attempt_counter(run_id)))
