"""Our Markdown as Discord shows it."""

from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord import render
from bot.types import Mark

MARKDOWN = st.text(alphabet=st.sampled_from(list('ab #*`![]()\n~"/🎬')), max_size=80)


@pytest.mark.parametrize(
    "body",
    [
        "**Rope** (1948)\n- one set\n- 80 minutes",
        "# Three films\n## Short\n### Old",
        "see [the page](https://example.org/a_(b)) and <https://example.org>",
        "1. first\n2. second\n> quoted\n`code` ~~gone~~ ||spoiler||",
        "```\n#### not a heading\n![not](an-image)\n```",
        "~~~\n#### not a heading\n~~~",
        "#5 of 10, #### ",
        "rock! [and roll](https://example.org)",
    ],
)
def test_what_discord_understands_goes_out_unchanged(body: str) -> None:
    """Bold, lists, three levels of headings, links, quotes and code stay as they are."""
    assert render.body(body) == body


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ("#### Why it fits", "**Why it fits**"),
        ("###### **Rope** (1948) ##", "**Rope** (1948)"),
        ("![poster](https://example.org/p.jpg)", "[poster](https://example.org/p.jpg)"),
        ('![poster](https://example.org/p.jpg "Rope")', '[poster](https://example.org/p.jpg "Rope")'),
        ("```\ncode\n```\n#### after", "```\ncode\n```\n**after**"),
        ("````\n```\n#### inside\n````\n#### after", "````\n```\n#### inside\n````\n**after**"),
        ("", "…"),
        (" \n ", "…"),
    ],
)
def test_what_discord_lacks_is_written_otherwise(body: str, shown: str) -> None:
    """Deep headings become bold, images links, and an empty body a sign that Discord accepts."""
    assert render.body(body) == shown


@pytest.mark.parametrize("body", ["@everyone look", "@here", "<@100> and <@&50>", "<@!100>"])
def test_mentions_stay_as_they_were_written(body: str) -> None:
    """The text keeps its mentions: that they ping nobody is `NOBODY`'s work."""
    assert render.body(body) == body
    assert dict(render.NOBODY.to_dict()) == {"parse": []}  # without replied_user, which is false unless sent


@given(MARKDOWN)
def test_rendering_never_makes_a_text_longer(body: str) -> None:
    """A body within the limit stays within it."""
    assert render.length(render.body(body)) <= max(render.length(body), 1)


@given(st.text(max_size=200))
def test_length_is_in_utf16_units(text: str) -> None:
    """An emoji beyond the basic plane counts twice, as in Discord's clients."""
    assert render.length(text) == len(text.encode("utf-16-le", "surrogatepass")) // 2


def test_every_mark_has_an_emoji_of_its_own() -> None:
    """No two marks look alike, and none needs a variation selector."""
    assert set(render.EMOJI) == set(get_args(Mark))
    assert len(set(render.EMOJI.values())) == len(render.EMOJI)
    assert not any("\ufe0f" in emoji for emoji in render.EMOJI.values())
