"""Slash commands, a message's menu, forms and private notices on the sandbox page, in a real browser."""

import pytest
from playwright.async_api import Page, expect

from adapters.sandbox.discord.messages import Change, Draft
from adapters.sandbox.discord.model import Callback, InteractionKind
from tests.journeys.browser import Sandbox, message
from tests.journeys.page_parts import EPHEMERAL, ask_form, button, last, no_answer, register, row, show, suggest, type_command

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]
OPTIONS = "#suggestions [role=option]"


async def test_a_command_is_found_filled_in_and_given_by_keys(page: Page, sandbox: Sandbox) -> None:
    """/ lists what there is, letters narrow it, the bot completes the title while one types, Enter gives the command."""
    register(sandbox)
    box = page.locator("#box")
    await box.press_sequentially("/")
    await expect(page.locator(OPTIONS)).to_have_count(3)
    await expect(page.locator(OPTIONS).first).to_contain_text("/similar title (required) yearTitles like one that you name")
    await expect(page.locator(OPTIONS).last).to_contain_text("/watchlist show")
    await box.press_sequentially("sim")
    await expect(page.locator(OPTIONS)).to_have_count(1)
    await page.keyboard.press("Enter")
    title = page.get_by_role("combobox", name="title")
    await expect(title).to_be_focused()
    await expect(page.locator("#hint")).to_have_text("Type its beginning")
    await title.press_sequentially("hea")
    asked = await last(
        sandbox, InteractionKind.AUTOCOMPLETE, lambda one: one.data["options"] == [
            {"type": 3, "name": "title", "value": "hea", "focused": True}
        ]
    )  # fmt: skip
    suggest(sandbox, asked, a="Heat (1986)", b="Heat (1995)")
    choices = page.get_by_role("listbox", name="Type its beginning").get_by_role("option")
    await expect(choices).to_have_text(["Heat (1986)", "Heat (1995)"])
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    await expect(title).to_have_value("Heat (1995)")
    await page.get_by_role("button", name="+ year").click()
    await page.get_by_role("textbox", name="year").fill("1990")
    await page.keyboard.press("Enter")
    given = await last(sandbox, InteractionKind.COMMAND)
    assert (given.user_id, given.channel_id, given.data["name"]) == (sandbox.id_of("Ada"), sandbox.channel(), "similar")
    assert given.data["options"] == [
        {"type": 3, "name": "title", "value": "b"},
        {"type": 4, "name": "year", "value": 1990},
    ]
    await expect(box).to_be_focused()
    await expect(box).to_have_value("")


async def test_a_command_that_is_not_whole_is_not_given_and_loses_nothing(page: Page, sandbox: Sandbox) -> None:
    """What is missing or does not fit is said; Escape leaves; what was typed is there when the command is chosen again."""
    register(sandbox)
    await type_command(page, "/similar ")
    await expect(page.get_by_role("combobox", name="title")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator("#hint")).to_have_text("title: write something, it is required.")
    await expect(page.locator("#announcer")).to_contain_text("title: write something")
    await page.get_by_role("button", name="+ year").click()
    await page.get_by_role("textbox", name="year").fill("95")
    await page.get_by_role("combobox", name="title").fill("Heat")
    await page.keyboard.press("Enter")
    await expect(page.locator("#hint")).to_have_text("year: write a number from 1900 to 2030.")
    await expect(page.get_by_role("textbox", name="year")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.locator("#box")).to_be_focused()
    await type_command(page, "/similar ")
    await expect(page.get_by_role("combobox", name="title")).to_have_value("Heat")
    await expect(page.get_by_role("textbox", name="year")).to_have_value("95")
    assert [one for one in sandbox.world.state.interactions.values() if one.kind is InteractionKind.COMMAND] == []


async def test_suggestions_that_do_not_come_are_told(page: Page, sandbox: Sandbox) -> None:
    """The person reads that the application did not respond, and can give the command with what was typed."""
    register(sandbox)
    await type_command(page, "/similar ")
    await page.get_by_role("combobox", name="title").press_sequentially("Heat")
    await last(sandbox, InteractionKind.AUTOCOMPLETE, lambda one: "Heat" in str(one.data))
    no_answer(sandbox)
    await expect(page.locator(".list-note")).to_contain_text("did not respond")
    await page.keyboard.press("Enter")
    given = await last(sandbox, InteractionKind.COMMAND)
    assert given.data["options"] == [{"type": 3, "name": "title", "value": "Heat"}]


async def test_commands_are_offered_to_those_who_may_use_them(page: Page, sandbox: Sandbox) -> None:
    """/settings is for moderators: Ada does not find it, Chloe does; a new registration is there at once."""
    register(sandbox)
    box = page.locator("#box")
    await box.press_sequentially("/set")
    await expect(page.locator(OPTIONS)).to_have_count(0)
    await box.fill("")
    await page.get_by_label("Chloe").check()
    await box.press_sequentially("/set")
    await expect(page.locator(OPTIONS)).to_contain_text(["/settings"])
    await box.fill("")
    register(sandbox, [{"name": "help", "description": "What I can do"}])
    await box.press_sequentially("/")
    await expect(page.locator(OPTIONS)).to_contain_text(["/help"])


async def test_a_promised_answer_shows_thinking_then_its_text(page: Page, sandbox: Sandbox) -> None:
    """Who used which command stands above; "thinking" is there from the first moment and gives way to the answer."""
    register(sandbox)
    await type_command(page, "/watchlist show ")
    await page.keyboard.press("Enter")
    given = await last(sandbox, InteractionKind.COMMAND)
    await expect(page.locator(".message")).to_contain_text("Matinee is thinking…")
    answered = sandbox.world.answer_later(given, flags=0)
    await expect(page.locator(".message .reference-line")).to_have_text("Ada used /watchlist show")
    await expect(page.locator(".message")).to_have_count(1)
    sandbox.world.change_answer(answered, "@original", Change("Your list is **empty**."))
    await expect(page.locator(".message .content").first).to_contain_text("Your list is empty.")
    await expect(page.locator(".thinking")).to_have_count(0)
    await expect(page.locator("#announcer")).to_contain_text("Matinee: Your list is empty.")


async def test_a_private_notice_is_seen_by_one_person_until_dismissed(page: Page, sandbox: Sandbox) -> None:
    """Ben never sees Ada's; it says that only she can see it, and can be put away; a reload ends another one."""
    register(sandbox)
    for text in ("first notice", "second notice"):
        await type_command(page, "/watchlist show ")
        await page.keyboard.press("Enter")
        given = await last(sandbox, InteractionKind.COMMAND)
        sandbox.world.answer_message(given, Draft(text, flags=EPHEMERAL))
        await expect(message(page, text)).to_contain_text("Only you can see this")
    await page.get_by_label("Ben").check()
    await expect(page.locator(".message")).to_have_count(0)
    await page.get_by_label("Ada").check()
    await message(page, "first notice").get_by_role("button", name="Dismiss message").click()
    await expect(message(page, "first notice")).to_have_count(0)
    await expect(message(page, "second notice")).to_be_visible()
    ada = sandbox.id_of("Ada")
    left = sandbox.world.messages_in(sandbox.channel(), seen_by=ada)
    assert [one.content for one in left] == ["second notice"]
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("movie-club")
    await expect(page.locator("#intro")).to_contain_text("Welcome")
    await expect(page.locator(".message")).to_have_count(0)


async def test_a_command_without_an_answer_says_so(page: Page, sandbox: Sandbox) -> None:
    """After three seconds "The application did not respond" stands in its place, said aloud, and can be dismissed."""
    register(sandbox)
    await type_command(page, "/watchlist clear ")
    await page.keyboard.press("Enter")
    await last(sandbox, InteractionKind.COMMAND)
    no_answer(sandbox)
    failed = message(page, "The application did not respond")
    await expect(failed).to_contain_text("Ada used /watchlist clear")
    await expect(page.locator("#announcer")).to_contain_text("The application did not respond.")
    await failed.get_by_role("button", name="Dismiss message").click()
    await expect(page.locator(".message")).to_have_count(0)


async def test_a_messages_menu_offers_the_applications_commands(page: Page, sandbox: Sandbox) -> None:
    """By keys from the message to its menu to the command, which the bot gets with the message."""
    register(sandbox)
    posted = sandbox.world.person_posts(sandbox.id_of("Ben"), sandbox.channel(), "something tense")
    await expect(message(page, "something tense")).to_be_visible()
    await page.locator("#box").focus()
    for key in ("Shift+Tab", "Tab", "Tab", "Tab"):
        await page.keyboard.press(key)
    await expect(page.get_by_role("button", name="More: Apps")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("menuitem", name="Ask Matinee")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="More: Apps")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("menuitem", name="Ask Matinee")).to_be_focused()
    await page.keyboard.press("Enter")
    given = await last(sandbox, InteractionKind.COMMAND)
    assert (given.data["name"], given.data["target_id"]) == ("Ask Matinee", posted.id)


async def test_a_form_keeps_what_was_typed_until_it_is_sent(page: Page, sandbox: Sandbox) -> None:
    """It opens where the click was made, with named fields; a failed sending and a closed dialog lose nothing."""
    show(sandbox, row(button("Not helpful")), text="an answer")
    fields = (
        {"custom_id": "why", "label": "What was wrong?", "style": 2, "max_length": 200},
        {"custom_id": "who", "label": "You"},
    )
    dialog = page.get_by_role("dialog", name="Feedback")

    async def open_form() -> None:
        await page.get_by_role("button", name="Not helpful").click()
        clicked = await last(sandbox, InteractionKind.COMPONENT)
        ask_form(sandbox, clicked, *(dict(one) for one in fields))
        await expect(dialog.get_by_label("What was wrong?")).to_be_focused()

    await open_form()
    await dialog.get_by_label("What was wrong?").fill("too old")
    await page.keyboard.press("Escape")
    await expect(dialog).to_be_hidden()
    await open_form()
    await expect(dialog.get_by_label("What was wrong?")).to_have_value("too old")
    await dialog.get_by_role("button", name="Submit").click()  # the second field is required
    await expect(dialog.get_by_label("You")).to_be_focused()
    await page.keyboard.type("Ada")
    await page.keyboard.press("Enter")
    await last(sandbox, InteractionKind.FORM)
    no_answer(sandbox)
    await expect(dialog.get_by_role("alert")).to_contain_text("nothing is lost")
    await dialog.get_by_role("button", name="Submit").click()
    sent = await last(sandbox, InteractionKind.FORM)
    answers = [one["component"] for one in sent.data["components"]]  # type: ignore[attr-defined]
    assert [(one["custom_id"], one["value"]) for one in answers] == [("why", "too old"), ("who", "Ada")]
    sandbox.world.answer_with(sent, Callback.UPDATE_LATER)
    await expect(dialog).to_be_hidden()


async def test_a_refused_command_is_explained(page: Page, sandbox: Sandbox) -> None:
    """A command that vanished while it was filled in is named with the way out, and the page works on."""
    register(sandbox)
    await type_command(page, "/similar ")
    await page.get_by_role("combobox", name="title").fill("Heat")
    sandbox.world.state.commands = []
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("alert").first).to_contain_text("type / to see those that are")
    await expect(page.get_by_role("combobox", name="title")).to_have_value("Heat")
