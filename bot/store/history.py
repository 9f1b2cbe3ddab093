"""What a run is told of its conversation."""

import json

import asyncpg

from agent.contract import HistoryMessage, TitleRef
from bot.types import History, Turn

HISTORY_TURNS = 10


async def history(pool: asyncpg.Pool, turn: Turn) -> History:
    """The last turns before this one, then what it refers to, unless that has been said already.

    A stopped or failed turn gives its question, never its half answer; one that was withdrawn before it had an answer, or whose
    texts were deleted, gives nothing. A long text comes with its short form, where there is one. What people referred to
    stands before the question that did, and is marked as quoted.
    """
    rows = await pool.fetch(
        """SELECT question, quoted, answer, titles, needs_reask, state, short_question, short_answer FROM turns
           WHERE conversation = $1 AND state IN ('done', 'stopped', 'failed') AND NOT withdrawn AND question <> ''
             AND position < (SELECT position FROM turns WHERE id = $2)
           ORDER BY position DESC LIMIT $3""",
        turn.conversation_id,
        turn.id,
        HISTORY_TURNS,
    )
    messages: list[HistoryMessage] = []
    for row in reversed(rows):
        messages += _quoted(row["quoted"], messages)
        messages.append(HistoryMessage("user", row["question"], short=row["short_question"]))
        if row["state"] == "done":
            titles = tuple(TitleRef.from_raw(raw) for raw in json.loads(row["titles"]))
            short = row["short_answer"]
            messages.append(HistoryMessage("assistant", row["answer"], titles, is_reask=row["needs_reask"], short=short))
    reasks = 0
    for row in rows:
        if not (row["state"] == "done" and row["needs_reask"]):
            break
        reasks += 1
    return History((*messages, *_quoted(turn.quoted, messages)), reasks)


def _quoted(text: str, said: list[HistoryMessage]) -> list[HistoryMessage]:
    """The paragraphs of a quotation that nobody has said here before."""
    known = [_plain(message.text) for message in said]
    new = [part for part in text.split("\n\n") if part.strip() and not any(_plain(part) in earlier for earlier in known)]
    return [HistoryMessage("user", "\n\n".join(new), is_quoted=True)] if new else []


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
