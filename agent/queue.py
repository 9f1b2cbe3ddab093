"""The way into the run queue."""

from redis.asyncio import Redis

from agent.contract import RUN_QUEUE, RUN_TTL_SECONDS, RunRequest, attempt_counter

REQUEST_FIELD = "request"

# Claim or enqueue in one step: two steps strand a run when the caller dies between them, or queue it twice when it retries.
_ENQUEUE = """
if not redis.call('SET', KEYS[2], 0, 'NX', 'EX', ARGV[3]) then return 0 end
redis.call('XADD', KEYS[1], '*', ARGV[1], ARGV[2])
return 1
"""


async def enqueue(redis: Redis, request: RunRequest) -> bool:
    """Put a run into the queue. A run is queued once however often this is called; False says that it had been."""
    keys = (RUN_QUEUE, attempt_counter(request.run_id))
    queued = await redis.eval(_ENQUEUE, len(keys), *keys, REQUEST_FIELD, request.to_json(), str(RUN_TTL_SECONDS))
    return bool(queued)
