"""People who command and click in the sandbox, and see what is shown to them; the worker is scripted."""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import Redis

from adapters.sandbox.discord.limits import REAL_LIMITS, Limits
from adapters.sandbox.discord.model import Interaction, Message
from tests.bot.core import FakeWorker
from tests.bot.people import HEAT, LOCKE, ROPE, cards_of
from tests.fakes.titles import FakeTitles
from tests.journeys.stage import Stage, bot, sandbox, until

TITLES = FakeTitles(HEAT, ROPE, LOCKE)


@asynccontextmanager
async def club(database: str, redis: Redis, limits: Limits = REAL_LIMITS) -> AsyncIterator[tuple[Stage, FakeWorker]]:
    """A sandbox with the bot in it."""
    async with sandbox(limits) as stage, bot(stage, database, redis, titles=TITLES):
        await until(lambda: stage.calls("PUT", "/commands"))
        yield stage, FakeWorker(redis)


class Person:
    """Somebody who commands and clicks, and sees what is shown to them."""

    def __init__(self, stage: Stage, name: str) -> None:
        self.stage, self.world = stage, stage.world
        self.id = stage.world.person_named(name).id
        self.club = stage.world.channel_named("movie-club").id

    async def command(self, name: str, place: str | None = None, **options: Any) -> Interaction:
        """Use a command, in #movie-club unless a channel id is given; returns when it was answered."""
        begun = self.world.person_uses_command(self.id, place or self.club, name, options)
        return await self.world.settled(begun, patience=20)

    async def click(self, message: Message, custom_id: str) -> Interaction:
        """Press a button."""
        return await self.world.settled(self.world.person_clicks(self.id, message.id, custom_id), patience=20)

    async def choose(self, message: Message, custom_id: str, values: Sequence[str]) -> Interaction:
        """Choose from a menu."""
        return await self.world.settled(self.world.person_selects(self.id, message.id, custom_id, values), patience=20)

    async def menu_command(self, name: str, message: Message) -> Interaction:
        """Use a command from a message's menu."""
        begun = self.world.person_uses_message_command(self.id, message.channel_id, message.id, name)
        return await self.world.settled(begun, patience=20)

    async def told(self, begun: Interaction) -> Message:
        """What this person alone is shown in answer."""
        await until(lambda: self._answers(begun))
        (message,) = self._answers(begun)
        assert message.visible_to == self.id
        return message

    def _answers(self, begun: Interaction) -> list[Message]:
        shown = [m for m in self.world.state.messages.values() if m.interaction_id == begun.id]
        return [message for message in shown if text_of(message)]


def parts_of(components: Any) -> Iterator[Mapping[str, Any]]:
    """All components, however deep."""
    for component in components:
        yield component
        yield from parts_of(component.get("components", ()))
        if "accessory" in component:
            yield component["accessory"]


def text_of(message: Message) -> str:
    """All that a message says."""
    return "\n".join(str(part["content"]) for part in parts_of(message.components) if part.get("content"))


def button(message: Message, label: str) -> str:
    """What the first button of this label carries."""
    return next(part["custom_id"] for part in parts_of(message.components) if part.get("label") == label)


async def cards_in(stage: Stage, thread: str) -> Message:
    """The message with cards in a thread."""
    await until(lambda: [m for m in stage.world.messages_in(thread) if m.components and "Heat" in text_of(m)])
    return next(m for m in stage.world.messages_in(thread) if m.components and "Heat" in text_of(m))


async def answered(stage: Stage, worker: FakeWorker, person: Person) -> tuple[str, Message]:
    """A question that was answered with two titles: its thread, and the message with their cards."""
    begun = await person.command("recommend", query="@everyone a heist film")
    told = await person.told(begun)
    request = await worker.request(0)
    await worker.answer(request.run_id, "Two for tonight.", titles=(HEAT, ROPE), cards=cards_of((HEAT, ROPE)))
    thread = text_of(told).split("<#")[1].split(">")[0]
    return thread, await cards_in(stage, thread)
