"""What is particular to Slack's way out, at a local server with the real slack_sdk."""

import asyncio
from contextlib import suppress
from itertools import pairwise

import pytest

from adapters.sandbox.slack.faults import Drop, TooMany
from adapters.slack.budget import LIMITS, Budget, updates
from adapters.slack.chat import SlackChat
from adapters.slack.client import SlackClient
from bot.egress import Urgency
from bot.errors import Crowded, Forbidden, Gone, RateLimited, Unappendable, Unreachable
from bot.types import MessageRef, Place, Step
from bot.views import Button, Link, Menu, Option, View
from tests.adapters.slack.bench import Bench, connected, local_server
from tests.fakes.clock import FakeClock
from tests.journeys.stage import until

STOP = (Button("s:1", "Stop"),)


async def asked(bench: Bench, *, direct: bool = False) -> tuple[MessageRef, Place]:
    """A question and its thread."""
    ref = bench.says("Ada", "tense", bench.direct() if direct else None)
    return ref, await bench.chat.open_thread(ref, "tense")


async def test_a_fresh_post_costs_one_call_and_one_in_doubt_is_looked_for() -> None:
    """Whether this process is in doubt, because an answer was lost, or another may have posted."""
    async with local_server() as server, connected(server) as bench:
        place = bench.channel()
        await bench.chat.post(place, "One.", key="k1", fresh=True)
        assert [] == bench.calls("conversations.history")
        server.faults.on(r"^chat\.postMessage$", Drop(applied=True))
        with pytest.raises(Unreachable):
            await bench.chat.post(place, "Two.", key="k2", fresh=True)
        found = await bench.chat.post(place, "Two.", key="k2", fresh=True)
        again = await SlackChat(bench.client).post(place, "Two.", key="k2")
        assert found == again
        assert 2 == len(bench.calls("conversations.history"))
        assert 2 == len([each for each in bench.world.messages_in(place.channel) if each.author_id == bench.world.bot_id])


async def test_every_update_keeps_its_blocks_and_no_post_unfolds_links() -> None:
    """An update without blocks would take the Stop button away."""
    async with local_server() as server, connected(server) as bench:
        posted = await bench.chat.post(bench.channel(), "**One** https://example.com", key="k1", buttons=STOP)
        await bench.chat.edit(posted.ref, "**One**, two", buttons=STOP)
        found = bench.world.message(posted.ref.channel, posted.ref.id)
        assert ["markdown", "actions"] == [block["type"] for block in found.blocks]
        assert "*One*, two" == found.text
        assert not found.unfurls
        await bench.chat.edit(posted.ref, "**One**, two.")
        assert ["markdown"] == [block["type"] for block in bench.world.message(posted.ref.channel, posted.ref.id).blocks]


async def test_a_message_that_streams_still_can_be_edited() -> None:
    """A process that died left it so: its stream is ended first."""
    async with local_server() as server, connected(server) as bench:
        ref, place = await asked(bench, direct=True)
        message = await bench.chat.streams.start(place, after=ref, fresh=True)
        await bench.chat.streams.append(message, "", "One,")
        edited = await bench.chat.edit(message, "One, two.")
        assert "One, two." == edited.text
        with pytest.raises(Unappendable):
            await bench.chat.streams.append(message, "One,", "One, two.")


async def test_a_stream_grows_with_its_steps_and_holds_no_mention() -> None:
    """Not even one that comes in two halves."""
    async with local_server() as server, connected(server) as bench:
        ref, place = await asked(bench, direct=True)
        working = Step("search", "Searching", "working")
        message = await bench.chat.streams.start(place, after=ref, fresh=True, steps=(working,))
        await bench.chat.streams.append(message, "", "Hey <")
        await bench.chat.streams.append(message, "Hey <", "Hey <!channel>")
        done = await bench.chat.streams.stop(
            message, "Hey <!channel>", "Hey <!channel>!", (Step("search", "Searching", "done"),)
        )
        assert "Hey <!channel>!" == done.text
        found = bench.world.message(message.channel, message.id)
        assert not found.pinged
        assert "complete" == next(block["status"] for block in found.blocks if block["type"] == "task_card")


async def test_a_stream_whose_answer_was_lost_is_taken_up() -> None:
    """Ours that carries nothing, after the question, is the one; an ended stream is not."""
    async with local_server() as server, connected(server) as bench:
        ref, place = await asked(bench, direct=True)
        await bench.chat.post(place, "I'll get to this.", key="k1")
        server.faults.on(r"^chat\.startStream$", Drop(applied=True))
        with pytest.raises(Unreachable):
            await bench.chat.streams.start(place, after=ref, fresh=True)
        first = await bench.chat.streams.start(place, after=ref, fresh=False)
        assert first == await bench.chat.streams.start(place, after=ref, fresh=False)
        assert 1 == len(bench.calls("chat.startStream"))
        await bench.chat.streams.stop(first, "", "One.")
        assert first != await bench.chat.streams.start(place, after=ref, fresh=False)


async def test_a_refused_call_says_how_long_to_wait_and_holds_its_method_back() -> None:
    """Other methods go on."""
    async with local_server() as server, connected(server, budget=True) as bench:
        posted = await bench.chat.post(bench.channel(), "One.", key="k1", fresh=True)
        server.faults.on(r"^chat\.update$", TooMany(30))
        with pytest.raises(RateLimited) as limited:
            await bench.chat.edit(posted.ref, "Two.")
        assert 30.0 == limited.value.retry_after
        with pytest.raises(Crowded):
            await bench.chat.edit(posted.ref, "Three.", preview=True)
        assert 1 == len(bench.calls("chat.update"))
        await bench.chat.post(bench.channel(), "Two.", key="k2", fresh=True)


async def test_a_missing_scope_is_named_with_the_way_out() -> None:
    """Whoever runs us can apply the manifest again."""
    async with local_server() as server, connected(server) as bench:
        bench.world.revoke_scope("chat:write")
        with pytest.raises(Forbidden) as refused:
            await bench.chat.post(bench.channel(), "One.", key="k1", fresh=True)
        assert "chat:write" in refused.value.advice
        assert "chat:write" == refused.value.permission


async def test_a_thread_of_direct_messages_has_its_first_question_for_a_title() -> None:
    """Nobody waits for it, and a refusal spoils nothing; in a channel, Slack has none."""
    async with local_server() as server, connected(server) as bench:
        await asked(bench)
        ref, place = await asked(bench, direct=True)
        assert ref.id == place.thread
        await until(lambda: bench.world.state.titles)
        assert {(ref.channel, ref.id): "tense"} == bench.world.state.titles
        bench.world.revoke_scope("assistant:write")
        _, place = await asked(bench, direct=True)
        await until(lambda: len(bench.calls("assistant.threads.setTitle")) == 2)
        await bench.chat.post(place, "One.", key="k1", fresh=True)


async def test_the_status_line_turns_and_goes() -> None:
    """It shows several sayings while the same step goes on."""
    async with local_server() as server, connected(server) as bench:
        ref, place = await asked(bench)
        await bench.chat.status(place, "Searching…")
        status = bench.world.state.statuses[ref.channel, ref.id]
        assert "Searching…" == status.loading_messages[0]
        assert 1 < len(status.loading_messages) <= 10
        await bench.chat.status(place, None)
        assert bench.world.status_of(ref.channel, ref.id) is None


async def test_a_notice_reaches_somebody_outside_the_channel_directly() -> None:
    """Slack shows nothing in a channel to who is not in it."""
    async with local_server() as server, connected(server) as bench:
        stranger = bench.world.add_person("Dora")
        await bench.chat.notice(bench.channel(), stranger.id, "Use /help.")
        direct = bench.world.open_direct(stranger.id)
        [found] = bench.world.messages_in(direct.id)
        assert "Use /matinee help." == found.text


async def test_views_have_menus_links_and_sources() -> None:
    """Several choices stand beside their prompt, a single one in a row; what cannot be pressed is left out."""
    async with local_server() as server, connected(server) as bench:
        options = tuple(Option(f"o{number}", f"Option {number}") for number in range(3))
        row = (Button("b:1", "Before", disabled=True), Button("b:2", "After"), Link("https://example.com", "Site"))
        view = View(
            "List", controls=(Menu("m:1", "Remove…", options, most=3), Menu("m:2", "One…", options), row), foot="Data: X"
        )
        ref = await bench.chat.post_view(bench.channel(), view, key="k1")
        found = bench.world.message(ref.channel, ref.id)
        assert ["markdown", "section", "actions", "actions", "context"] == [block["type"] for block in found.blocks]
        assert ["After", "Site"] == [each["text"]["text"] for each in found.blocks[3]["elements"]]


@pytest.mark.parametrize("method", [*sorted(LIMITS), "chat.update"])
async def test_no_minute_holds_more_calls_than_slack_allows(method: str) -> None:
    """Though calls arrive up to a second early or late; a final goes out at once while previews use all that they may."""
    clock, limit = FakeClock(), LIMITS.get(method, updates(0))
    budget, sent = Budget(clock), []
    for step in range(1200):
        urgency = Urgency.NOW if step % 100 == 99 and limit.whole.reserve else Urgency.PREVIEW
        try:
            await budget.take(method, "C1", urgency)
            sent.append(clock.now())
        except Crowded:
            assert urgency is Urgency.PREVIEW
        await clock.advance(0.1)
    per_minute = limit.whole.most * round(60 / limit.whole.seconds)
    lane = limit.lane
    if method == "chat.postMessage":
        assert lane is not None  # 5 in 5 s of one channel
        assert all(len([at for at in sent if start <= at <= start + 5.4]) <= lane.most for start in sent)
    for start in sent:
        assert len([at for at in sent if start <= at <= start + 61]) <= per_minute


@pytest.mark.parametrize("count", [1, 8, 12, 32])
async def test_finals_go_at_once_however_many_answers_grow(count: int) -> None:
    """All of them ask for previews as often as they may for two minutes, which go out evenly; then they end together."""
    clock, shown = FakeClock(), list[float]()
    budget = Budget(clock)

    async def grow(answer: str) -> None:
        while clock.now() < 120:
            wait = 1.5
            try:
                await budget.take("chat.update", "C1", Urgency.PREVIEW, answer)
                shown.append(clock.now())
            except Crowded as crowded:
                wait = max(wait, crowded.retry_after)
            await clock.sleep(wait)

    answers = [f"m{number}" for number in range(count)]
    growing = [asyncio.create_task(grow(answer)) for answer in answers]
    await clock.advance(120)
    finals = [asyncio.create_task(budget.take("chat.update", "C1", Urgency.NOW, answer)) for answer in answers]
    await clock.settle()
    assert all(final.done() for final in finals)
    await clock.advance(10)
    assert all(each.done() for each in growing)
    assert len(shown) >= 2 * 13
    assert max(after - before for before, after in pairwise(shown)) < 10  # and nobody sees a long silence


async def previews_in_a_minute(budget: Budget, clock: FakeClock, answer: str) -> int:
    """How many an answer gets that asks for one every second and a half."""
    shown = 0
    for _ in range(40):
        with suppress(Crowded):
            await budget.take("chat.update", "C1", Urgency.PREVIEW, answer)
            shown += 1
        await clock.advance(1.5)
    return shown


@pytest.mark.parametrize(("method", "silence"), [("chat.update", 62), ("chat.delete", 62), ("", 150)])
async def test_an_answer_that_has_ended_keeps_nothing_back(method: str, silence: float) -> None:
    """By its final, by being taken away, or by not being heard of for as long as a run may be silent."""
    clock = FakeClock()
    budget = Budget(clock)
    for number in range(30):
        with suppress(Crowded):
            await budget.take("chat.update", "C1", Urgency.PREVIEW, f"m{number}")
    for number in range(30 if method else 0):
        ending = asyncio.create_task(budget.take(method, "C1", Urgency.NOW, f"m{number}"))
        await clock.advance(2)
        assert ending.done()
    await clock.advance(silence)
    assert 40 == await previews_in_a_minute(budget, clock, "last")


async def test_answers_in_flight_keep_the_calls_of_their_finals_back() -> None:
    """While thirty others have not ended, one gets a third of the minute's previews."""
    clock = FakeClock()
    async with local_server() as server, connected(server) as bench:
        client = SlackClient(server.bot_token, api_base=server.api_base, clock=clock)
        await client.login()
        chat, place = SlackChat(client), bench.channel()
        last = (await chat.post(place, "One.", key="k1", fresh=True)).ref
        for number in range(30):
            with suppress(Crowded, Gone):
                await chat.edit(MessageRef("slack", place.channel, f"{number}.000001"), "Two.", preview=True)
        await clock.advance(62)
        shown = 0
        for number in range(40):
            with suppress(Crowded):
                await chat.edit(last, f"Text {number}.", preview=True)
                shown += 1
            await clock.advance(1.5)
        await client.close()
    assert 8 <= shown <= 16


async def test_no_five_seconds_hold_more_posts_in_a_channel_than_seconds() -> None:
    """Those at the end of one window and at the beginning of the next one together; finals come as they like."""
    clock = FakeClock()
    budget, sent = Budget(clock), []

    async def post() -> None:
        await budget.take("chat.postMessage", "C1", Urgency.NOW)
        sent.append(clock.now())

    posts = [asyncio.create_task(post()) for _ in range(8)]
    while not all(each.done() for each in posts):
        await clock.advance(0.1)
    assert 8 == len(sent)
    for start in sent:
        assert len([at for at in sent if start <= at < start + 5 - 1e-6]) <= 5
