"""Plays a movie night of three people in the sandbox page, on both looks, and takes a picture of each step for docs/night.

`python -m tools.night_pictures http://127.0.0.1:8076` beside a fresh `matinee up`; docs/night.md shows them.
"""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

from playwright.async_api import Locator, Page, expect

from tests.journeys.browser import ask, open_browser, open_page

DOCS = Path(__file__).parents[1] / "docs" / "night"
PEOPLE = ("Ada", "Ben", "Chloe")
PATIENCE = 120_000.0  # ms; a model on this machine may be slow
SETTLED = 1200.0  # ms; a click has been answered, and the message it was under shows it
CLOSED = 7000.0  # ms; a duel that all have answered has closed, and what follows it is there
WIDE = {"x": 236, "y": 0, "width": 762, "height": 900}  # the channel, without the lists beside it
MOST_DUELS = 4


class Evening:
    """An evening in one look of the page."""

    def __init__(self, page: Page, look: str) -> None:
        self._page, self._look = page, look
        self._taken = 0

    async def play(self) -> None:
        """From the mention to the result."""
        await ask(self._page, "@Matinee movie night")
        await expect(self._button("Start now")).to_be_visible()
        for person in PEOPLE[1:]:
            await self._click(person, "Join")
        await self._take("lobby")
        await self._click("Ada", "Start now")
        await expect(self._button("No preference")).to_be_visible()
        for at, person in enumerate(PEOPLE):
            await self._choose(person, [at % 2])
        await self._take("question")
        await self._duels()
        await self._choose("Ada", [0, 3])
        await self._choose("Ben", [1])
        await self._take("list")
        await self._click("Chloe", "Nothing to strike")
        await expect(self._button("Surprise us")).to_be_visible()
        await self._take("vote")
        for person, picks in zip(PEOPLE, ([0, 2], [0, 1], [2]), strict=True):
            await self._choose(person, picks)
        await expect(self._button("Surprise us")).to_be_hidden()
        await self._take("result")

    async def _duels(self) -> None:
        over = self._button("Nothing to strike")
        for number in range(1, MOST_DUELS + 1):
            await expect(self._button("Neither").or_(over)).to_be_visible()
            if await over.is_visible():
                return
            if number == 1:
                await self._take("duel")
            for at, person in enumerate(PEOPLE):
                await self._click(person, "AB"[(at + number) % 2] + ": ")
            await self._page.wait_for_timeout(CLOSED)
        await expect(over).to_be_visible()

    async def _click(self, person: str, label: str) -> None:
        await self._as(person)
        await self._button(label).click()
        await self._page.wait_for_timeout(SETTLED)

    async def _choose(self, person: str, places: Sequence[int]) -> None:
        await self._as(person)
        await self._page.get_by_role("combobox").last.click()
        for place in places:
            await self._page.get_by_role("option").nth(place).click()
        await self._page.keyboard.press("Escape")
        await self._page.wait_for_timeout(SETTLED)

    async def _as(self, person: str) -> None:
        await self._page.get_by_label(person).first.check()

    def _button(self, label: str) -> Locator:
        return self._page.get_by_role("button", name=label).last

    async def _take(self, step: str) -> None:
        self._taken += 1
        await self._page.mouse.move(0, 0)
        await self._page.locator("#scroller").evaluate("element => { element.scrollTop = element.scrollHeight; }")
        await self._page.wait_for_timeout(SETTLED)
        await self._page.screenshot(path=DOCS / f"{self._look}-{self._taken}-{step}.png", clip=WIDE)  # type: ignore[arg-type]


async def take(url: str) -> None:
    """Play both evenings and take the pictures."""
    DOCS.mkdir(exist_ok=True)
    async with open_browser() as browser:
        for look, path in (("discord", ""), ("slack", "/slack")):
            page = await open_page(browser, url + path, width=1360, height=900)
            page.set_default_timeout(PATIENCE)
            await page.emulate_media(color_scheme="dark", reduced_motion="reduce")
            await Evening(page, look).play()


if __name__ == "__main__":
    asyncio.run(take(sys.argv[1]))
