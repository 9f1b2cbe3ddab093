"""Each trouble by a part that really fails: what it tells everybody, and the one line that mends it."""

import json
import shutil
from pathlib import Path

import pytest
from pydantic import BaseModel
from redis.asyncio import Redis

from agent.catalogue.films import FilmDomain
from agent.catalogue.generation import Generation
from agent.catalogue.search.finder import Finder, NoCatalogue
from agent.contract import ResponseDone, RunError, RunRequest
from agent.graph import Graph
from agent.llm import ChatMessage, LlmError, Meter, ModelRateLimited
from agent.llm_config import resolve
from agent.llm_litellm import LiteLlm, ModelCall
from agent.retrieval.home import EdgeHome
from agent.retrieval.types import IndexUnavailable
from agent.state import GraphSettings
from agent.troubles import Trouble, key_refused, no_proxy, search_broke
from tests.agent.catalogue.shop import TITLES
from tests.agent.catalogue.test_finder import publish
from tests.agent.runs import ended, enqueue, working
from tests.fakes.domain import FakeDomain
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.finder import FakeFinder
from tests.fakes.index import MemoryHome
from tests.fakes.openai_server import ModelServer, Reply

pytestmark = pytest.mark.xdist_group(name="litellm")  # its import costs seconds: once

PROMPT = [ChatMessage("user", "Hello?")]
KEY = "sk-live-0123456789"
QUOTA = "You exceeded your current quota, please check your plan and billing details."
CREDIT = "Your credit balance is too low to access the API."
BUDGET = "Budget has been exceeded! Current cost: 1.0, Max budget: 0.5"


class Verdict(BaseModel):
    """A decision."""

    decision: str


async def never(_seconds: float) -> None:
    """A wait that takes no time."""


def client(model: str, base: str) -> LiteLlm:
    """Both tiers at this address."""
    call = ModelCall(model, {"api_base": base, "api_key": KEY})
    return LiteLlm({"primary": call, "secondary": call}, sleep=never)


async def failing(llm: LiteLlm) -> LlmError:
    """What a decision raises."""
    with pytest.raises(LlmError) as caught:
        await llm.structured("secondary", PROMPT, Verdict, Meter())
    return caught.value


def is_told_well(message: str, mend: str) -> bool:
    """One line each, and nothing of a key in them."""
    return all("\n" not in text and KEY not in text and "sk-" not in text for text in (message, mend)) and message != mend


@pytest.mark.parametrize(
    ("model", "reply", "mend"),
    [
        (
            "ollama_chat/qwen9:7b",
            Reply(status=404, error="model 'qwen9:7b' not found"),
            "The Ollama at BASE has no model qwen9:7b: run `ollama pull qwen9:7b`.",
        ),
        ("openai/gpt", Reply(status=429, error=QUOTA), "The quota for openai/gpt is used up: "),
        ("openai/gpt", Reply(status=402, error="Payment required"), "The quota for openai/gpt is used up: "),
        ("openai/gpt", Reply(status=400, error=CREDIT), "The quota for openai/gpt is used up: "),
        ("litellm_proxy/primary", Reply(status=400, error=BUDGET), "The quota for litellm_proxy/primary is used up: "),
        ("openai/gpt", Reply(status=401, error=f"Incorrect API key provided: {KEY}."), "put a valid OPENAI_API_KEY into .env"),
        ("openai/gpt", Reply(status=403, error="not allowed"), "put a valid OPENAI_API_KEY into .env"),
        ("litellm_proxy/primary", Reply(status=401, error="No api key"), "put a valid LITELLM_API_KEY into .env"),
        ("openai/gpt", Reply(status=404, error="The model `gpt` does not exist"), "The provider has no model openai/gpt: "),
        ("litellm_proxy/primary", Reply(status=400, error="Invalid model name passed in model=primary"), "has no model "),
        ("openai/gpt", Reply(status=503, error="overloaded"), "The provider of openai/gpt does not answer: "),
    ],
)
async def test_what_a_provider_refuses_names_its_mend(model: str, reply: Reply, mend: str) -> None:
    """The same for a decision and a probe; the provider's own words, which may hold a key, are not passed on."""
    async with ModelServer(reply).running() as server:
        base = server.base if model.startswith("ollama") else f"{server.base}/v1"
        error = await failing(client(model, base))
        with pytest.raises(LlmError) as probed:
            await client(model, base).probe("primary")
    assert mend.replace("BASE", base) in error.mend
    assert error.mend == probed.value.mend
    assert is_told_well(error.message, error.mend)


@pytest.mark.parametrize(
    ("model", "mend"),
    [
        ("ollama_chat/qwen9", "No Ollama answers at BASE: run `ollama serve` there"),
        ("litellm_proxy/primary", "No LiteLLM proxy answers at BASE: run `docker compose up -d litellm`"),
        ("openai/gpt", "The provider of openai/gpt does not answer: "),
    ],
)
async def test_a_closed_port_names_what_should_listen_there(model: str, mend: str, unused_tcp_port: int) -> None:
    """Ollama, the proxy, or a provider that we cannot start."""
    base = f"http://127.0.0.1:{unused_tcp_port}"
    error = await failing(client(model, base))
    assert mend.replace("BASE", base) in error.mend
    assert is_told_well(error.message, error.mend)


async def test_a_rate_limit_that_passes_has_no_mend_and_a_quota_is_not_tried_again() -> None:
    """Whoever waits a minute needs nobody; money that is gone does not come back within seconds."""
    async with ModelServer(Reply(status=429, error="Rate limit reached for requests")).running() as server:
        passing = await failing(client("openai/gpt", f"{server.base}/v1"))
    async with ModelServer(Reply(status=429, error=QUOTA)).running() as server:
        spent = await failing(client("openai/gpt", f"{server.base}/v1"))
        calls = len(server.calls)
    assert isinstance(passing, ModelRateLimited)
    assert passing.mend == ""
    assert not isinstance(spent, ModelRateLimited)
    assert calls == 1


async def test_an_answer_from_facts_says_in_its_end_what_kept_the_model_away(unused_tcp_port: int) -> None:
    """The text stays gentle; the mend travels beside it."""
    base = f"http://127.0.0.1:{unused_tcp_port}"
    graph = Graph(FilmDomain(FakeFinder()), client("ollama_chat/qwen9", base))
    done = [event async for event in graph.events(RunRequest("r", "c", "a heist film"))][-1]
    assert isinstance(done, ResponseDone)
    assert f"No Ollama answers at {base}" in done.mend
    assert "language model is not answering" in done.text
    assert base not in done.text


async def test_a_model_file_that_cannot_be_used_is_told_at_every_answer(tmp_path: Path, unused_tcp_port: int) -> None:
    """The choice carries the mend that answers without a model pass on."""
    path = tmp_path / "litellm.yaml"
    params = f"{{model: ollama_chat/qwen9, api_base: 'http://127.0.0.1:{unused_tcp_port}'}}"
    path.write_text(f"model_list:\n  - model_name: primary\n    litellm_params: {params}\n", "utf-8")
    choice = await resolve({"MATINEE_LITELLM_CONFIG": str(path)}, None)
    graph = Graph(FakeDomain(), choice.llm, GraphSettings(mend=choice.mend))
    done = [event async for event in graph.events(RunRequest("r", "c", "a heist film"))][-1]
    assert isinstance(done, ResponseDone)
    assert done.mend.startswith(f"No Ollama answers at http://127.0.0.1:{unused_tcp_port}: run `ollama serve`")


async def open_finder(data_dir: Path, home: MemoryHome | EdgeHome, encoder: HashingEncoder) -> Finder:
    """A finder for questions of this encoder."""
    return await Finder.open(data_dir, home=home, dense=encoder, sparse=HashingSparse())


def note_encoder(generation: Generation, fingerprint: str) -> None:
    """The manifest's word on whose vectors these are."""
    generation.manifest.write_text(json.dumps({"encoder": fingerprint}), "utf-8")


async def test_an_index_of_another_encoder_is_not_searched(tmp_path: Path) -> None:
    """Both encoders are named, with the command that builds it anew; one of the same encoder opens."""
    home, encoder = MemoryHome(), HashingEncoder()
    generation = await publish(tmp_path, home, TITLES)
    note_encoder(generation, "e5-small:0123|passage: ")
    with pytest.raises(IndexUnavailable) as caught:
        await open_finder(tmp_path, home, encoder)
    expected = "The index was built with the encoder e5-small:0123 and hashing-1 is in use: run `matinee ingest --update`."
    assert str(caught.value) == expected
    note_encoder(generation, encoder.fingerprint)
    await (await open_finder(tmp_path, home, encoder)).close()


async def test_a_new_generation_of_another_encoder_is_left_for_later(tmp_path: Path) -> None:
    """What serves goes on serving."""
    home = MemoryHome()
    await publish(tmp_path, home, TITLES)
    finder = await open_finder(tmp_path, home, HashingEncoder())
    note_encoder(await publish(tmp_path, home, TITLES[:3]), "another")
    assert not await finder.refresh()
    assert len(finder.titles) == len(TITLES)
    await finder.close()


async def test_a_missing_index_names_the_command_that_builds_it(tmp_path: Path) -> None:
    """The folder is gone while the catalogue's facts are there."""
    home = EdgeHome(tmp_path / "run")
    generation = await publish(tmp_path, home, TITLES)  # type: ignore[arg-type]
    shutil.rmtree(generation.index)
    with pytest.raises(IndexUnavailable, match="is missing: run `matinee ingest --update`"):
        await open_finder(tmp_path, home, HashingEncoder())


async def test_without_a_catalogue_the_command_that_brings_one_is_named(tmp_path: Path) -> None:
    """Before the first ingest, and after one of empty files."""
    with pytest.raises(NoCatalogue, match="no catalogue yet: run `matinee ingest starter`"):
        await open_finder(tmp_path, MemoryHome(), HashingEncoder())
    home = MemoryHome()
    await publish(tmp_path, home, [])
    finder = await open_finder(tmp_path, home, HashingEncoder())
    with pytest.raises(IndexUnavailable, match="The catalogue has no titles: run `matinee ingest starter`"):
        await finder.find(finder.understand("a heist film"))
    await finder.close()


async def test_a_search_that_breaks_ends_its_run_gently_with_the_mend_beside(redis: Redis) -> None:
    """What the index said is for who keeps the bot; others are asked to come again."""
    gone = IndexUnavailable(
        "The Qdrant server has no collection matinee_1: run `matinee ingest --update` with this QDRANT_URL."
    )
    async with working(redis, Graph(FakeDomain(error=gone))):
        await enqueue(redis, RunRequest("r1", "c1", "a tense film"))
        end = (await ended(redis, "r1"))[-1].event
    assert isinstance(end, RunError)
    assert (end.message, end.mend) == ("My film search is not working right now; ask again in a moment.", str(gone))


@pytest.mark.parametrize(
    "trouble",
    [
        no_proxy("http://admin:hunter2@proxy:4000"),
        search_broke(IndexUnavailable("Qdrant said\n (http://x?api_key=hunter2 Bearer hunter2, token: hunter2): see it.")),
        key_refused("openai/sk-hunter2hunter2"),
    ],
)
def test_no_mend_holds_a_secret_or_a_second_line(trouble: Trouble) -> None:
    """Addresses lose their passwords, and what looks like a key is left out."""
    assert "hunter2" not in trouble.mend
    assert "\n" not in trouble.mend
    assert "hunter2" not in trouble.gently
