"""A movie agent that needs no catalogue: the same steps in the same order each time, through the real queue and worker."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager

from redis.asyncio import Redis

from agent.contract import GenerationStarted, NodeOutput, RunEvent, StepDone, StepRequest, TitleCard, TitleRef, Usage
from agent.dispatch import Dispatch
from agent.evening import Candidates, Duel, Evening, Pick, Picks, Question, Step, Wish
from agent.graph import Graph
from agent.worker import Worker, WorkerTiming
from tests.fakes.domain import FakeDomain

QUICK = WorkerTiming(heartbeat=0.3, dead_after=1.5, stop_poll=0.05, block=0.2)
FILMS = tuple(
    TitleCard(TitleRef(f"film-{number}-{1950 + number}", f"Film {number}", 1950 + number), "movie", runtime=90 + number)
    for number in range(24)
)
WISHES = (
    Wish("funny", "Something funny", "a comedy"),
    Wish("tense", "Something tense", "a thriller"),
    Wish("odd", "Surprising"),
)
LOOKING_AT = [{"title": film.ref.title, "year": film.ref.year, "poster": None} for film in FILMS[:3]]


class FakeMovieAgent:
    """An `agent.dispatch.Steps`. `requests` are those that came; `fails` counts the runs that still fail; all wait until
    `holds` is set."""

    def __init__(self) -> None:
        self.requests: list[StepRequest] = []
        self.fails = 0
        self.holds = asyncio.Event()
        self.holds.set()

    async def events(self, request: StepRequest) -> AsyncGenerator[RunEvent, None]:
        """A search in words, then the step."""
        self.requests.append(request)
        yield GenerationStarted()
        yield NodeOutput("search", {"search": "films for an evening", "count": 120, "looking_at": LOOKING_AT})
        await self.holds.wait()
        if self.fails:
            self.fails -= 1
            raise RuntimeError("the agent was told to fail")
        yield StepDone(step(request), Usage(1, 10, 5))


def step(request: StepRequest) -> Step:
    """The first of the kinds that may come, from films that were not used yet."""
    evening = request.evening
    match request.allowed[0]:
        case "question":
            return Question("What kind of evening is it?", WISHES)
        case "duel":
            left, right = _unused(evening)[:2]
            return Duel(left, right)
        case "candidates":
            return Candidates(tuple(_unused(evening)[:12]))
        case "picks":
            shown = set(evening.candidates) or {film.ref.id for film in FILMS}
            shown -= {*evening.struck, *evening.hidden}
            left_over = [film for film in FILMS if film.ref.id in shown]
            return Picks(tuple(_pick(film, at, evening) for at, film in enumerate(left_over[:5])), "The best rated come first.")


def _unused(evening: Evening) -> list[TitleCard]:
    used = {*evening.duelled, *evening.candidates, *evening.hidden, *evening.struck}
    return [film for film in FILMS if film.ref.id not in used]


def _pick(film: TitleCard, at: int, evening: Evening) -> Pick:
    pleased = {guest.alias: 1.0 - at / 10 - number / 100 for number, guest in enumerate(evening.guests)}
    return Pick(film, f"{film.ref.title} suits you tonight.", 1.0 - at / 10, pleased)


@asynccontextmanager
async def night_worker(redis: Redis, agent: FakeMovieAgent) -> AsyncIterator[Worker]:
    """A worker in this process whose steps the agent chooses."""
    working = Worker(redis, Dispatch(Graph(FakeDomain(), None), agent), "nights", timing=QUICK)
    task = asyncio.create_task(working.run())
    try:
        yield working
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
