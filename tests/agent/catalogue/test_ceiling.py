"""The age limit and the language of a place hold for every answer."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.certificates import viewing_age
from agent.catalogue.films import FilmDomain
from agent.catalogue.request import Request
from agent.catalogue.search.conditions import conditions, relax
from agent.catalogue.search.finder import Finder
from agent.catalogue.search.table import FactTable
from agent.catalogue.speech.sentences import AGE_NOTES
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.contract import House
from agent.retrieval.types import AnyOf
from etl.documents import payload
from tests.agent.catalogue.shop import film
from tests.agent.catalogue.test_finder import open_finder, publish
from tests.fakes.index import MemoryHome

RATED = (
    film("Paper Boats", 2001, "family", "Two children build boats.", certificate="G", runtime=80),
    film("Quiet Harbour", 2002, "family, drama", "A harbour in winter.", certificate="PG", runtime=95),
    film("Red Lantern Street", 2003, "thriller", "A street at night.", certificate="PG-13", runtime=100),
    film("Salt and Iron", 2004, "thriller", "A robbery at sea.", certificate="R", runtime=110),
    film("Tin Soldiers", 2005, "comedy", "Nobody rated this one.", runtime=90),
    film("Umbra Rising", 2006, "thriller, horror", "A city in the dark.", certificate="R", runtime=105),
    film("Violet Hours", 2007, "thriller", "A spy waits.", certificate="R", runtime=98),
)
QUESTIONS = (
    "a thriller",
    "something for tonight",
    "films from 2000 to 2010",
    "films like Paper Boats",
    "tell me about Salt and Iron",
    "Umbra Rising",
    "a film for adults",
    "a thriller for my 16-year-old",
)


@given(st.integers(0, 17), st.none() | st.integers(0, 17), st.booleans())
def test_the_table_and_the_index_hold_the_same_ceiling(ceiling: int, age: int | None, uncertified: bool) -> None:
    """No title without evidence passes, also where the asker's own age may be relaxed; it is never given up."""
    request = Request("", ceiling=ceiling, viewer_age=age, uncertified=uncertified)
    mask = FactTable(RATED).mask(request)
    allowed = {title.id for title in RATED if (least := viewing_age(title)) is not None and least <= ceiling}
    assert {title.id for title, meets in zip(RATED, mask, strict=True) if meets} <= allowed
    last = conditions(request, Vocabulary.of(RATED))[-1]
    assert isinstance(last, AnyOf)
    assert {title.id for title in RATED if payload(title).get("from_age") in last.values} == allowed
    assert {stage.ceiling for stage in relax(request, FactTable(RATED).count).stages} == {ceiling}


@pytest.fixture
async def finder(tmp_path: Path) -> AsyncIterator[Finder]:
    """A finder over the rated titles."""
    home = MemoryHome()
    await publish(tmp_path, home, RATED)
    opened = await open_finder(tmp_path, home)
    yield opened
    await opened.close()


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("age", [6, 12, 16])
async def test_no_answer_shows_or_names_what_is_above_the_limit(finder: Finder, question: str, age: int) -> None:
    """Searches, look-ups, likenesses and what a clarifying question divides; nor does a re-ask offer it."""
    domain, house = FilmDomain(finder), House(viewer_age=age)
    found = await domain.retrieve(question, house=house, limit=10)
    barred = {title.title for title in RATED if (least := viewing_age(title)) is None or least > age}
    text = "".join(domain.compose(question, found, house))
    assert not barred & {document.ref.title for document in (*found.documents, *found.around)}
    assert not [title for title in barred if f"**{title}**" in text]


@pytest.mark.parametrize(
    ("language", "said"), [("", "age limit"), ("hu", "korhatár"), ("es", "edad"), ("de", "Alters"), ("fr", "âge")]
)
async def test_a_title_above_the_limit_is_said_to_be_so_without_its_name(finder: Finder, language: str, said: str) -> None:
    """Whoever asks by name learns why it does not come, and what to do, in the place's language."""
    domain, house = FilmDomain(finder), House(viewer_age=12, language=language)
    found = await domain.retrieve("Umbra Rising", house=house)
    text = "".join(domain.compose("Umbra Rising", found, house))
    assert found.documents == ()
    assert said in text
    assert "Umbra" not in text


async def test_too_few_within_the_limit_is_told(finder: Finder) -> None:
    """With the answer, and with the question back where nothing is left."""
    domain, house = FilmDomain(finder), House(viewer_age=12)
    found = await domain.retrieve("a thriller", house=house)
    assert set(found.notes) & AGE_NOTES
    assert domain.reask("a thriller", found).startswith("More would fit, but not within the age limit")
    assert not set((await domain.retrieve("a thriller")).notes) & AGE_NOTES


async def test_grown_ups_see_everything(finder: Finder) -> None:
    """A limit of eighteen keeps nothing back, also where no certificate is known."""
    domain = FilmDomain(finder)
    everything = await domain.retrieve("Tin Soldiers", house=House(viewer_age=18))
    assert everything.documents[0].ref.title == "Tin Soldiers"


@pytest.mark.parametrize(("language", "why"), [("hu", "Miért:"), ("es", "Por qué:"), ("de", "Warum:"), ("fr", "Pourquoi :")])
async def test_a_place_with_a_language_is_answered_in_it(finder: Finder, language: str, why: str) -> None:
    """Opening, reasons, notes and offers; a language that cannot be spoken gives way to the question's."""
    domain, house = FilmDomain(finder), House(language=language)
    question = "a thriller without subtitles under 60 minutes"
    found = await domain.retrieve(question, house=house)
    text = "".join(domain.compose(question, found, house))
    assert why in text
    assert "subtitles or dubbing" not in text
    assert "Too little" not in text
    plain = await domain.retrieve(question, house=House(language="fi"))
    assert "Why:" in "".join(domain.compose(question, plain, House(language="fi")))
