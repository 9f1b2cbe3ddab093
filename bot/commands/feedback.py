"""`matinee feedback`: what people thought of answers, with what to look at when they were not content, and of movie nights."""

import json
import re
from datetime import UTC, datetime, timedelta
from typing import Any

from bot.commands.errors import UsageError
from bot.parts import open_services
from bot.settings import Settings
from bot.store.feedback import Feedback, FeedbackStore
from bot.store.night_history import NightFeedback, NightHistory
from bot.words import counted, listed, named

_AGO = re.compile(r"(\d{1,5})\s*([dhw])")
_UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_MARKS = {1: "👍 up  ", -1: "👎 down"}
_DELETED = "(deleted by its asker)"


async def feedback(settings: Settings, *, since: str | None, as_json: bool) -> None:
    """Print all verdicts since then, oldest first. Raises UsageError for a time that cannot be read."""
    start = time_of(since, datetime.now(UTC)) if since else None
    async with open_services(settings) as services:
        given = await FeedbackStore(services.pool).since(start)
        nights = await NightHistory(services.pool).since(start)
    if as_json:
        print(json.dumps([*map(_json, given), *map(_night_json, nights)], ensure_ascii=False))
    else:
        print("\n".join(filter(None, (_text(given), nights_text(nights)))))


def time_of(text: str, now: datetime) -> datetime:
    """A date ("2026-05-01", midnight UTC unless it names a time) or a while ago ("7d", "12h", "2w"). Pure.

    Raises UsageError.
    """
    ago = _AGO.fullmatch(text.strip().lower())
    try:
        if ago:
            return now - int(ago[1]) * _UNITS[ago[2]]
        when = datetime.fromisoformat(text.strip())
    except (ValueError, OverflowError) as error:
        raise UsageError(f"--since {text} is no time: give a date such as 2026-05-01, or a while such as 7d or 12h.") from error
    return when if when.tzinfo else when.replace(tzinfo=UTC)


def _json(given: Feedback) -> dict[str, Any]:
    return {
        "given_at": given.given_at.isoformat(),
        "verdict": "up" if given.verdict > 0 else "down",
        "comment": given.comment,
        "question": given.question,
        "titles": [{"id": ref.id, "title": ref.title, "year": ref.year} for ref in given.titles],
        "run_id": given.run_id,
        "turn": given.turn,
        "platform": given.platform,
        "person": given.person,
    }


def _text(given: list[Feedback]) -> str:
    up = sum(each.verdict > 0 for each in given)
    lines = [line for each in given for line in _lines(each)]
    return "\n".join([*lines, f"{counted(len(given), 'verdict')}: {up} up, {len(given) - up} down"])


def _lines(given: Feedback) -> list[str]:
    lines = [
        f"{_MARKS[given.verdict]}  {given.given_at:%Y-%m-%d %H:%M}  run {given.run_id}",
        f"  asked:   {given.question or _DELETED}",
    ]
    if given.titles:
        lines.append(f"  shown:   {listed([named(ref) for ref in given.titles])}")
    if given.comment:
        lines.append(f"  comment: {' '.join(given.comment.split())}")
    return lines


def nights_text(given: list[NightFeedback]) -> str:
    """What people thought of the films that movie nights chose, after evenings with and without duels. Pure."""
    lines = [
        f"{_MARKS[each.verdict]}  {each.given_at:%Y-%m-%d %H:%M}  night {each.night}\n"
        f"  chosen:  {named(each.film)} after {counted(each.duels, 'duel')}"
        for each in given
    ]
    for words, some in (
        ("with", [each for each in given if each.duels]),
        ("without", [each for each in given if not each.duels]),
    ):
        if some:
            up = sum(each.verdict > 0 for each in some)
            lines.append(f"movie nights {words} duels, {counted(len(some), 'verdict')}: {up} up ({up / len(some):.0%})")
    return "\n".join(lines)


def _night_json(given: NightFeedback) -> dict[str, Any]:
    return {
        "given_at": given.given_at.isoformat(),
        "verdict": "up" if given.verdict > 0 else "down",
        "night": given.night,
        "title": {"id": given.film.id, "title": given.film.title, "year": given.film.year},
        "duels": given.duels,
        "platform": given.platform,
        "person": given.person,
    }
