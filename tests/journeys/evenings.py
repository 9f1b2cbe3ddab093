"""People at a movie night, the same on both platforms: they read the newest message, press by label, and are told something."""

from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Protocol

import pytest
from redis.asyncio import Redis

import bot.app
from adapters.discord import chat as discord_chat
from adapters.discord.chat import LIMITS as DISCORD_LIMITS
from adapters.discord.chat import DiscordChat
from adapters.discord.client import DiscordClient
from adapters.sandbox.discord import model as discord
from adapters.sandbox.discord.limits import NO_LIMITS
from adapters.sandbox.slack import NO_LIMITS as NO_SLACK_LIMITS
from adapters.sandbox.slack import model as slack
from adapters.slack import budget
from adapters.slack.chat import LIMITS as SLACK_LIMITS
from adapters.slack.chat import SlackChat
from bot.clock import SystemClock
from bot.egress import Rate
from bot.movie_night import pace
from tests.bot.people import HEAT, LOCKE, ROPE
from tests.fakes.movie_agent import FakeMovieAgent, night_worker
from tests.fakes.titles import FakeTitles
from tests.journeys.people import Person, parts_of, text_of
from tests.journeys.slack_stage import SlackStage, body, slack_bot, slack_sandbox
from tests.journeys.stage import Stage, sandbox, until
from tests.journeys.stage import bot as discord_bot

TITLES = FakeTitles(HEAT, ROPE, LOCKE)


class BriskClock(SystemClock):
    """Real time in which nobody sleeps for long."""

    async def sleep(self, seconds: float) -> None:
        """Wait for a twentieth of a second at most."""
        await super().sleep(min(seconds, 0.05))


@pytest.fixture
def brisk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gateway's own waits, shortened; what everybody answered closes at once."""
    monkeypatch.setattr(DiscordChat, "limits", replace(DISCORD_LIMITS, edit_interval=0.02, reaction_interval=0.0))
    monkeypatch.setattr(SlackChat, "limits", replace(SLACK_LIMITS, edit_interval=0.02, reaction_interval=0.0))
    monkeypatch.setattr(discord_chat, "CHANNEL_RATE", Rate(10_000, 1.0))
    monkeypatch.setattr(budget, "LIMITS", {})
    monkeypatch.setattr(budget, "_UNNAMED", budget.Limit(Rate(10_000, 1.0)))
    monkeypatch.setattr(bot.app, "SystemClock", BriskClock)
    monkeypatch.setattr(bot.app, "_TEND_SECONDS", 0.05)
    monkeypatch.setattr(pace, "GRACE_SECONDS", 0.0)

    async def at_once(_self: DiscordClient, _shard: int | None, *, initial: bool = False) -> None:
        """discord.py waits five seconds before it identifies again."""

    monkeypatch.setattr(DiscordClient, "before_identify_hook", at_once)


@dataclass(frozen=True)
class Seen:
    """A message of the evening as people see it: its words, buttons by label, and its menus' options by prompt or place."""

    id: str
    text: str
    buttons: dict[str, str]
    menus: list[tuple[str, dict[str, str]]]  # the action, and the values by label

    def button(self, label: str) -> str:
        """The action of the button that begins with this."""
        return next(action for known, action in self.buttons.items() if known.startswith(label))


class Room(Protocol):
    """The thread of an evening on one platform."""

    def messages(self) -> list[Seen]: ...
    async def ask(self, person: str, text: str, *, direct: bool = False) -> None: ...
    async def command(self, person: str, minutes: int) -> None: ...
    async def press(self, person: str, message: Seen, action: str) -> str: ...
    async def choose(self, person: str, message: Seen, action: str, values: Sequence[str]) -> str: ...
    async def fill(self, person: str, message: Seen, action: str, fields: dict[str, str]) -> str: ...
    async def delete(self, message: Seen) -> None: ...


@dataclass
class DiscordRoom:
    """A thread on Discord."""

    stage: Stage
    thread: str = ""
    guests: dict[str, Person] = field(default_factory=dict)

    def guest(self, name: str) -> Person:
        """A person."""
        return self.guests.setdefault(name, Person(self.stage, name))

    async def ask(self, person: str, text: str, *, direct: bool = False) -> None:
        """Mention the bot in the channel, where a thread opens, or write to it directly."""
        if direct:
            self.thread = self.stage.world.open_dm(self.guest(person).id).id
            self.stage.say(person, text, channel=self.thread, mention=False)
            return
        question = self.stage.say(person, text)
        await until(lambda: self.stage.answers(question))
        self.thread = question.id

    async def command(self, person: str, minutes: int) -> None:
        """Use the command in the channel; it says where the evening begins."""
        await until(lambda: self.stage.calls("PUT", "/commands"))
        guest = self.guest(person)
        told = text_of(await guest.told(await guest.command("movienight start", minutes=minutes)))
        self.thread = told.split("<#")[1].split(">")[0]

    def messages(self) -> list[Seen]:
        """Ours in the thread, oldest first; none that one person alone sees."""
        return [_discord(each) for each in self.stage.world.messages_in(self.thread) if self._is_board(each)]

    def _is_board(self, message: discord.Message) -> bool:
        return message.author_id == self.stage.world.bot_id and not message.visible_to and bool(message.components)

    async def press(self, person: str, message: Seen, action: str) -> str:
        """Press a button; returns what the person is told."""
        guest = self.guest(person)
        return text_of(await guest.told(await guest.click(self._message(message), action)))

    async def choose(self, person: str, message: Seen, action: str, values: Sequence[str]) -> str:
        """Choose from a menu."""
        guest = self.guest(person)
        return text_of(await guest.told(await guest.choose(self._message(message), action, values)))

    async def fill(self, person: str, message: Seen, action: str, fields: dict[str, str]) -> str:
        """Press a button that opens a form, and send that."""
        guest = self.guest(person)
        clicked = await guest.click(self._message(message), action)
        sent = self.stage.world.person_sends_form(guest.id, clicked.id, {"film0": "", "film1": "", "film2": "", **fields})
        return text_of(await guest.told(await self.stage.world.settled(sent, patience=20)))

    async def delete(self, message: Seen) -> None:
        """A moderator deletes one of our messages."""
        self.stage.world.person_deletes(message.id, by=self.guest("Chloe").id)

    def _message(self, message: Seen) -> discord.Message:
        return self.stage.world.message(message.id)


def _discord(message: discord.Message) -> Seen:
    parts = list(parts_of(message.components))
    buttons = {str(part["label"]): str(part["custom_id"]) for part in parts if part.get("label") and part.get("custom_id")}
    menus = [
        (str(part["custom_id"]), {str(option["label"]): str(option["value"]) for option in part["options"]})
        for part in parts
        if part.get("options")
    ]
    return Seen(message.id, text_of(message), buttons, menus)


@dataclass
class SlackRoom:
    """A thread on Slack."""

    stage: SlackStage
    question: slack.Message | None = None

    async def ask(self, person: str, text: str, *, direct: bool = False) -> None:
        """Mention the bot in the channel, or write to it directly; it answers in the thread."""
        self.question = self.stage.write(person, text) if direct else self.stage.say(person, text)
        await until(self.messages)

    async def command(self, person: str, minutes: int) -> None:
        """Use the command in the channel; the thread hangs under what the bot says there."""
        world, channel = self.stage.world, self.stage.world.channel_named("movie-club").id
        world.person_uses_command(self.stage.id_of(person), channel, "/matinee", f"movienight {minutes} short")
        await until(lambda: [each for each in world.messages_in(channel) if "calls a movie night" in body(each)])
        [self.question] = [each for each in world.messages_in(channel) if "calls a movie night" in body(each)]
        await until(self.messages)

    @property
    def root(self) -> slack.Message:
        """The message that the thread hangs under."""
        assert self.question is not None
        return self.question

    def messages(self) -> list[Seen]:
        """Ours in the thread, oldest first; none that one person alone sees."""
        found = self.stage.world.messages_in(self.root.channel_id, thread_ts=self.root.ts)
        return [_slack(each) for each in found if each.author_id == self.stage.world.bot_id and not each.visible_to]

    async def press(self, person: str, message: Seen, action: str) -> str:
        """Press a button; returns what the person is told."""
        return await self._told(
            person, lambda who: self.stage.world.person_clicks(who, self.root.channel_id, message.id, action)
        )

    async def choose(self, person: str, message: Seen, action: str, values: Sequence[str]) -> str:
        """Choose from a menu."""
        world = self.stage.world
        block = next(each for each in _elements(self._message(message)) if each["action_id"] == action)
        value: str | Sequence[str] = values if block["type"].startswith("multi") else values[0]
        return await self._told(person, lambda who: world.person_selects(who, self.root.channel_id, message.id, action, value))

    async def fill(self, person: str, message: Seen, action: str, fields: dict[str, str]) -> str:
        """Press a button that opens a form, and send that."""
        world, who = self.stage.world, self.stage.id_of(person)
        before = set(world.state.views)
        world.person_clicks(who, self.root.channel_id, message.id, action)
        await until(lambda: set(world.state.views) - before)
        [opened] = set(world.state.views) - before
        return await self._told(person, lambda who: world.person_submits(who, opened, fields))

    async def delete(self, message: Seen) -> None:
        """An admin deletes one of our messages."""
        self.stage.world.person_deletes(self.root.channel_id, message.id, by=self.stage.id_of("Chloe"))

    async def _told(self, person: str, act: Callable[[str], object]) -> str:
        who = self.stage.id_of(person)
        before = len(self._private(who))
        act(who)
        await until(lambda: len(self._private(who)) > before)
        return body(self._private(who)[-1])

    def _private(self, who: str) -> list[slack.Message]:
        return [each for each in self.stage.world.state.messages_of(self.root.channel_id) if each.visible_to == who]

    def _message(self, message: Seen) -> slack.Message:
        return self.stage.world.message(self.root.channel_id, message.id)


def _slack(message: slack.Message) -> Seen:
    found = _elements(message)
    buttons = {each["text"]["text"]: str(each["action_id"]) for each in found if each["type"] == "button"}
    menus = [
        (str(each["action_id"]), {option["text"]["text"]: str(option["value"]) for option in each["options"]})
        for each in found
        if each.get("options")
    ]
    return Seen(message.ts, str(message.blocks), buttons, menus)


def _elements(message: slack.Message) -> list[dict[str, Any]]:
    blocks: Any = message.blocks
    found = [each for block in blocks for each in block.get("elements", [])]
    return [each for each in [*found, *(block.get("accessory", {}) for block in blocks)] if "action_id" in each]


@dataclass
class Evening:
    """An evening that people go through, and the gateway it is kept by."""

    room: Room
    agent: FakeMovieAgent
    again: Callable[[], Any]
    stage: Stage | SlackStage

    async def newest(self, words: str) -> Seen:
        """The newest message, once it says this."""
        await until(lambda: any(words in each.text for each in self.room.messages()[-1:]))
        return self.room.messages()[-1]

    async def press(self, person: str, label: str, message: Seen | None = None) -> str:
        """Press a button of the newest message, or of another one."""
        message = message or self.room.messages()[-1]
        return await self.room.press(person, message, message.button(label))

    async def choose(self, person: str, *labels: str) -> str:
        """Choose from the newest message's only menu; without labels, the first."""
        message = self.room.messages()[-1]
        [(action, values)] = message.menus
        chosen = [values[label] for label in labels] or list(values.values())[:1]
        return await self.room.choose(person, message, action, chosen)

    async def gather(self, *people: str) -> None:
        """Ada asks, the others join, and she starts."""
        await self.room.ask("Ada", "movie night")
        await self.newest("Start now")
        for person in people:
            await self.press(person, "Join")
        await self.press("Ada", "Start now")
        await self.newest("What kind of evening is it?")

    async def clicks(self, *people: str) -> AsyncIterator[None]:
        """From the question to the result, click by click; there are as many duels as people, two at least."""
        for person in people:
            await self.choose(person, "Something funny")
            yield
        for number in range(1, pace.most_duels(len(people)) + 1):
            duel = await self.newest(f"Duel {number}: which")
            for person in people:
                await self.press(person, "A: ", duel)
                yield
        standing = await self.newest("The list: strike")
        for person in people:
            await self.press(person, "Nothing to strike", standing)
            yield
        await self.newest("The vote: choose")
        for person in people:
            await self.choose(person)
            yield
        await self.newest("Tonight you watch")


def titles_of(messages: Sequence[Seen]) -> list[str]:
    """What distinguishes the messages of an evening."""
    known = (
        "it has begun",
        "What kind",
        "Duel 1",
        "Duel 2",
        "Duel 3",
        "The list",
        "The vote",
        "Tonight you watch",
        "called off",
    )
    return [next((each for each in known if each in message.text), message.text) for message in messages]


def whole(people: int) -> list[str]:
    """The messages of a whole evening of so many."""
    duels = [f"Duel {number}" for number in range(1, pace.most_duels(people) + 1)]
    return ["it has begun", "What kind", *duels, "The list", "The vote", "Tonight you watch"]


Theatre = Callable[[str, Redis], AbstractAsyncContextManager[Evening]]


@asynccontextmanager
async def on_discord(database: str, redis: Redis) -> AsyncIterator[Evening]:
    """A sandbox with a gateway that can be restarted, and a worker."""
    agent = FakeMovieAgent()
    async with (
        sandbox(NO_LIMITS) as stage,
        night_worker(redis, agent),
        _gateway(partial(discord_bot, stage, database, redis, titles=TITLES)) as again,
    ):
        yield Evening(DiscordRoom(stage), agent, again, stage)


@asynccontextmanager
async def on_slack(database: str, redis: Redis) -> AsyncIterator[Evening]:
    """The same on Slack."""
    agent = FakeMovieAgent()
    async with (
        slack_sandbox(NO_SLACK_LIMITS) as stage,
        night_worker(redis, agent),
        _gateway(partial(slack_bot, stage, database, redis, TITLES)) as again,
    ):
        yield Evening(SlackRoom(stage), agent, again, stage)


@asynccontextmanager
async def _gateway(start: Callable[[], AbstractAsyncContextManager[None]]) -> AsyncIterator[Callable[[], Any]]:
    async with AsyncExitStack() as stack:
        running = await stack.enter_async_context(AsyncExitStack())
        await running.enter_async_context(start())

        async def again() -> None:
            await running.aclose()
            await running.enter_async_context(start())

        yield again


THEATRES: dict[str, Theatre] = {"discord": on_discord, "slack": on_slack}

__all__ = ["THEATRES", "Evening", "Seen", "Theatre", "brisk", "titles_of", "whole"]
