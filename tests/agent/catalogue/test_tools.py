"""The exact tools: every figure against one that the test works out by itself, over the starter and the two real tables."""

import random
import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

import pytest

from agent.catalogue.films import FilmDomain
from agent.catalogue.request import Request
from agent.catalogue.title import Title
from agent.catalogue.tools.calls import (
    AddLengths,
    CompareTitles,
    CountTitles,
    FilmCall,
    FindCommon,
    FindExtreme,
    ListTitles,
    Measure,
    PlanMarathon,
    TellFacts,
)
from agent.catalogue.understanding.fold import fold
from agent.contract import HistoryMessage, House, Taste, TitleRef
from agent.domain import ToolAnswer
from etl.read import read_file
from etl.unify import unify
from tests.agent.catalogue.tool_phrasings import GODFATHERS, catalogue
from tests.fakes.finder import FakeFinder
from tests.shared import shared


@cache
def starter() -> list[Title]:
    """The starter catalogue, with ratings drawn for it: it has none of its own."""
    draw = random.Random(7)
    return [replace(title, rating=draw.randrange(40, 95) / 10, votes=draw.randrange(1_000, 900_000)) for title in catalogue()]


@cache
def tables() -> list[Title]:
    """The titles of the two real tables."""
    sources = {"netflix": shared("data/netflix_titles.csv"), "imdb": shared("data/imdb_top_1000.csv")}
    return unify(title for name, path in sources.items() for title in read_file(name, path, "").titles)


@cache
def domain(titles: Callable[[], list[Title]]) -> FilmDomain:
    """Films over a catalogue."""
    return FilmDomain(FakeFinder(titles()))


async def answered(call: FilmCall, titles: Callable[[], list[Title]] = starter, **more: object) -> ToolAnswer:
    """What the tool says in English."""
    return await domain(titles).run_tool(call, language="en", **more)  # type: ignore[arg-type]


BOTH = pytest.mark.parametrize("titles", [starter, tables], ids=["starter", "tables"])


def people_of(title: Title) -> set[str]:
    """Who made it and is in it, folded."""
    return {fold(name) for name in (*title.directors, *title.cast)}


@BOTH
async def test_a_count_is_the_number_of_titles_that_meet_the_conditions(titles: Callable[[], list[Title]]) -> None:
    """For forty people, each year, genre and country: as many as a walk over the catalogue meets."""
    draw = random.Random(1)
    every = titles()
    for name in draw.sample(sorted({name for title in every for name in (*title.directors, *title.cast)}), 40):
        told = await answered(CountTitles(wanted=Request("", people=(name,))), titles)
        assert told.facts["count"] == sum(fold(name) in people_of(title) for title in every)
        directed = await answered(CountTitles(wanted=Request("", people=(name,), directors=(name,))), titles)
        assert directed.facts["count"] == sum(fold(name) in map(fold, title.directors) for title in every)
    for field, wanted, own in (
        ("years", lambda value: {"year_from": value, "year_to": value}, lambda title: [title.year]),
        ("genres", lambda value: {"genres": (value,)}, lambda title: title.genres),
        ("countries", lambda value: {"countries": (value,), "media_type": "movie"}, lambda title: title.countries),
    ):
        counts = Counter(
            value for title in every if field != "countries" or title.media_type == "movie" for value in set(own(title))
        )
        for value in draw.sample(sorted(value for value in counts if value), 15):
            told = await answered(CountTitles(wanted=Request("", **wanted(value))), titles)
            assert told.facts["count"] == counts[value]


@BOTH
async def test_a_filmography_is_complete_and_in_order(titles: Callable[[], list[Title]]) -> None:
    """All titles of somebody, oldest first; what does not fit a message is counted."""
    every = titles()
    often = [name for name, _ in Counter(name for title in every for name in title.cast).most_common(12)]
    for name in often:
        own = sorted((title for title in every if fold(name) in people_of(title)), key=lambda t: (t.year or 0, t.title, t.id))
        told = await answered(ListTitles(wanted=Request("", people=(name,))), titles)
        assert [document.ref.id for document in told.documents] == [title.id for title in own][:25]
        assert ("more." in told.text) == (len(own) > 25)


VALUES: dict[Measure, Callable[[Title], float | None]] = {
    "shortest": lambda title: title.runtime,
    "longest": lambda title: title.runtime,
    "newest": lambda title: title.year,
    "oldest": lambda title: title.year,
    "best": lambda title: title.rating,
    "worst": lambda title: title.rating,
}


@BOTH
@pytest.mark.parametrize("measure", VALUES)
async def test_no_title_goes_beyond_an_extreme(titles: Callable[[], list[Title]], measure: Measure) -> None:
    """Under filters, nothing that meets them has a larger or smaller value than what is told first; ties are all there."""
    wanted = Request("", media_type="movie", genres=("drama",), year_from=1950)
    fitting = [
        title for title in titles() if title.media_type == "movie" and "drama" in title.genres and (title.year or 0) >= 1950
    ]
    known = [title for title in fitting if VALUES[measure](title) is not None]
    if measure in {"best", "worst"}:
        known = [title for title in known if (title.votes or 0) >= 1000]
    pick = min if measure in {"shortest", "oldest", "worst"} else max
    value = pick(VALUES[measure](title) or 0 for title in known)
    told = await answered(FindExtreme(measure=measure, wanted=wanted), titles)
    tied = {title.id for title in known if VALUES[measure](title) == value}
    assert told.facts == {"compared": len(known), "value": value}
    assert {document.ref.id for document in told.documents} <= tied
    assert len(told.documents) == min(10, len(tied))


@BOTH
async def test_the_first_few_by_a_measure_are_in_order(titles: Callable[[], list[Title]]) -> None:
    """Six longest films: those of a plain sort, the longest first."""
    told = await answered(FindExtreme(measure="longest", limit=6, wanted=Request("", media_type="movie")), titles)
    lengths = sorted((title.runtime or 0 for title in titles() if title.media_type == "movie"), reverse=True)
    assert [document.facts["title"].runtime for document in told.documents] == lengths[:6]


@BOTH
async def test_facts_are_those_of_the_title(titles: Callable[[], list[Title]]) -> None:
    """Length and year of fifty films stand in the answer, and in its figures."""
    for title in random.Random(3).sample([title for title in titles() if title.runtime and title.media_type == "movie"], 50):
        length = await answered(TellFacts(titles=(title.id,), fact="runtime"), titles)
        assert length.facts["values"] == {title.id: title.runtime}
        hours, minutes = divmod(title.runtime or 0, 60)
        assert f"{title.runtime} min" in length.text or (f"{hours} h" in length.text and f"({title.runtime} min" in length.text)
        year = await answered(TellFacts(titles=(title.id,), fact="year"), titles)
        assert year.text.endswith(f" is from {title.year}.")
        assert minutes < 60


@BOTH
async def test_what_titles_have_in_common_is_in_both(titles: Callable[[], list[Title]]) -> None:
    """For fifty pairs: the people, genres and countries of the one that are the other's too, and no others."""
    draw = random.Random(5)
    crime = [title for title in titles() if "crime" in title.genres]
    for one, other in (draw.sample(crime, 2) for _ in range(50)):
        told = await answered(FindCommon(titles=(one.id, other.id)), titles)
        for field in ("directors", "cast", "genres", "countries"):
            mine, theirs = getattr(one, field), {fold(name) for name in getattr(other, field)}
            assert told.facts.get(field, []) == [name for name in mine if fold(name) in theirs]


@BOTH
async def test_titles_of_two_people_are_those_that_both_are_in(titles: Callable[[], list[Title]]) -> None:
    """De Niro and Pacino; and a pair that never met is said to have none."""
    pair = ("Robert De Niro", "Al Pacino")
    told = await answered(FindCommon(people=pair, together=True), titles)
    own = {title.id for title in titles() if set(map(fold, pair)) <= people_of(title)}
    assert {document.ref.id for document in told.documents} == own
    never = await answered(FindCommon(people=("Alfred Hitchcock", "Bong Joon Ho"), together=True), titles)
    assert not never.documents
    assert "no title with Alfred Hitchcock and Bong Joon Ho" in never.text


async def test_lengths_add_up_with_and_without_breaks() -> None:
    """The Godfather's three parts: the sum of their minutes, and two breaks of a quarter of an hour."""
    told = await answered(AddLengths(titles=GODFATHERS, parts=3))
    minutes = 175 + 202 + 162
    assert told.facts == {"minutes": minutes, "with_breaks": minutes + 30}
    assert "**8 h 59 min** (539 minutes)" in told.text


async def test_a_row_that_is_not_complete_says_so() -> None:
    """Two of three."""
    assert "I have 2 of the 3." in (await answered(AddLengths(titles=GODFATHERS[:2], parts=3))).text


async def test_a_plan_tells_when_each_title_begins_and_what_does_not_fit() -> None:
    """Heat and Ronin from 19:30 end at 00:37, past midnight; from 18:00 they fit, with the times of every part."""
    late = await answered(PlanMarathon(start=19 * 60 + 30, end=24 * 60, titles=("heat-1995", "ronin-1998")))
    assert late.facts == {"start": 1170, "end": 1170 + 170 + 15 + 122, "fits": False}
    assert "until **00:37**, 37 min past 24:00. Start at 18:53 at the latest" in late.text
    early = await answered(PlanMarathon(start=18 * 60, end=24 * 60, titles=("heat-1995", "ronin-1998")))
    assert early.text.splitlines() == [
        "- 18:00–20:50 **Heat** (1995), 2 h 50 min",
        "- 20:50–21:05 break",
        "- 21:05–23:07 **Ronin** (1998), 2 h 2 min",
        "It is over at **23:07**, 53 min before 24:00.",
    ]


async def test_only_an_end_gives_the_latest_start() -> None:
    """Ronin, done by midnight: begin at 21:58."""
    told = await answered(PlanMarathon(end=24 * 60, titles=("ronin-1998",)))
    assert "Start at **21:58** at the latest" in told.text


async def test_a_plan_of_what_was_shown_takes_it_first() -> None:
    """Two of the titles shown fit, so nothing else is chosen; where too few fit, the catalogue helps out."""
    shown = ("heat-1995", "rope-1948", "ronin-1998")
    told = await answered(PlanMarathon(start=20 * 60, end=24 * 60, count=2, shown=shown))
    assert {document.ref.id for document in told.documents} <= set(shown)
    short = await answered(PlanMarathon(start=20 * 60, end=23 * 60, count=2, shown=("heat-1995",)))
    assert short.facts["fits"]
    assert "heat-1995" not in {document.ref.id for document in short.documents}


async def test_a_plan_leaves_out_what_was_seen_or_is_not_wanted() -> None:
    """Neither what taste hides nor what was excluded is chosen, by whatever id; what was named stays."""
    call = PlanMarathon(start=20 * 60, end=24 * 60, count=2)
    first = [document.ref for document in (await answered(call)).documents]
    told = await answered(call, taste=Taste(hidden=(first[0].id,)), exclude=(first[1].source_ids[0],))
    assert not {ref.id for ref in first} & {document.ref.id for document in told.documents}
    named = await answered(PlanMarathon(start=20 * 60, titles=("heat-1995",)), taste=Taste(hidden=("heat-1995",)))
    assert [document.ref.id for document in named.documents] == ["heat-1995"]


async def test_too_little_time_gives_fewer_or_none() -> None:
    """Five films in three hours: as many as fit, and it is said; in half an hour none."""
    some = await answered(PlanMarathon(start=20 * 60, end=23 * 60, count=5))
    assert some.text.startswith("5 do not fit, 2 does:")
    none = await answered(PlanMarathon(start=20 * 60, end=20 * 60 + 30, count=2))
    assert none.text == "Nothing that I have fits between 20:00 and 20:30. Give me more time."


async def test_namesakes_are_told_apart_by_their_year() -> None:
    """Both films of the name answer, each with its year; in a table they stand side by side."""
    call = domain(starter).tool("who directed Suspiria?", ())
    assert call is not None
    told = await domain(starter).run_tool(call, language="en")
    assert told.text.splitlines() == [
        "**Suspiria** (1977) was directed by Dario Argento.",
        "**Suspiria** (2018) was directed by Luca Guadagnino.",
    ]
    table = await answered(CompareTitles(titles=("suspiria-1977", "suspiria-2018"), measure="longest"))
    assert table.text.startswith("The longest: **Suspiria** (2018) – 2 h 32 min. Next: **Suspiria** (1977) (")
    assert re.search(r"^Year +1977 +2018$", table.text, re.MULTILINE)


async def test_no_difference_is_told_as_none() -> None:
    """Two titles of the same length lead neither."""
    rope, other = next(
        (one, other)
        for one in starter()
        for other in starter()
        if one.id < other.id and one.runtime == other.runtime is not None
    )
    told = await answered(CompareTitles(titles=(rope.id, other.id), measure="longest"))
    assert told.text.startswith("No difference: ")


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("compare Heat and The Gravel Orchestra", "I do not have “The Gravel Orchestra” in my catalogue."),
        ("how many films with Ada Example do you have?", "I have nobody called “Ada Example” in my catalogue."),
        ("wie viele Filme mit Ada Beispiel hast du?", "In meinem Katalog heißt niemand „Ada Beispiel“."),
        ("did Ada Example and Al Pacino make a film together?", "I have nobody called “Ada Example” in my catalogue."),
        ("how many horror films by Hitchcock from 2015 do you have?", "– none in my catalogue."),
    ],
)
async def test_what_is_not_there_is_said_plainly(question: str, says: str) -> None:
    """Titles and people that the catalogue does not have, and conditions that nothing meets."""
    call = domain(starter).tool(question, ())
    assert call is not None
    told = await domain(starter).run_tool(call, language=domain(starter).language(question, ()))
    assert says in told.text


async def test_what_has_left_the_catalogue_is_not_known() -> None:
    """A call made on an earlier catalogue says so rather than nothing."""
    told = await answered(TellFacts(titles=("gone-1999",), fact="runtime"))
    assert told.text == "My catalogue does not say that of any of them."


SHOWN = HistoryMessage("assistant", "…", tuple(TitleRef(id_, id_, None) for id_ in ("heat-1995", "ronin-1998", "rope-1948")))


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("compare the first two", CompareTitles(titles=("heat-1995", "ronin-1998"))),
        ("compare the first and the third", CompareTitles(titles=("heat-1995", "rope-1948"))),
        ("what do these three have in common?", FindCommon(titles=("heat-1995", "ronin-1998", "rope-1948"))),
        ("how long are they in all?", AddLengths(titles=("heat-1995", "ronin-1998", "rope-1948"))),
        ("was haben die drei gemeinsam?", FindCommon(titles=("heat-1995", "ronin-1998", "rope-1948"))),
        ("combien de temps durent ces trois films au total ?", AddLengths(titles=("heat-1995", "ronin-1998", "rope-1948"))),
        (
            "can we watch the first two from 18:00 and be done by midnight?",
            PlanMarathon(start=18 * 60, end=24 * 60, titles=("heat-1995", "ronin-1998")),
        ),
        ("compare these two", None),
    ],
)
async def test_what_was_shown_can_be_asked_about(question: str, expected: FilmCall | None) -> None:
    """ "These", "the first two" and places in the list; not two of them where three were shown."""
    history = (HistoryMessage("user", "a heist film"), SHOWN)
    assert expected is None or domain(starter).merge(question, history) == question
    assert domain(starter).tool(question, history) == expected


@pytest.mark.parametrize(
    ("asked", "reply", "merged"),
    [
        (
            "how many films by Hitchcock do you have?",
            "something from the 50s",
            "films directed by Alfred Hitchcock, from the 50s",
        ),
        ("how long is Heat?", "something like that but newer", "something like Heat (1995), after 1995"),
        ("the shortest thriller you have", "and the longest?", "thriller titles, the longest"),
        ("what do Heat and Ronin have in common?", "a comedy", "a comedy"),
    ],
)
async def test_what_follows_a_tool_goes_on_from_its_titles(asked: str, reply: str, merged: str) -> None:
    """From the conditions of a count or an extreme, from the title of a fact; a table, a plan or a sum leaves nothing."""
    call = domain(starter).tool(asked, ())
    assert call is not None
    told = await domain(starter).run_tool(call, language="en")
    titles = tuple(document.ref for document in told.documents)
    history = (HistoryMessage("user", asked), HistoryMessage("assistant", told.text, titles))
    assert domain(starter).merge(reply, history) == merged


async def test_a_lone_title_shown_is_it() -> None:
    """ "How long is it?" asks for the one title of the last answer; of several it asks nothing."""
    one = (HistoryMessage("user", "heat"), HistoryMessage("assistant", "…", SHOWN.titles[:1]))
    assert domain(starter).tool("how long is it?", one) == TellFacts(titles=("heat-1995",), fact="runtime")
    assert domain(starter).tool("how long is it?", (HistoryMessage("user", "x"), SHOWN)) is None


async def test_the_age_that_a_place_allows_holds_for_tools() -> None:
    """What is above it is neither listed, counted, planned nor told by name, and that something is kept back is said."""
    family = House(viewer_age=6)
    count = await answered(CountTitles(wanted=Request("", media_type="movie")))
    kept = await answered(CountTitles(wanted=Request("", media_type="movie")), house=family)
    assert 0 < kept.facts["count"] < count.facts["count"]
    assert "age limit" in kept.text
    for call in (
        TellFacts(titles=("heat-1995",), fact="runtime"),
        CompareTitles(titles=("heat-1995", "ronin-1998")),
        FindCommon(titles=("heat-1995", "ronin-1998")),
        FindCommon(people=("Robert De Niro", "Al Pacino"), together=True),
        AddLengths(titles=("heat-1995", "ronin-1998")),
        PlanMarathon(start=18 * 60, titles=("heat-1995",)),
    ):
        told = await answered(call, house=family)
        assert not told.documents
        assert "Heat" not in told.text
        assert "age limit" in told.text


@pytest.mark.parametrize("language", ["en", "hu", "es", "de", "fr"])
async def test_every_answer_is_worded_in_every_language(language: str) -> None:
    """No placeholder is left open, no full stop is doubled, nothing can ping; the table closes its block."""
    calls: Sequence[FilmCall] = (
        CountTitles(wanted=Request("", genres=("thriller",))),
        CountTitles(wanted=Request("", people=("Al Pacino",), media_type="movie")),
        ListTitles(wanted=Request("", people=("Al Pacino",))),
        *(TellFacts(titles=("heat-1995", "dark-2017"), fact=fact) for fact in FACTS),
        CompareTitles(titles=("heat-1995", "ronin-1998"), measure="longest", unknown=("X Y",)),
        CompareTitles(titles=("heat-1995", "ronin-1998", "rope-1948", "psycho-1960"), measure="oldest"),
        *(
            FindExtreme(measure=measure, wanted=Request("", media_type="movie"), limit=limit)
            for measure in VALUES
            for limit in (1, 3)
        ),
        AddLengths(titles=(*GODFATHERS, "dark-2017")),
        PlanMarathon(start=1170, end=1440, count=2),
        PlanMarathon(start=1170, titles=("heat-1995", "ronin-1998")),
        PlanMarathon(start=1170, titles=("dark-2017",)),
        FindCommon(titles=("heat-1995", "ronin-1998")),
        FindCommon(people=("Robert De Niro", "Al Pacino")),
    )
    for call in calls:
        told = await domain(starter).run_tool(call, language=language)
        assert told.text.strip()
        assert not set("{}@") & set(told.text)
        assert ".." not in told.text
        assert told.text.count("```") in {0, 2}


FACTS = ("runtime", "seasons", "directors", "year", "cast", "rating", "countries", "genres", "certificate", "language")
