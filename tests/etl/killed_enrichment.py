"""A process for the tests to kill: writes essences, one a call, and stops for good at a call.

Arguments: data folder, the number of the call that never returns.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from agent.llm import ChatMessage, Meter, SchemaT, Tier
from etl.enrichment.enrich import Wish, offer, write
from etl.progress import Silent
from tests.etl.study import FREE
from tests.fakes.essayist import Essayist


class Stuck(Essayist):
    """Says which titles it has answered for, and that it is stuck."""

    async def structured(self, tier: Tier, messages: Sequence[ChatMessage], schema: type[SchemaT], meter: Meter) -> SchemaT:
        """An output, until the call that never returns."""
        if len(self.prompts) >= int(sys.argv[2]):
            print("stuck", flush=True)
            await asyncio.Event().wait()
        return await super().structured(tier, messages, schema, meter)


async def main() -> None:
    """Write all there is."""
    data = Path(sys.argv[1])
    await write(await offer(Wish(), data, FREE, Silent()), Stuck(), data, Silent(), asyncio.Event())


if __name__ == "__main__":
    asyncio.run(main())
