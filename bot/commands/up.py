"""`matinee up`, `gateway` and `worker`: the processes that stay."""

import asyncio
import contextlib
import os
import sys
from contextlib import AsyncExitStack

import structlog

from agent.catalogue.generation import Generations
from bot.app import CHAT_PACE, Platforms, discord_from, gateway_half, run_until_told, sandbox, worker_half
from bot.commands.errors import CommandError
from bot.parts import open_services
from bot.settings import Settings

_log = structlog.get_logger()


async def up(settings: Settings) -> None:
    """Everything in one process. With a token the platform itself, without one the sandbox and its page."""
    async with AsyncExitStack() as stack:
        say("starting services")
        services = await stack.enter_async_context(open_services(settings))
        platforms = Platforms()
        discord_from(settings, platforms)
        page = ""
        if not platforms.chats:
            try:
                page = (await stack.enter_async_context(sandbox(settings, platforms))).root_url
            except OSError as error:
                raise CommandError(
                    f"Port {settings.sandbox_port} is taken, perhaps by another Matinee: set MATINEE_SANDBOX_PORT."
                ) from error
        say("loading the catalogue and the encoder")
        worker, mind = await stack.enter_async_context(worker_half(services, settings, pace=CHAT_PACE, say=say))
        gateway = await stack.enter_async_context(gateway_half(services, platforms))
        growing = asyncio.create_task(_grow_catalogue(settings))
        stack.callback(growing.cancel)
        say(f"catalogue: {len(mind.finder.titles)} titles")
        say(f"model: {mind.model}")
        say(f"open {page} and write to @Matinee (Ctrl-C ends)" if page else f"connected: {', '.join(platforms.chats)}")
        await run_until_told([gateway, worker], services, settings)


async def gateway(settings: Settings) -> None:
    """The half that talks to platforms; workers answer."""
    platforms = Platforms()
    discord_from(settings, platforms)
    if not platforms.chats:
        raise CommandError("No platform to talk to: set DISCORD_TOKEN, or run `matinee up` for the local sandbox.")
    async with open_services(settings) as services, gateway_half(services, platforms) as half:
        await run_until_told([half], services, settings)


async def worker(settings: Settings) -> None:
    """The half that answers; a gateway shows it."""
    async with open_services(settings) as services, worker_half(services, settings, pace=CHAT_PACE, say=say) as (half, mind):
        say(f"model: {mind.model}")
        await run_until_told([half], services, settings)


def say(line: str) -> None:
    """Tell the person at the terminal how far we are."""
    print(f"• {line}", file=sys.stderr, flush=True)


async def _grow_catalogue(settings: Settings) -> None:
    """Fetch the Kaggle sets behind the catalogue that serves, in a process of its own: embedding would slow answers down."""
    generation = Generations(settings.data_dir).current()
    if generation is None or '"netflix"' in generation.manifest.read_text("utf-8"):
        return
    command = [sys.executable, "-m", "bot.cli", "ingest", "netflix", "imdb", "--json"]
    environment = {**os.environ, "MATINEE_DATA_DIR": str(settings.data_dir)}
    child = await asyncio.create_subprocess_exec(
        *command,
        env=environment,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    os.setpriority(os.PRIO_PROCESS, child.pid, 10)  # answers come first
    assert child.stderr is not None  # noqa: S101  it was asked for above
    last = "the Kaggle sets could not be read"
    try:
        async for raw in child.stderr:
            last = raw.decode(errors="replace").strip() or last
            if ": " in last and " of " in last:  # a line of its progress
                say(f"Kaggle sets, {last}")
        await child.wait()
    except asyncio.CancelledError:
        with contextlib.suppress(ProcessLookupError):
            child.terminate()
        raise
    if child.returncode == 0:
        say("the Kaggle sets are in: answers use them from now on")
    else:
        say(f"the starter catalogue serves; {last}")
