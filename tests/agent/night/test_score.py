"""What facts promise, what each guest is believed to like, the rule for the group, and who duels whom."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.title import Title
from agent.evening import Evening, Guest
from agent.night.score import Films, Standing, duel, promised, standing, together
from tests.agent.catalogue.shop import film

COMEDY = film("Comedy", 2000, "comedy", "", rating=7.5, votes=100_000)
FARCE = film("Farce", 2000, "comedy", "", rating=7.5, votes=100_000)
WESTERN = film("Western", 2000, "western", "", rating=7.5, votes=100_000)
CRIME = film("Crime", 2000, "crime", "", rating=7.5, votes=100_000)
FILMS = Films.of([COMEDY, FARCE, WESTERN, CRIME])
ADA, BEN = Guest("g1"), Guest("g2")
PROMISED = FILMS.promised[0]


def stands(*guests: Guest, films: Films = FILMS) -> Standing:
    """How the films stand with these guests."""
    return standing(films, Evening(guests))


def stars(guest: Guest, title: Title) -> float:
    """What a guest alone is believed to give a film."""
    return float(stands(guest).pleased[guest.alias][FILMS.row[title.id]])


def column(*numbers: float | None) -> np.ndarray:
    """Numbers as a column; None is unknown."""
    return np.asarray([np.nan if number is None else number for number in numbers])


@given(rating=st.none() | st.floats(0, 10), votes=st.none() | st.floats(0, 1e7))
def test_any_facts_promise_stars(rating: float | None, votes: float | None) -> None:
    """Whatever is known or not known of a film, it has between half a star and five."""
    assert 0.5 <= promised(column(rating), column(votes))[0] <= 5


@given(low=st.floats(0, 10), more=st.floats(0.1, 5), votes=st.none() | st.floats(1000, 1e7))
def test_a_better_rating_promises_no_less(low: float, more: float, votes: float | None) -> None:
    """With as many votes, a higher rating never promises less."""
    stars = promised(column(low, low + more), column(votes, votes))
    assert stars[0] <= stars[1]


def test_few_votes_draw_a_rating_to_the_ordinary() -> None:
    """A 9.5 from fifty people promises less than an 8.0 from half a million."""
    few, many = promised(column(9.5, 8.0), column(50, 500_000))
    assert few < many


def test_a_film_without_facts_is_an_ordinary_one() -> None:
    """It stands below a good film and above a bad one."""
    good, nothing, bad = promised(column(8.0, None, 4.0), column(100_000, None, 100_000))
    assert good > nothing > bad


def test_who_says_nothing_is_believed_to_like_what_facts_promise() -> None:
    """Without a word, facts are all there is."""
    assert stands(ADA).pleased["g1"].tolist() == FILMS.promised.tolist()


def test_a_duel_moves_both_films_and_what_is_like_them() -> None:
    """The winner and its kind rise, the loser falls, and a film of neither kind stays where it was."""
    said = replace(ADA, won=(COMEDY.id,), lost=(WESTERN.id,))
    assert stars(said, COMEDY) > stars(said, FARCE) > PROMISED > stars(said, WESTERN)
    assert stars(said, CRIME) == pytest.approx(PROMISED)


def test_a_strike_lowers_a_film_and_its_kind() -> None:
    """What somebody strikes they like less, and in part what is like it."""
    said = replace(ADA, struck=(COMEDY.id,))
    assert stars(said, COMEDY) < stars(said, FARCE) < PROMISED


def test_a_loved_film_tells_more_than_a_liked_one() -> None:
    """Both draw towards films like them, the one that was named for the evening further."""
    loving, liking = replace(ADA, loved=(COMEDY.id,)), replace(ADA, liked=(COMEDY.id,))
    assert stars(loving, FARCE) > stars(liking, FARCE) > PROMISED


def test_the_same_said_twice_counts_once() -> None:
    """A film that is both loved and in the lists tells what a loved film tells."""
    once, twice = replace(ADA, loved=(COMEDY.id,)), replace(ADA, loved=(COMEDY.id,), liked=(COMEDY.id,))
    assert stars(once, FARCE) == stars(twice, FARCE)


def test_titles_that_are_not_there_tell_nothing() -> None:
    """Ids that the films do not have leave everything as it was."""
    said = replace(ADA, loved=("gone-1999",), won=("gone-1999",), lost=(COMEDY.id,), struck=("lost-1998",))
    assert stands(said).pleased["g1"].tolist() == FILMS.promised.tolist()


def test_the_order_of_duels_does_not_matter() -> None:
    """All that was said is weighed at once."""
    one = replace(ADA, won=(COMEDY.id, CRIME.id), lost=(WESTERN.id, FARCE.id))
    other = replace(ADA, won=(CRIME.id, COMEDY.id), lost=(FARCE.id, WESTERN.id))
    assert stands(one).scores == pytest.approx(stands(other).scores)


def test_a_wish_lifts_the_films_that_meet_it_for_who_chose_it() -> None:
    """A film that meets a wish gains for the guest who has it, and for nobody else."""
    evening = Evening((replace(ADA, wishes=("funny",)), BEN))
    pleased = standing(FILMS, evening, {"funny": np.asarray([1.0, 1.0, 0.0, 0.0])}).pleased
    assert pleased["g1"][0] > pleased["g1"][2]
    assert pleased["g2"][0] == pleased["g2"][2]


def test_of_several_wishes_the_best_met_counts() -> None:
    """Two wishes that one film meets are worth no more than one."""
    fits = {"funny": np.asarray([1.0, 1.0, 0.0, 0.0]), "old": np.asarray([1.0, 0.0, 0.0, 0.0])}
    pleased = standing(FILMS, Evening((replace(ADA, wishes=("funny", "old")),)), fits).pleased["g1"]
    assert pleased[0] == pleased[1]


def test_the_least_pleased_has_a_say() -> None:
    """Of two films with the same mean, the one that leaves nobody behind stands higher."""
    pleased = {"g1": np.asarray([5.0, 4.0]), "g2": np.asarray([3.0, 4.0])}
    split, even = together(pleased, (ADA, BEN))
    assert even > split


def test_known_histories_give_the_least_pleased_half_the_say() -> None:
    """Three tenths where nothing is known of anybody, half where much is."""
    pleased = {"g1": np.asarray([5.0]), "g2": np.asarray([3.0])}
    known = tuple(f"film-{number}" for number in range(6))
    assert together(pleased, (ADA, BEN))[0] == pytest.approx(0.7 * 4 + 0.3 * 3)
    assert together(pleased, (replace(ADA, liked=known), replace(BEN, loved=known)))[0] == pytest.approx(0.5 * 4 + 0.5 * 3)


def test_who_lost_the_evening_before_counts_more() -> None:
    """A film that only they like gains by their weight."""
    pleased = {"g1": np.asarray([5.0, 3.0]), "g2": np.asarray([3.0, 5.0])}
    first, second = together(pleased, (ADA, replace(BEN, weight=1.5)))
    assert second > first


def test_an_evening_without_guests_stands_by_facts() -> None:
    """Nobody there yet: the films are as good as promised."""
    assert standing(FILMS, Evening(())).scores.tolist() == FILMS.promised.tolist()


def test_films_of_which_nothing_is_known_stand_somewhere() -> None:
    """No genre, year, rating or vote still makes a number, whatever was said."""
    bare = Title(id="bare", title="Bare", year=None, media_type="movie", source_ids=())
    films = Films.of([bare, COMEDY])
    scores = stands(replace(ADA, loved=("bare",), struck=(COMEDY.id,)), films=films).scores
    assert np.isfinite(scores).all()


def test_a_duel_is_the_best_unused_against_half_a_list_below() -> None:
    """Among twelve contenders, first against seventh; what was in a duel is passed over."""
    order = [f"film-{number}" for number in range(20)]
    assert duel(order, ()) == ("film-0", "film-6")
    assert duel(order, ("film-0", "film-6")) == ("film-1", "film-7")


@given(count=st.integers(0, 20), used=st.sets(st.integers(0, 19)))
def test_no_film_is_in_two_duels(count: int, used: set[int]) -> None:
    """A pair is two contenders that were in none, and there is one while two are left."""
    order = [f"film-{number}" for number in range(count)]
    duelled = {f"film-{number}" for number in used}
    pair = duel(order, duelled)
    free = [title for title in order[:12] if title not in duelled]
    assert (pair is None) == (len(free) < 2)
    assert pair is None or (pair[0] != pair[1] and set(pair) <= set(free))
