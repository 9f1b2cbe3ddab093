"""Our own sets: large enough, of every kind and language, each question once, and true to the catalogue's facts."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import pytest

from agent.catalogue.assessment.cases import MEDIA, Facts, read_cases
from agent.catalogue.search.eval_records import read_examples, read_gate, read_lookups, read_routing
from agent.catalogue.title import Title
from agent.contract import Decision
from etl.read import read_file
from etl.sources.starter import read_starter
from tests.shared import shared

SETS = Path(__file__).parents[2] / "sets"
LANGUAGES = {"en", "hu", "de", "es", "fr"}
ANSWERS = ("answers", "answers_holdout")


def records(name: str) -> list[dict[str, Any]]:
    """A set as it is written."""
    return [json.loads(line) for line in (SETS / f"{name}.jsonl").read_text("utf-8").splitlines()]


def items(name: str) -> list[dict[str, Any]]:
    """All titles that a set names."""
    found = [item for record in records(name) for item in record.get("acceptable", [record.get("answer")])]
    return [item for item in found if item is not None]


def test_the_series_set_asks_for_series_in_five_languages() -> None:
    """At least eighty requests whose answers are all series, in all languages."""
    examples = read_examples(SETS / "series.jsonl")
    assert len(examples) >= 80
    assert all(example.series == set(example.answers) for example in examples)
    assert LANGUAGES == {example.labels.language for example in examples}


def test_the_gate_set_has_every_kind_in_five_languages() -> None:
    """At least 120 questions, of eight kinds, each kind on one side."""
    questions = read_gate(SETS / "gate.jsonl")
    assert len(questions) >= 120
    sides = {(question.labels.kind, question.right) for question in questions}
    refused = {"gibberish", "off-topic", "small talk", "impossible", "missing"}
    assert {(kind, kind not in refused) for kind in (*refused, "request", "keyword", "lookup")} == sides
    for right in (True, False):
        assert LANGUAGES == {question.labels.language for question in questions if question.right is right}


def test_the_routing_set_has_every_way_in_five_languages() -> None:
    """At least a hundred phrases, a third of them for a search, and at least thirty for each other way."""
    phrases = read_routing(SETS / "routing.jsonl")
    ways = Counter(phrase.decision for phrase in phrases)
    assert len(phrases) >= 100
    assert len(phrases) / 3 < ways["RETRIEVE"] < len(phrases) * 2 / 3
    assert set(ways) == set(get_args(Decision))
    assert min(ways.values()) >= 30
    for way in ways:
        assert LANGUAGES == {phrase.labels.language for phrase in phrases if phrase.decision == way}


def test_the_lookup_set_has_every_way_of_naming_a_title() -> None:
    """At least a hundred questions, and at least thirty for titles that do not exist, in five languages."""
    wanted = read_lookups(SETS / "lookup.jsonl")
    assert len(wanted) >= 100
    kinds = Counter(question.labels.kind for question in wanted)
    named = {"exact", "folded", "article", "year", "medium", "sequel", "typo", "typo2", "other name", "sentence"}
    assert {*named, "missing"} == set(kinds)
    invented = [question for question in wanted if question.answer is None]
    assert kinds["missing"] == len(invented) >= 30
    assert LANGUAGES == {question.labels.language for question in invented}


@pytest.mark.parametrize(
    ("name", "least", "languages"), [("answers", 80, LANGUAGES | {"ja"}), ("answers_holdout", 40, LANGUAGES)]
)
def test_the_answers_sets_have_every_way_medium_and_follow_ups(name: str, least: int, languages: set[str]) -> None:
    """Enough cases, in all languages, of films and series, several in a conversation."""
    cases = read_cases(SETS / f"{name}.jsonl")
    assert len(cases) >= least
    assert set(get_args(Decision)) == {case.decision for case in cases}
    assert LANGUAGES | {"ja"} == {case.labels.language for case in cases}
    assert set(MEDIA) == {case.labels.media for case in cases}
    assert sum(bool(case.history) for case in cases) >= len(cases) / 10


def test_the_holdout_repeats_no_case() -> None:
    """Nothing that was tuned on is asked again in the same conversation."""
    asked = [{(case.question.lower(), case.history) for case in read_cases(SETS / f"{name}.jsonl")} for name in ANSWERS]
    assert asked[0].isdisjoint(asked[1])


@pytest.mark.parametrize("name", ANSWERS)
def test_the_answers_sets_ask_for_what_the_starter_has(name: str) -> None:
    """Every id is there, and of every set of facts there is a title."""
    starter = facts(read_starter())
    for case in read_cases(SETS / f"{name}.jsonl"):
        for wanted in case.wanted:
            if isinstance(wanted, Facts):
                assert any(wanted.met_by(title) for title in starter.values()), case.id
            else:
                assert wanted <= starter.keys(), case.id
        assert {source for turn in case.history for source in turn.titles} <= starter.keys(), case.id


@pytest.mark.parametrize("name", ["series", "gate", "routing", "lookup", *ANSWERS])
def test_no_question_is_asked_twice(name: str) -> None:
    """Neither the words nor the id come back."""
    for key in ("id", "request", "text", "lookup", "question"):
        values = [record[key].lower() for record in records(name) if key in record]
        assert len(values) == len(set(values))


def facts(titles: Sequence[Title]) -> Mapping[str, Title]:
    """The titles by source id."""
    return {source: title for title in titles for source in title.source_ids}


@pytest.mark.parametrize("name", ["series", "lookup"])
def test_what_the_sets_say_of_the_starter_is_so(name: str) -> None:
    """Every starter id is there, with the title, the year and the medium that the set states."""
    starter = facts(read_starter())
    for item in items(name):
        for source in (source for source in item["ids"] if source.startswith("starter:")):
            title = starter[source]
            kind = "TV Show" if title.media_type == "series" else "Movie"
            assert (item["title"], item["year"], item["type"]) == (title.title, title.year, kind)


@pytest.mark.parametrize("name", ["series", "lookup"])
def test_what_the_sets_say_of_the_tables_is_so(name: str) -> None:
    """Every id of the two tables is there and of the medium that the set states."""
    paths = {"netflix": shared("data/netflix_titles.csv"), "imdb": shared("data/imdb_top_1000.csv")}
    tables = facts([title for source, path in paths.items() for title in read_file(source, path, path.name).titles])
    for item in items(name):
        for source in (source for source in item["ids"] if not source.startswith("starter:")):
            assert (tables[source].media_type == "series") is (item["type"] == "TV Show"), item
