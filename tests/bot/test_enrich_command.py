"""`matinee enrich` with a model over HTTP."""

import asyncio
import json
import os
import signal
import sys
from io import StringIO
from pathlib import Path

import pytest

from agent.catalogue.generation import Generations
from agent.catalogue.parquet import read_titles
from bot.commands.enrich import Options, enrich
from bot.commands.errors import CommandError, UsageError
from bot.parts import Search
from bot.settings import Settings
from etl.enrichment.store import EssenceStore
from tests.command_line import share_encoder
from tests.etl.kitchen import Kitchen, rows
from tests.fakes.encoders import HashingSparse
from tests.fakes.essayist import note, output
from tests.fakes.openai_server import ModelServer, Reply

ROOT = Path(__file__).parents[2]
NAMES = [f"Film {n}" for n in range(3)]
WRITES = Reply(output(NAMES))


class Installation:
    """A data folder with three titles, and a model file that leads to a server of the test's."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.data = folder / "data"

    def settings(self, server: ModelServer | None, model: str = "openai/gpt-4o-mini") -> Settings:
        """Settings whose model is the server's, or none."""
        path = self.folder / "litellm.yaml"
        base = f"{server.base}/v1" if server else ""
        params = f"{{model: {model}, api_base: {base}, api_key: none}}" if server else "{model: openai/x}"
        path.write_text(f"model_list:\n  - model_name: primary\n    litellm_params: {params}\n", "utf-8")
        return Settings(MATINEE_DATA_DIR=self.data, MATINEE_LITELLM_CONFIG=path)  # type: ignore[call-arg]  # by alias

    def essences(self) -> list[str]:
        """Those that serve."""
        current = Generations(self.data).current()
        assert current is not None
        return [title.essence for title in read_titles(current.titles)]


@pytest.fixture
async def installation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Installation:
    """Three titles, embedded by a fake encoder; nothing of this machine's own models is found."""
    for name in ("LITELLM_BASE_URL", "MATINEE_LITELLM_CONFIG", "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OLLAMA_API_BASE", "http://127.0.0.1:9")
    kitchen = Kitchen(tmp_path)
    await kitchen.netflix(rows(3))
    search = Search(kitchen.dense, HashingSparse(), kitchen.home)  # type: ignore[arg-type]
    monkeypatch.setattr("bot.commands.enrich.open_search", lambda settings: search)
    return Installation(tmp_path)


async def test_it_says_what_it_takes_then_writes_and_serves(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    """The estimate comes before the first call, calls, tokens and dollars after the last; then there is nothing to do."""
    async with ModelServer(WRITES).running() as server:
        settings = installation.settings(server)
        await enrich(settings, Options(dry_run=True))
        assert "3 of 3 titles lack an essence.\nWriting 3 essences takes about 1 call" in capsys.readouterr().out
        assert (server.calls, installation.essences()) == ([], ["", "", ""])
        await enrich(settings, Options(budget=0.5, as_json=True))
        out, err = capsys.readouterr()
        told = json.loads(out)
        assert err.index("with openai/gpt-4o-mini.\nThe budget is $0.5000.") > 0
        assert (told["ended"], told["written"], told["calls"], told["embedded"]) == ("done", 3, 1, 3)
        assert (told["prompt_tokens"], told["completion_tokens"], told["lacking"]) == (11, 7, 3)
        assert 0 < told["usd"] < 0.0001
        assert installation.essences() == [note(name) for name in NAMES]
        await enrich(settings, Options())
        assert len(server.calls) == 1
    out, err = capsys.readouterr()
    assert "no titles embedded anew" in out
    assert "0 of 3 titles lack" in err


async def test_without_a_model_the_way_to_one_is_told(installation: Installation, capsys: pytest.CaptureFixture[str]) -> None:
    """In one sentence; what there would be to do is told all the same where it is asked for."""
    with pytest.raises(CommandError, match=r"needs a model; as it stands there is no language model: .* start Ollama"):
        await enrich(installation.settings(None), Options())
    capsys.readouterr()
    await enrich(installation.settings(None), Options(dry_run=True, budget=1.0, as_json=True))
    told = json.loads(capsys.readouterr().out)
    assert (told["lacking"], told["model"], told["estimate"]["usd"]) == (3, "", None)
    await enrich(installation.settings(None), Options(dry_run=True))
    assert "cannot be said, since there is no language model yet." in capsys.readouterr().out


async def test_money_is_not_spent_unasked(installation: Installation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody can be asked it takes a word or a bound, and a bound takes a price."""
    monkeypatch.setattr(sys, "stdin", StringIO())
    async with ModelServer(WRITES).running() as server:
        with pytest.raises(UsageError, match="say --yes, or set a bound with --budget"):
            await enrich(installation.settings(server), Options())
        with pytest.raises(UsageError, match="price of openai/nobody-knows is unknown"):
            await enrich(installation.settings(server, "openai/nobody-knows"), Options(budget=1.0))
        assert server.calls == []
        await enrich(installation.settings(server), Options(yes=True))
        assert len(server.calls) == 1


class Terminal(StringIO):
    """Somebody who types."""

    def isatty(self) -> bool:
        """It is one."""
        return True


@pytest.mark.parametrize(("typed", "calls"), [("y\n", 1), ("Yes\n", 1), ("n\n", 0), ("\n", 0), ("", 0)])
async def test_at_a_terminal_it_asks_first(
    installation: Installation,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    calls: int,
) -> None:
    """Anything but a yes writes nothing, which is no failure."""
    monkeypatch.setattr(sys, "stdin", Terminal(typed))
    async with ModelServer(WRITES).running() as server:
        await enrich(installation.settings(server), Options())
        assert len(server.calls) == calls
    err = capsys.readouterr().err
    assert "with openai/gpt-4o-mini.\nGo on? [y/N] " in err
    assert ("Nothing was written." in err) == (calls == 0)


async def test_a_model_that_fails_ends_it_with_the_way_on(
    installation: Installation, capsys: pytest.CaptureFixture[str]
) -> None:
    """A refused key: the report, then one sentence."""
    async with ModelServer(Reply(status=401)).running() as server:
        with pytest.raises(CommandError, match=r"failed .*AuthenticationError.*what was written is kept; run `matinee enrich`"):
            await enrich(installation.settings(server), Options(yes=True))
    assert "no essences written with 1 call" in capsys.readouterr().out


@pytest.mark.parametrize("presses", [1, 2])
async def test_ctrl_c_finishes_the_calls_in_flight_and_twice_breaks_them_off(installation: Installation, presses: int) -> None:
    """Either way exit code 130, and what was finished is kept for the next run."""
    async with ModelServer(Reply(WRITES.text, hang_before=True), WRITES).running() as server:
        settings = installation.settings(server)
        share_encoder(settings.data_dir)
        environment = {"MATINEE_DATA_DIR": str(settings.data_dir), "MATINEE_LITELLM_CONFIG": str(settings.litellm_config)}
        child = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.cli", "enrich", "--yes", "--json"),
            cwd=ROOT,
            env={**os.environ, **environment},
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        assert child.stderr is not None
        await server.called.wait()
        child.send_signal(signal.SIGINT)
        async for line in child.stderr:
            if line.startswith(b"Stopping"):
                break
        if presses == 2:
            child.send_signal(signal.SIGINT)
            await child.wait()
        server.released.set()
        out, err = await child.communicate()
        assert (child.returncode, b"Traceback" in err) == (130, False), err
        assert [json.loads(line)["ended"] for line in out.splitlines()] == (["stopped"] if presses == 1 else [])
    with EssenceStore(Generations(installation.data).essences) as store:
        assert len(store.all()) == (3 if presses == 1 else 0)
