"""What is computed, on both platforms: the answer is there word for word, its step is seen, and the talk goes on from it."""

from redis.asyncio import Redis

from agent.catalogue.films import FilmDomain
from tests.agent.catalogue.tool_phrasings import catalogue
from tests.fakes.finder import FakeFinder
from tests.journeys.slack_stage import slack_theatre
from tests.journeys.stage import theatre

TOTAL = "how long is the Godfather trilogy in all?"
SUM = "Together: **8 h 59 min** (539 minutes); with a break of 15 minutes between, 9 h 29 min."


def films() -> FilmDomain:
    """The starter catalogue with the three parts."""
    return FilmDomain(FakeFinder(catalogue()))


async def test_an_exact_question_is_answered_on_discord(database: str, redis: Redis) -> None:
    """A sum, with the step of computing among the marks; then a table of the first two of what it presented."""
    async with theatre(database, redis, films()) as stage:
        question = stage.say("Ada", TOTAL)
        assert "done" == await stage.finished(question)
        assert ["👀", "🧵", "🧭", "🧮", "✅"] == stage.marks(question)
        [text, *_] = [text for text in stage.texts(question) if text]
        assert text.splitlines()[-1] == SUM
        reply = stage.say("Ada", "compare the first two", channel=question.id, mention=False)
        assert "done" == await stage.finished(reply)
        texts = [text for text in stage.texts(reply, place=question.id) if "```" in text]
        assert 1 == len(texts)
        assert "Length" in texts[0]


async def test_an_exact_question_is_answered_on_slack(database: str, redis: Redis) -> None:
    """The same sum, in the thread of the mention."""
    async with slack_theatre(database, redis, films()) as stage:
        question = stage.say("Ada", TOTAL)
        assert "done" == await stage.finished(question)
        [text] = [text for text in stage.texts(question) if "Together" in text]
        assert "8 h 59 min" in text
