"""Measures whole answers on a set of cases: the graph runs each, its answer is scored, and judged where there is a judge."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from agent.catalogue.assessment.cases import Case, CaseLabels, Turn
from agent.catalogue.assessment.judge import Judge, Judgement
from agent.catalogue.assessment.scores import Scores, score
from agent.catalogue.search.evaluate import Figures, names_of, share, split
from agent.catalogue.title import Title
from agent.contract import HistoryMessage, ResponseDone, RunRequest, TitleRef

Answer: TypeAlias = Callable[[RunRequest], Awaitable[ResponseDone]]
By: TypeAlias = Literal["route", "language", "media", "source", "kind"]
BY = ("route", "language", "media", "source", "kind")
NO_JUDGE = "none: correctness and faithfulness need a language model"


@dataclass(frozen=True, slots=True)
class Assessed:
    """A case, its answer and what is thought of it; `judgement` is None without a judge, or where it cannot be read."""

    case: Case
    done: ResponseDone
    scores: Scores
    judgement: Judgement | None = None

    @property
    def labels(self) -> CaseLabels:
        """What figures are split by."""
        return self.scores.labels

    def record(self) -> dict[str, Any]:
        """The case as a JSON object for people who look for what went wrong."""
        return {
            "id": self.case.id,
            "question": self.case.question,
            "expected": self.case.decision,
            "decision": self.done.decision,
            "missed": list(self.scores.missed),
            "filters": dict(self.done.filters),
            "titles": [ref.id for ref in self.done.titles],
            "text": self.done.text,
            "judgement": self.judgement.model_dump() if self.judgement is not None else None,
        }


async def assess(
    answer: Answer, cases: Sequence[Case], titles: Mapping[str, Title], judge: Judge | None = None
) -> AsyncIterator[Assessed]:
    """Each case that the catalogue can hold, answered and scored. Raises what `answer` raises, and LlmError of the judge."""
    known = _known(titles)
    for case in cases:
        if not _is_there(case, known):
            continue
        request = asked(case, known)
        done = await answer(request)
        judgement = await judge.grade(case, request, done, titles) if judge is not None else None
        yield Assessed(case, done, score(case, done, titles), judgement)


def figures(assessed: Sequence[Assessed], *, of: int, by: By | None = None, judged: bool = False) -> Figures:
    """`{"n", "routing", "filters", "hit@4", "exact", "language", "citations", "correctness", "faithfulness"}`.

    Shares of the cases that have such a score; a figure that no case has is left out. Grades are means from 1 to 5. `of` is
    the number of cases there were: those whose titles this catalogue does not have are counted as `absent`.
    """
    found = _figures(assessed)
    if judged:
        found["unjudged"] = sum(item.judgement is None for item in assessed)
    else:
        found["judge"] = NO_JUDGE
    if of > len(assessed):
        found["absent"] = of - len(assessed)
    return found | split(assessed, by, _figures)


def asked(case: Case, known: Mapping[str, Title]) -> RunRequest:
    """The run that a case asks for; `known` holds the catalogue by every id."""
    history = tuple(message for turn in case.history for message in _messages(turn, known))
    return RunRequest(run_id=case.id, conversation_id=case.id, question=case.question, history=history)


def _messages(turn: Turn, known: Mapping[str, Title]) -> tuple[HistoryMessage, HistoryMessage]:
    titles = [known[name] for name in turn.titles]
    refs = tuple(TitleRef(title.id, title.title, title.year, title.source_ids) for title in titles)
    shown = "\n".join(f"{number}. {title.title} ({title.year})" for number, title in enumerate(titles, 1))
    return HistoryMessage("user", turn.question), HistoryMessage("assistant", shown, refs)


def _known(titles: Mapping[str, Title]) -> dict[str, Title]:
    return {name: title for title in titles.values() for name in names_of(title)}


def _is_there(case: Case, known: Mapping[str, Title]) -> bool:
    shown = all(name in known for turn in case.history for name in turn.titles)
    return shown and all(not isinstance(one, frozenset) or not one.isdisjoint(known) for one in case.wanted)


def _figures(part: Sequence[Assessed]) -> Figures:
    found: Figures = {"n": len(part), "routing": share(item.scores.routing for item in part)}
    if hits := [item.scores.hit for item in part if item.scores.hit is not None]:
        found["hit@4"] = round(sum(hits) / len(hits), 4)
    for name in ("filters", "exact", "language", "citations"):
        if values := [value for item in part if (value := getattr(item.scores, name)) is not None]:
            found[name] = share(values)
    if grades := [item.judgement for item in part if item.judgement is not None]:
        for name in ("correctness", "faithfulness"):
            found[name] = round(sum(getattr(grade, name) for grade in grades) / len(grades), 3)
    return found
