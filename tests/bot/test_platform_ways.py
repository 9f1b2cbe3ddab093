"""What only some platforms have: a stop button of their own, threads in direct messages, a line for the status."""

from dataclasses import replace

from pydantic import SecretStr
from redis.asyncio import Redis

from agent.contract import NodeStart, ResponseChunk
from bot.app import Platforms, discord_from, slack_from
from bot.clock import SystemClock
from bot.settings import Settings
from bot.types import Author, Place, StopPressed
from tests.bot.core import ADA, BEN, QUICK, core, eventually, thread_of
from tests.fakes.chat import FakeChat

DIRECT = Place("discord", "", "dm-1", is_direct=True)
BOT = Author("9", "Robot", is_bot=True)


async def test_the_platforms_stop_button_stops_what_runs_there_for_who_may(database: str, redis: Redis) -> None:
    """Like any other way to stop."""
    async with core(database, redis) as bot:
        ref = await bot.says(ADA, "a heist film", mention=True)
        run = (await bot.worker.request()).run_id
        await bot.inbox.receive(StopPressed(thread_of(ref), BEN))
        assert not await bot.worker.stopped(run)
        await bot.inbox.receive(StopPressed(replace(thread_of(ref), thread="another"), ADA))
        assert not await bot.worker.stopped(run)
        await bot.inbox.receive(StopPressed(thread_of(ref), ADA))
        assert await bot.worker.stopped(run)


async def test_a_stop_word_beside_a_direct_messages_thread_stops_what_runs_in_it(database: str, redis: Redis) -> None:
    """Where the answer to a direct message stands in a thread, people write the word wherever they are."""
    chat = FakeChat(SystemClock(), limits=replace(QUICK, direct_threads=True))
    chat.know(DIRECT)
    async with core(database, redis, chat) as bot:
        await bot.says(ADA, "a heist film", replace(DIRECT, thread="t-1"))
        run = (await bot.worker.request()).run_id
        await bot.says(ADA, "stop", DIRECT)
        assert await bot.worker.stopped(run)


async def test_a_status_line_follows_the_work_where_reactions_do_not(database: str, redis: Redis) -> None:
    """It is gone when the answer is there."""
    chat = FakeChat(SystemClock(), limits=replace(QUICK, marks_progress=False))
    async with core(database, redis, chat) as bot:
        await bot.says(ADA, "a heist film", mention=True)
        run = (await bot.worker.request()).run_id
        await bot.worker.emit(run, NodeStart("retrieve"))
        await eventually(lambda: "Searching…" in [shown.text for shown in chat.seen("status")])
        await bot.worker.emit(run, ResponseChunk("Heat"))
        await eventually(lambda: "Writing…" in [shown.text for shown in chat.seen("status")])
        await bot.worker.answer(run, "Heat.")
        await eventually(lambda: chat.seen("status")[-1].text == "")


def test_both_platforms_are_talked_to_when_both_have_their_tokens() -> None:
    """Slack needs two."""
    settings = Settings(_env_file=None)  # type: ignore[call-arg]
    discord, bot_token, app_token = SecretStr("d"), SecretStr("xoxb-1"), SecretStr("xapp-1")
    for given, wanted in (
        ({"discord_token": discord, "slack_bot_token": bot_token, "slack_app_token": app_token}, ["discord", "slack"]),
        ({"slack_bot_token": bot_token, "slack_app_token": app_token}, ["slack"]),
        ({"slack_bot_token": bot_token}, []),
        ({"discord_token": discord}, ["discord"]),
    ):
        platforms = Platforms()
        chosen = settings.model_copy(update={"discord_token": None, "slack_bot_token": None, "slack_app_token": None} | given)
        discord_from(chosen, platforms)
        slack_from(chosen, platforms)
        assert wanted == sorted(platforms.chats) == sorted(name for name, _ in platforms.gateways)
