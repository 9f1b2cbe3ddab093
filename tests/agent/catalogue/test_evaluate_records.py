"""Sets of records: every form is read as what it means, and what cannot be read is told with its line."""

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent.catalogue.search.eval_records import (
    Labels,
    UnreadableSet,
    read_examples,
    read_gate,
    read_lookups,
    read_routing,
    read_seen,
)
from tests.shared import shared

HEAT, DARK = {"ids": ["test:heat", "other:1"]}, {"ids": ["test:dark"], "type": "TV Show"}


def written(folder: Path, *records: Mapping[str, object]) -> Path:
    """A file of these records with empty lines between them."""
    path = folder / "set.jsonl"
    path.write_text("\n\n".join(json.dumps(record) for record in records) + "\n", "utf-8")
    return path


def test_a_request_has_answers_and_what_must_not_come_back(tmp_path: Path) -> None:
    """Acceptable items become sets of ids, mentioned ones ids to exclude, labels are kept."""
    record = {"request": "a", "acceptable": [HEAT, DARK], "mentioned": [HEAT], "source": "s", "split_group": "g"}
    (example,) = read_examples(written(tmp_path, record))
    assert ("a", (frozenset(HEAT["ids"]), frozenset(DARK["ids"]))) == (example.text, example.answers)
    assert ("other:1", "test:heat") == example.exclude
    assert ("s", "g") == (example.source, example.group)
    assert {frozenset(DARK["ids"])} == example.series


def test_a_dialogue_is_asked_with_what_the_seeker_said_before(tmp_path: Path) -> None:
    """Each target makes an example of the seeker's turns before it, and of nobody else's."""
    turns = [{"role": role, "text": text} for role, text in (("seeker", "hi"), ("recommender", "x"), ("seeker", "more"))]
    record = {"turns": turns, "targets": [{"turn": 1, "answers": [HEAT]}, {"turn": 3, "answers": [DARK]}]}
    assert ["hi", "hi\nmore"] == [example.text for example in read_examples(written(tmp_path, record))]


def test_a_remembered_film_has_one_answer(tmp_path: Path) -> None:
    """The form with a query and its answer."""
    (example,) = read_examples(written(tmp_path, {"query": "two moons", "answer": HEAT}))
    assert ("two moons", (frozenset(HEAT["ids"]),)) == (example.text, example.answers)


def test_the_other_forms_are_read_with_their_labels(tmp_path: Path) -> None:
    """Gate, routing and look-up records, the latter also for a title that is not there."""
    labels = {"kind": "k", "language": "hu"}
    (judged,) = read_gate(written(tmp_path, {"text": "a", "ok": False, **labels}))
    assert (False, Labels("", "k", "hu")) == (judged.right, judged.labels)
    ways = ["RETRIEVE", "TOOL", "COMPLEX", "GENERAL"]
    routed = read_routing(written(tmp_path, *({"text": way, "decision": way} for way in ways)))
    assert ways == [item.decision for item in routed]
    wanted = read_lookups(written(tmp_path, {"lookup": "a", "answer": HEAT}, {"lookup": "b", "answer": None}))
    assert [frozenset(HEAT["ids"]), None] == [item.answer for item in wanted]


def test_what_training_knew_is_read_from_examples_and_from_items(tmp_path: Path) -> None:
    """All ids of all answers, whichever way they are written."""
    path = written(tmp_path, HEAT, {"query": "a", "answer": DARK})
    assert {"test:heat", "other:1", "test:dark"} == read_seen(path)


@pytest.mark.parametrize(
    ("read", "line", "message"),
    [
        (read_examples, "{", "line 1: not a JSON object"),
        (read_examples, "[]", "line 1: not a JSON object"),
        (read_examples, "{}", "'targets' is missing"),
        (read_examples, '{"request": "a"}', "'acceptable' is missing"),
        (read_examples, '{"request": "a", "acceptable": []}', "the list of answers is empty"),
        (read_examples, '{"request": 1, "acceptable": [{"ids": ["a"]}]}', "request is no text"),
        (read_examples, '{"query": "a", "answer": {"ids": "netflix:s1"}}', "ids is no list"),
        (read_examples, '{"turns": "x", "targets": [{"turn": 1, "answers": []}]}', "line 1: not a record"),
        (read_gate, '{"text": "a", "ok": "yes"}', "ok is neither true nor false"),
        (read_routing, '{"text": "a", "decision": "search"}', "decision is none of"),
        (read_lookups, '{"lookup": "a"}', "'answer' is missing"),
        (read_seen, '{"ids": []}', "ids is no list"),
        (read_gate, "", "holds no record"),
    ],
)
def test_a_file_that_is_no_set_is_told(tmp_path: Path, read: Callable[[Path], Sequence[Any]], line: str, message: str) -> None:
    """One line with the file, the line, and what is wrong with it."""
    path = tmp_path / "bad.jsonl"
    path.write_text(line + "\n", "utf-8")
    with pytest.raises(UnreadableSet, match=message) as told:
        read(path)
    assert str(path) in str(told.value)
    assert "\n" not in str(told.value)


def test_a_file_that_is_absent_or_binary_is_told(tmp_path: Path) -> None:
    """Neither is a traceback."""
    with pytest.raises(UnreadableSet, match="cannot be read"):
        read_gate(tmp_path / "none")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UnreadableSet, match="UTF-8"):
        read_gate(tmp_path / "binary")


@pytest.mark.parametrize("name", ["requests", "dialogues", "tot", "keywords"])
def test_the_development_sets_are_read_whole(name: str) -> None:
    """Every record of the research data's sets gives examples with answers and a group."""
    examples = read_examples(shared(f"data/eval/{name}_dev.jsonl"))
    assert len(examples) > 100
    assert all(example.answers and example.group for example in examples)
