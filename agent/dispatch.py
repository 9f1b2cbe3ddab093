"""Who runs what of the run queue: questions go to the graph, steps of a movie night to the movie agent."""

from collections.abc import AsyncGenerator
from typing import Protocol

from agent.contract import Request, RunEvent, RunRequest, StepRequest


class Answers(Protocol):
    """Runs questions: `agent.graph.Graph`."""

    def events(self, request: RunRequest) -> AsyncGenerator[RunEvent, None]:
        """All events of one run, the last of them `ResponseDone`."""
        ...


class Steps(Protocol):
    """Chooses the steps of movie nights: `agent.night.graph.MovieAgent`."""

    def events(self, request: StepRequest) -> AsyncGenerator[RunEvent, None]:
        """All events of one run, the last of them `StepDone`."""
        ...


class Dispatch:
    """One `agent.execution.Runner` over both."""

    def __init__(self, answers: Answers, steps: Steps) -> None:
        self._answers, self._steps = answers, steps

    def events(self, request: Request) -> AsyncGenerator[RunEvent, None]:
        """The events of whoever runs the request. Raises TypeError for a request of another queue."""
        match request:
            case RunRequest():
                return self._answers.events(request)
            case StepRequest():
                return self._steps.events(request)
            case _:
                raise TypeError(f"a {type(request).__name__} has a queue of its own")
