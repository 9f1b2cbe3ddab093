"""What only a model can tell of an answer: whether it is right, and whether it says no more than the facts."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import BaseModel, Field

from agent.catalogue.answers.facts import as_text
from agent.catalogue.assessment.cases import Case
from agent.catalogue.title import Title
from agent.contract import HistoryMessage, ResponseDone, RunRequest
from agent.llm import Llm, Meter, Unreadable
from agent.nodes.prompting import conversation, data, prompt

Grade = Annotated[int, Field(ge=1, le=5)]
_ANSWER_LIMIT = 8000  # characters: an answer in five parts, with the sources


class Judgement(BaseModel):
    """A judge's grades of an answer, from 1 to 5."""

    correctness: Grade
    faithfulness: Grade
    why: str = ""


class Judge:
    """Grades answers with a model's primary tier, one call each."""

    def __init__(self, model: Llm) -> None:
        self._model = model
        self._meter = Meter()

    async def grade(self, case: Case, request: RunRequest, done: ResponseDone, titles: Mapping[str, Title]) -> Judgement | None:
        """The grades; None where they cannot be read. Raises other LlmErrors."""
        shown = [titles[ref.id] for ref in done.titles if ref.id in titles]
        messages = prompt(
            "judge_answer",
            conversation=conversation((*request.history, HistoryMessage("user", request.question))),
            has_to_say="\n".join(data(fact) for fact in case.must_say),
            facts="\n".join(data(f"{title.title} ({title.year})\n{as_text(title)}") for title in shown),
            answer=data(done.text, _ANSWER_LIMIT),
        )
        self._meter.call()
        try:
            return await self._model.structured("primary", messages, Judgement, self._meter)
        except Unreadable:
            return None
