"""A process for the tests to kill: ingests a Netflix table and stops for good once 64 texts are embedded.

Arguments: data folder, CSV.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from agent.retrieval.home import EdgeHome
from etl.ingest import SourceArg, ingest
from tests.fakes.encoders import HashingEncoder, HashingSparse


class Stuck(HashingEncoder):
    """Encodes one batch, says so, and then never returns."""

    async def passages(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """The first batch, and never a second."""
        if self.encoded:
            print("stuck", flush=True)
            await asyncio.Event().wait()
        return await super().passages(texts)


if __name__ == "__main__":
    folder, table = Path(sys.argv[1]), Path(sys.argv[2])
    asyncio.run(
        ingest(
            [SourceArg("netflix", table)],
            data_dir=folder,
            dense=Stuck(),
            sparse=HashingSparse(),
            home=EdgeHome(folder / "run"),
        )
    )
