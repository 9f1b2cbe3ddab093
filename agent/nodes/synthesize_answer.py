"""Node `synthesize_answer`: one answer from all parts of a question, its titles numbered through."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from agent.domain import Document
from agent.llm import Llm, LlmError
from agent.nodes.grounding import Grounded
from agent.nodes.part_words import failed
from agent.nodes.prompting import data, language, numbered, prompt
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
    parts = [state["parts"][number] for number in sorted(state["parts"])]
    if not any(part.answer or part.retrieval for part in parts):
        raise RetrievalFailed("no sub-task could be run")
    voice, presented = await _answered(state, run, parts)
    unique = tuple({document.ref.id: document for document in presented}.values())
    cards = await run.domain.cards(unique[:_CARDS], state["house"])
    update: State = {
        "generation": voice.text,
        "documents": unique,
        "titles": tuple(document.ref for document in unique),
        "cards": cards,
        "citations": cited(presented, run.domain.edition),
        "needs_reask": False,
    }
    output = {
        "titles": [document.ref.id for document in unique],
        "failed": [part.number for part in parts if not (part.answer or part.retrieval)],
        "characters": len(voice.text),
    }
    return Outcome(update, output)


async def _answered(state: State, run: Run, parts: Sequence[Part]) -> tuple[Voice, tuple[Document, ...]]:
    """What was said, and the documents in the order of their numbers."""
    voice = Voice(run)
    if run.model is not None and any(part.documents for part in parts):
        try:
            if presented := await _written(run.model, state, run, parts, voice):
                _say_sources(state, run, voice, presented)
                return voice, presented
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
    return voice, presented


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


async def _written(model: Llm, state: State, run: Run, parts: Sequence[Part], voice: Voice) -> tuple[Document, ...]:
    documents = tuple({document.ref.id: document for part in parts for document in part.documents}.values())
    computed = [part.answer.text for part in parts if part.answer is not None]
    messages = prompt(
        "synthesize_answer",
        parts="\n".join(_shown(part, documents) for part in parts),
        language=language(state["house"]),
        question=data(state["contextualized_question"]),
    )
    said = " ".join([question_of(state), state["contextualized_question"], *(part.question for part in parts), *computed])
    hidden = any(part.retrieval is not None and part.retrieval.hides_plot for part in parts)
    grounded = Grounded(documents, said=said, strict=True, hidden=hidden)
    async for token in answer_tokens(model, messages, run):
        for piece in grounded.feed(token):
            voice.say(piece)
    for piece in grounded.finish():
        voice.say(piece)
    return grounded.cited


def _shown(part: Part, documents: Sequence[Document]) -> str:
    """A part as a prompt shows it: its question, what was computed, its entries with their numbers in the whole answer."""
    lines = [f"part {part.number}: {data(part.question)}"]
    if part.answer is not None:
        lines.append(f"computed: {data(part.answer.text)}")
    elif part.retrieval is None:
        lines.append("failed")
    else:
        lines += [f"remark: {data(note)}" for note in part.retrieval.notes]
    ids = {document.ref.id for document in part.documents}
    entries = numbered(documents).split("\n")
    return "\n".join([*lines, *(entry for entry, document in zip(entries, documents, strict=True) if document.ref.id in ids)])
