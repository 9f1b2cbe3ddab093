"""Node `use_tool`: a tool's answer is computed, and is the answer word for word."""

import asyncio
from typing import cast

from agent.domain import ToolCall
from agent.nodes.computing import computed
from agent.nodes.sources import cited
from agent.nodes.voice import Voice
from agent.state import Outcome, Run, State

_CARDS = 5  # a list of more is read, not looked at


async def use_tool(state: State, run: Run) -> Outcome:
    """Run the call that the router decided on. Raises RetrievalFailed."""
    call = cast("ToolCall", state["tool"])
    answer = await computed(call, state, run)
    few = answer.documents if len(answer.documents) <= _CARDS else ()
    making = asyncio.create_task(run.domain.cards(few, state["house"]))
    try:
        voice = Voice(run)
        voice.say(answer.text)
        cards = await making
    finally:
        making.cancel()
    titles = tuple(document.ref for document in answer.documents)
    update: State = {
        "generation": voice.text,
        "documents": answer.documents,
        "titles": titles,
        "cards": cards,
        "citations": cited(answer.documents, run.domain.edition),
        "needs_reask": False,
    }
    output = {
        "tool": answer.name,
        "titles": [ref.id for ref in titles],
        "facts": dict(answer.facts),
        "characters": len(voice.text),
    }
    return Outcome(update, output)
