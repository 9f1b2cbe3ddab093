"""Clicks, forms and commands reach the application, and its answers reach whoever gave them, whatever happens on the way."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from structlog.testing import capture_logs

from adapters.discord import interactions
from adapters.discord.callbacks import TOKEN_LIFE
from adapters.sandbox.discord.faults import Drop, Refuse
from adapters.sandbox.discord.model import Callback, Message
from adapters.sandbox.discord.model import Interaction as Seen
from bot.errors import Forbidden, Gone
from bot.ports import Reply
from bot.slash.declare import Command, CommandOption
from bot.types import Author, Clicked, CommandGiven, FormSent, Interaction, MessageRef, Place, SuggestionsWanted
from bot.views import Attachment, Button, Card, Field, Form, Menu, Option, View
from tests.adapters.discord.bench import PATIENCE, Bench, connected, local_server, within
from tests.fakes.clock import FakeClock
from tests.openapi import available, judge

COMMANDS = (
    Command("similar", "Films like one", (CommandOption("title", "Which one", required=True, suggests=True),)),
    Command("watchlist show", "What is on your list"),
    Command("watchlist add", "Put one on it", (CommandOption("title", "Which one", required=True),)),
    Command(
        "settings limits",
        "A day's most",
        (CommandOption("answers", "Most", "number", least=1), CommandOption("strict", "Strictly", "flag")),
        moderators_only=True,
    ),
    Command("Ask Matinee", on_message=True),
)
FORM = Form("c:1", "What was wrong?", (Field("why", "Why", long=True), Field("more", "More")))
CARDS = View(
    "One film",
    (Card("Rope", ("1948",), buttons=(Button("t:like:1:0", "More like this"),)),),
    (Menu("pick", "Which?", (Option("a", "A"), Option("b", "B")), most=2),),
)
Act = Callable[[Reply], Awaitable[object]]


class Table:
    """The application as a test plays it: `act` is what it does with a reply, after `go` is set."""

    def __init__(self) -> None:
        self.act: Act = lambda reply: reply.tell(View("told"))
        self.go = asyncio.Event()
        self.go.set()
        self.clock = FakeClock()
        self.came: asyncio.Queue[Interaction] = asyncio.Queue()
        self.done: asyncio.Queue[BaseException | None] = asyncio.Queue()
        self.bench: Bench

    async def receive(self, wants: Interaction, reply: Reply) -> None:
        """The sink."""
        self.came.put_nowait(wants)
        await self.go.wait()
        try:
            await self.act(reply)
        except Exception as error:
            self.done.put_nowait(error)
            raise
        self.done.put_nowait(None)

    @property
    def ada(self) -> str:
        """Who asks."""
        return self.bench.id_of("Ada")

    @property
    def club(self) -> str:
        """Where."""
        return self.bench.channel().channel

    async def ended(self) -> BaseException | None:
        """What the application's act ended with."""
        return await within(self.done.get())

    async def next(self) -> Interaction:
        """What the application was given."""
        return await within(self.came.get())

    def command(self, name: str = "watchlist show", **options: str | int | bool) -> Seen:
        """Ada gives a command."""
        return self.bench.world.person_uses_command(self.ada, self.club, name, options)

    async def posted(self) -> MessageRef:
        """A message with a button and a menu."""
        return await self.bench.chat.post_view(self.bench.channel(), CARDS, key="cards")

    async def answered(self, seen: Seen) -> Seen:
        """Once Discord has its first answer."""
        return await self.bench.world.settled(seen, patience=PATIENCE)

    def shown(self, to: str | None = None, place: str | None = None) -> list[str]:
        """The texts of our messages, as somebody sees them."""
        world = self.bench.world
        found = world.messages_in(place or self.club, seen_by=to)
        return [text_of(message) for message in found if message.author_id == world.bot_id]

    def directly(self) -> list[str]:
        """What Ada got by direct message."""
        return self.shown(self.ada, self.bench.world.open_dm(self.ada).id)


def text_of(message: Message) -> str:
    """What a message shows: its text, or those of its components."""

    def texts(parts: object) -> list[str]:
        found: list[str] = []
        for part in parts if isinstance(parts, list | tuple) else []:
            found += [str(part["content"])] if part["type"] == 10 else []
            found += texts(part.get("components"))
        return found

    return message.content or " | ".join(texts(message.components))


@asynccontextmanager
async def table() -> AsyncIterator[Table]:
    """The adapter at a fresh server with our commands registered; Discord's OpenAPI file judges what went over the line."""
    found = Table()
    async with (
        local_server() as server,
        connected(server, commands=COMMANDS, handler=found.receive, clock=found.clock) as bench,
    ):
        found.bench = bench
        await bench.until(lambda: bool(server.world.state.commands))
        yield found
        assert not available() or judge(server.exchanges, refused_too=False) == []


@pytest.fixture(name="at")
async def fixture_at() -> AsyncIterator[Table]:
    """One table."""
    async with table() as found:
        yield found


async def test_a_command_and_its_options(at: Table) -> None:
    """A subcommand comes with its name and its options as they were typed, from whom and where."""
    seen = at.command("watchlist add", title="Rope")
    assert await at.next() == CommandGiven(
        seen.id, Author(at.ada, "Ada"), at.bench.channel(), "watchlist add", {"title": "Rope"}
    )
    await at.ended()


async def test_options_keep_their_kinds(at: Table) -> None:
    """Numbers and flags arrive as such; a command for moderators is not offered to others."""
    owner = at.bench.world.state.owner_id
    at.bench.world.person_uses_command(owner, at.club, "settings limits", {"answers": 5, "strict": True})
    given = await at.next()
    assert isinstance(given, CommandGiven)
    assert (given.name, given.options, given.user.may_moderate) == ("settings limits", {"answers": 5, "strict": True}, True)
    offered = {one["name"] for one in at.bench.world.commands_for(at.ada, at.club)}
    assert offered == {"similar", "watchlist", "Ask Matinee"}
    await at.ended()


async def test_what_is_told_is_for_one_person_and_can_change(at: Table) -> None:
    """Only who asked sees it; telling more changes what was told."""

    async def act(reply: Reply) -> None:
        await reply.tell(View("first"))
        await reply.tell(View("second"))

    at.act = act
    at.command()
    assert await at.ended() is None
    assert (at.shown(at.ada), at.shown(at.bench.id_of("Ben"))) == (["second"], [])


async def test_a_slow_answer_is_promised_in_time(at: Table) -> None:
    """After two seconds Discord has its acknowledgement, and the answer takes the promise's place."""
    at.go.clear()
    seen = at.command()
    await at.next()
    await at.clock.advance(1.9)
    assert at.bench.world.interaction(seen.id).waiting
    await at.clock.advance(0.2)
    assert (await at.answered(seen)).answer is Callback.MESSAGE_LATER
    at.go.set()
    assert await at.ended() is None
    assert (at.shown(at.ada), at.shown(at.bench.id_of("Ben"))) == (["told"], [])


async def test_a_promise_that_nothing_keeps_is_taken_back(at: Table) -> None:
    """A command whose handler had nothing to say does not leave us thinking for ever."""
    at.go.clear()
    at.act = lambda _: asyncio.sleep(0)
    seen = at.command()
    await at.next()
    await at.clock.advance(2.1)
    await at.answered(seen)
    at.go.set()
    await at.bench.until(lambda: at.bench.world.messages_in(at.club, seen_by=at.ada) == [])


async def test_a_click_and_a_choice(at: Table) -> None:
    """A click comes with its action and its message, a menu with what was chosen."""
    message = await at.posted()
    at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0")
    ada = Author(at.ada, "Ada")
    assert await at.next() == Clicked(ada, at.bench.channel(), "t:like:1:0", message)
    at.bench.world.person_selects(at.ada, message.id, "pick", ["b", "a"])
    assert await at.next() == Clicked(ada, at.bench.channel(), "pick", message, ("b", "a"))
    assert [await at.ended(), await at.ended()] == [None, None]
    assert at.shown(at.ada)[1:] == ["told", "told"]


@pytest.mark.parametrize("order", [("tell", "change"), ("change", "tell"), ("change", "change"), ("tell", "tell")])
@pytest.mark.parametrize("late", [True, False], ids=["late", "at once"])
async def test_a_click_is_answered_privately_and_in_the_message(at: Table, order: tuple[str, str], *, late: bool) -> None:
    """Telling and changing work in any order, before and after the acknowledgement, each in its own place."""
    message = await at.posted()

    async def act(reply: Reply) -> None:
        for number, step in enumerate(order):
            await (reply.tell if step == "tell" else reply.change)(View(f"{step} {number}"))

    at.act = act
    if late:
        at.go.clear()
    seen = at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0")
    await at.next()
    if late:
        await at.clock.advance(2.1)
        assert (await at.answered(seen)).answer is Callback.UPDATE_LATER
    at.go.set()
    assert await at.ended() is None
    last = {step: f"{step} {number}" for number, step in enumerate(order)}
    expected = [last.get("change", "One film | ### Rope\n1948"), *([last["tell"]] if "tell" in last else [])]
    assert at.shown(at.ada) == expected
    assert at.shown(at.bench.id_of("Ben")) == expected[:1]


async def test_what_was_told_can_be_clicked_and_changed(at: Table) -> None:
    """A private message with a button: the click under it changes it, though the bot's own means do not reach it."""
    at.act = lambda reply: reply.tell(View("Marked as seen.", controls=((Button("u:seen:1", "Undo"),),)))
    at.command()
    await at.ended()
    (told,) = at.bench.world.messages_in(at.club, seen_by=at.ada)
    at.act = lambda reply: reply.change(View("No longer marked."))
    at.bench.world.person_clicks(at.ada, told.id, "u:seen:1")
    assert await at.ended() is None
    assert at.shown(at.ada) == ["No longer marked."]


async def test_a_click_that_needs_no_answer_is_acknowledged(at: Table) -> None:
    """Nobody reads that the application did not respond."""
    at.act = lambda _: asyncio.sleep(0)
    message = await at.posted()
    seen = await at.answered(at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0"))
    assert (seen.failed, seen.answer) == (False, Callback.UPDATE_LATER)
    assert at.shown(at.ada) == ["One film | ### Rope\n1948"]


async def test_a_form_is_opened_and_sent(at: Table) -> None:
    """What was typed comes back by field; the answer to it is private."""
    message = await at.posted()
    at.act = lambda reply: reply.ask(FORM)
    opened = await at.answered(at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0"))
    await at.next()
    at.act = lambda reply: reply.tell(View("Thank you."))
    at.bench.world.person_sends_form(at.ada, opened.id, {"why": "too long", "more": ""})
    assert await at.next() == FormSent(Author(at.ada, "Ada"), at.bench.channel(), "c:1", {"why": "too long", "more": ""})
    assert [await at.ended(), await at.ended()] == [None, None]
    assert at.shown(at.ada)[1:] == ["Thank you."]


async def test_a_form_that_comes_too_late_says_what_to_do(at: Table) -> None:
    """Discord takes a form as the first answer alone."""
    message = await at.posted()
    at.act = lambda reply: reply.ask(FORM)
    at.go.clear()
    seen = at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0")
    await at.next()
    await at.clock.advance(2.1)
    await at.answered(seen)
    at.go.set()
    assert await at.ended() is None
    assert at.shown(at.ada)[1:] == [interactions.TOO_LATE_FOR_A_FORM]


async def test_suggestions_while_somebody_types(at: Table) -> None:
    """They see labels and send values."""
    at.act = lambda reply: reply.suggest((Option("rope-1948", "Rope (1948)"), Option("rope-2006", "Rope (2006)")))
    typed = await at.answered(at.bench.world.person_types_option(at.ada, at.club, "similar", "title", "Ro"))
    assert await at.next() == SuggestionsWanted(Author(at.ada, "Ada"), at.bench.channel(), "similar", "title", "Ro")
    assert [(one["name"], one["value"]) for one in typed.choices] == [
        ("Rope (1948)", "rope-1948"),
        ("Rope (2006)", "rope-2006"),
    ]
    assert await at.ended() is None


async def test_a_message_command_brings_its_message(at: Table) -> None:
    """In a message's menu, the command comes with the message's author and words."""
    ref = at.bench.says("Ben", "something with boats")
    at.bench.world.person_uses_message_command(at.ada, at.club, ref.id, "Ask Matinee")
    given = await at.next()
    assert isinstance(given, CommandGiven)
    assert given.target is not None
    assert (given.name, given.target.ref, given.target.text) == ("Ask Matinee", ref, "something with boats")
    assert given.target.author.name == "Ben"
    await at.ended()


@pytest.mark.parametrize("where", ["thread", "direct"])
async def test_a_command_in_a_thread_and_in_a_direct_message(at: Table, where: str) -> None:
    """The place is the thread or the direct-message channel, and nobody moderates in the latter."""
    world = at.bench.world
    if where == "thread":
        place = await at.bench.chat.open_thread(at.bench.says("Ada", "hello"), "Heist films")
    else:
        place = Place("discord", "", world.open_dm(at.ada).id, is_direct=True)
    target = place.thread or place.channel
    world.person_uses_command(at.ada, target, "watchlist show", {})
    given = await at.next()
    assert (given.place, given.user) == (place, Author(at.ada, "Ada"))
    assert await at.ended() is None
    assert at.shown(at.ada, target) == ["told"]


async def test_a_button_survives_a_restart() -> None:
    """A click under a message of an earlier process comes in like any other."""
    async with local_server() as server:
        async with connected(server) as before:
            message = await before.chat.post_view(before.channel(), CARDS, key="k1")
        after = Table()
        async with connected(server, handler=after.receive) as after.bench:
            server.world.person_clicks(after.ada, message.id, "t:like:1:0")
            found = await after.next()
            assert isinstance(found, Clicked)
            assert (found.action, found.message) == ("t:like:1:0", message)
            assert await after.ended() is None


async def test_buttons_under_a_plain_message_come_and_go(at: Table) -> None:
    """They are posted with the text, stay while edits name them, and go when an edit does not."""
    stop = (Button("s:1", "Stop"),)
    posted = await at.bench.chat.post(at.bench.channel(), "…", key="k1", buttons=stop)
    await at.bench.chat.edit(posted.ref, "more", buttons=stop)
    at.bench.world.person_clicks(at.ada, posted.ref.id, "s:1")
    found = await at.next()
    assert isinstance(found, Clicked)
    assert await at.ended() is None
    await at.bench.chat.edit(posted.ref, "all of it")
    assert (at.shown()[0], at.bench.world.message(posted.ref.id).components) == ("all of it", ())


async def test_a_view_can_be_changed_but_not_become_text(at: Table) -> None:
    """Its format is chosen with its first send; the same key makes one message."""
    message = await at.posted()
    assert await at.posted() == message
    await at.bench.chat.edit_view(message, View("Two films"))
    assert at.shown() == ["Two films"]
    with pytest.raises(Forbidden):
        await at.bench.chat.edit(message, "text")


async def test_an_expired_handle_loses_nothing(at: Table) -> None:
    """After a quarter of an hour, what one person should see goes by direct message, and a message is changed as our own."""
    message = await at.posted()

    async def act(reply: Reply) -> None:
        await reply.tell(View("late"))
        await reply.change(View("changed"))

    at.act = act
    at.go.clear()
    seen = at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0")
    await at.next()
    await at.clock.advance(2.1)
    await at.answered(seen)
    await at.clock.advance(TOKEN_LIFE)
    at.go.set()
    assert await at.ended() is None
    assert (at.directly(), at.shown(at.ada)) == (["late"], ["changed"])


async def test_a_late_answer_that_cannot_be_private_is_not_made_public(at: Table) -> None:
    """Whoever takes no direct messages is told in place that there is an answer, not what it is."""
    at.bench.world.set_accepts_dms(at.ada, accepts=False)
    at.bench.server.faults.on("POST", "/interactions/", Refuse(404, 10062))
    at.act = lambda reply: reply.tell(View("your list: Rope"))
    at.command()
    assert await at.ended() is None
    assert at.shown() == [interactions.NOT_PRIVATELY]


@pytest.mark.parametrize("code", [(404, 10062), (404, 10015), (401, 50027)])
@pytest.mark.parametrize("route", ["/interactions/", "/webhooks/"])
async def test_a_handle_that_discord_no_longer_knows_loses_nothing(at: Table, route: str, code: tuple[int, int]) -> None:
    """Whenever the handle breaks, the answer comes by direct message."""
    at.bench.server.faults.on("POST" if route == "/interactions/" else "PATCH", route, Refuse(*code), times=3)

    async def act(reply: Reply) -> None:
        await reply.tell(View("first"))
        await reply.tell(View("second"))

    at.act = act
    at.command()
    assert await at.ended() is None
    assert at.directly()[-1] == "second"


@pytest.mark.parametrize("kind", ["command", "click"])
@pytest.mark.parametrize("applied", [True, False], ids=["applied", "not applied"])
async def test_a_first_answer_that_meets_a_broken_line_is_seen_once(at: Table, kind: str, *, applied: bool) -> None:
    """Whether Discord had taken it or not, it is given again, and what is told after it changes the same message."""
    message = await at.posted()
    at.bench.server.faults.on("POST", "/interactions/", Drop(applied=applied))

    async def act(reply: Reply) -> None:
        await reply.tell(View("first"))
        await reply.tell(View("second"))

    at.act = act
    if kind == "command":
        at.command()
    else:
        at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0")
    assert await at.ended() is None
    assert at.shown(at.ada) == ["One film | ### Rope\n1948", "second"]
    assert at.shown(at.bench.id_of("Ben")) == ["One film | ### Rope\n1948"]


async def test_a_form_whose_receipt_was_lost_is_open(at: Table) -> None:
    """Nobody who sees the form is told that it came too late."""
    message = await at.posted()
    at.bench.server.faults.on("POST", "/interactions/", Drop(applied=True))
    at.act = lambda reply: reply.ask(FORM)
    seen = at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0")
    assert await at.ended() is None
    assert at.bench.world.interaction(seen.id).form is not None
    assert len(at.shown(at.ada)) == 1


async def test_suggestions_that_come_too_late_are_no_error(at: Table) -> None:
    """They have typed on, and the next keystroke asks anew."""
    at.bench.server.faults.on("POST", "/interactions/", Refuse(404, 10062))
    at.act = lambda reply: reply.suggest((Option("rope-1948", "Rope (1948)"),))
    at.bench.world.person_types_option(at.ada, at.club, "similar", "title", "Ro")
    assert await at.ended() is None
    assert at.directly() == []


async def test_a_second_process_that_answered_first_is_no_error(at: Table) -> None:
    """Two gateways during a roll-over: the one that comes second (40060) changes and tells by the same handle."""
    message = await at.posted()
    at.bench.server.faults.on("POST", "/interactions/", Refuse(400, 40060))
    at.act = lambda reply: reply.change(View("changed"))
    seen = at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0")
    at.bench.world.answer_update(seen, None)
    assert await at.ended() is None
    assert at.shown() == ["changed"]


async def test_a_handler_that_fails_is_admitted(at: Table) -> None:
    """The person reads that it went wrong, and the next command works."""

    async def fail(_: Reply) -> None:
        raise LookupError("a mistake")

    at.act = fail
    with capture_logs() as logs:
        at.command()
        assert isinstance(await at.ended(), LookupError)
        await at.bench.until(lambda: bool(at.shown(at.ada)))
    assert [entry["event"] for entry in logs if entry["log_level"] == "error"] == ["interaction_failed"]
    at.act = lambda reply: reply.tell(View("told"))
    at.command()
    assert await at.ended() is None
    assert at.shown(at.ada) == [interactions.FAILED, "told"]


async def test_a_message_that_was_deleted_meanwhile(at: Table) -> None:
    """A change of it is `Gone`."""
    message = await at.posted()
    at.go.clear()
    at.act = lambda reply: reply.change(View("changed"))
    seen = at.bench.world.person_clicks(at.ada, message.id, "t:like:1:0")
    await at.next()
    await at.clock.advance(2.1)
    await at.answered(seen)
    await at.bench.chat.delete(message)
    at.go.set()
    assert isinstance(await at.ended(), Gone)


async def test_a_private_answer_carries_a_file(at: Table) -> None:
    """An export is a file that one person sees; sent late, it comes by direct message with its view."""
    at.act = lambda reply: reply.tell(View("All that I know of you.", file=Attachment("matinee.json", '{"seen": []}')))
    at.command()
    assert await at.ended() is None
    told = at.bench.world.messages_in(at.club, seen_by=at.ada)
    assert [file.content for message in told for file in message.attachments] == [b'{"seen": []}']
    assert at.bench.world.messages_in(at.club, seen_by=at.bench.id_of("Ben")) == []
    at.bench.server.faults.on("POST", "/interactions/", Refuse(404, 10062))
    at.command()
    assert await at.ended() is None
    direct = at.bench.world.messages_in(at.bench.world.open_dm(at.ada).id)
    assert [file.filename for message in direct for file in message.attachments] == ["matinee.json"]


async def test_no_view_and_no_answer_pings_anyone(at: Table) -> None:
    """Mentions in titles, lines, texts and private answers stay text."""
    ben = at.bench.id_of("Ben")
    text = f"@everyone @here <@{ben}>"
    message = await at.bench.chat.post_view(at.bench.channel(), View(text, (Card(text, (text,)),), foot=text), key="k1")
    await at.bench.chat.edit_view(message, View(text))

    async def act(reply: Reply) -> None:
        await reply.tell(View(text))
        await reply.tell(View(f"{text}!"))

    at.act = act
    at.command()
    assert await at.ended() is None
    ours = at.bench.world.messages_in(at.club, seen_by=at.ada)
    assert [set(message.pinged) for message in ours] == [set(), set()]


async def test_commands_are_registered_when_they_differ() -> None:
    """A second start with the same commands asks and registers nothing; one with others does."""
    async with local_server() as server:

        def registrations() -> int:
            return sum(each.method == "PUT" and each.path.endswith("/commands") for each in server.exchanges)

        def asked() -> int:
            return sum(each.method == "GET" and each.path.endswith("/commands") for each in server.exchanges)

        for start, (commands, expected) in enumerate([(COMMANDS, 1), (COMMANDS, 1), (COMMANDS[:2], 2)], 1):
            async with connected(server, commands=commands) as bench:
                async with asyncio.timeout(PATIENCE):
                    while asked() < start or registrations() < expected:  # noqa: ASYNC110 - exchanges tell nobody
                        await asyncio.sleep(0.005)
                await bench.chat.status(bench.channel(), "a round trip")
                assert registrations() == expected
        assert {one["name"] for one in server.world.state.commands} == {"similar", "watchlist"}
