"""Short forms of turns: which are still to be made, and what was made."""

from dataclasses import dataclass

import asyncpg

# Four bytes of UTF-8 make about one token: in Latin script one byte is a letter, in Japanese three are a sign and a token.
BYTES_A_TOKEN = 4
# Tokens that a prompt takes of an earlier text as it is (`agent.nodes.prompting` cuts there); a longer one is summarised.
LONG = 175
_BATCH = 20


@dataclass(frozen=True, slots=True)
class Unsummarised:
    """An answered turn with a long text."""

    turn_id: str
    run_id: str
    question: str
    answer: str


def tokens_of(text: str) -> int:
    """About how many tokens a text has, whatever its script."""
    return len(text.encode()) // BYTES_A_TOKEN


class MemoryStore:
    """Short forms beside the texts of turns."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self._pool = pool

    async def unsummarised(self) -> list[Unsummarised]:
        """Some of the turns of the last day that a model answered with a long text, the newest first.

        A turn without tokens was answered by rules: where there is no model, nothing is to be summarised.
        """
        rows = await self._pool.fetch(
            """SELECT id, run_id, question, answer FROM turns
               WHERE state = 'done' AND tokens > 0 AND summarised IS DISTINCT FROM run_id
                 AND NOT withdrawn AND question <> '' AND finished_at > now() - interval '1 day'
                 AND greatest(octet_length(question), octet_length(answer)) >= $1
               ORDER BY finished_at DESC LIMIT $2""",
            (LONG + 1) * BYTES_A_TOKEN,
            _BATCH,
        )
        return [Unsummarised(row["id"], row["run_id"], row["question"], row["answer"]) for row in rows]

    async def settle(self, turn: Unsummarised, *, question: str = "", answer: str = "", tokens: int = 0) -> bool:
        """Keep the short forms ("": the text itself serves) and what they cost; False, with nothing kept, if the turn was
        settled before, asked anew or deleted meanwhile."""
        status = await self._pool.execute(
            """UPDATE turns SET short_question = $3, short_answer = $4, summarised = run_id, tokens = tokens + $5
               WHERE id = $1 AND run_id = $2 AND summarised IS DISTINCT FROM run_id AND question <> ''""",
            turn.turn_id,
            turn.run_id,
            question,
            answer,
            tokens,
        )
        return bool(status.split()[-1] != "0")
