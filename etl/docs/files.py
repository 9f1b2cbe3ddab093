"""The files of sources, from archives or folders on this machine; nothing of an archive is ever written to the disk."""

import gzip
import io
import os
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any

from etl.docs.sources import SOURCES, Source
from etl.errors import SourceError

# The largest page known has 88,021 bytes, the largest source 10 MB: what is far beyond is no documentation.
PAGE_BYTES = 5_000_000
ARCHIVE_BYTES = 500_000_000
_MANIFEST = "manifest.tsv"
_PACKED = ".tar.gz"


@dataclass(frozen=True, slots=True)
class Location:
    """Where a source's files are: an archive, or a folder that looks like its repository."""

    source: Source
    path: Path


def locate(folder: Path) -> list[Location]:
    """The sources that `folder` holds, as `<corpus>.tar.gz` or as a folder `<corpus>`. Raises SourceError where it has none."""
    found: list[Location] = []
    for source in SOURCES.values():
        for path in (folder / f"{source.corpus}{_PACKED}", folder / source.corpus):
            if path.exists():
                found.append(Location(source, path))
                break
    if not found:
        names = ", ".join(f"{corpus}{_PACKED}" for corpus in SOURCES)
        raise SourceError(folder, f"it holds no source; put {names} there, or folders of these names unpacked")
    return found


def commits(folder: Path) -> dict[tuple[str, str], str]:
    """The commits of single files that a folder's manifest names, by corpus and path; empty without a manifest.

    Its lines hold corpus, path and commit, split by tabs. Raises SourceError when it cannot be read.
    """
    try:
        lines = (folder / _MANIFEST).read_text("utf-8").splitlines()
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SourceError(folder / _MANIFEST, f"it cannot be read ({error}); mend or remove it") from error
    rows = [line.split("\t") for line in lines]
    return {(row[0], row[1]): row[2] for row in rows if len(row) > 2}


def read(location: Location) -> Iterator[tuple[str, bytes]]:
    """Each page's path in the repository and its bytes, in the order of paths. Raises SourceError."""
    pages = _packed(location) if location.path.is_file() else _unpacked(location)
    yield from sorted(pages)


def _unpacked(location: Location) -> Iterator[tuple[str, bytes]]:
    for folder, folders, names in os.walk(location.path):
        folders[:] = [name for name in folders if name != ".git"]
        for name in names:
            file = Path(folder, name)
            path = file.relative_to(location.path).as_posix()
            if not location.source.holds(path):
                continue
            if file.is_symlink():
                raise SourceError(file, "it is a link, and links are not followed; put the file itself there")
            if file.stat().st_size > PAGE_BYTES:
                raise SourceError(file, f"it has more than {PAGE_BYTES:,} bytes: this is no page")
            yield path, file.read_bytes()


def _packed(location: Location) -> Iterator[tuple[str, bytes]]:
    try:
        with gzip.open(location.path) as unzipped, _stream(unzipped, location.path) as archive:
            for member in archive:
                path = _checked(member, location.path)
                file = archive.extractfile(member) if member.isfile() and location.source.holds(path) else None
                if file is not None:
                    yield path, file.read()
    except (tarfile.TarError, zlib.error, EOFError, OSError, ValueError) as error:
        raise SourceError(location.path, f"it is no whole archive ({error}); fetch it again") from error


def _checked(member: tarfile.TarInfo, archive: Path) -> str:
    """The member's path, if it is one that may be read."""
    path = PurePosixPath(member.name)
    if path.is_absolute() or ".." in path.parts:
        raise SourceError(archive, f"{member.name!r} leads out of it; fetch the archive again from where you trust it")
    if not (member.isfile() or member.isdir()):
        raise SourceError(archive, f"{member.name!r} is a link or a device; pack the files themselves")
    if member.isfile() and member.size > PAGE_BYTES:
        raise SourceError(archive, f"{member.name!r} has more than {PAGE_BYTES:,} bytes: this is no page")
    return path.as_posix()


def _stream(unzipped: gzip.GzipFile, archive: Path) -> tarfile.TarFile:
    limited: Any = _Limited(unzipped, archive)  # tarfile asks for less of a stream than its types do
    return tarfile.open(fileobj=limited, mode="r|")


class _Limited(io.RawIOBase):
    """A stream that ends an archive which unpacks to more than any source has."""

    def __init__(self, stream: gzip.GzipFile, archive: Path) -> None:
        self._stream = stream
        self._archive = archive
        self._left = ARCHIVE_BYTES

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1, /) -> bytes:
        data = self._stream.read(min(size, self._left + 1) if size >= 0 else self._left + 1)
        self._left -= len(data)
        if self._left < 0:
            raise SourceError(self._archive, f"it unpacks to more than {ARCHIVE_BYTES:,} bytes: this is no documentation")
        return data
