"""Node `rewrite_query`: a sub-task's question as the catalogue is searched. Rules understand it as it is."""

from pydantic import BaseModel, Field

from agent.llm import LlmError, Unreadable
from agent.nodes.prompting import data, prompt
from agent.state import Outcome, Run, State

_CANDIDATES = 8  # to choose from, where a model grades them


class Rewritten(BaseModel):
    """The model's answer."""

    query: str = Field(min_length=1, max_length=400)


async def rewrite_query(state: State, run: Run) -> Outcome:
    """The query, and how many candidates are graded."""
    query = state["contextualized_question"]
    update: State = {"query": query}
    if run.model is not None:
        try:
            run.meter.call()
            messages = prompt("rewrite_query", question=data(query))
            query = (await run.model.structured("secondary", messages, Rewritten, run.meter)).query
            update = {"query": query, "limit": _CANDIDATES}
        except Unreadable:
            run.meter.fall_back()
        except LlmError as error:
            run.lose_model(error)
    return Outcome(update, {"query": query})
