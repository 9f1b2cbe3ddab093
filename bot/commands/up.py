"""`matinee up`, `gateway` and `worker`: the processes that stay."""

import asyncio
import sys
from collections.abc import Awaitable
from contextlib import AsyncExitStack

import structlog

from agent.catalogue.generation import Generations
from bot.app import CHAT_PACE, Platforms, discord_from, gateway_half, run_until_told, sandbox, slack_from, worker_half
from bot.commands.background import ingest_behind, last_ingest, update_weekly
from bot.commands.errors import CommandError
from bot.parts import open_names, open_services
from bot.settings import Settings

_log = structlog.get_logger()


async def up(settings: Settings) -> None:
    """Everything in one process. With a token the platform itself, without one the sandbox and its page."""
    async with AsyncExitStack() as stack:
        say("starting services")
        services = await stack.enter_async_context(open_services(settings))
        platforms = Platforms()
        discord_from(settings, platforms)
        slack_from(settings, platforms)
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
        gateway = await stack.enter_async_context(gateway_half(services, platforms, open_names(settings)))
        keeping = asyncio.create_task(_keep_catalogue(settings))
        stack.callback(keeping.cancel)
        say(f"catalogue: {len(mind.finder.titles)} titles")
        say(f"model: {mind.model}")
        say(
            f"open {page} (or {page}/slack) and write to @Matinee (Ctrl-C ends)"
            if page
            else f"connected: {', '.join(platforms.chats)}"
        )
        await run_until_told([gateway, worker], services, settings)


async def gateway(settings: Settings) -> None:
    """The half that talks to platforms; workers answer."""
    platforms = Platforms()
    discord_from(settings, platforms)
    slack_from(settings, platforms)
    if not platforms.chats:
        raise CommandError(
            "No platform to talk to: set DISCORD_TOKEN, or SLACK_BOT_TOKEN and SLACK_APP_TOKEN, "
            "or run `matinee up` for the local sandbox."
        )
    async with open_services(settings) as services, gateway_half(services, platforms, open_names(settings)) as half:
        await run_until_told([half], services, settings)


async def worker(settings: Settings) -> None:
    """The half that answers; a gateway shows it."""
    async with open_services(settings) as services, worker_half(services, settings, pace=CHAT_PACE, say=say) as (half, mind):
        say(f"model: {mind.model}")
        updating = asyncio.create_task(_update_weekly(settings))
        try:
            await run_until_told([half], services, settings)
        finally:
            updating.cancel()


def say(line: str) -> None:
    """Tell the person at the terminal how far we are."""
    print(f"• {line}", file=sys.stderr, flush=True)


async def _keep_catalogue(settings: Settings) -> None:
    """Fetch the Kaggle sets once behind the catalogue that serves, and every week read all of its sources again."""
    generation = Generations(settings.data_dir).current()
    if generation is not None and '"netflix"' not in generation.manifest.read_text("utf-8"):
        problem = await ingest_behind(settings, "netflix", "imdb", progress=lambda line: say(f"Kaggle sets, {line}"))
        say(f"the starter catalogue serves; {problem}" if problem else "the Kaggle sets are in: answers use them from now on")
    await _update_weekly(settings)


async def _update_weekly(settings: Settings) -> None:
    def update() -> Awaitable[str]:
        return ingest_behind(settings, "--update", progress=lambda line: say(f"weekly update, {line}"))

    await update_weekly(lambda: last_ingest(settings), update, say)
