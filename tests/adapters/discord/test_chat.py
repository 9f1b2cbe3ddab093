"""What is Discord's own in sending: its permissions, its threads' states, its rate limits and its silences."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from adapters.discord import client
from adapters.discord.buckets import GlobalPause
from adapters.discord.chat import WHOLE_RATE, DiscordChat
from adapters.discord.client import DiscordClient
from adapters.discord.gateway import DiscordGateway
from adapters.sandbox.discord.faults import Drop, Hold, ServerError, TooMany
from adapters.sandbox.discord.limits import REAL_LIMITS, Limits, Rule
from bot.clock import SystemClock
from bot.egress import Egress, Rate
from bot.errors import Crowded, Forbidden, RateLimited, Unreachable
from bot.types import MessageRef, Place
from tests.adapters.discord.bench import Bench, connected, local_server, within
from tests.adapters.discord.test_errors import answer

SUPPRESS_EMBEDS = 1 << 2


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    """The adapter at a fresh server without rate limits."""
    async with local_server() as server, connected(server) as found:
        yield found


async def refusal(call: Awaitable[object]) -> Forbidden:
    """The `Forbidden` that a call ends with."""
    with pytest.raises(Forbidden) as caught:
        await call
    return caught.value


Act = Callable[[Bench, MessageRef], Awaitable[object]]


@pytest.mark.parametrize(
    ("denied", "act", "named"),
    [
        ("send_messages", lambda b, q: b.chat.post(b.channel(), "text", key="k"), "Send Messages"),
        ("create_public_threads", lambda b, q: b.chat.open_thread(q, "name"), "Create Public Threads"),
        ("add_reactions", lambda b, q: b.chat.react(q, "seen"), "Add Reactions"),
        ("view_channel", lambda b, q: b.chat.post(b.channel(), "text", key="k"), "View Channel"),
        ("view_channel", lambda b, q: b.chat.react(q, "seen"), "View Channel"),
    ],
)
async def test_a_missing_permission_is_named_as_in_the_settings(bench: Bench, denied: str, act: Act, named: str) -> None:
    """Whoever reads the advice finds the switch under that name."""
    question = bench.says("Ada", "hello")
    bench.world.deny(denied, bench.channel().channel)
    found = await refusal(act(bench, question))
    assert found.permission == named
    assert f"give my role {named}" in found.advice


async def test_writing_in_threads_has_a_permission_of_its_own(bench: Bench) -> None:
    """In a thread it is Send Messages in Threads that counts, and that is named."""
    thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "name")
    bench.world.deny("send_messages_in_threads", bench.channel().channel)
    assert (await refusal(bench.chat.post(thread, "text", key="k"))).permission == "Send Messages in Threads"


async def test_a_locked_thread(bench: Bench) -> None:
    """In a locked thread posts and edits are refused, with the ways out."""
    thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "name")
    posted = await bench.chat.post(thread, "text", key="k1")
    bench.world.archive_thread(thread.thread or "")
    bench.world.lock_thread(thread.thread or "")
    for call in (bench.chat.post(thread, "more", key="k2"), bench.chat.edit(posted.ref, "more")):
        assert "a moderator unlock it" in (await refusal(call)).advice


async def test_a_post_opens_an_archived_thread_again(bench: Bench) -> None:
    """An archived thread refuses edits, and a post in it takes it out of the archive."""
    thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "name")
    posted = await bench.chat.post(thread, "text", key="k1")
    bench.world.archive_thread(thread.thread or "")
    assert "write in it" in (await refusal(bench.chat.edit(posted.ref, "more"))).advice
    await bench.chat.post(thread, "more", key="k2")
    assert (await bench.chat.edit(posted.ref, "edited")).text == "edited"


async def test_a_notice_goes_by_direct_message_where_we_may_not_write(bench: Bench) -> None:
    """Refused in the channel, a notice reaches its person directly and stands nowhere else."""
    question, ada = bench.says("Ada", "hello"), bench.id_of("Ada")
    bench.world.deny("send_messages", bench.channel().channel)
    await bench.chat.notice(bench.channel(), ada, "I may not write there.", reply_to=question)
    direct = bench.world.messages_in(bench.world.open_dm(ada).id)
    assert [message.content for message in direct] == ["I may not write there."]
    assert len(bench.world.messages_in(question.channel)) == 1


async def test_a_notice_that_reaches_nobody_says_what_is_missing_in_place(bench: Bench) -> None:
    """Where the person takes no direct messages either, the error is that of the place."""
    bench.world.deny("send_messages", bench.channel().channel)
    bench.world.set_accepts_dms(bench.id_of("Ada"), accepts=False)
    found = await refusal(bench.chat.notice(bench.channel(), bench.id_of("Ada"), "hello"))
    assert found.permission == "Send Messages"


async def test_a_refused_direct_message(bench: Bench) -> None:
    """A person who takes no direct messages is told where to allow them."""
    direct = Place("discord", "", bench.world.open_dm(bench.id_of("Ada")).id, is_direct=True)
    bench.world.set_accepts_dms(bench.id_of("Ada"), accepts=False)
    assert "allow direct messages" in (await refusal(bench.chat.notice(direct, bench.id_of("Ada"), "hello"))).advice


async def test_links_are_not_unfolded(bench: Bench) -> None:
    """Posts carry the flag that keeps previews of links away, and edits leave it on."""
    posted = await bench.chat.post(bench.channel(), "see https://example.org", key="k1")
    await bench.chat.edit(posted.ref, "see https://example.org/other")
    assert bench.world.message(posted.ref.id).flags & SUPPRESS_EMBEDS


async def test_a_reply_across_channels_is_a_plain_message(bench: Bench) -> None:
    """A message in the thread cannot answer one in the channel: it is posted without a reference."""
    question = bench.says("Ada", "hello")
    thread = await bench.chat.open_thread(question, "name")
    posted = await bench.chat.post(thread, "text", key="k1", reply_to=question)
    assert bench.world.message(posted.ref.id).refers_to is None


async def test_an_empty_body_is_a_sign_and_not_an_error(bench: Bench) -> None:
    """Discord takes no empty message, so people see that there is nothing yet."""
    posted = await bench.chat.post(bench.channel(), "", key="k1")
    assert bench.world.message(posted.ref.id).content == "…"
    assert posted.text == ""


async def test_what_is_rendered_otherwise_counts_as_held(bench: Bench) -> None:
    """The answer of a post is in the words of the body, as long as Discord holds all of it."""
    posted = await bench.chat.post(bench.channel(), "#### Why\n", key="k1")
    assert bench.world.message(posted.ref.id).content == "**Why**"
    assert posted.text == "#### Why\n"
    again = await bench.chat.post(bench.channel(), "another text", key="k1")
    assert again.text == "**Why**"


async def test_a_thread_without_a_name_gets_one(bench: Bench) -> None:
    """Discord refuses an empty name."""
    await bench.chat.open_thread(bench.says("Ada", "🍿"), "  ")
    assert [thread.name for thread in bench.world.threads()] == ["Matinee"]


@pytest.mark.parametrize(("retry_after", "via"), [(100.0, True), (7.0, False)], ids=["long", "no Via, as in a ban"])
async def test_a_long_rate_limit_is_raised_at_once(bench: Bench, retry_after: float, *, via: bool) -> None:
    """A wait that discord.py would not or cannot sit out is handed to whoever paces the calls."""
    posted = await bench.chat.post(bench.channel(), "text", key="k1")
    bench.server.faults.on("PATCH", "/messages/", TooMany(retry_after, via=via))
    with pytest.raises(RateLimited) as caught:
        await bench.chat.edit(posted.ref, "more")
    assert caught.value.retry_after == retry_after
    assert bench.world.message(posted.ref.id).content == "text"


async def test_slow_mode_that_is_long_says_how_long(bench: Bench) -> None:
    """A wait of minutes is told with its length and the way out, and a notice goes by direct message meanwhile."""
    await bench.chat.post(bench.channel(), "text", key="k1")
    bench.world.set_slow_mode(bench.channel().channel, 600)
    found = await refusal(bench.chat.post(bench.channel(), "more", key="k2"))
    assert found.permission == "Bypass Slow Mode"
    assert "another 10 minutes" in found.advice
    await bench.chat.notice(bench.channel(), bench.id_of("Ada"), "I may not write there yet.")
    direct = bench.world.messages_in(bench.world.open_dm(bench.id_of("Ada")).id)
    assert [message.content for message in direct] == ["I may not write there yet."]


@pytest.mark.parametrize("seconds", [20, 50], ids=["discord.py would sleep", "discord.py raises"])
async def test_slow_mode_that_is_short_is_waited_for(seconds: int) -> None:
    """A wait within a minute is handed to whoever paces the posts; edits in the channel go on."""
    async with local_server() as server, connected(server, timeout=0.5) as bench:
        posted = await bench.chat.post(bench.channel(), "text", key="k1")
        bench.world.set_slow_mode(bench.channel().channel, seconds)
        with pytest.raises(RateLimited) as caught:
            await bench.chat.post(bench.channel(), "more", key="k2")
        assert seconds - 5 < caught.value.retry_after <= seconds
        assert (await bench.chat.edit(posted.ref, "edited")).text == "edited"


async def test_edits_of_an_old_message_end_in_a_rate_limit_of_their_own() -> None:
    """Beyond an hour edits are few (30046): the adapter says so, and posts in the same channel go on at once."""
    limits = Limits(rules={"old_edits": Rule(3, 20.0)})
    async with local_server(limits) as server, connected(server, timeout=0.5) as bench:
        posted = await bench.chat.post(bench.channel(), "0", key="k1")
        server.faults.pass_time(3700)
        for step in range(1, 4):
            await bench.chat.edit(posted.ref, str(step))
        with pytest.raises(RateLimited):
            await bench.chat.edit(posted.ref, "4")
        assert (await bench.chat.post(bench.channel(), "going on", key="k2")).text == "going on"


async def test_a_channels_rate_limit_holds_back_that_channel(bench: Bench) -> None:
    """After a 429 nothing more is sent into the channel, by whatever method, until its time has come; a thread goes on."""
    thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "name")
    posted = await bench.chat.post(bench.channel(), "text", key="k1")
    bench.server.faults.on("PATCH", "/messages/", TooMany(100.0))
    with pytest.raises(RateLimited):
        await bench.chat.edit(posted.ref, "more")
    asked = len(bench.server.exchanges)
    with pytest.raises(RateLimited) as held:
        await bench.chat.post(bench.channel(), "more", key="k2")
    assert (len(bench.server.exchanges), 90 < held.value.retry_after <= 100) == (asked, True)
    assert (await bench.chat.post(thread, "elsewhere", key="k3")).text == "elsewhere"


async def test_what_looks_like_a_ban_holds_back_everything(bench: Bench) -> None:
    """A 429 that never reached Discord itself is not provoked further, in any channel."""
    thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "name")
    bench.server.faults.on("POST", "/messages", TooMany(100.0, via=False))
    with pytest.raises(RateLimited):
        await bench.chat.post(bench.channel(), "text", key="k1")
    asked = len(bench.server.exchanges)
    with pytest.raises(RateLimited):
        await bench.chat.post(thread, "elsewhere", key="k2")
    assert len(bench.server.exchanges) == asked


async def test_answers_that_grow_in_one_channel_share_its_limit() -> None:
    """Eight answers in one channel under Discord's limit, ten times as fast: previews give way, and every final is exact."""
    egress = Egress(SystemClock(), lane=Rate(5, 0.5, reserve=1), whole=WHOLE_RATE)
    async with local_server(REAL_LIMITS.scaled(10)) as server, connected(server, egress=egress) as bench:
        place = bench.channel()

        async def answer(number: int) -> MessageRef:
            ref = (await bench.chat.post(place, "…", key=f"k{number}")).ref
            for step in range(6):
                try:
                    await bench.chat.edit(ref, f"{number} {step}", preview=True)
                except Crowded as error:
                    await asyncio.sleep(error.retry_after)
            await bench.chat.edit(ref, f"{number} final")
            return ref

        answers = await asyncio.gather(*map(answer, range(8)))
        assert [bench.world.message(ref.id).content for ref in answers] == [f"{number} final" for number in range(8)]


async def test_a_short_rate_limit_is_slept_through(bench: Bench) -> None:
    """discord.py waits and sends the call again; the text lands once."""
    posted = await bench.chat.post(bench.channel(), "text", key="k1")
    planned = bench.server.faults.on("PATCH", "/messages/", TooMany(0.05))
    assert (await bench.chat.edit(posted.ref, "more")).text == "more"
    assert planned.hits == 1


@pytest.mark.parametrize("fault", [ServerError(503), Drop(applied=False), Drop(applied=True), Drop(applied=False, reset=True)])
@pytest.mark.parametrize("verb", ["POST", "PATCH", "PUT", "DELETE"])
async def test_an_outage_is_unreachable(bench: Bench, fault: ServerError | Drop, verb: str) -> None:
    """An outage or a broken connection in any call is `Unreachable`, and the call can be made again."""
    posted = await bench.chat.post(bench.channel(), "text", key="k1")
    calls: dict[str, Callable[[], Awaitable[object]]] = {
        "POST": lambda: bench.chat.post(bench.channel(), "more", key="k2"),
        "PATCH": lambda: bench.chat.edit(posted.ref, "more"),
        "PUT": lambda: bench.chat.react(posted.ref, "done"),
        "DELETE": lambda: bench.chat.delete(posted.ref),
    }
    by_itself = verb in {"PUT", "DELETE"}  # aiohttp makes these again on a broken connection, which is harmless
    bench.server.faults.on(verb, "/messages", fault, times=2 if by_itself and isinstance(fault, Drop) else 1)
    with pytest.raises(Unreachable):
        await calls[verb]()
    await calls[verb]()


async def test_a_call_that_takes_too_long_is_unreachable_and_holds_up_nothing_else() -> None:
    """A call without an answer ends at the time limit; others pass it by meanwhile."""
    async with local_server() as server, connected(server, timeout=1.0) as bench:
        thread = await bench.chat.open_thread(bench.says("Ada", "hello"), "name")
        here = await bench.chat.post(bench.channel(), "here", key="k1")
        there = await bench.chat.post(thread, "there", key="k2")
        released = asyncio.Event()
        held = server.faults.on("PATCH", f"/channels/{here.ref.channel}/", Hold(released))
        stuck = asyncio.create_task(bench.chat.edit(here.ref, "stuck"))
        assert (await bench.chat.edit(there.ref, "passes")).text == "passes"
        assert not stuck.done()
        with pytest.raises(Unreachable):
            await within(stuck)
        assert held.hits == 1
        released.set()


async def test_a_long_window_with_requests_left_refuses_nothing() -> None:
    """Threads opened one after the other and at once: a window of minutes is no reason to refuse what it still allows."""
    async with local_server(Limits(rules={"thread_create": Rule(50, 300.0)})) as server, connected(server) as bench:
        await bench.chat.open_thread(bench.says("Ada", "hello"), "first")
        questions = [bench.says("Ada", "hello") for _ in range(8)]
        await asyncio.gather(*(bench.chat.open_thread(question, "more") for question in questions))
        assert len(server.world.threads()) == 9


async def test_many_calls_at_once_into_a_long_window_that_nothing_is_known_of() -> None:
    """The first calls of all, at once: they wait for the first answer's headers and then go ahead."""
    async with local_server(Limits(rules={"thread_create": Rule(50, 300.0)})) as server, connected(server) as bench:
        questions = [bench.says("Ada", "hello") for _ in range(8)]
        await asyncio.gather(*(bench.chat.open_thread(question, "name") for question in questions))
        assert len(server.world.threads()) == 8


@pytest.mark.parametrize("at_once", [True, False])
async def test_a_long_window_that_is_used_up_is_raised_at_once(*, at_once: bool) -> None:
    """What a used-up window does not allow ends with its wait, without asking Discord once more for each call."""
    async with local_server(Limits(rules={"thread_create": Rule(3, 300.0)})) as server, connected(server) as bench:
        questions = [bench.says("Ada", "hello") for _ in range(6)]
        steps = [questions] if at_once else [[question] for question in questions]
        found: list[object] = []
        for step in steps:
            calls = (bench.chat.open_thread(question, "name") for question in step)
            found += await asyncio.gather(*calls, return_exceptions=True)
        refused = [each for each in found if isinstance(each, RateLimited)]
        assert (len(server.world.threads()), len(refused), server.limiter.refused) == (3, 3, 0)
        assert all(290 < each.retry_after <= 300 for each in refused)


async def test_a_call_that_is_given_up_during_a_global_pause_closes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time limit ends a call that sleeps for all; afterwards the others go out again."""
    monkeypatch.setattr(client, "GlobalPause", lambda: GlobalPause(0.3))
    async with local_server() as server, connected(server, timeout=0.1) as bench:
        server.faults.on("POST", "/messages", TooMany(20.0, scope="global"))
        with pytest.raises(Unreachable):
            await bench.chat.post(bench.channel(), "text", key="k1")
        patient = DiscordChat(bench.client)
        assert (await within(patient.post(bench.channel(), "text", key="k1"))).text == "text"


async def test_a_call_under_way_when_the_client_closes(bench: Bench) -> None:
    """Whoever waits for an answer when the gateway is stopped learns that there will be none."""
    held = bench.server.faults.on("PATCH", "/messages/", Hold(asyncio.Event()))
    posted = await bench.chat.post(bench.channel(), "text", key="k1")
    edit = asyncio.create_task(bench.chat.edit(posted.ref, "more"))
    while held.hits == 0:  # noqa: ASYNC110 - the fault tells nobody that it was met
        await asyncio.sleep(0.001)
    bench.running.cancel()
    with pytest.raises(Unreachable):
        await within(edit)


async def test_a_reaction_that_discord_does_not_find_is_no_error(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """Discord may answer 10014 where there is nothing to take away; other refusals are told."""
    codes = iter([10014, 50001])

    async def refuse(*_: object) -> None:
        raise answer(404 if (code := next(codes)) == 10014 else 403, code)

    monkeypatch.setattr(bench.client.http, "remove_own_reaction", refuse)
    monkeypatch.setattr(bench.client.http, "remove_reaction", refuse)
    question = bench.says("Ada", "hello")
    await bench.chat.unreact(question, "seen")
    assert (await refusal(bench.chat.unreact(question, "seen"))).permission == "View Channel"


async def test_a_call_before_the_login_waits_for_it() -> None:
    """Answers that a restart has to finish may be sent at once; they go out when the client has logged in."""
    async with local_server() as server:
        client = DiscordClient(api_base=server.api_base, gateway_url=server.gateway_url)
        place = Place("discord", server.world.state.guild_id, server.world.channel_named("general").id)
        early = asyncio.create_task(DiscordChat(client).post(place, "finished", key="k1"))

        async def ignore(_: object) -> None: ...

        running = asyncio.create_task(DiscordGateway(client, token=server.token, sink=ignore).run())
        assert (await within(early)).text == "finished"
        running.cancel()
        await asyncio.wait([running])


async def test_real_limits_slow_the_adapter_and_lose_nothing() -> None:
    """Under Discord's own limits (in shorter windows) edits in three places end with their last texts, and none is refused."""
    async with local_server(REAL_LIMITS.scaled(50)) as server, connected(server) as bench:
        threads = [await bench.chat.open_thread(bench.says("Ada", "hello"), f"thread {n}") for n in range(3)]

        async def answer(thread: Place) -> MessageRef:
            posted = await bench.chat.post(thread, "0", key=f"k{thread.thread}")
            for step in range(1, 13):
                await bench.chat.edit(posted.ref, str(step))
            return posted.ref

        answers = await asyncio.gather(*map(answer, threads))
        assert [bench.world.message(ref.id).content for ref in answers] == ["12"] * 3
        assert [exchange for exchange in server.exchanges if exchange.status not in {200, 201, 204}] == []
