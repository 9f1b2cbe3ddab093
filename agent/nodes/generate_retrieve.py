"""Node `generate_retrieve`: the answer from retrieved documents, and from nothing else."""

import asyncio
from functools import partial

from agent.domain import Document
from agent.llm import Llm, LlmError
from agent.nodes.checked_words import corrected
from agent.nodes.grounding import Grounded
from agent.nodes.prompting import conversation, data, language, numbered, prompt
from agent.nodes.sources import cited as cited_as
from agent.nodes.voice import Voice, answer_tokens
from agent.state import Outcome, Run, State, history_of, question_of, retrieval_of, spoken


async def generate_retrieve(state: State, run: Run) -> Outcome:
    """Answer by the model, every title checked by id; by composition when there is no model, no document, or no usable text.

    Cards are made meanwhile.
    """
    making = asyncio.create_task(run.domain.cards(state["documents"], state["house"]))
    try:
        voice, cited = await _answered(state, run)
        made = {card.ref.id: card for card in await making}
    finally:
        making.cancel()
    titles = tuple(document.ref for document in cited)
    update: State = {
        "generation": voice.text,
        "titles": titles,
        "cards": tuple(made[ref.id] for ref in titles if ref.id in made),
        "citations": cited_as(cited, run.domain.edition),
        "needs_reask": False,
    }
    return Outcome(update, {"titles": [ref.id for ref in titles], "characters": len(voice.text)})


async def _answered(state: State, run: Run) -> tuple[Voice, tuple[Document, ...]]:
    """What was said, and the documents presented, in order."""
    voice = Voice(run)
    cited: tuple[Document, ...] = ()
    if run.model is not None and state["documents"]:
        try:
            cited = await _written(run.model, state, run, voice)
        except LlmError as error:
            if voice.text:
                raise
            run.lose_model(error)
    return voice, cited or await _composed(state, run, voice)


async def _composed(state: State, run: Run, voice: Voice) -> tuple[Document, ...]:
    if voice.text:
        run.meter.fall_back()  # the model wrote, but presented none of the documents
        voice.say("\n\n")
    await voice.recite(run.domain.compose(state["contextualized_question"], retrieval_of(state), state["house"]))
    voice.footnote(state)
    return state["documents"]


async def _written(model: Llm, state: State, run: Run, voice: Voice) -> tuple[Document, ...]:
    documents, notes = state["documents"], list(state["notes"])
    if state["score"] < run.settings.threshold:
        notes.append("The search found nothing that fits well: say so openly.")
    history = history_of(state)
    messages = prompt(
        "generate_retrieve",
        documents=numbered(documents),
        notes="\n".join(data(note) for note in notes) or "none",
        conversation=conversation(history),
        language=language(state["house"]),
        question=data(state["contextualized_question"]),
    )
    said = " ".join([question_of(state), state["contextualized_question"], *notes])
    check = partial(run.domain.check, documents=documents, said=said)
    grounded = Grounded(documents, said=said, strict=True, hidden=state["hides_plot"], check=check)
    async for token in answer_tokens(model, messages, run):
        for piece in grounded.feed(token):
            voice.say(piece)
    for piece in grounded.finish():
        voice.say(piece)
    if grounded.changed and grounded.cited:
        voice.say(f"\n\n-# {corrected(grounded.changed, spoken(state, run))}")
    return grounded.cited
