"""Node `compute`: a sub-task that an exact tool answers."""

from agent.domain import ToolCall
from agent.llm import LlmError, Unreadable
from agent.nodes.computing import computed
from agent.nodes.prompting import data, prompt
from agent.state import Outcome, Part, Run, State


async def compute(state: State, run: Run) -> Outcome:
    """Run the tool that rules or the model name; where neither does, the part is left to the search. Raises RetrievalFailed."""
    call = run.domain.tool(state["contextualized_question"], ()) or await _by_model(state, run)
    if call is None:
        return Outcome({}, {"tool": None})
    answer = await computed(call, state, run)
    part = Part(state["part"], state["contextualized_question"], answer=answer)
    output = {"tool": answer.name, "arguments": call.arguments(), "facts": dict(answer.facts)}
    return Outcome({"parts": {part.number: part}}, output)


async def _by_model(state: State, run: Run) -> ToolCall | None:
    if run.model is None:
        return None
    question = state["contextualized_question"]
    try:
        run.meter.call()
        messages = prompt("router", question=data(question))
        route = await run.model.structured("secondary", messages, run.domain.route_schema, run.meter)
        return run.domain.tool(question, (), route) if route.decision == "TOOL" else None
    except Unreadable:
        run.meter.fall_back()
    except LlmError as error:
        run.lose_model(error)
    return None
