"""The film domain without a model: answers are true and helpful, re-asks offer real choices, filters are checked."""

import re
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.answers import compose
from agent.catalogue.answers.followup import options
from agent.catalogue.answers.reasons import Pick, quoted
from agent.catalogue.answers.routing import GENERAL_EXAMPLES, RETRIEVE_EXAMPLES
from agent.catalogue.films import FilmDomain
from agent.catalogue.request import Request
from agent.contract import HistoryMessage, ResponseDone, RunRequest
from agent.domain import Domain
from agent.graph import Graph
from agent.retrieval.types import Vector
from tests.agent.talks import BASE, ref, talk
from tests.fakes.finder import TITLES, FakeFinder, make_title


async def answer(question: str, history: Sequence[HistoryMessage] = (), reask_count: int = 1) -> ResponseDone:
    """One turn on the graph without a model."""
    request = RunRequest("r", "c", question, tuple(history), reask_count)
    events = [event async for event in Graph(FilmDomain(FakeFinder())).events(request)]
    done = events[-1]
    assert isinstance(done, ResponseDone)
    return done


async def test_an_answer_mirrors_the_request_and_gives_a_reason_for_each_title() -> None:
    """Opening, numbered titles with year, facts and a sentence, and a concrete offer at the end."""
    done = await answer("can you recommend a heist film from the 90s?")

    assert "“a heist film from the 90s”" in done.text
    assert [title.title for title in done.titles] == re.findall(r"^\d\. \*\*(.+?)\*\* \(199\d\) – ", done.text, re.MULTILINE)
    assert 3 <= len(done.titles) <= 5
    assert re.search(r"“(?:more like the|something shorter|a series instead|newer|a comedy)", done.text)


@pytest.mark.parametrize(
    ("question", "opening", "said"),
    [
        ("egy rablós krimi, legfeljebb 100 perc", "„egy rablós krimi, legfeljebb 100 perc”", "*Miért: krimi"),
        ("un thriller de menos de 100 minutos", "«un thriller de menos de 100 minutos»", "*Por qué: thriller"),
        ("ein Krimi unter 100 Minuten", "„ein Krimi unter 100 Minuten“", "*Warum: Krimi"),
        ("un thriller de moins de 100 minutes", "« un thriller de moins de 100 minutes »", "*Pourquoi : thriller"),
    ],
)
async def test_an_answer_is_in_the_language_of_the_question(question: str, opening: str, said: str) -> None:
    """Opening, facts, reasons and offers; each offer is understood as a reply."""
    domain = FilmDomain(FakeFinder())
    text = "".join(domain.compose(question, await domain.retrieve(question)))

    assert opening in text
    assert said in text
    assert not re.search(r"\b(?:Why|Say|answer with|minutes inside)\b", text)
    for offer in re.findall(r"[„«]\s?([^„”“»]+?)\s?[”“»]", text.splitlines()[-1]):
        history = (HistoryMessage("user", question), HistoryMessage("assistant", text, (ref("Rope"), ref("Locke"))))
        assert question[:8] in domain.merge(offer, history) != question


async def test_the_same_question_gives_the_same_answer_and_another_one_other_words() -> None:
    """Deterministic, but not monotone."""
    variants = [f"a heist film from the 90s{extra}" for extra in ("", " please now", ", dark", ", loud", "!!")]
    openings = {(await answer(variant)).text.split("“")[0] for variant in variants}

    assert (await answer(BASE)).text == (await answer(BASE)).text
    assert len(openings) > 1


async def test_a_title_asked_for_is_told_by_its_facts() -> None:
    """A look-up is a card, even if the title was shown before."""
    done = await answer("tell me more about the first one", talk("something tense", titles=(ref("Rope"),)))

    card = "**Rope** (1948) is a crime thriller from the United States, directed by Alfred Hitchcock, 80 min long."
    assert done.text.startswith(card)
    assert done.titles[0].id == "rope-1948"


async def test_a_title_that_is_not_there_is_said_once() -> None:
    """The user learns it before anything else."""
    done = await answer("do you have Fight Club?")

    assert done.text.startswith("“Fight Club” is not in my catalogue.")
    assert done.text.count("not in my catalogue") == 1


async def test_shown_titles_do_not_come_back() -> None:
    """ "another" goes on where the last answer ended."""
    first = await answer(BASE)
    second = await answer("another", (HistoryMessage("user", BASE), HistoryMessage("assistant", first.text, first.titles)))

    assert not {title.id for title in first.titles} & {title.id for title in second.titles}


async def test_nothing_that_fits_is_said_with_a_way_out() -> None:
    """No title is invented, and something to loosen is named."""
    done = await answer("a comedy series from the 60s")

    assert done.titles == ()
    assert "I found nothing" in done.text
    assert "any year" in done.text


async def test_shown_titles_can_be_compared() -> None:
    """Facts answer a question about the list."""
    done = await answer("which of these is the shortest?", talk(BASE))

    assert done.text.startswith("**Reservoir Dogs** is the shortest of them: 99 min.")
    assert done.decision == "GENERAL"


@pytest.mark.parametrize("question", ["asdf qwer", f"{BASE}, under 20 minutes", "something", "an Iranian western"])
async def test_a_re_ask_offers_two_or_three_options_that_are_understood(question: str) -> None:
    """Each option, picked, changes what is searched."""
    domain = FilmDomain(FakeFinder())
    retrieval = await domain.retrieve(question)
    text = domain.reask(question, retrieval)
    history = (HistoryMessage("user", question), HistoryMessage("assistant", text, is_reask=True))
    finder = FakeFinder()

    offered = options(text)

    assert 2 <= len(offered) <= 3
    for number in range(1, len(offered) + 1):
        picked = domain.merge(str(number), history)
        assert finder.understand(picked) != finder.understand(question), offered[number - 1]


async def test_a_re_ask_names_the_demand_that_leaves_nothing() -> None:
    """And offers first to let just that go."""
    domain = FilmDomain(FakeFinder())
    question = "a comedy from 1750"
    retrieval = replace(await domain.retrieve("a comedy film from 1750"), unmet=("years",))
    text = domain.reask("a comedy film from 1750", retrieval)
    assert "“1750”" in text
    assert options(text)[0] == "any year"
    history = (HistoryMessage("user", question), HistoryMessage("assistant", text, is_reask=True))
    assert domain.merge("1", history)


async def test_a_re_ask_for_a_title_that_is_not_there_offers_its_neighbours() -> None:
    """They are offered as the nearest, and a number tells more about one."""
    domain = FilmDomain(FakeFinder())
    question = "do you have Copper Teapots?"
    text = domain.reask(question, await domain.retrieve("a heist"))
    assert text.startswith("I do not have “Copper Teapots” in my catalogue. The nearest that I have:")
    history = (HistoryMessage("user", question), HistoryMessage("assistant", text, is_reask=True))
    assert domain.merge("2", history) == f"tell me about {options(text)[1]}"


SPOKEN = [
    "heist",
    "comedy",
    "1990s",
    "under 90 minutes",
    "Rope",
    "like Heat",
    "series",
    "not",
    "Hitchcock",
    "Inception",
    "“x”",
    "*",
]
WORDS = st.sampled_from(SPOKEN)


@given(st.lists(WORDS, max_size=6).map(" ".join), st.lists(st.sampled_from(TITLES), max_size=5, unique=True), st.booleans())
def test_a_composed_answer_presents_the_given_titles_and_no_others(question: str, titles: list[object], weak: bool) -> None:
    """Whatever is asked, bold names are those passed in, each once."""
    request = FakeFinder().understand(question)
    picks = [Pick(title) for title in titles]  # type: ignore[arg-type]
    text = "".join(compose.answer(question, request, picks, (), weak=weak))

    assert sorted(re.findall(r"\*\*(.+?)\*\*", text)) == sorted(pick.title.title for pick in picks)


@given(st.text(max_size=80), st.text(max_size=300))
def test_any_description_can_be_quoted(question: str, about: str) -> None:
    """Never more than a sentence's length, and never an error."""
    assert len(quoted(make_title("X", 2000, "drama", 90, "", about), question)) <= 192


def test_catalogue_text_cannot_format_the_answer() -> None:
    """Markdown in a description or a title shows as it is written."""
    title = make_title("A*B", 2000, "drama", 90, "", "He _says_ **bold** things.")
    text = "".join(compose.answer("x", Request("x"), [Pick(title)], (), weak=False))

    assert "**A\\*B** (2000)" in text
    assert "\\_says\\_ \\*\\*bold\\*\\*" in text


async def test_a_models_filters_count_where_the_rules_understood_nothing() -> None:
    """Known words narrow the search, the rules' own findings win, and what is unknown or absurd is ignored."""
    finder = FakeFinder()
    filters = {
        "year_from": 1990,
        "year_to": 1999,
        "genres": ["Sci-Fi", "underwater basket weaving"],
        "people": ["alfred hitchcock", "Nobody"],
        "runtime_max": 20,
        "media_type": "TV Show",
    }
    await FilmDomain(finder).retrieve("tense, under 90 minutes", filters=filters)
    searched = finder.searched[-1]

    assert (searched.year_from, searched.year_to, searched.runtime_max) == (1990, 1999, 90)
    assert (searched.genres, searched.people, searched.media_type) == (("science fiction",), ("Alfred Hitchcock",), "series")


SENSELESS = [{"year_from": "soon"}, {"genres": 3}, {"year_from": 2000, "year_to": 1990}, {"runtime_max": -5}, {"x": 1}]


@pytest.mark.parametrize("filters", SENSELESS)
async def test_senseless_filters_change_nothing(filters: dict[str, object]) -> None:
    """A model's mistake cannot break or empty a search."""
    finder = FakeFinder()
    await FilmDomain(finder).retrieve("tense", filters=filters)

    assert finder.searched[-1] == finder.understand("tense")


@pytest.mark.parametrize(
    ("question", "decision"),
    [
        (BASE, "RETRIEVE"),
        ("hello", "GENERAL"),
        ("", "GENERAL"),
        ("Rope", "RETRIEVE"),
        ("which of these is newer?", "GENERAL"),
        ("something tense", "RETRIEVE"),
    ],
)
async def test_rules_route_what_they_can_tell(question: str, decision: str) -> None:
    """Small talk and comparisons are answered without a search."""
    assert await FilmDomain(FakeFinder()).route(question) == decision


async def test_what_the_rules_cannot_tell_goes_to_the_nearest_examples() -> None:
    """Near the examples of small talk: no search; near those of requests, or in between: a search."""

    async def encode(text: str) -> Vector:
        near = {"odd one": (0.0, 1.0), "film-like": (1.0, 0.0), "between": (0.7, 0.7)}
        general, request = text in GENERAL_EXAMPLES, text in RETRIEVE_EXAMPLES
        x, y = (0.0, 1.0) if general else (1.0, 0.0) if request else near[text]
        return np.array([x, y], dtype=np.float32)

    domain = FilmDomain(FakeFinder(), encode=encode)

    assert [await domain.route(text) for text in ("odd one", "film-like", "between")] == ["GENERAL", "RETRIEVE", "RETRIEVE"]


def test_it_is_a_domain() -> None:
    """The graph's protocol is met."""
    domain: Domain = FilmDomain(FakeFinder())

    assert domain.name == "films"


async def test_shorter_than_a_named_title_is_measured_by_it() -> None:
    """ "like Heat, but shorter" means shorter than Heat."""
    finder = FakeFinder()
    retrieval = await FilmDomain(finder).retrieve("films like Heat, but shorter")

    assert (finder.searched[-1].like, finder.searched[-1].runtime_max) == (("heat-1995",), 169)
    assert retrieval.score >= 0.5
