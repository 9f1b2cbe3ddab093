"""Sets of answers: every part of a case is read as what it means, and what cannot be read is told with its line."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.assessment.cases import CaseLabels, Facts, Turn, read_cases
from agent.catalogue.search.eval_records import UnreadableSet
from tests.fakes.finder import make_title

PLAIN: Mapping[str, Any] = {"question": "a western", "decision": "RETRIEVE", "language": "en", "media": "movie"}
ROPE = make_title("Rope", 1948, "crime, thriller", 80, "Alfred Hitchcock", "A chest.")
DARK = make_title("Dark", 2017, "science fiction", 3, "", "A cave.", media_type="series", country="Germany")


def written(folder: Path, *records: Mapping[str, Any]) -> Path:
    """A file of these records."""
    path = folder / "set.jsonl"
    path.write_text("\n".join(json.dumps(record) for record in records), "utf-8")
    return path


def test_a_case_holds_all_that_is_expected(tmp_path: Path) -> None:
    """Conversation, filters, wanted titles by id or by facts, what must and must not be said."""
    more = {
        "id": "a:1",
        "source": "s",
        "kind": "k",
        "history": [{"question": "before", "titles": ["t:1"]}],
        "filters": {"runtime_max": 90},
        "wanted": [{"any": ["t:1", "t:2"]}, {"facts": {"genres": ["comedy"], "year_to": 1999}}],
        "must_say": ["7"],
        "must_not_say": ["8"],
    }
    (case,) = read_cases(written(tmp_path, {**PLAIN, **more}))
    assert ("a:1", "a western", "RETRIEVE") == (case.id, case.question, case.decision)
    assert CaseLabels("RETRIEVE", "en", "movie", "s", "k") == case.labels
    assert (Turn("before", ("t:1",)),) == case.history
    assert {"runtime_max": 90} == case.filters
    assert (frozenset({"t:1", "t:2"}), Facts(genres=("comedy",), year_to=1999)) == case.wanted
    assert (("7",), ("8",)) == (case.must_say, case.must_not_say)


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"decision": "MAYBE"}, "decision"),
        ({"media": "radio"}, "media"),
        ({"question": 7}, "question"),
        ({"filters": []}, "filters"),
        ({"must_say": "7"}, "must_say"),
        ({"wanted": [{"any": []}]}, "any"),
        ({"wanted": [{"facts": {}}]}, "facts"),
        ({"wanted": [{"facts": {"mood": "sad"}}]}, "facts"),
        ({"wanted": [{"facts": {"genres": "comedy"}}]}, "facts"),
        ({"wanted": [{"nothing": 1}]}, "facts"),
        ({"history": [{"titles": []}]}, "question"),
    ],
)
def test_what_is_no_case_is_told_with_its_line(tmp_path: Path, changed: Mapping[str, Any], says: str) -> None:
    """The line, and the part that cannot be read."""
    with pytest.raises(UnreadableSet, match=says) as told:
        read_cases(written(tmp_path, PLAIN, {**PLAIN, **changed}))
    assert "line 2" in str(told.value)


@pytest.mark.parametrize(
    ("facts", "rope", "dark"),
    [
        ({"media_type": "movie"}, True, False),
        ({"genres": ("crime", "thriller")}, True, False),
        ({"genres": ("crime", "comedy")}, False, False),
        ({"people": ("Alfred Hitchcock",)}, True, False),
        ({"countries": ("Germany", "United States")}, True, True),
        ({"year_from": 1948, "year_to": 2016}, True, False),
        ({"runtime_max": 80}, True, False),
        ({"runtime_min": 81}, False, False),
    ],
)
def test_a_title_meets_facts_that_are_known_of_it(facts: Mapping[str, Any], rope: bool, dark: bool) -> None:
    """All genres and people, any country, within the limits; a series has no known runtime."""
    assert (rope, dark) == (Facts(**facts).met_by(ROPE), Facts(**facts).met_by(DARK))


@given(st.integers(1, 300), st.none() | st.integers(1, 300), st.none() | st.integers(1, 300))
def test_limits_include_both_ends(runtime: int, low: int | None, high: int | None) -> None:
    """A length is within its limits exactly where it is not outside of one."""
    outside = (low is not None and runtime < low) or (high is not None and runtime > high)
    assert Facts(runtime_min=low, runtime_max=high).met_by(replace(ROPE, runtime=runtime)) is not outside
