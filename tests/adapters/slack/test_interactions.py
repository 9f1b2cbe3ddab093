"""The way back to whoever clicked, at a local server with the real slack-bolt."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import pytest

from adapters.sandbox.slack.faults import Slow
from adapters.sandbox.slack.model import Message
from adapters.slack.interactions import FAILED, TOO_LATE_FOR_A_FORM, Desk
from bot.clock import SystemClock
from bot.errors import Gone
from bot.ports import Reply
from bot.slash.registry import COMMANDS
from bot.types import Clicked, CommandGiven, FormSent, Interaction, MessageRef, SuggestionsWanted
from bot.views import Button, Field, Form, Menu, Option, View
from tests.adapters.slack.bench import PATIENCE, Bench, connected, local_server

Handler: TypeAlias = Callable[[Interaction, Reply], Awaitable[None]]
FORM = Form("c:1", "A form with a title that is long", (Field("comment", "What?", long=True),))


class Sink:
    """Keeps what comes in, and answers as the test says."""

    def __init__(self, answer: Handler | None = None) -> None:
        self.events: list[Interaction] = []
        self.answer = answer
        self._arrived = asyncio.Condition()

    async def __call__(self, event: Interaction, reply: Reply) -> None:
        async with self._arrived:
            self.events.append(event)
            self._arrived.notify_all()
        if self.answer:
            await self.answer(event, reply)

    async def wait_for(self, kind: type[Interaction], count: int = 1) -> None:
        """Return once so many of a kind have come: they come a moment after what happens at the server."""
        async with asyncio.timeout(PATIENCE), self._arrived:
            await self._arrived.wait_for(lambda: sum(isinstance(event, kind) for event in self.events) >= count)


def private(bench: Bench, name: str = "Ada") -> list[Message]:
    """What one person alone sees, oldest first."""
    everything = [each for channel in bench.world.state.channels for each in bench.world.state.messages_of(channel)]
    return [each for each in everything if each.visible_to == bench.id_of(name)]


async def with_button(bench: Bench) -> MessageRef:
    """A message of ours with a button and a menu, in a thread."""
    thread = await bench.chat.open_thread(bench.says("Ada", "tense"), "tense")
    options = tuple(Option(f"o{number}", f"Option {number}") for number in range(3))
    controls = ((Button("b:1", "Press"),), Menu("m:1", "Several…", options, most=3), Menu("m:2", "One…", options))
    return await bench.chat.post_view(thread, View("Here", controls=controls), key="k1")


async def test_clicks_and_choices_say_who_where_and_what() -> None:
    """In the thread that the message stands in."""
    sink = Sink()
    async with local_server() as server, connected(server, sink=sink) as bench:
        under, ada = await with_button(bench), bench.id_of("Chloe")
        bench.world.person_clicks(ada, under.channel, under.id, "b:1")
        bench.world.person_selects(ada, under.channel, under.id, "m:2", "o1")
        await sink.wait_for(Clicked, 2)
        pressed, chosen = sorted((each for each in sink.events if isinstance(each, Clicked)), key=lambda each: each.action)
        assert ("b:1", (), under, True) == (pressed.action, pressed.values, pressed.message, pressed.user.may_moderate)
        assert ("m:2", ("o1",)) == (chosen.action, chosen.values)
        assert pressed.place.thread is not None


async def test_a_click_can_change_its_message_or_what_was_told() -> None:
    """What one person alone sees is changed by the interaction's own address."""

    async def answer(event: Interaction, reply: Reply) -> None:
        if isinstance(event, Clicked) and event.action == "b:1":
            await reply.change(View("Changed"))
            await reply.tell(View("Told", controls=((Button("b:2", "More"),),)))
        else:
            await reply.change(View("Told anew"))

    sink = Sink(answer)
    async with local_server() as server, connected(server, sink=sink) as bench:
        under = await with_button(bench)
        bench.world.person_clicks(bench.id_of("Ada"), under.channel, under.id, "b:1")
        await bench.until(lambda: private(bench))
        assert "Changed" == bench.world.message(under.channel, under.id).text
        [told] = private(bench)
        assert "Told" == told.text
        bench.world.person_clicks(bench.id_of("Ada"), told.channel_id, told.ts, "b:2")
        await bench.until(lambda: [each.text for each in private(bench)] == ["Told anew"])


async def test_a_form_opens_and_comes_back_to_where_it_was_opened() -> None:
    """Its thanks stand in the thread of the click."""

    async def answer(event: Interaction, reply: Reply) -> None:
        await (reply.ask(FORM) if isinstance(event, Clicked) else reply.tell(View("Thank you")))

    sink = Sink(answer)
    async with local_server() as server, connected(server, sink=sink) as bench:
        under, ada = await with_button(bench), bench.id_of("Ada")
        bench.world.person_clicks(ada, under.channel, under.id, "b:1")
        await bench.until(lambda: bench.world.view_of(ada))
        view = bench.world.view_of(ada)
        assert view is not None
        bench.world.person_submits(ada, view.id, {"comment": "too loud"})
        await bench.until(lambda: private(bench))
        [sent] = [event for event in sink.events if isinstance(event, FormSent)]
        assert ("c:1", {"comment": "too loud"}) == (sent.action, dict(sent.fields))
        assert sent.place.thread == private(bench)[0].thread_ts


async def test_a_form_that_comes_too_late_is_said_to() -> None:
    """Slack's handle for one lives three seconds."""

    async def answer(_event: Interaction, reply: Reply) -> None:
        bench.world.pass_time(4.0)
        await reply.ask(FORM)

    async with local_server() as server, connected(server, sink=Sink(answer)) as bench:
        under = await with_button(bench)
        bench.world.person_clicks(bench.id_of("Ada"), under.channel, under.id, "b:1")
        await bench.until(lambda: private(bench))
        assert TOO_LATE_FOR_A_FORM == private(bench)[0].text


async def test_a_handler_that_takes_long_was_acknowledged_before() -> None:
    """Nobody sees a warning, and the answer comes."""
    slow = asyncio.Event()

    async def answer(_event: Interaction, reply: Reply) -> None:
        await slow.wait()
        await reply.tell(View("At last"))

    async with local_server() as server, connected(server, sink=Sink(answer)) as bench:
        channel = bench.channel().channel
        begun = bench.world.person_uses_command(bench.id_of("Ada"), channel, "/matinee", "help")
        await bench.until(lambda: not bench.world.state.interactions[begun.id].waiting)
        assert not bench.world.state.interactions[begun.id].failed
        slow.set()
        await bench.until(lambda: private(bench))


async def test_a_handler_that_fails_is_owned_up_to() -> None:
    """In one sentence with the way out."""

    async def answer(_event: Interaction, _reply: Reply) -> None:
        raise RuntimeError("oh")

    async with local_server() as server, connected(server, sink=Sink(answer)) as bench:
        bench.world.person_uses_command(bench.id_of("Ada"), bench.channel().channel, "/matinee", "help")
        await bench.until(lambda: private(bench))
        assert FAILED == private(bench)[0].text


async def test_an_answer_beyond_the_address_comes_by_other_means() -> None:
    """It takes five answers; what follows stands in the channel for this person alone, or in their direct messages."""

    async def answer(event: Interaction, reply: Reply) -> None:
        for number in range(7):
            await reply.tell(View(f"Answer {number}"))

    async with local_server() as server, connected(server, sink=Sink(answer)) as bench:
        bench.world.person_uses_command(bench.id_of("Ada"), bench.channel().channel, "/matinee", "help")
        await bench.until(lambda: len(private(bench)) == 7)
        general = bench.channel("general").channel
        bench.world.person_uses_command(bench.id_of("Ben"), general, "/matinee", "help")
        direct = bench.direct("Ben").channel
        await bench.until(lambda: len(bench.world.messages_in(direct)) == 2)
        assert 5 == len(private(bench, "Ben"))


async def test_what_is_typed_is_suggested_for_and_the_choice_is_the_command() -> None:
    """Suggestions go out with the acknowledgement, and none when they take too long."""

    async def answer(event: Interaction, reply: Reply) -> None:
        if isinstance(event, SuggestionsWanted):
            await reply.suggest([Option("heat-1995", f"Heat for {event.typed}")])

    sink = Sink(answer)
    async with local_server() as server, connected(server, sink=sink) as bench:
        bench.world.person_uses_command(bench.id_of("Ada"), bench.channel().channel, "/matinee", "watchlist add")
        await bench.until(lambda: private(bench))
        [told] = private(bench)
        [menu] = [block["accessory"] for block in told.blocks if "accessory" in block]
        desk = Desk(sink, bench.client, bench.chat, SystemClock(), COMMANDS)
        typing: dict[str, Any] = {
            "type": "block_suggestion",
            "user": {"id": bench.id_of("Ada")},
            "channel": {"id": told.channel_id},
            "container": {"type": "message", "message_ts": told.ts, "channel_id": told.channel_id, "is_ephemeral": True},
            "action_id": menu["action_id"],
            "value": "he",
        }
        offered = await desk.suggestions(typing)
        assert ["heat-1995"] == [each["value"] for each in offered["options"]]
        [wanted] = [event for event in sink.events if isinstance(event, SuggestionsWanted)]
        assert ("watchlist add", "title", "he") == (wanted.name, wanted.option, wanted.typed)
        bench.world.person_selects(bench.id_of("Ada"), told.channel_id, told.ts, menu["action_id"], "heat-1995")
        await sink.wait_for(CommandGiven)
        [given] = [event for event in sink.events if isinstance(event, CommandGiven)]
        assert ("watchlist add", {"title": "heat-1995"}) == (given.name, dict(given.options))


async def test_a_bots_click_and_a_strangers_command_are_taken_as_declared() -> None:
    """Whoever is not served comes as a bot, which the application ignores."""
    sink = Sink()
    async with local_server() as server, connected(server, sink=sink) as bench:
        visitor = bench.world.add_person("Vera", admin=True, team_id="T0000000099")
        bench.world.join(visitor.id, bench.channel().channel)
        bench.world.person_uses_command(visitor.id, bench.channel().channel, "/matinee", "help")
        await sink.wait_for(CommandGiven)
        assert (False, False) == (sink.events[0].user.is_bot, sink.events[0].user.may_moderate)
        assert bench.world.state.team_id == sink.events[0].place.workspace


async def test_a_slow_slack_costs_no_acknowledgement() -> None:
    """Who it is from is asked after it."""
    sink = Sink()
    async with local_server() as server, connected(server, sink=sink) as bench:
        server.faults.on(r"^users\.info$", Slow(4.0))
        begun = bench.world.person_uses_command(bench.id_of("Ada"), bench.channel().channel, "/matinee", "help")
        await bench.until(lambda: not bench.world.state.interactions[begun.id].waiting)
        assert not bench.world.state.interactions[begun.id].failed


async def test_nothing_can_be_changed_where_nothing_was_clicked() -> None:
    """As for a command."""
    raised: list[BaseException] = []

    async def answer(_event: Interaction, reply: Reply) -> None:
        with pytest.raises(Gone) as caught:
            await reply.change(View("x"))
        raised.append(caught.value)

    async with local_server() as server, connected(server, sink=Sink(answer)) as bench:
        bench.world.person_uses_command(bench.id_of("Ada"), bench.channel().channel, "/matinee", "help")
        async with asyncio.timeout(60):
            while not raised:  # noqa: ASYNC110  nothing at the server tells of it
                await asyncio.sleep(0.01)
