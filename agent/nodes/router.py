"""Node `router`: whether the question needs a search, and what a model understood of its filters."""

from agent.domain import Route
from agent.llm import LlmError, Unreadable
from agent.nodes.prompting import data, prompt
from agent.state import Outcome, Run, State


async def router(state: State, run: Run) -> Outcome:
    """Decide on the question alone: a router that reads the whole conversation decides worse."""
    question = state["contextualized_question"]
    route = await _route(question, run)
    update: State = {"decision": route.decision, "media_type": route.media_type, "filters": route.filters()}
    return Outcome(update, {"decision": route.decision, "media_type": route.media_type, "filters": route.filters()})


async def _route(question: str, run: Run) -> Route:
    if not question:
        return Route(decision="GENERAL")
    if run.model is not None:
        try:
            run.meter.call()
            return await run.model.structured(
                "secondary", prompt("router", question=data(question)), run.domain.route_schema, run.meter
            )
        except Unreadable:
            run.meter.fall_back()
        except LlmError as error:
            run.lose_model(error)
    return Route(decision=await run.domain.route(question))
