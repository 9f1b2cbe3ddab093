"""What people like and do not like draws a search, and never more than that."""

from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.films import FilmDomain
from agent.catalogue.request import Request
from agent.catalogue.search.finder import Finder
from agent.catalogue.search.taste import NO_PULL, Pull, nearness
from agent.catalogue.search.view import View
from agent.catalogue.search.why import reasons
from agent.contract import Taste
from tests.agent.catalogue.shop import TITLES
from tests.agent.catalogue.test_finder import open_finder, publish
from tests.fakes.finder import FakeFinder
from tests.fakes.index import MemoryHome

_ROWS = np.random.default_rng(4).normal(size=(60, 16)).astype(np.float32)
_ROWS[50:] = _ROWS[0] + 0.2 * _ROWS[50:]  # ten sequels of the first
VIEW = View.of(_ROWS / np.linalg.norm(_ROWS, axis=1)[:, None])
PLACES = st.lists(st.integers(0, 59), max_size=6, unique=True).map(tuple)
WISHES = st.integers(0, 2**32 - 1).map(lambda seed: np.random.default_rng(seed).normal(size=16).astype(np.float32))


@given(WISHES, PLACES, PLACES)
def test_a_taste_has_its_say_and_no_more(wish: np.ndarray, liked: tuple[int, ...], disliked: tuple[int, ...]) -> None:
    """The titles that lie far from the taste's mean, such as sequels of a liked one, gain no more than two deviations."""
    near, alone = nearness(VIEW, wish, Pull(liked, disliked)), VIEW.standard(wish)
    assert (np.abs(near) <= np.abs(alone) + 2.001).all()
    assert np.array_equal(nearness(VIEW, wish, NO_PULL), alone)


@given(WISHES, st.integers(0, 59))
def test_what_was_liked_draws_and_what_was_not_keeps_away(wish: np.ndarray, title: int) -> None:
    """Between the title most like the liked one and the least, liking widens the distance and disliking turns it."""
    alike = VIEW.alike([title])
    alike[title] = 0
    best, worst = int(alike.argmax()), int(alike.argmin())
    liked, disliked = nearness(VIEW, wish, Pull((title,), ())), nearness(VIEW, wish, Pull((), (title,)))
    assert liked[best] - disliked[best] > liked[worst] - disliked[worst]


def test_a_liked_title_gains_nothing_from_itself() -> None:
    """It would else stand first in every later answer; its sequels do gain."""
    wish = VIEW.centred([20])[0]
    near = nearness(VIEW, wish, Pull((0,), ()))
    assert near[0] < near[50:].min()
    assert int(nearness(VIEW, None, Pull((0,), ())).argmax()) in range(50, 60)


@pytest.fixture
async def finder(tmp_path: Path) -> AsyncIterator[Finder]:
    """A finder over the small catalogue."""
    home = MemoryHome()
    await publish(tmp_path, home, TITLES)
    opened = await open_finder(tmp_path, home)
    yield opened
    await opened.close()


async def _place(finder: Finder, title: str, taste: Taste) -> int:
    found = await finder.find(finder.understand("a film for tonight"), limit=19, taste=taste)
    return [item.title.id for item in found.titles].index(title)


async def test_liked_titles_lift_their_like_and_unwanted_ones_lower_it(finder: Finder) -> None:
    """Ronin shares words, genres and an actor with Heat."""
    neutral = await _place(finder, "ronin-1998", Taste())
    assert await _place(finder, "ronin-1998", Taste(liked=("heat-1995",))) <= neutral
    assert await _place(finder, "ronin-1998", Taste(disliked=("heat-1995",))) >= neutral


async def test_disliking_everything_empties_no_list(finder: Finder) -> None:
    """A dislike lowers, it does not exclude; titles that another catalogue had are passed over."""
    taste = Taste(liked=("gone-1900",), disliked=("lost-1901", *(title.id for title in TITLES)))
    for text in ("a thriller", "films like Heat", "films from the 90s"):
        request = finder.understand(text)
        wanted = await finder.find(request)
        assert len((await finder.find(request, taste=taste)).titles) == len(wanted.titles)


async def test_without_a_taste_a_search_is_as_it_was(finder: Finder) -> None:
    """An empty taste, or one of unknown titles, changes no score."""
    request = finder.understand("a crime film set in a city")
    plain = await finder.find(request)
    for taste in (Taste(), Taste(liked=("gone-1900",), hidden=("lost-1901",))):
        found = await finder.find(request, taste=taste)
        assert [(item.title.id, item.score, item.why) for item in found.titles] == [
            (item.title.id, item.score, item.why) for item in plain.titles
        ]


@pytest.mark.parametrize("language", ["en", "hu", "es", "de", "fr"])
def test_nearness_to_a_liked_title_is_a_reason_once(language: str) -> None:
    """It names the title; where the request itself is for the likes of it, that reason is enough."""
    heat, ronin = TITLES[0], TITLES[1]
    why = reasons(ronin, Request("", language=language), (), frozenset(), heat)
    assert len(why) == 1
    assert "Heat" in why[0]
    asked = reasons(ronin, Request("", like=(heat.id,), language=language), (heat,), frozenset(), heat)
    assert len([reason for reason in asked if "Heat" in reason]) == 1


async def test_what_a_person_hid_comes_back_by_name_alone() -> None:
    """Seen and unwanted titles stay away from searches, not from whoever asks for them."""
    domain = FilmDomain(FakeFinder())
    taste = Taste(hidden=("heat-1995",))
    searched = await domain.retrieve("a heist film from the 90s", taste=taste, limit=10)
    named = await domain.retrieve("tell me about Heat", taste=taste)
    assert "heat-1995" not in {document.ref.id for document in searched.documents}
    assert named.documents[0].ref.id == "heat-1995"
