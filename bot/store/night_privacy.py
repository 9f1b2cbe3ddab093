"""What movie nights know of one person: counted, handed out, deleted."""

import time
from typing import Any

from bot.movie_night.forgetting import forget
from bot.movie_night.rules import decide
from bot.movie_night.session import Leave, Session
from bot.store.nights import read_session, write_session

_OWN = "platform = $1 AND $2 = ANY(people)"
KNOWN = """platform = $1 AND ($2 = ANY(people) OR EXISTS (SELECT FROM night_verdicts v WHERE v.night = id AND v.person = $2))"""


async def export(pool: Any, platform: str, person: str) -> list[dict[str, Any]]:
    """What they said on each evening of which anything of theirs is kept, oldest first, as plain JSON values."""
    rows = await pool.fetch(
        f"""SELECT n.id, n.workspace, n.channel, n.created_at, n.session, v.verdict
            FROM nights n LEFT JOIN night_verdicts v ON v.night = n.id AND v.person = $2
            WHERE {KNOWN} ORDER BY created_at, id""",  # noqa: S608  our own clause
        platform,
        person,
    )
    return [
        {
            "workspace": row["workspace"],
            "channel": row["channel"],
            "begun_at": row["created_at"].isoformat(),
            "verdict": row["verdict"],
            **(said(session, person) if (session := read_session(row["session"])) else {}),
        }
        for row in rows
    ]


def said(session: Session, person: str) -> dict[str, Any]:
    """All that an evening has of somebody's words. Pure."""
    member, voted = session.members.get(person), session.voted
    return {
        "name": member.name if member else "",
        "loved": [ref.id for ref in member.loved] if member else [],
        "wishes": [list(asked.ballots[person]) for asked in session.asked if person in asked.ballots],
        "duels": [
            {"left": duel.left.ref.id, "right": duel.right.ref.id, "side": duel.ballots[person]}
            for duel in session.duels
            if person in duel.ballots
        ],
        "struck": [title for listed in session.lists for title in listed.strikes.get(person, ())],
        "approved": list(voted.approvals.get(person, ())) if voted else [],
    }


async def delete(connection: Any, platform: str, person: str) -> None:
    """Take the person out of all evenings; one that runs goes on without them. Within the caller's transaction."""
    rows = await connection.fetch(
        f"SELECT id, session, version FROM nights WHERE {_OWN} AND session IS NOT NULL ORDER BY id FOR UPDATE",  # noqa: S608  as above
        platform,
        person,
    )
    for row in rows:
        before = read_session(row["session"])
        if before is None:
            await connection.execute("UPDATE nights SET session = NULL, people = '{}' WHERE id = $1", row["id"])
            continue
        without, _ = decide(before, Leave(person), time.time())
        changes_messages = before.phase != "over"  # those of an ended one stay as they are, or stay deleted
        await write_session(connection, forget(without, person), row["version"] + changes_messages)
    await connection.execute(
        """DELETE FROM night_verdicts v USING nights n WHERE v.night = n.id AND n.platform = $1 AND v.person = $2""",
        platform,
        person,
    )
    await connection.execute(
        """UPDATE nights SET least = array_remove(least, $2), host = CASE WHEN host = $2 THEN '' ELSE host END
           WHERE platform = $1 AND ($2 = ANY(least) OR host = $2)""",
        platform,
        person,
    )
