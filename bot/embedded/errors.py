"""What can go wrong with an embedded service."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class ServiceError(Exception):
    """An embedded service cannot run here. The message is one plain sentence with the way out."""


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an OSError while writing at `path` into a ServiceError that names the place and the way out."""
    try:
        yield
    except OSError as error:
        reason = error.strerror or str(error)
        raise ServiceError(
            f"Cannot write to {path} ({reason}): make room or grant access there, or set MATINEE_DATA_DIR to another folder."
        ) from error
