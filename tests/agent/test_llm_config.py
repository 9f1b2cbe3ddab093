"""Which model is used, given what is there."""

from pathlib import Path

import pytest

from agent.llm import ChatMessage, Meter, Token
from agent.llm_config import ConfigError, Installed, installed, pick, read_config, resolve
from tests.fakes.openai_server import ModelServer, Reply

SHIPPED = Path(__file__).resolve().parents[2] / "litellm.yaml"
NOWHERE = "http://127.0.0.1:9"  # the discard port: nothing listens


def write(folder: Path, text: str) -> Path:
    """A model file."""
    path = folder / "litellm.yaml"
    path.write_text(text, "utf-8")
    return path


OPENAI = "model_list:\n  - model_name: primary\n    litellm_params: {model: openai/big, api_key: os.environ/SOME_KEY}\n"


async def test_a_proxy_comes_first() -> None:
    """LITELLM_BASE_URL wins over everything; both tiers are asked for by name, with the key."""
    async with ModelServer(Reply("Hi.")).running() as server:
        choice = await resolve(
            {"LITELLM_BASE_URL": server.base, "LITELLM_API_KEY": "sk-ours", "OLLAMA_API_BASE": NOWHERE}, None
        )
        assert choice.llm is not None
        await choice.warm()
        pieces = [piece async for piece in choice.llm.stream("primary", [ChatMessage("user", "Hello?")], Meter())]

    assert pieces == [Token("Hi.")]
    assert server.calls[0][1]["model"] == "primary"
    assert server.headers_seen[0]["Authorization"] == "Bearer sk-ours"
    assert server.base in choice.description


async def test_the_shipped_file_reads() -> None:
    """The repository's own litellm.yaml has both tiers as they are read here, and is passed over without its host."""
    env = {"OLLAMA_API_BASE": NOWHERE}

    assert read_config(SHIPPED, env).keys() == {"primary", "secondary"}
    assert (await resolve(env, SHIPPED)).llm is None


async def test_nothing_is_said_plainly() -> None:
    """No proxy, no file, no Ollama: no model, and a sentence with the ways out."""
    choice = await resolve({"OLLAMA_API_BASE": NOWHERE}, None)

    assert choice.llm is None
    assert "start Ollama" in choice.description


async def test_an_ollama_is_found_by_itself() -> None:
    """The models that are installed are used, embedding models left out."""
    async with ModelServer().running() as server:
        server.installed = (
            {"name": "nomic-embed-text:latest", "details": {"parameter_size": "137M"}},
            {"name": "qwen3:8b", "details": {"parameter_size": "8.2B"}},
            {"name": "llama3.2:3b", "details": {"parameter_size": "3.2B"}},
        )
        choice = await resolve({"OLLAMA_API_BASE": server.base}, None)

    assert choice.llm is not None
    assert "qwen3:8b and llama3.2:3b" in choice.description


async def test_an_ollama_without_models_is_none() -> None:
    """An empty Ollama is no model."""
    async with ModelServer().running() as server:
        choice = await resolve({"OLLAMA_API_BASE": server.base}, None)

    assert choice.llm is None


async def test_what_is_no_ollama_is_passed_over() -> None:
    """Another server on the port does not break the start."""
    async with ModelServer().running() as server:
        assert await installed(f"{server.base}/elsewhere") is None


async def test_the_shipped_file_is_passed_over_without_its_key(tmp_path: Path) -> None:
    """The file that comes with the code is used only where its provider is there."""
    path = write(tmp_path, OPENAI)

    without = await resolve({"OLLAMA_API_BASE": NOWHERE}, path)
    with_key = await resolve({"OLLAMA_API_BASE": NOWHERE, "SOME_KEY": "sk"}, path)

    assert without.llm is None
    assert with_key.llm is not None
    assert "openai/big" in with_key.description


async def test_a_named_file_that_fails_is_told(tmp_path: Path) -> None:
    """A file that the user named is not silently replaced by something else."""
    path = write(tmp_path, OPENAI)
    async with ModelServer().running() as server:
        server.installed = ({"name": "qwen3:8b"},)
        choice = await resolve({"MATINEE_LITELLM_CONFIG": str(path), "OLLAMA_API_BASE": server.base}, None)

    assert choice.llm is None
    assert "SOME_KEY" in choice.description


async def test_a_file_that_names_an_ollama_model_needs_it_installed(tmp_path: Path) -> None:
    """The sentence names the command that mends it."""
    async with ModelServer().running() as server:
        params = f"{{model: ollama_chat/tiny, api_base: '{server.base}'}}"
        path = write(tmp_path, f"model_list:\n  - model_name: primary\n    litellm_params: {params}\n")
        missing = await resolve({"MATINEE_LITELLM_CONFIG": str(path)}, None)
        server.installed = ({"name": "tiny:latest"},)
        there = await resolve({"MATINEE_LITELLM_CONFIG": str(path)}, None)

    assert "ollama pull tiny" in missing.description
    assert there.llm is not None


def test_one_model_serves_both_tiers(tmp_path: Path) -> None:
    """Without `secondary`, `primary` decides too; other parameters are passed on and references looked up."""
    path = write(tmp_path, OPENAI + "      # a remark\n")

    tiers = read_config(path, {"SOME_KEY": "sk-1"})

    assert tiers["primary"] == tiers["secondary"]
    assert tiers["primary"].params == {"api_key": "sk-1"}


@pytest.mark.parametrize(
    "text",
    ["", "[]", "model_list: 3", "model_list: [{model_name: x, litellm_params: {model: a/b}}]", "a: [", "model_list: [{}]"],
)
def test_a_broken_file_is_one_sentence(tmp_path: Path, text: str) -> None:
    """What is no model file raises ConfigError and nothing else."""
    with pytest.raises(ConfigError):
        read_config(write(tmp_path, text), {})


@pytest.mark.parametrize(
    ("models", "expected"),
    [
        ((), None),
        ((Installed("bge-m3:latest", 0.6),), None),
        ((Installed("odd:latest", 0),), ("odd:latest", "odd:latest")),
        ((Installed("qwen3:32b", 32), Installed("mistral:7b", 7)), ("mistral:7b", "mistral:7b")),
        ((Installed("gemma3:4b", 4), Installed("gemma3:12b", 12)), ("gemma3:12b", "gemma3:4b")),
        ((Installed("llama3.1:8b", 8), Installed("smollm2:135m", 0.135)), ("llama3.1:8b", "llama3.1:8b")),
        ((Installed("deepseek-coder:6.7b", 6.7), Installed("phi4:14b", 14)), ("phi4:14b", "phi4:14b")),
    ],
)
def test_sensible_models_are_picked(models: tuple[Installed, ...], expected: tuple[str, str] | None) -> None:
    """A chat model that answers in time writes; a smaller one decides, if it is of use."""
    assert pick(models) == expected
