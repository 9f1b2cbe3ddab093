"""Node `contextualize`: the question as it stands alone. A first turn has nothing to merge and costs no call."""

from pydantic import BaseModel, Field

from agent.llm import LlmError, Unreadable
from agent.nodes.prompting import conversation, data, prompt
from agent.state import Outcome, Run, State, history_of, question_of


class Standalone(BaseModel):
    """The model's answer."""

    question: str = Field(min_length=1, max_length=1000)


async def contextualize(state: State, run: Run) -> Outcome:
    """Merge a follow-up with what was asked before."""
    question = question_of(state).strip()
    history = history_of(state)
    # Whoever only calls us under somebody's message asks what it says.
    is_led_to = any(message.role == "user" for message in history) if question else bool(history and history[-1].is_quoted)
    if is_led_to:
        question = await _merged(question, state, run)
    return Outcome({"contextualized_question": question}, {"contextualized_question": question})


async def _merged(question: str, state: State, run: Run) -> str:
    history = history_of(state)
    if run.model is not None:
        messages = prompt("contextualize", conversation=conversation(history), question=data(question))
        try:
            run.meter.call()
            return (await run.model.structured("secondary", messages, Standalone, run.meter)).question.strip() or question
        except Unreadable:
            run.meter.fall_back()
        except LlmError as error:
            run.lose_model(error)
    return run.domain.merge(question, history)
