"""Node `retrieve`: the search. What the conversation has shown is not shown again."""

from agent.domain import Document
from agent.state import Outcome, Run, State, history_of

_LIMIT = 5  # titles of an answer


class RetrievalFailed(Exception):
    """The search broke; its cause is chained."""


async def retrieve(state: State, run: Run) -> Outcome:
    """Search for the standalone question. Raises RetrievalFailed."""
    filters = {**state["filters"]}
    if state["media_type"] is not None:
        filters["media_type"] = state["media_type"]
    shown = [ref.id for message in history_of(state) for ref in message.titles]
    try:
        found = await run.domain.retrieve(
            state.get("query") or state["contextualized_question"],
            filters=filters,
            exclude=list(dict.fromkeys([*state["exclude"], *shown])),
            limit=state.get("limit", _LIMIT),
            taste=state["taste"],
            house=state["house"],
        )
    except Exception as error:
        raise RetrievalFailed(str(error)) from error
    # The gate: ask rather than guess, but not more often in a row than is polite.
    weak = found.score < run.settings.threshold
    update: State = {
        "needs_reask": weak and state["reask_count"] < run.settings.max_reask,
        "documents": found.documents,
        "score": found.score,
        "notes": found.notes,
        "unmet": found.unmet,
        "hides_plot": found.hides_plot,
        "media_type": found.media_type,
        "filters": found.filters,
    }
    output = {
        "documents": len(found.documents),
        "score": round(found.score, 4),
        "threshold": run.settings.threshold,
        "ok": not weak,
        "titles": [_shown(document) for document in found.documents],
        "media_type": found.media_type,
        "filters": dict(found.filters),
        "notes": list(found.notes),
        "ms": {stage: round(ms, 1) for stage, ms in found.ms.items()},
    }
    return Outcome(update, output)


def _shown(document: Document) -> dict[str, object]:
    ref = document.ref
    return {"id": ref.id, "title": ref.title, "year": ref.year, "score": round(document.score, 4), "why": list(document.why)}
