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

from bot.store.answers import NOTICE, AnswerMessages
from bot.store.history import history
from bot.store.leases import Leases
from bot.store.rows import fetch_turn
from bot.types import History, IncomingMessage, MessageRef, Outcome, Place, Turn

QUEUE_DEPTH = 10
TURNS_A_MINUTE = 20  # more than people type; two bots that answer each other reach it within seconds
REVISIONS = 20  # of one question; whoever edits on makes a model answer each time


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


class TooManyRevisionsError(Exception):
    """The question was edited `REVISIONS` times."""


@dataclass(frozen=True, slots=True)
class AskedAnew:
    """A turn whose question was edited, and the turn that it was."""

    turn: Turn
    before: Turn


class ConversationStore:
    """Conversations and turns. `answers` knows the messages of their answers, `leases` which process shows them."""

    def __init__(self, pool: asyncpg.Pool, *, relay: str | None = None, lease_seconds: float = 6.0) -> None:
        self._pool = pool
        self._relay = relay or uuid.uuid4().hex
        self._lease = lease_seconds
        self.answers = AnswerMessages(pool)
        self.leases = Leases(pool, self._relay, lease_seconds)

    async def is_conversation(self, place: Place) -> bool:
        """Whether we have talked here before."""
        return await self._conversation_id(place) is not None

    async def open_turn(self, place: Place, message: IncomingMessage, *, urgent: bool) -> Opened:
        """Write the question down: running at once if nothing runs here, else in line. Opening it twice is harmless.

        Raises QueueFullError or TooFastError; neither writes anything.
        """
        async with self._pool.acquire() as connection, connection.transaction():
            conversation = await self._lock_conversation(connection, place)
            existing = await fetch_turn(
                connection,
                "t.conversation = $1 AND t.question_channel = $2 AND t.question_message = $3",
                conversation,
                message.ref.channel,
                message.ref.id,
            )
            ahead = await fetch_turn(connection, "t.conversation = $1 AND t.state = 'running'", conversation)
            if existing:
                return Opened(existing, ahead if ahead and ahead.id != existing.id else None, is_new=False)
            await self._check_room(connection, conversation, urgent=urgent)
            turn_id = await connection.fetchval(
                """INSERT INTO turns (id, conversation, state, urgent, run_id, asker_id, asker_name, question,
                                      question_channel, question_message, relay, relay_until, quoted)
                   VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, now() + make_interval(secs => $12), $13)
                   RETURNING id""",
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
                message.quoted,
            )
            turn = await fetch_turn(connection, "t.id = $1", turn_id)
            assert turn is not None  # noqa: S101  written two lines above, in this transaction
            return Opened(turn, ahead, is_new=True)

    async def ask_anew(self, turn: Turn, message: IncomingMessage) -> AskedAnew | None:
        """Put the edited text of a question in place of the old one: a question in line waits on with its new text, any other
        one is a new run of the same turn, at once or next in line.

        None, with nothing changed, for a text that is the same, an edit by somebody else, and a question older than a day.
        Raises TooManyRevisionsError.
        """
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE", turn.conversation_id)
            before = await fetch_turn(
                connection,
                """t.id = $1 AND t.asker_id = $2 AND t.created_at > now() - interval '1 day'
                   AND (t.question <> $3 OR t.withdrawn)""",
                turn.id,
                message.author.id,
                message.text,
            )
            if before is None:
                return None
            if before.state != "queued" and before.revision >= REVISIONS:
                raise TooManyRevisionsError
            if before.state == "queued":
                await connection.execute("UPDATE turns SET question = $2 WHERE id = $1", turn.id, message.text)
            else:
                await self._run_anew(connection, before, message.text)
            after = await fetch_turn(connection, "t.id = $1", turn.id)
            assert after is not None  # noqa: S101  its conversation's row is locked
            return AskedAnew(after, before)

    async def _run_anew(self, connection: Any, turn: Turn, question: str) -> None:
        await connection.execute(
            """UPDATE turns t SET question = $2, run_id = $3, revision = revision + 1, asked_at = now(), withdrawn = false,
                      urgent = true, relay = $4, relay_until = now() + make_interval(secs => $5),
                      answer = '', titles = '[]', cards = '[]', needs_reask = false, error_code = NULL, finished_at = NULL,
                      short_question = '', short_answer = '',
                      state = CASE WHEN EXISTS (SELECT 1 FROM turns o WHERE o.conversation = t.conversation
                                                AND o.state = 'running' AND o.id <> t.id) THEN 'queued' ELSE 'running' END
               WHERE id = $1""",
            turn.id,
            question,
            uuid.uuid4().hex,
            self._relay,
            self._lease,
        )
        await connection.execute("DELETE FROM view_messages WHERE turn = $1 AND number = $2", turn.id, NOTICE)

    async def withdraw(self, turn: Turn) -> bool:
        """The question is gone. True if its answer was not finished: then it is no longer wanted, nor are its messages."""
        status = await self._pool.execute(
            "UPDATE turns SET withdrawn = true WHERE id = $1 AND state IN ('queued', 'running')", turn.id
        )
        return bool(status.split()[-1] != "0")

    async def is_current(self, turn: Turn) -> bool:
        """Whether `turn` still runs as it was read: not finished, asked anew or withdrawn since."""
        current: bool = await self._pool.fetchval(
            "SELECT EXISTS (SELECT 1 FROM turns WHERE id = $1 AND run_id = $2 AND state = 'running' AND NOT withdrawn)",
            turn.id,
            turn.run_id,
        )
        return current

    async def finish(self, turn: Turn, outcome: Outcome) -> Turn | None:
        """Close a running turn; returns the next one in line, which is now running here. Closing it twice changes
        nothing, and closing a run that was replaced does not either."""
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT 1 FROM conversations WHERE id = $1 FOR UPDATE", turn.conversation_id)
            await connection.execute(
                """UPDATE turns SET state = $2, answer = $3, titles = $4, needs_reask = $5, error_code = $6,
                          cards = $7, tokens = tokens + $8, finished_at = now()
                   WHERE id = $1 AND run_id = $9 AND state IN ('running', 'queued')""",
                turn.id,
                outcome.state,
                outcome.answer,
                json.dumps([dataclasses.asdict(title) for title in outcome.titles]),
                outcome.needs_reask,
                outcome.error_code,
                json.dumps([dataclasses.asdict(card) for card in outcome.cards]),
                outcome.tokens,
                turn.run_id,
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
            return await fetch_turn(connection, "t.id = $1", started) if started else None

    async def stop_queued(self, conversation_id: str, asker_id: str) -> list[Turn]:
        """Take one person's questions out of the line; returns them."""
        rows = await self._pool.fetch(
            """UPDATE turns SET state = 'stopped', finished_at = now()
               WHERE conversation = $1 AND state = 'queued' AND asker_id = $2 RETURNING id""",
            conversation_id,
            asker_id,
        )
        turns = [await self._one("t.id = $1", row["id"]) for row in rows]
        return [turn for turn in turns if turn]

    async def ahead_of(self, turn: Turn) -> int:
        """How many questions are answered before this one, which waits in line; the running one counts."""
        count: int = await self._pool.fetchval(
            """SELECT count(*) FROM turns o, turns t WHERE t.id = $1 AND o.conversation = t.conversation AND o.id <> t.id
               AND (o.state = 'running' OR (o.state = 'queued'
                    AND (o.urgent, -o.position) > (t.urgent, -t.position)))""",
            turn.id,
        )
        return count

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
        """The turn that runs in the conversation which the message stands in; in a direct message, in any thread of it."""
        return await self._one(
            "c.platform = $1 AND t.state = 'running' AND (c.thread = $2 OR c.channel = $2 AND (c.thread = '' OR c.is_direct))",
            ref.platform,
            ref.channel,
        )

    async def history(self, turn: Turn) -> History:
        """The last turns before this one, and what it refers to."""
        return await history(self._pool, turn)

    async def _check_room(self, connection: Any, conversation: str, *, urgent: bool) -> None:
        recent, waiting = await connection.fetchrow(
            """SELECT count(*) FILTER (WHERE asked_at > now() - interval '1 minute'),
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
            return await fetch_turn(connection, where, *arguments)
