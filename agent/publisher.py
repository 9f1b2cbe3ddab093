"""The way out of a run: its events, in order, into its stream, with one terminal event at the end and none after."""

import time
from collections.abc import Callable

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from tenacity import AsyncRetrying, retry_if_exception_type, stop_after_delay, wait_exponential

from agent.contract import (
    RUN_TTL_SECONDS,
    TERMINAL_EVENTS,
    Entry,
    ResponseChunk,
    RunEvent,
    attempt_counter,
    run_stream,
)

TERMINAL_NAMES = ("response_done", "step_done", "summary_done", "interrupt_ack", "error")  # as the script below has them
# A Redis that restarts with its AOF is back within seconds; longer than this and the run is better claimed by another worker.
_REDIS_PATIENCE_SECONDS = 30

# One step, so that a slow worker cannot write behind its successor, nobody writes behind a terminal event, and an XADD whose
# answer was lost is not repeated. Returns 1 written (or had been), 0 over, -1 fenced by a higher attempt.
_APPEND = """
local attempt, seq = tonumber(ARGV[1]), tonumber(ARGV[2])
local current = tonumber(redis.call('GET', KEYS[2]) or '0')
if current > attempt then return -1 end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if last then
  local entry = {}
  for i = 1, #last[2], 2 do entry[last[2][i]] = last[2][i + 1] end
  if tonumber(entry['attempt']) == attempt and tonumber(entry['seq']) == seq then return 1 end
  local type = entry['type']
  if type == 'error' or type == 'interrupt_ack' or string.find(type, '_done$') then return 0 end
end
redis.call('XADD', KEYS[1], '*', unpack(ARGV, 4))
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""


class Fenced(Exception):
    """Nothing more may be said: the run is over (`over`), or another worker has started it anew."""

    def __init__(self, reason: str, *, over: bool) -> None:
        super().__init__(reason)
        self.over = over


class Publisher:
    """Writes one attempt of one run. `text` is what has been written of the answer."""

    def __init__(self, redis: Redis, run_id: str, attempt: int, *, now: Callable[[], float] = time.time) -> None:
        self._redis = redis
        self._run_id = run_id
        self._attempt = attempt
        self._now = now
        self._seq = 0
        self._parts: list[str] = []
        self._script = redis.register_script(_APPEND)
        self.over = False

    @property
    def text(self) -> str:
        """The answer's text so far."""
        return "".join(self._parts)

    async def publish(self, event: RunEvent) -> None:
        """Append. Raises Fenced when the run went to another worker or is over, redis errors when Redis stays away."""
        if self.over:
            raise Fenced(f"run {self._run_id} is over", over=True)
        self._seq += 1
        entry = Entry(self._run_id, self._seq, self._attempt, self._now(), event)
        outcome = await self._append(entry)
        if outcome != 1:
            self.over = True
            reason = "is over" if outcome == 0 else "belongs to another worker"
            raise Fenced(f"run {self._run_id} {reason}", over=outcome == 0)
        if isinstance(event, ResponseChunk):
            self._parts.append(event.text)
        self.over = isinstance(event, TERMINAL_EVENTS)

    async def _append(self, entry: Entry) -> int:
        fields = [item for pair in entry.to_fields().items() for item in pair]
        keys = [run_stream(self._run_id), attempt_counter(self._run_id)]
        args = [str(entry.attempt), str(entry.seq), str(RUN_TTL_SECONDS), *fields]
        async for attempt in AsyncRetrying(
            retry=retry_if_exception_type((RedisConnectionError, RedisTimeoutError)),
            wait=wait_exponential(0.05, max=2),
            stop=stop_after_delay(_REDIS_PATIENCE_SECONDS),
            reraise=True,
        ):
            with attempt:
                return int(await self._script(keys=keys, args=args))
        raise AssertionError("unreachable: the last attempt raises")


async def has_ended(redis: Redis, run_id: str) -> bool:
    """Whether the run's last event is terminal."""
    last = await redis.xrevrange(run_stream(run_id), count=1)
    return any(fields and fields.get("type") in TERMINAL_NAMES for _id, fields in last or ())
