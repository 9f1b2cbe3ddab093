"""Node `survey`: the catalogue as this evening sees it. What people said is weighed against every film of the pool."""

import asyncio

from agent.night.actions import SEARCH_LENGTH
from agent.night.outlook import look
from agent.night.policy import NoStep
from agent.night.pool import fitting
from agent.night.state import NightRun, Outcome, State
from agent.night.wishes import searches, wished
from agent.night.wording import looking_at, searched_for


async def survey(state: State, run: NightRun) -> Outcome:
    """Look. Raises NoStep where no film fits.

    All arithmetic is done in a thread: over a large catalogue it would hold up the event loop.
    """
    evening = state["evening"]
    vectors = await run.encoded.vectors(searches(evening))
    outlook = await asyncio.to_thread(lambda: look(run.shelf, evening, wished(evening, run.shelf, vectors, run.understand)))
    if not outlook.order:
        raise NoStep("no film of the catalogue fits this evening")
    count = run.look_at(fitting(run.shelf, evening))
    output = {
        "search": searched_for(outlook, SEARCH_LENGTH),
        "count": count,
        "looking_at": looking_at(outlook.ranked()[:9]),
    }
    return Outcome({"outlook": outlook}, output)
