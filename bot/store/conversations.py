"""Conversations and their turns.

The conversation's row is the lock: whoever opens or finishes a turn holds it, so "one running, the others in line" is decided
in one place, and finishing a turn starts the next in the same transaction.
"""

import dataclasses
import json
import uuid
from dataclasses import dataclass
from typing import Any

import asyncpg

from agent.contract import HistoryMessage, TitleRef
from bot.types import Author, History, IncomingMessage, MessageRef, Outcome, Place, Turn

QUEUE_DEPTH = 10
TURNS_A_MINUTE = 20  # more than people type; two bots that answer each other reach it within seconds
HISTORY_TURNS = 10

_TURN = """t.id, t.conversation, t.run_id, t.asker_id, t.asker_name, t.question, t.question_channel, t.question_message,
           t.state, t.revision, extract(epoch FROM now() - t.created_at)::float AS age,
           c.platform, c.workspace, c.channel, c.thread, c.is_direct"""


class QueueFullError(Exception):
    """The conversation already has `QUEUE_DEPTH` questions in line."""


class TooFastError(Exception):
    """The conversation had `TURNS_A_MINUTE` questions within a minute."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A turn as it was opened. `ahead` is the running turn that it waits for, None when it runs itself; `is_new` is False for
    a question that had been opened before."""

    turn: Turn
    ahead: Turn | None
    is_new: bool


class ConversationStore:
    """Conversations, turns, and the messages that hold their answers."""

    def __init__(self, pool: asyncpg.Pool, *, relay: str | None = None, lease_seconds: float = 6.0) -> None:
        self._pool = pool
        self._relay = relay or uuid.uuid4().hex
        self._lease = lease_seconds

    async def is_conversation(self, place: Place) -> bool:
        """Whether we have talked here before."""
        return await self._conversation_id(place) is not None

    async def open_turn(self, place: Place, message: IncomingMessage, *, urgent: bool) -> Opened:
        """Write the question down: running at once if nothing runs here, else in line. Opening it twice is harmless.

        Raises QueueFullError or TooFastError; neither writes anything.
        """
        async with self._pool.acquire() as connection, connection.transaction():
            conversation = await self._lock_conversation(connection, place)
            existing = await self._fetch_turn(
                connection,
                "t.conversation = $1 AND t.question_channel = $2 AND t.question_message = $3",
                conversation,
                message.ref.channel,
                message.ref.id,
            )
            ahead = await self._fetch_turn(connection, "t.conversation = $1 AND t.state = 'running'", conversation)
            if existing:
                return Opened(existing, ahead if ahead and ahead.id != existing.id else None, is_new=False)
            await self._check_room(connection, conversation, urgent=urgent)
            turn_id = await connection.fetchval(
                """INSERT INTO turns (id, conversation, state, urgent, run_id, asker_id, asker_name, question,
                                      question_channel, question_message, relay, relay_until)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(secs => $12)) RETURNING id""",
                uuid.uuid4().hex,
                conversation,
                "queued" if ahead else "running",
                urgent,
                uuid.uuid4().hex,
                message.author.id,
                message.author.name,
                message.text,
                message.ref.channel,
                message.ref.id,
                self._relay,
                self._lease,
            )
            turn = await self._fetch_turn(connection, "t.id = $1", turn_id)
            assert turn is not None  # noqa: S101  written two lines above, in this transaction
            return Opened(turn, ahead, is_new=True)

    async def finish(self, turn: Turn, outcome: Outcome) -> Turn | None:
        """Close a running turn; returns the next one in line, which is now running here. Closing it twice changes nothing."""
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE", turn.conversation_id)
            await connection.execute(
                """UPDATE turns SET state = $2, answer = $3, titles = $4, needs_reask = $5, error_code = $6,
                          cards = $7, tokens = $8, finished_at = now()
                   WHERE id = $1 AND state IN ('running', 'queued')""",
                turn.id,
                outcome.state,
                outcome.answer,
                json.dumps([dataclasses.asdict(title) for title in outcome.titles]),
                outcome.needs_reask,
                outcome.error_code,
                json.dumps([dataclasses.asdict(card) for card in outcome.cards]),
                outcome.tokens,
            )
            started = await connection.fetchval(
                """UPDATE turns SET state = 'running', relay = $2, relay_until = now() + make_interval(secs => $3)
                   WHERE id = (SELECT id FROM turns WHERE conversation = $1 AND state = 'queued'
                               ORDER BY urgent DESC, position LIMIT 1)
                     AND NOT EXISTS (SELECT 1 FROM turns WHERE conversation = $1 AND state = 'running')
                   RETURNING id""",
                turn.conversation_id,
                self._relay,
                self._lease,
            )
            return await self._fetch_turn(connection, "t.id = $1", started) if started else None

    async def stop_queued(self, conversation_id: str, asker_id: str) -> int:
        """Take one person's questions out of the line; returns how many."""
        status = await self._pool.execute(
            """UPDATE turns SET state = 'stopped', finished_at = now()
               WHERE conversation = $1 AND state = 'queued' AND asker_id = $2""",
            conversation_id,
            asker_id,
        )
        return int(status.split()[-1])

    async def running(self, place: Place) -> Turn | None:
        """The turn that runs in this conversation."""
        conversation = await self._conversation_id(place)
        return await self._one("t.conversation = $1 AND t.state = 'running'", conversation) if conversation else None

    async def by_id(self, turn_id: str) -> Turn | None:
        """The turn of this id."""
        return await self._one("t.id = $1", turn_id)

    async def by_question(self, ref: MessageRef) -> Turn | None:
        """The turn that this message asked for."""
        return await self._one(
            "c.platform = $1 AND t.question_channel = $2 AND t.question_message = $3", ref.platform, ref.channel, ref.id
        )

    async def by_answer(self, ref: MessageRef) -> Turn | None:
        """The turn whose answer this message holds."""
        return await self._one(
            """c.platform = $1 AND t.id IN (SELECT turn FROM answer_messages WHERE channel = $2 AND message = $3)""",
            ref.platform,
            ref.channel,
            ref.id,
        )

    async def running_around(self, ref: MessageRef) -> Turn | None:
        """The turn that runs in the conversation which the message stands in."""
        return await self._one(
            "c.platform = $1 AND t.state = 'running' AND (c.thread = $2 OR (c.thread = '' AND c.channel = $2))",
            ref.platform,
            ref.channel,
        )

    async def history(self, turn: Turn) -> History:
        """The last turns before this one. A stopped or failed one gives its question, never its half answer."""
        rows = await self._pool.fetch(
            """SELECT question, answer, titles, needs_reask, state FROM turns
               WHERE conversation = $1 AND state IN ('done', 'stopped', 'failed') AND question <> ''
                 AND position < (SELECT position FROM turns WHERE id = $2)
               ORDER BY position DESC LIMIT $3""",
            turn.conversation_id,
            turn.id,
            HISTORY_TURNS,
        )
        messages: list[HistoryMessage] = []
        for row in reversed(rows):
            messages.append(HistoryMessage("user", row["question"]))
            if row["state"] == "done":
                titles = tuple(TitleRef.from_raw(raw) for raw in json.loads(row["titles"]))
                messages.append(HistoryMessage("assistant", row["answer"], titles, is_reask=row["needs_reask"]))
        reasks = 0
        for row in rows:
            if not (row["state"] == "done" and row["needs_reask"]):
                break
            reasks += 1
        return History(tuple(messages), reasks)

    async def save_answer_message(self, turn_id: str, chunk: int, ref: MessageRef) -> None:
        """Remember which message holds a chunk of the answer."""
        await self._pool.execute(
            """INSERT INTO answer_messages (turn, chunk, channel, message) VALUES ($1, $2, $3, $4)
               ON CONFLICT (turn, chunk) DO UPDATE SET channel = $3, message = $4""",
            turn_id,
            chunk,
            ref.channel,
            ref.id,
        )

    async def drop_answer_message(self, turn_id: str, chunk: int) -> None:
        """Forget a chunk whose message was deleted."""
        await self._pool.execute("DELETE FROM answer_messages WHERE turn = $1 AND chunk = $2", turn_id, chunk)

    async def answer_messages(self, turn: Turn) -> list[MessageRef]:
        """The messages that hold the answer, in order."""
        rows = await self._pool.fetch("SELECT channel, message FROM answer_messages WHERE turn = $1 ORDER BY chunk", turn.id)
        return [MessageRef(turn.place.platform, row["channel"], row["message"]) for row in rows]

    async def keep_leases(self, turn_ids: list[str]) -> None:
        """Say that this process still shows these answers."""
        await self._pool.execute(
            "UPDATE turns SET relay_until = now() + make_interval(secs => $1) WHERE id = ANY($2) AND relay = $3",
            self._lease,
            turn_ids,
            self._relay,
        )

    async def release_leases(self) -> None:
        """Hand this process's answers to whoever looks next."""
        await self._pool.execute("UPDATE turns SET relay_until = now() WHERE relay = $1 AND state = 'running'", self._relay)

    async def adopt(self, platforms: list[str]) -> list[Turn]:
        """Take over running turns whose process has gone."""
        rows = await self._pool.fetch(
            """UPDATE turns t SET relay = $1, relay_until = now() + make_interval(secs => $2)
               FROM conversations c
               WHERE c.id = t.conversation AND t.state = 'running' AND t.relay_until < now() AND c.platform = ANY($3)
               RETURNING t.id""",
            self._relay,
            self._lease,
            platforms,
        )
        turns = [await self._one("t.id = $1", row["id"]) for row in rows]
        return [turn for turn in turns if turn]

    async def _check_room(self, connection: Any, conversation: str, *, urgent: bool) -> None:
        recent, waiting = await connection.fetchrow(
            """SELECT count(*) FILTER (WHERE created_at > now() - interval '1 minute'),
                      count(*) FILTER (WHERE state = 'queued')
               FROM turns WHERE conversation = $1""",
            conversation,
        )
        if recent >= TURNS_A_MINUTE:
            raise TooFastError
        if waiting >= QUEUE_DEPTH and not urgent:
            raise QueueFullError

    async def _lock_conversation(self, connection: Any, place: Place) -> str:
        conversation: str = await connection.fetchval(
            """INSERT INTO conversations (id, platform, workspace, channel, thread, is_direct) VALUES ($1, $2, $3, $4, $5, $6)
               ON CONFLICT (platform, workspace, channel, thread) DO UPDATE SET is_direct = $6 RETURNING id""",
            uuid.uuid4().hex,
            place.platform,
            place.workspace,
            place.channel,
            place.thread or "",
            place.is_direct,
        )
        return conversation

    async def _conversation_id(self, place: Place) -> str | None:
        found: str | None = await self._pool.fetchval(
            "SELECT id FROM conversations WHERE platform = $1 AND workspace = $2 AND channel = $3 AND thread = $4",
            place.platform,
            place.workspace,
            place.channel,
            place.thread or "",
        )
        return found

    async def _one(self, where: str, *arguments: object) -> Turn | None:
        async with self._pool.acquire() as connection:
            return await self._fetch_turn(connection, where, *arguments)

    async def _fetch_turn(self, connection: Any, where: str, *arguments: object) -> Turn | None:
        row = await connection.fetchrow(
            f"SELECT {_TURN} FROM turns t JOIN conversations c ON c.id = t.conversation WHERE {where}",  # noqa: S608  our own clauses
            *arguments,
        )
        return _turn(row) if row else None


def _turn(row: Any) -> Turn:
    return Turn(
        id=row["id"],
        conversation_id=row["conversation"],
        run_id=row["run_id"],
        place=Place(row["platform"], row["workspace"], row["channel"], row["thread"] or None, row["is_direct"]),
        asker=Author(row["asker_id"], row["asker_name"]),
        question=row["question"],
        question_ref=MessageRef(row["platform"], row["question_channel"], row["question_message"]),
        state=row["state"],
        revision=row["revision"],
        age=row["age"],
    )
