"""Fetches MDN's browser-compat-data, a package of npm, at a pinned version and brings it into a compact form.

The data are in the public domain (CC0-1.0). npm's client gets the package; its bytes are checked against the pinned hash
before anything in it is read, and nothing of it is unpacked or run.
"""

import asyncio
import base64
import hashlib
import json
import sqlite3
import tarfile
import tempfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, suppress
from pathlib import Path
from typing import Any

from agent.docs.tools.compat import FILE, SCHEMA, Compat
from agent.docs.tools.feature_names import keys_of
from etl.docs.compat_entries import compact, release_days
from etl.errors import SourceError, SourceUnreachable, writing_into

PACKAGE = "@mdn/browser-compat-data"
VERSION = "8.1.9"
ARCHIVE = f"mdn-browser-compat-data-{VERSION}.tgz"  # as npm names it
INTEGRITY = "sha512-7d8D9yzVS4ugLbt4clzc5DKU8dq85K0lRebjzpP43GxSr7vYKmczgfuEU+0beimjl5YmnHkcErtolg5t5ttb0A=="
DEADLINE_SECONDS = 120.0  # for a megabyte
_LARGEST = 200_000_000  # bytes of the data unpacked; ten times what they are
_ABOUT = ("__meta", "browsers")


async def fetch(data_dir: Path, *, npm: str = "npm", deadline: float = DEADLINE_SECONDS) -> str:
    """Have the data at the pinned version under `data_dir`, without the network where they are there; the version.

    Raises SourceUnreachable where npm is missing or has no network, SourceError where the package is not the pinned one,
    DataFolderError where `data_dir` cannot be written.
    """
    if await asyncio.to_thread(lambda: Compat(data_dir / FILE).version) == VERSION:
        return VERSION
    with tempfile.TemporaryDirectory() as folder:
        package = await _pack(Path(folder), npm, deadline)
        await asyncio.to_thread(store, package, data_dir, integrity=INTEGRITY)
    return VERSION


def store(package: Path, data_dir: Path, *, integrity: str) -> None:
    """Read the package's data into the database under `data_dir`, if it has this hash. Raises SourceError, DataFolderError."""
    found = "sha512-" + base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()
    if found != integrity:
        raise SourceError(package, f"is not {PACKAGE}@{VERSION} as pinned (its hash is {found}): ask for it again later.")
    data = _data(package)
    with writing_into(data_dir):
        file = data_dir / FILE
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".browser-support-", dir=file.parent) as folder:
            _write(data, Path(folder) / file.name)
            (Path(folder) / file.name).replace(file)


async def _pack(folder: Path, npm: str, deadline: float) -> Path:
    """The package's archive in `folder`."""
    try:
        process = await asyncio.create_subprocess_exec(
            npm,
            "pack",
            f"{PACKAGE}@{VERSION}",
            "--ignore-scripts",
            "--loglevel=error",
            f"--pack-destination={folder}",
            cwd=folder,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        raise _unreachable("npm is not installed") from error
    try:
        _, said = await asyncio.wait_for(process.communicate(), deadline)
    except TimeoutError as error:
        raise _unreachable(f"no end after {deadline:.0f} s") from error
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    package = await asyncio.to_thread(lambda: next(folder.glob("*.tgz"), None))
    if process.returncode or package is None:
        raise _unreachable(_reason(said, process.returncode))
    return package


def _reason(said: bytes, code: int | None) -> str:
    """The line of npm that says most: its first that is no code."""
    lines = (line.removeprefix("npm error").strip() for line in said.decode("utf-8", "replace").splitlines())
    return next(
        (line for line in lines if line and not line.startswith(("code ", "errno ", "syscall "))), f"npm ended with code {code}"
    )


def _unreachable(why: str) -> SourceUnreachable:
    return SourceUnreachable(
        f"The browser support data cannot be fetched with npm ({why}): install npm or check the network, then run "
        f"`matinee ingest docs` again; all else works without them."
    )


def _data(package: Path) -> Mapping[str, Any]:
    try:
        with tarfile.open(package, "r:gz") as archive:
            member = archive.getmember("package/data.json")
            content = archive.extractfile(member) if member.isfile() and member.size <= _LARGEST else None
            data = json.loads(content.read()) if content else None
    except (tarfile.TarError, KeyError, OSError, ValueError) as error:
        raise SourceError(package, f"holds no data that can be read ({error}): ask for it again later.") from error
    if not isinstance(data, dict) or not all(name in data for name in _ABOUT):
        raise SourceError(package, "holds data of another form than expected: a version of Matinee that knows it is needed.")
    return data


def _write(data: Mapping[str, Any], file: Path) -> None:
    meta = data["__meta"]
    about = {"version": meta["version"], "day": meta["timestamp"][:10], "schema": str(SCHEMA)}
    days = release_days(data["browsers"])
    features = [(path, compact(path, entry, days)) for path, entry in _features(data)]
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID")
        database.execute("CREATE TABLE features (path TEXT PRIMARY KEY, body BLOB) WITHOUT ROWID")
        database.execute("CREATE TABLE names (name TEXT, path TEXT, PRIMARY KEY (name, path)) WITHOUT ROWID")
        database.executemany("INSERT INTO about VALUES (?, ?)", about.items())
        database.executemany("INSERT INTO features VALUES (?, ?)", ((path, _packed(body)) for path, body in features))
        names = ((name, path) for path, body in features for name in keys_of(path, body["label"]))
        database.executemany("INSERT INTO names VALUES (?, ?)", names)


def _packed(body: Mapping[str, Any]) -> bytes:
    return zlib.compress(json.dumps(body, ensure_ascii=False, separators=(",", ":")).encode())


def _features(tree: Mapping[str, Any], above: Sequence[str] = ()) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """All features with their paths; a node may have features below it whether it is one or not."""
    for name, node in tree.items():
        if name == "__compat" or (not above and name in _ABOUT) or not isinstance(node, dict):
            continue
        path = (*above, name)
        if "__compat" in node:
            yield ".".join(path), node["__compat"]
        yield from _features(node, path)
