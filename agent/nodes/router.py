"""Node `router`: whether the question needs a search, an exact tool or a plan, and what a model understood of its filters."""

from dataclasses import dataclass

from agent.domain import Route, SubTask, ToolCall
from agent.llm import Llm, LlmError, Unreadable
from agent.nodes.prompting import data, prompt
from agent.state import Outcome, Run, State, history_of


@dataclass(frozen=True, slots=True)
class _Way:
    """A route, with the call where it leads to a tool, and the parts where rules have found them."""

    route: Route
    call: ToolCall | None = None
    plan: tuple[SubTask, ...] = ()


async def router(state: State, run: Run) -> Outcome:
    """Decide on the question alone: a router that reads the whole conversation decides worse."""
    way = await _decided(state, run)
    route, call = way.route, way.call
    update: State = {
        "decision": route.decision,
        "tool": call,
        "plan": way.plan,
        "media_type": route.media_type,
        "filters": route.filters(),
    }
    output = {"decision": route.decision, "media_type": route.media_type, "filters": route.filters()}
    return Outcome(update, output if call is None else {**output, "tool": call.name, "arguments": call.arguments()})


async def _decided(state: State, run: Run) -> _Way:
    question = state["contextualized_question"]
    if not question:
        return _Way(Route(decision="GENERAL"))
    if run.model is not None:
        try:
            return await _by_model(run.model, state, run)
        except Unreadable:
            run.meter.fall_back()
        except LlmError as error:
            run.lose_model(error)
    if (call := run.domain.tool(question, history_of(state))) is not None:
        return _Way(Route(decision="TOOL"), call)
    if (plan := run.domain.plan(question)) is not None:
        return _Way(Route(decision="COMPLEX"), plan=plan)
    return _Way(Route(decision=await run.domain.route(question)))


async def _by_model(model: Llm, state: State, run: Run) -> _Way:
    """What the model decides. A tool that it names with arguments that do not hold is left to the rules, and without any to a
    search."""
    question, history = state["contextualized_question"], history_of(state)
    run.meter.call()
    route = await model.structured("secondary", prompt("router", question=data(question)), run.domain.route_schema, run.meter)
    if route.decision != "TOOL":
        return _Way(route)
    call = run.domain.tool(question, history, route)
    if call is None:
        run.meter.fall_back()
        call = run.domain.tool(question, history)
    return _Way(route, call) if call is not None else _Way(route.model_copy(update={"decision": "RETRIEVE"}))
