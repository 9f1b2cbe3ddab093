"""Whom a text mentions and whom it pings."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.discord import ApiError, World
from adapters.sandbox.discord.mentions import PING_ALL, AllowedMentions, Mentions, find_mentions, parse_allowed, permitted
from adapters.sandbox.discord.messages import Change, Draft

NOBODY = parse_allowed({"parse": []})


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("<@12> and <@!13>, <@12> again", Mentions(users=("12", "13"))),
        ("<@&7>", Mentions(roles=("7",))),
        ("hey @everyone", Mentions(everyone=True)),
        ("@here now", Mentions(everyone=True)),
        ("`<@12>` and ```\n@everyone <@&7>\n``` but <@13>", Mentions(users=("13",))),
        ("<@x> <#12> @everyones", Mentions()),
    ],
)
def test_mentions_in_a_text(text: str, found: Mentions) -> None:
    """Users in both spellings, roles, everyone; nothing inside code."""
    assert find_mentions(text) == found


def test_allowed_mentions_of_a_request() -> None:
    """Nothing said lets all through; an empty parse lets nothing through; lists let the listed through."""
    found = Mentions(("1", "2"), ("3",), everyone=True)
    assert permitted(found, parse_allowed(None)) == found
    assert permitted(found, NOBODY) == Mentions()
    assert permitted(found, parse_allowed({"users": ["2"], "roles": ["3"]})) == Mentions(("2",), ("3",))
    assert parse_allowed(None) == PING_ALL
    assert parse_allowed({"replied_user": True}) == AllowedMentions(kinds=frozenset(), replied_user=True)
    with pytest.raises(ApiError):
        parse_allowed({"parse": ["roles"], "roles": ["3"]})


@given(st.text(), st.sampled_from(["<@{0}>", "@everyone", "<@&{1}>", "@here", "<@!{0}>"]), st.text())
def test_a_message_that_allows_no_mentions_pings_nobody(before: str, mention: str, after: str) -> None:
    """Whatever the text, with `parse: []` nobody is pinged, by post or by edit."""
    world = World()
    club = world.channel_named("movie-club").id
    world.allow("mention_everyone", club)
    text = before + mention.format(world.person_named("Ada").id, world.moderator_role_id) + after
    draft = Draft(text[:2000], allowed_mentions=NOBODY)
    message = world.post(world.bot_id, club, draft)
    world.edit(world.bot_id, message.id, Change(text[:2000], NOBODY))
    changed = world.message(message.id)
    assert (changed.pinged, changed.mentions, changed.mention_roles, changed.mention_everyone) == (frozenset(), (), (), False)


def test_who_is_pinged_by_roles_and_everyone(world: World, ada: str, club: str) -> None:
    """Roles and @everyone ping their members only for who may mention them; the author is never pinged."""
    chloe, ben = world.person_named("Chloe").id, world.person_named("Ben").id
    text = f"@everyone <@&{world.moderator_role_id}>"
    plain = world.person_posts(ada, club, text)
    assert (plain.pinged, plain.mention_everyone, plain.mention_roles) == (frozenset(), False, (world.moderator_role_id,))
    world.allow("mention_everyone", club, to=ada)
    loud = world.person_posts(ada, club, text)
    assert (loud.pinged, loud.mention_everyone) == (frozenset({ben, chloe, world.bot_id}), True)
    assert world.person_posts(ada, club, "yes", reply_to=loud.id).pinged == frozenset()
    assert world.person_posts(ben, club, "yes", reply_to=loud.id).mentions == (ada,)


def test_the_bots_role_is_reported_as_a_role(world: World, ada: str, club: str) -> None:
    """A mention of the bot's managed role, which looks like one of the bot, is in mention_roles and not in mentions."""
    message = world.person_posts(ada, club, f"{world.role_mention_of_bot} hello")
    assert (message.mentions, message.mention_roles) == ((), (world.state.bot_role.id,))
