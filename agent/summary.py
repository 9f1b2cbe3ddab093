"""Summaries of turns: what was asked and answered in fewer words, made behind the answers for the prompts of later turns."""

from collections.abc import AsyncGenerator

from pydantic import BaseModel, Field

from agent.contract import Request, RunEvent, SummaryDone, SummaryRequest
from agent.llm import Llm, Meter, ModelUnavailable
from agent.nodes.prompting import data, prompt

_READ = 12_000  # characters of an answer: more than any chat shows of one
_WRITTEN = 2_000  # characters; a longer "short form" is a model that runs on


class ShortForm(BaseModel):
    """The model's answer."""

    question: str = Field(max_length=_WRITTEN)
    answer: str = Field(max_length=_WRITTEN)


class Summariser:
    """Runs the requests of the summary queue by the secondary model. `model` None: every request fails."""

    def __init__(self, model: Llm | None) -> None:
        self._model = model

    async def events(self, request: Request) -> AsyncGenerator[RunEvent, None]:
        """The one event of a summary. Raises LlmError, and TypeError for a request of another queue."""
        if not isinstance(request, SummaryRequest):
            raise TypeError(f"a {type(request).__name__} is no summary")
        if self._model is None:
            raise ModelUnavailable("no language model")
        meter = Meter()
        meter.call()
        messages = prompt("summarise", question=data(request.question, _READ), answer=data(request.answer, _READ))
        short = await self._model.structured("secondary", messages, ShortForm, meter)
        yield SummaryDone(short.question.strip(), short.answer.strip(), meter.usage())
