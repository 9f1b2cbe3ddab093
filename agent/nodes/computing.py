"""What an exact tool computes for whoever asked."""

from agent.domain import ToolAnswer, ToolCall
from agent.nodes.retrieve import RetrievalFailed
from agent.state import Run, State, history_of, question_of


async def computed(call: ToolCall, state: State, run: Run) -> ToolAnswer:
    """The tool's answer, in the asker's language and within the house's rules. Raises RetrievalFailed."""
    try:
        return await run.domain.run_tool(
            call,
            language=run.domain.language(question_of(state), history_of(state)),
            exclude=state["exclude"],
            taste=state["taste"],
            house=state["house"],
        )
    except Exception as error:
        raise RetrievalFailed(str(error)) from error
