"""What the tests of the embedded services share: processes that host a service, as this user and as another."""

import asyncio
import contextlib
import fcntl
import functools
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534
PACKAGES = os.pathsep.join((sysconfig.get_path("purelib"), sysconfig.get_path("platlib")))


class Host:
    """A process that runs `tests.bot.embedded_host`."""

    def __init__(self, service: str, data_dir: Path, *, user: int | None = None) -> None:
        drop: dict[str, Any] = {} if user is None else {"user": user, "group": user, "extra_groups": []}
        self.process = subprocess.Popen(
            [interpreter_for(user), "-m", "tests.bot.embedded_host", service, str(data_dir)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": PACKAGES},
            **drop,
        )

    async def answer(self) -> dict[str, Any]:
        """The next JSON line that it prints, log lines passed over."""
        assert self.process.stdout is not None
        while line := await asyncio.to_thread(self.process.stdout.readline):
            if line.startswith("{"):
                return json.loads(line)
        assert self.process.stderr is not None
        raise AssertionError(self.process.stderr.read())

    async def tell(self, line: str) -> dict[str, Any]:
        """Send a command and wait until it is obeyed."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        return await self.answer()

    async def stop(self) -> None:
        """Let it stop its service and end."""
        await self.tell("stop")
        self.close()

    def kill(self) -> None:
        """SIGKILL, now."""
        self.process.kill()
        self.close()

    def close(self) -> None:
        """Wait for its end, which the closed pipe brings about, and let go of it."""
        with contextlib.suppress(BrokenPipeError, ValueError):
            self.process.communicate()


@functools.cache
def interpreter_for(user: int | None) -> str | None:
    """A Python of this version that a user can run with our packages: this one, or the system's where this one is private."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    if user is None:
        return sys.executable
    for candidate in (sys.executable, f"/usr/bin/{version}", f"/usr/local/bin/{version}"):
        with contextlib.suppress(OSError):
            done = subprocess.run(
                [candidate, "-c", "import bot.embedded, asyncpg"],
                user=user,
                group=user,
                extra_groups=[],
                cwd=ROOT,
                env={"PYTHONPATH": PACKAGES},
                capture_output=True,
                check=False,
            )
            if done.returncode == 0:
                return candidate
    return None


async def until_released(lock: Path) -> None:
    """Wait until no process holds a lock file: the server and all its children are gone. Fails after 20 seconds."""
    with lock.open() as file:
        async with asyncio.timeout(60):
            while not _free(file.fileno()):  # noqa: ASYNC110 - the kernel tells nobody but who waits in it, uninterruptibly
                await asyncio.sleep(0.01)


def _free(descriptor: int) -> bool:
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


async def until_gone(pid: int) -> None:
    """Wait until a process has ended: the kernel frees its locks a moment before. Fails after 20 seconds."""
    async with asyncio.timeout(60):
        while is_running(pid):  # noqa: ASYNC110 - not our child: nothing tells us
            await asyncio.sleep(0.01)


def is_running(pid: int) -> bool:
    """Whether a process runs; one that has ended and only waits for its parent's notice does not."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    stat = Path(f"/proc/{pid}/stat")
    return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"


@contextlib.contextmanager
def folder_for(user: int | None) -> Iterator[Path]:
    """A fresh folder that belongs to a user (None: this one) and that this user can reach.

    Skips the test where it needs root to become another user, or where that user cannot read this checkout.
    """
    if user is not None:
        if os.geteuid() != 0:
            pytest.skip("only root can start a service as another user")
        if interpreter_for(user) is None:
            pytest.skip("an ordinary user can read neither this checkout nor a Python of this version")
    with tempfile.TemporaryDirectory(prefix="m-") as name:
        folder = Path(name)
        if user is not None:
            os.chown(folder, user, user)
        yield folder
