"""The composition root: builds the two halves, gateway and worker, from settings, and runs them until they are told to go.

gateway   platforms → inbox → turns → relays        needs PostgreSQL and Redis
worker    run queue → graph → run events            needs Redis, the catalogue, a model if there is one
up        both in one process, with embedded services and, without a token, the sandbox
"""

import asyncio
import os
import signal
import socket
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import structlog
from prometheus_client import REGISTRY

from agent.contract import SUMMARY_QUEUE
from bot import cards
from bot.clock import SystemClock
from bot.epilogue import Epilogue
from bot.health import HealthPortTaken, HealthServer
from bot.inbox import Inbox
from bot.launcher import Launcher
from bot.marker import Marks
from bot.memory import Memory
from bot.movie_night.evenings import Evenings
from bot.parts import Mind, Services, open_mind
from bot.people import People, interactions
from bot.ports import ChatPort, EventSink, Gateway, InteractionSink, TitleNames
from bot.relay import Observer, Relay
from bot.settings import Settings
from bot.slash.registry import COMMANDS
from bot.store.conversations import ConversationStore
from bot.store.inbox import InboxStore
from bot.store.memory import MemoryStore
from bot.store.privacy import PrivacyStore
from bot.tasks import cancel_all, first_end, still
from bot.titles import NoTitles
from bot.turns import Turns
from bot.types import Platform

if TYPE_CHECKING:
    from adapters.discord.client import DiscordClient
    from adapters.sandbox.discord.server import DiscordServer
    from adapters.slack.client import SlackClient
    from agent.worker import Worker

_log = structlog.get_logger()

_TEND_SECONDS = 2.0
_PRUNE_SECONDS = 3600.0
_DRAIN_SECONDS = 25.0  # below the 30 s that container runtimes give between SIGTERM and SIGKILL
# Between the paragraphs of an answer that was composed from facts, so that people can follow its growth and stop it.
CHAT_PACE = 0.25


@dataclass(slots=True)
class Half:
    """A running half: `ended` completes when it can go on no longer, `drain` lets it end well, `check` is its readiness."""

    ended: "asyncio.Task[None]"
    drain: Callable[[], Awaitable[None]]
    checks: dict[str, Callable[[], Awaitable[None]]] = field(default_factory=dict)


@dataclass(slots=True)
class Platforms:
    """The chat platforms that this process talks to."""

    chats: dict[Platform, ChatPort] = field(default_factory=dict)
    gateways: list[tuple[Platform, Callable[[EventSink, InteractionSink], Gateway]]] = field(default_factory=list)
    checks: dict[str, Callable[[], Awaitable[None]]] = field(default_factory=dict)
    observer: Observer | None = None


def add_discord(platforms: Platforms, client: "DiscordClient", token: str) -> None:
    """Talk to Discord, the real one or the sandbox's."""
    from adapters.discord.chat import DiscordChat
    from adapters.discord.gateway import DiscordGateway
    from adapters.discord.interactions import Desk

    chat = DiscordChat(client)

    def gateway(sink: EventSink, clicks: InteractionSink) -> Gateway:
        return DiscordGateway(client, token=token, sink=sink, desk=Desk(clicks, chat, SystemClock()), commands=COMMANDS)

    platforms.chats["discord"] = chat
    platforms.gateways.append(("discord", gateway))
    platforms.checks["discord"] = client.breaker.check


def discord_from(settings: Settings, platforms: Platforms) -> None:
    """Discord as the settings name it; nothing without a token."""
    from adapters.discord.client import DiscordClient

    if settings.discord_token:
        client = DiscordClient(api_base=settings.discord_api_base, gateway_url=settings.discord_gateway_url)
        add_discord(platforms, client, settings.discord_token.get_secret_value())


def add_slack(platforms: Platforms, client: "SlackClient", app_token: str) -> None:
    """Talk to one Slack workspace, a real one or the sandbox's."""
    from adapters.slack.chat import SlackChat
    from adapters.slack.gateway import SlackGateway
    from adapters.slack.interactions import Desk

    chat = SlackChat(client)

    def gateway(sink: EventSink, clicks: InteractionSink) -> Gateway:
        desk = Desk(clicks, client, chat, SystemClock(), COMMANDS)
        return SlackGateway(client, app_token=app_token, sink=sink, desk=desk)

    platforms.chats["slack"] = chat
    platforms.gateways.append(("slack", gateway))


def slack_from(settings: Settings, platforms: Platforms) -> None:
    """Slack as the settings name it; nothing without its two tokens."""
    from adapters.slack.client import SlackClient

    if settings.slack_bot_token and settings.slack_app_token:
        client = SlackClient(settings.slack_bot_token.get_secret_value(), api_base=settings.slack_api_base)
        add_slack(platforms, client, settings.slack_app_token.get_secret_value())


@asynccontextmanager
async def sandbox(settings: Settings, platforms: Platforms) -> AsyncIterator["DiscordServer"]:
    """The local Discord and the local Slack with their page, and our adapters pointed at them. Raises OSError for a taken
    port."""
    from adapters.discord.client import DiscordClient
    from adapters.sandbox.discord.server import DiscordServer
    from adapters.sandbox.discord.world import World
    from adapters.sandbox.page_server import add_page, add_slack_page
    from adapters.sandbox.run_feed import RunFeed
    from adapters.sandbox.slack import SlackServer
    from adapters.sandbox.slack import World as SlackWorld
    from adapters.slack.client import SlackClient

    feed = RunFeed()
    discord, slack = DiscordServer(World()), SlackServer(SlackWorld())
    slack.world.state.app.shortcuts = ("ask_matinee",)  # as manifest.yaml declares it
    add_page(discord.app, discord.world, discord.faults, run_events=lambda: feed.events("discord"))
    add_slack_page(discord.app, slack.world, slack.faults, run_events=lambda: feed.events("slack"))
    await discord.start(port=settings.sandbox_port)
    platforms.observer = feed.observe
    add_discord(platforms, DiscordClient(api_base=discord.api_base, gateway_url=discord.gateway_url), discord.token)
    try:
        await slack.start()
        add_slack(platforms, SlackClient(slack.bot_token, api_base=slack.api_base), slack.app_token)
        yield discord
    finally:
        await discord.stop()
        await slack.stop()


@asynccontextmanager
async def gateway_half(services: Services, platforms: Platforms, titles: TitleNames | None = None) -> AsyncIterator[Half]:
    """Events in, answers out, on all platforms. `titles` are suggested while commands are typed."""
    clock, launcher = SystemClock(), Launcher(services.redis)
    store, claims = ConversationStore(services.pool), InboxStore(services.pool)
    known, names = People.over(services.pool, platforms.chats), titles or NoTitles()
    marks = {name: Marks(chat, clock) for name, chat in platforms.chats.items()}
    relays = {
        name: Relay(chat, marks[name], services.redis, store, clock, observe=platforms.observer)
        for name, chat in platforms.chats.items()
    }
    epilogue = Epilogue(platforms.chats, store.answers, clock, views=cards.views, wants_notice=known.preferences.wants_notice)
    turns = Turns(
        platforms.chats, marks, relays, launcher, store, clock, epilogue,
        preferences=known.preferences.for_turn, refusal=known.limits.check,
    )  # fmt: skip
    evenings = Evenings.over(services.pool, services.redis, platforms.chats, clock, refusal=known.limits.check)
    inbox = Inbox(platforms.chats, claims, store, turns, evenings.nights, evenings.openings)
    clicks = interactions(
        services.pool, platforms.chats, known=known, turns=turns, conversations=store, claims=claims, launcher=launcher,
        titles=names, evenings=evenings,
    )  # fmt: skip
    behind = [
        asyncio.create_task(_warm(names), name="read the titles' names"),
        asyncio.create_task(Memory(MemoryStore(services.pool), launcher, services.redis, clock).run(), name="memory"),
    ]
    gateways = {name: make(inbox.receive, clicks.receive) for name, make in platforms.gateways}
    running = [asyncio.create_task(gateway.run(), name=f"gateway {name}") for name, gateway in gateways.items()]
    tending = asyncio.create_task(_tend(turns, inbox, evenings, claims, known.privacy), name="tend")
    ended = asyncio.create_task(first_end([*running, tending]))
    try:
        for gateway in gateways.values():
            await _ready_or_ended(gateway, ended)
        yield Half(ended, lambda: turns.drain(_DRAIN_SECONDS), {"platforms": lambda: still(ended)} | platforms.checks)
    finally:
        await turns.close()
        await evenings.nights.close()
        await cancel_all([ended, tending, *behind, *running])


@asynccontextmanager
async def worker_half(
    services: Services, settings: Settings, *, pace: float, say: Callable[[str], None]
) -> AsyncIterator[tuple[Half, Mind]]:
    """Runs out of the queues: questions, and apart from them summaries, one at a time. `pace` is the pause in seconds between
    the paragraphs of a composed answer."""
    from agent.worker import Worker

    mind = await open_mind(settings, dict(os.environ), pace=pace, say=say)
    worker: Worker = Worker(services.redis, mind.runner, name=f"{socket.gethostname()}-{os.getpid()}")
    behind = Worker(services.redis, mind.summariser, worker.name, concurrency=1, queue=SUMMARY_QUEUE)
    running = [asyncio.create_task(each.run(), name="worker") for each in (worker, behind)]
    ended = asyncio.create_task(first_end(running), name="worker")
    try:
        yield Half(ended, lambda: _drained(worker, behind), {"worker": lambda: still(ended)}), mind
    finally:
        await cancel_all([ended, *running])
        await mind.close()


async def run_until_told(halves: list[Half], services: Services, settings: Settings) -> None:
    """Serve health checks and wait for SIGTERM, SIGINT or the end of a half; then drain. Raises what a half ended with."""
    told = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, told.set)
    health = HealthServer(_checks(halves, services), REGISTRY)
    with suppress(HealthPortTaken):  # a second installation on this machine: it works without the port
        await health.start(settings.health_host, settings.health_port)
    waiting = asyncio.create_task(told.wait())
    try:
        await asyncio.wait([waiting, *[half.ended for half in halves]], return_when=asyncio.FIRST_COMPLETED)
        for half in halves:
            if half.ended.done():
                half.ended.result()
        _log.info("draining")
        await asyncio.gather(*[half.drain() for half in halves])
    finally:
        waiting.cancel()
        await health.stop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.remove_signal_handler(number)


def _checks(halves: list[Half], services: Services) -> dict[str, Callable[[], Awaitable[None]]]:
    async def redis() -> None:
        await services.redis.ping()

    async def postgres() -> None:
        await services.pool.fetchval("SELECT 1")

    checks: dict[str, Callable[[], Awaitable[None]]] = {"redis": redis, "postgres": postgres}
    for half in halves:
        checks.update(half.checks)
    return checks


async def _drained(*workers: "Worker") -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(_DRAIN_SECONDS):
            await asyncio.gather(*[worker.drain() for worker in workers])


async def _tend(turns: Turns, inbox: Inbox, evenings: Evenings, claims: InboxStore, privacy: PrivacyStore) -> None:
    pruned = -_PRUNE_SECONDS
    while True:
        try:
            if time.monotonic() - pruned >= _PRUNE_SECONDS:
                pruned = time.monotonic()
                await claims.prune()
                await privacy.prune()
                await evenings.store.prune()
            await turns.tend()
            await inbox.recover()
            await evenings.tend()
        except Exception:  # PostgreSQL is away: what it holds is still there when it is back
            _log.exception("tend_failed")
        await asyncio.sleep(_TEND_SECONDS)


async def _warm(titles: TitleNames) -> None:
    """Read the catalogue's names before somebody types one: they have three seconds for their suggestions."""
    await titles.suggest("", 1)


async def _ready_or_ended(gateway: Gateway, ended: asyncio.Task[None]) -> None:
    """Raises what the gateways ended with, if they ended first."""
    ready = asyncio.ensure_future(gateway.ready())
    await asyncio.wait([ready, ended], return_when=asyncio.FIRST_COMPLETED)
    if ended.done():
        ready.cancel()
        with suppress(asyncio.CancelledError, ConnectionError):
            await ready
        ended.result()
    await ready
