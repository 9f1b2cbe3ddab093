"""A source's files fetched with git: exactly its pinned commit, only its folders, no history."""

import asyncio
import os
import re
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

from etl.docs.sources import Source
from etl.errors import SourceUnreachable

DEADLINE_SECONDS = 600.0
_COMMIT = re.compile(r"[0-9a-f]{40}")
# Nothing of a machine's or a repository's own settings may ask, run a hook, or make a link.
_SETTINGS = ("core.hooksPath=/dev/null", "core.symlinks=false", "core.autocrlf=false", "advice.detachedHead=false")
_ENVIRONMENT = {"GIT_TERMINAL_PROMPT": "0", "GIT_LFS_SKIP_SMUDGE": "1", "LC_ALL": "C"}


async def checkout(source: Source, root: Path, *, url: str = "", deadline: float = DEADLINE_SECONDS) -> Path:
    """The folder under `root` that holds the source at its commit; fetched if it is not there whole.

    `url` stands for the source's own repository. Raises SourceUnreachable, after `deadline` seconds a step at the latest.
    """
    target = root / f"{source.corpus}-{source.commit[:12]}"
    if await asyncio.to_thread(target.is_dir):
        return target
    building = await asyncio.to_thread(_begin, source, root)
    try:
        await _fetch(source, building, url or source.clone_url, deadline)
        await asyncio.to_thread(_settle, source, building, target)
    finally:
        await asyncio.to_thread(shutil.rmtree, building, ignore_errors=True)
    return target


async def _fetch(source: Source, folder: Path, url: str, deadline: float) -> None:
    wanted = source.commit if _COMMIT.fullmatch(source.commit) else f"refs/tags/{source.commit}"
    for step in (
        ("init", "--quiet"),
        ("remote", "add", "origin", url),
        ("sparse-checkout", "set", *source.folders),
        ("fetch", "--quiet", "--depth=1", "--no-tags", "--filter=blob:none", "origin", wanted),
        ("checkout", "--quiet", "--detach", "FETCH_HEAD"),
    ):
        why = await _git(folder, step, deadline)
        if why is not None:
            raise SourceUnreachable(
                f"The documentation of {source.name} cannot be fetched from {url} ({why}): check the network, or name a folder "
                f"with its archive, as in `matinee ingest docs=FOLDER`."
            )


async def _git(folder: Path, step: tuple[str, ...], deadline: float) -> str | None:
    """Why a git command failed, in its own words; None if it did not."""
    settings = [part for setting in _SETTINGS for part in ("-c", setting)]
    try:
        process = await asyncio.create_subprocess_exec(
            "git",
            *settings,
            *step,
            cwd=folder,
            env={**os.environ, **_ENVIRONMENT},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
    except FileNotFoundError:
        return "git is not installed"
    try:
        _, said = await asyncio.wait_for(process.communicate(), deadline)
    except TimeoutError:
        return f"no end after {deadline:.0f} s"
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    if process.returncode == 0:
        return None
    lines = said.decode("utf-8", "replace").strip().splitlines()
    return lines[-1].removeprefix("fatal: ") if lines else f"git {step[0]} ended with code {process.returncode}"


def _begin(source: Source, root: Path) -> Path:
    root.mkdir(parents=True, exist_ok=True)
    return Path(tempfile.mkdtemp(prefix=f".{source.corpus}-", dir=root))


def _settle(source: Source, building: Path, target: Path) -> None:
    """Put the files in their place without git's own, and take older commits' away."""
    shutil.rmtree(building / ".git")
    with suppress(OSError):  # another process was faster, with the same files
        building.rename(target)
    for older in target.parent.glob(f"{source.corpus}-*"):
        if older != target:
            shutil.rmtree(older, ignore_errors=True)
