"""Thumbs up and down, and the titles that an answer showed."""

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

import asyncpg

from agent.contract import TitleCard, TitleRef

Verdict = Literal[1, -1]


@dataclass(frozen=True, slots=True)
class Feedback:
    """One person's verdict on one answer. `question` is "" when its asker had it deleted; `run_id` is the trace id."""

    given_at: datetime
    verdict: Verdict
    comment: str
    platform: str
    person: str
    turn: str
    run_id: str
    question: str
    titles: tuple[TitleRef, ...]


class FeedbackStore:
    """One verdict a person and answer; a later one replaces it."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def give(self, turn: str, person: str, verdict: Verdict, comment: str | None = None) -> bool:
        """Keep a verdict; False if there is no such turn. Without a comment, one on the same verdict stays."""
        status = await self._pool.execute(
            """INSERT INTO feedback AS f (turn, person, verdict, comment)
               SELECT id, $2, $3, coalesce($4, '') FROM turns WHERE id = $1
               ON CONFLICT (turn, person) DO UPDATE SET verdict = $3, given_at = now(),
                   comment = coalesce($4, CASE WHEN f.verdict = $3 THEN f.comment ELSE '' END)""",
            turn,
            person,
            verdict,
            comment,
        )
        return not status.endswith(" 0")

    async def since(self, start: datetime | None = None) -> list[Feedback]:
        """All verdicts given at `start` or later, oldest first."""
        rows = await self._pool.fetch(
            """SELECT f.given_at, f.verdict, f.comment, c.platform, f.person, f.turn, t.run_id, t.question, t.titles
               FROM feedback f JOIN turns t ON t.id = f.turn JOIN conversations c ON c.id = t.conversation
               WHERE $1::timestamptz IS NULL OR f.given_at >= $1 ORDER BY f.given_at, f.turn, f.person""",
            start,
        )
        return [_feedback(row) for row in rows]

    async def cards(self, turn: str) -> tuple[TitleCard, ...]:
        """The cards that a turn's answer showed; none when the turn is gone or its asker had it deleted."""
        raw = await self._pool.fetchval("SELECT cards FROM turns WHERE id = $1", turn)
        return tuple(TitleCard.from_raw(card) for card in json.loads(raw or "[]"))


def _feedback(row: Any) -> Feedback:
    titles = tuple(TitleRef.from_raw(raw) for raw in json.loads(row["titles"]))
    return Feedback(**{**row, "titles": titles})
