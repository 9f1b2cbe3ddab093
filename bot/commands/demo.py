"""`matinee demo`: a scripted visit to the sandbox over its real sockets, printed as a transcript."""

import asyncio
import contextlib
import sqlite3
import tempfile
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.app import CHAT_PACE, Platforms, gateway_half, sandbox, worker_half
from bot.commands.errors import CommandError
from bot.parts import open_names, open_services
from bot.settings import Settings

if TYPE_CHECKING:
    from adapters.sandbox.discord.world import World

_PATIENCE = 60.0
_ENDS = {"✅", "❓", "⛔", "❌"}


async def demo(settings: Settings) -> None:
    """Mention, thread, growing answer, follow-up, stop. In a data folder of its own, which is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="matinee-demo-") as folder:
        apart = settings.model_copy(
            update={"data_dir": Path(folder), "redis_url": None, "database_url": None, "qdrant_url": None, "sandbox_port": 0}
        )
        await asyncio.to_thread(_take_vectors_along, settings.data_dir, apart.data_dir)
        async with AsyncExitStack() as stack:
            services = await stack.enter_async_context(open_services(apart))
            platforms = Platforms()
            server = await stack.enter_async_context(sandbox(apart, platforms))
            _, mind = await stack.enter_async_context(worker_half(services, apart, pace=CHAT_PACE, say=_line))
            await stack.enter_async_context(gateway_half(services, platforms, open_names(apart)))
            _line(f"{len(mind.finder.titles)} titles · model: {mind.model}")
            await Visit(server.world).play()


def _take_vectors_along(known: Path, apart: Path) -> None:
    """What the user's own catalogue embedded need not be embedded again; where that cannot be read, it is."""
    from agent.catalogue.generation import Generations
    from etl.embeddings import EmbeddingCache

    source = Generations(known).embeddings
    if source.exists():
        with contextlib.suppress(sqlite3.Error, OSError), EmbeddingCache(source) as cache:
            cache.copy_to(Generations(apart).embeddings)


class Visit:
    """People who write in the sandbox, and an onlooker who prints what they see."""

    def __init__(self, world: "World") -> None:
        self._world = world
        self._ended: asyncio.Queue[str] = asyncio.Queue()
        self._changed = asyncio.Event()

    async def play(self) -> None:
        """The script."""
        watching = asyncio.create_task(self._watch(self._world.subscribe()))
        try:
            channel = self._world.channel_named("movie-club").id
            ada, ben = self._world.person_named("Ada").id, self._world.person_named("Ben").id
            at = self._world.mention_of_bot
            thread = await self._ask(ada, channel, f"{at} something tense set in one room, under two hours")
            await self._ask(ben, thread, "something shorter")
            await self._ask(ada, channel, f"{at} hello, what can you do?")
            await self._ask_and_stop(ben, channel, f"{at} a heist film from the 90s")
        finally:
            watching.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await watching

    async def _ask(self, person: str, channel: str, text: str) -> str:
        """Write, and wait for the answer's end; returns the thread."""
        question = self._world.person_posts(person, channel, text)
        await self._until(lambda: self._is_ended(question.id))
        return question.id

    async def _ask_and_stop(self, person: str, channel: str, text: str) -> None:
        question = self._world.person_posts(person, channel, text)
        await self._until(lambda: bool(self._answers(question.id)))
        self._world.person_reacts(person, question.id, self._answers(question.id)[-1], "🛑")
        await self._until(lambda: self._is_ended(question.id))

    def _answers(self, thread: str) -> list[str]:
        if thread not in {channel.id for channel in self._world.threads()}:
            return []
        return [m.id for m in self._world.messages_in(thread) if m.author_id == self._world.bot_id]

    def _is_ended(self, question: str) -> bool:
        reactions = self._world.message(question).reactions
        return any(reaction.emoji in _ENDS for reaction in reactions)

    async def _until(self, check: Callable[[], bool]) -> None:
        try:
            async with asyncio.timeout(_PATIENCE):
                while not check():
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError as error:
            raise CommandError("The demo waited a minute for its answer: run `matinee doctor`.") from error

    async def _watch(self, events: AsyncIterator[dict[str, Any]]) -> None:
        async for event in events:
            self._changed.set()
            line = self._describe(event["type"], event["data"])
            if line:
                print(line, flush=True)

    def _describe(self, kind: str, data: dict[str, Any]) -> str:
        match kind:
            case "message_create" if data.get("content"):
                return f"\n{self._name(data)} writes:\n{self._indent(data['content'])}"
            case "message_update" if data.get("author", {}).get("id") == self._world.bot_id:
                return f"\n{self._name(data)} edits:\n{self._indent(data['content'])}"
            case "thread_create":
                return f"\na thread opens: “{data['name']}”"
            case "reaction_add":
                return f"  {data['emoji']['name']}"
        return ""

    def _name(self, message: dict[str, Any]) -> str:
        author = message["author"]
        return str(author.get("global_name") or author["username"])

    def _indent(self, text: str) -> str:
        return "\n".join(f"  │ {line}" for line in text.replace(self._world.mention_of_bot, "@Matinee").splitlines())


def _line(text: str) -> None:
    print(f"• {text}", flush=True)
