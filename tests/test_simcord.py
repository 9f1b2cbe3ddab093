"""simcord's scenarios, in a process of their own: it patches the clock and discord.py's insides."""

import asyncio
import sys
from pathlib import Path

SCENARIOS = Path(__file__).parent / "simcord" / "scenarios.py"


async def test_the_adapter_holds_before_a_simulation_that_others_wrote() -> None:
    """Permissions, intents, commands, clicks, forms and a restart; what fails there is shown here."""
    child = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(SCENARIOS),
        cwd=SCENARIOS.parents[2], stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    out, _ = await child.communicate()
    assert 0 == child.returncode, out.decode()
