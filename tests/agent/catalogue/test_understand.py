"""What is understood of a request: a table of sentences, and laws that hold for any text."""

from dataclasses import asdict
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.request import Request
from agent.catalogue.understanding.understand import understand
from agent.catalogue.understanding.vocabulary import Vocabulary
from tests.agent.catalogue.constraint_set import noted
from tests.agent.catalogue.shop import TITLES

VOCABULARY = Vocabulary.of(TITLES)
TODAY = date(2026, 12, 1)


def read(text: str) -> Request:
    """The request behind `text`, in the small catalogue."""
    return understand(text, VOCABULARY, today=TODAY)


def said(text: str) -> dict[str, Any]:
    """The fields that `text` set, the wish aside."""
    empty = asdict(Request(""))
    return {key: value for key, value in asdict(read(text)).items() if value != empty[key] and key != "wish"}


HEAT = ("heat-1995",)
SENTENCES: list[tuple[str, dict[str, Any]]] = [
    # years
    ("a heist film from the 90s", {"media_type": "movie", "year_from": 1990, "year_to": 1999}),
    ("a story from the nineties", {"year_from": 1990, "year_to": 1999}),
    ("'80s horror", {"year_from": 1980, "year_to": 1989, "genres": ("horror",)}),
    ("something from the early 2000s about ghosts", {"year_from": 2000, "year_to": 2003}),
    ("a film from 1994", {"media_type": "movie", "year_from": 1994, "year_to": 1994}),
    ("a 1979 horror film", {"media_type": "movie", "year_from": 1979, "year_to": 1979, "genres": ("horror",)}),
    ("thriller before 1980", {"year_to": 1979, "genres": ("thriller",)}),
    ("something since 2015 with chess", {"year_from": 2015}),
    ("anything between 1990 and 2000", {"year_from": 1990, "year_to": 2000}),
    ("nothing older than 2000 please", {"year_from": 2000}),
    ("spies from the sixties or seventies", {"year_from": 1960, "year_to": 1979}),
    ("from the last ten years", {"year_from": 2016}),
    ("something older than me, born 1990", {"year_to": 1989}),
    ("before I was born, in 1985", {"year_to": 1984}),
    ("older than I am, I'm 30", {"year_to": 1995}),
    ("an old black and white comedy", {"year_to": 1980, "genres": ("comedy",)}),
    ("a comedy about an old man", {"genres": ("comedy",)}),
    ("something older than me", {"notes": noted("birth_year")}),
    ("a recent thriller", {"year_from": 2015, "genres": ("thriller",)}),
    # lengths
    ("something tense set in one room, under two hours", {"runtime_max": 120}),
    ("under an hour and a half", {"runtime_max": 90}),
    ("shorter than 95 minutes", {"runtime_max": 95}),
    ("not longer than 2h30", {"runtime_max": 150}),
    ("1h 45 max", {"runtime_max": 105}),
    ("at least 2 hours of battles", {"runtime_min": 120}),
    ("something short and sweet", {"runtime_max": 90}),
    ("not too long", {"runtime_max": 105}),
    ("for a short evening", {"runtime_max": 100}),
    ("we only have 90 minutes", {"runtime_max": 90}),
    ("a 90-minute drama", {"runtime_min": 75, "runtime_max": 105, "genres": ("drama",)}),
    # seasons
    ("a series with at most 3 seasons", {"media_type": "series", "seasons_max": 3}),
    ("a miniseries about chess", {"media_type": "series", "seasons_max": 1}),
    ("less than three seasons", {"media_type": "series", "seasons_max": 2}),
    ("not more than two seasons", {"media_type": "series", "seasons_max": 2}),
    ("one season", {"media_type": "series", "seasons_max": 1}),
    ("a series with at least 3 seasons", {"media_type": "series", "seasons_min": 3}),
    ("more than five seasons", {"media_type": "series", "seasons_min": 6}),
    # who watches
    ("for a seven-year-old", {"viewer_age": 7}),
    ("something for my 5 year old daughter", {"viewer_age": 5}),
    ("our kids are 6 and 9", {"viewer_age": 6}),
    ("a film about a 12-year-old boy", {"media_type": "movie"}),
    ("for a 40 year old", {}),
    ("family-safe comedy", {"viewer_age": 10, "genres": ("comedy",)}),
    ("kid friendly horror", {"viewer_age": 8, "genres": ("family", "horror")}),
    ("PG-13 at most", {"viewer_age": 13}),
    ("nothing above PG-13", {"viewer_age": 13}),
    ("no R-rated comedy", {"viewer_age": 16, "genres": ("comedy",)}),
    ("a G-rated film", {"media_type": "movie", "viewer_age": 0}),
    # how well rated, how many
    ("a drama rated above 8", {"rating_min": 8.0, "genres": ("drama",)}),
    ("well rated crime", {"rating_min": 7}),
    ("a critically acclaimed drama", {"genres": ("drama",)}),
    ("just one film", {"limit": 1, "media_type": "movie"}),
    ("only one comedy", {"limit": 1, "genres": ("comedy",)}),
    ("give me 3 thrillers", {"limit": 3, "genres": ("thriller",)}),
    ("five films about war", {"limit": 5, "media_type": "movie"}),
    # media type
    ("a series about chess", {"media_type": "series"}),
    ("a tv show about chess", {"media_type": "series"}),
    ("a film or a series about chess", {}),
    ("a series, not a movie", {"media_type": "series"}),
    ("not a series", {"media_type": "movie"}),
    ("show me something about chess", {}),
    ("something for movie night", {}),
    # genres
    ("something scary", {"genres": ("horror",)}),
    ("a rom-com", {"genres": ("romance", "comedy")}),
    ("sci-fi with aliens", {"genres": ("science fiction",)}),
    ("comedy or horror", {"genres": ("comedy", "horror"), "any_genre": True}),
    ("a family film", {"media_type": "movie", "genres": ("family",)}),
    ("a film about a family in the mountains", {"media_type": "movie"}),
    ("no horror", {"without_genres": ("horror",)}),
    ("a thriller, but not a comedy", {"genres": ("thriller",), "without_genres": ("comedy",)}),
    ("nothing too scary or romantic", {"without_genres": ("horror", "romance")}),
    ("not just comedy", {"genres": ("comedy",)}),
    ("something scary, but no horror", {"without_genres": ("horror",)}),
    (
        "a scary film from the 90s, no horror please",
        {"media_type": "movie", "without_genres": ("horror",), "year_from": 1990, "year_to": 1999},
    ),
    ("a horror film, scary, but no thriller", {"media_type": "movie", "genres": ("horror",), "without_genres": ("thriller",)}),
    ("no horror or gore", {"without_genres": ("horror",)}),
    ("anything but romance", {"without_genres": ("romance",)}),
    # people
    ("a Tarantino film", {"media_type": "movie", "people": ("Quentin Tarantino",)}),
    ("something with al pacino", {"people": ("Al Pacino",)}),
    ("starring Robert De Niro and Al Pacino", {"people": ("Robert De Niro", "Al Pacino")}),
    ("directed by Quentin Tarentino", {"people": ("Quentin Tarantino",), "directors": ("Quentin Tarantino",)}),
    ("crime, but no Robert De Niro", {"without_people": ("Robert De Niro",)}),
    ("with Clint Eastwood but not directed by Clint Eastwood", {"missing": ("Clint Eastwood",)}),
    (
        "with Quentin Tarantino but not directed by Quentin Tarantino",
        {"people": ("Quentin Tarantino",), "without_directors": ("Quentin Tarantino",)},
    ),
    ("films with robert de nirro", {"media_type": "movie", "people": ("Robert De Niro",)}),
    ("with Al Pacino or Robert De Niro", {"people": ("Al Pacino", "Robert De Niro"), "any_people": True}),
    ("written by Michael Mann", {"notes": noted("writers")}),
    ("anything with Zork Blimfield", {"missing": ("Zork Blimfield",)}),
    # countries
    ("a korean thriller, not horror", {"genres": ("thriller",), "without_genres": ("horror",), "countries": ("South Korea",)}),
    ("something french", {"countries": ("France",)}),
    ("a thriller in Korean", {"genres": ("thriller",), "spoken": ("ko",), "notes": noted("spoken")}),
    ("no French films", {"without_countries": ("France",)}),
    ("not American", {"without_countries": ("United States",)}),
    ("a film from Spain", {"media_type": "movie", "countries": ("Spain",)}),
    # titles
    ("films like Heat but shorter than 2 hours", {"media_type": "movie", "runtime_max": 120, "like": HEAT}),
    ("something like The Usual Suspects and Alien", {"like": ("the-usual-suspects-1995", "alien-1979")}),
    ("I loved Heat and Ronin, what next?", {"like": ("heat-1995", "ronin-1998")}),
    ("like heat", {"like": HEAT}),
    ("crime, but not Heat", {"exclude": HEAT}),
    ("crime except heat", {"exclude": HEAT}),
    ("I have never seen Heat", {"like": HEAT}),
    ("I saw Heat, something similar please", {"like": HEAT}),
    ("an action film that isn't rated R", {"media_type": "movie", "genres": ("action",), "viewer_age": 16}),
    ("I have seen Heat and Ronin", {"exclude": ("heat-1995", "ronin-1998")}),
    ("I've already seen Alien and Zorkland, something scary", {"exclude": ("alien-1979",), "genres": ("horror",)}),
    ("like Heat but shorter", {"like": HEAT, "runtime_max": 169}),
    ("like Heat but newer", {"like": HEAT, "year_from": 1996}),
    ("like Heat but funnier", {"like": HEAT, "genres": ("comedy",)}),
    ("unlike Alien, a calm story", {"exclude": ("alien-1979",)}),
    ("Heat", {"lookup": HEAT}),
    ("heat (1995)", {"lookup": HEAT}),
    ("usual suspects", {"lookup": ("the-usual-suspects-1995",)}),
    ("The Usual Suspcets", {"lookup": ("the-usual-suspects-1995",)}),
    ("tell me about pulp fiction", {"lookup": ("pulp-fiction-1994",)}),
    ("Who directed Pulp Fiction?", {"lookup": ("pulp-fiction-1994",)}),
    ("gisaengchung", {"lookup": ("parasite-2019",)}),
    ("amelie", {"lookup": ("amélie-2001",)}),
    ("a love story that ends well", {}),
    ("do you have Foobar Rising", {"missing": ("Foobar Rising",)}),
    ("films like Foobar Rising", {"media_type": "movie", "missing": ("Foobar Rising",)}),
    # what cannot be told
    ("a drama without subtitles", {"genres": ("drama",), "notes": noted("subtitles")}),
    ("a series under 30 minutes", {"media_type": "series", "notes": noted("episode_lengths")}),
    # nothing
    ("asdf qwer", {}),
    ("how do I change a car tyre", {}),
    ("😀😀", {}),
    ("", {}),
]


@pytest.mark.parametrize(("text", "expected"), SENTENCES, ids=[text or "empty" for text, _ in SENTENCES])
def test_sentences_are_understood(text: str, expected: dict[str, Any]) -> None:
    """Each sentence sets the fields that a person would expect, and no other."""
    assert said(text) == expected


@pytest.mark.parametrize(
    ("text", "wish"),
    [
        ("a heist film from the 90s", "a heist film"),
        ("something tense set in one room, under two hours", "something tense set in one room"),
        ("a korean thriller, not horror", "a korean thriller"),
        ("films like Heat but shorter than 2 hours", ""),
        ("no horror, please", ""),
        ("kids film about dragons without talking animals", "kids film about dragons"),
        ("tell me about pulp fiction", ""),
        ("asdf qwer", "asdf qwer"),
        ("like Heat but funnier", "funny"),
        ("quiet drama, no zombies or vampires", "quiet drama"),
        ("a man with no name rides into town", "a man with no name rides into town"),
    ],
)
def test_the_wish_leaves_out_what_became_a_condition(text: str, wish: str) -> None:
    """What is searched by meaning has neither conditions nor unwanted things in it."""
    assert read(text).wish == wish


def test_a_long_description_sets_no_conditions() -> None:
    """In a remembered plot, years, genres and lengths are hints: the one right title must not be shut out by them."""
    text = "I think it was from the 90s, a horror film under two hours, where " + "somebody walks through a dark house and " * 8
    request = read(text)
    assert (request.year_from, request.runtime_max, request.genres) == (None, None, ())
    assert request.wish == text.strip()


def test_genres_that_the_catalogue_lacks_are_no_condition() -> None:
    """A genre without a single title stays in the wish instead of emptying the shelf."""
    assert "western" not in VOCABULARY.genres
    assert said("an old western") == {"year_to": 1980}


@given(st.text(max_size=300))
def test_any_text_is_understood_somehow(text: str) -> None:
    """No text raises, and every title and person that is set exists in the catalogue."""
    request = read(text)
    known = {title.id for title in TITLES}
    assert {*request.like, *request.exclude, *request.lookup} <= known
    assert {*request.people, *request.without_people} <= set(VOCABULARY.people.values())


_PIECES = [
    "like",
    "not",
    "no",
    "without",
    "from",
    "the 90s",
    "under",
    "two hours",
    "Heat",
    "Alien",
    "and",
    "or",
    ",",
    "horror",
    "comedy",
    "with",
    "Al Pacino",
    "series",
    "film",
    "(1995)",
    "three",
    "seasons",
    "before",
    "1980",
    "korean",
    "tell me about",
    '"',
    "something",
]


@given(st.lists(st.sampled_from(_PIECES), max_size=12).map(" ".join))
def test_conditions_never_contradict_themselves(text: str) -> None:
    """Whatever words meet, no span is empty, nothing is both wanted and refused, and the same text gives the same request."""
    request = read(text)
    for low, high in ((request.year_from, request.year_to), (request.runtime_min, request.runtime_max)):
        assert low is None or high is None or low <= high
    assert not set(request.genres) & set(request.without_genres)
    assert not set(request.people) & set(request.without_people)
    assert not set(request.like) & set(request.exclude)
    assert request == read(text)
