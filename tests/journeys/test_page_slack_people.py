"""What people do with an app in the page's Slack look: commands, windows, menus, Home, what one alone sees."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import web
from aiohttp.test_utils import TestServer
from playwright.async_api import Browser, Page, expect

from adapters.sandbox.discord.faults import Faults as DiscordFaults
from adapters.sandbox.discord.world import World as DiscordWorld
from adapters.sandbox.page_server import add_page, add_slack_page
from adapters.sandbox.slack.blocks import Surface, checked
from adapters.sandbox.slack.messages import Draft
from adapters.sandbox.slack.model import Acting
from adapters.sandbox.wire import JsonObject
from tests.journeys.browser import ask, message, open_page
from tests.journeys.page_parts import type_command
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


def modal(*blocks: JsonObject) -> JsonObject:
    """A window with a button to send it."""

    def plain(text: str) -> JsonObject:
        return {"type": "plain_text", "text": text}

    return {
        "type": "modal",
        "title": plain("What was wrong?"),
        "submit": plain("Send"),
        "close": plain("Leave"),
        "blocks": list(blocks),
    }


FIELD: JsonObject = {
    "type": "input",
    "block_id": "words",
    "label": {"type": "plain_text", "text": "In your words"},
    "element": {"type": "plain_text_input", "action_id": "words", "multiline": True},
}


async def test_a_command_is_offered_and_given_and_its_answer_is_seen_by_one_person(page: Page, slack: SlackSandbox) -> None:
    """The command waits for its answer; the answer is visible to its person alone and can be put away."""
    await type_command(page, "/matinee ")
    await page.locator(".option-more, .option-input").first.click()
    await page.locator(".option-input").fill("watchlist show")
    await page.locator(".option-input").press("Enter")
    used = await slack.acted(Acting.COMMAND)
    assert (used.payload["command"], used.payload["text"]) == ("/matinee", "watchlist show")
    await expect(page.locator(".thinking")).to_be_visible()
    slack.world.acknowledge(used.id, {"text": "Your watchlist is *empty*.", "response_type": "ephemeral"})
    told = message(page, "Your watchlist is")
    await expect(told).to_contain_text("Only visible to you")
    await expect(page.locator(".thinking")).to_have_count(0)
    await page.get_by_role("radio", name="Ben").check(force=True)
    await expect(told).to_have_count(0)
    await page.get_by_role("radio", name="Ada").check(force=True)
    await told.get_by_role("button", name="Dismiss message").click()
    await expect(told).to_have_count(0)
    assert [one for one in slack.world.state.messages_of(slack.channel) if one.visible_to] == []


async def test_a_command_in_a_thread_is_refused_as_slack_refuses_it_and_nothing_typed_is_lost(
    page: Page, slack: SlackSandbox
) -> None:
    """The text stays in the box, and the refusal says why."""
    slack.answer(slack.ask(), "Heat")
    await page.locator(".thread-card").click()
    await page.locator("#box").fill("/matinee help")
    await page.locator("#box").press("Escape")
    await page.locator("#box").press("Enter")
    await expect(page.locator(".toast")).to_contain_text("not supported in threads")
    await expect(page.locator("#box")).to_have_value("/matinee help")


async def test_a_command_that_gets_no_answer_says_so(page: Page, slack: SlackSandbox) -> None:
    """Whoever gave the command is told in its place."""
    await page.locator("#box").fill("/matinee help")
    await page.locator("#box").press("Escape")
    await page.locator("#box").press("Enter")
    slack.world.fail((await slack.acted(Acting.COMMAND)).id)
    await expect(page.locator(".message .failed")).to_be_visible()


async def test_a_window_opens_where_its_person_is_shows_what_is_wrong_and_closes_when_it_was_taken(
    page: Page, slack: SlackSandbox
) -> None:
    """A refused field is said in the window and keeps what was typed."""
    view = slack.world.open_view(slack.world.trigger(slack.id_of("Ada")), modal(section("_Thank you._"), FIELD))
    window = page.get_by_role("dialog")
    await expect(window.get_by_role("heading", name="What was wrong?")).to_be_visible()
    await window.get_by_label("In your words").fill("too long")
    await window.get_by_role("button", name="Send").click()
    sent = await slack.acted(Acting.FORM)
    slack.world.acknowledge(sent.id, {"response_action": "errors", "errors": {"words": "Say more."}})
    await expect(window.get_by_role("alert")).to_have_text("Say more.")
    await expect(window.get_by_label("In your words")).to_have_value("too long")
    await window.get_by_role("button", name="Send").click()
    sent = await slack.acted(Acting.FORM)
    slack.world.acknowledge(sent.id, {})
    await expect(window).to_have_count(0)
    assert not slack.world.state.views[view.id].open


async def test_a_window_that_is_left_is_closed_in_the_workspace_too(page: Page, slack: SlackSandbox) -> None:
    """Leaving it by Escape tells the workspace, and another person never saw it."""
    slack.world.open_view(slack.world.trigger(slack.id_of("Ben")), modal(FIELD))
    view = slack.world.open_view(slack.world.trigger(slack.id_of("Ada")), modal(FIELD))
    await expect(page.get_by_role("dialog")).to_be_visible()
    watch = slack.world.subscribe()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert (await anext(watch))["data"]["open"] is False  # type: ignore[index]
    assert not slack.world.state.views[view.id].open


async def test_home_shows_what_the_app_keeps_and_its_buttons_reach_the_app(page: Page, slack: SlackSandbox) -> None:
    """The app's Home is drawn anew when the app publishes it, and each person has their own."""
    ada = slack.id_of("Ada")
    await page.get_by_role("button", name="Home").click()
    slack.world.publish_home(
        ada, {"type": "home", "blocks": [section("*Heat*"), {"type": "actions", "elements": [button("Drop", "drop")]}]}, None
    )
    await expect(page.locator(".message strong")).to_have_text("Heat")
    await page.get_by_role("button", name="Drop").click()
    used = await slack.acted(Acting.BLOCK)
    assert used.payload["container"] == {"type": "view", "view_id": slack.world.home_of(ada).id}  # type: ignore[union-attr]
    slack.world.publish_home(ada, {"type": "home", "blocks": [section("*Ronin*")]}, None)
    await expect(page.locator(".message strong")).to_have_text("Ronin")
    await expect(page.locator("#box")).to_be_disabled()
    await page.get_by_role("radio", name="Ben").check(force=True)
    await expect(page.get_by_text("Ronin")).to_have_count(0)


async def test_a_menu_offers_its_choices_and_sends_the_one_picked(page: Page, slack: SlackSandbox) -> None:
    """One choice is sent at once; several when the list closes."""
    options = [{"text": {"type": "plain_text", "text": name}, "value": name.lower()} for name in ("Heat", "Ronin")]
    shown = {"placeholder": {"type": "plain_text", "text": "A film"}, "options": options}
    several = {"type": "multi_static_select", "action_id": "many", "max_selected_items": 2}
    slack.show(
        {"type": "actions", "elements": [shown | {"type": "static_select", "action_id": "one"}]},
        section("Several", accessory=shown | several),
    )
    await page.get_by_role("combobox", name="A film").first.click()
    await page.get_by_role("option", name="Ronin").click()
    used = await slack.acted(Acting.BLOCK)
    assert [one["selected_option"]["value"] for one in used.payload["actions"]] == ["ronin"]  # type: ignore[attr-defined]
    slack.world.acknowledge(used.id, {})
    await page.get_by_role("combobox", name="A film").last.click()
    for name in ("Heat", "Ronin"):
        await page.get_by_role("option", name=name).click()
    await page.keyboard.press("Escape")
    used = await slack.acted(Acting.BLOCK)
    assert [len(one["selected_options"]) for one in used.payload["actions"]] == [2]  # type: ignore[attr-defined]


async def test_reactions_go_by_name_and_an_edit_is_marked(page: Page, slack: SlackSandbox) -> None:
    """The palette's emoji reach the workspace by their names; an edited message says so, a deleted one goes."""
    await ask(page, "a film please")
    posted = slack.world.messages_in(slack.channel)[-1]
    item = message(page, "a film please")
    await item.hover()
    await item.get_by_role("button", name="Add a reaction").first.click()
    await page.get_by_role("button", name="stop", exact=True).click()
    await expect(item.locator(".pill[data-emoji='🛑']")).to_have_attribute("aria-pressed", "true")
    assert [one.name for one in slack.world.message(slack.channel, posted.ts).reactions] == ["octagonal_sign"]
    await item.locator(".pill[data-emoji='🛑']").click()
    await expect(item.locator(".pill[data-emoji='🛑']")).to_have_count(0)
    await page.locator("#box").press("ArrowUp")
    await page.get_by_role("textbox", name="Edit your message").fill("two films please")
    await page.keyboard.press("Enter")
    await expect(message(page, "two films please")).to_contain_text("(edited)")
    await message(page, "two films please").hover()
    await message(page, "two films please").get_by_role("button", name="Delete").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(message(page, "two films please")).to_have_count(0)
    assert slack.world.messages_in(slack.channel) == []


async def test_people_see_their_own_direct_message_and_their_private_channels_alone(page: Page, slack: SlackSandbox) -> None:
    """Another person's talk with the app and a private channel of others are not on the page."""
    ben = slack.id_of("Ben")
    direct = slack.world.open_direct(ben)
    slack.world.person_says(ben, direct.id, "for Ben alone")
    slack.world.add_channel("ben-only", private=True, members=(ben,))
    await page.get_by_role("button", name="Matinee", exact=True).click()
    await expect(page.get_by_role("heading", name="A word with Matinee")).to_be_visible()
    await expect(page.get_by_text("for Ben alone")).to_have_count(0)
    await expect(page.get_by_role("button", name="ben-only")).to_have_count(0)
    await page.get_by_role("radio", name="Ben").check(force=True)
    await expect(page.get_by_role("button", name="ben-only")).to_be_visible()
    await page.locator(".channel.direct", has_text="Matinee").click()
    await expect(message(page, "for Ben alone")).to_be_visible()


async def test_a_shortcut_of_a_messages_menu_reaches_the_app(page: Page, slack: SlackSandbox) -> None:
    """It carries the message that it was chosen on."""
    asked = slack.world.person_says(slack.id_of("Ben"), slack.channel, "a heist film")
    await message(page, "a heist film").hover()
    await message(page, "a heist film").get_by_role("button", name="More: Apps").click()
    await page.get_by_role("menuitem", name="Ask Matinee").click()
    used = await slack.acted(Acting.SHORTCUT)
    assert (used.payload["callback_id"], used.payload["message_ts"]) == ("ask_matinee", asked.ts)


async def test_markup_in_names_and_texts_is_shown_and_not_run(page: Page, slack: SlackSandbox) -> None:
    """Nothing that a message holds becomes an element, a foreign link or a mention that was escaped."""
    bad = "<img src=x onerror=alert(1)>"
    made = checked([section(f"{bad.replace('<', '&lt;')} &lt;@U1&gt; <javascript:alert(1)|press>")], Surface.MESSAGE)
    slack.world.post(slack.world.bot_id, slack.channel, Draft(bad, made))
    item = page.locator(".message").last
    await expect(item).to_contain_text("onerror=alert(1)")
    assert await item.locator("img, a, .chip").count() == 0


async def test_trouble_is_made_from_the_faults_tab(page: Page, slack: SlackSandbox) -> None:
    """A fault is arranged with a sentence about what will happen; a moderator's switches of Discord are not there."""
    await page.get_by_role("tab", name="Faults").click()
    await page.get_by_role("button", name="Ask to reconnect").click()
    await expect(page.locator(".fault-result")).to_contain_text("refresh_requested")
    assert slack.socket.asked == ["refresh_requested"]
    await expect(page.locator(".fault.switch")).to_have_count(0)


async def test_a_reload_loses_nothing_and_a_call_shows_on_the_wire(page: Page, slack: SlackSandbox) -> None:
    """Thread, status line and place come back; the Wire tab names the method, and a refusal with 200 is trouble."""
    question = slack.ask()
    slack.answer(question, "Heat")
    slack.world.set_status(slack.channel, question.ts, "is searching", [])
    await page.locator(".thread-card").click()
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("a heist film")
    await expect(page.locator("#typing")).to_have_text("Matinee is searching")
    slack.world.feed.publish("wire", {"kind": "web_api", "method": "chat.update", "status": 200, "ms": 2.0, "text": "Heat"})
    await page.get_by_role("tab", name="Wire").click()
    await expect(page.locator("#wire .path")).to_have_text("chat.update")
    refused = {"kind": "web_api", "method": "reactions.add", "status": 200, "ms": 2.0, "error": "missing_scope"}
    slack.world.feed.publish("wire", refused)
    await page.get_by_label("only trouble").check()
    await expect(page.locator("#wire .path")).to_have_text("reactions.add")


async def test_the_two_looks_are_a_switch_apart_and_each_keeps_its_own_place(browser: Browser) -> None:
    """One click shows the other platform, whose world is another; a page that is served alone shows no switch."""
    app = web.Application()
    async with serve_slack() as slack:
        add_page(app, DiscordWorld(), DiscordFaults())
        add_slack_page(app, slack.world, slack.faults)
        async with TestServer(app) as server:
            page = await open_page(browser, str(server.make_url("/")))
            slack.ask("only on Slack")
            await expect(page.get_by_text("only on Slack")).to_have_count(0)
            await page.get_by_role("link", name="Slack").click()
            await expect(message(page, "only on Slack")).to_be_visible()
            await expect(page.get_by_role("link", name="Slack")).to_have_attribute("aria-current", "page")
            await page.get_by_role("link", name="Discord").click()
            await expect(page.get_by_role("heading", name="movie-club", exact=True)).to_be_visible()
            assert page.failures == []  # type: ignore[attr-defined]
            await page.context.close()
        alone = await open_page(browser, slack.url)
        await expect(alone.locator("#looks a")).to_have_count(0)
        await alone.context.close()


async def test_a_menu_to_type_in_asks_the_app_and_sends_what_was_taken(page: Page, slack: SlackSandbox) -> None:
    """The app's choices are listed under the field; the one taken is sent by its value."""
    menu = {"type": "external_select", "action_id": "pick:similar:title", "min_query_length": 1}
    slack.show(section("Which title?", accessory=menu | {"placeholder": {"type": "plain_text", "text": "Its beginning"}}))
    await page.get_by_role("combobox", name="Its beginning").fill("he")
    typed = await slack.acted(Acting.SUGGESTION)
    assert typed.payload["value"] == "he"
    heat = {"text": {"type": "plain_text", "text": "Heat (1995)"}, "value": "heat-1995"}
    slack.world.acknowledge(typed.id, {"options": [heat]})
    await page.get_by_role("option", name="Heat (1995)").click()
    used = await slack.acted(Acting.BLOCK)
    assert [one["selected_option"]["value"] for one in used.payload["actions"]] == ["heat-1995"]  # type: ignore[attr-defined]
