"""The no-model policy: for any evening its steps keep to what was struck, seen, duelled and how long people have."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.search.shelf import Shelf
from agent.evening import CANDIDATES, OPTIONS, PICKS, Evening, Guest, Wish
from agent.night import policy
from agent.night.actions import AskCategoricalQuestion, AskDuelQuestion, SubmitCandidates, SubmitRecommendations
from agent.night.options import OPTIONS as KNOWN
from agent.night.options import option_of
from tests.agent.night.evenings import ADA, BEN, FILMS, IDS, evening, outlook

_some = st.lists(st.sampled_from(IDS), max_size=8, unique=True).map(tuple)
_wishes = st.lists(st.sampled_from(sorted(KNOWN)), max_size=4, unique=True).map(tuple)


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """Evenings amid their course, whatever was said so far."""
    asked = draw(_wishes)
    films = draw(st.permutations(IDS))
    duels = draw(st.integers(0, 4))
    guests = tuple(
        Guest(
            f"g{number}",
            loved=draw(_some)[:3],
            liked=draw(_some),
            wishes=draw(st.sets(st.sampled_from(asked)).map(tuple)) if asked else (),
            won=tuple(films[: 2 * duels : 2]),
            lost=tuple(films[1 : 2 * duels : 2]),
            struck=draw(_some),
            weight=draw(st.sampled_from((1.0, 1.5))),
        )
        for number in range(draw(st.integers(1, 5)))
    )
    return Evening(
        guests,
        minutes=draw(st.sampled_from((None, 120, 150))),
        hour=draw(st.sampled_from((None, 2, 20, 23))),
        weekday=draw(st.sampled_from((None, 0, 4, 6))),
        asked=tuple(KNOWN[option].wish for option in asked),
        duelled=tuple(films[: 2 * duels]),
        candidates=draw(st.lists(st.sampled_from(IDS), max_size=12, unique=True).map(tuple)),
        hidden=draw(_some),
    )


def may_come(night: Evening) -> set[str]:
    """The films that an evening may show."""
    gone = {*night.hidden, *night.struck, *(title for guest in night.guests for title in (*guest.loved, *guest.liked))}
    return {
        film.id for film in FILMS if film.id not in gone and (night.minutes is None or (film.runtime or 999) <= night.minutes)
    }


@given(night=evenings())
def test_a_question_has_three_to_five_new_options_that_differ_and_that_films_meet(shelf: Shelf, night: Evening) -> None:
    """Three to five options come, none of them asked before, none with the films of another, each with some."""
    seen = outlook(shelf, night)
    asked = policy.choose(seen, ("question",))
    assert isinstance(asked, AskCategoricalQuestion)
    options = [option_of(wish) for wish in asked.wishes]
    held = [frozenset(film.id for film in seen.pool.titles if option and option.holds(film)) for option in options]
    assert OPTIONS[0] <= len(options) <= OPTIONS[1]
    assert len({wish.label for wish in asked.wishes}) == len(options) == len(set(held))
    assert all(len(films) >= 1 for films in held)
    assert not {wish.id for wish in asked.wishes} & {wish.id for wish in night.asked}


@given(night=evenings())
def test_a_duel_is_between_two_films_that_may_come_and_were_in_none(shelf: Shelf, night: Evening) -> None:
    """Neither film is struck, hidden, too long, loved, or in a duel of this evening."""
    pair = policy.choose(outlook(shelf, night), ("duel", "candidates"))
    if isinstance(pair, AskDuelQuestion):
        assert pair.left != pair.right
        assert {pair.left, pair.right} <= may_come(night) - set(night.duelled)


@given(night=evenings())
def test_the_list_holds_a_dozen_that_may_come_and_no_third_of_one_director(shelf: Shelf, night: Evening) -> None:
    """The list is full where the catalogue has enough, without repeats."""
    listed = policy.choose(outlook(shelf, night), ("candidates",))
    assert isinstance(listed, SubmitCandidates)
    assert len(set(listed.films)) == len(listed.films) == min(policy.LISTED, len(may_come(night)))
    assert CANDIDATES[0] <= policy.LISTED <= CANDIDATES[1]
    assert set(listed.films) <= may_come(night)
    directors = Counter(name for title in listed.films for name in shelf.titles[title].directors)
    there = Counter(name for title in may_come(night) for name in shelf.titles[title].directors)
    assert sum(min(count, 2) for count in there.values()) < policy.LISTED or max(directors.values()) <= 2


@given(night=evenings())
def test_picks_come_from_the_list_and_are_never_struck(shelf: Shelf, night: Evening) -> None:
    """Three to five picks; others than those of the list only where it left fewer than three."""
    picked = policy.choose(outlook(shelf, night), ("picks",))
    assert isinstance(picked, SubmitRecommendations)
    left = set(night.candidates) & may_come(night)
    assert PICKS[0] <= len(set(picked.films)) == len(picked.films) <= PICKS[1]
    assert set(picked.films) <= may_come(night)
    assert len(set(picked.films) & left) == min(len(left), PICKS[1])
    assert len(left) < PICKS[0] or set(picked.films) <= left


def test_where_nothing_fits_no_step_is_made_up(shelf: Shelf) -> None:
    """People who have ten minutes are told of no film."""
    for kind in ("candidates", "picks", "duel"):
        with pytest.raises(policy.NoStep):
            policy.choose(outlook(shelf, evening(minutes=10)), (kind,))  # type: ignore[arg-type]


def test_who_has_said_how_long_is_asked_for_no_length(shelf: Shelf) -> None:
    """With minutes set no option is a length; late on a weekday without them one is a short one."""
    timed = policy.question(outlook(shelf, evening(minutes=120, hour=23, weekday=1)))
    late = policy.question(outlook(shelf, evening(hour=23, weekday=1)))
    assert not any(wish.id.startswith("under") for wish in timed.wishes)
    assert any(wish.id.startswith("under") for wish in late.wishes)


def test_late_at_night_light_options_come_before_heavy_ones(shelf: Shelf) -> None:
    """The same films bring more options that are light, and fewer that are heavy, at eleven than on a Saturday afternoon."""

    kinds = {"horror", "drama", "documentary", "animation, family", "comedy, romance", "thriller, crime"}
    mixed = [film.id for film in FILMS if ", ".join(film.genres) in kinds]

    def weight(hour: int, weekday: int) -> int:
        asked = policy.question(outlook(shelf, evening(hour=hour, weekday=weekday, minutes=200), mixed))
        options = [option_of(wish) for wish in asked.wishes]
        return sum(option.is_heavy - option.is_light for option in options if option is not None)

    assert weight(23, 1) < weight(15, 5)


def test_what_loved_films_share_is_asked_for(shelf: Shelf) -> None:
    """A group that loves westerns is offered one, another is not."""
    westerns = tuple(film.id for film in FILMS if "western" in film.genres)[:2]
    theirs = policy.question(outlook(shelf, evening(Guest("g1", loved=westerns), Guest("g2", liked=westerns))))
    others = policy.question(outlook(shelf, evening(ADA, BEN)))
    assert "western" in {wish.id for wish in theirs.wishes}
    assert "western" not in {wish.id for wish in others.wishes}


def test_a_wish_moves_films_that_meet_it_up(shelf: Shelf) -> None:
    """More of the list is funny for people who asked for it."""
    funny = KNOWN["funny"].wish

    def share(*wishes: Wish) -> int:
        guests = tuple(Guest(f"g{n}", wishes=tuple(wish.id for wish in wishes)) for n in range(3))
        listed = policy.candidates(outlook(shelf, evening(*guests, asked=(funny,)))).films
        return sum("comedy" in shelf.titles[title].genres for title in listed)

    assert share(funny) > share()


def test_a_pool_restricted_to_some_films_chooses_among_them_alone(shelf: Shelf) -> None:
    """`within` leaves nothing else, however good."""
    some = IDS[5:25]
    seen = outlook(shelf, evening(), some)
    assert set(policy.candidates(seen).films) <= set(some)
    assert set(seen.order) == set(some)


def test_every_option_reads_well_and_keeps_to_its_length() -> None:
    """Labels, searches and ids keep to the contract's lengths, and no two options say the same."""
    assert all(0 < len(option.label) <= 60 and 0 < len(option.search) <= 120 for option in KNOWN.values())
    assert len({option.label for option in KNOWN.values()}) == len(KNOWN) == len({option.said for option in KNOWN.values()})
