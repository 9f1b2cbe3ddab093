"""Faults at calls, and rate limits, as the real slack-sdk meets them."""

import asyncio

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_async_handlers import AsyncRateLimitErrorRetryHandler
from slack_sdk.web.async_client import AsyncWebClient

from adapters.sandbox.slack import REAL_LIMITS, SlackServer, World
from adapters.sandbox.slack.faults import Drop, Hold, Refuse, ServerError, Slow, TooMany
from tests.adapters.sandbox.conftest import Clock
from tests.adapters.sandbox.slack.client import web_client
from tests.adapters.sandbox.slack.conftest import Start
from tests.adapters.sandbox.slack.test_chat import code, refusal


async def test_a_429_names_the_seconds_and_is_retried_by_the_handler_alone(
    server: SlackServer, web: AsyncWebClient, club: str
) -> None:
    """Without the extra handler it is an error with Retry-After; with it the call goes through."""
    server.faults.on(r"chat\.postMessage", TooMany(7))
    refused = await refusal(web.chat_postMessage(channel=club, text="x"))
    assert (refused.response.status_code, refused.response.headers["Retry-After"]) == (429, "7")
    assert refused.response["error"] == "ratelimited"
    web.retry_handlers.append(AsyncRateLimitErrorRetryHandler(max_retry_count=1))
    server.faults.on(r"chat\.postMessage", TooMany(0))
    assert (await web.chat_postMessage(channel=club, text="y"))["ok"]


@pytest.mark.parametrize("applied", [False, True])
@pytest.mark.parametrize("reset", [False, True])
async def test_a_dropped_answer_leaves_open_whether_it_was_applied(
    server: SlackServer, web: AsyncWebClient, world: World, club: str, *, applied: bool, reset: bool
) -> None:
    """The caller sees a broken connection either way; the message's metadata tells afterwards."""
    server.faults.on(r"chat\.postMessage", Drop(applied=applied, reset=reset))
    marked = {"event_type": "answer", "event_payload": {"id": "turn-1"}}
    with pytest.raises((aiohttp.ClientError, OSError)):
        await web.chat_postMessage(channel=club, text="once", metadata=marked)
    page = await web.conversations_history(channel=club, include_all_metadata=True)
    assert [one["metadata"] for one in page["messages"]] == [marked] * int(applied)


async def test_the_default_retry_of_the_sdk_posts_twice(server: SlackServer, world: World, club: str) -> None:
    """slack-sdk tries again by itself when an answer is lost, so a post that was applied is posted twice."""
    web = AsyncWebClient(token=server.bot_token, base_url=server.api_base)
    server.faults.on(r"chat\.postMessage", Drop(applied=True))
    await web.chat_postMessage(channel=club, text="once?")
    assert [one.text for one in world.messages_in(club)] == ["once?"] * 2


async def test_server_errors_refusals_and_slow_answers(
    server: SlackServer, web: AsyncWebClient, world: World, club: str
) -> None:
    """Each fault is met once, by the calls that it names, and skips those that it is told to."""
    server.faults.on(r"^chat\.update$", Refuse("edit_window_closed"), skip=1)
    server.faults.on(r"^chat\.delete$", Refuse("missing_scope", needed="chat:write"))
    server.faults.on(r"^reactions\.", ServerError(503))
    slow = server.faults.on(r"^conversations\.", Slow(0.0, applied=True), times=2)
    ts = (await web.chat_postMessage(channel=club, text="one"))["ts"]
    await web.chat_update(channel=club, ts=ts, text="two")
    assert await code(web.chat_update(channel=club, ts=ts, text="three")) == "edit_window_closed"
    assert (await refusal(web.chat_delete(channel=club, ts=ts))).response["needed"] == "chat:write"
    with pytest.raises(SlackApiError) as broken:
        await web.reactions_add(channel=club, timestamp=ts, name="eyes")
    assert broken.value.response.status_code == 503
    await web.conversations_info(channel=club)
    assert slow.hits == 1
    assert world.message(club, ts).text == "two"
    server.faults.clear()
    await web.reactions_add(channel=club, timestamp=ts, name="eyes")


async def test_a_held_answer_is_applied_and_comes_when_released(
    server: SlackServer, web: AsyncWebClient, world: World, club: str
) -> None:
    """An answer held back after the call was applied leaves the caller waiting on a message that is already there."""
    released, watch = asyncio.Event(), world.subscribe()
    server.faults.on(r"chat\.postMessage", Hold(released, applied=True))
    sending = asyncio.create_task(web.chat_postMessage(channel=club, text="here"))
    while (await anext(watch))["type"] != "message":
        pass
    assert not sending.done()
    released.set()
    assert (await sending)["message"]["text"] == "here"


async def test_posts_are_limited_by_channel_and_updates_by_workspace(
    start: Start, world: World, ada: str, club: str, clock: Clock
) -> None:
    """Six posts at once are one too many for a channel alone; the 51st update of a minute waits, wherever it is."""
    server = await start(limits=REAL_LIMITS, clock=clock)
    web, direct = web_client(server), world.open_direct(ada).id
    posts = [(await web.chat_postMessage(channel=club, text=str(number)))["ts"] for number in range(5)]
    assert (await refusal(web.chat_postMessage(channel=club, text="6"))).response.headers["Retry-After"] == "5"
    elsewhere = (await web.chat_postMessage(channel=direct, text="free"))["ts"]
    for number in range(50):
        await web.chat_update(channel=club, ts=posts[0], text=str(number))
    refused = await refusal(web.chat_update(channel=direct, ts=elsewhere, text="x"))
    assert refused.response.headers["Retry-After"] == "60"
    assert (await web.chat_delete(channel=club, ts=posts[1]))["ok"]
    clock.seconds += 60
    assert (await web.chat_update(channel=direct, ts=elsewhere, text="x"))["ok"]


async def test_the_wire_log_tells_every_call(server: SlackServer, web: AsyncWebClient, world: World, club: str) -> None:
    """Watchers see method, status, error and the fault; the record has no token."""
    watch = world.subscribe()
    server.faults.on(r"chat\.postMessage", Refuse("is_archived"))
    await refusal(web.chat_postMessage(channel=club, text="x" * 200))
    event = await anext(watch)
    assert event["type"] == "wire"
    data = event["data"]
    assert isinstance(data, dict)
    assert (data["method"], data["status"], data["error"], data["fault"]) == ("chat.postMessage", 200, "is_archived", "Refuse")
    assert len(str(data["text"])) == 120
    assert server.bot_token not in str(server.exchanges)


async def test_the_knobs_of_the_page(server: SlackServer, web: AsyncWebClient, world: World, ada: str, club: str) -> None:
    """One knob limits the next edit, one slows the next answers, one lets time pass; an error may hide that it was applied."""
    ts = (await web.chat_postMessage(channel=club, text="one"))["ts"]
    server.faults.rate_limit_next_edit(9)
    assert (await refusal(web.chat_update(channel=club, ts=ts, text="two"))).response.headers["Retry-After"] == "9"
    slow = server.faults.slow_answers(0.0, times=1)
    await web.chat_update(channel=club, ts=ts, text="two")
    assert slow.hits == 1
    trigger = world.trigger(ada)
    server.faults.pass_time(4)
    view = {"type": "modal", "title": {"type": "plain_text", "text": "x"}, "blocks": []}
    assert await code(web.views_open(trigger_id=trigger, view=view)) == "expired_trigger_id"
    server.faults.on(r"^chat\.update$", ServerError(500, applied=True))
    with pytest.raises(SlackApiError):
        await web.chat_update(channel=club, ts=ts, text="three")
    assert world.message(club, ts).text == "three"
