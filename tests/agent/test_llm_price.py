"""What a model costs, before it is asked."""

import pytest

from agent.llm import Meter, ModelRateLimited
from agent.llm_config import LlmChoice, resolve
from agent.llm_litellm import LiteLlm, ModelCall
from agent.llm_price import Tariff
from tests.agent.test_llm_litellm import PROMPT, Verdict, Waits
from tests.fakes.openai_server import ModelServer, Reply


async def tariff(model: str, **params: object) -> Tariff:
    """That of a model as the model file names it."""
    return await LiteLlm({"primary": ModelCall(model), "secondary": ModelCall(model, params)}).tariff("secondary")


async def test_a_known_model_has_its_providers_price() -> None:
    """Reading is cheaper than writing, and the cost is theirs together."""
    known = await tariff("openai/gpt-4o-mini")
    assert known.read is not None
    assert known.written is not None
    assert 0 < known.read < known.written < 0.001
    assert known.cost(1000, 100) == pytest.approx(1000 * known.read + 100 * known.written)
    assert not known.is_free


@pytest.mark.parametrize("model", ["ollama_chat/qwen2.5:1.5b", "ollama/anything", "hosted_vllm/Qwen/Qwen2.5-7B-Instruct"])
async def test_own_models_cost_nothing(model: str) -> None:
    """They run on one's own machines."""
    assert await tariff(model) == Tariff(model, 0.0, 0.0)


@pytest.mark.parametrize("model", ["openai/nobody-knows-this", "litellm_proxy/secondary"])
async def test_a_price_that_is_not_known_is_none(model: str) -> None:
    """It is not taken for nothing."""
    unknown = await tariff(model)
    assert (unknown.cost(10, 10), unknown.is_free) == (None, False)


@pytest.mark.parametrize("stated", [(0.000001, 0.000002), ("1e-6", "2e-6")])
async def test_the_model_files_own_prices_come_first(stated: tuple[object, object]) -> None:
    """YAML reads a number such as 1e-6 as a word, which is meant as the number all the same."""
    read, written = stated
    found = await tariff("openai/gpt-4o-mini", input_cost_per_token=read, output_cost_per_token=written)
    assert found == Tariff("openai/gpt-4o-mini", 0.000001, 0.000002)


async def test_a_call_is_billed_at_the_tariff() -> None:
    """Eleven tokens read and seven written."""
    meter = Meter()
    async with ModelServer(Reply('{"decision": "A"}')).running() as server:
        params = {
            "api_base": f"{server.base}/v1",
            "api_key": "none",
            "input_cost_per_token": 0.01,
            "output_cost_per_token": 0.1,
        }
        llm = LiteLlm({"secondary": ModelCall("openai/own", params)})
        await llm.structured("secondary", PROMPT, Verdict, meter)
    assert meter.usage().cost_usd == pytest.approx(0.81)


async def test_a_patient_model_sits_out_what_would_be_told_to_a_person_at_once() -> None:
    """A minute of Retry-After; an hour is too long for it too."""
    waits = Waits()
    replies = (Reply(status=429, headers={"Retry-After": "60"}), Reply('{"decision": "A"}'))
    async with ModelServer(*replies, Reply(status=429, headers={"Retry-After": "3600"})).running() as server:
        call = ModelCall("openai/test", {"api_base": f"{server.base}/v1", "api_key": "none"})
        choice = LlmChoice(LiteLlm({"primary": call, "secondary": call}, sleep=waits), "a test").patient()
        assert choice.llm is not None
        assert await choice.llm.structured("secondary", PROMPT, Verdict, Meter()) == Verdict(decision="A")
        with pytest.raises(ModelRateLimited):
            await choice.llm.structured("secondary", PROMPT, Verdict, Meter())
    assert waits.seconds == [60.0]


async def test_no_model_has_no_price() -> None:
    """Nothing to be patient with, either."""
    choice = (await resolve({"OLLAMA_API_BASE": "http://127.0.0.1:9"}, None)).patient()
    assert choice.llm is None
    assert (await choice.tariff("secondary")).cost(1, 1) is None
