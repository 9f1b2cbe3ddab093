"""Measures the search on sets of questions with known good answers: what is found, let through, sent on."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from agent.catalogue.search.eval_records import (
    Example,
    Judged,
    Labels,
    Routed,
    UnreadableSet,
    Wanted,
    examples_of,
    read_examples,
    read_gate,
    read_lookups,
    read_routing,
    read_seen,
)
from agent.catalogue.search.finder import Finder
from agent.catalogue.title import Title
from agent.contract import Decision

__all__ = [
    "BY",
    "Example",
    "Judged",
    "Labels",
    "Routed",
    "UnreadableSet",
    "Wanted",
    "examples_of",
    "gate",
    "lookup",
    "names_of",
    "read_examples",
    "read_gate",
    "read_lookups",
    "read_routing",
    "read_seen",
    "retrieval",
    "routing",
    "share",
    "split",
]

DEPTH = 50
BY = ("source", "kind", "language")  # the labels by which figures can be split
By: TypeAlias = Literal["source", "kind", "language"]
Figures: TypeAlias = dict[str, Any]

_PLACES = (1, 5, 10, 50)
_WAYS: tuple[Decision, ...] = ("RETRIEVE", "TOOL", "COMPLEX", "GENERAL")
_REFUSED = 0.95  # the share of what cannot be answered that a gate is to refuse, where its price is told
_Labelled = TypeVar("_Labelled", bound="Labelled")


class Labelled(Protocol):
    """What figures can be split by."""

    @property
    def labels(self) -> Any: ...


@dataclass(frozen=True, slots=True)
class Answered:
    """An example with the place of each answer in what was found, None where it was not."""

    answers: tuple[frozenset[str], ...]
    places: tuple[int | None, ...]
    labels: Labels


@dataclass(frozen=True, slots=True)
class Verdict:
    """A question treated: what was right, what was done, and the score that decided, if there is one."""

    right: bool
    done: bool
    labels: Labels
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Sent:
    """A question sent: the way that was right, and the one that it went."""

    right: Decision
    done: Decision
    labels: Labels


async def retrieval(
    finder: Finder,
    examples: Sequence[Example],
    *,
    by: By | None = None,
    seen: Collection[str] | None = None,
    films: bool = False,
) -> Figures:
    """`{"n", "recall@1", "recall@5", "recall@10", "recall@50", "mrr"}`: recall is the share of a question's answers found.

    Answers that the catalogue does not have are left out and counted as `absent`. With `films`, series are neither answers nor
    results. With `seen` (source ids), `unseen` holds the figures for answers that are not among them; `by` splits by a label.
    """
    known = _known(finder)
    kept, absent = [], 0
    for example in examples:
        answers = tuple(names for names in example.answers if not (films and names in example.series))
        there = tuple(names for names in answers if names & known)
        absent += len(answers) - len(there)
        if there:
            kept.append(replace(example, answers=there))
    found = [await _answered(finder, example, films=films) for example in kept]
    figures = _recall(found)
    if absent:
        figures["absent"] = absent
    if seen is not None:
        figures["unseen"] = _recall(_without(found, frozenset(seen)))
    return figures | split(found, by, _recall)


async def gate(finder: Finder, questions: Sequence[Judged], *, by: By | None = None) -> Figures:
    """`{"n", "answered", "refused", "auroc", "asked_again"}`: of questions to be answered and of others, the share treated so.

    `asked_again` is the share of the former that would be refused where the threshold refuses 95 % of the latter. Split by a
    label, a part of one kind is set against all questions of the other.
    """
    verdicts = []
    for question in questions:
        found = await finder.find(finder.understand(question.text))
        verdicts.append(Verdict(question.right, found.ok, question.labels, found.score))

    def figures(part: Sequence[Verdict]) -> Figures:
        return _rates(part, "answered", "refused") | _apart(part, verdicts)

    return figures(verdicts) | split(verdicts, by, figures)


async def routing(route: Callable[[str], Awaitable[Decision]], questions: Sequence[Routed], *, by: By | None = None) -> Figures:
    """`{"n", "accuracy", "retrieve", "tool", "complex", "general"}`: the share sent right of all, and of each way.

    A way that no question is to go is left out.
    """
    sent = [Sent(question.decision, await route(question.text), question.labels) for question in questions]

    def rates(part: Sequence[Sent]) -> Figures:
        ways = {way: [item.done == way for item in part if item.right == way] for way in _WAYS}
        shares = {way.lower(): share(right) for way, right in ways.items() if right}
        return {"n": len(part), "accuracy": share(item.right == item.done for item in part), **shares}

    return rates(sent) | split(sent, by, rates)


async def lookup(finder: Finder, wanted: Sequence[Wanted], *, by: By | None = None) -> Figures:
    """`{"n", "first", "told"}`: titles of the catalogue that come first, and invented ones that are said to be missing.

    Titles that exist and this catalogue does not have are left out and counted as `absent`.
    """
    known = _known(finder)
    verdicts = []
    asked = [question for question in wanted if question.answer is None or question.answer & known]
    for question in asked:
        found = await finder.find(finder.understand(question.text))
        if question.answer is None:
            verdicts.append(Verdict(right=False, done=not found.request.missing, labels=question.labels))
        else:
            first = names_of(found.titles[0].title) if found.titles else frozenset()
            verdicts.append(Verdict(right=True, done=bool(first & question.answer), labels=question.labels))

    def rates(part: Sequence[Verdict]) -> Figures:
        return _rates(part, "first", "told")

    absent = {"absent": len(wanted) - len(asked)} if len(asked) < len(wanted) else {}
    return rates(verdicts) | absent | split(verdicts, by, rates)


def _known(finder: Finder) -> frozenset[str]:
    return frozenset(name for title in finder.titles.values() for name in names_of(title))


async def _answered(finder: Finder, example: Example, *, films: bool) -> Answered:
    request = finder.understand(example.text)
    if films and request.media_type is None:
        request = replace(request, media_type="movie")
    found = await finder.find(request, exclude=example.exclude, limit=DEPTH)
    names = [names_of(item.title) for item in found.titles]
    places = tuple(next((at for at, own in enumerate(names) if answer & own), None) for answer in example.answers)
    return Answered(example.answers, places, example.labels)


def _recall(found: Sequence[Answered]) -> Figures:
    sums = dict.fromkeys([*(f"recall@{place}" for place in _PLACES), "mrr"], 0.0)
    for item in found:
        places = [place for place in item.places if place is not None]
        for depth in _PLACES:
            sums[f"recall@{depth}"] += sum(place < depth for place in places) / len(item.places)
        sums["mrr"] += 1 / (1 + min(places)) if places else 0.0
    return {"n": len(found), **{name: round(total / max(1, len(found)), 4) for name, total in sums.items()}}


def _without(found: Iterable[Answered], seen: frozenset[str]) -> list[Answered]:
    kept = []
    for item in found:
        pairs = [pair for pair in zip(item.answers, item.places, strict=True) if not pair[0] & seen]
        if pairs:
            kept.append(Answered(tuple(pair[0] for pair in pairs), tuple(pair[1] for pair in pairs), item.labels))
    return kept


def _rates(verdicts: Sequence[Verdict], positive: str, negative: str) -> Figures:
    """The share treated rightly of either kind; a kind that does not occur is left out."""
    figures: Figures = {"n": len(verdicts)}
    for name, kind in ((positive, True), (negative, False)):
        treated = [verdict.done == kind for verdict in verdicts if verdict.right is kind]
        if treated:
            figures[name] = share(treated)
    return figures


def _apart(part: Sequence[Verdict], everything: Sequence[Verdict]) -> Figures:
    """How well scores tell the kinds apart: the area under the curve, and the price of refusing nearly all others."""

    def scores(kind: bool) -> npt.NDArray[np.float64]:
        own = [verdict.score for verdict in part if verdict.right is kind]
        return np.asarray(own or [verdict.score for verdict in everything if verdict.right is kind])

    good, bad = scores(True), scores(False)
    if not len(good) or not len(bad):
        return {}
    ahead = (good[:, None] > bad).mean() + (good[:, None] == bad).mean() / 2
    limit = np.quantile(bad, _REFUSED, method="higher")
    return {"auroc": round(float(ahead), 4), "asked_again": round(float((good <= limit).mean()), 4)}


def split(items: Sequence[_Labelled], by: str | None, measure: Callable[[Sequence[_Labelled]], Figures]) -> Figures:
    """`{"by": {label: figures}}`, each of the items that carry the label; nothing where `by` is None."""
    if by is None:
        return {}
    parts: dict[str, list[_Labelled]] = {}
    for item in items:
        parts.setdefault(getattr(item.labels, by), []).append(item)
    return {"by": {value or "none": measure(part) for value, part in sorted(parts.items())}}


def share(values: Iterable[bool]) -> float:
    """How many of these are true, 0 where there are none."""
    found = list(values)
    return round(sum(found) / max(1, len(found)), 4)


def names_of(title: Title) -> frozenset[str]:
    """The ids that a title goes by: its own and its sources'."""
    return frozenset((title.id, *title.source_ids))
