"""From a claimed message to an answered turn: open the thread, write the turn, launch its run, have it shown, start the next.

Questions of one conversation are answered one after the other. A mention interrupts what runs; a plain reply waits in line.
"""

import asyncio
import re
from collections.abc import Mapping

import structlog

from agent.contract import RUN_TTL_SECONDS, ResponseDone, Terminal
from bot import metrics
from bot.draft import outcome
from bot.errors import Forbidden, Gone
from bot.launcher import Launcher
from bot.marker import Marks
from bot.pacer import quietly
from bot.ports import ChatPort, Clock
from bot.relay import Relay
from bot.store.conversations import QUEUE_DEPTH, ConversationStore, QueueFullError, TooFastError
from bot.tasks import cancel_all
from bot.types import Author, IncomingMessage, MessageRef, Outcome, Place, Platform, Turn

_log = structlog.get_logger()


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
    ) -> None:
        self._chats, self._marks, self._relays = chats, marks, relays
        self._launcher, self._store, self._clock = launcher, store, clock
        self._shown: dict[str, asyncio.Task[None]] = {}

    @property
    def platforms(self) -> list[str]:
        """The platforms that this process talks to."""
        return list(self._chats)

    async def ask(self, message: IncomingMessage) -> None:
        """Answer a question. Returns when it is safely written down; raises when that failed and may be tried again."""
        chat = self._chats[message.ref.platform]
        received = self._clock.now()
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

    async def stop(self, turn: Turn, by: Author) -> None:
        """Stop a turn, and what the same person has in line behind it, if `by` asked it or moderates here."""
        if by.id != turn.asker.id and not by.may_moderate:
            text = f"Only {turn.asker.name} or a moderator can stop this answer."
            await quietly(self._chats[turn.place.platform].notice(turn.place, by.id, text), "notice_stop")
            return
        await self._store.stop_queued(turn.conversation_id, turn.asker.id)
        if turn.state == "running":
            await self._launcher.stop(turn.run_id)

    async def deleted(self, ref: MessageRef) -> None:
        """The question is gone: nobody waits for its answer."""
        turn = await self._store.by_question(ref)
        if turn and turn.state == "running":
            await self._launcher.stop(turn.run_id)
        elif turn and turn.state == "queued":
            await self._store.finish(turn, Outcome("stopped"))

    async def tend(self) -> None:
        """Keep our leases and take over answers whose process has gone. Called every couple of seconds."""
        if self._shown:
            await self._store.keep_leases(list(self._shown))
        for turn in await self._store.adopt(self.platforms):
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
        await self._store.release_leases()

    def _begin(self, turn: Turn) -> None:
        if turn.id in self._shown:
            return
        task = asyncio.create_task(self._show(turn))
        self._shown[turn.id] = task
        task.add_done_callback(lambda _: self._shown.pop(turn.id, None))

    async def _show(self, turn: Turn) -> None:
        try:
            if turn.age < RUN_TTL_SECONDS:  # else its log has expired: answering it again, a day late, would surprise everybody
                await self._launcher.launch(turn, await self._store.history(turn))
            end = await self._relays[turn.place.platform].follow(turn)
            result = outcome(end)
            following = await self._store.finish(turn, result)
        except Exception:
            # The turn stays as it is in the store; its lease runs out and it is taken up again.
            _log.exception("turn_interrupted", turn=turn.id)
            return
        _count(end, result)
        if following:
            self._begin(following)
        await self._marks[turn.place.platform].settle(turn.question_ref)

    async def _place(self, chat: ChatPort, message: IncomingMessage) -> Place:
        if message.place.thread or message.place.is_direct:
            return message.place
        return await chat.open_thread(message.ref, thread_name(message, chat.limits.thread_name))

    async def _refuse(self, message: IncomingMessage, text: str) -> None:
        chat = self._chats[message.ref.platform]
        await quietly(chat.notice(message.place, message.author.id, text, reply_to=message.ref), "notice_refused")


def _count(end: Terminal, result: Outcome) -> None:
    metrics.turns.labels(result.state).inc()
    metrics.reasks.inc(int(result.needs_reask))
    if isinstance(end, ResponseDone):
        metrics.model_calls.inc(end.usage.model_calls)
        metrics.tokens.labels("prompt").inc(end.usage.prompt_tokens)
        metrics.tokens.labels("completion").inc(end.usage.completion_tokens)
        metrics.cost.inc(end.usage.cost_usd)


def thread_name(message: IncomingMessage, limit: int) -> str:
    """The question as a thread's name: one line, at most `limit` characters, cut at a word, never empty."""
    name = re.sub(r"<[@#:a][^>]*>|[`*_~|>#\\]", "", message.text)
    name = re.sub(r"\s+", " ", name).strip()
    if not re.search(r"\w", name):
        return f"Films with {message.author.name}"[:limit].strip()
    if len(name) <= limit:
        return name
    return name[: limit - 1].rsplit(" ", 1)[0].rstrip(" ,;:.–-") + "…"
