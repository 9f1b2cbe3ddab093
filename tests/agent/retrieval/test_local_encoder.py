"""Building the local encoder: whole or absent, once, and where the data folder says."""

import sys
from pathlib import Path

import pytest

from agent.retrieval import local_encoder
from agent.retrieval.local_encoder import LocalEncoderError, default_data_dir, default_models_dir, ensure_local_encoder
from tests.agent import models


def test_the_folder_is_what_fastembed_needs() -> None:
    """Graph, tokenizer and its settings are there, and nothing of the way to them."""
    names = {path.name for path in models.local_encoder().iterdir()}
    assert names == {"model.onnx", "tokenizer.json", "tokenizer_config.json", "special_tokens_map.json", "config.json"}


def test_a_built_encoder_is_not_built_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second call returns the folder without a word."""
    said: list[str] = []
    assert ensure_local_encoder(models.local_encoder().parent, said.append) == models.local_encoder()
    assert said == []


def test_a_build_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk that fills up half-way ends in our error, and no folder that could be taken for a model."""

    def full_disk(_source: Path, folder: Path, _say: object) -> None:
        (folder / "tokenizer.json").write_text("half")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("agent.retrieval.e5_onnx.convert", full_disk)
    with pytest.raises(LocalEncoderError, match="No space left"):
        ensure_local_encoder(tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_the_loser_of_a_race_takes_the_winners_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When another process finishes the same build first, its folder is used."""

    def overtaken(_source: Path, _folder: Path, _say: object) -> None:
        target = tmp_path / f"multilingual-e5-small-int8-{local_encoder._key(local_encoder._weights())}"
        target.mkdir()
        (target / "model.onnx").write_bytes(b"the winner's")

    monkeypatch.setattr("agent.retrieval.e5_onnx.convert", overtaken)
    assert (ensure_local_encoder(tmp_path) / "model.onnx").read_bytes() == b"the winner's"
    assert [path.name[0] for path in tmp_path.iterdir()] == ["m"]


def test_a_missing_wheel_is_told_with_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the weights the message says to run make setup."""
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(LocalEncoderError, match="make setup"):
        ensure_local_encoder(tmp_path)


def test_the_data_folder_follows_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """MATINEE_DATA_DIR wins; without it the platform's user data folder is taken."""
    monkeypatch.setenv("MATINEE_DATA_DIR", str(tmp_path / "own"))
    assert default_models_dir() == tmp_path / "own" / "models"
    monkeypatch.delenv("MATINEE_DATA_DIR")
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_data_dir() == tmp_path / "matinee"


def test_main_says_where_the_encoder_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """`python -m agent.retrieval.local_encoder` on a built encoder says so and exits 0."""
    monkeypatch.setattr(local_encoder, "default_models_dir", lambda: models.local_encoder().parent)
    assert local_encoder.main() == 0
    assert "is already there" in capsys.readouterr().out
