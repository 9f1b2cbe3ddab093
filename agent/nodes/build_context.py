"""Node `build_context`: what a search found for its sub-task, as the answer will be made from it."""

from agent.state import Outcome, Part, Run, State, retrieval_of


async def build_context(state: State, _run: Run) -> Outcome:
    """The part of the question, done."""
    part = Part(state["part"], state["contextualized_question"], retrieval=retrieval_of(state))
    return Outcome({"parts": {part.number: part}}, {"documents": len(part.documents)})
