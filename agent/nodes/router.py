"""Node `router`: whether the question needs a search or an exact tool, and what a model understood of its filters."""

from agent.domain import Route, ToolCall
from agent.llm import Llm, LlmError, Unreadable
from agent.nodes.prompting import data, prompt
from agent.state import Outcome, Run, State, history_of


async def router(state: State, run: Run) -> Outcome:
    """Decide on the question alone: a router that reads the whole conversation decides worse."""
    route, call = await _decided(state, run)
    update: State = {"decision": route.decision, "tool": call, "media_type": route.media_type, "filters": route.filters()}
    output = {"decision": route.decision, "media_type": route.media_type, "filters": route.filters()}
    return Outcome(update, output if call is None else {**output, "tool": call.name, "arguments": call.arguments()})


async def _decided(state: State, run: Run) -> tuple[Route, ToolCall | None]:
    """The route, and the call where it leads to a tool."""
    question = state["contextualized_question"]
    if not question:
        return Route(decision="GENERAL"), None
    if run.model is not None:
        try:
            return await _by_model(run.model, state, run)
        except Unreadable:
            run.meter.fall_back()
        except LlmError as error:
            run.lose_model(error)
    call = run.domain.tool(question, history_of(state))
    return Route(decision="TOOL" if call is not None else await run.domain.route(question)), call


async def _by_model(model: Llm, state: State, run: Run) -> tuple[Route, ToolCall | None]:
    """What the model decides. A tool that it names with arguments that do not hold is left to the rules, and without any to a
    search."""
    question, history = state["contextualized_question"], history_of(state)
    run.meter.call()
    route = await model.structured("secondary", prompt("router", question=data(question)), run.domain.route_schema, run.meter)
    if route.decision != "TOOL":
        return route, None
    call = run.domain.tool(question, history, route)
    if call is None:
        run.meter.fall_back()
        call = run.domain.tool(question, history)
    return (route, call) if call is not None else (route.model_copy(update={"decision": "RETRIEVE"}), None)
