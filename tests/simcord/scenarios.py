"""Our Discord adapter before simcord, a simulation of Discord that we did not write.

It holds discord.py's own parsers and requests against its idea of permissions, intents, commands and components. It patches
the clock of its whole process, so `tests/test_simcord.py` runs this file in one of its own.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import discord
import pytest
import simcord
from discord import PermissionOverwrite

from adapters.discord import checkup, permissions
from adapters.discord.chat import WHOLE_RATE, DiscordChat
from adapters.discord.client import DiscordClient, intents
from adapters.discord.interactions import Desk
from bot.clock import SystemClock
from bot.egress import Egress, Rate
from bot.errors import Forbidden
from bot.ports import Reply
from bot.slash.registry import COMMANDS
from bot.types import (
    ChatEvent,
    Clicked,
    CommandGiven,
    FormSent,
    Interaction,
    MessageEdited,
    MessagePosted,
    MessageRef,
    Place,
    SuggestionsWanted,
)
from bot.views import Button, Card, Field, Form, Menu, Option, View

UNLIMITED = Rate(10_000, 1.0)
CARDS = View(
    "One film",
    (Card("Rope (1948)", ("Why: tense",), buttons=(Button("t:like:1:0", "More like this"),)),),
    (Menu("pick", "Which?", (Option("a", "A"), Option("b", "B")), most=2),),
)
FORM = Form("c:1", "What was wrong?", (Field("comment", "Why", long=True),))
Answer = Callable[[Interaction, Reply], Awaitable[None]]


async def told(_event: Interaction, reply: Reply) -> None:
    """The least that a handler does."""
    await reply.tell(View("told"))


@dataclass
class Bot:
    """The adapter's halves, what they handed in, and how the application answers."""

    client: DiscordClient = field(default_factory=DiscordClient)
    events: list[ChatEvent] = field(default_factory=list)
    came: list[Interaction] = field(default_factory=list)
    answer: Answer = told

    def __post_init__(self) -> None:
        self.chat = DiscordChat(self.client, egress=Egress(SystemClock(), lane=UNLIMITED, whole=WHOLE_RATE))
        self.client.sink = self._receive
        self.client.desk = Desk(self._handle, self.chat, SystemClock())
        self.client.commands = COMMANDS

    async def _receive(self, event: ChatEvent) -> None:
        self.events.append(event)

    async def _handle(self, event: Interaction, reply: Reply) -> None:
        self.came.append(event)
        await self.answer(event, reply)


@dataclass
class Scene:
    """A server with Ada, a channel, and our bot in it with the permissions of the invite link."""

    env: simcord.Env
    bot: Bot
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    ada: simcord.MemberActor

    @property
    def place(self) -> Place:
        """The channel as the application knows it."""
        return Place("discord", str(self.guild.id), str(self.channel.id))

    def shown(self) -> discord.Message:
        """The channel's last message."""
        message = self.channel.last_message
        assert message is not None
        return message


@asynccontextmanager
async def scene(bot: Bot | None = None, **options: object) -> AsyncIterator[Scene]:
    """On a fresh simulation."""
    bot = bot or Bot()
    async with simcord.run(bot.client, **options) as env:
        guild = env.create_guild("Movie club")
        channel = guild.create_text_channel("movie-club")
        ada = guild.add_member(env.create_user("Ada"))
        await env.settle()
        yield Scene(env, bot, guild, channel, ada)


async def ref_of(scene: Scene, text: str) -> MessageRef:
    """Ada writes."""
    sent = await scene.ada.send(scene.channel, text)
    return MessageRef("discord", str(scene.channel.id), str(sent.id))


async def test_a_mention_becomes_a_thread_with_an_answer_that_is_edited() -> None:
    """The visit of all visits: event in, reaction, thread, post, edit, cards."""
    async with scene() as at:
        ours = at.bot.client.user
        assert ours is not None
        ref = await ref_of(at, f"{ours.mention} a heist film")
        [event] = [one for one in at.bot.events if isinstance(one, MessagePosted)]
        assert (event.message.text, event.message.mentions_us, event.message.place) == ("a heist film", True, at.place)
        await at.bot.chat.react(ref, "seen")
        thread = await at.bot.chat.open_thread(ref, "a heist film")
        posted = await at.bot.chat.post(thread, "Looking …", key="k", buttons=(Button("s:1", "Stop"),))
        await at.bot.chat.edit(posted.ref, "Heat (1995). @everyone")
        await at.bot.chat.post_view(thread, CARDS, key="v")
        [shown_in] = at.channel.threads
        answer, cards = shown_in.history(viewer=at.ada)[-2:]
        assert ("Heat (1995). @everyone", False, []) == (answer.content, answer.mention_everyone, answer.components)
        assert cards.flags.components_v2
        asked = next(message for message in at.channel.history() if str(message.id) == ref.id)
        assert ["👀"] == [str(reaction.emoji) for reaction in asked.reactions]


async def test_without_the_intent_only_what_calls_us_has_words() -> None:
    """Discord empties the others, which are then no questions; a session that asks for an intent in vain is refused."""
    unread = discord.Intents(guilds=True, guild_messages=True)
    bot = Bot()
    bot.client._connection._intents = unread
    async with scene(bot) as at:
        ours = at.bot.client.user
        assert ours is not None
        await ref_of(at, "a heist film")
        await ref_of(at, f"{ours.mention} a heist film")
        assert ["a heist film"] == [one.message.text for one in bot.events if isinstance(one, MessagePosted)]
    with pytest.raises(discord.PrivilegedIntentsRequired):
        async with scene(Bot(), approved_intents=unread):
            pass
    assert intents().message_content


async def test_edits_of_people_are_handed_in_and_our_own_are_not() -> None:
    """Nor are messages of bots taken for those of people."""
    async with scene() as at:
        sent = await at.ada.send(at.channel, "a heist film")
        await at.ada.edit(sent, "a heist film, please")
        posted = await at.bot.chat.post(at.place, "Hello.", key="k")
        await at.bot.chat.edit(posted.ref, "Hello, hello.")
        await at.env.settle()
        assert ["a heist film, please"] == [one.message.text for one in at.bot.events if isinstance(one, MessageEdited)]
        robot = at.guild.add_member(at.env.create_user("Robot", bot=True))
        await robot.send(at.channel, "beep")
        [last] = [one for one in at.bot.events if isinstance(one, MessagePosted)][-1:]
        assert last.message.author.is_bot


@pytest.mark.parametrize("name", ["view_channel", "send_messages", "add_reactions", "create_public_threads"])
async def test_a_missing_permission_is_named(name: str) -> None:
    """Taken away by an overwrite of the channel; the doctor's checks see the same. simcord does not hold Read Message History
    against anybody."""
    async with scene() as at:
        ours = at.guild.me
        assert ours is not None
        denied = PermissionOverwrite(**{name: False})
        closed = at.guild.create_text_channel("closed", overwrites={ours: denied})
        sent = await at.ada.send(closed, "a heist film")
        ref = MessageRef("discord", str(closed.id), str(sent.id))
        place = Place("discord", str(at.guild.id), str(closed.id))
        calls: dict[str, Callable[[], Awaitable[object]]] = {
            "view_channel": lambda: at.bot.chat.post(place, "Hello.", key="k"),
            "send_messages": lambda: at.bot.chat.post(place, "Hello.", key="k"),
            "add_reactions": lambda: at.bot.chat.react(ref, "seen"),
            "create_public_threads": lambda: at.bot.chat.open_thread(ref, "a heist film"),
        }
        with pytest.raises(Forbidden) as refused:
            await calls[name]()
        assert refused.value.permission.rstrip("s") == permissions.USED[name].rstrip("s")
        lacking = [check for check in await checkup._servers(at.bot.client) if check.name.endswith("#closed")]
        assert [f"lacks {permissions.USED[name]}"] == [check.detail for check in lacking] or name == "view_channel"


async def test_our_commands_are_taken_as_they_are_and_come_back_read() -> None:
    """All that we declare is registered at the first session; a command is answered privately."""
    async with scene() as at:
        named = {command.name for command in COMMANDS if not command.on_message and not command.moderators_only}
        assert named <= set(at.ada.available_commands(at.channel))
        result = await at.ada.slash(at.channel, "recommend", query="a heist film")
        assert (True, True) == (result.acknowledged, result.ephemeral)
        [event] = at.bot.came
        assert isinstance(event, CommandGiven)
        assert ("recommend", {"query": "a heist film"}, at.place) == (event.name, dict(event.options), event.place)


async def test_settings_are_not_offered_to_those_who_may_not_change_them() -> None:
    """Discord keeps them from everybody without Manage Server."""
    async with scene() as at:
        assert not [name for name in at.ada.available_commands(at.channel) if name.startswith("settings")]
        with pytest.raises(simcord.SetupError):
            await at.ada.slash(at.channel, "settings show")
        manager = at.guild.create_role("Manager", permissions=discord.Permissions(manage_guild=True))
        chloe = at.guild.add_member(at.env.create_user("Chloe"), roles=[manager])
        await chloe.slash(at.channel, "settings show")
        [event] = at.bot.came
        assert event.user.may_moderate


async def test_titles_are_suggested_while_they_are_typed() -> None:
    """As names with values."""

    async def suggest(event: Interaction, reply: Reply) -> None:
        assert isinstance(event, SuggestionsWanted)
        await reply.suggest([Option("heat-1995", f"{event.typed.title()} (1995)")])

    async with scene(Bot(answer=suggest)) as at:
        choices = await at.ada.autocomplete(at.channel, "similar", "title", "heat")
        assert [("Heat (1995)", "heat-1995")] == [(choice["name"], choice["value"]) for choice in choices]


async def test_a_message_command_brings_the_message() -> None:
    """With its words, whoever wrote it."""
    async with scene() as at:
        sent = await at.ada.send(at.channel, "a heist film")
        result = await at.ada.context_menu(at.channel, "Ask Matinee", sent)
        [event] = at.bot.came
        assert isinstance(event, CommandGiven)
        assert event.target is not None
        assert ("Ask Matinee", "a heist film") == (event.name, event.target.text)
        assert result.ephemeral


async def test_buttons_and_menus_work_in_a_bot_that_did_not_make_them() -> None:
    """Nothing of a message is kept in a process: the bot of after the restart reads the click."""
    async with scene() as at:
        await at.bot.chat.post_view(at.place, CARDS, key="v")
        heir = Bot()
        await at.env.restart_bot(heir.client)
        result = await at.ada.click(at.shown(), custom_id="t:like:1:0")
        assert result.acknowledged
        await at.ada.select(at.shown(), ["a", "b"], custom_id="pick")
        clicked, chosen = heir.came
        assert isinstance(clicked, Clicked)
        assert isinstance(chosen, Clicked)
        assert (clicked.action, clicked.message, chosen.values) == ("t:like:1:0", chosen.message, ("a", "b"))


async def test_a_click_opens_a_form_whose_words_come_back() -> None:
    """Under their fields' names."""

    async def ask(event: Interaction, reply: Reply) -> None:
        await (reply.ask(FORM) if isinstance(event, Clicked) else reply.tell(View("Thank you.")))

    async with scene(Bot(answer=ask)) as at:
        await at.bot.chat.post_view(at.place, CARDS, key="v")
        opened = await at.ada.click(at.shown(), custom_id="t:like:1:0")
        assert opened.modal is not None
        await at.ada.submit_modal(opened, {"comment": "too old"})
        [_, sent] = at.bot.came
        assert isinstance(sent, FormSent)
        assert ("c:1", {"comment": "too old"}) == (sent.action, dict(sent.fields))


async def test_a_view_is_changed_under_a_click_and_told_again_once() -> None:
    """`change` edits the message of the click, `tell` twice is one private message that changes."""

    async def change(_event: Interaction, reply: Reply) -> None:
        await reply.change(View("Changed. @everyone"))
        await reply.tell(View("First."))
        await reply.tell(View("Second."))

    async with scene(Bot(answer=change)) as at:
        await at.bot.chat.post_view(at.place, CARDS, key="v")
        result = await at.ada.click(at.shown(), custom_id="t:like:1:0")
        [private] = result.followups
        assert private.ephemeral
        assert "Second." in str(private.components)
        assert "Changed. @everyone" in str([component.to_dict() for component in at.shown().components])


async def test_a_command_that_takes_long_is_acknowledged_and_answered_all_the_same() -> None:
    """After the two seconds in which we give Discord its answer by ourselves."""

    async def slowly(_event: Interaction, reply: Reply) -> None:
        await SystemClock().sleep(2.5)
        await reply.tell(View("Here."))

    async with scene(Bot(answer=slowly)) as at:
        result = await at.ada.slash(at.channel, "help")
        await at.env.advance_time(5.0)
        given = [call.json["type"] for call in at.env.http_requests if call.path.endswith("/callback") and call.json]
        assert [5] == given  # a promise, which the answer then replaces
        assert result.response is not None
        assert "Here." in str(result.response.components)
