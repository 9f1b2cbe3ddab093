"""Takes the pictures of the sandbox page in docs/: `python -m tools.page_pictures http://127.0.0.1:8076` beside `matinee up`.

A question as a newcomer asks it, with its answer and the run beside it (page.png), then the cards under it (cards.png),
the vote of a movie night (night.png), and a talk with the app in Slack's look (slack.png).
Without a catalogue that has posters the cards show none.
"""

import asyncio
import sys
from pathlib import Path

from playwright.async_api import Page, expect

from tests.journeys.browser import ask, open_browser, open_page

DOCS = Path(__file__).parents[1] / "docs"
QUESTION = "@Matinee something tense set in one room, under two hours"
PEOPLE = ("Ada", "Ben", "Chloe")
PATIENCE = 120_000.0  # ms; a model on this machine may be slow


_SETTLED = 1200.0  # ms; a click has been answered, and the message it was under shows it


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
        await _take_night(await open_page(browser, url, width=1360, height=900))
        await _take_slack(await open_page(browser, f"{url}/slack", width=1360, height=900))


async def _take_night(page: Page) -> None:
    """A short evening of three up to its vote."""
    page.set_default_timeout(PATIENCE)
    await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    await ask(page, "@Matinee movie night")
    await _click_as(page, "Ben", "Join")
    await _click_as(page, "Chloe", "Join")
    await _click_as(page, "Ada", "Short evening without duels (host)")
    await expect(page.locator(".message").last).to_contain_text("a short evening")
    await _click_as(page, "Ada", "Start now")
    for at, name in enumerate(PEOPLE):
        await _as(page, name)
        await page.get_by_role("combobox", name="Choose all that suit you").click()
        await page.get_by_role("option").nth(at % 2).click()
        await page.keyboard.press("Escape")
        await page.wait_for_timeout(_SETTLED)
    for name in PEOPLE:
        await _click_as(page, name, "Nothing to strike")
    await expect(page.get_by_role("combobox", name="All that you would watch")).to_be_visible()
    await page.locator(".message", has=page.get_by_role("button", name="Surprise us")).evaluate(
        "element => element.scrollIntoView()"
    )
    await page.mouse.move(0, 0)
    await page.wait_for_timeout(1500)
    await page.screenshot(path=DOCS / "night.png")


async def _click_as(page: Page, person: str, label: str) -> None:
    await _as(page, person)
    await page.get_by_role("button", name=label, exact=True).last.click()
    await page.wait_for_timeout(_SETTLED)


async def _as(page: Page, person: str) -> None:
    await page.get_by_label(person).first.check()


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
