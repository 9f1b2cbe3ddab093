"""What an owner is told of our standing at Discord, and the invite link."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, replace
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from adapters.discord import checkup, permissions
from adapters.discord.checkup import examine
from adapters.sandbox.discord.faults import Refuse
from adapters.sandbox.discord.model import Role
from adapters.sandbox.discord.server import DiscordServer
from adapters.sandbox.discord.world import World
from bot.checks import Check
from bot.commands.doctor import _discord as discord_checks
from bot.errors import ChatError, Forbidden
from bot.settings import Settings
from bot.slash.registry import COMMANDS
from bot.types import MessageRef
from bot.views import Card, Picture, View
from tests.adapters.discord.bench import Bench, connected, local_server
from tests.journeys.stage import until
from tests.openapi import available, judge


@dataclass
class Doctor:
    """Examines a bot at a local server."""

    server: DiscordServer

    @property
    def world(self) -> World:
        """The server's world."""
        return self.server.world

    async def says(self, token: str = "") -> dict[str, Check]:
        """All findings by their names; of one name the one that has something to mend."""
        found = await examine(token or self.server.token, COMMANDS, api_base=self.server.api_base)
        if available():
            assert [] == judge(self.server.exchanges)
        return {check.name: check for check in sorted(found, key=lambda check: not check.ok)}


@pytest.fixture
async def doctor() -> AsyncIterator[Doctor]:
    """At a fresh server."""
    async with local_server() as server:
        yield Doctor(server)


async def test_a_bot_that_is_ready_is_said_to_be(doctor: Doctor) -> None:
    """Once its commands are registered, nothing is left to mend."""
    before = await doctor.says()
    assert "`matinee up` registers them" in before["discord commands"].mend
    async with connected(doctor.server, commands=COMMANDS):
        await until(lambda: doctor.world.state.commands)
    found = await doctor.says()
    assert all(check.ok and not check.mend for check in found.values()), found
    assert "ready in 2 channels" == found["discord server Movie club"].detail
    assert found["discord commands"].detail.endswith("registered")


async def test_a_refused_token_is_named(doctor: Doctor) -> None:
    """With the page on which a new one is made."""
    found = await doctor.says("wrong")
    assert ("the token is refused", True) == (found["discord"].detail, found["discord"].needed)
    assert "DISCORD_TOKEN" in found["discord"].mend


async def test_a_discord_that_is_not_reached_is_a_finding() -> None:
    """Nothing is raised."""
    [found] = await examine("token", COMMANDS, api_base="http://127.0.0.1:1/api/v10")
    assert not found.ok
    assert found.detail.startswith("not reached")


async def test_what_was_found_before_a_refusal_is_told_with_it(doctor: Doctor) -> None:
    """The servers cannot be listed; all that came before them stands."""
    doctor.server.faults.on("GET", r"/users/@me/guilds", Refuse(403, 50001, "Missing Access"), times=99)
    found = await doctor.says()
    assert found["discord invite"].ok
    assert "50001" in found["discord"].detail


async def test_an_intent_that_is_off_is_named_with_its_switch(doctor: Doctor) -> None:
    """Without it replies in threads arrive empty."""
    doctor.world.grant_intents(0)
    found = (await doctor.says())["discord message content"]
    assert (False, True) == (found.ok, found.needed)
    assert "Message Content Intent" in found.mend


@pytest.mark.parametrize(("name", "shown"), permissions.USED.items())
async def test_a_permission_that_a_channel_takes_away_is_named_with_the_channel(doctor: Doctor, name: str, shown: str) -> None:
    """By an overwrite for our role; the bot works in the other channel. One that it cannot see is only counted."""
    doctor.world.deny(name, doctor.world.channel_named("general").id)
    found = await doctor.says()
    assert found["discord server Movie club"].ok
    if name == "view_channel":
        assert "ready in 1 channel, cannot see 1 channel" == found["discord server Movie club"].detail
        return
    lack = found["discord server Movie club, #general"]
    assert (f"lacks {shown}", False) == (lack.detail, lack.needed)
    assert lack.mend == f"In that channel's settings, under Permissions, give the role Matinee {shown}."


async def test_an_overwrite_that_gives_back_what_a_role_took_is_seen(doctor: Doctor) -> None:
    """Everyone's denial counts less than our own role's allowance, and that less than one for our user."""
    world = doctor.world
    for channel in ("general", "movie-club"):
        world.deny("send_messages", world.channel_named(channel).id, to=world.state.guild_id)
    assert not (await doctor.says())["discord server Movie club"].ok
    world.allow("send_messages", world.channel_named("general").id)
    assert "ready in 1 channel, lacks permissions in 1 channel" == (await doctor.says())["discord server Movie club"].detail
    world.deny("send_messages", world.channel_named("general").id, to=world.bot_id)
    assert not (await doctor.says())["discord server Movie club"].ok


async def test_a_server_without_a_channel_for_us_is_an_error(doctor: Doctor) -> None:
    """The role's own permissions are named, since no channel is better off."""
    role = doctor.world.state.bot_role
    everyone = doctor.world.state.roles[doctor.world.state.guild_id]
    for one in (role, everyone):
        doctor.world.state.roles[one.id] = replace(one, permissions=one.permissions & ~(1 << 35))
    found = (await doctor.says())["discord server Movie club"]
    assert (False, True) == (found.ok, found.needed)
    assert "Give the role Matinee Create Public Threads in a channel" in found.mend


async def test_what_slows_and_restricts_channels_is_said(doctor: Doctor) -> None:
    """Neither is an error; slow mode has a way out."""
    doctor.world.set_slow_mode(doctor.world.channel_named("general").id, 30)
    assert "slow mode in #general" in (await doctor.says())["discord server Movie club"].detail
    doctor.world.set_slow_mode(doctor.world.channel_named("general").id, 0)
    doctor.world.set_age_restricted(doctor.world.channel_named("movie-club").id)
    found = (await doctor.says())["discord server Movie club"]
    assert "age-restricted: #movie-club" in found.detail
    assert found.ok


def test_the_link_asks_for_the_permissions_that_are_used_and_no_more() -> None:
    """And for both scopes: without the second one there are no commands."""
    asked = parse_qs(urlsplit(permissions.invite(42)).query)
    assert {"client_id": ["42"], "scope": ["bot applications.commands"], "permissions": ["309237713984"]} == asked
    assert discord.Permissions(**dict.fromkeys(permissions.USED, True)).value == 309237713984


Call = Callable[[Bench, MessageRef], Awaitable[object]]


async def _open_and_post(bench: Bench, message: MessageRef) -> object:
    place = await bench.chat.open_thread(message, "Heist films")
    return await bench.chat.post(place, "Three for tonight.", key=message.id)


async def _cards(bench: Bench, _message: MessageRef) -> object:
    card = Card("Heat (1995)", picture=Picture("https://example.org/heat.jpg", "Poster of Heat"))
    return await bench.chat.post_view(bench.channel(), View(cards=(card,)), key="v")


NEEDS: dict[str, Call] = {
    "view_channel": lambda bench, message: bench.chat.post(bench.channel(), "Hello.", key=message.id),
    "send_messages": lambda bench, message: bench.chat.post(bench.channel(), "Hello.", key=message.id),
    "create_public_threads": _open_and_post,
    "send_messages_in_threads": _open_and_post,
    "read_message_history": lambda bench, message: bench.chat.post(bench.channel(), "Yes.", key=message.id, reply_to=message),
    "add_reactions": lambda bench, message: bench.chat.react(message, "seen"),
}


def give_exactly(world: World, granted: int) -> None:
    """Everyone has nothing, and our role these permissions alone."""
    state = world.state
    state.roles[state.guild_id] = replace(state.roles[state.guild_id], permissions=0)
    ours: Role = state.bot_role
    state.roles[ours.id] = replace(ours, permissions=granted)
    person = state.person(world.person_named("Ada").id)
    state.people[person.id] = replace(person, role_ids=(world.moderator_role_id,))
    moderator = state.roles[world.moderator_role_id]
    state.roles[moderator.id] = replace(moderator, permissions=1 << 10 | 1 << 11 | 1 << 16)


@pytest.mark.parametrize("name", permissions.USED)
async def test_each_permission_is_used_and_all_together_are_enough(name: str) -> None:
    """What needs it works with exactly those of the link, and is forbidden without it, by its name."""
    wanted = discord.Permissions(**dict.fromkeys(permissions.USED, True))
    async with local_server() as server, connected(server) as bench:
        give_exactly(server.world, wanted.value)
        message = bench.says("Ada", "a heist film")
        await NEEDS[name](bench, message)
        await _cards(bench, message)
        another = bench.says("Ada", "another one")
        wanted.update(**{name: False})
        give_exactly(server.world, wanted.value)
        with pytest.raises(ChatError) as refused:
            await NEEDS[name](bench, another)
        assert isinstance(refused.value, Forbidden)
        assert refused.value.permission.rstrip("s") == permissions.USED[name].rstrip("s")


async def test_a_server_whose_threads_run_out_is_named_before_they_do(doctor: Doctor) -> None:
    """With what opens room; below that nothing is said."""
    world = doctor.world
    ben, channel = world.person_named("Ben").id, world.channel_named("general").id
    for number in range(899):
        world.person_opens_thread(ben, channel, f"thread {number}")
    assert not (await doctor.says())["discord server Movie club"].mend
    world.person_opens_thread(ben, channel, "one more")
    found = (await doctor.says())["discord server Movie club"]
    assert found.detail.startswith("900 of 1,000 threads are open")
    assert "Close threads" in found.mend


def test_an_invite_link_that_discord_would_refuse_is_named() -> None:
    """An application that wants a code grant cannot be added by a link; Discord does not say so."""
    found = checkup._invite("https://example.org", needs_code=True)
    assert not found.ok
    assert "Requires OAuth2 Code Grant" in found.mend


async def test_the_command_asks_where_the_settings_say(doctor: Doctor) -> None:
    """`DISCORD_TOKEN` and `DISCORD_API_BASE`."""
    told = Settings(DISCORD_TOKEN=doctor.server.token, DISCORD_API_BASE=doctor.server.api_base)  # type: ignore[call-arg]
    assert "discord server Movie club" in {check.name for check in await discord_checks(told)}
