"""Node `grade_documents`: which of a search's candidates are kept. One call for all of them, however many."""

from pydantic import BaseModel

from agent.domain import Document
from agent.llm import LlmError, Unreadable
from agent.nodes.prompting import data, numbered, prompt
from agent.state import Outcome, Run, State

MOST_KEPT = 4
_RANKED = 3  # nobody has looked at them, and an answer in parts is long


class Graded(BaseModel):
    """The model's answer: numbers of documents, the best first."""

    keep: list[int]


async def grade_documents(state: State, run: Run) -> Outcome:
    """What fits by the model, which may be nothing; what the ranker has put first where there is none."""
    graded = await _by_model(state, run)
    kept = state["documents"][:_RANKED] if graded is None else graded[:MOST_KEPT]
    return Outcome({"documents": kept}, {"kept": [document.ref.id for document in kept]})


async def _by_model(state: State, run: Run) -> tuple[Document, ...] | None:
    documents = state["documents"]
    if run.model is None or not documents:
        return None
    messages = prompt("grade_documents", documents=numbered(documents), question=data(state["contextualized_question"]))
    try:
        run.meter.call()
        keep = (await run.model.structured("secondary", messages, Graded, run.meter)).keep
        return tuple(documents[number - 1] for number in dict.fromkeys(keep) if 1 <= number <= len(documents))
    except Unreadable:
        run.meter.fall_back()
    except LlmError as error:
        run.lose_model(error)
    return None
