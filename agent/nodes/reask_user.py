"""Node `reask_user`: retrieval is weak, so ask. Rules word it: the options must be true of what the catalogue holds."""

from agent.nodes.voice import Voice
from agent.state import Outcome, Run, State, retrieval_of


async def reask_user(state: State, run: Run) -> Outcome:
    """Ask one clarifying question with concrete options."""
    voice = Voice(run)
    voice.say(run.domain.reask(state["contextualized_question"], retrieval_of(state), state["house"]))
    update: State = {"needs_reask": True, "reask_count": state["reask_count"] + 1, "generation": voice.text}
    return Outcome(update, {"needs_reask": True})
