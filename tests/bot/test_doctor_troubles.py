"""`matinee doctor` on parts that really fail, in the words that moderators read in chat."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from agent.catalogue.generation import Generations
from agent.catalogue.parquet import write_titles
from agent.catalogue.title import Title
from agent.troubles import Trouble, empty_catalogue, no_index, no_ollama, no_proxy, not_pulled, other_encoder, quota_reached
from bot.checks import Check
from bot.commands.doctor import _index as index_checks
from bot.commands.doctor import _model as model_checks
from bot.parts import open_search
from bot.settings import Settings
from tests.agent.catalogue.shop import TITLES
from tests.agent.models import local_encoder
from tests.fakes.openai_server import ModelServer, Reply

pytestmark = pytest.mark.xdist_group(name="litellm")  # its import costs seconds: once


def says(check: Check, trouble: Trouble) -> bool:
    """Whether a finding is this trouble, word for word."""
    way = check.mend[:1].lower() + check.mend[1:]
    return not check.ok and f"{check.detail}: {way}" == trouble.mend


def settings_of(data_dir: Path) -> Settings:
    """An installation in this folder, with the encoder that is built already."""
    (data_dir / "models").symlink_to(local_encoder().parent)
    return Settings(MATINEE_DATA_DIR=data_dir, MATINEE_LITELLM_CONFIG=None)


def catalogue(data_dir: Path, titles: Sequence[Title], *, encoder: str = "") -> Path:
    """Facts of these titles, made current; returns the folder that their index should be in."""
    generations = Generations(data_dir)
    generation = generations.new()
    write_titles(generation.titles, titles)
    generation.manifest.write_text(json.dumps({"encoder": encoder}), "utf-8")
    generations.publish(generation)
    return generation.index


async def test_the_doctor_tells_of_a_missing_index(tmp_path: Path) -> None:
    """The facts are there, the vectors are not."""
    folder = catalogue(tmp_path, TITLES)
    (check,) = await index_checks(settings_of(tmp_path))
    assert says(check, no_index(str(folder)))
    assert check.needed


async def test_the_doctor_tells_of_an_index_of_another_encoder(tmp_path: Path) -> None:
    """Both are named."""
    catalogue(tmp_path, TITLES, encoder="e5-large:0123|passage: ")
    settings = settings_of(tmp_path)
    (check,) = await index_checks(settings)
    assert says(check, other_encoder("e5-large:0123", open_search(settings).dense.fingerprint))


async def test_the_doctor_tells_of_a_catalogue_without_titles(tmp_path: Path) -> None:
    """An ingest of empty files left it."""
    catalogue(tmp_path, [])
    (check,) = await index_checks(settings_of(tmp_path))
    assert says(check, empty_catalogue())


async def test_the_doctor_says_nothing_of_the_index_before_the_first_ingest(tmp_path: Path) -> None:
    """The catalogue's own line has told it."""
    assert await index_checks(settings_of(tmp_path)) == []


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """An environment that names no model."""
    for name in ("LITELLM_BASE_URL", "LITELLM_API_KEY", "MATINEE_LITELLM_CONFIG", "OLLAMA_API_BASE", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    return monkeypatch


async def test_the_doctor_asks_the_proxy_and_tells_that_it_is_down(
    tmp_path: Path, no_model: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    """An address that is set is no model yet; Matinee works without one all the same."""
    base = f"http://127.0.0.1:{unused_tcp_port}"
    no_model.setenv("LITELLM_BASE_URL", base)
    (check,) = await model_checks(Settings(MATINEE_DATA_DIR=tmp_path))
    assert says(check, no_proxy(base))
    assert not check.needed


async def test_the_doctor_tells_what_the_provider_refuses(tmp_path: Path, no_model: pytest.MonkeyPatch) -> None:
    """The quota behind a proxy that answers; one that has a model is well."""
    async with ModelServer(Reply(status=429, error="You exceeded your current quota.")).running() as server:
        no_model.setenv("LITELLM_BASE_URL", server.base)
        (check,) = await model_checks(Settings(MATINEE_DATA_DIR=tmp_path))
    assert says(check, quota_reached("litellm_proxy/primary"))
    async with ModelServer(Reply("OK")).running() as server:
        no_model.setenv("LITELLM_BASE_URL", server.base)
        (check,) = await model_checks(Settings(MATINEE_DATA_DIR=tmp_path))
        assert len(server.calls) == 2
    assert check.ok


async def test_the_doctor_tells_of_an_ollama_that_is_away_or_lacks_the_model(
    tmp_path: Path, no_model: pytest.MonkeyPatch, unused_tcp_port: int
) -> None:
    """With the command for each."""

    async def found(base: str) -> Check:
        path = tmp_path / "models.yaml"
        params = f"{{model: ollama_chat/qwen9, api_base: '{base}'}}"
        path.write_text(f"model_list:\n  - model_name: primary\n    litellm_params: {params}\n", "utf-8")
        no_model.setenv("MATINEE_LITELLM_CONFIG", str(path))
        (check,) = await model_checks(Settings(MATINEE_DATA_DIR=tmp_path))
        return check

    closed = f"http://127.0.0.1:{unused_tcp_port}"
    assert says(await found(closed), no_ollama(closed))
    async with ModelServer().running() as server:
        server.installed = [{"name": "llama3:8b"}]
        assert says(await found(server.base), not_pulled(server.base, "qwen9"))
