"""A worker process for tests that kill it: the real worker and graph, a fake domain, a scripted model.

python -m tests.journeys.worker_process REDIS_URL NAME TOKENS_A_SECOND
"""

import asyncio
import sys

from redis.asyncio import Redis

from agent.graph import Graph
from agent.llm_scripted import ScriptedLlm
from agent.worker import Worker
from tests.fakes.domain import FakeDomain
from tests.journeys.stage import QUICK_WORKER

REASON = "It is a chamber piece whose walls come closer with every minute that passes. "
ANSWER = f"Three for tonight.\n\n[1] {REASON * 3}\n\n[2] {REASON * 3}\n\n[3] {REASON * 3}"


async def main(url: str, name: str, rate: float) -> None:
    """Work until killed."""
    model = ScriptedLlm(ANSWER, decisions={"FakeRoute": {"decision": "RETRIEVE", "media_type": None}}, rate=rate)
    async with Redis.from_url(url, decode_responses=True) as redis:
        await Worker(redis, Graph(FakeDomain(), model), name, timing=QUICK_WORKER).run()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], float(sys.argv[3])))
