"""TMDB is asked where a key is set, and nowhere else."""

from pathlib import Path

import pytest

from agent.catalogue.title import Title
from bot.parts import open_extras
from bot.settings import Settings
from tests.fakes.tmdb_server import KEY, TOKEN, TmdbServer, movie

HEAT = Title("heat-1995", "Heat", 1995, "movie", ("imdb:1",))


@pytest.fixture(autouse=True)
def _no_settings_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TMDB_API_KEY", "TMDB_ACCESS_TOKEN", "TMDB_API_BASE"):
        monkeypatch.delenv(name, raising=False)


def test_without_a_key_there_are_no_extras(tmp_path: Path) -> None:
    """An empty setting is none."""
    assert open_extras(Settings(_env_file=None, MATINEE_DATA_DIR=tmp_path)) is None


@pytest.mark.parametrize("secret", [{"TMDB_API_KEY": KEY}, {"TMDB_ACCESS_TOKEN": TOKEN}])
async def test_either_secret_opens_tmdb(tmp_path: Path, secret: dict[str, str]) -> None:
    """At the base that is set; what it says is kept in the data folder."""
    server = TmdbServer()
    server.movies = [movie(949, "Heat", "1995-12-15")]
    async with server.running():
        extras = open_extras(Settings(_env_file=None, MATINEE_DATA_DIR=tmp_path, TMDB_API_BASE=server.base, **secret))
        assert extras is not None
        assert set(await extras.about([HEAT], "")) == {"heat-1995"}
        await extras.close()
    assert (tmp_path / "tmdb.sqlite").is_file()
