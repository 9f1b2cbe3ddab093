"""The sandbox page in Slack's look, in a real browser."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from adapters.sandbox.slack.model import Acting
from adapters.sandbox.slack.streams import piece_of
from tests.journeys.browser import ask, message, open_page
from tests.journeys.slack_page import SlackSandbox, button, section, serve_slack

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


@pytest_asyncio.fixture(loop_scope="module")
async def slack() -> AsyncIterator[SlackSandbox]:
    """A fresh workspace with its page."""
    async with serve_slack() as served:
        yield served


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser, slack: SlackSandbox) -> AsyncIterator[Page]:
    """The page as a newcomer sees it; an error in its scripts fails the test."""
    opened = await open_page(browser, slack.url)
    yield opened
    failures = opened.failures  # type: ignore[attr-defined]
    await opened.context.close()
    assert failures == []


async def test_a_question_opens_its_thread_and_the_answer_grows_there(page: Page, slack: SlackSandbox) -> None:
    """What is written reaches the workspace with its mention; the reply opens the thread, and an edit grows in place."""
    await ask(page, "@Matinee a heist film")
    question = slack.world.messages_in(slack.channel)[-1]
    assert question.text == f"{slack.world.mention_of_bot} a heist film"
    answer = slack.answer(question, "Searching …")
    await expect(page.get_by_role("heading", level=1)).to_have_text("a heist film")
    slack.grow(answer, "**Heat** (1995) is :clapper: tense")
    await expect(message(page, "is 🎬 tense").locator("strong")).to_have_text("Heat")
    await expect(page.locator(".message", has_text="Searching")).to_have_count(0)


async def test_a_reply_in_the_thread_stays_in_it(page: Page, slack: SlackSandbox) -> None:
    """Somebody who writes in a thread replies there, and the channel shows the thread under its message."""
    question = slack.ask()
    slack.answer(question, "Heat")
    await page.locator(".thread-card").click()
    await ask(page, "something shorter")
    assert slack.world.messages_in(slack.channel, thread_ts=question.ts)[-1].text == "something shorter"
    await page.locator(".crumb").click()
    await expect(page.locator(".message", has_text="something shorter").locator(".thread-card")).to_contain_text("2 messages")


async def test_a_thread_begins_from_a_messages_toolbar(page: Page, slack: SlackSandbox) -> None:
    """Reply in thread opens an empty thread under the message, and inside a thread it is not offered."""
    question = slack.ask()
    await message(page, "a heist film").hover()
    await message(page, "a heist film").get_by_role("button", name="Reply in thread").click()
    await ask(page, "me too")
    assert slack.world.messages_in(slack.channel, thread_ts=question.ts)[-1].text == "me too"
    await message(page, "me too").hover()
    await expect(message(page, "me too").get_by_role("button", name="Reply in thread")).to_have_count(0)


async def test_the_status_line_shows_what_the_app_is_doing_until_it_answers(page: Page, slack: SlackSandbox) -> None:
    """The line stands in the thread alone and goes with the app's next message."""
    question = slack.ask()
    first = slack.answer(question, "One moment")
    slack.world.set_status(slack.channel, question.ts, "searching the catalogue", [])
    await expect(page.locator("#typing")).to_be_empty()
    await page.locator(".thread-card").click()
    await expect(page.locator("#typing")).to_have_text("Matinee searching the catalogue")
    slack.answer(first, "Heat")
    await expect(page.locator("#typing")).to_be_empty()


async def test_a_card_shows_its_picture_words_and_buttons_and_a_click_reaches_the_app(page: Page, slack: SlackSandbox) -> None:
    """A picture from outside is never asked for; the button waits for the acknowledgement."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    picture = {"type": "image", "image_url": "https://images.invalid/heat.jpg", "alt_text": "Poster of Heat (1995)"}
    verdicts = {"type": "feedback_buttons", "action_id": "feedback"}
    verdicts |= {
        f"{kind}_button": {"text": {"type": "plain_text", "text": word}, "value": kind}
        for kind, word in (("positive", "Good"), ("negative", "Bad"))
    }
    slack.show(
        {"type": "header", "text": {"type": "plain_text", "text": "For tonight"}},
        section("*Heat &amp; more* <https://example.org/heat|page>", accessory=picture),
        {"type": "actions", "elements": [button("Save", "save:heat", style="primary"), button("Seen", "seen:heat")]},
        {"type": "divider"},
        {"type": "context", "elements": [{"type": "mrkdwn", "text": "_a source_"}]},
        {"type": "context_actions", "elements": [verdicts]},
    )
    card = message(page, "For tonight")
    await expect(card.locator(".section strong")).to_have_text("Heat & more")
    await expect(card.get_by_role("img", name="Poster of Heat (1995)")).to_be_visible()
    await expect(card.get_by_role("link", name="page")).to_have_attribute("href", "https://example.org/heat")
    await card.get_by_role("button", name="Save").click()
    used = await slack.acted(Acting.BLOCK)
    assert [one["action_id"] for one in used.payload["actions"]] == ["save:heat"]  # type: ignore[attr-defined]
    await expect(card.get_by_role("button", name="Save")).to_have_attribute("aria-busy", "true")
    slack.world.acknowledge(used.id, {})
    await expect(card.get_by_role("button", name="Save")).to_have_attribute("aria-busy", "false")
    await card.get_by_role("button", name="Bad").click()
    used = await slack.acted(Acting.BLOCK)
    assert [one["value"] for one in used.payload["actions"]] == ["negative"]  # type: ignore[attr-defined]
    assert [url for url in asked if "invalid" in url] == []


async def test_a_direct_message_suggests_prompts_streams_its_text_and_can_be_stopped(page: Page, slack: SlackSandbox) -> None:
    """A prompt is sent by a click; text and task cards grow in the thread; Slack's own stop button ends them."""
    await page.get_by_role("button", name="Matinee", exact=True).click()
    await expect(page.get_by_role("heading", name="A word with Matinee")).to_be_visible()
    direct = slack.world.open_direct(slack.id_of("Ada"))
    slack.world.suggest(direct.id, None, "What are you in the mood for?", [("A classic", "Something like Heat")])
    await page.get_by_role("button", name="A classic").click()
    await expect(message(page, "Something like Heat")).to_be_visible()
    question = slack.world.messages_in(direct.id)[-1]
    begun = piece_of(None, [{"type": "task_update", "id": "1", "title": "Search", "status": "in_progress"}], 12_000)
    stream = slack.world.start_stream(direct.id, question.ts, begun, recipient_id=None, recipient_team=None)
    await expect(page.get_by_role("heading", level=1)).to_have_text("Something like Heat")
    done = {"type": "task_update", "id": "1", "title": "Search", "status": "complete"}
    slack.world.append_stream(direct.id, stream.ts, piece_of("**Ronin** (1998)", [done], 12_000))
    await expect(page.locator(".task")).to_have_attribute("data-state", "complete")
    await expect(message(page, "Ronin").locator("strong")).to_have_text("Ronin")
    await page.get_by_role("button", name="Stop").click()
    await expect(page.get_by_role("button", name="Stop")).to_be_visible()
    slack.world.set_session(direct.id, question.ts, "active")
    await expect(page.get_by_role("button", name="Stop")).to_have_count(0)
