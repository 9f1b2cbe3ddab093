"""Messages through the real slack-sdk: posted, changed, deleted, read back, refused."""

from typing import Any

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from adapters.sandbox.slack import SlackServer, World
from adapters.sandbox.slack.model import Posting

STOP = {"type": "plain_text", "text": "Stop"}
BUTTON: dict[str, Any] = {"type": "button", "action_id": "stop", "text": STOP, "value": "run-1"}
ACTIONS: dict[str, Any] = {"type": "actions", "elements": [BUTTON]}
MARKED = {"event_type": "answer", "event_payload": {"id": "turn-1"}}


async def refusal(call: Any) -> SlackApiError:
    """The refusal that a call meets."""
    with pytest.raises(SlackApiError) as raised:
        await call
    return raised.value


async def code(call: Any) -> str:
    """The error of the refusal that a call meets."""
    return str((await refusal(call)).response["error"])


async def test_a_reply_is_posted_into_its_thread_and_read_back_with_its_metadata(
    web: AsyncWebClient, world: World, ada: str, club: str
) -> None:
    """What was posted comes back from conversations.replies: text escaped, blocks with ids, metadata where it is asked for."""
    asked = world.person_says(ada, club, "something <sunny> & short")
    sent = await web.chat_postMessage(channel=club, thread_ts=asked.ts, text="a & b <c>", blocks=[ACTIONS], metadata=MARKED)
    parent, reply = (await web.conversations_replies(channel=club, ts=asked.ts, include_all_metadata=True))["messages"]
    assert parent["text"] == "something &lt;sunny&gt; &amp; short"
    assert (parent["reply_count"], parent["latest_reply"], parent["reply_users"]) == (1, sent["ts"], [world.bot_id])
    assert reply["text"] == sent["message"]["text"] == "a &amp; b &lt;c&gt;"
    assert (reply["thread_ts"], reply["parent_user_id"], reply["bot_id"]) == (asked.ts, ada, world.state.app.bot_id)
    assert reply["blocks"][0]["elements"] == [BUTTON]
    assert reply["blocks"][0]["block_id"]
    assert reply["metadata"] == MARKED
    assert "metadata" not in (await web.conversations_replies(channel=club, ts=asked.ts))["messages"][1]


async def test_an_update_with_text_alone_takes_the_blocks_away(web: AsyncWebClient, world: World, club: str) -> None:
    """Blocks stay only if they are sent again; text without blocks removes them, blocks without text leave the text."""
    ts = (await web.chat_postMessage(channel=club, text="one", blocks=[ACTIONS], metadata=MARKED))["ts"]
    assert (await web.chat_update(channel=club, ts=ts, text="two", blocks=[ACTIONS]))["message"]["blocks"]
    assert world.message(club, ts).edited_at is None
    plain = await web.chat_update(channel=club, ts=ts, text="three")
    assert "blocks" not in plain["message"]
    assert plain["message"]["edited"]["user"] == world.bot_id
    await web.api_call("chat.update", json={"channel": club, "ts": ts, "blocks": [ACTIONS]})  # the method would warn
    found = world.message(club, ts)
    assert (found.text, len(found.blocks), found.metadata) == ("three", 1, MARKED)


async def test_markdown_text_stands_alone(web: AsyncWebClient, world: World, club: str) -> None:
    """markdown_text becomes the message, and conflicts with text and blocks."""
    sent = await web.chat_postMessage(channel=club, markdown_text="**bold**")
    assert world.message(club, sent["ts"]).blocks[0]["text"] == "**bold**"
    assert await code(web.chat_postMessage(channel=club, markdown_text="x", text="y")) == "markdown_text_conflict"
    assert await code(web.chat_update(channel=club, ts=sent["ts"], markdown_text="x", text="y")) == "markdown_text_conflict"


@pytest.mark.parametrize(
    ("method", "arguments", "error"),
    [
        ("chat.postMessage", {"text": "x" * 40_000}, None),
        ("chat.postMessage", {"text": "x" * 40_001}, "msg_too_long"),
        ("chat.postMessage", {"markdown_text": "x" * 12_000}, None),
        ("chat.postMessage", {"markdown_text": "x" * 12_001}, "msg_too_long"),
        ("chat.postMessage", {}, "no_text"),
        ("chat.postMessage", {"text": ""}, "no_text"),
        ("chat.update", {"text": "x" * 4_000}, None),
        ("chat.update", {"text": "x" * 4_001}, "msg_too_long"),
        ("chat.update", {"markdown_text": "x" * 12_000}, None),
        ("chat.update", {"markdown_text": "x" * 12_001}, "msg_too_long"),
        ("chat.update", {}, "no_text"),
    ],
)
async def test_sizes_of_texts(
    web: AsyncWebClient, club: str, method: str, arguments: dict[str, Any], error: str | None
) -> None:
    """Each method takes text up to its own limit and refuses the next character."""
    ts = (await web.chat_postMessage(channel=club, text="first"))["ts"]
    place = {"channel": club} | ({"ts": ts} if method == "chat.update" else {})
    call = web.api_call(method, json=place | arguments)
    if error is None:
        assert (await call)["ok"]
    else:
        assert await code(call) == error


async def test_places_where_the_app_may_not_write(web: AsyncWebClient, world: World, ada: str, chloe: str, club: str) -> None:
    """Elsewhere, unseen, archived and restricted channels each refuse with their own code."""
    general, committee = world.channel_named("general").id, world.channel_named("committee").id
    assert await code(web.chat_postMessage(channel=general, text="x")) == "not_in_channel"
    assert await code(web.chat_postMessage(channel=committee, text="x")) == "channel_not_found"
    assert await code(web.chat_postMessage(channel="C0", text="x")) == "channel_not_found"
    world.set_posting(club, Posting.READ_ONLY)
    assert await code(web.chat_postMessage(channel=club, text="x")) == "restricted_action_read_only_channel"
    world.set_posting(club, Posting.THREADS_ONLY)
    asked = world.person_says(chloe, club, "admins may")
    assert await code(web.chat_postMessage(channel=club, text="x")) == "restricted_action_thread_only_channel"
    mine = await web.chat_postMessage(channel=club, text="x", thread_ts=asked.ts)
    world.archive(club)
    assert await code(web.chat_postMessage(channel=club, text="x")) == "is_archived"
    assert await code(web.chat_update(channel=club, ts=mine["ts"], text="y")) == "is_inactive"
    world.invite_bot(committee)
    assert (await web.chat_postMessage(channel=committee, text="now"))["ok"]


async def test_messages_of_others_and_messages_that_are_gone(web: AsyncWebClient, world: World, ada: str, club: str) -> None:
    """The app changes and deletes its own messages alone, and learns which are gone."""
    hers = world.person_says(ada, club, "mine")
    assert await code(web.chat_update(channel=club, ts=hers.ts, text="x")) == "cant_update_message"
    assert await code(web.chat_delete(channel=club, ts=hers.ts)) == "cant_delete_message"
    own = (await web.chat_postMessage(channel=club, text="x"))["ts"]
    assert (await web.chat_delete(channel=club, ts=own))["ts"] == own
    assert await code(web.chat_update(channel=club, ts=own, text="x")) == "message_not_found"
    assert await code(web.chat_delete(channel=club, ts=own)) == "message_not_found"
    assert await code(web.conversations_replies(channel=club, ts=own)) == "thread_not_found"


async def test_a_reply_to_a_message_that_is_gone_lands_in_the_channel(
    web: AsyncWebClient, world: World, ada: str, club: str
) -> None:
    """Slack does not refuse it: only the missing thread_ts in the answer tells. With replies a tombstone keeps the thread."""
    lonely, answered = world.person_says(ada, club, "lonely"), world.person_says(ada, club, "answered")
    await web.chat_postMessage(channel=club, text="first", thread_ts=answered.ts)
    for one in (lonely, answered):
        world.person_deletes(club, one.ts)
    strayed = await web.chat_postMessage(channel=club, text="stray", thread_ts=lonely.ts)
    kept = await web.chat_postMessage(channel=club, text="kept", thread_ts=answered.ts)
    assert "thread_ts" not in strayed["message"]
    assert kept["message"]["thread_ts"] == answered.ts
    parent, *replies = (await web.conversations_replies(channel=club, ts=answered.ts))["messages"]
    assert (parent["subtype"], parent["user"]) == ("tombstone", "USLACKBOT")
    assert [one["text"] for one in replies] == ["first", "kept"]


async def test_what_notifies_whom(web: AsyncWebClient, world: World, ada: str, ben: str, club: str) -> None:
    """Tokens notify; escaped ones, plain text and names without link_names do not."""
    for text, options, expected in (
        (f"<@{ada}> look", {}, {ada}),
        ("<!channel> look", {}, set(world.state.channel(club).member_ids) - {world.bot_id}),
        ("&lt;!channel&gt; look", {}, set()),
        ("@channel look", {}, set()),
        ("@channel look", {"link_names": True}, set(world.state.channel(club).member_ids) - {world.bot_id}),
        ("x", {"blocks": [{"type": "markdown", "text": f"hi <@{ben}>"}]}, {ben}),
        ("x", {"blocks": [{"type": "header", "text": {"type": "plain_text", "text": f"<@{ben}>"}}]}, set()),
    ):
        sent = await web.chat_postMessage(channel=club, text=text, **options)
        assert world.message(club, sent["ts"]).pinged == expected, text


async def test_an_ephemeral_message_is_seen_by_one_and_reached_by_no_method(
    web: AsyncWebClient, world: World, ada: str, ben: str, club: str
) -> None:
    """It is no message of the channel: not in the history, not to be changed, gone when its reader puts it away."""
    stranger = world.add_person("Dora").id
    assert await code(web.chat_postEphemeral(channel=club, user=stranger, text="x")) == "user_not_in_channel"
    ts = (await web.chat_postEphemeral(channel=club, user=ada, text="for you"))["message_ts"]
    assert [one.text for one in world.messages_in(club, seen_by=ada)] == ["for you"]
    assert world.messages_in(club, seen_by=ben) == world.messages_in(club) == []
    assert (await web.conversations_history(channel=club))["messages"] == []
    assert await code(web.chat_update(channel=club, ts=ts, text="x")) == "message_not_found"
    world.person_dismisses(ada, club, ts)
    assert world.messages_in(club, seen_by=ada) == []


async def test_a_permalink_names_the_thread(web: AsyncWebClient, world: World, ada: str, club: str) -> None:
    """The link of a reply carries its thread."""
    asked = world.person_says(ada, club, "x")
    reply = (await web.chat_postMessage(channel=club, text="y", thread_ts=asked.ts))["ts"]
    link = (await web.chat_getPermalink(channel=club, message_ts=reply))["permalink"]
    assert link.endswith(f"/archives/{club}/p{reply.replace('.', '')}?thread_ts={asked.ts}&cid={club}")
    assert await code(web.chat_getPermalink(channel=club, message_ts="1.0")) == "message_not_found"


async def test_reactions_once_each(web: AsyncWebClient, world: World, ada: str, club: str) -> None:
    """A reaction is added and taken away once, shows in reactions.get, and refuses names and messages that are not there."""
    ts = world.person_says(ada, club, "x").ts
    here = {"channel": club, "timestamp": ts}
    await web.reactions_add(**here, name="eyes")
    world.person_reacts(ada, club, ts, "eyes")
    assert await code(web.reactions_add(**here, name="eyes")) == "already_reacted"
    shown = (await web.reactions_get(**here))["message"]["reactions"]
    assert shown == [{"name": "eyes", "users": [world.bot_id, ada], "count": 2}]
    await web.reactions_remove(**here, name="eyes")
    assert await code(web.reactions_remove(**here, name="eyes")) == "no_reaction"
    assert await code(web.reactions_add(**here, name="👀")) == "invalid_name"
    assert await code(web.reactions_add(channel=club, timestamp="1.1", name="eyes")) == "message_not_found"
    assert await code(web.reactions_add(channel=club, timestamp="then", name="eyes")) == "bad_timestamp"


async def test_history_is_newest_first_in_pages_and_bounds(web: AsyncWebClient, world: World, ada: str, club: str) -> None:
    """Pages follow their cursor to the end; oldest and latest bound, inclusive or not; replies are not in it."""
    said = [world.person_says(ada, club, f"m{number}") for number in range(5)]
    world.person_says(ada, club, "reply", thread_ts=said[0].ts)
    texts: list[str] = []
    cursor = ""
    while True:
        page = await web.conversations_history(channel=club, limit=2, cursor=cursor)
        texts += [one["text"] for one in page["messages"]]
        cursor = page["response_metadata"]["next_cursor"]
        if not cursor:
            break
    assert texts == ["m4", "m3", "m2", "m1", "m0"]
    between = {"channel": club, "oldest": said[1].ts, "latest": said[3].ts}
    assert [one["text"] for one in (await web.conversations_history(**between))["messages"]] == ["m2"]
    inclusive = await web.conversations_history(**between, inclusive=True)
    assert [one["text"] for one in inclusive["messages"]] == ["m3", "m2", "m1"]
    assert await code(web.conversations_history(channel=club, cursor="nowhere")) == "invalid_cursor"
    assert await code(web.conversations_history(channel=world.channel_named("general").id)) == "not_in_channel"


async def test_people_and_places_can_be_looked_up(web: AsyncWebClient, world: World, ada: str, club: str) -> None:
    """Users, channels, members, the direct message and the app itself."""
    assert (await web.users_info(user=ada))["user"]["real_name"] == "Ada"
    assert await code(web.users_info(user="U0")) == "user_not_found"
    assert (await web.conversations_info(channel=club, include_num_members=True))["channel"]["num_members"] == 4
    assert ada in (await web.conversations_members(channel=club))["members"]
    listed = await web.conversations_list(types="public_channel,private_channel")
    assert {one["name"]: one["is_member"] for one in listed["channels"]} == {"movie-club": True, "general": False}
    opened = (await web.conversations_open(users=ada))["channel"]["id"]
    assert (await web.conversations_open(users=ada))["channel"]["id"] == opened
    assert (await web.conversations_info(channel=opened))["channel"]["user"] == ada
    whole = await web.auth_test()
    assert (whole["user_id"], whole["bot_id"]) == (world.bot_id, world.state.app.bot_id)
    assert "chat:write" in whole.headers["x-oauth-scopes"]
    assert (await web.team_info())["team"]["domain"] == world.state.domain
    assert [one["id"] for one in (await web.users_conversations())["channels"]] == [club]


async def test_tokens_methods_and_scopes_are_checked(server: SlackServer, world: World, club: str, web: AsyncWebClient) -> None:
    """A wrong, missing or misplaced token, an unknown method and a missing scope are refused before anything is done."""
    at = {"base_url": server.api_base}
    assert await code(AsyncWebClient(token="xoxb-other", **at).auth_test()) == "invalid_auth"
    assert await code(AsyncWebClient(token=server.app_token, **at).auth_test()) == "not_allowed_token_type"
    assert await code(web.apps_connections_open(app_token=server.bot_token)) == "not_allowed_token_type"
    assert await code(web.api_call("chat.whisper")) == "unknown_method"
    world.revoke_scope("chat:write", "channels:history")
    refused = (await refusal(web.chat_postMessage(channel=club, text="x"))).response
    assert (refused["error"], refused["needed"]) == ("missing_scope", "chat:write")
    assert "chat:write" not in refused["provided"].split(",")
    assert (await refusal(web.conversations_history(channel=club))).response["needed"] == "channels:history"
    world.state.app.suspended = True
    assert await code(web.auth_test()) == "token_revoked"
    assert world.messages_in(club) == []


async def test_arguments_come_by_query_form_and_json(server: SlackServer, web: AsyncWebClient, world: World, club: str) -> None:
    """GET with a query, a form with JSON inside and a JSON body are the same call."""
    blocks = '[{"type": "divider"}]'
    await web.api_call("chat.postMessage", http_verb="GET", params={"channel": club, "text": "q", "blocks": blocks})
    await web.api_call("chat.postMessage", data={"channel": club, "text": "f", "blocks": blocks})
    await web.api_call("chat.postMessage", json={"channel": club, "text": "j", "blocks": [{"type": "divider"}]})
    assert [(one.text, one.blocks[0]["type"]) for one in world.messages_in(club)] == [
        ("q", "divider"),
        ("f", "divider"),
        ("j", "divider"),
    ]
    assert await code(web.api_call("chat.postMessage", data={"channel": club, "blocks": "[{"})) == "invalid_blocks_format"
    assert await code(web.api_call("chat.postMessage", json={"text": "x"})) == "invalid_arguments"
    assert await code(web.api_call("chat.postMessage", json={"channel": club, "text": ["x"]})) == "invalid_arguments"


async def test_metadata_is_an_event_type_with_a_payload(web: AsyncWebClient, world: World, club: str) -> None:
    """Another shape and too much are refused; an empty object takes it away."""
    assert await code(web.chat_postMessage(channel=club, text="x", metadata={"id": "1"})) == "invalid_metadata_format"
    heavy = {"event_type": "a", "event_payload": {"x": "x" * 9_000}}
    assert await code(web.chat_postMessage(channel=club, text="x", metadata=heavy)) == "metadata_too_large"
    ts = (await web.chat_postMessage(channel=club, text="x", metadata=MARKED))["ts"]
    await web.chat_update(channel=club, ts=ts, text="y", metadata={})
    assert world.message(club, ts).metadata is None


async def test_a_file_is_uploaded_in_three_steps(web: AsyncWebClient, world: World, ada: str) -> None:
    """slack-sdk's files_upload_v2 brings the bytes and posts the file where it was told."""
    place = world.open_direct(ada).id
    await web.files_upload_v2(channel=place, filename="me.json", content=b'{"a": 1}', title="Your data", initial_comment="Here")
    (found,) = world.messages_in(place)
    assert (found.subtype, found.text, found.files[0].title) == ("file_share", "Here", "Your data")
    assert found.files[0].content == b'{"a": 1}'
    assert await code(web.files_completeUploadExternal(files=[{"id": "F0", "title": "x"}])) == "file_not_found"


async def test_links_unfurl_unless_the_app_asks_for_none(web: AsyncWebClient, world: World, club: str) -> None:
    """Slack adds a preview to a message with links, unless it was posted without."""
    loud = (await web.chat_postMessage(channel=club, text="https://example.com"))["ts"]
    quiet = (await web.chat_postMessage(channel=club, text="https://example.com", unfurl_links=False, unfurl_media=False))["ts"]
    assert (world.unfurl(club, loud, "Example"), world.unfurl(club, quiet, "Example")) == (True, False)
    assert (len(world.message(club, loud).attachments), len(world.message(club, quiet).attachments)) == (1, 0)


async def test_looking_up_what_is_not_there_is_refused(
    web: AsyncWebClient, world: World, ada: str, ben: str, club: str
) -> None:
    """Each look-up has its own code for people, bots, kinds of conversation and bounds that make no sense."""
    committee = world.channel_named("committee").id
    assert await code(web.bots_info(bot="B0")) == "bot_not_found"
    assert await code(web.conversations_list(types="rooms")) == "invalid_types"
    assert await code(web.conversations_open(users=[])) == "users_list_not_supplied"
    assert await code(web.conversations_open(users=[ada, ben])) == "too_many_users"
    assert await code(web.conversations_open(users="U0")) == "user_not_found"
    assert await code(web.conversations_open(users=world.bot_id)) == "invalid_user_combination"
    assert await code(web.conversations_open(channel=club)) == "method_not_supported_for_channel_type"
    assert await code(web.conversations_info(channel=committee)) == "channel_not_found"
    assert await code(web.conversations_history(channel=club, oldest="yesterday")) == "invalid_ts_oldest"
    assert await code(web.conversations_history(channel=club, limit="none")) == "invalid_arguments"  # type: ignore[arg-type]
    assert await code(web.conversations_join(channel=club)) == "missing_scope"


async def test_bots_and_people_are_listed_and_a_public_channel_joined(web: AsyncWebClient, world: World, club: str) -> None:
    """bots.info tells of the app, users.list of all in pages; joining needs its scope and an open public channel."""
    assert (await web.bots_info(bot=world.state.app.bot_id))["bot"]["user_id"] == world.bot_id
    first = await web.users_list(limit=3)
    rest = await web.users_list(limit=3, cursor=first["response_metadata"]["next_cursor"])
    assert [one["real_name"] for page in (first, rest) for one in page["members"]] == ["Ada", "Ben", "Chloe", "Matinee"]
    world.state.app.scopes += ("channels:join",)
    general = world.channel_named("general").id
    assert (await web.conversations_join(channel=general))["channel"]["is_member"] is True
    assert (await web.chat_postMessage(channel=general, text="here"))["ok"]
    world.archive(general)
    assert await code(web.conversations_join(channel=general)) == "is_archived"
    assert general not in [one["id"] for one in (await web.conversations_list(exclude_archived=True))["channels"]]
    world.remove_bot(club)
    assert await code(web.chat_postMessage(channel=club, text="x")) == "not_in_channel"
    world.state.app.scopes += ("chat:write.public",)
    assert (await web.chat_postMessage(channel=club, text="x"))["ok"]


async def test_reactions_find_their_limits(web: AsyncWebClient, world: World, ada: str, club: str) -> None:
    """The twenty-fourth emoji is one too many; archived channels, tombstones and channels without the app take none."""
    said = world.person_says(ada, club, "x")
    here = {"channel": club, "timestamp": said.ts}
    for number in range(23):
        await web.reactions_add(**here, name=f"emoji-{number}")
    assert await code(web.reactions_add(**here, name="eyes")) == "too_many_emoji"
    world.person_says(ada, club, "reply", thread_ts=said.ts)
    world.person_deletes(club, said.ts)
    assert await code(web.reactions_add(**here, name="eyes")) == "message_not_found"
    world.archive(club)
    assert await code(web.reactions_add(**here, name="eyes")) == "is_archived"
    general = world.channel_named("general").id
    hidden = world.person_says(ada, general, "x").ts
    assert await code(web.reactions_add(channel=general, timestamp=hidden, name="eyes")) == "no_access"


async def test_an_upload_has_to_be_as_announced(server: SlackServer, web: AsyncWebClient) -> None:
    """Other sizes, other files and a second time are refused; nothing can be shared before its bytes are there."""
    address = await web.files_getUploadURLExternal(filename="a.txt", length=3)
    share = [{"id": address["file_id"], "title": "a"}]
    assert await code(web.files_completeUploadExternal(files=share)) == "file_not_found"
    async with aiohttp.ClientSession() as session:
        for content, status in ((b"four", 400), (b"abc", 200), (b"abc", 404)):
            async with session.post(address["upload_url"], data=content) as answer:
                assert answer.status == status
        async with session.post(f"{server.root_url}/upload/F0", data=b"abc") as unknown:
            assert unknown.status == 404
    assert (await web.files_completeUploadExternal(files=share))["files"][0]["size"] == 3
    assert await code(web.files_getUploadURLExternal(filename="a.txt", length=0)) == "invalid_arguments"
    assert await code(web.files_getUploadURLExternal(filename="a.txt", length=10**10)) == "file_upload_size_restricted"


async def test_bodies_that_cannot_be_read_are_refused(server: SlackServer, club: str) -> None:
    """Broken JSON and JSON that is no object have codes of their own; another content type brings no arguments."""
    headers = {"Authorization": f"Bearer {server.bot_token}"}
    cases = (
        ("application/json", b"{", "invalid_json"),
        ("application/json", b"[]", "json_not_object"),
        ("text/plain", b"channel=C1", "invalid_arguments"),
    )
    async with aiohttp.ClientSession(headers=headers) as session:
        for kind, body, error in cases:
            sent = session.post(f"{server.api_base}chat.postMessage", data=body, headers={"Content-Type": kind})
            async with sent as answer:
                assert (await answer.json())["error"] == error
