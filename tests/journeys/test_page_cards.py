"""Cards, buttons, menus, pictures and spoilers on the sandbox page, in a real browser."""

import base64

import pytest
from playwright.async_api import Browser, Page, expect

from adapters.sandbox.discord.messages import Draft
from adapters.sandbox.discord.model import Attachment, Callback, InteractionKind
from adapters.sandbox.discord.server import DiscordServer
from adapters.sandbox.discord.world import World
from adapters.sandbox.page_server import add_page
from tests.journeys.browser import Sandbox, message, open_page
from tests.journeys.page_parts import button, last, no_answer, row, say, show

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

POSTER = {"type": 11, "media": {"url": "https://images.invalid/p.jpg"}, "description": "Poster of Heat (1995)"}
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==")


async def test_a_card_shows_its_text_picture_and_buttons(page: Page, sandbox: Sandbox) -> None:
    """Heading, facts and buttons are there; a picture from outside is never asked for and its words stand in its place."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    tones = [button(f"tone {style}", style=style) for style in (1, 2, 3, 4)]
    link = {"type": 2, "style": 5, "label": "more", "url": "https://example.org/heat"}
    text = {"type": 9, "components": [say("### Heat (1995)\nrated **8.3**")], "accessory": POSTER}
    parts = [text, {"type": 14}, row(*tones, link), row(button("gone", disabled=True))]
    show(sandbox, {"type": 17, "accent_color": 0xFFC857, "components": parts}, say("-# a source"))
    card = message(page, "Heat (1995)")
    await expect(card.get_by_role("heading", name="Heat (1995)")).to_be_visible()
    await expect(card.locator("strong")).to_have_text("8.3")
    await expect(card.get_by_role("img", name="Poster of Heat (1995)")).to_contain_text("Poster of Heat (1995)")
    for style in (1, 2, 3, 4):
        await expect(card.get_by_role("button", name=f"tone {style}")).to_be_enabled()
    colours = await card.locator(".component-button:enabled").evaluate_all(
        "all => new Set(all.filter(e => e.tagName === 'BUTTON').map(e => getComputedStyle(e).backgroundColor)).size"
    )
    assert colours == 4
    await expect(card.get_by_role("button", name="gone")).to_be_disabled()
    await expect(card.get_by_role("link", name="more")).to_have_attribute("href", "https://example.org/heat")
    await expect(card.locator(".subtext")).to_have_text("a source")
    assert [url for url in asked if not url.startswith((sandbox.url, sandbox.url.replace("http", "ws")))] == []


async def test_a_click_is_made_by_the_person_chosen_and_waits_for_its_answer(page: Page, sandbox: Sandbox) -> None:
    """Ben's click says that it works on it; the answer changes the message in place and the focus stays on the button."""
    posted = show(sandbox, row(button("Seen it", "t:seen:1")), text="a title")
    await page.get_by_label("Ben").check()
    pressed = page.get_by_role("button", name="Seen it")
    await pressed.focus()
    await page.keyboard.press("Enter")
    clicked = await last(sandbox, InteractionKind.COMPONENT)
    assert (clicked.user_id, clicked.message_id) == (sandbox.id_of("Ben"), posted.id)
    assert clicked.data["custom_id"] == "t:seen:1"
    await expect(pressed).to_have_attribute("aria-busy", "true")
    sandbox.world.answer_with(clicked, Callback.UPDATE_LATER)
    await expect(pressed).to_have_attribute("aria-busy", "false")
    await expect(pressed).to_be_focused()


async def test_a_click_without_an_answer_says_so_until_the_next_one(page: Page, sandbox: Sandbox) -> None:
    """ "This interaction failed" stands under the message for whoever clicked, and for nobody else."""
    show(sandbox, row(button("Seen it")), text="a title")
    pressed = page.get_by_role("button", name="Seen it")
    await pressed.click()
    await last(sandbox, InteractionKind.COMPONENT)
    no_answer(sandbox)
    await expect(page.locator(".failure")).to_have_text("This interaction failed")
    await page.get_by_label("Ben").check()
    await expect(page.locator(".failure")).to_have_text("")
    await page.get_by_label("Ada").check()
    await pressed.click()
    sandbox.world.answer_with(await last(sandbox, InteractionKind.COMPONENT), Callback.UPDATE_LATER)
    await expect(page.locator(".failure")).to_have_text("")


async def test_a_click_on_what_is_gone_is_explained(page: Page, sandbox: Sandbox) -> None:
    """In a locked thread, where Discord refuses every click, the person reads why."""
    world = sandbox.world
    asked = world.person_posts(sandbox.id_of("Ada"), sandbox.channel(), "a question")
    thread = world.open_thread(world.bot_id, sandbox.channel(), "a thread", message_id=asked.id)
    show(sandbox, row(button("Seen it")), text="a title", channel=thread.id)
    world.lock_thread(thread.id)
    await page.locator(".thread-card").click()
    await page.get_by_role("button", name="Seen it").click()
    await expect(page.get_by_role("alert")).to_contain_text("locked or archived")


async def test_menus_are_chosen_from_by_keys(page: Page, sandbox: Sandbox) -> None:
    """One choice is sent at once; of several, all when the list closes; Escape gives the focus back."""
    options = [{"label": name, "value": name[:2], "description": f"in {name}"} for name in ("English", "Magyar", "Deutsch")]
    one = {"type": 3, "custom_id": "one", "placeholder": "A language", "options": options}
    many = {"type": 3, "custom_id": "many", "placeholder": "Languages", "options": options, "min_values": 0, "max_values": 2}
    show(sandbox, row(one), row(many), text="choose")
    menu = page.get_by_role("combobox", name="A language")
    await menu.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("option", name="English")).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await page.keyboard.press("Enter")
    chosen = await last(sandbox, InteractionKind.COMPONENT)
    assert (chosen.data["custom_id"], chosen.data["values"]) == ("one", ["Ma"])
    await expect(menu).to_be_focused()
    sandbox.world.answer_with(chosen, Callback.UPDATE_LATER)
    await page.get_by_role("combobox", name="Languages").click()
    for key in ("Enter", "End", "Enter", "ArrowUp", "Enter"):  # the third is one too many
        await page.keyboard.press(key)
    await expect(page.get_by_role("option", selected=True)).to_have_count(2)
    await page.keyboard.press("Escape")
    chosen = await last(sandbox, InteractionKind.COMPONENT)
    assert (chosen.data["custom_id"], chosen.data["values"]) == ("many", ["En", "De"])


async def test_spoilers_are_hidden_until_they_are_asked_for(page: Page, sandbox: Sandbox) -> None:
    """Neither the text nor a preview or an announcement gives it away; Enter reveals it, a click too."""
    ben = sandbox.id_of("Ben")
    posted = sandbox.world.person_posts(ben, sandbox.channel(), "the killer is ||the [narrator](https://example.org)||")
    cover = page.locator(".spoiler").first
    await expect(cover).to_be_visible()
    await expect(page.get_by_text("narrator")).to_be_hidden()
    await expect(page.locator("#announcer")).to_have_text("Ben: the killer is (spoiler)")
    await cover.focus()
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("link", name="narrator")).to_be_visible()
    sandbox.world.person_posts(ben, sandbox.channel(), "told you", reply_to=posted.id)
    await expect(page.locator(".reference-line")).to_contain_text("(spoiler)")
    show(sandbox, {"type": 17, "spoiler": True, "components": [say("he was dead all along")]})
    await expect(page.get_by_text("dead all along")).to_be_hidden()
    await expect(page.locator("#announcer")).not_to_contain_text("dead all along")
    await page.get_by_role("button", name="Spoiler, hidden box").click()
    await expect(page.get_by_text("dead all along")).to_be_visible()


async def test_files_of_the_sandbox_are_shown_and_given(browser: Browser) -> None:
    """A picture loads from this server with its words, one that is gone shows them, another file is a link."""
    server = DiscordServer(World())
    add_page(server.app, server.world, server.faults)
    await server.start()
    try:
        world = server.world
        files = [
            Attachment(world.state.new_id(), "still.png", PIXEL, "image/png", "A still of Heat"),
            Attachment(world.state.new_id(), "broken.png", b"no picture", "image/png", "A broken still"),
            Attachment(world.state.new_id(), "mine.json", b"{}", "application/json"),
        ]
        draft = Draft("your files", attachments=tuple(files))
        world.post(world.bot_id, world.channel_named("movie-club").id, draft)
        page = await open_page(browser, server.root_url.replace("127.0.0.1", "localhost"))
        image = page.locator("img.picture")
        await expect(image).to_have_attribute("alt", "A still of Heat")
        await expect(image).to_have_js_property("naturalWidth", 1)
        await expect(page.get_by_role("img", name="A broken still")).to_contain_text("A broken still")
        async with page.expect_download() as download:
            await page.get_by_role("link", name="mine.json").click()
        assert (await download.value).suggested_filename == "mine.json"
        await page.context.close()
    finally:
        await server.stop()


async def test_an_edit_takes_buttons_away_and_marks_the_card(page: Page, sandbox: Sandbox) -> None:
    """Components follow the message: after an edit the old button is gone, and the message says that it was edited."""
    from adapters.sandbox.discord.components import read_components
    from adapters.sandbox.discord.messages import Change

    posted = show(sandbox, say("two titles"), row(button("Seen it")))
    await expect(page.get_by_role("button", name="Seen it")).to_be_visible()
    parts = read_components([say("two titles, both seen")], v2=True, media=lambda url: {"url": url})
    sandbox.world.edit(sandbox.world.bot_id, posted.id, Change(components=parts))
    await expect(message(page, "both seen").locator(".edited")).to_have_text("(edited)")
    await expect(page.get_by_role("button", name="Seen it")).to_have_count(0)
    await page.get_by_label("Chloe").check()
    sandbox.world.delete(sandbox.id_of("Chloe"), posted.id)
    await expect(page.locator(".message")).to_have_count(0)


async def test_a_reply_to_what_was_deleted_says_so(page: Page, sandbox: Sandbox) -> None:
    """The words of a message that is gone are nowhere on the page, nor are they in an answer to it."""
    world, channel = sandbox.world, sandbox.channel()
    original = world.person_posts(sandbox.id_of("Ben"), channel, "a secret")
    world.person_posts(sandbox.id_of("Chloe"), channel, "hush", reply_to=original.id)
    await expect(page.locator(".reference-line")).to_contain_text("a secret")
    world.person_deletes(original.id)
    await expect(page.locator(".reference-line")).to_have_text("the message was deleted")
    await expect(page.get_by_role("main").get_by_text("a secret")).to_have_count(0)


async def test_restricted_and_slow_channels_are_marked(page: Page, sandbox: Sandbox) -> None:
    """A moderator switches them on in the panel; everybody sees it in the list, in the bar and at the box."""
    await page.get_by_role("tab", name="Faults").click()
    await expect(page.get_by_role("button", name="Slow mode")).to_be_disabled()
    await page.get_by_label("Chloe").check()
    await page.get_by_role("button", name="Slow mode").click()
    await page.get_by_role("button", name="Age-restricted", exact=True).click()
    await expect(page.locator("#bar-title")).to_contain_text("age-restricted")
    await expect(page.locator("#bar-title")).to_contain_text("slow mode 30 s")
    await expect(page.get_by_role("navigation").get_by_role("button", name="movie-club")).to_contain_text("18+")
    await page.get_by_label("Ada").check()
    await expect(page.locator("#hint")).to_have_text("Slow mode: one message in 30 seconds")
    await page.get_by_label("Chloe").check()
    await page.get_by_role("button", name="The bot may not write").click()
    await expect(page.get_by_role("button", name="The bot may not write")).to_have_attribute("aria-pressed", "true")
    await page.get_by_role("button", name="Age-restricted", exact=True).click()
    await expect(page.locator("#bar-title")).not_to_contain_text("age-restricted")


async def test_who_cannot_see_a_channel_is_not_shown_it(page: Page, sandbox: Sandbox) -> None:
    """Chloe closes a channel to others: Ada, looking at it or at its thread, finds neither any more, until it is opened."""
    world = sandbox.world
    asked = world.person_posts(sandbox.id_of("Ada"), sandbox.channel(), "a question")
    world.open_thread(world.bot_id, sandbox.channel(), "a thread", message_id=asked.id)
    await page.locator(".thread-card").click()
    places = page.get_by_role("navigation").get_by_role("button")
    await page.get_by_label("Chloe").check()
    await page.get_by_role("navigation").get_by_role("button", name="movie-club").click()
    await page.get_by_role("tab", name="Faults").click()
    await page.get_by_role("button", name="For moderators alone").click()
    await expect(places.filter(has_text="movie-club")).to_contain_text("not everybody sees it")
    await page.get_by_label("Ada").check()
    await expect(page.get_by_role("heading", level=1)).to_have_text("general")
    await expect(places.filter(has_text="movie-club")).to_have_count(0)
    await expect(places.filter(has_text="a thread")).to_have_count(0)
    await page.reload()
    await expect(page.get_by_role("heading", level=1)).to_have_text("general")
    world.allow("view_channel", sandbox.channel(), to=world.state.guild_id)
    await expect(places.filter(has_text="movie-club")).to_be_visible()
