"""Fixtures of the journeys: platforms that let us call as often as we like; one browser a module, one world and page a test.

Browser tests run in the module's loop: `pytestmark = [pytest.mark.asyncio(loop_scope="module"), …]`.
"""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page

from adapters.discord import chat as discord_chat
from adapters.slack import budget
from adapters.slack import chat as slack_chat
from bot.egress import Rate
from tests.journeys.browser import Sandbox, open_browser, open_page, serve_sandbox


@pytest.fixture
def unpaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """The gateway keeps to no platform's limits: for journeys that are not about them, on a sandbox that has none."""
    free = Rate(10_000, 1.0)
    for module, chat in ((discord_chat, discord_chat.DiscordChat), (slack_chat, slack_chat.SlackChat)):
        monkeypatch.setattr(chat, "limits", replace(module.LIMITS, edit_interval=0.1, reaction_interval=0.02))
    monkeypatch.setattr(discord_chat, "CHANNEL_RATE", free)
    monkeypatch.setattr(budget, "LIMITS", dict.fromkeys(budget.LIMITS, budget.Limit(free)))


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def browser() -> AsyncIterator[Browser]:
    """One browser for the module."""
    async with open_browser() as opened:
        yield opened


@pytest_asyncio.fixture(loop_scope="module")
async def sandbox() -> AsyncIterator[Sandbox]:
    """A fresh world with its page."""
    async with serve_sandbox() as served:
        yield served


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, sandbox: Sandbox) -> AsyncIterator[Page]:
    """The page as a newcomer sees it; an error in its scripts fails the test."""
    opened = await open_page(browser, sandbox.url)
    yield opened
    failures = opened.failures  # type: ignore[attr-defined]
    await opened.context.close()
    assert failures == []
