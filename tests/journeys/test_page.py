"""What somebody at the sandbox page sees and does, in a real browser. The test moves the world in place of the bot."""

import pytest
from playwright.async_api import Page, expect

from tests.journeys.browser import Sandbox, ask, bot_thread, message

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]


async def test_a_prompt_fills_the_box_with_a_mention(page: Page, sandbox: Sandbox) -> None:
    """A newcomer's first click on an example leaves it ready to send, and sending it mentions the bot."""
    await page.get_by_role("button", name="a heist film from the 90s").click()
    await expect(page.locator("#box")).to_have_value("@Matinee a heist film from the 90s")
    await expect(page.locator("#box")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".message .chip.mention")).to_have_text("@Matinee")
    [posted] = sandbox.world.messages_in(sandbox.channel())
    assert posted.content == f"{sandbox.world.mention_of_bot} a heist film from the 90s"
    assert posted.mentions == (sandbox.world.bot_id,)
    await expect(page.locator(".prompts")).to_have_count(0)


async def test_typing_at_offers_people_and_keys_choose(page: Page, sandbox: Sandbox) -> None:
    """@ opens the list with the bot first, letters narrow it, arrows and Enter choose, Escape closes."""
    box = page.locator("#box")
    await box.press_sequentially("hello @")
    options = page.get_by_role("option").locator(".name")
    await expect(options).to_have_text(["Matinee", "Ada", "Ben", "Chloe"])
    await box.press("ArrowDown")
    await box.press("ArrowDown")
    await expect(page.get_by_role("option", selected=True).locator(".name")).to_have_text("Ben")
    await box.press("Enter")
    await expect(box).to_have_value("hello @Ben ")
    await box.press_sequentially("and @ma")
    await expect(options).to_have_text(["Matinee"])
    await box.press("Tab")
    await expect(box).to_have_value("hello @Ben and @Matinee ")
    await box.press_sequentially("@c")
    await box.press("Escape")
    await expect(options).to_have_count(0)
    await box.press("Enter")
    await expect(message(page, "hello")).to_be_visible()
    [posted] = sandbox.world.messages_in(sandbox.channel())
    assert posted.content == f"hello <@{sandbox.id_of('Ben')}> and <@{sandbox.world.bot_id}> @c"


async def test_shift_enter_starts_a_line_and_blank_text_is_not_sent(page: Page, sandbox: Sandbox) -> None:
    """Enter sends, Shift+Enter does not, and spaces alone are no message."""
    box = page.locator("#box")
    await box.press_sequentially("  ")
    await box.press("Enter")
    await box.fill("one")
    await box.press("Shift+Enter")
    await box.press_sequentially("two")
    await box.press("Enter")
    await expect(message(page, "one")).to_be_visible()
    assert [found.content for found in sandbox.world.messages_in(sandbox.channel())] == ["one\ntwo"]


async def test_one_writes_as_the_person_chosen_and_a_reload_remembers(page: Page, sandbox: Sandbox) -> None:
    """The person switch decides the author, by mouse or by arrow keys, and survives a reload of the tab."""
    await page.get_by_label("Ben").check()
    await page.locator("#box").fill("Ben here")
    await page.locator("#box").press("Enter")
    await expect(message(page, "Ben here").locator(".author")).to_have_text("Ben")
    await page.get_by_label("Ben").press("ArrowDown")
    await expect(page.get_by_label("Chloe")).to_be_checked()
    await page.reload()
    await expect(page.get_by_label("Chloe")).to_be_checked()
    [posted] = sandbox.world.messages_in(sandbox.channel())
    assert posted.author_id == sandbox.id_of("Ben")


async def test_a_thread_is_found_from_its_starter_message(page: Page, sandbox: Sandbox) -> None:
    """Somebody else's thread shows as a card under its message and in the left column; it opens with the starter on top."""
    bot_thread(sandbox, name="heists")
    card = message(page, "a heist film").locator(".thread-card")
    await expect(card).to_contain_text("1 thread")
    await expect(card).to_contain_text("Searching …")
    await expect(page.get_by_role("navigation").get_by_role("button", name="heists")).to_be_visible()
    await card.click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("heists")
    await expect(page.locator(".message")).to_have_count(2)
    await expect(page.locator(".message").first).to_contain_text("@Matinee a heist film")
    await page.get_by_role("main").get_by_role("button", name="movie-club").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("movie-club")


async def test_the_view_follows_into_the_thread_that_answers_ones_question(page: Page, sandbox: Sandbox) -> None:
    """After one's own question the view goes into its thread, and the box writes there."""
    await ask(page, "@Matinee something short")
    [asked] = sandbox.world.messages_in(sandbox.channel())
    thread = sandbox.world.open_thread(sandbox.world.bot_id, sandbox.channel(), "something short", message_id=asked.id)
    await expect(page.get_by_role("heading", level=1)).to_have_text("something short")
    await expect(page.locator("#box")).to_be_focused()
    await ask(page, "shorter still")
    assert [found.content for found in sandbox.world.messages_in(thread.id)] == ["shorter still"]


async def test_the_view_stays_when_one_has_begun_to_write(page: Page, sandbox: Sandbox) -> None:
    """A half-written message is never carried into another place."""
    await ask(page, "@Matinee something short")
    await page.locator("#box").fill("by the w")
    [asked] = sandbox.world.messages_in(sandbox.channel())
    sandbox.world.open_thread(sandbox.world.bot_id, sandbox.channel(), "a thread", message_id=asked.id)
    await expect(page.locator(".thread-card")).to_be_visible()
    await expect(page.get_by_role("heading", level=1)).to_have_text("movie-club")
    await expect(page.locator("#box")).to_have_value("by the w")


async def test_an_edit_changes_the_text_in_place(page: Page, sandbox: Sandbox) -> None:
    """A growing answer keeps its element, shows the newest text and is marked as edited."""
    _, answer = bot_thread(sandbox)
    await page.locator(".thread-card").click()
    item = message(page, "Searching …")
    await expect(item.locator(".edited")).to_have_count(0)
    await item.evaluate("element => { element.marked = true }")
    for text in ("**Heat**", "**Heat** (1995)", "**Heat** (1995), two professionals"):
        sandbox.world.person_edits(answer, text)
    grown = message(page, "two professionals")
    await expect(grown).to_be_visible()
    assert await grown.evaluate("element => element.marked") is True
    await expect(grown.locator("strong")).to_have_text("Heat")
    await expect(grown.locator(".edited")).to_have_text(" (edited)")
    sandbox.world.person_edits(answer, "Two:\n- **Heat**\n- **Ronin**")
    await expect(page.locator(".content li").last).to_have_text("Ronin (edited)")


AT_END = "element => element.scrollHeight - element.scrollTop - element.clientHeight < 3"


async def test_the_log_sticks_to_its_end_only_when_one_is_there(page: Page, sandbox: Sandbox) -> None:
    """At the end, growth scrolls along; further up, neither an edit nor a new message moves what one reads."""
    thread, answer = bot_thread(sandbox)
    await page.locator(".thread-card").click()
    sandbox.world.person_edits(answer, "\n".join(f"- line {number}" for number in range(80)))
    await expect(message(page, "line 79")).to_be_visible()
    scroller = page.locator("#scroller")
    await expect(page.locator("#jump")).to_be_hidden()
    assert await scroller.evaluate(AT_END)
    await scroller.evaluate("element => { element.scrollTop = 300; }")
    sandbox.world.person_edits(answer, "\n".join(f"- row {number}" for number in range(90)))
    sandbox.world.person_posts(sandbox.id_of("Ben"), thread, "a new one below")
    await expect(page.locator("#jump")).to_be_visible()
    assert await scroller.evaluate("element => element.scrollTop") == 300
    await page.locator("#jump").click()
    assert await scroller.evaluate(AT_END)
    await expect(page.locator("#jump")).to_be_hidden()


async def test_reactions_are_pills_that_a_click_adds_and_removes(page: Page, sandbox: Sandbox) -> None:
    """The bot's reaction appears by itself; a click joins in as the current person, a second one takes it back."""
    world = sandbox.world
    posted = world.person_posts(sandbox.id_of("Ben"), sandbox.channel(), "how about tonight")
    world.react(world.bot_id, sandbox.channel(), posted.id, "👀")
    pill = message(page, "tonight").locator(".pill[data-emoji='👀']")
    await expect(pill).to_have_attribute("aria-pressed", "false")
    await pill.click()
    await expect(pill).to_have_attribute("aria-pressed", "true")
    await expect(pill).to_contain_text("2")
    assert world.message(posted.id).reactions[0].user_ids == (world.bot_id, sandbox.id_of("Ada"))
    await pill.click()
    await expect(pill).to_have_attribute("aria-pressed", "false")
    assert world.message(posted.id).reactions[0].user_ids == (world.bot_id,)
    world.unreact(world.bot_id, sandbox.channel(), posted.id, "👀")
    await expect(pill).to_have_count(0)


async def test_a_message_is_reached_and_reacted_to_by_keys_alone(page: Page, sandbox: Sandbox) -> None:
    """The log is one tab stop; arrows choose the message, Tab its buttons, arrows and Enter the emoji; focus comes back."""
    for text in ("first", "second"):
        posted = sandbox.world.person_posts(sandbox.id_of("Ben"), sandbox.channel(), text)
    await expect(message(page, "second")).to_be_visible()
    await page.locator("#box").focus()
    await page.keyboard.press("Shift+Tab")
    await expect(message(page, "second")).to_be_focused()
    await page.keyboard.press("ArrowUp")
    await expect(message(page, "first")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Tab")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog", name="Pick a reaction")).to_be_visible()
    await page.keyboard.press("Enter")
    await expect(page.locator(".pill[data-emoji='🛑']")).to_be_visible()
    await expect(message(page, "second").get_by_label("Add a reaction").last).to_be_focused()
    assert sandbox.world.message(posted.id).reactions[0].user_ids == (sandbox.id_of("Ada"),)


async def test_ones_own_message_can_be_edited_and_deleted(page: Page, sandbox: Sandbox) -> None:
    """Arrow up edits the last own message; deleting asks first; mentions read as names in the editor."""
    posted = sandbox.world.person_posts(sandbox.id_of("Ada"), sandbox.channel(), f"{sandbox.world.mention_of_bot} long films")
    await expect(message(page, "long films")).to_be_visible()
    await page.locator("#box").press("ArrowUp")
    editor = page.get_by_label("Edit your message")
    await expect(editor).to_have_value("@Matinee long films")
    await editor.fill("@Matinee short films")
    await editor.press("Enter")
    await expect(message(page, "short films").locator(".edited")).to_be_visible()
    assert sandbox.world.message(posted.id).content == f"{sandbox.world.mention_of_bot} short films"
    await message(page, "short films").hover()
    await page.get_by_role("button", name="Delete").click()
    await page.get_by_role("button", name="Keep it").click()
    await expect(message(page, "short films")).to_be_visible()
    await page.get_by_role("button", name="Delete").click()
    await page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    await expect(page.locator(".message")).to_have_count(0)
    assert sandbox.world.messages_in(sandbox.channel()) == []


async def test_only_a_moderator_may_delete_others_messages_and_lock_threads(page: Page, sandbox: Sandbox) -> None:
    """Ada finds neither button; Chloe has both; in the locked thread Ada's box is closed and says why."""
    bot_thread(sandbox)
    await page.locator(".thread-card").click()
    await message(page, "Searching …").hover()
    await expect(message(page, "Searching …").get_by_role("button", name="Delete")).to_have_count(0)
    await expect(page.get_by_role("button", name="Lock thread")).to_have_count(0)
    await page.get_by_label("Chloe").check()
    await message(page, "Searching …").hover()
    await expect(message(page, "Searching …").get_by_role("button", name="Delete")).to_be_visible()
    await page.get_by_role("button", name="Lock thread").click()
    await expect(page.locator("#bar-title")).to_contain_text("locked")
    await expect(page.locator("#box")).to_be_enabled()
    await page.get_by_label("Ada").check()
    await expect(page.locator("#box")).to_be_disabled()
    await expect(page.locator("#box")).to_have_attribute("placeholder", "This thread is locked: only a moderator may write")


async def test_a_reply_shows_what_it_answers(page: Page, sandbox: Sandbox) -> None:
    """Reply marks the box, sends the reference, and the answer shows the first words of the original."""
    original = sandbox.world.person_posts(sandbox.id_of("Ben"), sandbox.channel(), "who brings snacks?")
    await message(page, "snacks").hover()
    await page.get_by_role("button", name="Reply").click()
    await expect(page.locator("#replying")).to_contain_text("Replying to Ben")
    await ask(page, "me")
    reference = page.locator(".message", has_text="me").last.locator(".reference-line")
    await expect(reference).to_contain_text("who brings snacks?")
    await expect(page.locator("#replying")).to_be_hidden()
    answer = sandbox.world.messages_in(sandbox.channel())[-1]
    assert answer.refers_to == (sandbox.channel(), original.id)


async def test_a_direct_message_with_the_bot_is_ones_own(page: Page, sandbox: Sandbox) -> None:
    """The direct message opens from the left column, and Ben does not see Ada's."""
    await page.get_by_role("navigation").get_by_role("button", name="Matinee").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Matinee")
    await ask(page, "psst")
    channel = sandbox.world.open_dm(sandbox.id_of("Ada"))
    assert [found.content for found in sandbox.world.messages_in(channel.id)] == ["psst"]
    await page.get_by_label("Ben").check()
    await expect(page.get_by_role("heading", level=1)).to_have_text("movie-club")
    await page.get_by_role("navigation").get_by_role("button", name="Matinee").click()
    await expect(page.get_by_role("heading", name="A word with Matinee")).to_be_visible()
    await expect(page.locator(".message")).to_have_count(0)


async def test_a_refused_message_is_explained_and_not_lost(page: Page, sandbox: Sandbox) -> None:
    """Too long for Discord: the count says so, then a plain sentence, and the text is back in the box."""
    await page.locator("#box").fill("x" * 2500)
    await expect(page.locator("#hint")).to_have_text("2500 of 2000 characters: shorten it to send")
    await page.locator("#box").press("Enter")
    await expect(page.get_by_role("alert")).to_contain_text("too long")
    await expect(page.locator("#box")).to_have_value("x" * 2500)
    assert sandbox.world.messages_in(sandbox.channel()) == []


async def test_typing_shows_until_the_message_comes(page: Page, sandbox: Sandbox) -> None:
    """The bot's typing sign appears and goes with its message."""
    world = sandbox.world
    world.typing(world.bot_id, sandbox.channel())
    await expect(page.locator("#typing")).to_have_text("Matinee is typing")
    world.person_posts(world.bot_id, sandbox.channel(), "here")
    await expect(page.locator("#typing")).to_have_text("")


async def test_messages_are_announced_to_screen_readers(page: Page, sandbox: Sandbox) -> None:
    """Others' messages are said in the live region once; one's own and edits are not."""
    posted = sandbox.world.person_posts(sandbox.id_of("Ben"), sandbox.channel(), "hello **all**")
    await expect(page.locator("#announcer")).to_have_text("Ben: hello all")
    sandbox.world.person_edits(posted.id, "hello you")
    await ask(page, "hi Ben")
    await expect(page.locator("#announcer p")).to_have_count(1)
