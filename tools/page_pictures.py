"""Takes the pictures of the sandbox page in docs/: `python -m tools.page_pictures http://127.0.0.1:8076` beside `matinee up`.

A question as a newcomer asks it, with its answer and the run beside it (page.png), then the cards under it (cards.png),
and a talk with the app in Slack's look (slack.png).
Without a catalogue that has posters the cards show none.
"""

import asyncio
import sys
from pathlib import Path

from playwright.async_api import Page, expect

from tests.journeys.browser import ask, open_browser, open_page

DOCS = Path(__file__).parents[1] / "docs"
QUESTION = "@Matinee something tense set in one room, under two hours"
PATIENCE = 120_000.0  # ms; a model on this machine may be slow


async def take(url: str) -> None:
    """Ask and take the pictures."""
    async with open_browser() as browser:
        page = await open_page(browser, url, width=1360, height=900)
        await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        await ask(page, QUESTION)
        await expect(page.locator("#run .state.done")).to_be_visible(timeout=PATIENCE)
        await expect(page.locator(".component-button").first).to_be_visible(timeout=PATIENCE)
        await _still(page)
        await page.locator("#scroller").evaluate("element => { element.scrollTop = 0; }")
        await page.locator("#box").focus()
        await page.screenshot(path=DOCS / "page.png")
        await page.locator(".message", has=page.locator(".component-button")).first.evaluate(
            "element => element.scrollIntoView()"
        )
        await page.screenshot(path=DOCS / "cards.png")
        await _take_slack(await open_page(browser, f"{url}/slack", width=1360, height=900))


async def _take_slack(page: Page) -> None:
    """A suggested prompt of a direct message, answered with its steps and cards."""
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    await page.locator(".channel.direct", has_text="Matinee").click()
    await page.locator(".prompt").first.click()
    await expect(page.locator("#run .state.done")).to_be_visible(timeout=PATIENCE)
    await expect(page.locator(".component-button").first).to_be_visible(timeout=PATIENCE)
    await _still(page)
    await page.locator(".task").first.evaluate("element => element.closest('.message').scrollIntoView()")
    await page.screenshot(path=DOCS / "slack.png")


async def _still(page: Page) -> None:
    """Wait until the last mark of the answer is there and nothing grows any more."""
    await expect(page.locator(".pill[data-emoji='✅']").first).to_be_visible(timeout=PATIENCE)
    await page.mouse.move(0, 0)
    await page.wait_for_timeout(1500)


if __name__ == "__main__":
    asyncio.run(take(sys.argv[1]))
