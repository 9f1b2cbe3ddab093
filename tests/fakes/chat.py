"""A chat platform in memory: keeps what a user would have seen, and fails, waits or normalises on demand."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bot.errors import ChatError, Forbidden, Gone, TooLong
from bot.ports import Clock, StreamPort
from bot.types import ChatLimits, IncomingMessage, Mark, MessageRef, Place, Posted
from bot.views import Button, View

Kind = Literal["thread", "post", "edit", "view", "delete", "react", "unreact", "status", "notice", "notify"]
Method = Literal[
    "open_thread",
    "post",
    "edit",
    "post_view",
    "edit_view",
    "delete",
    "react",
    "unreact",
    "status",
    "notice",
    "notify",
    "missed",
]

DISCORD_LIKE = ChatLimits(
    platform="discord", text=2000, edit_interval=1.2, reaction_interval=0.3, marks_progress=True, thread_name=100, cards=4
)


@dataclass(frozen=True, slots=True)
class Shown:
    """One change that people saw. `at` is the clock's seconds (0 without a clock); `text` is the text, mark or thread name."""

    at: float
    kind: Kind
    channel: str  # where it was seen: a channel's or a thread's own id
    message: str | None  # the message's id
    text: str
    user: str | None = None  # of a notice: whom it was for
    reply_to: str | None = None


@dataclass(frozen=True, slots=True)
class Failure:
    """What one call meets: `error` (None: it succeeds), raised after the change took effect if `applied`."""

    error: ChatError | None
    applied: bool = False


Fault: TypeAlias = ChatError | Failure | None


class FakeChat:
    """A `ChatPort` whose users' view is `timeline`.

    Messages of people need no registration: any id is taken to exist until `lose` says otherwise. Ours exist once posted.
    """

    def __init__(
        self,
        clock: Clock | None = None,
        *,
        limits: ChatLimits = DISCORD_LIKE,
        workspace: str = "guild",
        measure: Callable[[str], int] = len,
        normalise: Callable[[str], str] = str,
    ) -> None:
        self.limits = limits
        self.streams: StreamPort | None = None
        self.timeline: list[Shown] = []
        self.calls: list[Method] = []  # in order of arrival, failed ones too
        self.in_flight: dict[Method, int] = defaultdict(int)
        self.most_in_flight: dict[Method, int] = defaultdict(int)
        self.buttons: dict[MessageRef, tuple[Button, ...]] = {}  # under messages of text
        self.views: dict[MessageRef, View] = {}
        self.unheard: dict[str, list[IncomingMessage]] = defaultdict(list)  # by channel or thread: what `missed` finds
        self._clock, self._workspace, self._measure, self._normalise = clock, workspace, measure, normalise
        self._texts: dict[MessageRef, str] = {}
        self._marks: dict[MessageRef, list[Mark]] = defaultdict(list)
        self._places: dict[str, Place] = {}
        self._by_key: dict[tuple[str, str], MessageRef] = {}
        self._faults: dict[Method, deque[Failure]] = defaultdict(deque)
        self._delays: dict[Method, float] = {}
        self._holds: dict[Method, asyncio.Event] = {}
        self._lost_messages: set[str] = set()  # apart from channels: a thread has its first message's id and outlives it
        self._lost_channels: set[str] = set()
        self._forbidden: dict[str, Forbidden] = {}
        self._last_id = 1_000

    # What a test arranges

    def fail(self, method: Method, *faults: Fault) -> None:
        """The next calls of `method` meet these, one each and in order; None lets one through."""
        self._faults[method].extend(fault if isinstance(fault, Failure) else Failure(fault) for fault in faults)

    def slow(self, method: Method, seconds: float) -> None:
        """Every later call of `method` takes so long on the clock."""
        self._delays[method] = seconds

    def hold(self, method: Method) -> asyncio.Event:
        """Calls of `method` wait until the returned event is set."""
        self._holds[method] = asyncio.Event()
        return self._holds[method]

    def know(self, place: Place) -> Place:
        """Tell the fake about a thread or direct-message channel, so that `open_thread` in it answers with it."""
        self._places[_channel(place)] = place
        return place

    def person_message(self, place: Place) -> MessageRef:
        """A fresh message of a person in `place`."""
        self.know(place)
        return self._new_ref(_channel(place))

    def lose(self, target: MessageRef | Place) -> None:
        """The message, or the thread or channel with all that is in it, no longer exists."""
        if isinstance(target, MessageRef):
            self._lost_messages.add(target.id)
        else:
            self._lost_channels.add(_channel(target))
        for ref in [r for r in self._texts if target == r or (isinstance(target, Place) and r.channel == _channel(target))]:
            del self._texts[ref]

    def forbid(self, channel: str, error: Forbidden) -> None:
        """Everything that changes something in the channel or thread of this id is refused."""
        self._forbidden[channel] = error

    # What a test asks

    def text(self, ref: MessageRef) -> str | None:
        """What one of our messages shows now; None if it is gone."""
        return self._texts.get(ref)

    def texts(self, place: Place) -> list[str]:
        """Our messages that stand in a place now, oldest first."""
        return [text for ref, text in self._texts.items() if ref.channel == _channel(place)]

    def refs(self, place: Place) -> list[MessageRef]:
        """Those messages' references, oldest first."""
        return [ref for ref in self._texts if ref.channel == _channel(place)]

    def history(self, ref: MessageRef) -> list[str]:
        """Every text that one of our messages has shown, first to last."""
        return [s.text for s in self.timeline if s.message == ref.id and s.kind in {"post", "edit"}]

    def marks(self, ref: MessageRef) -> list[Mark]:
        """Our reactions on a message now, in the order in which they came."""
        return list(self._marks[ref])

    def seen(self, *kinds: Kind, channel: str | None = None) -> list[Shown]:
        """The timeline, of some kinds (all when none is named) and of one channel or thread."""
        return [s for s in self.timeline if (not kinds or s.kind in kinds) and channel in {None, s.channel}]

    # ChatPort

    def length(self, body: str) -> int:
        """As `measure` counts: code points unless the test says otherwise."""
        return self._measure(body)

    def link(self, place: Place) -> str:
        """As Discord has it."""
        return f"<#{_channel(place)}>"

    async def open_thread(self, message: MessageRef, name: str) -> Place:
        """Open the message's thread (its id is the message's), or return the place that it is already in."""
        if self._measure(name) > self.limits.thread_name:
            raise TooLong(self.limits.thread_name)
        known = self._places.get(message.channel)
        if known is not None and (known.thread is not None or known.is_direct):
            return known
        parent = known or Place(self.limits.platform, self._workspace, message.channel)
        place = Place(parent.platform, parent.workspace, parent.channel, thread=message.id)
        async with self._call("open_thread"):
            self._check(message.channel, message.id)
            if message.id not in self._places:
                self._show("thread", message.channel, message.id, name)
            self._places[message.id] = place
        return place

    async def post(
        self,
        place: Place,
        body: str,
        *,
        key: str,
        reply_to: MessageRef | None = None,
        buttons: Sequence[Button] = (),
        preview: bool = False,
        fresh: bool = False,
    ) -> Posted:
        """Show a message, once for each key and place."""
        if not 0 < len(key) <= 25:
            raise ValueError(f"a key has 1 to 25 characters, this one has {len(key)}")
        channel = _channel(place)
        async with self._call("post"):
            self._check(channel)
            self._fits(body)
            if (channel, key) not in self._by_key:
                reply = reply_to.id if reply_to and reply_to.id not in self._lost_messages else None
                self._by_key[channel, key] = self._publish("post", channel, body, reply_to=reply)
        ref = self._by_key[channel, key]
        self.buttons[ref] = tuple(buttons)
        return Posted(ref, self._texts.get(ref, ""))

    async def post_view(
        self, place: Place, view: View, *, key: str, reply_to: MessageRef | None = None, fresh: bool = False
    ) -> MessageRef:
        """Show a view, once for each key and place."""
        if len(view.cards) > self.limits.cards:
            raise ValueError(f"{len(view.cards)} cards in one message")
        channel = _channel(place)
        async with self._call("post_view"):
            self._check(channel)
            if (channel, key) not in self._by_key:
                reply = reply_to.id if reply_to and reply_to.id not in self._lost_messages else None
                self._by_key[channel, key] = self._publish("view", channel, view.text, reply_to=reply)
        ref = self._by_key[channel, key]
        self.views[ref] = view
        return ref

    async def edit_view(self, message: MessageRef, view: View) -> None:
        """Replace what a view shows."""
        async with self._call("edit_view"):
            self._check(message.channel, message.id)
            if message not in self.views:
                raise Gone
            self.views[message] = view
            self._show("view", message.channel, message.id, view.text)

    async def edit(self, message: MessageRef, body: str, *, buttons: Sequence[Button] = (), preview: bool = False) -> Posted:
        """Replace what the message shows."""
        async with self._call("edit"):
            self._check(message.channel, message.id)
            self._fits(body)
            if message not in self._texts:
                raise Gone
            self._texts[message] = self._normalise(body)
            self._show("edit", message.channel, message.id, self._texts[message])
        self.buttons[message] = tuple(buttons)
        return Posted(message, self._texts[message])

    async def delete(self, message: MessageRef) -> None:
        """Take the message away."""
        async with self._call("delete"):
            if self._texts.pop(message, None) is not None:
                self._lost_messages.add(message.id)
                self._show("delete", message.channel, message.id, "")

    async def react(self, message: MessageRef, mark: Mark) -> None:
        """Add our mark."""
        async with self._call("react"):
            self._check(message.channel, message.id)
            if mark not in self._marks[message]:
                self._marks[message].append(mark)
                self._show("react", message.channel, message.id, mark)

    async def unreact(self, message: MessageRef, mark: Mark) -> None:
        """Take our mark away."""
        async with self._call("unreact"):
            self._check(message.channel, message.id)
            if mark in self._marks[message]:
                self._marks[message].remove(mark)
                self._show("unreact", message.channel, message.id, mark)

    async def status(self, place: Place, text: str | None) -> None:
        """Show the status line."""
        async with self._call("status"):
            self._check(_channel(place))
            self._show("status", _channel(place), None, text or "")

    async def notice(
        self, place: Place, user_id: str, text: str, *, reply_to: MessageRef | None = None, private: bool = False
    ) -> None:
        """Tell one person something; seen in the place, addressed to them, or in a place of theirs."""
        async with self._call("notice"):
            self._check(_channel(place))
            self._fits(text)
            reply = reply_to.id if reply_to and reply_to.id not in self._lost_messages else None
            channel = f"direct-{user_id}" if private and not place.is_direct else _channel(place)
            self._publish("notice", channel, text, user=user_id, reply_to=reply)

    async def notify(
        self, place: Place, user_id: str, text: str, *, key: str, reply_to: MessageRef | None = None
    ) -> MessageRef:
        """Ping one person, once for each key and place."""
        channel = _channel(place)
        async with self._call("notify"):
            self._check(channel)
            self._fits(text)
            if (channel, key) not in self._by_key:
                reply = reply_to.id if reply_to and reply_to.id not in self._lost_messages else None
                self._by_key[channel, key] = self._publish("notify", channel, text, user=user_id, reply_to=reply)
        return self._by_key[channel, key]

    async def missed(self, place: Place, since: MessageRef, *, limit: int = 50) -> list[IncomingMessage]:
        """What a test put into `unheard` with an id after that of `since`."""
        async with self._call("missed"):
            self._check(_channel(place))
        return [one for one in self.unheard[_channel(place)] if int(one.ref.id) > int(since.id)][:limit]

    # Inside

    @asynccontextmanager
    async def _call(self, method: Method) -> AsyncIterator[None]:
        """One call's way: counted, delayed, and failed before or after its effect."""
        self.calls.append(method)
        failure = self._faults[method].popleft() if self._faults[method] else Failure(None)
        self.in_flight[method] += 1
        self.most_in_flight[method] = max(self.most_in_flight[method], self.in_flight[method])
        try:
            await self._wait(method)
            if failure.error is not None and not failure.applied:
                raise failure.error
            yield
            if failure.error is not None:
                raise failure.error
        finally:
            self.in_flight[method] -= 1

    async def _wait(self, method: Method) -> None:
        if self._clock is not None and method in self._delays:
            await self._clock.sleep(self._delays[method])
        if method in self._holds:
            await self._holds[method].wait()

    def _check(self, channel: str, *ids: str) -> None:
        if channel in self._lost_channels or self._lost_messages.intersection(ids):
            raise Gone
        if channel in self._forbidden:
            raise self._forbidden[channel]

    def _fits(self, body: str) -> None:
        if self._measure(body) > self.limits.text:
            raise TooLong(self.limits.text)

    def _publish(
        self, kind: Kind, channel: str, body: str, *, user: str | None = None, reply_to: str | None = None
    ) -> MessageRef:
        ref = self._new_ref(channel)
        self._texts[ref] = self._normalise(body)
        self._show(kind, channel, ref.id, self._texts[ref], user=user, reply_to=reply_to)
        return ref

    def _new_ref(self, channel: str) -> MessageRef:
        self._last_id += 1
        return MessageRef(self.limits.platform, channel, str(self._last_id))

    def _show(
        self, kind: Kind, channel: str, message: str | None, text: str, *, user: str | None = None, reply_to: str | None = None
    ) -> None:
        at = self._clock.now() if self._clock is not None else 0.0
        self.timeline.append(Shown(at, kind, channel, message, text, user, reply_to))


def _channel(place: Place) -> str:
    return place.thread or place.channel


def visible(shown: Iterable[Shown]) -> list[str]:
    """A transcript line for each change: handy in an assertion's message."""
    return [f"{s.at:7.2f} {s.kind:8} {s.channel}/{s.message or '-'} {s.text}" for s in shown]
