"""Streams, status lines, prompts and sessions through the real slack-sdk."""

from typing import Any

import pytest
from slack_sdk.web.async_client import AsyncWebClient

from adapters.sandbox.slack import Refusal, SlackServer, World
from adapters.sandbox.slack.model import StreamState
from tests.adapters.sandbox.conftest import Clock
from tests.adapters.sandbox.slack.client import Bot, connected
from tests.adapters.sandbox.slack.test_chat import ACTIONS, code


@pytest.fixture
def direct(world: World, ada: str) -> str:
    """Ada's direct message with the app."""
    return world.open_direct(ada).id


@pytest.fixture
def asked(world: World, ada: str, direct: str) -> str:
    """The ts of a question there."""
    return world.person_says(ada, direct, "something short").ts


def words(text: str) -> dict[str, Any]:
    """A chunk of text."""
    return {"type": "markdown_text", "text": text}


def task(status: str, **more: Any) -> dict[str, Any]:
    """A chunk for a task card."""
    return {"type": "task_update", "id": "t1", "title": "Looking", "status": status, **more}


async def test_a_stream_grows_and_ends(web: AsyncWebClient, world: World, direct: str, asked: str) -> None:
    """Text is joined in order, a task's card changes in place, the end brings blocks and metadata; then nothing is taken."""
    ts = (await web.chat_startStream(channel=direct, thread_ts=asked, markdown_text="One"))["ts"]
    here = {"channel": direct, "ts": ts}
    await web.chat_appendStream(**here, chunks=[task("in_progress", details="films"), words(" two")])
    await web.chat_appendStream(**here, chunks=[task("complete"), {"type": "plan_update", "title": "Plan"}])
    assert world.message(direct, ts).text == "One two"
    marked = {"event_type": "answer", "event_payload": {"id": "1"}}
    done = await web.chat_stopStream(**here, markdown_text=" three", blocks=[ACTIONS], metadata=marked)
    found = world.message(direct, ts)
    assert (found.text, found.stream, found.metadata) == ("One two three", StreamState.DONE, marked)
    assert [one["type"] for one in found.blocks] == ["plan", "task_card", "markdown", "actions"]
    card = found.blocks[1]
    assert (card["status"], card["details"]) == ("complete", "films")
    assert done["message"]["streaming_state"] == "completed"
    assert await code(web.chat_appendStream(**here, markdown_text="x")) == "message_not_in_streaming_state"
    assert await code(web.chat_stopStream(**here)) == "message_not_in_streaming_state"
    assert (await web.chat_update(**here, text="edited"))["text"] == "edited"


async def test_the_sdk_streamer_streams(web: AsyncWebClient, world: World, direct: str, asked: str) -> None:
    """slack-sdk's own helper with its buffer brings the whole text."""
    stream = await web.chat_stream(channel=direct, thread_ts=asked, buffer_size=8)
    for piece in ("Once ", "upon ", "a ", "time"):
        await stream.append(markdown_text=piece)
    ended = await stream.stop()
    assert world.message(direct, ended["ts"]).text == "Once upon a time"


async def test_outside_direct_messages_a_stream_needs_its_recipient(
    web: AsyncWebClient, world: World, ada: str, ben: str, club: str
) -> None:
    """In a channel both recipient arguments are needed, and only the recipient sees the text grow."""
    asked = world.person_says(ada, club, "x").ts
    start = {"channel": club, "thread_ts": asked, "markdown_text": "One"}
    assert await code(web.chat_startStream(**start)) == "missing_recipient_user_id"
    assert await code(web.chat_startStream(**start, recipient_user_id=ada)) == "missing_recipient_team_id"
    team = {"recipient_team_id": world.state.team_id}
    assert await code(web.chat_startStream(**start, recipient_user_id="U0", **team)) == "user_not_found"
    ts = (await web.chat_startStream(**start, recipient_user_id=ada, **team))["ts"]
    await web.chat_appendStream(channel=club, ts=ts, markdown_text=" two")
    assert world.text_seen_by(ada, world.message(club, ts)) == "One two"
    assert world.text_seen_by(ben, world.message(club, ts)) == "One"
    await web.chat_stopStream(channel=club, ts=ts)
    assert world.text_seen_by(ben, world.message(club, ts)) == "One two"


async def test_a_stream_expires_after_five_minutes_and_can_then_be_updated(
    web: AsyncWebClient, world: World, direct: str, asked: str, clock: Clock
) -> None:
    """While it streams an update is a conflict; after its time an append is refused and an update goes through."""
    ts = (await web.chat_startStream(channel=direct, thread_ts=asked, markdown_text="One"))["ts"]
    here = {"channel": direct, "ts": ts}
    assert await code(web.chat_update(**here, text="x")) == "streaming_state_conflict"
    clock.seconds += 299
    await web.chat_appendStream(**here, markdown_text=" two")
    clock.seconds += 1
    assert await code(web.chat_appendStream(**here, markdown_text=" three")) == "message_not_in_streaming_state"
    assert world.message(direct, ts).text == "One two"
    assert (await web.chat_update(**here, text="One two three"))["text"] == "One two three"


async def test_a_streaming_message_can_be_deleted(web: AsyncWebClient, world: World, direct: str, asked: str) -> None:
    """Its stream goes with it, and time that passes later finds nothing to close."""
    ts = (await web.chat_startStream(channel=direct, thread_ts=asked, markdown_text="One"))["ts"]
    await web.chat_delete(channel=direct, ts=ts)
    assert await code(web.chat_appendStream(channel=direct, ts=ts, markdown_text="x")) == "message_not_found"
    world.pass_time(600)
    assert [one.ts for one in world.messages_in(direct, thread_ts=asked)] == [asked]


async def test_what_a_stream_does_not_take(web: AsyncWebClient, world: World, ada: str, direct: str, asked: str) -> None:
    """Nothing, too much, unknown chunks, others' messages and messages that never streamed are refused, and nothing is lost."""
    ts = (await web.chat_startStream(channel=direct, thread_ts=asked))["ts"]
    here = {"channel": direct, "ts": ts}
    await web.chat_appendStream(**here, markdown_text="x" * 11_999)
    assert await code(web.chat_appendStream(**here, markdown_text="yy")) == "msg_too_long"
    assert await code(web.chat_appendStream(**here, markdown_text="")) == "no_text"
    assert await code(web.chat_appendStream(**here, chunks=[{"type": "smell"}])) == "invalid_chunks"
    assert await code(web.chat_appendStream(**here, chunks=[task("soon")])) == "invalid_blocks"
    assert world.message(direct, ts).text == "x" * 11_999
    hers = world.person_says(ada, direct, "mine").ts
    assert await code(web.chat_appendStream(channel=direct, ts=hers, markdown_text="x")) == "message_not_owned_by_app"
    mine = (await web.chat_postMessage(channel=direct, text="x"))["ts"]
    assert await code(web.chat_appendStream(channel=direct, ts=mine, markdown_text="x")) == "message_not_in_streaming_state"


async def test_the_native_stop_ends_the_appends_and_is_told(bot: Bot, world: World, ada: str, direct: str, asked: str) -> None:
    """The button shows while the session is processing; pressed, the app learns which messages it stopped, and closes them."""
    with pytest.raises(Refusal):
        world.person_presses_stop(ada, direct, asked)
    ts = (await bot.client.chat_startStream(channel=direct, thread_ts=asked, markdown_text="One"))["ts"]
    world.person_presses_stop(ada, direct, asked)
    told = await bot.next_event("agent_session_stopped")
    assert (told["channel"], told["thread_ts"], told["user"], told["streaming_message_ts"]) == (direct, asked, ada, [ts])
    assert await code(bot.client.chat_appendStream(channel=direct, ts=ts, markdown_text="x")) == "stopped_by_user"
    assert world.state.sessions[direct, asked] == "processing"
    await bot.client.chat_stopStream(channel=direct, ts=ts, session_status="closed")
    assert world.state.sessions[direct, asked] == "closed"
    assert world.message(direct, ts).text == "One"


async def test_a_session_without_a_stream_can_be_stopped_too(bot: Bot, world: World, ada: str, club: str) -> None:
    """An agent sets what it does; without the subscription Slack warns and shows no button; other apps may not at all."""
    asked = world.person_says(ada, club, "x").ts
    place = {"channel_id": club, "thread_ts": asked}
    await bot.client.agents_sessions_setStatus(**place, status="processing", title="Films")
    world.person_presses_stop(ada, club, asked)
    assert (await bot.next_event("agent_session_stopped"))["streaming_message_ts"] == []
    world.unsubscribe_from("agent_session_stopped")
    warned = await bot.client.agents_sessions_setStatus(**place, status="processing")
    assert warned["warning"] == "missing_agent_session_stopped_event_subscription"
    with pytest.raises(Refusal):
        world.person_presses_stop(ada, club, asked)
    assert (await bot.client.agents_sessions_rename(**place, title="Short films"))["title"] == "Short films"
    world.state.app.agent_view = False
    assert await code(bot.client.agents_sessions_setStatus(**place, status="active")) == "not_authorized"


async def test_a_status_goes_with_the_answer_or_with_time(
    web: AsyncWebClient, world: World, ada: str, club: str, clock: Clock
) -> None:
    """It shows in a channel's thread, until the app replies, empties it, or two minutes are over."""
    asked = world.person_says(ada, club, "x").ts
    place = {"channel_id": club, "thread_ts": asked}
    await web.assistant_threads_setStatus(**place, status="is thinking…", loading_messages=["Looking", "Comparing"])
    shown = world.status_of(club, asked)
    assert shown is not None
    assert (shown.text, shown.loading_messages) == ("is thinking…", ("Looking", "Comparing"))
    await web.chat_postMessage(channel=club, thread_ts=asked, text="here")
    assert world.status_of(club, asked) is None
    await web.assistant_threads_setStatus(**place, status="is thinking…")
    await web.assistant_threads_setStatus(**place, status="")
    assert world.status_of(club, asked) is None
    await web.assistant_threads_setStatus(**place, status="is thinking…")
    clock.seconds += 119
    assert world.status_of(club, asked) is not None
    clock.seconds += 1
    assert world.status_of(club, asked) is None
    many = [str(number) for number in range(11)]
    assert await code(web.assistant_threads_setStatus(**place, status="x", loading_messages=many)) == "invalid_arguments"
    assert await code(web.assistant_threads_setStatus(channel_id=club, thread_ts="1.1", status="x")) == "invalid_thread_ts"


async def test_prompts_and_titles_are_for_direct_messages(
    server: SlackServer, web: AsyncWebClient, world: World, ada: str, direct: str, asked: str, club: str
) -> None:
    """Up to four prompts are shown; picking one says its message. In a channel both are refused, without scope too."""
    prompts = [{"title": "A comedy", "message": "Find me a comedy"}]
    await web.assistant_threads_setSuggestedPrompts(channel_id=direct, thread_ts=asked, title="Try", prompts=prompts)
    assert world.person_picks_prompt(ada, "A comedy").text == "Find me a comedy"
    with pytest.raises(Refusal):
        world.person_picks_prompt(ada, "A drama")
    many = {"channel_id": direct, "thread_ts": asked, "prompts": prompts * 5}
    assert await code(web.assistant_threads_setSuggestedPrompts(**many)) == "invalid_arguments"
    await web.assistant_threads_setTitle(channel_id=direct, thread_ts=asked, title="Comedies")
    assert world.state.titles[direct, asked] == "Comedies"
    elsewhere = world.person_says(ada, club, "x").ts
    assert await code(web.assistant_threads_setTitle(channel_id=club, thread_ts=elsewhere, title="x")) == "channel_not_found"
    world.revoke_scope("assistant:write")
    assert await code(web.assistant_threads_setTitle(channel_id=direct, thread_ts=asked, title="x")) == "missing_scope"


async def test_bolt_hands_a_listener_its_thread_to_stream_into(server: SlackServer, world: World, ada: str, club: str) -> None:
    """`set_status` and `say_stream` of a mention's listener reach the thread of the mention, with its author as recipient."""
    async with connected(server, keep=()) as bot:

        @bot.app.event("app_mention")
        async def listener(set_status: Any, say_stream: Any) -> None:
            await set_status("is thinking…")
            bot.keep("status", {key: one.text for key, one in world.state.statuses.items()})
            stream = await say_stream()
            await stream.append(markdown_text="Here")
            await stream.stop()
            bot.keep("ended", None)

        asked = world.person_says(ada, club, f"{world.mention_of_bot} x")
        assert await bot.next("status") == {(club, asked.ts): "is thinking…"}
        await bot.next("ended")
        assert [one.text for one in world.messages_in(club, thread_ts=asked.ts)][1:] == ["Here"]
