"""Measuring: the record forms are read, the figures are those of hand-counted lists, bad files are told."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from agent.catalogue.request import Request
from agent.catalogue.search.evaluate import UnreadableSet, examples_of, gate, read_examples, retrieval
from agent.catalogue.search.finder import Found, Scored
from tests.agent.catalogue.shop import TITLES
from tests.shared import shared


@dataclass
class Canned:
    """Stands for a finder: the same titles for every question that is not `silence`."""

    order: Sequence[str]

    def understand(self, text: str) -> Request:
        """The text as the wish."""
        return Request(text)

    async def find(self, request: Request, *, exclude: Sequence[str] = (), limit: int = 5) -> Found:
        """The canned titles without the excluded ones."""
        by_id = {title.id: title for title in TITLES}
        titles = [Scored(by_id[name], 0.5) for name in self.order if not set(by_id[name].source_ids) & set(exclude)]
        score = 0.1 if request.wish == "silence" else 0.9
        return Found(tuple(titles[:limit]), score, score >= 0.5, request)


def item(*names: str) -> Mapping[str, object]:
    """An answer named by source ids."""
    return {"ids": [f"test:{name}" for name in names]}


RECORDS: list[dict[str, object]] = [
    {"request": "a", "acceptable": [item("ronin-1998"), item("alien-1979")], "mentioned": [item("heat-1995")]},
    {"query": "b", "answer": item("nowhere", "heat-1995")},
    {
        "turns": [{"role": "seeker", "text": "hi"}, {"role": "recommender", "text": "x"}],
        "targets": [{"turn": 1, "answers": [item("dark-2017")]}],
    },
]


async def test_recall_and_reciprocal_rank_are_those_counted_by_hand() -> None:
    """Answers found at places 1 and 2 of 2, at 1 of 1, and none: recall@1 is (½ + 1 + 0) / 3, and so on."""
    finder = Canned(["heat-1995", "ronin-1998", "alien-1979"])
    figures = await retrieval(finder, RECORDS)  # type: ignore[arg-type]
    assert figures == {
        "n": 3,
        "recall@1": 0.5,
        "recall@5": 0.6667,
        "recall@10": 0.6667,
        "recall@50": 0.6667,
        "mrr": 0.6667,
    }


def test_a_dialogue_is_asked_with_what_the_seeker_said_before() -> None:
    """Only the seeker's turns before the target make the question."""
    assert [example.text for example in examples_of(RECORDS)] == ["a", "b", "hi"]


def test_a_file_is_read_line_by_line(tmp_path: Path) -> None:
    """A file gives the same examples as its records; empty lines do not count."""
    path = tmp_path / "set.jsonl"
    path.write_text("\n\n".join(json.dumps(record) for record in RECORDS) + "\n", "utf-8")
    assert read_examples(path) == examples_of(RECORDS)


async def test_gate_rates_count_each_kind_by_itself() -> None:
    """The share of questions to be answered that are, and of others that are refused."""
    rows = [{"text": text, "ok": ok} for text, ok in (("film", True), ("silence", True), ("silence", False))]
    assert await gate(Canned([]), rows) == {"n": 3, "answered": 0.5, "refused": 1.0}  # type: ignore[arg-type]


async def test_a_record_that_the_gate_cannot_use_is_told() -> None:
    """Without a text or a verdict the error names the record."""
    with pytest.raises(UnreadableSet, match="record 2"):
        await gate(Canned([]), [{"text": "film", "ok": True}, {"text": "film"}])  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "message"), [("{", "line 1"), ("[]", "line 1"), ("{}", "targets"), ('{"request": "a"}', "acceptable")]
)
def test_a_file_that_is_no_set_is_told(tmp_path: Path, line: str, message: str) -> None:
    """The error names the file and the line or the missing key."""
    path = tmp_path / "bad.jsonl"
    path.write_text(line + "\n", "utf-8")
    with pytest.raises(UnreadableSet, match=message):
        read_examples(path)


@pytest.mark.parametrize("name", ["requests", "dialogues", "tot", "keywords"])
def test_the_development_sets_are_read_whole(name: str) -> None:
    """Every record of the research data's sets gives examples with answers."""
    examples = read_examples(shared(f"data/eval/{name}_dev.jsonl"))
    assert len(examples) > 100
    assert all(example.answers for example in examples)
