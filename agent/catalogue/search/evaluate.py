"""Measures the search on sets of questions with known good answers, and the gate on questions of both kinds.

Records are JSON objects, one a line, in one of these forms:

    {"request", "acceptable": [item], "mentioned"?: [item]}        a request; what was mentioned must not come back
    {"query", "answer": item}                                      a remembered film
    {"turns": [{"role", "text"}], "targets": [{"turn", "answers": [item]}]}   a dialogue: the seeker's turns before each target
    {"text", "ok": bool}                                           for the gate: whether it is to be answered

An item names its titles by source ids (`ids`).
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

from agent.catalogue.search.finder import Finder

Record: TypeAlias = Mapping[str, Any]

DEPTH = 50
_PLACES = (1, 5, 10, 50)


class UnreadableSet(ValueError):
    """These are no records of a known form; the message names the line or the record."""


@dataclass(frozen=True, slots=True)
class Example:
    """One question, the items that answer it (each a set of source ids), ids that must not come back, and where it is from.

    Examples of one `group` go together: they come from one conversation, so that none may be held apart from another.
    """

    text: str
    answers: tuple[frozenset[str], ...]
    exclude: tuple[str, ...] = ()
    source: str = ""
    group: str = ""


def read_examples(path: Path) -> list[Example]:
    """The examples of a file of records. Raises UnreadableSet, OSError."""
    return examples_of(_lines(path))


def examples_of(records: Iterable[Record]) -> list[Example]:
    """The examples of these records, a dialogue giving one for each target. Raises UnreadableSet."""
    return [example for number, record in enumerate(records, start=1) for example in _examples(record, number)]


async def retrieval(finder: Finder, records: Iterable[Record]) -> dict[str, float]:
    """`{"n", "recall@1", "recall@5", "recall@10", "recall@50", "mrr"}`: recall is the share of a question's answers found.

    Raises UnreadableSet.
    """
    examples = examples_of(records)
    sums = dict.fromkeys([*(f"recall@{place}" for place in _PLACES), "mrr"], 0.0)
    for example in examples:
        found = await finder.find(finder.understand(example.text), exclude=example.exclude, limit=DEPTH)
        places = _places(example, [{item.title.id, *item.title.source_ids} for item in found.titles])
        for place in _PLACES:
            sums[f"recall@{place}"] += sum(at < place for at in places) / len(example.answers)
        sums["mrr"] += 1 / (1 + min(places)) if places else 0.0
    return {"n": len(examples), **{name: round(total / max(1, len(examples)), 4) for name, total in sums.items()}}


async def gate(finder: Finder, records: Iterable[Record]) -> dict[str, float]:
    """`{"n", "answered", "refused"}`: of questions to be answered and of others, the share that the gate treats so.

    Raises UnreadableSet.
    """
    right: dict[bool, list[bool]] = {True: [], False: []}
    for number, record in enumerate(records, start=1):
        if not isinstance(record.get("text"), str) or not isinstance(record.get("ok"), bool):
            raise UnreadableSet(f"record {number}: the gate needs a text and whether it is ok to answer it")
        found = await finder.find(finder.understand(record["text"]))
        right[record["ok"]].append(found.ok == record["ok"])
    rates = {
        name: round(sum(right[kind]) / max(1, len(right[kind])), 4) for name, kind in (("answered", True), ("refused", False))
    }
    return {"n": sum(map(len, right.values())), **rates}


def _places(example: Example, found: Sequence[set[str]]) -> list[int]:
    places = []
    for answer in example.answers:
        place = next((at for at, names in enumerate(found) if answer & names), None)
        if place is not None:
            places.append(place)
    return places


def _lines(path: Path) -> Iterator[Record]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            if not line.strip():
                continue
            try:
                record = json.loads(line)
            except json.JSONDecodeError as error:
                raise UnreadableSet(f"{path}, line {number}: not a JSON object ({error.msg})") from error
            if not isinstance(record, dict):
                raise UnreadableSet(f"{path}, line {number}: not a JSON object")
            yield record


def _examples(record: Record, number: int) -> Iterator[Example]:
    source, group = str(record.get("source", "")), str(record.get("split_group", ""))
    try:
        if "request" in record:
            mentioned = tuple(name for item in record.get("mentioned", ()) for name in item["ids"])
            yield Example(record["request"], _answers(record["acceptable"]), mentioned, source, group)
        elif "query" in record:
            yield Example(record["query"], _answers([record["answer"]]), (), source, group)
        else:
            for target in record["targets"]:
                said = [turn["text"] for turn in record["turns"][: target["turn"]] if turn["role"] == "seeker"]
                yield Example("\n".join(said), _answers(target["answers"]), (), source, group)
    except (KeyError, TypeError) as error:
        raise UnreadableSet(f"record {number}: of no known form, {error} is missing or of another type") from error


def _answers(items: Sequence[dict[str, Any]]) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(item["ids"]) for item in items)
