"""The sandbox page under hostile or clumsy text, in narrow windows, and for people who need contrast and names."""

from typing import Literal

import pytest
from playwright.async_api import Browser, Page, expect

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.model import InteractionKind
from tests.journeys.browser import Sandbox, ask, bot_thread, call, message, open_page, retrieve
from tests.journeys.page_parts import ask_form, button, last, no_answer, register, row, say, show, suggest, type_command

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.slow]

ATTACKS = [
    "<img src=x onerror=window.hacked=1>",
    "<script>window.hacked=1</script>",
    "[click](javascript:window.hacked=1)",
    '[x](https://a.test/"onmouseover=window.hacked=1)',
    "**<b onclick=window.hacked=1>bold</b>**",
    "`<svg onload=window.hacked=1>`",
    "```html\n<iframe src=javascript:parent.hacked=1></iframe>\n```",
    "&lt;script&gt;window.hacked=1&lt;/script&gt;",
    "-# <style>body{display:none}</style>",
    "# <h1 onload=window.hacked=1>",
    "<@999999999999999999> <#999999999999999999> <@&1>",
    "data:text/html,<script>window.hacked=1</script>",
]


@pytest.mark.parametrize("attack", ATTACKS)
async def test_markup_in_messages_is_text(page: Page, sandbox: Sandbox, attack: str) -> None:
    """Written as a message, a thread's name, a person's name or a title, nothing becomes an element that acts."""
    world = sandbox.world
    world.add_person(f"<i onclick=window.hacked=1>{attack[:20]}")
    asked = world.person_posts(sandbox.id_of("Ada"), sandbox.channel(), attack)
    thread = world.open_thread(world.bot_id, sandbox.channel(), attack.splitlines()[0][:100], message_id=asked.id)
    retrieve(sandbox, thread.id)
    bad: JsonObject = {"titles": [{"id": attack, "title": attack, "year": 1999, "score": 0.6}], "filters": {attack: attack}}
    sandbox.run(thread.id, "node_output", {"node": "retrieve", "data": bad})
    sandbox.run(thread.id, "error", {"message": attack})
    sandbox.world.feed.publish("wire", {"kind": "gateway", "what": attack, "detail": attack})
    await page.locator(".thread-card").click()
    await expect(page.locator("#run .run-note.bad")).to_have_text(attack, use_inner_text=False)
    await page.get_by_role("tab", name="Wire").click()
    await expect(page.locator("#wire tbody tr")).to_have_count(1)
    found = await page.evaluate("""() => ({
        hacked: window.hacked ?? null,
        elements: document.querySelectorAll(':is(#chat, #panel) :is(img, script, iframe, style, b, i)').length,
        handlers: [...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length,
        links: [...document.querySelectorAll('a[target]')].filter(a => !/^https?:$/.test(a.protocol)).length,
    })""")
    assert found == {"hacked": None, "elements": 0, "handlers": 0, "links": 0}


async def test_a_mentioned_channel_opens(page: Page, sandbox: Sandbox) -> None:
    """A channel in a text is named and leads there; one that is not there is only named."""
    posted = f"see <#{sandbox.channel('general')}> and <#1>"
    sandbox.world.person_posts(sandbox.id_of("Ben"), sandbox.channel(), posted)
    await expect(page.locator(".content").first).to_have_text("see #general and #unknown")
    await expect(page.locator("#announcer")).to_have_text("Ben: see #general and #unknown")
    await page.get_by_role("button", name="#general").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("general")


async def test_markdown_is_shown_as_discord_shows_it(page: Page, sandbox: Sandbox) -> None:
    """Bold, italic, code, fences, lists, headings, subtext, quotes and links come out; an open fence runs to the end."""
    text = "\n".join(
        [
            "## Picks",
            "1. **Heat** and *Ronin* ~~Cube~~",
            "   - nested `code`",
            "2. [a link](https://example.org/a_b_c) snake_case_stays",
            "> a quote",
            "-# small print",
            "see https://example.org/x.",
            "```py",
            "x = '**no**'",
        ]
    )
    sandbox.world.person_posts(sandbox.id_of("Ben"), sandbox.channel(), text)
    content = page.locator(".content")
    await expect(content.get_by_role("heading", name="Picks")).to_be_visible()
    await expect(content.locator("ol > li")).to_have_count(2)
    await expect(content.locator("ol > li > ul > li > code")).to_have_text("code")
    await expect(content.locator("strong")).to_have_text("Heat")
    await expect(content.locator("em")).to_have_text("Ronin")
    await expect(content.locator("s")).to_have_text("Cube")
    await expect(content.locator("blockquote")).to_have_text("a quote")
    await expect(content.locator(".subtext")).to_have_text("small print")
    await expect(content.locator("pre")).to_have_text("x = '**no**'")
    links = content.get_by_role("link")
    await expect(links).to_have_text(["a link", "https://example.org/x"])
    await expect(links.first).to_have_attribute("rel", "noopener noreferrer nofollow")
    await expect(links.first).to_have_attribute("href", "https://example.org/a_b_c")


@pytest.mark.parametrize("piece", ["*a", "**a", "_a ", "`a``", "[a](", "~~a ", "<@1", "***", "- \n", "> ", "__*a ", "https://"])
async def test_no_text_makes_the_page_hang(page: Page, sandbox: Sandbox, piece: str) -> None:
    """Two thousand characters of half-open markup leave the page working."""
    sandbox.world.person_posts(sandbox.id_of("Ben"), sandbox.channel(), ("x" + piece * 2000)[:2000])
    await expect(page.locator(".message")).to_have_count(1)
    await ask(page, "still here")


@pytest.mark.parametrize("attack", ATTACKS)
async def test_markup_in_components_is_text(page: Page, sandbox: Sandbox, attack: str) -> None:
    """As a label, a custom id, an option, a placeholder, a picture's words, a form, a choice or a command's description."""
    short, world = attack.splitlines()[0][:40], sandbox.world
    option: JsonObject = {"label": short, "value": short, "description": short}
    menu: JsonObject = {"type": 3, "custom_id": short + "m", "placeholder": short, "options": [option]}
    picture: JsonObject = {
        "type": 11,
        "media": {"url": "https://a.invalid/x?" + short.replace(" ", "+")},
        "description": attack,
    }
    section: JsonObject = {"type": 9, "components": [say(attack)], "accessory": picture}
    link: JsonObject = {"type": 2, "style": 5, "label": short, "url": "https://a.invalid/"}
    parts = [section, row(menu), row(button(short, short, emoji={"name": short}), link)]
    posted = show(sandbox, {"type": 17, "accent_color": 1, "components": parts})
    evil = [link | {"url": "javascript:window.hacked=1"}, {"type": 99}, {"type": 12, "items": [picture]}]
    embed: JsonObject = {"title": attack, "url": "javascript:window.hacked=1", "fields": [{"name": attack, "value": attack}]}
    more: JsonObject = {"id": posted.id, "channel_id": posted.channel_id, "embeds": [embed]}
    world.feed.publish("message_update", more | {"components": [*posted.components, row(*evil[:1]), *evil[1:]]})
    given: JsonObject = {"type": 3, "name": "title", "description": short, "autocomplete": True, "required": True}
    register(sandbox, [{"name": "try", "description": short, "options": [given]}])
    await page.get_by_role("combobox").last.click()
    await expect(page.get_by_role("option")).to_be_visible()
    await page.keyboard.press("Escape")
    await page.locator(".component-button").first.click()
    field: JsonObject = {"custom_id": short, "label": short, "placeholder": short, "value": short}
    ask_form(sandbox, await last(sandbox, InteractionKind.COMPONENT), field, title=short)
    await expect(page.get_by_role("dialog").get_by_role("textbox")).to_have_value(short)
    await page.keyboard.press("Escape")
    await type_command(page, "/try ")
    asked = await last(sandbox, InteractionKind.AUTOCOMPLETE)
    suggest(sandbox, asked, x=short)
    await expect(page.locator(".choices [role=option]")).to_have_text(short, use_inner_text=False)
    found = await page.evaluate("""() => ({
        hacked: window.hacked ?? null,
        elements: document.querySelectorAll(':is(#chat, #form) :is(img, script, iframe, style, b, i)').length,
        handlers: [...document.querySelectorAll('*')].filter(e => [...e.attributes].some(a => a.name.startsWith('on'))).length,
        links: [...document.querySelectorAll('a[href]')].filter(a => !/^https?:$/.test(a.protocol)).length,
    })""")
    assert found == {"hacked": None, "elements": 0, "handlers": 0, "links": 0}


@pytest.mark.parametrize("width", [390, 800, 1280])
async def test_nothing_sticks_out_at_any_width(browser: Browser, sandbox: Sandbox, width: int) -> None:
    """Long words, code and names scroll or wrap inside their place: the page itself never scrolls sideways."""
    thread, answer = bot_thread(sandbox, name="n" * 100)
    sandbox.world.person_edits(answer, f"{'w' * 300}\n```\n{'c' * 300}\n```\nhttps://example.org/{'u' * 200}")
    retrieve(sandbox, thread)
    long = {"type": 9, "components": [say("h" * 300)], "accessory": button("b" * 80)}
    menu = {"type": 3, "custom_id": "m", "placeholder": "p" * 150, "options": [{"label": "o" * 100, "value": "o"}]}
    show(sandbox, {"type": 17, "components": [long, row(button("c" * 80), button("d" * 80)), row(menu)]}, channel=thread)
    sandbox.world.set_slow_mode(thread, 30)
    sandbox.world.set_age_restricted(sandbox.channel())
    sandbox.world.lock_thread(thread)
    opened = await open_page(browser, sandbox.url, width=width)
    await opened.locator(".thread-card").click()
    await expect(message(opened, "www")).to_be_visible()
    sizes = await opened.evaluate(
        "() => [document.documentElement, document.getElementById('chat'), document.getElementById('scroller')]"
        ".map(element => element.scrollWidth - element.clientWidth)"
    )
    assert sizes == [0, 0, 0]
    await opened.context.close()


async def test_on_a_phone_the_columns_are_drawers(browser: Browser, sandbox: Sandbox) -> None:
    """Channels and the panel open by their buttons, take the focus, and Escape gives it back; choosing a thread closes them."""
    bot_thread(sandbox, name="heists")
    opened = await open_page(browser, sandbox.url, width=390, height=844)
    await expect(opened.locator("#sidebar")).to_be_hidden()
    await opened.get_by_role("button", name="Channels and people").click()
    await expect(opened.locator("#sidebar")).to_be_visible()
    await opened.get_by_role("navigation").get_by_role("button", name="heists").click()
    await expect(opened.locator("#sidebar")).to_be_hidden()
    await expect(opened.get_by_role("heading", level=1)).to_have_text("heists")
    await opened.get_by_role("button", name="Run", exact=True).click()
    await expect(opened.get_by_role("tab", name="Run")).to_be_focused()
    await opened.keyboard.press("Escape")
    await expect(opened.locator("#panel")).to_be_hidden()
    await expect(opened.locator("#open-panel")).to_be_focused()
    await opened.context.close()


CONTRAST = """() => {
  const parse = text => (text.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [.2126, .7152, .0722][i], 0);
  const behind = element => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const [r, g, b, a = 1] = parse(getComputedStyle(at).backgroundColor);
      if (a > 0) layers.push([r, g, b, a]);
      if (a === 1) break;
    }
    return layers.reverse().reduce((under, [r, g, b, a]) => [r, g, b].map((v, i) => v * a + under[i] * (1 - a)), [0, 0, 0]);
  };
  const low = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!own || !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const [a, b] = [light(parse(getComputedStyle(element).color)), light(behind(element))].sort((x, y) => y - x);
    if ((a + .05) / (b + .05) < 4.5) low.push(`${element.className || element.tagName}: ${element.textContent.slice(0, 30)}`);
  }
  return low;
}"""


@pytest.mark.parametrize("scheme", ["dark", "light"])
async def test_every_text_has_contrast_and_every_control_a_name(
    page: Page, sandbox: Sandbox, scheme: Literal["dark", "light"]
) -> None:
    """WCAG AA: 4.5 to 1 for all text; no button, box or link without a name; no id twice. In both colour schemes."""
    await page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    register(sandbox)
    thread, answer = bot_thread(sandbox)
    tones = [button(f"tone {style}", style=style) for style in (1, 2, 3, 4)]
    picture = {"type": 11, "media": {"url": "https://a.invalid/x.jpg"}, "description": "a poster"}
    card = {"type": 9, "components": [say("### Heat\n-# a source")], "accessory": picture}
    menu = {
        "type": 3,
        "custom_id": "m",
        "placeholder": "a menu",
        "options": [{"label": "one", "value": "1", "description": "o"}],
    }
    show(sandbox, {"type": 17, "components": [card, row(*tones), row(menu)]}, channel=thread)
    sandbox.world.person_edits(answer, "**a** [b](https://example.org) `c`\n> d\n-# e")
    sandbox.world.react(sandbox.world.bot_id, thread, answer, "👍")
    retrieve(sandbox, thread)
    call(sandbox, 200, text="said")
    call(sandbox, 429, retry_after=1)
    call(sandbox, 403, error="Missing Access")
    await page.locator(".thread-card").click()
    await expect(page.locator("#run .title")).to_have_count(2)
    await message(page, "d").last.hover()
    assert await page.evaluate(CONTRAST) == []
    await page.get_by_role("combobox", name="a menu").click()
    assert await page.evaluate(CONTRAST) == []
    await page.keyboard.press("Escape")
    await page.locator("#box").press_sequentially("/")
    await expect(page.locator("#suggestions [role=option]")).to_have_count(3)
    assert await page.evaluate(CONTRAST) == []
    await page.locator("#box").press_sequentially("watchlist show ")
    await page.keyboard.press("Enter")
    given = await last(sandbox, InteractionKind.COMMAND)
    await page.get_by_role("button", name="tone 1").click()
    form = {"custom_id": "f", "label": "a field", "placeholder": "words"}
    ask_form(sandbox, await last(sandbox, InteractionKind.COMPONENT), form)
    await expect(page.get_by_role("dialog")).to_be_visible()
    assert await page.evaluate(CONTRAST) == []
    await page.keyboard.press("Escape")
    assert given.waiting
    no_answer(sandbox)
    await expect(page.locator(".failed")).to_be_visible()
    assert await page.evaluate(CONTRAST) == []
    await page.get_by_role("tab", name="Faults").click()
    assert await page.evaluate(CONTRAST) == []
    await page.get_by_role("tab", name="Wire").click()
    await expect(page.locator("#wire tbody tr")).to_have_count(3)
    assert await page.evaluate(CONTRAST) == []
    unnamed = await page.evaluate("""() => [...document.querySelectorAll('button, textarea, input, select, a')]
        .filter(e => !(e.getAttribute('aria-label') || e.textContent.trim() || e.title || e.labels?.length))
        .map(e => e.outerHTML)""")
    assert unnamed == []
    doubles = await page.evaluate("""() => { const ids = [...document.querySelectorAll('[id]')].map(e => e.id);
        return ids.filter((id, at) => ids.indexOf(id) !== at); }""")
    assert doubles == []
