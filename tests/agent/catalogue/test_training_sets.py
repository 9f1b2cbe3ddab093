"""The sets that the ranker is fitted on beside the public ones: large enough, each question once, and none of the test sets."""

import json
from pathlib import Path

import pytest

from agent.catalogue.search.eval_records import Example, read_examples
from agent.catalogue.understanding.words import stems
from etl.read import read_file
from tests.shared import shared

ROOT = Path(__file__).parents[3]
LEAST = {"keywords": 250, "series": 200, "moods": 150}


def examples(name: str) -> list[Example]:
    """A training set."""
    return read_examples(ROOT / "tools" / "sets" / f"{name}_train.jsonl")


@pytest.mark.parametrize("name", LEAST)
def test_each_question_of_a_training_set_stands_once_and_by_itself(name: str) -> None:
    """Each is in a group of its own, so that it can be left out, and says that it is ours to learn from."""
    found = examples(name)
    assert len(found) >= LEAST[name]
    assert len({example.text.casefold() for example in found}) == len({example.group for example in found}) == len(found)
    assert {example.source for example in found} == {"matinee-train"}
    assert all(len(example.answers) >= 2 for example in found)
    assert all(len(set(example.answers)) == len(example.answers) for example in found)


def test_the_series_set_is_answered_by_series_and_the_others_by_both_kinds() -> None:
    """What is learned of series beside films must not come from films alone."""
    assert all(example.series == set(example.answers) for example in examples("series"))
    for name in ("keywords", "moods"):
        kinds = {answer in example.series for example in examples(name) for answer in example.answers}
        assert kinds == {True, False}


def test_no_training_question_is_one_of_the_test_set() -> None:
    """In no words of the same stems, in whatever order: what is measured on must not have been learned from."""
    kind = set(stems("a series of shows on tv"))

    def words(example: Example) -> frozenset[str]:
        return frozenset(stems(example.text)) - kind

    asked = {words(example) for example in read_examples(ROOT / "tests" / "sets" / "series.jsonl")}
    assert not asked & {words(example) for example in examples("series")} - {frozenset()}


@pytest.mark.parametrize("name", LEAST)
def test_the_answers_are_titles_of_the_real_tables(name: str) -> None:
    """Under the ids, names and kinds that the tables have."""
    rows = {}
    for source, file in (("netflix", "netflix_titles.csv"), ("imdb", "imdb_top_1000.csv")):
        path = shared(f"data/{file}")
        rows |= {title.source_ids[0]: title for title in read_file(source, path, path.name).titles}
    lines = (ROOT / "tools" / "sets" / f"{name}_train.jsonl").read_text("utf-8").splitlines()
    for item in (item for line in lines for item in json.loads(line)["acceptable"]):
        assert all(name in rows for name in item["ids"])
        assert item["type"] == ("TV Show" if rows[item["ids"][0]].media_type == "series" else "Movie")
        assert item["year"] in {rows[name].year for name in item["ids"]}
