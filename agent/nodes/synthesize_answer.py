"""Node `synthesize_answer`: one answer from all parts of a question, its titles numbered through."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from agent.contract import NodeOutput
from agent.domain import Document
from agent.llm import Llm, LlmError
from agent.nodes.grounding import Grounded
from agent.nodes.part_words import failed
from agent.nodes.parts_prompt import documents_of, parts_of, shown
from agent.nodes.prompting import data, language, prompt
from agent.nodes.retrieve import RetrievalFailed
from agent.nodes.sources import cited, small_print
from agent.nodes.voice import Voice, answer_tokens
from agent.state import Outcome, Part, Run, State, question_of, spoken

_CARDS = 5  # more are read, not looked at
_LISTED = re.compile(r"^(\d{1,2})(?=\. )", re.MULTILINE)


async def synthesize_answer(state: State, run: Run) -> Outcome:
    """Join the parts by the model, every title checked by id; by composition when there is none or it presents nothing.

    Raises RetrievalFailed when no part could be looked up.
    """
    parts = parts_of(state)
    if not any(part.answer or part.retrieval for part in parts):
        raise RetrievalFailed("no sub-task could be run")
    answer = await _answered(state, run, parts)
    voice, presented = answer.voice, answer.presented
    unique = tuple({document.ref.id: document for document in presented}.values())
    cards = await run.domain.cards(unique[:_CARDS], state["house"])
    update: State = {
        "generation": voice.text,
        "documents": unique,
        "titles": tuple(document.ref for document in unique),
        "cards": cards,
        "citations": cited(presented, run.domain.edition),
        "needs_reask": False,
        "is_draft": answer.is_draft,
        "changed": state.get("changed", 0) + answer.changed,
    }
    output = {
        "titles": [document.ref.id for document in unique],
        "failed": [part.number for part in parts if not (part.answer or part.retrieval)],
        "characters": len(voice.text),
    }
    return Outcome(update, output)


@dataclass(frozen=True, slots=True)
class _Answer:
    """What was said, and the documents in the order of their numbers. A model's answer is a draft, with details `changed`."""

    voice: Voice
    presented: tuple[Document, ...]
    is_draft: bool = False
    changed: int = 0


async def _answered(state: State, run: Run, parts: Sequence[Part]) -> _Answer:
    """What is written anew for doubts replaces what people have read, so it does not grow before their eyes."""
    voice = Voice(run, aloud=not state.get("rounds", 0))
    if run.model is not None and any(part.documents for part in parts):
        run.emit(NodeOutput("synthesize_answer", {"draft": True}))
        try:
            grounded = await _written(run.model, state, run, parts, voice)
            if grounded.cited:
                _say_sources(state, run, voice, grounded.cited)
                return _Answer(voice, grounded.cited, is_draft=True, changed=grounded.changed)
            run.meter.fall_back()
        except LlmError as error:
            if voice.text:
                raise
            run.lose_model(error)
    if voice.text:
        voice.say("\n\n")
    await voice.recite(_composed(state, run, parts))
    presented = tuple(document for part in parts for document in part.documents)
    _say_sources(state, run, voice, presented)
    voice.footnote(state)
    return _Answer(voice, presented)


def _say_sources(state: State, run: Run, voice: Voice, presented: Sequence[Document]) -> None:
    if presented:
        voice.say(f"\n\n{small_print(presented, run.domain.edition, spoken(state, run))}")


def _composed(state: State, run: Run, parts: Sequence[Part]) -> Iterator[str]:
    """A paragraph a part, from facts."""
    language_ = spoken(state, run)
    house, number = replace(state["house"], language=language_), 1
    for at, part in enumerate(parts):
        yield "\n\n" * bool(at)
        if part.answer is not None:
            yield _cited(part.answer.text, len(part.documents), number)
        elif part.retrieval is not None:
            yield from run.domain.compose(part.question, part.retrieval, house, part_from=number)
        else:
            yield failed(part.question, language_)
        number += len(part.documents)


def _cited(text: str, count: int, first: int) -> str:
    """A tool's words with the numbers of its titles: those of its list, or behind its words where it is none."""
    if not count:
        return text
    if _LISTED.search(text):
        return _LISTED.sub(lambda match: str(int(match[1]) + first - 1), text)
    return f"{text} {''.join(f'[{number}]' for number in range(first, first + count))}"


async def _written(model: Llm, state: State, run: Run, parts: Sequence[Part], voice: Voice) -> Grounded:
    documents = documents_of(parts)
    computed = [part.answer.text for part in parts if part.answer is not None]
    messages = prompt(
        "synthesize_answer",
        parts=shown(parts),
        doubts="\n".join(data(doubt) for doubt in state.get("doubts", ())) or "none",
        language=language(state["house"]),
        question=data(state["contextualized_question"]),
    )
    said = " ".join([question_of(state), state["contextualized_question"], *(part.question for part in parts), *computed])
    hidden = any(part.retrieval is not None and part.retrieval.hides_plot for part in parts)
    check = partial(run.domain.check, documents=documents, said=said)
    grounded = Grounded(documents, said=said, strict=True, hidden=hidden, check=check)
    async for token in answer_tokens(model, messages, run):
        for piece in grounded.feed(token):
            voice.say(piece)
    for piece in grounded.finish():
        voice.say(piece)
    return grounded
