"""The model client over the real LiteLLM and a loopback server: streams, structured output, every way to fail."""

import asyncio
import json
import re
from collections.abc import AsyncIterator

import pytest
from pydantic import BaseModel

from agent.catalogue.films import FilmDomain
from agent.contract import ResponseDone, RunRequest, ThinkingStart
from agent.graph import Graph
from agent.llm import (
    ChatMessage,
    LlmError,
    Meter,
    ModelRateLimited,
    ModelTimeout,
    ModelUnavailable,
    Reasoning,
    Token,
    Unreadable,
)
from agent.llm_litellm import LiteLlm, ModelCall
from tests.fakes.finder import FakeFinder
from tests.fakes.openai_server import ModelServer, Reply

PROMPT = [ChatMessage("system", "Be brief."), ChatMessage("user", "Hello?")]


class Verdict(BaseModel):
    """A decision."""

    decision: str
    year: int | None = None


class Waits:
    """A sleep that remembers and does not wait."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


def client(server: ModelServer, *, idle_limit: float = 20.0, waits: Waits | None = None, model: str = "openai/test") -> LiteLlm:
    """Both tiers on the server."""
    base = server.base if model.startswith("ollama") else f"{server.base}/v1"
    params = {"api_base": base, "api_key": "none"} if model.startswith("openai") else {"api_base": base}
    call = ModelCall(model, params)
    return LiteLlm({"primary": call, "secondary": call}, idle_limit=idle_limit, sleep=waits or Waits())


async def text_of(pieces: AsyncIterator[Token | Reasoning]) -> str:
    """The shown text of a stream."""
    return "".join([piece.text async for piece in pieces if isinstance(piece, Token)])


async def listen(pieces: AsyncIterator[Token | Reasoning]) -> tuple[list[str], LlmError | None]:
    """What a stream said, and how it failed."""
    heard: list[str] = []
    try:
        async for piece in pieces:
            heard.append(piece.text)  # noqa: PERF401 - a comprehension would lose them when the stream fails
    except LlmError as error:
        return heard, error
    return heard, None


async def test_an_answer_is_streamed_and_billed() -> None:
    """Every token arrives in order, and the usage that the provider sends is counted."""
    meter = Meter()
    async with ModelServer(Reply("Rope is set in one room.")).running() as server:
        text = await text_of(client(server).stream("primary", PROMPT, meter))

    assert text == "Rope is set in one room."
    assert (meter.usage().prompt_tokens, meter.usage().completion_tokens) == (11, 7)


async def test_reasoning_is_told_apart_from_the_answer() -> None:
    """What a model thinks comes as reasoning and not as text."""
    async with ModelServer(Reply("Yes.", reasoning="let me think")).running() as server:
        pieces = [piece async for piece in client(server).stream("primary", PROMPT, Meter())]

    assert [type(piece) for piece in pieces] == [Reasoning, Reasoning, Reasoning, Token]


async def test_a_structured_output_asks_for_its_schema_and_is_validated() -> None:
    """The schema goes out as a JSON schema; the answer comes back as its value."""
    async with ModelServer(Reply('{"decision": "RETRIEVE", "year": 1995}')).running() as server:
        verdict = await client(server).structured("secondary", PROMPT, Verdict, Meter())
        sent = server.calls[0][1]

    assert verdict == Verdict(decision="RETRIEVE", year=1995)
    assert sent["response_format"]["type"] == "json_schema"
    assert sent["response_format"]["json_schema"]["schema"]["properties"].keys() == {"decision", "year"}


@pytest.mark.parametrize(
    "text", ["", "no idea", "{", '{"decision": 3}', '{"year": 1995}', '{"decision": "A", "year": "soon"}', "[1, 2]", "{{{{"]
)
async def test_an_output_that_does_not_fit_is_unreadable(text: str) -> None:
    """Malformed JSON and wrong values raise Unreadable after one call."""
    async with ModelServer(Reply(text)).running() as server:
        with pytest.raises(Unreadable):
            await client(server).structured("secondary", PROMPT, Verdict, Meter())

    assert len(server.calls) == 1


async def test_json_within_fences_prose_and_thoughts_is_found() -> None:
    """A fence, a sentence before it, and thoughts with braces in them do not hide the answer."""
    text = '<think>maybe {"decision": "NO"}</think>Here you are:\n```json\n{"decision": "YES"}\n```'
    async with ModelServer(Reply(text)).running() as server:
        verdict = await client(server).structured("secondary", PROMPT, Verdict, Meter())

    assert verdict.decision == "YES"


async def test_a_short_rate_limit_is_waited_out() -> None:
    """429 with two seconds of Retry-After: waited, then answered; one HTTP call a try."""
    waits = Waits()
    async with ModelServer(Reply(status=429, headers={"Retry-After": "2"}), Reply("Here.")).running() as server:
        text = await text_of(client(server, waits=waits).stream("primary", PROMPT, Meter()))

    assert (text, waits.seconds, len(server.calls)) == ("Here.", [2.0], 2)


async def test_a_long_rate_limit_is_told_at_once() -> None:
    """429 with a minute of Retry-After is not sat out."""
    waits = Waits()
    async with ModelServer(Reply(status=429, headers={"Retry-After": "60"})).running() as server:
        with pytest.raises(ModelRateLimited) as caught:
            await text_of(client(server, waits=waits).stream("primary", PROMPT, Meter()))

    assert (caught.value.retry_after, waits.seconds, len(server.calls)) == (60.0, [], 1)


async def test_a_server_error_is_tried_three_times() -> None:
    """500 is retried with growing waits by us alone, then given up as unavailable."""
    waits = Waits()
    async with ModelServer(Reply(status=500)).running() as server:
        with pytest.raises(ModelUnavailable):
            await text_of(client(server, waits=waits).stream("primary", PROMPT, Meter()))

    assert (waits.seconds, len(server.calls)) == ([0.5, 2.0], 3)


@pytest.mark.parametrize("status", [400, 401, 403, 404])
async def test_a_refusal_is_not_retried(status: int) -> None:
    """A wrong key or an unknown model stays so."""
    async with ModelServer(Reply(status=status)).running() as server:
        with pytest.raises(ModelUnavailable):
            await client(server).structured("secondary", PROMPT, Verdict, Meter())

    assert len(server.calls) == 1


async def test_nothing_listening_is_unavailable() -> None:
    """A refused connection is tried again, then told."""
    async with ModelServer().running() as server:
        gone = client(server)
    with pytest.raises(ModelUnavailable):
        await text_of(gone.stream("primary", PROMPT, Meter()))


async def test_a_model_that_never_starts_times_out() -> None:
    """The idle limit holds before the first token, and the wait is not repeated."""
    async with ModelServer(Reply(hang_before=True)).running() as server:
        with pytest.raises(ModelTimeout):
            await text_of(client(server, idle_limit=0.2).stream("primary", PROMPT, Meter()))

    assert len(server.calls) == 1


async def test_a_model_that_goes_silent_times_out_after_what_it_said() -> None:
    """The idle limit holds between tokens; what had come before was given out."""
    async with ModelServer(Reply("one two three four", hang_after=3)).running() as server:
        heard, error = await listen(client(server, idle_limit=0.3).stream("primary", PROMPT, Meter()))

    assert heard == ["one ", "two "]
    assert isinstance(error, ModelTimeout)


async def test_a_stream_that_dies_says_so_after_what_it_said() -> None:
    """A connection lost amid the answer is an LlmError and is not retried: the beginning has been shown."""
    async with ModelServer(Reply("one two three four", dies_after=3)).running() as server:
        heard, error = await listen(client(server).stream("primary", PROMPT, Meter()))

    assert (heard, len(server.calls)) == (["one ", "two "], 1)
    assert error is not None


async def test_garbage_in_a_stream_is_an_error_of_ours() -> None:
    """A line that is no JSON ends the stream as an LlmError, never as an error of a vendor's."""
    async with ModelServer(Reply("one two", garbage=True)).running() as server:
        heard, error = await listen(client(server).stream("primary", PROMPT, Meter()))

    assert heard == ["one "]
    assert isinstance(error, ModelUnavailable)


async def test_closing_a_stream_hangs_up() -> None:
    """A stop amid the answer lets go of the connection instead of reading on."""
    async with ModelServer(Reply("one two three four", hang_after=3)).running() as server:
        stream = client(server).stream("primary", PROMPT, Meter())
        first = await anext(stream)
        await stream.aclose()  # type: ignore[attr-defined]

    assert first == Token("one ")


async def test_ollama_answers_without_halting_the_loop() -> None:
    """Ollama streams, its schema goes out as `format`, and LiteLLM's own synchronous look-up of the model never happens."""
    async with ModelServer(Reply('{"decision": "RETRIEVE"}')).running() as server:
        model = client(server, model="ollama_chat/tiny:1b")
        verdict = await model.structured("secondary", PROMPT, Verdict, Meter())
        text = await asyncio.wait_for(text_of(model.stream("primary", PROMPT, Meter())), 60)

    assert verdict.decision == "RETRIEVE"
    assert json.loads(text) == {"decision": "RETRIEVE"}
    assert [path for path, _ in server.calls] == ["/api/chat", "/api/chat"]
    assert server.calls[0][1]["format"]["properties"].keys() == {"decision", "year"}


async def test_a_whole_turn_runs_over_a_real_provider_call() -> None:
    """Router and answer through LiteLLM: two calls, a checked answer, the film domain's schema accepted on the way."""
    route = Reply('{"decision": "retrieve", "genres": ["thriller"], "runtime_max": 120}')
    words = Reply("Two for tonight:\n[1] A hunt to the end. Like Inception, really.\n[2] A dinner with a secret.\nEnjoy!", "hm")
    async with ModelServer(route, words).running() as server:
        graph = Graph(FilmDomain(FakeFinder()), client(server))
        events = [event async for event in graph.events(RunRequest("r1", "c1", "a tense crime film"))]
    done = events[-1]

    assert isinstance(done, ResponseDone)
    assert (done.usage.model_calls, done.usage.fallbacks, done.usage.prompt_tokens) == (2, 0, 22)
    assert re.findall(r"^\d\. \*\*(.+?)\*\*", done.text, re.MULTILINE) == [ref.title for ref in done.titles]
    assert "Inception" not in done.text
    assert done.filters["runtime_max"] == 120
    assert ThinkingStart() in events


async def test_a_turn_whose_provider_is_down_is_answered_from_facts() -> None:
    """One failed call, then the rules and the facts, and a line that says so."""
    async with ModelServer(Reply(status=503)).running() as server:
        graph = Graph(FilmDomain(FakeFinder()), client(server))
        events = [event async for event in graph.events(RunRequest("r1", "c1", "a heist film from the 90s"))]
    done = events[-1]

    assert isinstance(done, ResponseDone)
    assert len(done.titles) >= 3
    assert "not answering" in done.text
    assert len(server.calls) == 3
