"""PostgreSQL refuses to run as root. Three ways around it, in order; no parent folder's mode is ever changed.

1. Not root: nothing to do, as long as the user has a name.
2. A user namespace: the server sees an ordinary user, files stay root's, any folder will do. Often blocked in containers.
3. Drop to another user: its folder is given to that user; every folder above must let others pass.
"""

import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
from pathlib import Path

from bot.embedded.errors import ServiceError, writing
from bot.embedded.folders import NOBODY, ServiceFolders
from bot.embedded.process import RunAs, launch_command, server_environment


def run_as_for(folders: ServiceFolders, programs: Path) -> tuple[RunAs, Path]:
    """As whom to run the programs, and the folder to run them from. Raises ServiceError where root has no way."""
    if os.geteuid() != 0:
        return _as_ordinary_user(os.geteuid()), programs
    if namespaces_work():
        with writing(folders.home):
            _give(folders, 0, 0)
        return RunAs("namespace", NOBODY, NOBODY), programs
    return RunAs("user", NOBODY, NOBODY), _give_to_nobody(folders, programs)


def _as_ordinary_user(uid: int) -> RunAs:
    """initdb looks its user's name up, and a container may run us as a bare number; a namespace lends it a name."""
    try:
        pwd.getpwuid(uid)
    except KeyError:
        if namespaces_work():
            return RunAs("namespace", NOBODY, NOBODY)
        raise ServiceError(
            f"PostgreSQL does not run as user {uid}, who has no entry in /etc/passwd: add one, start Matinee as another "
            "user, or set DATABASE_URL to a server of your own."
        ) from None
    return RunAs()


def namespaces_work() -> bool:
    """Whether a user namespace is to be had here: tried, because no file says so reliably."""
    trial = launch_command([sys.executable, "-I", "-S", "-c", ""], RunAs("namespace", NOBODY, NOBODY), signal.SIGKILL)
    done = subprocess.run(trial, capture_output=True, check=False, env=server_environment())  # noqa: S603
    return done.returncode == 0


def _give_to_nobody(folders: ServiceFolders, programs: Path) -> Path:
    blocked = _first_closed_folder(folders.home.parent)
    if blocked is not None:
        raise ServiceError(
            f"PostgreSQL does not run as root, and no other user can pass through {blocked}: start Matinee as an "
            "ordinary user, set MATINEE_DATA_DIR to a folder outside it, or set DATABASE_URL to a server of your own."
        )
    with writing(folders.home):
        _give(folders, NOBODY, NOBODY)
        if _first_closed_folder(programs) is not None:
            programs = _copy_programs(programs, folders.home)
    return programs


def _first_closed_folder(folder: Path) -> Path | None:
    """The topmost folder on the way to `folder` that users other than its owner cannot pass."""
    resolved = folder.resolve()
    for place in reversed([resolved, *resolved.parents]):
        if not place.stat().st_mode & stat.S_IXOTH:
            return place
    return None


def _copy_programs(programs: Path, home: Path) -> Path:
    """Copy the installation (`bin`, `lib`, `share`) and the libraries beside the package that its rpath names."""
    installation = programs.parent
    package = installation.parent
    copy = home / "programs" / package.name
    libraries = package.with_name(f"{package.name}.libs")
    if not (copy / "complete").exists():
        shutil.rmtree(copy, ignore_errors=True)
        copy.mkdir(parents=True)
        for folder in (copy.parent, copy):
            folder.chmod(0o755)  # whatever the umask says: nobody must pass
        shutil.copytree(installation, copy / installation.name)
        if libraries.is_dir():
            shutil.copytree(libraries, copy.with_name(libraries.name), dirs_exist_ok=True)
        (copy / "complete").touch()
    return copy / installation.name / programs.name


def _give(folders: ServiceFolders, uid: int, gid: int) -> None:
    """Make `uid` the owner of what the server writes to. Only folders that we made ourselves are touched."""
    for folder in (folders.home, folders.sockets):
        os.chown(folder, uid, gid)
    data = folders.home / "data"
    if data.exists() and data.stat().st_uid != uid:
        for place, _, files in os.walk(data):
            for file in files:
                os.chown(Path(place) / file, uid, gid, follow_symlinks=False)
        # The folder itself last of its tree: it is what tells that the tree is done.
        for place, _, _ in os.walk(data, topdown=False):
            os.chown(place, uid, gid)
