"""Advisory file locks that say who is alive.

A lock belongs to an open file description, so a child process that inherits the descriptor holds it too, and the kernel lets
go of it when the last holder ends, however it ended. No pid is ever guessed at.
"""

import fcntl
import os
from pathlib import Path

from bot.embedded.errors import ServiceError, writing


class FileLock:
    """An exclusive lock on one file. The file's text names the holder's pid, for messages and signals."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor: int | None = None

    @property
    def is_held(self) -> bool:
        """Whether this object holds the lock."""
        return self._descriptor is not None

    @property
    def descriptor(self) -> int:
        """The descriptor of the held lock, to be inherited by a server. Raises RuntimeError when the lock is not held."""
        if self._descriptor is None:
            raise RuntimeError("the lock is not held")
        return self._descriptor

    def acquire(self) -> bool:
        """Take the lock if it is free; True when it is held. Never waits. Raises ServiceError where locks cannot be had."""
        if self.is_held:
            return True
        with writing(self.path.parent):
            descriptor = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(descriptor)
            return False
        except OSError as error:
            os.close(descriptor)
            raise ServiceError(
                f"The file system of {self.path.parent} has no file locks: set MATINEE_DATA_DIR to a folder on a local disk."
            ) from error
        self._descriptor = descriptor
        self.write_pid(None)
        return True

    def write_pid(self, pid: int | None) -> None:
        """Note the holder's pid (None: nobody yet)."""
        with writing(self.path):
            os.ftruncate(self.descriptor, 0)
            os.pwrite(self.descriptor, b"" if pid is None else str(pid).encode(), 0)

    def read_pid(self) -> int | None:
        """The pid that the holder noted, if it did."""
        try:
            text = self.path.read_text().strip()
        except OSError:
            return None
        return int(text) if text.isdecimal() else None

    def release(self) -> None:
        """Close our descriptor. The lock stays with a server that inherited it."""
        if self._descriptor is not None:
            os.close(self._descriptor)
            self._descriptor = None
