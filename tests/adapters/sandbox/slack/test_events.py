"""What the app is told, and what it is not."""

import pytest

from adapters.sandbox.slack import SlackServer, World
from tests.adapters.sandbox.slack.client import Bot


async def test_a_mention_is_told_twice_and_knows_where_it_is(bot: Bot, world: World, ada: str, club: str) -> None:
    """app_mention and message.channels have the same ts, event ids of their own, and the workspace's ids around them."""
    said = world.person_says(ada, club, f"{world.mention_of_bot} hello")
    mention, message = await bot.next("app_mention"), await bot.next("message")
    assert mention["event"]["ts"] == message["event"]["ts"] == said.ts
    assert mention["event_id"] != message["event_id"]
    assert (message["event"]["channel_type"], message["event"]["user"], message["event"]["client_msg_id"]) == (
        "channel",
        ada,
        said.client_msg_id,
    )
    assert "channel_type" not in mention["event"]
    for body in (mention, message):
        assert (body["team_id"], body["api_app_id"]) == (world.state.team_id, world.state.app.id)
        assert body["authorizations"][0]["user_id"] == world.bot_id
        assert body["event_context"]


async def test_a_direct_message_is_told_once(bot: Bot, world: World, ada: str) -> None:
    """In a direct message a mention is a message.im alone."""
    place = world.open_direct(ada).id
    world.person_says(ada, place, f"{world.mention_of_bot} hello")
    world.person_says(ada, place, "more")
    assert [(await bot.next_event("message"))["channel_type"] for _ in range(2)] == ["im", "im"]
    assert bot.seen("app_mention") == 0


async def test_an_edited_mention_is_a_mention_again(bot: Bot, world: World, ada: str, club: str) -> None:
    """Editing tells message_changed with both texts, and app_mention once more with `edited`."""
    said = world.person_says(ada, club, f"{world.mention_of_bot} one")
    first = await bot.next("app_mention")
    world.person_edits(club, said.ts, f"{world.mention_of_bot} two")
    changed, again = await bot.next_event("message_changed"), await bot.next("app_mention")
    assert changed["message"]["text"].endswith("two")
    assert changed["previous_message"]["text"].endswith("one")
    assert changed["hidden"] is True
    assert again["event"]["edited"]["user"] == ada
    assert (again["event"]["ts"], again["event_id"] != first["event_id"]) == (said.ts, True)


async def test_replies_and_unfurls_change_a_message_without_an_edit(
    bot: Bot, world: World, ada: str, ben: str, club: str
) -> None:
    """message_changed comes for a new reply and for a preview too, with the text as it was and nothing `edited`."""
    said = world.person_says(ada, club, "https://example.com")
    world.person_says(ben, club, "nice", thread_ts=said.ts)
    world.unfurl(club, said.ts, "Example")
    replied, unfurled = await bot.next_event("message_changed"), await bot.next_event("message_changed")
    assert replied["message"]["reply_count"] == 1
    assert unfurled["message"]["attachments"][0]["title"] == "Example"
    for event in (replied, unfurled):
        assert "edited" not in event["message"]
        assert event["message"]["text"] == event["previous_message"]["text"]


async def test_a_deletion_is_told_with_what_was_there(bot: Bot, world: World, ada: str, ben: str, club: str) -> None:
    """A lone message is deleted; one with replies becomes a tombstone by message_changed."""
    lonely, answered = world.person_says(ada, club, "lonely"), world.person_says(ada, club, "answered")
    world.person_says(ben, club, "reply", thread_ts=answered.ts)
    await bot.next_event("message_changed")
    world.person_deletes(club, lonely.ts)
    gone = await bot.next_event("message_deleted")
    assert (gone["deleted_ts"], gone["previous_message"]["text"]) == (lonely.ts, "lonely")
    world.person_deletes(club, answered.ts)
    buried = await bot.next_event("message_changed")
    assert (buried["message"]["subtype"], buried["message"]["ts"]) == ("tombstone", answered.ts)
    assert buried["previous_message"]["text"] == "answered"


async def test_reactions_joins_and_the_home_are_told(bot: Bot, world: World, ada: str, club: str) -> None:
    """Reactions with their message and its author, a new member, and the App Home with its tab."""
    said = world.person_says(ada, club, "x")
    world.person_reacts(ada, club, said.ts, "thumbsup")
    added = await bot.next_event("reaction_added")
    assert (added["reaction"], added["item"]["ts"], added["item_user"]) == ("thumbsup", said.ts, ada)
    world.person_unreacts(ada, club, said.ts, "thumbsup")
    assert (await bot.next_event("reaction_removed"))["user"] == ada
    world.join(world.add_person("Dora").id, club)
    assert (await bot.next_event("member_joined_channel"))["channel"] == club
    place = world.person_opens_home(ada, tab="messages").id
    opened = await bot.next_event("app_home_opened")
    assert (opened["tab"], opened["channel"], opened["user"]) == ("messages", place, ada)


async def test_the_app_hears_its_own_messages_and_edits(bot: Bot, world: World, club: str) -> None:
    """Its posts come back with its bot id, its updates as message_changed: telling them apart is the app's."""
    sent = await bot.client.chat_postMessage(channel=club, text="one")
    await bot.client.chat_update(channel=club, ts=sent["ts"], text="two")
    assert (await bot.next_event("message"))["bot_id"] == world.state.app.bot_id
    assert (await bot.next_event("message_changed"))["message"]["bot_id"] == world.state.app.bot_id


async def test_places_where_the_app_is_not_are_not_told(bot: Bot, world: World, ada: str, club: str) -> None:
    """Another channel's messages and mentions never come; once invited they do."""
    general = world.channel_named("general").id
    world.person_says(ada, general, f"{world.mention_of_bot} unheard")
    world.invite_bot(general, by=ada)
    assert (await bot.next_event("member_joined_channel"))["user"] == world.bot_id
    world.person_says(ada, general, f"{world.mention_of_bot} heard")
    assert (await bot.next_event("app_mention"))["text"].endswith("heard")
    assert bot.seen("app_mention") == 0


@pytest.mark.parametrize(
    ("event", "scope"),
    [
        ("message.channels", "channels:history"),
        ("reaction_added", "reactions:read"),
        ("app_mention", "app_mentions:read"),
        ("member_joined_channel", "channels:read"),
    ],
)
async def test_an_event_needs_its_subscription_and_its_scope(
    server: SlackServer, bot: Bot, world: World, ada: str, club: str, event: str, scope: str
) -> None:
    """Without either of them it never comes, and the others still do."""

    async def heard() -> set[str]:
        said = world.person_says(ada, club, f"{world.mention_of_bot} x")
        world.person_reacts(ada, club, said.ts, "eyes")
        world.join(world.add_person("Dora").id, club)
        world.person_opens_home(ada)
        await bot.next("app_home_opened")
        kinds = ("message", "app_mention", "reaction_added", "member_joined_channel")
        found = {kind for kind in kinds if bot.seen(kind)}
        for kind in found:
            await bot.next(kind)
        return found

    whole = await heard()
    assert len(whole) == 4
    scopes, events = world.state.app.scopes, world.state.app.events
    world.unsubscribe_from(event)
    without_subscription = await heard()
    world.state.app.events = events
    world.revoke_scope(scope)
    without_scope = await heard()
    world.state.app.scopes = scopes
    assert without_subscription == without_scope == whole - {event.split(".", maxsplit=1)[0]}


async def test_shared_channels_and_strangers_show_as_such(bot: Bot, world: World, club: str) -> None:
    """An event of a channel shared with another workspace says so, and its user is a stranger."""
    stranger = world.add_person("Dora", team_id="T0OTHER").id
    world.share_channel(club)
    world.join(stranger, club)
    world.person_says(stranger, club, "hello")
    assert (await bot.next("message"))["is_ext_shared_channel"] is True
    assert (await bot.client.users_info(user=stranger))["user"]["is_stranger"] is True
    assert (await bot.client.conversations_info(channel=club))["channel"]["is_ext_shared"] is True


async def test_files_and_broadcasts_have_their_subtype_and_other_apps_their_bot_id(
    bot: Bot, world: World, ada: str, club: str
) -> None:
    """A shared file and a reply that is also sent to the channel are marked; another app's message names its bot."""
    asked = world.person_says(ada, club, "x")
    assert (await bot.next_event("message"))["ts"] == asked.ts
    world.person_shares(ada, club, "my list", "list.txt", b"Alien")
    shared = await bot.next_event("file_share")
    assert (shared["text"], shared["files"][0]["name"]) == ("my list", "list.txt")
    world.person_says(ada, club, "everybody", thread_ts=asked.ts, broadcast=True)
    assert (await bot.next_event("thread_broadcast"))["thread_ts"] == asked.ts
    other = world.add_person("Poll", bot=True).id
    world.join(other, club)
    world.person_says(other, club, "vote")
    told = await bot.next_event("message")
    assert (told["text"], told["bot_id"] != world.state.app.bot_id) == ("vote", True)


async def test_an_organisation_shows_in_every_event(bot: Bot, world: World, ada: str, club: str) -> None:
    """On Enterprise Grid the organisation's id is around each event, in its authorization, and in auth.test."""
    world.state.enterprise_id = "E0ORG"
    world.person_says(ada, club, "x")
    told = await bot.next("message")
    assert (told["enterprise_id"], told["authorizations"][0]["enterprise_id"]) == ("E0ORG", "E0ORG")
    assert (await bot.client.auth_test())["enterprise_id"] == "E0ORG"
