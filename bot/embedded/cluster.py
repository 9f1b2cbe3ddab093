"""PostgreSQL's data folder: made once, whole or not at all, and only opened by the major version that made it."""

import os
import re
import shutil
import signal
import subprocess
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from bot.embedded.errors import ServiceError, writing
from bot.embedded.folders import ServiceFolders, last_log_line, open_log
from bot.embedded.process import RunAs, ServerProcess

# The builtin locale provider, alike on Linux and macOS, came with 17.
OLDEST_MAJOR = 17


@dataclass(frozen=True, slots=True)
class Cluster:
    """A data folder, the programs for it, and as whom they run."""

    folders: ServiceFolders
    programs: Path
    run_as: RunAs

    @property
    def data(self) -> Path:
        """The data folder proper. It appears by a rename, so where it exists it is complete."""
        return self.folders.home / "data"

    def exists(self) -> bool:
        """Whether there is data already."""
        return self.data.exists()

    def check_version(self) -> None:
        """Raises ServiceError when these programs cannot open the data."""
        major = programs_major(self.programs)
        if major < OLDEST_MAJOR:
            raise ServiceError(
                f"PostgreSQL {major} in {self.programs} is too old: "
                f"install {OLDEST_MAJOR} or newer, or set DATABASE_URL to a server of your own."
            )
        stored = self._stored_major()
        if stored is not None and stored != major:
            raise ServiceError(
                f"The data in {self.data} was written by PostgreSQL {stored} and this is PostgreSQL {major}: carry it "
                f"over with PostgreSQL {stored}'s pg_dump, or move the folder away to start with an empty store."
            )

    def clear_left_overs(self) -> None:
        """Remove pid files of a server that is gone; nobody holds the locks when this is called.

        PostgreSQL itself would take any living process with that pid, such as one after a reboot, for its predecessor.
        Raises ServiceError when a server that we did not start runs on the data.
        """
        pid_file = self.data / "postmaster.pid"
        pid = _first_number(pid_file)
        if pid is not None and _is_postgres_in(pid, self.data):
            raise ServiceError(
                f"PostgreSQL process {pid}, which Matinee did not start, uses {self.data}: "
                "stop it, or set DATABASE_URL to its address."
            )
        with writing(self.folders.home):
            pid_file.unlink(missing_ok=True)
            for left_over in self.folders.sockets.glob(".s.PGSQL.*"):
                left_over.unlink(missing_ok=True)

    async def make(self, *, user: str, database: str, inherit: int, synced: bool) -> None:
        """Make the data folder with one empty database. Raises ServiceError; a half-made folder is made again next time.

        `synced`: it is on the disk, not only on its way there, before it takes its name.
        """
        unfinished = self.folders.home / "data.unfinished"
        with writing(self.folders.home):
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir(mode=0o700)
            if self.run_as.mode == "user":
                os.chown(unfinished, self.run_as.uid, self.run_as.gid)
        initdb: list[str | Path] = [
            self.programs / "initdb",
            *("-D", unfinished, f"--username={user}", "--auth=trust", "--no-instructions"),
            *(() if synced else ("--no-sync",)),
            *("--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"),
        ]
        await self._run(initdb, inherit, "")
        single: list[str | Path] = [self.programs / "postgres", "--single", "-j", "-D", unfinished, "postgres"]
        await self._run(single, inherit, f"CREATE DATABASE {database};\n\n")
        with writing(self.folders.home):
            if synced:
                _sync_tree(unfinished)
            unfinished.rename(self.data)
            if synced:
                _sync(self.folders.home)

    async def _run(self, command: Sequence[str | Path], inherit: int, standard_input: str) -> None:
        log = open_log(self.folders.log)
        read, write = os.pipe()
        os.write(write, standard_input.encode())
        os.close(write)
        try:
            process = ServerProcess.spawn(
                command,
                stop_signal=signal.SIGTERM,
                log=log,
                inherit=inherit,
                run_as=self.run_as,
                folder=self.folders.home,
                stdin=read,
            )
        finally:
            os.close(log)
            os.close(read)
        if await process.wait() != 0:
            line = last_log_line(self.folders.log)
            raise ServiceError(f"PostgreSQL could not make its data folder ({line}): see {self.folders.log}.")

    def _stored_major(self) -> int | None:
        return _first_number(self.data / "PG_VERSION")


def programs_major(programs: Path) -> int:
    """The major version of the programs in a folder. Raises ServiceError when they do not run."""
    try:
        answer = subprocess.run([programs / "postgres", "--version"], capture_output=True, text=True, check=True, timeout=20)  # noqa: S603
        return int(re.findall(r"(\d+)(?:\.\d+|devel|beta\d+|rc\d+)", answer.stdout)[0])
    except (OSError, subprocess.SubprocessError, IndexError) as error:
        raise ServiceError(
            f"The PostgreSQL programs in {programs} do not run here: install PostgreSQL, or set DATABASE_URL to a server."
        ) from error


def _first_number(path: Path) -> int | None:
    try:
        found = re.match(r"\s*(\d+)", path.read_text())
    except OSError:
        return None
    return int(found[1]) if found else None


def _is_postgres_in(pid: int, data: Path) -> bool:
    """Whether a process is a postmaster on `data`: it makes its data folder its working directory."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    process = Path(f"/proc/{pid}")
    if not process.exists():  # macOS has no /proc: the pid's name has to do
        answer = subprocess.run(["ps", "-o", "comm=", "-p", str(pid)], capture_output=True, text=True, check=False)  # noqa: S603, S607
        return "postgres" in answer.stdout
    try:
        return (process / "comm").read_text().strip() == "postgres" and (process / "cwd").samefile(data)
    except PermissionError:  # another user's postgres: it may be on our data
        return True
    except OSError:  # it is gone, or a zombie, which has no working directory any more
        return False


def _sync(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _sync_tree(folder: Path) -> None:
    """What `postgres --single` wrote after initdb's own sync: the folders and the files of the new database."""
    with closing(os.scandir(folder)) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                _sync_tree(Path(entry.path))
    _sync(folder)
