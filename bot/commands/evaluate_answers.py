"""`matinee eval answers`: the graph's whole answers on sets of cases, over the catalogue that serves."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.commands.errors import CommandError, UsageError
from bot.parts import open_finder, open_search
from bot.settings import Settings

if TYPE_CHECKING:
    from agent.catalogue.assessment.answers import Answer, By
    from agent.catalogue.assessment.cases import Case
    from agent.graph import Graph


async def evaluate_answers(settings: Settings, sets: Sequence[Path], by: "By | None", out: Path | None) -> dict[str, Any]:
    """The figures of `agent.catalogue.assessment`, with the model that is configured or found, which judges too.

    Each answer is written to `out`, one JSON object a line. Raises UsageError for an unreadable set, CommandError where the
    model fails or `out` cannot be written.
    """
    from agent.catalogue.assessment.answers import assess, figures
    from agent.catalogue.assessment.judge import Judge
    from agent.catalogue.films import FilmDomain
    from agent.graph import Graph
    from agent.llm import LlmError
    from agent.llm_config import resolve
    from agent.state import GraphSettings

    cases = _cases(sets)
    model = (await resolve(dict(os.environ), settings.litellm_config)).llm
    search = open_search(settings)
    finder = await open_finder(settings, search)
    try:
        threshold = settings.retrieval_score_threshold
        domain = FilmDomain(finder, encode=search.dense.query, threshold=threshold)
        answer = answers_of(Graph(domain, model, GraphSettings(threshold, settings.max_reask_count)))
        judge = Judge(model) if model is not None else None
        found = [one async for one in assess(answer, cases, finder.titles, judge)]
    except LlmError as error:
        raise CommandError(error.message) from error
    finally:
        await finder.close()
    if out is not None:
        _write(out, [one.record() for one in found])
    return figures(found, of=len(cases), by=by, judged=judge is not None)


def answers_of(graph: "Graph") -> "Answer":
    """The graph as a function from a question to its whole answer. It raises what broke a search, and LlmError."""
    from agent.contract import ResponseDone, RunRequest
    from agent.nodes.retrieve import RetrievalFailed

    async def answer(request: RunRequest) -> ResponseDone:
        try:
            ends = [event async for event in graph.events(request) if isinstance(event, ResponseDone)]
        except RetrievalFailed as error:
            raise error.__cause__ or error from None
        return ends[-1]

    return answer


def _cases(sets: Sequence[Path]) -> list["Case"]:
    from agent.catalogue.assessment.cases import read_cases
    from agent.catalogue.search.eval_records import UnreadableSet

    try:
        return [case for path in sets for case in read_cases(path)]
    except UnreadableSet as error:
        raise UsageError(str(error)) from error


def _write(out: Path, records: Sequence[dict[str, Any]]) -> None:
    try:
        out.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), "utf-8")
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror}.") from error
