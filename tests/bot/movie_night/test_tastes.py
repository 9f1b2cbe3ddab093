"""Members who act by feelings: what they choose, and what an order of films is worth to them."""

from collections import Counter
from collections.abc import Collection

import numpy as np
import pytest

from agent.evening import Question, Wish
from bot.movie_night.said import Fought
from bot.movie_night.tastes import PARTS, Group, Part, Taster, Worth, feelings, worth
from tests.bot.movie_night.evenings import film, pick

IDS = tuple(f"film-{number}" for number in range(6))
FELT = np.asarray([[4.5, 2.0, 2.9, 1.0, 4.0, 3.5], [3.0, 3.1, 3.2, 3.3, 3.4, 3.5]])
OUTCOME = np.asarray([[5.0, 4.0, 3.0, 2.0, 1.0, 0.5], [4.0, 4.0, 2.0, 3.0, 5.0, 5.0]])
WISHES = (Wish("fun", "Something funny"), Wish("dark", "Something dark"), Wish("new", "Something new"))


def group(salt: str = "dev|2|0", **rated: float) -> Group:
    """Two people and six films; `rated` are films that the first has rated before."""
    return Group(salt, IDS, OUTCOME, FELT, (rated, {}))


def taster(of: Group, parts: Collection[Part] = PARTS, member: int = 0) -> Taster:
    """A member who acts by what they feel; films named after a wish meet it."""
    return Taster(of, member, of.felt, parts, lambda wish: {f"{wish.id}{number}" for number in range(20)})


def test_an_order_is_worth_its_first_three() -> None:
    """Mean, mean minimum, and the share of films that nobody puts below 3."""
    assert worth(group(), IDS) == Worth(mean=22 / 6, least_pleased=10 / 3, nobody_below_3=2 / 3)


def test_films_of_others_are_passed_over() -> None:
    """Ids that the group does not know are no picks."""
    assert worth(group(), ["elsewhere-1999", *IDS]) == worth(group(), IDS)


def test_without_foresight_feelings_are_as_they_were() -> None:
    """The strict world."""
    assert feelings(group(), 0.0).tolist() == FELT.tolist()


def test_foresight_moves_feelings_towards_the_outcome() -> None:
    """By its share on average over many groups, with the noise that NIGHT.md sets."""
    moved = np.stack([feelings(group(str(number)), 0.25) for number in range(2000)])
    inner = (FELT > 1.5) & (FELT < 4.2)  # stars end at 5: further out the noise is cut off
    expected = FELT + 0.25 * (OUTCOME - FELT)
    assert moved.mean(axis=0)[inner] == pytest.approx(expected[inner], abs=0.04)
    assert moved.std(axis=0)[inner] == pytest.approx(0.3, abs=0.03)


def test_the_same_group_feels_the_same_again() -> None:
    """Noise follows from the salt alone."""
    assert feelings(group(), 0.25).tolist() == feelings(group(), 0.25).tolist()


async def test_at_most_two_films_are_struck_the_lowest_first() -> None:
    """Below three stars; what nobody minds stays."""
    films = [film(number) for number in range(6)]
    assert ("film-3", "film-1") == await taster(group()).strike(films)
    assert () == await taster(group(), member=1).strike(films)


async def test_picks_at_or_above_their_mean_are_approved() -> None:
    """Of five films with a mean of 2.88, those from 2.9 on."""
    assert ("film-0", "film-2", "film-4") == await taster(group()).approve([pick(number) for number in range(5)])


async def test_a_film_that_is_felt_more_for_wins_most_duels() -> None:
    """4.5 against 3.5 wins about twelve in thirteen, whichever side it stands on."""
    left = Counter([await taster(group(str(number))).prefer(Fought(film(0), film(5))) for number in range(600)])
    assert 0.9 < left["left"] / 600 < 0.96
    right = Counter([await taster(group(str(number))).prefer(Fought(film(5), film(0))) for number in range(600)])
    assert left["left"] == right["right"]


async def test_a_wish_follows_from_what_was_rated() -> None:
    """Somebody who rated funny films high and dark ones low mostly asks for something funny."""
    rated = {f"fun{number}": 5.0 for number in range(4)} | {f"dark{number}": 2.0 for number in range(4)}
    chosen = Counter([await taster(group(str(number), **rated)).answer(Question("What?", WISHES)) for number in range(200)])
    assert chosen[("fun",)] > 190


async def test_who_rated_nothing_chooses_some_wish() -> None:
    """Every option comes about as often."""
    chosen = Counter([await taster(group(str(number)), member=1).answer(Question("What?", WISHES)) for number in range(300)])
    assert all(70 < chosen[(wish.id,)] < 130 for wish in WISHES)


async def test_parts_of_no_variant_are_left_out() -> None:
    """Who has no part in anything answers nothing."""
    idle = taster(group(), ())
    assert await idle.answer(Question("What?", WISHES)) is None
    assert await idle.prefer(Fought(film(0), film(1))) is None
    assert await idle.strike([film(1)]) is None
    assert await idle.approve([pick(0)]) is None
