"""Slack's text: what is stored, what notifies, what a client shows."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.slack import texts


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a & b", "a &amp; b"),
        ("a &amp; b", "a &amp; b"),
        ("<@U123> <b>", "<@U123> &lt;b&gt;"),
        ("<https://x.org/?a=1&b=2|x> 1 < 2", "<https://x.org/?a=1&b=2|x> 1 &lt; 2"),
        ("<!channel> & <!nothing here>", "<!channel> &amp; &lt;!nothing here&gt;"),
    ],
)
def test_tokens_stay_and_everything_else_is_escaped(text: str, kept: str) -> None:
    """Mentions and links stay as they are; a lone character of markup is escaped once."""
    assert texts.stored(text) == kept


def test_typed_links_become_tokens() -> None:
    """A bare link that somebody types is stored as a link."""
    assert texts.typed("see https://x.org/a now") == "see <https://x.org/a> now"


@given(st.text(alphabet="ab &<>@#!|:/U1amp;lt", max_size=60))
def test_storing_twice_is_storing_once(text: str) -> None:
    """Escaping is stable, and no token appears that was not there."""
    kept = texts.stored(text)
    assert texts.stored(kept) == kept
    assert texts.users_in(kept) == texts.users_in(text)


@given(st.text(alphabet="ab &<>;", max_size=40))
def test_text_without_tokens_comes_back_as_typed(text: str) -> None:
    """The rich text of a client shows what was typed."""
    typed = text.replace("&", "and")
    section = texts.rich_text(texts.typed(typed), "b")["elements"]
    assert isinstance(section, list)
    assert "".join(one["text"] for one in section[0]["elements"]) == typed


def test_rich_text_tells_mentions_and_links_from_words() -> None:
    """Each token is an element of its own kind."""
    (section,) = texts.rich_text("<@U1> see <https://x.org|x> in <#C1> <!here>", "b")["elements"]  # type: ignore[misc]
    kinds = [one["type"] for one in section["elements"]]  # type: ignore[index]
    assert kinds == ["user", "text", "link", "text", "channel", "text", "broadcast"]


def test_texts_are_found_wherever_they_are_shown_but_not_in_plain_text() -> None:
    """Markup of sections, fields, context and rich text can notify; plain text cannot."""
    blocks = [
        {"type": "section", "text": {"type": "mrkdwn", "text": "one"}, "fields": [{"type": "mrkdwn", "text": "two"}]},
        {"type": "context", "elements": [{"type": "mrkdwn", "text": "three"}]},
        {"type": "header", "text": {"type": "plain_text", "text": "quiet"}},
        {"type": "rich_text", "elements": [{"type": "rich_text_section", "elements": [{"type": "user", "user_id": "U1"}]}]},
        {"type": "markdown", "text": "four"},
    ]
    assert set(texts.texts_in(blocks)) == {"one", "two", "three", "four", "<@U1>"}
