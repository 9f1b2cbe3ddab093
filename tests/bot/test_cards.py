"""Titles as cards."""

from hypothesis import given, settings
from hypothesis import strategies as st

from agent.contract import TitleCard, TitleRef
from bot import actions, cards
from bot.types import ChatLimits
from bot.views import ACTION_LENGTH, LABEL_LENGTH, Button
from tests.fakes.chat import DISCORD_LIKE

TURN = "0123456789abcdef" * 2
HEAT = TitleCard(
    TitleRef("heat-1995", "Heat", 1995),
    "movie",
    runtime=170,
    certificate="R",
    rating=8.3,
    genres=("crime", "thriller"),
    poster="https://example.org/heat.jpg",
    why=("a heist", "from the 90s"),
    where=("Netflix", "Mubi"),
    region="DE",
    credits=("Where to watch: JustWatch",),
)
BARE = TitleCard(TitleRef("unknown", "Un*known*", None), "series")
TEXTS = st.text(max_size=20) | st.integers(1, 300).map(lambda size: "x_ " * size)
ANY_CARD = st.builds(
    TitleCard,
    st.builds(TitleRef, st.just("some-title"), TEXTS, st.none() | st.integers(1880, 2030)),
    st.sampled_from(["movie", "series"]),
    runtime=st.none() | st.integers(1, 999),
    seasons=st.none() | st.integers(1, 40),
    certificate=st.none() | TEXTS,
    rating=st.none() | st.floats(0, 10),
    genres=st.lists(TEXTS, max_size=3).map(tuple),
    countries=st.lists(TEXTS, max_size=3).map(tuple),
    link=st.none() | TEXTS.map(lambda text: f"https://example.org/{text}"),
    why=st.lists(TEXTS, max_size=3).map(tuple),
    where=st.lists(TEXTS, max_size=7).map(tuple),
)


def limits(most: int) -> ChatLimits:
    """A platform that takes so many cards a message."""
    return ChatLimits("discord", 2000, 1.2, 0.3, marks_progress=True, thread_name=100, cards=most)


def test_a_card_says_what_people_decide_by() -> None:
    """Length, certificate, genres, rating, reasons, where to watch; the poster in words; sources at the foot."""
    (view,) = cards.views(TURN, [HEAT], DISCORD_LIKE)
    (card,) = view.cards
    assert "Heat (1995)" == card.heading
    assert (
        "2 h 50 min · certificate R · crime, thriller · rated 8.3 of 10",
        "Why: a heist; from the 90s",
        "Where to watch (DE): Netflix and Mubi",
    ) == card.lines
    assert card.picture is not None
    assert "Poster of Heat (1995)" == card.picture.alt
    assert "Where to watch: JustWatch" == view.foot


def test_a_title_of_which_little_is_known_says_only_that() -> None:
    """Absent facts leave no trace."""
    (view,) = cards.views(TURN, [BARE], DISCORD_LIKE)
    assert ("Un*known*", ("Series",), None, "") == (
        view.cards[0].heading,
        view.cards[0].lines,
        view.cards[0].picture,
        view.foot,
    )


def test_the_last_of_several_messages_asks_for_feedback_in_words() -> None:
    """Five cards at two a message make three messages, their buttons counted through; the thumbs have words of their own."""
    made = cards.views(TURN, [HEAT] * 5, limits(2))
    assert [2, 2, 1] == [len(view.cards) for view in made]
    assert [0, 0, 1] == [len(view.controls) for view in made]
    (row,) = made[-1].controls
    assert isinstance(row, tuple)
    assert ["👍 Good answer", "👎 Not helpful"] == [button.label for button in row]
    first = [view_card.buttons[0] for view in made for view_card in view.cards]
    assert [actions.AboutTitle("like", TURN, number) for number in range(5)] == [
        actions.read(button.action) for button in first if isinstance(button, Button)
    ]


def test_messages_are_evenly_filled() -> None:
    """Five cards where four would fit stand as three and two, not as four and a straggler."""
    assert [3, 2] == [len(view.cards) for view in cards.views(TURN, [HEAT] * 5, limits(4))]
    assert [4] == [len(view.cards) for view in cards.views(TURN, [HEAT] * 4, limits(4))]


def test_an_answer_without_titles_has_no_cards() -> None:
    """Nothing is posted for small talk."""
    assert [] == cards.views(TURN, [], DISCORD_LIKE)


@settings(deadline=None, max_examples=50)
@given(st.lists(ANY_CARD, min_size=1, max_size=6))
def test_cards_of_any_titles_fit_into_messages(titles: list[TitleCard]) -> None:
    """No message has more cards or characters than the platform shows, whatever the catalogue holds."""
    for view in cards.views(TURN, titles, DISCORD_LIKE):
        assert len(view.cards) <= DISCORD_LIKE.cards
        texts = [view.text, view.foot, *(text for card in view.cards for text in (card.heading, *card.lines))]
        assert sum(map(len, texts)) <= 3600
        for card in view.cards:
            assert card.heading.strip()
            assert all("\n" not in line for line in card.lines)
            buttons = [button for button in card.buttons if isinstance(button, Button)]
            assert all(len(button.label) <= LABEL_LENGTH and len(button.action) <= ACTION_LENGTH for button in buttons)
