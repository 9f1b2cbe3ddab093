"""What holds for both embedded services, with the real servers."""

import asyncio
import json
import os
import signal
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.embedded import EmbeddedPostgres, EmbeddedValkey, ServiceError
from bot.embedded.locks import FileLock
from tests.bot.embedded_host import Service, read, write
from tests.bot.embedded_support import NOBODY, Host, folder_for, is_running, until_gone, until_released

ServiceClass = type[EmbeddedValkey] | type[EmbeddedPostgres]


@pytest.fixture(params=[EmbeddedValkey, EmbeddedPostgres], ids=["valkey", "postgres"])
def service_class(request: pytest.FixtureRequest) -> ServiceClass:
    """Each service in turn."""
    return request.param


@pytest.fixture(params=[None, NOBODY], ids=["this user", "an ordinary user"])
def user(request: pytest.FixtureRequest) -> int | None:
    """As whom a host process runs."""
    return request.param


@pytest.fixture
def folder(user: int | None) -> Iterator[Path]:
    """A data folder of that user."""
    with folder_for(user) as path:
        yield path


async def test_data_outlives_a_stop(service_class: ServiceClass, tmp_path: Path):
    """What was stored is there after a stop and a start, and the server was ours both times."""
    async with await service_class.start(tmp_path) as service:
        assert service.is_owner
        await write(service, "café")

    async with await service_class.start(tmp_path) as service:
        assert service.is_owner
        assert await read(service) == ["café"]


async def test_stop_ends_the_server(service_class: ServiceClass, tmp_path: Path):
    """After a stop the process is gone; a second stop is no error."""
    service = await service_class.start(tmp_path)
    pid = service.pid
    assert await service.is_alive()

    await service.stop()
    await service.stop()

    assert not is_running(pid)
    assert not await service.is_alive()


async def test_killed_host_loses_nothing(service_class: ServiceClass, folder: Path, user: int | None):
    """After SIGKILL of the hosting process the server is gone within its own time, and every acknowledged text is back."""
    host = Host(service_class.name, folder, user=user)
    started = await host.answer()
    for number in range(20):
        await host.tell(f"write text {number}")

    host.kill()
    await until_released(Path(started["home"]) / "server.lock")

    await until_gone(started["pid"])
    again = Host(service_class.name, folder, user=user)
    assert (await again.answer())["is_owner"]
    assert await read(_view(service_class, folder, user)) == [f"text {number}" for number in range(20)]
    await again.stop()


async def test_start_right_after_a_kill(service_class: ServiceClass, folder: Path, user: int | None):
    """A start while the killed host's server is still going down waits for its end, then owns a server of its own."""
    host = Host(service_class.name, folder, user=user)
    first = await host.answer()
    await host.tell("write kept")
    host.kill()

    again = Host(service_class.name, folder, user=user)
    second = await again.answer()

    assert second["is_owner"]
    assert second["pid"] != first["pid"]
    await until_gone(first["pid"])
    assert await read(_view(service_class, folder, user)) == ["kept"]
    await again.stop()


async def test_killed_server_leaves_nothing_in_the_way(service_class: ServiceClass, tmp_path: Path):
    """After SIGKILL of host and server, the stale pid file and socket stop nobody, and acknowledged texts are back."""
    host = Host(service_class.name, tmp_path)
    started = await host.answer()
    await host.tell("write kept")
    os.kill(started["pid"], signal.SIGKILL)
    host.kill()

    async with await service_class.start(tmp_path) as service:
        assert service.is_owner
        assert await read(service) == ["kept"]


async def test_crashed_server_is_started_again(service_class: ServiceClass, tmp_path: Path):
    """A server that ends by itself is started again at the same address with its data."""
    async with await service_class.start(tmp_path) as service:
        await write(service, "kept")
        crashed = service.pid
        os.kill(crashed, signal.SIGKILL)

        while service.pid == crashed or not await service.is_alive():  # noqa: ASYNC110 - bounded by the test's time limit
            await asyncio.sleep(0.05)

        assert await read(service) == ["kept"]


async def test_second_process_uses_the_first_ones_server(service_class: ServiceClass, tmp_path: Path):
    """Another process on the folder uses the live server, and its going changes nothing for the owner."""
    async with await service_class.start(tmp_path) as owner:
        guest = Host(service_class.name, tmp_path)
        answer = await guest.answer()
        await guest.tell("write from the guest")
        await guest.stop()

        assert (answer["is_owner"], answer["pid"]) == (False, owner.pid)
        assert await owner.is_alive()
        assert await read(owner) == ["from the guest"]


async def test_guest_notices_that_the_owner_went(service_class: ServiceClass, tmp_path: Path):
    """The owner's stop ends the server for its guests too; a guest can see it and start anew."""
    owner = await service_class.start(tmp_path)
    guest = await service_class.start(tmp_path)
    assert not guest.is_owner

    await owner.stop()

    assert not await guest.is_alive()
    async with await service_class.start(tmp_path) as heir:
        assert heir.is_owner


async def test_left_over_without_an_owner(service_class: ServiceClass, tmp_path: Path):
    """A server that outlived its owner, as one may where the kernel sends no death signal, is stopped and replaced."""
    orphaned = await service_class.start(tmp_path)
    await write(orphaned, "kept")
    orphaned._watch.cancel()
    orphaned._owner_lock.release()

    async with await service_class.start(tmp_path) as service:
        assert service.is_owner
        assert orphaned._process.exit_code() == 0
        assert service.pid != orphaned._process.pid
        assert await read(service) == ["kept"]


async def test_racing_starts_make_one_server(service_class: ServiceClass, tmp_path: Path):
    """Of starts at the same moment, in this process and in others, exactly one owns the one server."""
    hosts = [Host(service_class.name, tmp_path) for _ in range(2)]
    services = await asyncio.gather(*(service_class.start(tmp_path) for _ in range(3)))
    answers = await asyncio.gather(*(host.answer() for host in hosts))

    owners = [service.is_owner for service in services] + [answer["is_owner"] for answer in answers]
    pids = {service.pid for service in services} | {answer["pid"] for answer in answers}

    assert owners.count(True) == 1
    assert len(pids) == 1
    for host in hosts:
        await host.stop()
    for service in services:
        await service.stop()


async def test_refuses_a_folder_that_somebody_holds(service_class: ServiceClass, tmp_path: Path):
    """Where another process holds the folder and its server does not answer, the refusal names it and the ways out."""
    await (await service_class.start(tmp_path)).stop()
    lock = FileLock(tmp_path / service_class.name / "owner.lock")
    assert lock.acquire()
    lock.write_pid(4711)

    with pytest.raises(ServiceError, match=rf"held by process 4711.*MATINEE_DATA_DIR.*{service_class.setting}"):
        await service_class.start(tmp_path, timeout=0.3)

    lock.release()


async def test_waits_while_the_owner_makes_the_data_folder(service_class: ServiceClass, tmp_path: Path):
    """An owner on a slow disk that has not got to a server yet is waited for; one whose server is silent is not."""
    (tmp_path / service_class.name).mkdir(mode=0o700)
    owner, server = (FileLock(tmp_path / service_class.name / f"{name}.lock") for name in ("owner", "server"))
    assert owner.acquire()
    assert server.acquire()
    waiting = asyncio.create_task(service_class.start(tmp_path, timeout=0.1))

    await asyncio.wait([waiting], timeout=0.5)

    assert not waiting.done()
    server.write_pid(4711)
    with pytest.raises(ServiceError, match="which does not answer"):
        await waiting
    owner.release()
    server.release()


async def test_cancelled_start_leaves_no_server(service_class: ServiceClass, tmp_path: Path):
    """A start that is cancelled half-way ends what it began; the next start finds the folder free."""
    for loops in (1, 3, 10, 30):
        task = asyncio.create_task(service_class.start(tmp_path))
        for _ in range(loops):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])

    async with await service_class.start(tmp_path, timeout=2) as service:
        assert service.is_owner


async def test_long_paths_get_a_short_socket(service_class: ServiceClass, tmp_path: Path):
    """A data folder whose path is longer than any socket may be works, for owner and guest alike."""
    deep = tmp_path / ("a-rather-long-name-" * 5) / ("and-another-one-" * 5)
    async with await service_class.start(deep) as owner, await service_class.start(deep) as guest:
        await write(guest, "deep")

        assert not guest.is_owner
        assert await read(owner) == ["deep"]
        assert stat.S_IMODE(owner.folders.sockets.stat().st_mode) == 0o700
        assert not owner.folders.sockets.is_relative_to(deep)

    assert not owner.folders.sockets.exists()
    async with await service_class.start(deep) as again:
        assert await read(again) == ["deep"]


async def test_odd_characters_in_the_path(service_class: ServiceClass, tmp_path: Path):
    """Spaces, umlauts, percent signs and question marks in the folder's name do no harm."""
    async with await service_class.start(tmp_path / "Kino für 50% & mehr?#") as service:
        await write(service, "ok")

        assert await read(service) == ["ok"]


async def test_only_this_user_can_reach_the_data(service_class: ServiceClass, tmp_path: Path):
    """The service's folders are closed to others, and the folders above keep their modes."""
    outer = tmp_path / "home"
    outer.mkdir(mode=0o700)
    above = {path: path.stat().st_mode for path in (outer, tmp_path, tmp_path.parent)}

    async with await service_class.start(outer / "data") as service:
        for place in (service.folders.home, service.folders.sockets, service.folders.log.parent):
            assert stat.S_IMODE(place.stat().st_mode) == 0o700
        assert stat.S_IMODE(service.folders.log.stat().st_mode) == 0o600

    assert {path: path.stat().st_mode for path in above} == above


async def test_server_has_a_session_of_its_own(service_class: ServiceClass, tmp_path: Path):
    """A terminal's Ctrl-C goes to our session and so not to the server."""
    async with await service_class.start(tmp_path) as service:
        assert os.getsid(service.pid) == service.pid != os.getsid(0)


async def test_says_where_programs_are_missing(service_class: ServiceClass, tmp_path: Path):
    """A folder of programs that holds none is refused by name, not passed over."""
    with pytest.raises(ServiceError, match="empty does not hold"):
        await service_class.start(tmp_path, binaries=tmp_path / "empty")


async def test_server_that_cannot_start_says_why(service_class: ServiceClass, tmp_path: Path):
    """A server that ends at once gives its own last words and the log to look into."""
    await (await service_class.start(tmp_path)).stop()
    for damaged in (tmp_path / service_class.name / "data").rglob("appendonly.aof.manifest"):
        damaged.write_text("nonsense")
    control = tmp_path / service_class.name / "data" / "global" / "pg_control"
    if control.exists():
        control.write_bytes(b"nonsense")

    with pytest.raises(ServiceError, match=rf"{service_class.title} stopped while starting \(.+\): see .+\.log"):
        await service_class.start(tmp_path)


async def test_main_thread_only(service_class: ServiceClass, tmp_path: Path):
    """A start off the main thread is a programming error and says so: the server would die with that thread."""
    caught: list[BaseException] = []

    def run() -> None:
        try:
            asyncio.run(service_class.start(tmp_path))
        except RuntimeError as error:
            caught.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    await asyncio.to_thread(thread.join)

    assert "main thread" in str(caught[0])


async def test_folder_without_write_permission(service_class: ServiceClass):
    """A folder that this user may not write to is refused in one sentence."""
    with folder_for(NOBODY) as folder:
        folder.chmod(0o500)
        host = Host(service_class.name, folder, user=NOBODY)
        answer = await host.answer()
        host.close()
        folder.chmod(0o700)

    assert f"Cannot write to {folder}" in answer["error"]
    assert "MATINEE_DATA_DIR" in answer["error"]


async def test_another_users_folder_is_refused(service_class: ServiceClass):
    """Root does not leave its files in an ordinary user's installation."""
    with folder_for(NOBODY - 1) as folder:
        host = Host(service_class.name, folder, user=NOBODY - 1)
        assert (await host.answer()).get("is_owner")
        await host.stop()

        with pytest.raises(ServiceError, match="belongs to somebody else"):
            await service_class.start(folder)


async def test_read_only_disk(service_class: ServiceClass, tmp_path: Path):
    """A file system that is mounted read-only is refused in one sentence."""
    script = 'mount --bind "$1" "$1" && mount -o remount,ro,bind "$1" && exec "$2" -m tests.bot.embedded_host "$3" "$1/data"'
    command = ["unshare", "--mount", "sh", "-c", script, "sh", str(tmp_path), sys.executable, service_class.name]
    try:
        done = await asyncio.to_thread(
            subprocess.run, command, capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL
        )
    except FileNotFoundError:
        pytest.skip("needs unshare to mount a read-only disk")
    if "{" not in done.stdout:
        pytest.skip(f"cannot mount a read-only disk here: {done.stderr.strip()}")

    error = json.loads(done.stdout)["error"]
    assert "Read-only file system" in error
    assert "MATINEE_DATA_DIR" in error


def _view(service_class: ServiceClass, folder: Path, user: int | None) -> Service:
    """The address of a service that another process runs; root looks into an ordinary user's folder."""
    if user is None:
        return service_class(folder)
    service = service_class.__new__(service_class)
    from bot.embedded.folders import ServiceFolders

    home = folder / service_class.name
    service.folders = ServiceFolders(home=home, sockets=home / "run", log=folder / "logs")
    return service
