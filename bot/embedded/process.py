"""One server process: started so that it cannot outlive us, stopped with patience."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

LAUNCHER = Path(__file__).with_name("launch.py")
POLL_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class RunAs:
    """As whom a server runs; see `bot.embedded.launch` for the modes."""

    mode: Literal["self", "namespace", "user"] = "self"
    uid: int = 0
    gid: int = 0


def launch_command(command: Sequence[str | Path], run_as: RunAs, death_signal: signal.Signals) -> list[str]:
    """`command` behind our launcher."""
    words = [run_as.mode, str(run_as.uid), str(run_as.gid), str(int(death_signal)), str(os.getpid())]
    return [sys.executable, "-I", "-S", str(LAUNCHER), *words, *(str(word) for word in command)]


def server_environment() -> dict[str, str]:
    """What a server gets to see of our environment: no token, and no PG* variable that would change its mind."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LD_LIBRARY_PATH") if name in os.environ}
    return {**kept, "LC_ALL": "C"}


class ServerProcess:
    """A running server that this process started.

    `spawn` must be called on the main thread: the kernel sends the death signal when the *thread* that forked ends.
    """

    def __init__(self, process: subprocess.Popen[bytes], stop_signal: signal.Signals) -> None:
        self._process = process
        self._stop_signal = stop_signal

    @classmethod
    def spawn(
        cls,
        command: Sequence[str | Path],
        *,
        stop_signal: signal.Signals,
        log: int,
        inherit: int,
        run_as: RunAs,
        folder: Path,
        stdin: int = subprocess.DEVNULL,
    ) -> "ServerProcess":
        """Start `command` in a session of its own, so that a terminal's Ctrl-C does not reach it before us.

        `log` and `inherit` are descriptors: for its output, and one that it keeps open as long as it lives.
        """
        if threading.current_thread() is not threading.main_thread():
            raise RuntimeError("start embedded services from the main thread: they die with the thread that started them")
        process = subprocess.Popen(  # noqa: S603 - a binary that we looked up, no shell
            launch_command(command, run_as, stop_signal),
            stdin=stdin,
            stdout=log,
            stderr=log,
            pass_fds=(inherit,),
            start_new_session=True,
            cwd=folder,
            env=server_environment(),
        )
        return cls(process, stop_signal)

    @property
    def pid(self) -> int:
        """The server's process id."""
        return self._process.pid

    def exit_code(self) -> int | None:
        """None while it runs."""
        return self._process.poll()

    async def wait(self) -> int:
        """Wait until it has ended; its exit code. Kills it when cancelled."""
        try:
            return await self.ended()
        except asyncio.CancelledError:
            self.kill()
            raise

    async def stop(self, patience: float) -> None:
        """Ask it to stop, wait `patience` seconds, then kill it. Safe to call again, and when it is already gone."""
        if self.exit_code() is not None:
            return
        self._process.send_signal(self._stop_signal)
        try:
            async with asyncio.timeout(patience):
                await self.ended()
        except TimeoutError:
            self.kill()

    async def ended(self, poll_seconds: float = POLL_SECONDS) -> int:
        """Wait until it has ended; its exit code."""
        # Polled: asyncio's own child watching is tied to the loop that started the child, and another loop may stop ours.
        while (code := self.exit_code()) is None:  # noqa: ASYNC110
            await asyncio.sleep(poll_seconds)
        return code

    def kill(self) -> None:
        """End it at once. What it had written to disk stays."""
        self._process.kill()
        self._process.wait()
