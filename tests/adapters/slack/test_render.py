"""Our Markdown as Slack shows it, in both of its forms."""

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from adapters.slack import errors, render
from bot.markdown import split

PIECES = [*"ab1 \n*_~`|<>&@!#[]()-.\\/:é🎬", "<@U1>", "<!channel>", "```\n", "**", "||"]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=80).map("".join)


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**Rope** (1948)", "*Rope* (1948)"),
        ("*a* and _b_ and ***c*** and ~~d~~", "_a_ and _b_ and *_c_* and ~d~"),
        ("# Heading with **bold** ##", "*Heading with bold*"),
        ("- one\n* two\n  + three", "• one\n• two\n  • three"),
        ("1. one\n- [ ] open\n- [x] shut", "1. one\n• ☐ open\n• ☑ shut"),
        ("[IMDb](https://imdb.com/a_(b)?x=1&y=2)", "<https://imdb.com/a_(b)?x=1&amp;y=2|IMDb>"),
        ("[a | b](https://x.org/a|b)", "<https://x.org/a%7Cb|a ¦ b>"),
        ("[click](javascript:alert)", "click"),
        ("![poster](https://x.org/p.jpg)", "<https://x.org/p.jpg|poster>"),
        ("<https://x.org>", "<https://x.org>"),
        ("`<b> & **c**` **d**", "`&lt;b&gt; &amp; **c**` *d*"),
        ("```json\n**a** < b\n```\n**c**", "```\n**a** &lt; b\n```\n*c*"),
        (r"\*batteries not included\*", "*batteries not included*"),
        ("the end: ||he dies||", "the end: he dies"),
        ("> quoted **b**", "> quoted *b*"),
        ("a\n\n---\n\nb", "a\n\n\n\nb"),
        ("snake_case and 2*3*4", "snake_case and 2_3_4"),
        ("<@U1> <!channel> <#C123>", "&lt;@U1&gt; &lt;!channel&gt; <#C123>"),
        ("", "…"),
    ],
)
def test_markdown_becomes_mrkdwn(markdown: str, expected: str) -> None:
    """Each of its marks once and no more; what Slack lacks is written plainly."""
    assert expected == render.mrkdwn(markdown)


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("**Rope** and [a](https://x.org)", "**Rope** and [a](https://x.org)"),
        ("the end: ||he **dies**||, `a || b || c`", "the end: he **dies**, `a || b || c`"),
        ("![poster](https://x.org/p.jpg)", "[poster](https://x.org/p.jpg)"),
        ("- [ ] open\n***\nb", "- ☐ open\n\nb"),
        ("```\n||a||\n![b](c)\n```", "```\n||a||\n![b](c)\n```"),
        (" \n", "…"),
    ],
)
def test_a_markdown_block_keeps_what_slack_knows(markdown: str, expected: str) -> None:
    """What it lacks is written plainly; code stays as it is."""
    assert expected == render.body(markdown)


@settings(deadline=None)
@given(TEXTS)
def test_no_text_holds_a_mention_in_either_form(text: str) -> None:
    """Nor does any cut of it, so that a stream's pieces hold none either."""
    assert not re.search(r"<[@!]", render.body(text))
    assert not re.search(r"<[@!]", render.mrkdwn(text))


@settings(deadline=None)
@given(TEXTS)
def test_all_of_mrkdwns_own_characters_are_escaped(text: str) -> None:
    """Outside of its links a `<` or `>` is never left, and an ampersand begins an entity."""
    rest = re.sub(r"<(?:https?://[^<>|]+(?:\|[^<>]*)?|#[CGD][A-Z0-9]+)>", "", render.mrkdwn(text))
    rest = re.sub(r"^(?:> )+", "", rest, flags=re.MULTILINE)
    assert not re.search(r"[<>]|&(?!amp;|lt;|gt;)", rest)


@settings(deadline=None, max_examples=50)
@given(st.lists(TEXTS, max_size=60))
@example(
    [
        "aa",
        *[""] * 16,
        "a" * 12 + "`<!channel><!channel><@U1><@U1><!channel>",
        "baa<@U1>",
        "a*<@U1>" + "<!channel>" * 4 + "```\n1",
    ]
)
@example(["`" + "<!channel>" * 30 + "*" * 9 + "```"])
def test_what_is_split_by_length_is_never_refused(texts: list[str]) -> None:
    """Both forms of each chunk stay below what chat.update takes."""
    for chunk in split(" ".join(texts), 200, render.length):
        assert render.length(chunk) <= 200
    assert errors.TEXT_LIMIT < 4000


@settings(deadline=None)
@given(st.text(max_size=60))
def test_no_letter_is_lost(text: str) -> None:
    """Plain words come through in both forms."""
    words = "".join(re.findall(r"[a-z]+", text))
    for form in (render.body, render.mrkdwn):
        assert words == "".join(re.findall(r"[a-z]+", form(words))) or not words


def test_what_slack_stores_is_known_again() -> None:
    """It writes emoji as their names and puts addresses into angle brackets; a text that was cut is another."""
    assert render.same_words("See <https://x.org> :clapper: &amp; go", "See https://x.org 🎬 & go")
    assert not render.same_words("Three for ton", "Three for tonight")


def test_commands_are_named_as_they_are_typed_here() -> None:
    """Ours alone, and not within an address."""
    assert "use /matinee watchlist add or /matinee help" == render.commands("use /watchlist add or /help")
    assert "https://x.org/help and/or /other" == render.commands("https://x.org/help and/or /other")
