"""Views as Discord's components: within its limits, with nothing lost."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord import render, views
from adapters.discord.chat import LIMITS
from adapters.discord.views import CHARACTERS, COMPONENTS, Kind, characters, components, count, walk
from bot.errors import TooLong
from bot.views import Button, Card, Field, Form, Link, Menu, Option, Picture, Tone, View

words = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=60)
actions = st.uuids().map(lambda made: f"t:like:{made.hex}:1")
tones: st.SearchStrategy[Tone] = st.sampled_from(["plain", "main", "good", "bad"])
pressed = st.builds(Button, action=actions, label=words, tone=tones, disabled=st.booleans())
links = st.builds(Link, url=st.just("https://example.org/a"), label=words)
pictures = st.builds(Picture, url=st.just("https://example.org/p.jpg"), alt=words)
rows = st.lists(pressed | links, max_size=7).map(tuple)
cards = st.builds(
    Card,
    heading=words,
    lines=st.lists(words | words.map(lambda each: each * 12), max_size=6).map(tuple),
    picture=st.none() | pictures,
    buttons=rows,
)
options = st.builds(Option, value=words.filter(bool), label=words.filter(bool), description=words, chosen=st.booleans())
menus = st.builds(
    Menu, action=actions, prompt=words, options=st.lists(options, max_size=25).map(tuple), most=st.integers(1, 25)
)
everything = st.builds(
    View,
    text=words,
    cards=st.lists(cards, max_size=8).map(tuple),
    controls=st.lists(rows | menus, max_size=6).map(tuple),
    foot=words,
)


def actions_of(view: View) -> list[str]:
    """Every action that a view offers, in order."""
    found: list[Any] = [button for card in view.cards for button in card.buttons]
    for control in view.controls:
        found += [control] if isinstance(control, Menu) and control.options else []
        found += [] if isinstance(control, Menu) else control
    return [each.action for each in found if not isinstance(each, Link)]


@given(everything)
def test_any_view_is_within_the_limits_or_refused_whole(view: View) -> None:
    """Never more than 40 components or 4,000 characters; what is made offers every action of the view, none twice."""
    try:
        made = components(view)
    except TooLong:
        return
    assert 1 <= count(made) <= COMPONENTS
    assert characters(made) <= CHARACTERS
    assert [part["custom_id"] for part in walk(made) if "custom_id" in part] == actions_of(view)
    shown = "\n".join(part["content"] for part in walk(made) if part["type"] == Kind.TEXT)
    for card in view.cards:
        assert render.plain(card.heading) in shown
        assert all(render.body(line) in shown for line in card.lines if line.strip())


@given(everything)
def test_every_part_is_where_discord_takes_it(view: View) -> None:
    """Rows hold one to five buttons or one menu, sections a text and a picture, texts are never empty, boxes not nested."""
    try:
        made = components(view)
    except TooLong:
        return
    inside = {Kind.ROW, Kind.SECTION, Kind.TEXT, Kind.SEPARATOR}
    assert {part["type"] for part in made} <= inside | {Kind.BOX}
    for part in walk(made):
        match part["type"]:
            case Kind.ROW:
                kinds = [inner["type"] for inner in part["components"]]
                assert kinds == [Kind.MENU] or (set(kinds) == {Kind.BUTTON} and len(kinds) <= 5)
            case Kind.SECTION:
                assert [inner["type"] for inner in part["components"]] == [Kind.TEXT]
                assert part["accessory"]["type"] == Kind.THUMBNAIL
            case Kind.BOX:
                assert {inner["type"] for inner in part["components"]} <= inside
            case Kind.TEXT:
                assert part["content"].strip()
            case Kind.MENU:
                assert 0 <= part["min_values"] <= part["max_values"] <= len(part["options"])


def full_card(number: int) -> Card:
    """A card with all that a card has."""
    four = tuple(Button(f"t:{verb}:{'0' * 32}:{number}", verb) for verb in ("like", "not", "seen", "list"))
    return Card("Rope", ("1948 · 80 min",), Picture("https://example.org/p.jpg", "Poster"), four)


@pytest.mark.parametrize("number", range(LIMITS.cards + 1))
def test_as_many_cards_as_the_limits_promise_fit_with_all_around_them(number: int) -> None:
    """The most cards of a message, each with a picture and four buttons, and text, feedback and sources beside them."""
    feedback = (Button("f:up", "Good"), Button("f:down", "Bad"))
    view = View("Three films", tuple(full_card(at) for at in range(number)), (feedback,), "Data: somebody")
    assert count(components(view)) <= COMPONENTS


def test_cards_stand_in_boxes_while_there_is_room() -> None:
    """Three full cards are boxed, four are not."""
    kinds = [[part["type"] for part in components(View(cards=(full_card(1),) * number))] for number in (3, 5)]
    assert kinds[0] == [Kind.BOX] * 3
    with pytest.raises(TooLong):
        components(View(cards=(full_card(1),) * 6))
    assert Kind.BOX not in kinds[1]


def test_a_card_shows_its_words_as_they_are() -> None:
    """A heading is plain text, lines are Markdown, and the picture has words for whoever cannot see it."""
    card = Card("*batteries not\nincluded <@1>", ("**1987**",), Picture("https://example.org/p.jpg", "A poster"))
    (box,) = components(View(cards=(card,)))
    (section,) = box["components"]
    assert section["components"] == [
        {"type": Kind.TEXT, "content": "### \\*batteries not included <@1>\n**1987**"},
    ]
    assert section["accessory"]["description"] == "A poster"


def test_too_much_text_is_refused_with_the_limit() -> None:
    """4,000 characters over all texts are taken, one more is refused; a letter beyond the basic plane counts as two."""
    text = "a" * (CHARACTERS - len("### b"))
    assert characters(components(View(text, (Card("b"),)))) == CHARACTERS
    for more in (View(text + "a", (Card("b"),)), View("🎬" * 2001)):
        with pytest.raises(TooLong) as refused:
            components(more)
        assert refused.value.limit == CHARACTERS


def test_a_foot_is_small_on_every_line() -> None:
    """Sources are named in small print."""
    (foot,) = components(View(foot="Data: somebody\n\nPosters: somebody else\n"))
    assert foot["content"] == "-# Data: somebody\n-# Posters: somebody else"


def test_an_empty_view_is_a_sign_and_not_an_error() -> None:
    """Discord takes no message without anything."""
    assert components(View()) == [{"type": Kind.TEXT, "content": render.EMPTY}]


def test_a_form_asks_in_labelled_fields() -> None:
    """Each field has its label, its limit and what stands in it already."""
    form = Form("c:1", "What was wrong?", (Field("why", "Why", value="dull", placeholder="…", long=True, most=300),))
    label = views.modal(form)["components"][0]
    assert (views.modal(form)["custom_id"], label["label"]) == ("c:1", "Why")
    expected = {"custom_id": "why", "style": 2, "required": False, "max_length": 300, "value": "dull", "placeholder": "…"}
    assert label["component"] == {"type": Kind.INPUT, **expected}
