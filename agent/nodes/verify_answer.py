"""Node `verify_answer`: what a model wrote about the parts of a question, held against what was found for them.

Figures and names were checked sentence by sentence as they were written; one call judges the rest. What nothing supports is
planned and written again, and after two rounds left out.
"""

import re
from collections.abc import Sequence

from pydantic import BaseModel

from agent.llm import LlmError, Unreadable
from agent.nodes.checked_words import verdict
from agent.nodes.parts_prompt import parts_of, shown
from agent.nodes.prompting import data, prompt
from agent.nodes.voice import Voice
from agent.state import Outcome, Run, State, spoken

MAX_ROUNDS = 2
_BREAK = re.compile(r"(?<=[^\d\s][.!?…])\s+")  # a list's number ends no sentence
_SMALL = "-# "


class Verdict(BaseModel):
    """The model's answer: the numbers of sentences that nothing supports."""

    unsupported: list[int]


async def verify_answer(state: State, run: Run) -> Outcome:
    """Pass the draft, send it back with its doubts, or leave them out. Without a readable verdict nothing is said to hold."""
    sentences = _sentences(state["generation"])
    doubts = await _doubted(state, run, sentences)
    rounds, changed = state.get("rounds", 0), state["changed"] + len(doubts or ())
    if doubts and rounds < MAX_ROUNDS and run.model is not None:
        update: State = {"doubts": doubts, "rounds": rounds + 1, "changed": changed}
        return Outcome(update, {"unsupported": len(doubts), "again": True})
    text = _without(state["generation"], doubts or ())
    foot = f"\n{_SMALL}{verdict(changed, spoken(state, run), is_checked=doubts is not None)}"
    Voice(run, aloud=not rounds).say(foot)
    update = {"generation": text + foot, "doubts": (), "changed": changed}
    return Outcome(update, {"unsupported": len(doubts or ()), "checked": doubts is not None, "changed": changed})


async def _doubted(state: State, run: Run, sentences: Sequence[str]) -> tuple[str, ...] | None:
    """The sentences that nothing supports; None when that cannot be told."""
    if run.model is None:
        return None
    listed = "\n".join(f"{number}: {data(sentence)}" for number, sentence in enumerate(sentences, 1))
    messages = prompt("verify_answer", parts=shown(parts_of(state)), sentences=listed)
    try:
        run.meter.call()
        numbers = (await run.model.structured("secondary", messages, Verdict, run.meter)).unsupported
        if any(not 1 <= number <= len(sentences) for number in numbers):
            raise Unreadable("a sentence that is not there")
        return tuple(sentences[number - 1] for number in dict.fromkeys(numbers))
    except Unreadable:
        run.meter.fall_back()
    except LlmError as error:
        run.lose_model(error)
    return None


def _sentences(text: str) -> list[str]:
    """The answer's sentences, small print left out."""
    lines = (line for line in text.splitlines() if line.strip() and not line.startswith(_SMALL))
    return [sentence for line in lines for sentence in _BREAK.split(line.strip())]


def _without(text: str, sentences: Sequence[str]) -> str:
    """The text without these sentences. A title keeps its place in the list: the sources count on its number."""
    for sentence in sentences:
        title = re.match(r"\d+\. \*\*.+?\*\*(?: \(\d+\))?", sentence)
        text = text.replace(sentence, title[0] if title else "", 1)
    return re.sub(r"[ \t]+$|(?<=\n)\n(?=\n)", "", text, flags=re.MULTILINE)
