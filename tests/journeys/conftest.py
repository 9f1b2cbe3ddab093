"""Fixtures of the browser tests: one browser a module, one world and page a test.

Tests that use them run in the module's loop: `pytestmark = [pytest.mark.asyncio(loop_scope="module"), …]`.
"""

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page

from tests.journeys.browser import Sandbox, open_browser, open_page, serve_sandbox


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
