"""A discord.py bot with every kind of command, component and form, as a library user would write it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from adapters.sandbox.discord import DiscordServer
from adapters.sandbox.discord.model import Interaction
from tests.adapters.sandbox.client import INTENTS, PATIENCE, running

Heard = discord.Interaction[Any]
Handler = Callable[[Heard], Awaitable[Any]]


class Bot(commands.Bot):
    """Hands every interaction that no command takes to `handler`, and keeps what went wrong in commands."""

    def __init__(self) -> None:
        super().__init__(
            "!", intents=INTENTS, allowed_mentions=discord.AllowedMentions.none(), help_command=None, guild_ready_timeout=0.05
        )
        self.handler: Handler | None = None
        self.heard: asyncio.Queue[Heard] = asyncio.Queue()
        self.handled: asyncio.Queue[Heard] = asyncio.Queue()
        self.came = asyncio.Event()
        self.problems: asyncio.Queue[Exception] = asyncio.Queue()
        add_commands(self.tree)
        self.tree.error(self._keep_problem)

    async def _keep_problem(self, _: Heard, error: Exception) -> None:
        self.problems.put_nowait(error)

    async def on_ready(self) -> None:
        """Connected."""
        self.came.set()

    async def on_interaction(self, interaction: Heard) -> None:
        """Keep it, and handle what is no command."""
        self.heard.put_nowait(interaction)
        if self.handler is not None:
            try:
                await self.handler(interaction)
            except Exception as error:
                self.problems.put_nowait(error)
            self.handled.put_nowait(interaction)

    async def done(self) -> Heard:
        """The next interaction that the handler is through with."""
        async with asyncio.timeout(PATIENCE):
            return await self.handled.get()

    async def next(self) -> Heard:
        """The next interaction that was not taken yet."""
        async with asyncio.timeout(PATIENCE):
            return await self.heard.get()


def add_commands(tree: app_commands.CommandTree[Any]) -> None:
    """`/similar` with suggestions, `/watchlist add|remove`, `/settings`, and the message command."""

    @tree.command(description="Films like one that you name")
    @app_commands.describe(title="A film or series", count="How many")
    async def similar(interaction: Heard, title: str, count: app_commands.Range[int, 1, 5] = 3) -> None:
        await interaction.response.send_message(f"{count} films like {title}")

    @similar.autocomplete("title")
    async def titles(_: Heard, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current} ({year})", value=f"id-{year}") for year in (1948, 2006)]

    watchlist = app_commands.Group(name="watchlist", description="Films to watch")

    @watchlist.command(description="Put a film on it")
    async def add(interaction: Heard, title: str, member: discord.Member | None = None) -> None:
        await interaction.response.send_message(f"{title} for {member}", ephemeral=True)

    tree.add_command(watchlist)

    @tree.command(description="Settings of the server")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(interaction: Heard) -> None:
        await interaction.response.defer(ephemeral=True)

    @tree.context_menu(name="Ask Matinee")
    async def ask(interaction: Heard, message: discord.Message) -> None:
        await interaction.response.send_message(f"About: {message.content}")


@asynccontextmanager
async def serving(server: DiscordServer, handler: Handler | None = None) -> AsyncIterator[Bot]:
    """A connected bot whose commands are registered; nothing may have gone wrong in it at the end."""
    bot = Bot()
    bot.handler = handler
    async with running(bot, server.token):
        async with asyncio.timeout(PATIENCE):
            await bot.came.wait()
        await bot.tree.sync()
        yield bot
    assert [bot.problems.get_nowait() for _ in range(bot.problems.qsize())] == []


async def until(server: DiscordServer, true: Callable[[], bool]) -> None:
    """Wait until something is so, looking again after each change in the world."""
    watch = server.world.subscribe()
    async with asyncio.timeout(PATIENCE):
        while not true():
            await anext(watch)
    await watch.aclose()


async def settled(server: DiscordServer, begun: Interaction) -> Interaction:
    """The interaction with its first answer."""
    return await server.world.settled(begun, patience=PATIENCE)
