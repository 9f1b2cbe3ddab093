"""Node `generate_general`: the answer to what needs no search."""

from agent.llm import Llm, LlmError
from agent.nodes.grounding import Grounded
from agent.nodes.prompting import conversation, data, language, prompt
from agent.nodes.voice import Voice, answer_tokens
from agent.state import Outcome, Run, State, history_of, question_of


async def generate_general(state: State, run: Run) -> Outcome:
    """Answer by the model, or by the domain's own words."""
    voice = Voice(run)
    question = state["contextualized_question"]
    if run.model is not None and question:
        try:
            await _written(run.model, state, run, voice)
        except LlmError as error:
            if voice.text:
                raise
            run.lose_model(error)
    if not voice.text.strip():
        # The message as asked: "thanks" must not be answered as the request that it was merged with.
        await voice.recite(run.domain.compose_general(question_of(state).strip(), history_of(state), state["house"]))
        voice.footnote(state)
    return Outcome({"generation": voice.text, "needs_reask": False}, {"characters": len(voice.text)})


async def _written(model: Llm, state: State, run: Run, voice: Voice) -> None:
    history = history_of(state)
    said = " ".join([question_of(state), *(message.text for message in history)])
    grounded = Grounded((), said=said, strict=False)
    messages = prompt(
        "generate_general",
        conversation=conversation(history),
        language=language(state["house"]),
        question=data(question_of(state)),
    )
    async for token in answer_tokens(model, messages, run):
        for piece in grounded.feed(token):
            voice.say(piece)
    for piece in grounded.finish():
        voice.say(piece)
