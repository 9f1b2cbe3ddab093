"""From a claimed message to an answered turn: open the thread, write the turn, launch its run, have it shown, start the next.

Questions of one conversation are answered one after the other. A mention interrupts what runs; a plain reply waits in line.
A question that is edited is asked anew in place; one that is taken back before it is answered leaves nothing behind.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

import structlog

from agent.contract import RUN_TTL_SECONDS, House, ResponseDone, Taste
from bot import metrics
from bot.calls import persistently, quietly
from bot.draft import RESULT_MARKS, outcome
from bot.epilogue import Epilogue
from bot.errors import Forbidden, Gone
from bot.launcher import Launcher
from bot.marker import Marks
from bot.mends import Mends
from bot.ports import ChatPort, Clock
from bot.relay import Relay
from bot.store.conversations import (
    QUEUE_DEPTH,
    REVISIONS,
    ConversationStore,
    QueueFullError,
    TooFastError,
    TooManyRevisionsError,
)
from bot.tasks import cancel_all
from bot.types import Author, IncomingMessage, Outcome, Place, Platform, Turn
from bot.words import plain

_log = structlog.get_logger()

_LET_GO_SECONDS = 20.0  # longer than a call to a platform takes

Preferences: TypeAlias = Callable[[Turn], Awaitable[tuple[Taste, House]]]
"""What is known of the asker's taste, and what the place asks of every answer."""

Refusal: TypeAlias = Callable[[Place, Author], Awaitable[str | None]]
"""Why a person may not ask in a place now, in one sentence with the way out; None if they may."""


async def no_preferences(_turn: Turn) -> tuple[Taste, House]:
    """For a bot that remembers nothing of people and places."""
    return Taste(), House()


async def no_refusal(_place: Place, _asker: Author) -> str | None:
    """For a bot without limits."""
    return None


class Turns:
    """The turns that this process shows."""

    def __init__(
        self,
        chats: Mapping[Platform, ChatPort],
        marks: Mapping[Platform, Marks],
        relays: Mapping[Platform, Relay],
        launcher: Launcher,
        store: ConversationStore,
        clock: Clock,
        epilogue: Epilogue,
        *,
        preferences: Preferences = no_preferences,
        refusal: Refusal = no_refusal,
    ) -> None:
        self._chats, self._marks, self._relays, self._epilogue = chats, marks, relays, epilogue
        self._launcher, self._store, self._clock = launcher, store, clock
        self._preferences, self._refusal = preferences, refusal
        self._mends = Mends(chats, clock)
        self._shown: dict[str, asyncio.Task[None]] = {}
        self._said: set[str] = set()  # of those shown, whose text is complete: only their cards are still to come

    @property
    def platforms(self) -> list[str]:
        """The platforms that this process talks to."""
        return list(self._chats)

    async def ask(self, message: IncomingMessage) -> None:
        """Answer a question. Returns when it is safely written down; raises when that failed and may be tried again."""
        chat = self._chats[message.ref.platform]
        received = self._clock.now()
        self._mends.saw(message.place, message.author)
        if refusal := await self._refusal(message.place, message.author):
            await self._refuse(message, refusal)
            return
        self._marks[message.ref.platform].add(
            message.ref, "seen", on_first=lambda: metrics.first_reaction.observe(self._clock.now() - received)
        )
        try:
            place = await self._place(chat, message)
            opened = await self._store.open_turn(place, message, urgent=message.mentions_us)
        except Gone:
            return  # the question was deleted before we could open its thread
        except Forbidden as error:
            await self._refuse(message, error.advice)
        except QueueFullError:
            await self._refuse(
                message, f"There are {QUEUE_DEPTH} questions waiting here already. Ask again when I have caught up."
            )
        except TooFastError:
            await self._refuse(message, "That was a lot of questions within a minute. Give me a moment, then ask again.")
        else:
            if opened.turn.state == "running":
                self._begin(opened.turn)
            elif opened.ahead and message.mentions_us:
                await self._launcher.stop(opened.ahead.run_id)
            elif opened.is_new and not (opened.ahead and opened.ahead.id in self._said):
                await self._say_when(opened.turn)

    async def edited(self, turn: Turn, message: IncomingMessage) -> None:
        """The asker changed the question: answer it anew, in the same messages. Written down, it survives any restart."""
        if message.author.id != turn.asker.id or (message.text == turn.question and not turn.is_withdrawn):
            return
        if refusal := await self._refusal(message.place, message.author):
            await self._refuse(message, refusal)
            return
        try:
            anew = await self._store.ask_anew(turn, message)
        except TooManyRevisionsError:
            await self._refuse(message, f"I have answered {REVISIONS} versions of this question. Ask it in a new message.")
            return
        if anew is None or anew.before.state == "queued":
            return
        if anew.before.state == "running":
            await self._launcher.stop(anew.before.run_id)
        await self._let_go(turn)
        self._marks[turn.place.platform].reset(turn.question_ref, *RESULT_MARKS)
        if anew.turn.state == "running":
            self._begin(anew.turn)
        else:
            await self._say_when(anew.turn)

    async def withdrawn(self, turn: Turn, *, is_gone: bool) -> None:
        """The question was taken back; `is_gone`: its message was deleted. An answer that was not finished goes with it.

        A finished one stays: others have read it, and what they said since refers to it.
        """
        if not await self._store.withdraw(turn):
            return
        if turn.state == "running":
            await self._launcher.stop(turn.run_id)
        await self._let_go(turn)
        if not is_gone:
            self._marks[turn.place.platform].reset(turn.question_ref, "seen", *RESULT_MARKS)
        self._begin(replace(turn, is_withdrawn=True))

    def refusal_to_stop(self, turn: Turn, by: Author) -> str | None:
        """Why `by` may not stop a turn, as one sentence; None if they may."""
        if by.id == turn.asker.id or by.may_moderate:
            return None
        moderator = self._chats[turn.place.platform].limits.terms.a_moderator
        return f"Only {plain(turn.asker.name)} or {moderator} can stop this answer."

    async def stop(self, turn: Turn, by: Author) -> None:
        """Stop a turn, and what the same person has in line behind it, if `by` asked it or moderates here."""
        if refusal := self.refusal_to_stop(turn, by):
            await quietly(self._chats[turn.place.platform].notice(turn.place, by.id, refusal), "notice_stop")
            return
        for waiting in await self._store.stop_queued(turn.conversation_id, turn.asker.id):
            await self._epilogue.take_note_away(waiting)
        if turn.state == "running":
            await self._launcher.stop(turn.run_id)

    async def tend(self) -> None:
        """Keep our leases and take over answers whose process has gone. Called every couple of seconds."""
        if self._shown:
            await self._store.leases.keep(list(self._shown))
        for turn in await self._store.leases.adopt(self.platforms):
            if turn.id not in self._shown:
                _log.info("turn_adopted", turn=turn.id)
                self._begin(turn)

    async def drain(self, seconds: float) -> None:
        """Let running answers end, for at most `seconds`; hand the others over."""
        tasks = list(self._shown.values())
        if tasks:
            await asyncio.wait(tasks, timeout=seconds)
        await self.close()

    async def close(self) -> None:
        """Let go of all answers at once; another process finishes them."""
        await cancel_all(self._shown.values())
        await self._store.leases.release()

    def _begin(self, turn: Turn) -> None:
        if turn.id in self._shown:
            return
        task = asyncio.create_task(self._show(turn))
        self._shown[turn.id] = task
        task.add_done_callback(lambda ended: self._forget(turn.id, ended))

    def _forget(self, turn_id: str, ended: asyncio.Task[None]) -> None:
        if self._shown.get(turn_id) is ended:
            del self._shown[turn_id]

    async def _let_go(self, turn: Turn) -> None:
        """Show this turn no longer. Returns when nothing of it can reach the platform any more."""
        task = self._shown.pop(turn.id, None)
        if task:
            await cancel_all([task], patience=_LET_GO_SECONDS)

    async def _show(self, turn: Turn) -> None:
        try:
            result = await self._drop(turn) if turn.is_withdrawn else await self._answer(turn)
            if result is None:
                return
            following = await self._store.finish(turn, result)
        except Exception:
            # The turn stays as it is in the store; its lease runs out and it is taken up again.
            _log.exception("turn_interrupted", turn=turn.id)
            return
        metrics.turns.labels(result.state).inc()
        metrics.reasks.inc(int(result.needs_reask))
        if following:
            self._begin(following)
        await self._marks[turn.place.platform].settle(turn.question_ref)

    async def _answer(self, turn: Turn) -> Outcome | None:
        """How the turn ended; None if its question was changed or taken back meanwhile."""
        began = self._clock.now()
        await self._epilogue.take_note_away(turn)
        is_new = turn.age < RUN_TTL_SECONDS and await self._launch(turn)
        end = await self._relays[turn.place.platform].follow(turn, is_new=is_new)
        if end is None:
            return None
        self._said.add(turn.id)
        try:
            await self._epilogue.follow(turn, end, turn.age + self._clock.now() - began)
            await self._mends.tell(turn, end)
        finally:
            self._said.discard(turn.id)
        if isinstance(end, ResponseDone):
            metrics.count(end.usage)
        return outcome(end)

    async def _launch(self, turn: Turn) -> bool:
        """Launch the turn's run if it was not yet; a run whose log has expired is not launched again, a day late."""
        taste, house = await self._preferences(turn)
        return await self._launcher.launch(turn, await self._store.history(turn), taste=taste, house=house)

    async def _drop(self, turn: Turn) -> Outcome:
        """Leave nothing of an answer that is no longer wanted."""
        await self._launcher.stop(turn.run_id)
        await self._epilogue.withdraw(turn)
        return Outcome("stopped")

    async def _say_when(self, turn: Turn) -> None:
        """Say once that the question waits in line. It may have come to its turn while we said so."""
        count = await self._store.ahead_of(turn)
        if not count:
            return
        before = "the question before it" if count == 1 else f"the {count} questions before it"
        await self._epilogue.note(turn, f"I'll get to this after {before}.")
        now = await self._store.by_id(turn.id)
        if now is None or now.state != "queued":
            await self._epilogue.take_note_away(turn)

    async def _place(self, chat: ChatPort, message: IncomingMessage) -> Place:
        if message.place.thread or (message.place.is_direct and not chat.limits.direct_threads):
            return message.place
        name = thread_name(message, chat.limits.thread_name)
        return await persistently(lambda: chat.open_thread(message.ref, name), self._clock)

    async def _refuse(self, message: IncomingMessage, text: str) -> None:
        chat = self._chats[message.ref.platform]
        await quietly(chat.notice(message.place, message.author.id, text, reply_to=message.ref), "notice_refused")


def thread_name(message: IncomingMessage, limit: int) -> str:
    """The question as a thread's name: one line, at most `limit` characters, cut at a word, never empty."""
    name = re.sub(r"<[@#:a][^>]*>|[`*_~|>#\\]", "", message.text)
    name = re.sub(r"\s+", " ", name).strip()
    if not re.search(r"\w", name):
        return f"Films with {message.author.name}"[:limit].strip()
    if len(name) <= limit:
        return name
    return name[: limit - 1].rsplit(" ", 1)[0].rstrip(" ,;:.–-") + "…"
