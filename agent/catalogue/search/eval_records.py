"""Sets of questions with known good answers, as files of JSON objects, one a line.

    {"request", "acceptable": [item], "mentioned"?: [item]}        a request; what was mentioned must not come back
    {"query", "answer": item}                                      a remembered film
    {"turns": [{"role", "text"}], "targets": [{"turn", "answers": [item]}]}   a dialogue: the seeker's turns before each target
    {"text", "ok": bool}                                           for the gate: whether it is to be answered
    {"text", "decision": "RETRIEVE" | "TOOL" | "COMPLEX" | "GENERAL"}  for routing: a search, an exact tool, a plan, or none
    {"lookup", "answer": item | null}                              a title asked for; null where the catalogue does not have it

An item names its titles by source ids (`ids`); `type` says "Movie" or "TV Show". Every record may carry `source`, `kind`,
`language` and `split_group` (records of one group belong together and are never held apart in training).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar, get_args

from agent.contract import Decision

Record: TypeAlias = Mapping[str, Any]
_Read = TypeVar("_Read")


class UnreadableSet(ValueError):
    """These are no records of a known form; the message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Labels:
    """Where a question is from, what kind it is, its language, and the group that it belongs to; "" where not said."""

    source: str = ""
    kind: str = ""
    language: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Example:
    """One question, the items that answer it (each a set of source ids) and ids that must not come back.

    `series` holds those of the answers that are series.
    """

    text: str
    answers: tuple[frozenset[str], ...]
    exclude: tuple[str, ...] = ()
    labels: Labels = Labels()
    series: frozenset[frozenset[str]] = frozenset()

    @property
    def source(self) -> str:
        """Where it is from."""
        return self.labels.source

    @property
    def group(self) -> str:
        """Examples of one group share a conversation or a person."""
        return self.labels.group


@dataclass(frozen=True, slots=True)
class Judged:
    """A question, and whether it is to be answered from the catalogue."""

    text: str
    right: bool
    labels: Labels = Labels()


@dataclass(frozen=True, slots=True)
class Routed:
    """A question, and the way that it is to go."""

    text: str
    decision: Decision
    labels: Labels = Labels()


@dataclass(frozen=True, slots=True)
class Wanted:
    """A title asked for by name: the source ids it goes by, or None where the catalogue does not have it."""

    text: str
    answer: frozenset[str] | None
    labels: Labels = Labels()


def read_examples(path: Path) -> list[Example]:
    """The requests, remembered films and dialogues of a file, a dialogue giving one example a target. Raises UnreadableSet."""
    return read_records(path, examples_of)


def read_gate(path: Path) -> list[Judged]:
    """The questions of a file for the gate. Raises UnreadableSet."""
    return read_records(path, _gate)


def read_routing(path: Path) -> list[Routed]:
    """The questions of a file for routing. Raises UnreadableSet."""
    return read_records(path, _routing)


def read_lookups(path: Path) -> list[Wanted]:
    """The titles asked for in a file. Raises UnreadableSet."""
    return read_records(path, _lookup)


def read_seen(path: Path) -> frozenset[str]:
    """The source ids of all answers in a file of examples or of items: what training knew. Raises UnreadableSet."""
    return frozenset(name for names in read_records(path, _seen) for name in names)


def examples_of(record: Record) -> Iterator[Example]:
    """The examples of one record. Raises KeyError, TypeError where it is of no known form."""
    labels = _labels(record)
    if "request" in record:
        mentioned = tuple(name for item in record.get("mentioned", ()) for name in sorted(_ids(item)))
        yield _example(text_of(record, "request"), record["acceptable"], labels, mentioned)
    elif "query" in record:
        yield _example(text_of(record, "query"), [record["answer"]], labels)
    else:
        for target in record["targets"]:
            said = [text_of(turn, "text") for turn in record["turns"][: target["turn"]] if turn["role"] == "seeker"]
            yield _example("\n".join(said), target["answers"], labels)


def _example(text: str, items: Iterable[Record], labels: Labels, mentioned: tuple[str, ...] = ()) -> Example:
    answers = [(_ids(item), item.get("type")) for item in items]
    if not answers:
        raise TypeError("the list of answers is empty")
    series = frozenset(ids for ids, medium in answers if medium == "TV Show")
    return Example(text, tuple(ids for ids, _ in answers), mentioned, labels, series)


def _gate(record: Record) -> Iterator[Judged]:
    if not isinstance(record["ok"], bool):
        raise TypeError("ok is neither true nor false")
    yield Judged(text_of(record, "text"), record["ok"], _labels(record))


def _routing(record: Record) -> Iterator[Routed]:
    if record["decision"] not in get_args(Decision):
        raise TypeError(f"decision is none of {', '.join(get_args(Decision))}")
    yield Routed(text_of(record, "text"), record["decision"], _labels(record))


def _lookup(record: Record) -> Iterator[Wanted]:
    answer = record["answer"]
    yield Wanted(text_of(record, "lookup"), None if answer is None else _ids(answer), _labels(record))


def _seen(record: Record) -> Iterator[frozenset[str]]:
    if "ids" in record:
        yield _ids(record)
    else:
        yield from (names for example in examples_of(record) for names in example.answers)


def _labels(record: Record) -> Labels:
    named = {"source": "source", "kind": "kind", "language": "language", "group": "split_group"}
    return Labels(**{name: str(record.get(key, "")) for name, key in named.items()})


def text_of(record: Record, key: str) -> str:
    """The text under a key. Raises KeyError, TypeError where there is none."""
    if not isinstance(record[key], str):
        raise TypeError(f"{key} is no text")
    return str(record[key])


def _ids(item: Record) -> frozenset[str]:
    names = item["ids"]
    if not isinstance(names, list) or not names or not all(isinstance(name, str) for name in names):
        raise TypeError("ids is no list of source ids")
    return frozenset(names)


def read_records(path: Path, parse: Callable[[Record], Iterable[_Read]]) -> list[_Read]:
    """What `parse` makes of each record of a file, in order. Raises UnreadableSet."""
    found: list[_Read] = []
    for place, line in _lines(path):
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise UnreadableSet(f"{place}: not a JSON object ({error.msg}).") from error
        if not isinstance(record, dict):
            raise UnreadableSet(f"{place}: not a JSON object.")
        try:
            found += parse(record)
        except KeyError as error:
            raise UnreadableSet(f"{place}: not a record for this measure, {error} is missing.") from error
        except (TypeError, AttributeError) as error:
            raise UnreadableSet(f"{place}: not a record for this measure: {error}.") from error
    if not found:
        raise UnreadableSet(f"{path} holds no record: write one JSON object a line.")
    return found


def _lines(path: Path) -> Iterator[tuple[str, str]]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield f"{path}, line {number}", line
    except OSError as error:
        raise UnreadableSet(f"{path} cannot be read: {error.strerror or error}.") from error
    except UnicodeDecodeError as error:
        raise UnreadableSet(f"{path} is not a file of JSON lines in UTF-8.") from error
