"""An evening's messages."""

import dataclasses
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adapters.discord import views as discord_views
from adapters.slack import views as slack_views
from agent.contract import TitleCard, TitleRef
from agent.evening import Candidates, Duel, Pick, Picks, Question, Step, Wish
from bot import actions
from bot.movie_night import pace, views
from bot.movie_night.session import (
    Answer,
    Approve,
    Begin,
    Cancel,
    Command,
    Failed,
    Join,
    Leave,
    Love,
    Prefer,
    Say,
    Session,
    Settings,
    Strike,
    Surprise,
)
from bot.movie_night.view_parts import apart
from bot.types import ChatLimits
from bot.views import ACTION_LENGTH, BUTTONS_A_ROW, LABEL_LENGTH, OPTION_LENGTH, VALUE_LENGTH, Button, Menu, View
from tests.bot.movie_night.evenings import ADA, BEN, CHLOE, NAMES, Play, film, ids
from tests.fakes.chat import DISCORD_LIKE

SLACK_LIKE = dataclasses.replace(DISCORD_LIKE, platform="slack", cards=slack_views.CARDS)
SMALL = dataclasses.replace(DISCORD_LIKE, cards=1)
WORDS = st.text(max_size=20) | st.sampled_from(["x_ ", "&", "W", "🎬", "<@1> ", "*", "漢字 "]).flatmap(
    lambda part: st.integers(1, 300).map(lambda size: part * size)
)
NAMED = WORDS.map(lambda text: text or "?")
HUGE = TitleCard(
    TitleRef("t" * 88, "A title & a half of it " * 12, 1999), "movie", runtime=999, certificate="R" * 40, rating=10.0,
    genres=("genre " * 20,) * 6, poster="https://example.org/p.jpg", why=("why & how " * 30,) * 3,
    where=("A service " * 10,) * 9, region="DE", credits=("Where to watch: JustWatch",),
)  # fmt: skip


def board(session: Session, limits: ChatLimits = DISCORD_LIKE, **progress: Any) -> View:
    """The message of the current round."""
    return views.board(session, limits, progress)


def buttons(view: View) -> dict[str, actions.Night]:
    """Its buttons by label, with what they carry."""
    made = {}
    for row in view.controls:
        for button in () if isinstance(row, Menu) else row:
            assert isinstance(button, Button)
            action = actions.read(button.action)
            assert isinstance(action, actions.Night)
            made[button.label] = action
    return made


def menus(view: View) -> list[Menu]:
    """Its menus."""
    return [control for control in view.controls if isinstance(control, Menu)]


def keeps_lengths(view: View, limits: ChatLimits) -> None:
    """That both platforms take it."""
    assert len(view.cards) <= limits.cards
    made = discord_views.components(view)
    keys = [part["custom_id"] for part in discord_views.walk(made) if "custom_id" in part]
    assert len(keys) == len(set(keys))
    slack_views.view_message(view)
    for control in view.controls:
        if isinstance(control, Menu):
            assert len(control.action) <= ACTION_LENGTH
            assert len(control.prompt) <= LABEL_LENGTH
            assert len({option.value for option in control.options}) == len(control.options) <= 25
            for option in control.options:
                assert option.label.strip()
                assert len(option.value) <= VALUE_LENGTH
                assert max(len(option.label), len(option.description)) <= OPTION_LENGTH
        else:
            assert len(control) <= BUTTONS_A_ROW
            for button in control:
                assert 0 < len(button.label) <= LABEL_LENGTH
                assert isinstance(button, Button)
                assert len(button.action) <= ACTION_LENGTH


# What stands open


def test_the_lobby_says_who_is_in_and_what_is_set() -> None:
    """With buttons for all of it; the menu's own choice is the time that was set."""
    play = Play(BEN, settings=Settings(100, is_short=True))
    play.do(Love(BEN, (film(1).ref,)))
    play.do(Begin(BEN))
    view = board(play.session)
    for line in ("In: Ada (host) and Ben", "at most 1 h 40 min", "short evening", "1 named", "1 of 2 wants to begin"):
        assert line in view.text
    assert ["Join", "Leave", "Films I love", "Start now", "Call it off (host)", "Evening with duels (host)"] == list(
        buttons(view)
    )
    (menu,) = menus(view)
    assert ["90", "100", "105", "120", "150", "none"] == [option.value for option in menu.options]
    assert ["100"] == [option.value for option in menu.options if option.chosen]


def test_many_people_are_named_up_to_a_point_and_counted_beyond() -> None:
    """A big group does not break the message."""
    play = Play()
    for number in range(40):
        play.do(Join(f"p{number}", f"Person {number}"))
    assert "Person 13 and 26 others" in board(play.session).text


def test_a_search_shows_its_words_its_count_and_a_film_after_the_other() -> None:
    """Counted around; what is not there or malformed is left out."""
    play = Play()
    play.do(Begin(ADA))
    films = [{"title": "Rope", "year": 1948, "poster": "https://example.org/r.jpg"}, {"title": "Heat", "year": None}]
    view = board(play.session, search="one *room*", count=1200, looking_at=films, at=2)
    assert "a question for you" in view.text
    assert "Search: one \\*room\\*\nLooked at 1,200 titles so far." in view.text
    assert ("Rope (1948)", "https://example.org/r.jpg") == (
        view.cards[0].heading,
        view.cards[0].picture and view.cards[0].picture.url,
    )
    assert "Heat" == board(play.session, looking_at=films, at=1).cards[0].heading
    assert () == board(play.session, search=3, count="many", looking_at=[None], at="x").cards
    assert play.session.waiting is not None
    play.do(Failed(play.session.waiting.run_id))
    assert "the second" in board(play.session).text


def test_a_question_can_be_read_without_opening_its_menu() -> None:
    """Options as text and in the menu, no preference as a button, how many have answered."""
    play = Play(BEN).to("question")
    play.do(Answer(BEN, play.session.round, ("fun",)))
    view = board(play.session)
    assert "- Something funny\n- A dark thriller\n- Something new" in view.text
    assert "1 of 2 has answered. It closes once everybody has, or 3 minutes after it was opened." in view.text
    assert ["fun", "dark", "new"] == [option.value for option in menus(view)[0].options]
    assert "No preference" in buttons(view)


def test_a_duel_has_two_cards_and_their_names_on_buttons() -> None:
    """A, B, or neither."""
    play = Play().to("duel")
    view = board(play.session)
    left, right = play.session.duels[0].left.ref.title, play.session.duels[0].right.ref.title
    assert [True, True] == [card.picture is not None for card in view.cards]
    sides = {label: action.arg for label, action in buttons(view).items() if action.verb == "duel"}
    assert ["left", "right", "neither"] == list(sides.values())
    first, second, third = sides
    assert (True, True, "Neither, or seen both") == (left in first, right in second, third)


def test_what_all_films_share_is_said_once() -> None:
    """Twelve lines of the same words tell nothing; what tells a film apart stands beside it."""
    films = [dataclasses.replace(film(number), why=("something tense", f"number {number}")) for number in range(3)]
    same, (line,) = apart(films)
    assert ("All of them: something tense.", [("number 0",), ("number 1",), ("number 2",)]) == (line, [one.why for one in same])
    assert (tuple(films[:1]), ()) == apart(films[:1])
    other = dataclasses.replace(films[0], why=("a comedy",))
    assert ((other, films[1]), ()) == apart((other, films[1]))


def test_the_list_says_publicly_what_somebody_said_themselves_and_no_more() -> None:
    """A strike is private unless its author lets it be known."""
    play = Play(BEN).to("candidates")
    assert play.session.listed is not None
    titles = [each.ref for each in play.session.listed.films]
    before = board(play.session).text
    play.do(Strike(ADA, play.session.round, (titles[0].id,)))
    play.do(Strike(BEN, play.session.round, (titles[1].id,)))
    assert not any(f"{name} strikes" in board(play.session).text for name in ("Ada", "Ben"))
    play.do(Say(ADA, play.session.round))
    after = board(play.session).text
    assert f"Ada strikes {titles[0].title} ({titles[0].year})." in after
    assert (before.count(titles[1].title), "Ben strikes" in after) == (after.count(titles[1].title), False)


def test_the_vote_shows_notes_times_and_the_rule() -> None:
    """What is over the platform's cards joins the last one."""
    play = Play(settings=Settings(120)).to("picks")
    view = board(play.session)
    assert "Most approvals win" in view.text
    assert "By rating and taste." in view.text
    assert any("of your 2 h" in line for line in view.cards[0].lines)
    assert any("A note on film" in line for line in view.cards[0].lines)
    assert play.session.voted is not None
    last = play.session.voted.picks[-1].film.ref
    assert 4 == len(view.cards)
    assert f"**5. {last.title} ({last.year})**" in view.cards[-1].lines
    assert 5 == len(board(play.session, SLACK_LIKE).cards) == menus(view)[0].most
    assert "Surprise us" in buttons(view)


BALLOTS: list[tuple[Any, list[Command]]] = [
    ("question", [Answer(ADA, 1, ("fun",)), Answer(ADA, 1, ("dark", "new")), Answer(ADA, 1, ())]),
    ("duel", [Prefer(ADA, 2, "left"), Prefer(ADA, 2, "right"), Prefer(ADA, 2, "neither")]),
    ("candidates", [Strike(ADA, 2, ()), Strike(ADA, 2, ids([21])), Strike(ADA, 2, ids([22, 23]))]),
    ("picks", [Approve(ADA, 3, ()), Approve(ADA, 3, ids([41])), Surprise(ADA, 3)]),
]


@pytest.mark.parametrize(("kind", "commands"), BALLOTS)
def test_a_message_does_not_show_how_anybody_voted(kind: Any, commands: list[Command]) -> None:
    """Whatever somebody said, the message that stands open is the same."""
    shown = set()
    for command in commands:
        play = Play(BEN, CHLOE, settings=Settings(is_short=kind != "duel")).to(kind)
        assert not play.told(command).is_refusal
        shown.add(repr(board(play.session)))
    assert 1 == len(shown)


def test_once_all_have_answered_it_says_that_it_closes() -> None:
    """In a moment."""
    play = Play(BEN).to("duel")
    for person in (ADA, BEN):
        play.do(Prefer(person, play.session.round, "left"))
    assert "Both of you have answered: it closes in a few seconds." in board(play.session).text


# What is closed


def test_what_is_closed_shows_counts_and_nothing_to_click_on() -> None:
    """With three ballots nobody can tell whose is whose from them alone."""
    play = Play(BEN, CHLOE).to("question")
    for person, wishes in ((ADA, ("fun",)), (BEN, ("fun", "new")), (CHLOE, ())):
        play.do(Answer(person, play.session.round, wishes))
    play.run_out()
    view = views.closed(play.session, 1)
    assert "- Something funny: 2\n- A dark thriller: 0\n- Something new: 1" in view.text
    assert () == view.controls
    assert not any(name in view.text for name in NAMES.values())


def test_of_two_ballots_no_counts_are_shown() -> None:
    """Each would know the other's."""
    play = Play(BEN).to("duel")
    play.do(Prefer(ADA, play.session.round, "left"))
    play.do(Prefer(BEN, play.session.round, "right"))
    play.run_out()
    assert "Closed; 2 answers." in views.closed(play.session, 2).text
    assert ": 1" not in views.closed(play.session, 2).text


def test_each_earlier_message_is_closed_as_what_it_was() -> None:
    """Lobby, question, duels, list, vote, in the order of rounds."""
    play = Play(BEN, CHLOE).to("picks")
    play.run_out()
    beginnings = [views.closed(play.session, number).text.split("\n")[0] for number in range(play.session.round)]
    expected = ["Movie night", "What suits you tonight", "Duel 1", "Duel 2", "The list is closed", "The vote is closed"]
    assert all(word in text for word, text in zip(expected, beginnings, strict=True))


# The result


def test_the_result_shows_the_film_the_rule_and_why_it_won() -> None:
    """In words, with the winner's card."""
    play = Play(BEN, CHLOE).to("picks")
    assert play.session.voted is not None
    winner = play.session.voted.picks[2].film.ref
    for person in (ADA, BEN):
        play.do(Approve(person, play.session.round, (winner.id,)))
    play.run_out()
    view = board(play.session)
    for line in (
        f"Tonight you watch {winner.title}",
        "The rule: Most approvals win",
        "has 2 of 3 approvals",
        "Nobody struck it.",
    ):
        assert line in view.text
    assert f"{winner.title} ({winner.year})" == view.cards[0].heading
    assert () == view.controls


@pytest.mark.parametrize(
    ("commands", "says"),
    [
        ([Cancel(ADA)], "called off"),
        ([Leave(ADA)], "everybody left"),
        ([Begin(ADA), *[None] * pace.ATTEMPTS], "without a film"),
    ],
)
def test_an_evening_without_a_film_says_why(commands: list[Command | None], says: str) -> None:
    """And how to begin another one."""
    play = Play(settings=Settings(is_short=True))
    if None in commands:
        play.to("question")
        play.run_out()
    for command in commands:
        if command is None:
            assert play.session.waiting is not None
            play.do(Failed(play.session.waiting.run_id))
        elif play.session.phase == "lobby":
            play.do(command)
    if None in commands:
        assert "over" == play.session.phase
    text = board(play.session).text
    assert says in text
    assert "another" in text
    assert "before it began" in views.closed(play.session, 0).text or None in commands


# Lengths

ANY_FILM = st.builds(
    lambda title, year, runtime, words, poster, where: dataclasses.replace(
        HUGE, ref=TitleRef("x", title, year), runtime=runtime, genres=tuple(words), why=tuple(words), poster=poster,
        where=tuple(where), certificate=words[0] if words else None,
    ),
    NAMED, st.none() | st.integers(1880, 2030), st.none() | st.integers(1, 999), st.lists(WORDS, max_size=3),
    st.none() | st.just("https://example.org/p.jpg"), st.lists(WORDS, max_size=6),
)  # fmt: skip


def numbered(films: list[TitleCard]) -> tuple[TitleCard, ...]:
    """Films with ids of their own, as long as ids get."""
    return tuple(
        dataclasses.replace(each, ref=dataclasses.replace(each.ref, id=f"{number:x<88}")) for number, each in enumerate(films)
    )


@settings(max_examples=40)
@given(
    films=st.lists(ANY_FILM | st.just(HUGE), min_size=15, max_size=15),
    words=st.lists(NAMED, min_size=6, max_size=6),
    limits=st.sampled_from([DISCORD_LIKE, SLACK_LIKE, SMALL]),
)
def test_messages_about_any_films_and_people_fit(films: list[TitleCard], words: list[str], limits: ChatLimits) -> None:
    """However long, strange or absent their names and facts are."""
    cards = numbered(films)
    wishes = tuple(Wish(f"{number:w<100}", f"{number}{word}") for number, word in enumerate(words[:5]))
    steps: dict[str, Step] = {
        "question": Question(f"?{words[5]}", wishes),
        "duel": Duel(cards[0], cards[1]),
        "candidates": Candidates(cards),
        "picks": Picks(tuple(Pick(each, words[5], 1.0) for each in cards[:5]), words[4]),
    }
    play = Play(settings=Settings(117))
    for number, word in enumerate(words):
        play.do(Join(f"p{number}", word))
    keeps_lengths(board(play.session, limits), limits)
    play.do(Begin(ADA))
    for _ in range(4):
        assert play.session.waiting is not None
        looked = [{"title": words[0], "year": words[1], "poster": words[2]}]
        keeps_lengths(board(play.session, limits, search=words[3], count=9, looking_at=looked), limits)
        play.arrive(steps[play.session.waiting.allowed[-1]])
        assert play.session.waiting is None
        if play.session.phase == "candidates":
            play.do(Strike(ADA, play.session.round, tuple(each.ref.id for each in cards[6:])))
            play.do(Say(ADA, play.session.round))
        keeps_lengths(board(play.session, limits), limits)
        play.run_out()
        if play.session.waiting and "duel" in play.session.waiting.allowed and play.session.duels:
            for _ in range(pace.ATTEMPTS):
                assert play.session.waiting is not None
                play.do(Failed(play.session.waiting.run_id))
    assert "over" == play.session.phase
    keeps_lengths(board(play.session, limits), limits)
    for number in range(play.session.round):
        keeps_lengths(views.closed(play.session, number), limits)


@pytest.mark.parametrize("kind", ["question", "duel", "candidates", "picks"])
def test_nothing_is_said_by_emoji(kind: Any) -> None:
    """Every meaning is in words: no sign of ours is a picture."""
    play = Play(BEN).to(kind)
    made = [board(play.session), *(views.closed(play.session, number) for number in range(play.session.round))]
    texts = "".join(repr(view) for view in made)
    assert not any(unicodedata.category(sign) == "So" for sign in texts)
