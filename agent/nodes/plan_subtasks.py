"""Node `plan_subtasks`: the parts of a question that is looked up in parts."""

from collections.abc import Sequence

from pydantic import BaseModel, Field

from agent.domain import ANSWER_SLOT, MAX_SUBTASKS, SubTask
from agent.llm import LlmError, Unreadable
from agent.nodes.prompting import data, prompt
from agent.state import Outcome, Run, State

_MORE = 2  # sub-tasks a round: doubts are about details


class Plan(BaseModel):
    """The model's answer."""

    subtasks: list[SubTask] = Field(min_length=1, max_length=MAX_SUBTASKS)


async def plan_subtasks(state: State, run: Run) -> Outcome:
    """Plan by the model; by rules where there is none; where they know of no parts, the whole question is the only one."""
    question = state["contextualized_question"]
    plan = await _by_model(question, state.get("doubts", ()), run)
    if state.get("rounds", 0):
        return _again(state["plan"], plan)
    plan = plan or state["plan"] or run.domain.plan(question) or (SubTask(kind="retrieve", question=question[:400]),)
    return Outcome({"plan": plan, "parts": {}}, {"subtasks": [task.model_dump(exclude_none=True) for task in plan]})


def _again(before: Sequence[SubTask], more: Sequence[SubTask]) -> Outcome:
    """What is looked up for doubts comes behind what was done; where nothing is, the answer is written anew without them."""
    shifted = (
        task.model_copy(update={"depends_on": task.depends_on + len(before)}) if task.depends_on else task
        for task in more[:_MORE]
    )
    plan = (*before, *shifted)
    return Outcome({"plan": plan}, {"subtasks": [task.model_dump(exclude_none=True) for task in plan]})


async def _by_model(question: str, doubts: Sequence[str], run: Run) -> tuple[SubTask, ...]:
    if run.model is None:
        return ()
    try:
        run.meter.call()
        told = "\n".join(data(doubt) for doubt in doubts) or "none"
        messages = prompt("plan_subtasks", question=data(question), doubts=told)
        planned = await run.model.structured("secondary", messages, Plan, run.meter)
        return _in_order(planned.subtasks)
    except Unreadable:
        run.meter.fall_back()
    except LlmError as error:
        run.lose_model(error)
    return ()


def _in_order(tasks: Sequence[SubTask]) -> tuple[SubTask, ...]:
    """The plan as far as it can be followed. Raises Unreadable when a part waits for none that comes before it."""
    for number, task in enumerate(tasks, 1):
        waits = task.depends_on is not None
        if (waits and not 1 <= (task.depends_on or 0) < number) or (ANSWER_SLOT in task.question and not waits):
            raise Unreadable(f"sub-task {number} waits for none before it")
    return tuple(tasks)
