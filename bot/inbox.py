"""What comes in: is it ours, was it handled already, and what does it want."""

import asyncio
import re
from weakref import WeakValueDictionary

import structlog

from bot.calls import quietly
from bot.errors import ChatError
from bot.movie_night.asking import asks_for_evening
from bot.movie_night.opening import Openings
from bot.movie_night.service import Nights
from bot.ports import ChatPort
from bot.store.conversations import ConversationStore
from bot.store.inbox import InboxStore
from bot.turns import Turns
from bot.types import (
    Author,
    ChatEvent,
    IncomingMessage,
    MessageDeleted,
    MessageEdited,
    MessagePosted,
    MessageRef,
    Place,
    Platform,
    ReactionAdded,
    SessionStarted,
    StopPressed,
)

_log = structlog.get_logger()

_STOP_WORDS = {"stop", "cancel", "abort", "/stop", "stop it", "please stop", "stop please"}


class Inbox:
    """The application's one entrance for chat events."""

    def __init__(
        self,
        chats: dict[Platform, ChatPort],
        claims: InboxStore,
        store: ConversationStore,
        turns: Turns,
        nights: Nights,
        openings: Openings,
    ) -> None:
        self._chats, self._claims, self._store, self._turns = chats, claims, store, turns
        self._nights, self._openings = nights, openings
        self._locks: WeakValueDictionary[MessageRef, asyncio.Lock] = WeakValueDictionary()

    async def receive(self, event: ChatEvent) -> None:
        """Handle one event. Never raises: an event that fails is logged and, if it was claimed, tried again later."""
        try:
            await self._dispatch(event)
        except Exception:
            _log.exception("event_failed", kind=type(event).__name__)

    async def recover(self) -> None:
        """Handle what another process, or this one before it was restarted, had claimed and not finished."""
        for message in await self._claims.due(self._turns.platforms):
            _log.info("event_recovered", message=message.ref.id)
            async with self._lock(message.ref):
                await self._handle(message)

    def _lock(self, ref: MessageRef) -> asyncio.Lock:
        """Held while something is done about a message: an edit waits until the message itself has become a turn."""
        return self._locks.setdefault(ref, asyncio.Lock())

    async def _dispatch(self, event: ChatEvent) -> None:
        match event:
            case MessagePosted(message):
                async with self._lock(message.ref):
                    await self._posted(message)
            case MessageEdited(message):
                async with self._lock(message.ref):
                    await self._edited(message)
            case MessageDeleted(ref):
                async with self._lock(ref):
                    await self._deleted(ref)
            case ReactionAdded(ref, user, "stop", place) if not user.is_bot:
                await self._stop_by_mark(ref, user, place)
            case StopPressed(place, user):
                if turn := await self._store.running(place):
                    await self._turns.stop(turn, user)
            case SessionStarted(platform):
                await self._catch_up(platform)
            case ReactionAdded():
                pass

    async def _posted(self, message: IncomingMessage) -> None:
        if await self._is_ours(message) and await self._claims.claim(message):
            await self._handle(message)

    async def _edited(self, message: IncomingMessage) -> None:
        """A question is asked anew. An edit that leaves no question of it, or takes our mention out of a channel's message,
        takes it back as if it were deleted; one that puts our mention in asks."""
        turn = await self._store.by_question(message.ref)
        if turn is None:
            await self._claims.amend(message)
            if message.mentions_us:
                await self._posted(message)
        elif message.author.id != turn.asker.id:
            return
        elif not message.text or not await self._is_ours(message):
            await self._turns.withdrawn(turn, is_gone=False)
        elif is_stop_word(message.text):
            await self._turns.stop(turn, message.author)
        elif asks_for_evening(message.text):
            await self._turns.withdrawn(turn, is_gone=False)
            await self._openings.by_message(message)
        else:
            await self._turns.edited(turn, message)

    async def _deleted(self, ref: MessageRef) -> None:
        turn = await self._store.by_question(ref)
        if turn:
            await self._turns.withdrawn(turn, is_gone=True)
        else:
            await self._claims.handled(ref)  # nobody takes up what its author took back
            await self._nights.deleted(ref)

    async def _catch_up(self, platform: Platform) -> None:
        """Hand in what was written in our conversations while nobody listened. The claims see to it that nothing is handled
        twice, whoever else does the same."""
        for place, since in await self._claims.recent(platform):
            try:
                missed = await self._chats[platform].missed(place, since)
            except ChatError as error:
                _log.info("missed_messages_not_read", place=place.thread or place.channel, error=str(error))
                continue
            for message in missed:
                await self.receive(MessagePosted(message))

    async def _is_ours(self, message: IncomingMessage) -> bool:
        if message.author.is_bot:
            return False
        if message.mentions_us or message.place.is_direct:
            return True
        if message.to_others:
            return False
        if message.place.thread is None:
            return False
        if await self._openings.runs_in(message):  # people talk to each other
            return is_stop_word(message.text)
        return await self._store.is_conversation(message.place)

    async def _handle(self, message: IncomingMessage) -> None:
        if is_stop_word(message.text):
            await self._stop(message)
        elif asks_for_evening(message.text):
            await self._openings.by_message(message)
        else:
            await self._turns.ask(message)
        await self._claims.handled(message.ref)

    async def _stop_by_mark(self, ref: MessageRef, user: Author, place: Place | None) -> None:
        """A mark on an answer or a question that is not done stops that turn; elsewhere in the conversation, the one that
        runs."""
        turn = await self._store.by_answer(ref) or await self._store.by_question(ref)
        if turn is None or turn.state not in {"queued", "running"}:
            turn = await self._store.running(place) if place else None
            turn = turn or await self._store.running_around(ref)
        if turn:
            await self._turns.stop(turn, user)

    async def _stop(self, message: IncomingMessage) -> None:
        turn = await self._store.running(message.place)
        if turn is None and message.place.is_direct:
            turn = await self._store.running_around(message.ref)
        if turn:
            await self._turns.stop(turn, message.author)
            return
        if await self._openings.stop(message):
            return
        chat = self._chats[message.ref.platform]
        text = "Nothing is running here, so there is nothing to stop."
        await quietly(chat.notice(message.place, message.author.id, text, reply_to=message.ref), "notice_nothing_to_stop")


def is_stop_word(text: str) -> bool:
    """Whether the whole message asks to stop; "stop-motion films" does not."""
    return re.sub(r"[\s.!…🛑]+", " ", text.casefold()).strip() in _STOP_WORDS or text.strip() == "🛑"
