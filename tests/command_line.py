"""`matinee` as people call it: a process of its own on a data folder, with the encoder that is built already."""

import asyncio
import json
import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.agent.models import local_encoder

ROOT = Path(__file__).parents[1]


@dataclass(frozen=True)
class Result:
    """What a command left."""

    code: int
    out: str
    err: str

    def json(self) -> Any:
        """Its output as one JSON value."""
        return json.loads(self.out)


async def matinee(data_dir: Path, *arguments: str, **environment: str) -> Result:
    """Run a command to its end."""
    child = await start(data_dir, *arguments, **environment)
    out, err = await child.communicate()
    return Result(child.returncode or 0, out.decode(), err.decode())


def share_encoder(data_dir: Path) -> None:
    """Use the encoder that is built already: building it anew for every folder would only take time."""
    data_dir.mkdir(parents=True, exist_ok=True)
    if not (data_dir / "models").exists():
        (data_dir / "models").symlink_to(local_encoder().parent)


async def start(data_dir: Path, *arguments: str, **environment: str) -> asyncio.subprocess.Process:
    """Start a command."""
    share_encoder(data_dir)
    settings = {"MATINEE_DATA_DIR": str(data_dir), "MATINEE_HEALTH_PORT": "0", "MATINEE_SANDBOX_PORT": "0"}
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "bot.cli", *arguments, cwd=ROOT, env={**os.environ, **settings, **environment},
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
