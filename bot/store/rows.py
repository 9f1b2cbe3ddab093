"""How a turn is read from the database."""

from typing import Any

from bot.types import Author, MessageRef, Place, Turn

_TURN = """t.id, t.conversation, t.run_id, t.asker_id, t.asker_name, t.question, t.question_channel, t.question_message,
           t.state, t.revision, t.quoted, t.withdrawn, extract(epoch FROM now() - t.asked_at)::float AS age,
           c.platform, c.workspace, c.channel, c.thread, c.is_direct"""


async def fetch_turn(connection: Any, where: str, *arguments: object) -> Turn | None:
    """The newest turn for which `where` holds, a clause of ours over `turns t` and `conversations c`."""
    row = await connection.fetchrow(
        f"""SELECT {_TURN} FROM turns t JOIN conversations c ON c.id = t.conversation
            WHERE {where} ORDER BY t.position DESC LIMIT 1""",  # noqa: S608  our own clauses
        *arguments,
    )
    return _turn(row) if row else None


def _turn(row: Any) -> Turn:
    return Turn(
        id=row["id"],
        conversation_id=row["conversation"],
        run_id=row["run_id"],
        place=place_of(row),
        asker=Author(row["asker_id"], row["asker_name"]),
        question=row["question"],
        question_ref=MessageRef(row["platform"], row["question_channel"], row["question_message"]),
        state=row["state"],
        revision=row["revision"],
        age=row["age"],
        quoted=row["quoted"],
        is_withdrawn=row["withdrawn"],
    )


def place_of(row: Any) -> Place:
    """The place that a row of `conversations` names."""
    return Place(row["platform"], row["workspace"], row["channel"], row["thread"] or None, row["is_direct"])
