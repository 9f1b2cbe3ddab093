"""What is told of an answer without a model."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.assessment.cases import Case, CaseLabels, Facts
from agent.catalogue.assessment.scores import PLACES, hits, resolve, says, score, spoken_in
from agent.contract import Citation, ResponseDone, TitleRef
from tests.fakes.finder import TITLES, make_title

CATALOGUE = {title.id: title for title in TITLES}
HEAT, ROPE = (next(title for title in TITLES if title.title == name) for name in ("Heat", "Rope"))
CASE = Case("c", "a heist", CaseLabels("RETRIEVE", "en", "movie"), (), {}, (), (), ())
ENGLISH = "Here are some films that I would gladly watch tonight with you."


def answered(text: str = ENGLISH, **more: Any) -> ResponseDone:
    """An answer that presents Heat and Rope, each with its source."""
    refs = tuple(TitleRef(title.id, title.title, title.year, title.source_ids) for title in (HEAT, ROPE))
    cited = tuple(Citation(at, title.id, title.source_ids[0]) for at, title in enumerate((HEAT, ROPE), 1))
    return replace(ResponseDone(text, decision="RETRIEVE", titles=refs, citations=cited), **more)


def test_a_right_answer_misses_nothing_and_what_was_not_asked_is_not_scored() -> None:
    """Only the way, the language and the sources of a case without expectations."""
    scores = score(CASE, answered(), CATALOGUE)
    assert () == scores.missed
    assert (True, True, True) == (scores.routing, scores.language, scores.citations)
    assert (None, None, None) == (scores.filters, scores.hit, scores.exact)


@pytest.mark.parametrize(
    ("case", "answer", "missed"),
    [
        ({}, {"decision": "GENERAL"}, "routing"),
        ({"filters": {"runtime_max": 90}}, {"filters": {"runtime_max": 100}}, "filters"),
        ({"filters": {"media_type": "movie"}}, {"media_type": "series"}, "filters"),
        ({"wanted": (frozenset({"starter:none"}),)}, {}, "hit"),
        ({"must_say": ("170",)}, {}, "exact"),
        ({"must_not_say": ("gladly",)}, {}, "exact"),
        ({}, {"text": "Das sind einige Filme, die ich heute Abend gern ansehen würde."}, "language"),
        ({}, {"citations": ()}, "citations"),
    ],
)
def test_each_fault_is_told_by_its_name(case: Mapping[str, Any], answer: Mapping[str, Any], missed: str) -> None:
    """One fault, one name."""
    assert (missed,) == score(replace(CASE, **case), answered(**answer), CATALOGUE).missed


def test_filters_are_right_in_any_order_and_more_may_be_understood() -> None:
    """Lists compare as sets; what a case does not name does not count."""
    case = replace(CASE, filters={"genres": ["crime", "thriller"]})
    done = answered(filters={"genres": ["thriller", "crime"], "year_from": 1990})
    assert score(case, done, CATALOGUE).filters


def test_every_part_of_a_question_wants_its_own_title() -> None:
    """Half is there: the crime film, by its facts; nothing of the other."""
    assert 0.5 == hits((Facts(genres=("crime",)), frozenset({"starter:none"})), (HEAT, ROPE))
    assert 1.0 == hits((frozenset(ROPE.source_ids), frozenset({HEAT.id})), (HEAT, ROPE))


@given(st.integers(0, 12), st.integers(1, 3))
def test_a_title_counts_among_the_first_four_for_each_part(place: int, parts: int) -> None:
    """Behind them it is as good as missing."""
    other = make_title("Other", 2000, "comedy", 90, "", "")
    shown = [other] * place + [HEAT]
    assert (hits((frozenset({HEAT.id}),) * parts, shown) == 1.0) is (place < PLACES * parts)


@given(st.integers(0, 9999), st.integers(0, 9999))
def test_a_number_is_said_as_a_whole_only(said: int, asked: int) -> None:
    """Digits inside of another number do not count, marks around it do not matter."""
    assert says(f"In all (**{said}**) of them.", (str(asked),)) is (said == asked)


def test_all_facts_must_be_said_whatever_their_case() -> None:
    """Names and phrases anywhere in the text."""
    assert says("By CAROL REED, 1949", ("Carol Reed", "1949"))
    assert not says("By Carol Reed", ("Carol Reed", "1949"))


def test_the_catalogues_words_do_not_tell_the_language_of_an_answer() -> None:
    """Quoted descriptions and titles are left out; figures alone tell nothing."""
    quoted = "“A tired detective and a careful thief circle one another through the nights of Los Angeles until dawn.”"
    assert "de" == spoken_in(f"Das würde ich heute Abend einlegen: **The Third Man** {quoted} *Warum: am ältesten von diesen.*")
    assert "" == spoken_in("**170**")
    assert score(CASE, answered("**170**"), CATALOGUE).language is None


def test_sources_resolve_when_each_title_has_one_and_each_mark_leads_to_one() -> None:
    """A mark without a source, a source of another title and a title that is not there do not."""
    assert resolve(answered("See [1] and [2], and [3](https://example.org)."), CATALOGUE)
    assert not resolve(answered("See [3]."), CATALOGUE)
    assert not resolve(answered(citations=answered().citations[:1]), CATALOGUE)
    strange = (Citation(1, HEAT.id, ROPE.source_ids[0]), *answered().citations[1:])
    assert not resolve(answered(citations=strange), CATALOGUE)
    assert not resolve(answered(), {HEAT.id: HEAT})
