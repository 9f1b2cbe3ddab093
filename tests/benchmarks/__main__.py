"""Run all benchmarks and print their tables."""

import asyncio
import logging
import sys
import tempfile
from pathlib import Path

import structlog

from tests.benchmarks import delivery, load, retrieval
from tests.benchmarks.delivery_discord import DISCORD
from tests.benchmarks.delivery_slack import SLACK


async def main() -> int:
    """All of them, one after the other."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))
    logging.getLogger("discord").setLevel(logging.ERROR)
    with tempfile.TemporaryDirectory(prefix="matinee-bench-") as folder:
        await delivery.run(Path(folder), DISCORD, SLACK)
        await load.run(Path(folder))
    await retrieval.run()
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
