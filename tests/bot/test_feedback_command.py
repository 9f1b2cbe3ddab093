"""`matinee feedback` on real services."""

import json

import pytest

from bot.commands.errors import UsageError
from bot.commands.feedback import feedback
from bot.settings import Settings
from bot.store.feedback import FeedbackStore
from tests.bot.core import ADA, BEN
from tests.bot.people import HEAT, ROPE, Asked, pool_of


def settings_for(database: str, valkey_url: str) -> Settings:
    """Settings that name both services."""
    return Settings(DATABASE_URL=database, REDIS_URL=valkey_url)  # type: ignore[call-arg]  # by alias


async def test_feedback_is_listed_with_what_leads_to_its_trace(
    database: str, valkey_url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Verdict, question, titles, comment, run; for people and for programs."""
    async with pool_of(database) as pool:
        turn = await Asked(pool).answered(HEAT, ROPE)
        await FeedbackStore(pool).give(turn.id, ADA.id, -1, "too\nold")
        await FeedbackStore(pool).give(turn.id, BEN.id, 1)
    await feedback(settings_for(database, valkey_url), since=None, as_json=False)
    text = capsys.readouterr().out
    assert f"run {turn.run_id}" in text
    assert "  asked:   a heist film\n  shown:   Heat (1995) and Rope (1948)\n  comment: too old\n" in text
    assert text.endswith("2 verdicts: 1 up, 1 down\n")
    await feedback(settings_for(database, valkey_url), since="7d", as_json=True)
    given = json.loads(capsys.readouterr().out)
    assert [("down", "too\nold", turn.run_id), ("up", "", turn.run_id)] == [
        (each["verdict"], each["comment"], each["run_id"]) for each in given
    ]
    assert ["heat-1995", "rope-1948"] == [title["id"] for title in given[0]["titles"]]


async def test_no_feedback_is_said_in_a_line(database: str, valkey_url: str, capsys: pytest.CaptureFixture[str]) -> None:
    """And as an empty list for programs."""
    await feedback(settings_for(database, valkey_url), since="2999-01-01", as_json=False)
    assert "no verdicts: 0 up, 0 down\n" == capsys.readouterr().out
    await feedback(settings_for(database, valkey_url), since=None, as_json=True)
    assert [] == json.loads(capsys.readouterr().out)


async def test_a_time_that_cannot_be_read_starts_nothing(database: str, valkey_url: str) -> None:
    """It is wrong use, said before any service is asked."""
    with pytest.raises(UsageError):
        await feedback(settings_for("postgres://nowhere.invalid/x", valkey_url), since="soon", as_json=False)
