"""Where an embedded service keeps its files, and the short path of its socket."""

import contextlib
import hashlib
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from bot.embedded.errors import ServiceError, writing

# sun_path holds 108 bytes on Linux and 104 on macOS, with a NUL; PostgreSQL appends `/.s.PGSQL.5432`.
MAX_SOCKET_FOLDER_BYTES = 84
NOBODY = 65534  # `nobody` on Linux, whom root may drop a server to; every /etc/passwd has it
LOG_BYTES = 5 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class ServiceFolders:
    """One service's places under the data folder."""

    home: Path  # our own, 0700
    sockets: Path  # 0700; below `home`, or in the temporary folder where that path would be too long
    log: Path


def prepare_folders(data_dir: Path, service: str) -> ServiceFolders:
    """Make a service's folders. Only folders that are ours are made or touched; parents keep their modes.

    Raises ServiceError when the disk cannot be written or a folder belongs to somebody else. Root does not work in another
    user's folder either: it would leave files there that lock that user out.
    """
    data_dir = data_dir.absolute()
    home = data_dir / service
    with writing(data_dir):
        # 0711 for root lets a server that had to drop to another user reach its own folder, and nothing be listed.
        data_dir.mkdir(mode=0o711 if os.geteuid() == 0 else 0o700, parents=True, exist_ok=True)
        home.mkdir(mode=0o700, exist_ok=True)
        logs = data_dir / "logs"
        logs.mkdir(mode=0o700, exist_ok=True)
        sockets = _socket_folder(home)
        sockets.mkdir(mode=0o700, exist_ok=True)
    _require_ours(home, "start Matinee as its owner")
    _require_ours(sockets, "remove it")
    return ServiceFolders(home=home, sockets=sockets, log=logs / f"{service}.log")


def _socket_folder(home: Path) -> Path:
    folder = home / "run"
    if len(os.fsencode(folder)) <= MAX_SOCKET_FOLDER_BYTES:
        return folder
    # Not TMPDIR: two processes of one installation must agree, whatever their environments say.
    temporary = Path("/tmp")  # noqa: S108 - the folder below is 0700 and checked to be ours
    if not temporary.is_dir():
        temporary = Path(tempfile.gettempdir())
    digest = hashlib.sha256(os.fsencode(home)).hexdigest()[:16]
    return temporary / f"matinee-{os.geteuid()}-{digest}"


def remove_short_folder(folders: ServiceFolders) -> None:
    """Leave nothing of a stopped server in the temporary folder."""
    if folders.sockets.parent == folders.home:
        return
    with contextlib.suppress(OSError):  # it is only litter
        for left_over in folders.sockets.iterdir():
            left_over.unlink()
        folders.sockets.rmdir()


def _require_ours(folder: Path, way_out: str) -> None:
    status = folder.lstat()
    owners = {os.geteuid(), NOBODY} if os.geteuid() == 0 else {os.geteuid()}
    if not stat.S_ISDIR(status.st_mode) or status.st_uid not in owners or status.st_mode & 0o077:
        raise ServiceError(
            f"{folder} belongs to somebody else or is open to others: {way_out}, or set MATINEE_DATA_DIR to another folder."
        )


def open_log(path: Path) -> int:
    """Open a server's log for appending, the previous one kept as `.1` once it is over 5 MiB. Returns a descriptor."""
    with writing(path):
        if path.exists() and path.stat().st_size > LOG_BYTES:
            path.replace(path.with_suffix(".log.1"))
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)


def last_log_line(path: Path) -> str:
    """The last non-empty line of a log, cut to 300 characters; empty when there is none."""
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 4096))
            lines = file.read().decode(errors="replace").split("\n")
    except OSError:
        return ""
    return next((line.strip()[:300] for line in reversed(lines) if line.strip()), "")
