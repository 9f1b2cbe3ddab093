"""Plans and totals for any evening: never over the time, found where there is one, the same in any order of the titles."""

import random
from dataclasses import replace
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.catalogue.films import FilmDomain
from agent.catalogue.request import Request
from agent.catalogue.title import Title
from agent.catalogue.tools.calls import CountTitles, FilmCall, FindCommon, FindExtreme, ListTitles, PlanMarathon
from agent.catalogue.tools.clock import read_times
from agent.catalogue.tools.planning import PAUSE, chosen, clock, clock_minutes, minutes_of, slots
from agent.catalogue.tools.questions import Question
from tests.agent.catalogue.shop import film
from tests.agent.catalogue.tool_phrasings import catalogue
from tests.fakes.finder import FakeFinder

ROOM = 10  # titles: all choices among them can be tried
LENGTHS = st.lists(st.integers(1, 240), min_size=1, max_size=ROOM)


def films(lengths: list[int]) -> list[Title]:
    """Films of these lengths."""
    return [film(f"Film {number}", 2000, "drama", runtime=length) for number, length in enumerate(lengths)]


@given(LENGTHS, st.integers(1, 4), st.integers(1, 700))
def test_a_choice_never_takes_longer_than_there_is_and_is_found_where_there_is_one(
    lengths: list[int], count: int, room: int
) -> None:
    """Against trying every choice: if one fits, one is found, all different; none does that comes before its last title."""
    titles = films(lengths)
    found = chosen(titles, count, room)
    fits = any(minutes_of(some, PAUSE) <= room for some in combinations(titles, count))
    assert bool(found) == fits
    if found:
        assert len({title.id for title in found}) == count
        assert minutes_of(found, PAUSE) <= room
        last = max(titles.index(title) for title in found)
        assert not any(minutes_of(some, PAUSE) <= room for some in combinations(titles[:last], count))


@given(LENGTHS, st.integers(1, 4))
def test_without_a_limit_the_first_are_taken(lengths: list[int], count: int) -> None:
    """In their order; none where there are too few."""
    titles = films(lengths)
    assert chosen(titles, count, None) == (tuple(titles[:count]) if count <= len(titles) else ())


@given(LENGTHS, st.integers(0, 1439), st.randoms())
def test_times_follow_each_other_and_add_up(lengths: list[int], start: int, shuffled: random.Random) -> None:
    """Each begins a break after the one before; the last ends where the sum says, in whatever order they come."""
    titles = films(lengths)
    shuffled.shuffle(titles)
    plan = slots(titles, start)
    assert [slot.begin for slot in plan[1:]] == [slot.end + PAUSE for slot in plan[:-1]]
    assert plan[-1].end == start + sum(lengths) + PAUSE * (len(lengths) - 1)
    assert minutes_of(titles) == sum(lengths)


@given(st.integers(0, 1439))
def test_a_time_is_read_as_it_is_written(minutes: int) -> None:
    """Round trip; and what is no time is none."""
    assert clock_minutes(clock(minutes)) == minutes
    assert clock_minutes(f"{minutes}") is None


DOMAIN = FilmDomain(FakeFinder(catalogue()))


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 1439), st.integers(1, 900), st.integers(1, 5))
async def test_a_plan_never_ends_after_the_given_time(start: int, room: int, count: int) -> None:
    """Whatever the evening, what is planned begins no earlier and ends no later than was said."""
    told = await DOMAIN.run_tool(PlanMarathon(start=start, end=start + room, count=count), language="en")
    if told.facts["fits"]:
        assert start == told.facts["start"]
        assert told.facts["end"] <= start + room
        assert 1 <= len(told.documents) <= count
    else:
        assert not told.documents


CALLS: tuple[FilmCall, ...] = (
    CountTitles(wanted=Request("", genres=("thriller",))),
    ListTitles(wanted=Request("", people=("Alfred Hitchcock",))),
    FindExtreme(measure="newest", wanted=Request("", media_type="movie")),
    FindExtreme(measure="best", wanted=Request("", media_type="movie"), limit=5),
    PlanMarathon(start=1170, end=1440, count=3),
    FindCommon(people=("Robert De Niro", "Al Pacino")),
)


@cache
def shuffled(seed: int) -> FilmDomain:
    """Films over the same titles in another order; many share their rating and votes."""
    titles = [replace(title, rating=7 + number % 3, votes=1000 * (1 + number % 2)) for number, title in enumerate(catalogue())]
    return FilmDomain(FakeFinder(random.Random(seed).sample(titles, len(titles))))


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.name)
async def test_the_order_of_the_catalogue_changes_nothing(call: FilmCall) -> None:
    """The same titles shuffled twice give the same answer, word for word."""
    answers = [await shuffled(seed).run_tool(call, language="en") for seed in (1, 2, 3)]
    assert answers[0].text == answers[1].text == answers[2].text


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("we start at 8, in bed by 11:30", "20:00", "23:30"),
        ("from 7 to 11", "19:00", "23:00"),
        ("start at 9 in the morning", "09:00", None),
        ("start at 07:30", "07:30", None),
        ("start at half past seven", "19:30", None),
        ("we have from 8pm until 12:30 am", "20:00", "00:30"),
        ("between 20:00 and midnight", "20:00", "00:00"),
        ("home by 11", None, "23:00"),
        ("ab 20 Uhr, fertig um 1 Uhr", "20:00", "01:00"),
        ("von 20 bis 24 Uhr", "20:00", "00:00"),
        ("wir fangen um halb neun an", "20:30", None),
        ("à partir de 20h, fin à 1h", "20:00", "01:00"),
        ("on commence à 19h30, fini avant minuit", "19:30", "00:00"),
        ("entre las 8 y las 12", "20:00", "00:00"),
        ("empezamos a las ocho y media", "20:30", None),
        ("este 8-kor kezdünk, éjfélig vége", "20:00", "00:00"),
        ("két film 1990 és 1999 között", None, None),
        ("films from 1990 to 1999", None, None),
        ("films between 60 and 90 minutes", None, None),
        ("two films between 10 and 20 minutes", None, None),
    ],
)
def test_times_are_read_in_five_languages(text: str, start: str | None, end: str | None) -> None:
    """A small hour is one of the evening; an end lies behind its start, past midnight too; lengths and years are none."""
    question = Question.of(text)
    assert question is not None
    times = read_times(question)
    told = [None if minutes is None else clock(minutes) for minutes in (times.start, times.end)]
    assert told == [start, end]
    assert times.start is None or times.end is None or times.start < times.end <= times.start + 24 * 60
