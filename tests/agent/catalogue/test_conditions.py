"""The hard part of a request: the table of facts, the conditions of the search, and how they give way."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.request import Request
from agent.catalogue.search.conditions import ENOUGH, Relaxed, conditions, gives_up, relax
from agent.catalogue.search.table import FactTable
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.retrieval.types import AnyOf, Between, NoneOf
from etl.documents import payload
from tests.agent.catalogue.shop import TITLES, film

TABLE = FactTable(TITLES)
VOCABULARY = Vocabulary.of(TITLES)


KOREAN = {title.id for title in TITLES if "South Korea" in title.countries and "France" not in title.countries}
RATED = (
    film("Anthill", 2001, "family", certificate="G"),
    film("Beehive", 2002, "family", certificate="PG"),
    film("Cobweb", 2003, "family", certificate="PG-13"),
    film("Dungeon", 2004, "family", certificate="TV-MA"),
    film("Edge", 2005, "family"),
    film("Fire", 2006, "family", certificate="NR"),
)


@pytest.mark.parametrize(
    ("age", "uncertified", "expected"),
    [
        (8, False, ["Anthill", "Beehive"]),
        (16, False, ["Anthill", "Beehive", "Cobweb"]),
        (0, True, ["Anthill", "Edge", "Fire"]),
        (17, True, ["Anthill", "Beehive", "Cobweb", "Dungeon", "Edge", "Fire"]),
    ],
)
def test_a_certificate_must_allow_the_age(age: int, uncertified: bool, expected: list[str]) -> None:
    """The table and the condition of the index keep the same titles; an unknown certificate counts only where it may."""
    request = Request("", viewer_age=age, uncertified=uncertified)
    mask = FactTable(RATED).mask(request)
    assert [title.title for title, meets in zip(RATED, mask, strict=True) if meets] == expected
    (condition,) = conditions(request, Vocabulary.of(RATED))
    assert isinstance(condition, AnyOf | NoneOf)
    assert condition.field == "from_age"
    listed = {title.title for title in RATED if payload(title).get("from_age") in condition.values}
    assert (listed if isinstance(condition, AnyOf) else {title.title for title in RATED} - listed) == set(expected)


def test_unknown_certificates_come_in_last_and_are_told() -> None:
    """Where too few certificates allow a teenager's age, titles without one join them, those that forbid it never."""
    request = Request("", viewer_age=13)
    relaxed = relax(request, FactTable(RATED[:1] + RATED[3:]).count)
    assert relaxed.request == replace(request, uncertified=True)
    assert "without a known one" in relaxed.notes[-1]


@given(st.integers(0, 12))
def test_a_child_is_shown_nothing_of_unknown_age(age: int) -> None:
    """However little is left, no stage of a child's request lets titles without a certificate in."""
    request = Request("", viewer_age=age, year_from=2005, genres=("family",))
    assert not any(stage.uncertified for stage in relax(request, FactTable(RATED).count).stages)


SPOKEN = (
    film("Ardoise", 2001, "drama", countries=("Canada",), language="fr"),
    film("Brume", 2002, "drama", countries=("France",), language="en"),
    film("Cerise", 2003, "drama", countries=("Belgium",)),
    film("Dune", 2004, "drama"),
)


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (Request("", spoken=("fr",)), ["Ardoise", "Cerise"]),
        (Request("", spoken=("fr", "en")), ["Ardoise", "Brume", "Cerise"]),
        (Request("", without_spoken=("fr",)), ["Brume", "Dune"]),
    ],
)
def test_a_language_is_the_stated_one_and_else_that_of_the_country(request_: Request, expected: list[str]) -> None:
    """The table and the condition of the index keep the same titles."""
    mask = FactTable(SPOKEN).mask(request_)
    assert [title.title for title, meets in zip(SPOKEN, mask, strict=True) if meets] == expected
    (condition,) = conditions(request_, Vocabulary.of(SPOKEN))
    assert isinstance(condition, AnyOf | NoneOf)
    shared = {title.title for title in SPOKEN if set(payload(title).get(condition.field, ())) & set(condition.values)}
    assert (shared if isinstance(condition, AnyOf) else {title.title for title in SPOKEN} - shared) == set(expected)


def meeting(request: Request) -> set[str]:
    """The ids that meet the request's conditions."""
    return {TABLE.ids[row] for row, meets in enumerate(TABLE.mask(request)) if meets}


@pytest.mark.parametrize(
    ("request_", "expected"),
    [
        (Request("", media_type="series", seasons_max=2), {"the-queens-gambit-2020", "fleabag-2016"}),
        (Request("", year_from=1994, year_to=1995, runtime_max=110), {"the-usual-suspects-1995", "toy-story-1995"}),
        (Request("", genres=("comedy", "romance")), {"amélie-2001"}),
        (Request("", genres=("romance", "western"), any_genre=True), {"amélie-2001", "love-story-1970"}),
        (Request("", people=("Al Pacino", "Robert De Niro")), {"heat-1995"}),
        (Request("", countries=("South Korea",), without_genres=("horror",)), {"parasite-2019"}),
        (Request("", people=("robert de niro",), without_people=("Al Pacino",)), {"ronin-1998"}),
        (
            Request("", people=("Robert De Niro", "Henry Fonda"), any_people=True),
            {"heat-1995", "ronin-1998", "12-angry-men-1957"},
        ),
        (Request("", people=("Quentin Tarantino",), without_directors=("Quentin Tarantino",)), set()),
        (Request("", directors=("Michael Mann",)), {"heat-1995"}),
        (Request("", countries=("South Korea", "France"), without_countries=("France",)), KOREAN),
        (Request("", seasons_min=2), {title.id for title in TITLES if (title.seasons or 0) >= 2}),
        (Request("", rating_min=8.9), {"12-angry-men-1957", "pulp-fiction-1994"}),
    ],
)
def test_the_table_keeps_what_meets_every_condition(request_: Request, expected: set[str]) -> None:
    """A title whose fact is unknown meets no condition on it."""
    assert meeting(request_) == expected


def test_conditions_are_those_of_the_payload() -> None:
    """Every field of a request becomes the condition that the index tests."""
    request = Request(
        "", media_type="movie", year_to=1999, genres=("crime",), people=("Al Pacino",), without_genres=("horror",)
    )
    assert conditions(request, VOCABULARY, ("ronin-1998",)) == (
        AnyOf("media_type", ("movie",)),
        Between("year", None, 1999),
        AnyOf("genres", ("crime",)),
        AnyOf("people", ("Al Pacino",)),
        NoneOf("genres", ("horror",)),
        NoneOf("id", ("ronin-1998",)),
    )


def test_enough_titles_need_no_relaxing() -> None:
    """Where three titles are left, the request stays and nothing is said."""
    request = Request("", genres=("crime",))
    assert relax(request, TABLE.count) == Relaxed((request,))


def test_length_gives_way_before_years_and_says_so() -> None:
    """The cheapest condition goes first, and the note tells from what to what."""
    request = Request("", media_type="movie", year_to=2020, runtime_max=85)
    relaxed = relax(request, TABLE.count)
    assert relaxed.stages == (request, replace(request, runtime_max=100))
    assert relaxed.notes == ("Too little under 85 minutes fits, so I looked up to 100.",)


def test_steps_that_did_not_help_are_taken_back() -> None:
    """A condition that was given up on the way, and need not have been, is kept after all."""
    request = Request("", media_type="movie", genres=("thriller",), year_from=1920, year_to=1930, rating_min=1.0)
    relaxed = relax(request, TABLE.count)
    assert relaxed.request == replace(request, year_from=None, year_to=None)
    assert len(relaxed.notes) == 1


requests = st.builds(
    Request,
    wish=st.just(""),
    media_type=st.sampled_from([None, "movie", "series"]),
    year_from=st.none() | st.integers(1950, 2030),
    runtime_max=st.none() | st.integers(30, 200),
    seasons_max=st.none() | st.integers(1, 6),
    rating_min=st.none() | st.floats(5, 9.5),
    genres=st.lists(st.sampled_from(["crime", "comedy", "horror", "western"]), max_size=3, unique=True).map(tuple),
    without_genres=st.lists(st.sampled_from(["drama", "family"]), max_size=2, unique=True).map(tuple),
    countries=st.lists(st.sampled_from(["France", "Peru"]), max_size=1).map(tuple),
    people=st.lists(st.sampled_from(["Al Pacino", "Tom Hanks"]), max_size=2, unique=True).map(tuple),
)


@given(requests)
def test_relaxing_never_loses_titles_nor_what_is_unwanted(request: Request) -> None:
    """A relaxed request keeps all titles of the asked one, the media type and every refusal; a change is always told."""
    found = relax(request, TABLE.count)
    relaxed, notes = found.request, found.notes
    assert meeting(request) <= meeting(relaxed)
    assert found.stages[0] == request
    assert (relaxed.media_type, relaxed.without_genres) == (request.media_type, request.without_genres)
    assert bool(notes) == (relaxed != request)
    assert TABLE.count(relaxed) >= min(ENOUGH, TABLE.count(request))


def drawn(names: tuple[str, ...]) -> st.SearchStrategy[tuple[str, ...]]:
    """Up to two of these."""
    return st.lists(st.sampled_from(names), max_size=2, unique=True).map(tuple)


KINDS, PEOPLE, LANDS = drawn(("crime", "drama", "war")), drawn(("Ann Ay", "Ben Bé", "Cy Cee")), drawn(("France", "Japan"))
NUMBER = st.none() | st.integers(1, 4)
MEDIUM = st.sampled_from(["movie", "series"])
FILMS = st.builds(
    Title,
    id=st.uuids().map(str),
    title=st.just("T"),
    media_type=MEDIUM,
    source_ids=st.just(()),
    genres=KINDS,
    directors=PEOPLE,
    cast=PEOPLE,
    countries=LANDS,
    year=NUMBER,
    runtime=NUMBER,
    seasons=NUMBER,
    rating=NUMBER,
)
REQUESTS = st.builds(
    Request,
    st.just(""),
    media_type=st.none() | MEDIUM,
    **dict.fromkeys(("genres", "without_genres"), KINDS),
    **dict.fromkeys(("people", "without_people", "directors", "without_directors"), PEOPLE),
    **dict.fromkeys(("countries", "without_countries"), LANDS),
    **dict.fromkeys(("any_genre", "any_people"), st.booleans()),
    **dict.fromkeys(("year_from", "year_to", "runtime_max", "seasons_min", "rating_min"), st.none() | NUMBER),
)


def meets(title: Title, asked: Request) -> bool:
    """A request's conditions on one title, said plainly."""
    people = {fold(name) for name in (*title.directors, *title.cast)}
    directors = set(map(fold, title.directors))
    enough = {True: any, False: all}
    spans = (
        (title.year, asked.year_from, asked.year_to),
        (title.runtime, None, asked.runtime_max),
        (title.seasons, asked.seasons_min, None),
        (title.rating, asked.rating_min, None),
    )
    return (
        asked.media_type in (None, title.media_type)
        and all(low is None or (value is not None and value >= low) for value, low, _ in spans)
        and all(high is None or (value is not None and value <= high) for value, _, high in spans)
        and (not asked.genres or enough[asked.any_genre](genre in title.genres for genre in asked.genres))
        and (not asked.people or enough[asked.any_people](fold(name) in people for name in asked.people))
        and all(fold(name) in directors for name in asked.directors)
        and (not asked.countries or bool(set(asked.countries) & set(title.countries)))
        and not set(asked.without_genres) & set(title.genres)
        and not set(asked.without_countries) & set(title.countries)
        and not people & set(map(fold, asked.without_people))
        and not directors & set(map(fold, asked.without_directors))
    )


@given(st.lists(FILMS, max_size=12), REQUESTS)
def test_the_table_meets_conditions_as_one_title_after_the_other_does(titles: list[Title], asked: Request) -> None:
    """Whatever the catalogue and the request, the mask is what a look at each title gives, but for those left out."""
    left_out = {title.id for title in titles[::5]}
    mask = FactTable(titles).mask(asked, left_out)
    assert mask.tolist() == [meets(title, asked) and title.id not in left_out for title in titles]


@pytest.mark.parametrize(
    ("asked", "searched", "given_up"),
    [
        (Request("", year_from=1750, year_to=1750), Request(""), ("years",)),
        (Request("", year_from=1950, year_to=1959), Request("", year_from=1945, year_to=1964), ()),
        (Request("", genres=("western",), people=("A",)), Request("", people=("A",)), ("genres",)),
        (Request("", people=("A", "B")), Request("", people=("A", "B"), any_people=True), ()),
        (Request("", people=("A",), directors=("A",)), Request("", people=("A",)), ()),
        (Request("", people=("A",), rating_min=9.9), Request(""), ("rating", "people")),
        (Request("", countries=("Hungary",), viewer_age=6), Request("", uncertified=True, viewer_age=6), ()),
        (Request("", seasons_min=10, runtime_max=2), Request(""), ("length", "seasons")),
    ],
)
def test_clear_demands_are_told_from_nuances(asked: Request, searched: Request, given_up: tuple[str, ...]) -> None:
    """A wider span, either of two people and what sources leave out are nuances; a demand that is gone is not."""
    assert gives_up(asked, searched) == given_up


def test_either_of_two_people_comes_before_neither() -> None:
    """Two who never played together are both still looked for."""
    titles = tuple(
        film(name, 2000 + at, "drama", cast=(who,)) for at, (name, who) in enumerate(zip("abcd", "XXYY", strict=True))
    )
    relaxed = relax(Request("", people=("X", "Y")), FactTable(titles).count)
    assert relaxed.request == Request("", people=("X", "Y"), any_people=True)
    assert "took either" in relaxed.notes[0]
