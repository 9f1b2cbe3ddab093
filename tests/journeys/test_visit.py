"""A newcomer's visit in a real browser, with the real bot behind the page."""

import pytest
from playwright.async_api import expect
from redis.asyncio import Redis

from adapters.sandbox.page_server import add_page, add_slack_page
from adapters.sandbox.run_feed import RunFeed
from tests.bot.people import HEAT, LOCKE
from tests.fakes.domain import FakeDomain
from tests.fakes.titles import FakeTitles
from tests.journeys.browser import ask, message, open_browser, open_page
from tests.journeys.slack_stage import slack_bot, slack_sandbox
from tests.journeys.stage import bot, sandbox, worker
from tests.journeys.visits import REASON, model

pytestmark = pytest.mark.slow


async def test_a_visit_from_the_first_click_to_a_stop(database: str, redis: Redis) -> None:
    """An example is asked, the answer grows in its thread, the run's path is drawn, a reload loses nothing, a click stops."""
    feed = RunFeed()
    async with (
        sandbox(before=lambda server: add_page(server.app, server.world, server.faults, run_events=feed.events)) as stage,
        worker(redis, FakeDomain(), model(rate=40)),
        bot(stage, database, redis, feed.observe),
        open_browser() as browser,
    ):
        page = await open_page(browser, stage.server.root_url)
        await page.get_by_role("button", name="something tense set in one room").click()
        await page.keyboard.press("Enter")
        await expect(page.get_by_role("heading", level=1)).to_have_text("something tense set in one room, under two hours")
        answer = page.locator(".message", has_text="Three for tonight").first
        await expect(answer).to_be_visible()
        await page.reload()
        await expect(page.locator("#run .state").first).to_have_text("done")
        await expect(page.locator('#run .step[data-node="retrieve"]')).to_have_attribute("data-state", "done")
        await expect(page.locator("#run .title")).to_have_count(5)
        await expect(page.locator(".message", has_text=REASON.strip()).first).to_be_visible()

        await page.locator("#box").fill("another, please")
        await page.keyboard.press("Enter")
        growing = page.locator(".message", has_text="Three for tonight").nth(1)
        await expect(growing).to_be_visible()
        await growing.get_by_role("button", name="Stop", exact=True).click()
        await expect(page.locator(".message", has_text="Stopped.").first).to_be_visible()
        await expect(page.locator("#run .state").first).to_have_text("stopped")
        assert page.failures == []  # type: ignore[attr-defined]


async def test_a_visit_in_slacks_look_from_a_prompt_to_a_command(database: str, redis: Redis) -> None:
    """A suggested prompt is answered in a stream with its steps, a mention in a thread, and a command completes a title."""
    async with (
        slack_sandbox(before=lambda server: add_slack_page(server.app, server.world, server.faults)) as stage,
        worker(redis, FakeDomain(), model(rate=40)),
        slack_bot(stage, database, redis, FakeTitles(HEAT, LOCKE)),
        open_browser() as browser,
    ):
        page = await open_page(browser, f"{stage.server.root_url}/slack")
        await page.get_by_role("button", name="Matinee", exact=True).click()
        await page.get_by_role("button", name="A film for tonight").click()
        await expect(message(page, "Three for tonight").locator(".task").first).to_have_attribute("data-state", "complete")
        await expect(page.locator('.pill[data-emoji="✅"]').first).to_be_visible()

        await page.get_by_role("button", name="movie-club").click()
        await ask(page, "@Matinee something tense")
        await expect(page.get_by_role("heading", level=1)).to_have_text("something tense")
        await expect(message(page, "Three for tonight").first).to_be_visible()
        await expect(page.locator('.pill[data-emoji="✅"]').first).to_be_visible()

        await page.locator(".crumb").click()
        await expect(page.get_by_role("heading", level=1)).to_have_text("movie-club")  # in a thread it would be a message
        await page.locator("#box").fill("/matinee watchlist add")
        await page.locator("#box").press("Escape")
        await page.locator("#box").press("Enter")
        await page.locator(".typed-choice").fill("he")
        await page.get_by_role("option", name="Heat").click()
        await expect(page.locator(".message.private", has_text="Heat").last).to_be_visible()
        await page.locator(".channel.direct", has_text="Home").click()
        await expect(page.locator(".message.bare")).to_contain_text("Heat")
        assert page.failures == []  # type: ignore[attr-defined]
