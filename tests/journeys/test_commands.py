"""The commands as a newcomer calls them: real encoder, starter catalogue, embedded services."""

import asyncio
import json
import re
import shutil
import signal
import urllib.request
from pathlib import Path

import pytest

from etl.sources.starter import read_starter
from tests.command_line import matinee, start

pytestmark = pytest.mark.slow


@pytest.fixture(scope="session")
def starter(installation: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with the starter catalogue, a copy of this process's own."""
    return Path(shutil.copytree(installation, tmp_path_factory.mktemp("data") / "starter", symlinks=True))


async def test_a_second_ingest_embeds_nothing(starter: Path) -> None:
    """Nothing has changed, so nothing is done."""
    result = await matinee(starter, "ingest", "starter", "--json")
    assert (0, 0, 0) == (result.code, result.json()["embedded"], result.json()["removed"])


async def test_documentation_is_ingested_beside_the_films(starter: Path, tmp_path: Path) -> None:
    """From a folder, by the real encoder; a second time nothing is embedded, and the films are as they were."""
    page = tmp_path / "react" / "src" / "content" / "learn" / "lamps.md"
    page.parent.mkdir(parents=True)
    page.write_text("---\ntitle: Lamps\n---\nIntro.\n\n## Use {/*use*/}\n\nSwitch it on.\n", "utf-8")
    told = (await matinee(starter, "ingest", f"docs={tmp_path}", "--json")).json()
    assert (1, 2, 2, {"react": 1}) == tuple(told[key] for key in ("pages", "chunks", "embedded", "sources"))
    again = await matinee(starter, "ingest", f"docs={tmp_path}")
    assert again.out == "2 chunks of 1 page of documentation serve: 0 were embedded now, 0 are no more.\n"
    assert (await matinee(starter, "ingest", "starter", "--json")).json()["embedded"] == 0


async def test_search_prints_what_was_understood_and_found(starter: Path) -> None:
    """A decade and a media type are kept without exception, the wish ranks."""
    found = (await matinee(starter, "search", "a heist film from the 90s", "--json")).json()
    assert ("movie", 1990, 1999) == tuple(found["understood"][key] for key in ("media_type", "year_from", "year_to"))
    assert 5 == len(found["results"])
    assert all(1990 <= item["year"] <= 1999 and item["media_type"] == "movie" for item in found["results"])
    assert "heat-1995" in [item["id"] for item in found["results"]]
    assert found["gate"]["ok"]


async def test_ask_streams_an_answer_whose_titles_are_in_the_catalogue(starter: Path) -> None:
    """Every title in bold is a title of the starter catalogue, and the path is told on stderr."""
    result = await matinee(starter, "ask", "a heist film from the 90s", "--trace")
    titles = {title.title for title in read_starter()}
    named = re.findall(r"^\d\. \*\*(.+?)\*\*", result.out, re.MULTILINE)
    assert 3 <= len(named) <= 5
    assert set(named) <= titles
    assert ["contextualize", "router", "retrieve", "generate_retrieve"] == re.findall(r"^→ (\w+)", result.err, re.MULTILINE)


async def test_a_thread_goes_on_from_one_call_to_the_next(starter: Path) -> None:
    """The second call knows what the first one showed."""
    first = (await matinee(starter, "ask", "a heist film from the 90s", "--thread", "t", "--json")).json()
    second = (await matinee(starter, "ask", "another", "--thread", "t", "--json")).json()
    assert "heist" in second["contextualized_question"]
    assert [card["ref"] for card in second["cards"]] == second["titles"]
    assert not {title["id"] for title in first["titles"]} & {title["id"] for title in second["titles"]}


async def test_a_batch_answers_every_line_with_its_id(starter: Path, tmp_path: Path) -> None:
    """Small talk, gibberish and requests each go their way; history and exclusions count."""
    lines = [
        {"id": "hi", "query": "hello!"},
        {"id": "weak", "query": "asdf qwer zxcv"},
        {"id": "ok", "query": "a heist film from the 90s", "exclude": ["heat-1995"]},
        {"id": "more", "query": "something shorter", "history": [{"role": "user", "text": "a heist film from the 90s"}]},
    ]
    batch = tmp_path / "batch.jsonl"
    batch.write_text("\n".join(map(json.dumps, lines)))
    result = await matinee(starter, "ask", "--batch", str(batch))
    answers = {answer["id"]: answer for answer in map(json.loads, result.out.splitlines())}
    assert ["hi", "weak", "ok", "more"] == list(answers)
    assert "GENERAL" == answers["hi"]["decision"]
    assert answers["weak"]["needs_reask"]
    assert "heat-1995" not in [title["id"] for title in answers["ok"]["titles"]]
    assert answers["more"]["contextualized_question"].startswith("a heist film from the 90s")


async def test_the_doctor_is_content_with_a_fresh_installation(starter: Path) -> None:
    """What is optional is named with its mend and is no failure."""
    result = await matinee(starter, "doctor", "--json", DISCORD_TOKEN="", SLACK_BOT_TOKEN="", SLACK_APP_TOKEN="")
    checks = {check["name"]: check for check in result.json()["checks"]}
    assert (0, True) == (result.code, result.json()["ok"])
    assert checks["redis"]["ok"]
    assert checks["postgres"]["ok"]
    assert "titles from starter" in checks["catalogue"]["detail"]
    assert not checks["discord"]["ok"]
    assert "DISCORD_TOKEN" in checks["discord"]["mend"]
    assert not checks["slack"]["ok"]
    assert "SLACK_APP_TOKEN" in checks["slack"]["mend"]


async def test_a_gateway_that_cannot_reach_its_database_says_so_in_one_line(starter: Path) -> None:
    """No traceback; exit code 1."""
    result = await matinee(starter, "doctor", DATABASE_URL="postgresql://nobody@127.0.0.1:1/none")
    assert 1 == result.code
    assert "Traceback" not in result.err


async def test_eval_measures_routing_and_look_up_on_a_set(starter: Path, tmp_path: Path) -> None:
    """Figures as JSON and as lines, split by a label where that is asked."""
    phrases, names = tmp_path / "phrases.jsonl", tmp_path / "names.jsonl"
    phrases.write_text(
        '{"text": "a heist film from the 90s", "decision": "RETRIEVE", "language": "en"}\n'
        '{"text": "hello", "decision": "GENERAL", "language": "en"}\n',
        "utf-8",
    )
    names.write_text('{"lookup": "Casablanca", "answer": {"ids": ["starter:casablanca-1942"]}}\n', "utf-8")
    routing = await matinee(starter, "eval", "routing", "--set", str(phrases), "--by", "language", "--json")
    rates = {"n": 2, "accuracy": 1.0, "retrieve": 1.0, "general": 1.0}
    assert rates | {"by": {"en": rates}} == routing.json()
    lookup = await matinee(starter, "eval", "lookup", "--set", str(names))
    assert ["n: 1", "first: 1.0"] == lookup.out.splitlines()


async def test_eval_measures_whole_answers_and_keeps_them(starter: Path, tmp_path: Path) -> None:
    """Figures as JSON, split by the way; each answer is a line of the file that was named."""
    cases, out = tmp_path / "cases.jsonl", tmp_path / "answers.jsonl"
    plain = {"language": "en", "media": "movie"}
    records = [
        {**plain, "question": "how long is Heat?", "decision": "TOOL", "must_say": ["170"]},
        {**plain, "question": "Casablanca", "decision": "RETRIEVE", "wanted": [{"any": ["starter:casablanca-1942"]}]},
    ]
    cases.write_text("\n".join(map(json.dumps, records)), "utf-8")
    told = (await matinee(starter, "eval", "answers", "--set", str(cases), "--by", "route", "--out", str(out), "--json")).json()
    assert (2, 1.0, 1.0, 1.0, {"TOOL", "RETRIEVE"}) == (told["n"], told["routing"], told["exact"], told["hit@4"], {*told["by"]})
    assert [[], []] == [json.loads(line)["missed"] for line in out.read_text("utf-8").splitlines()]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["search"], "Say what"),
        (["ingest", "nosuch"], "nosuch"),
        (["ingest", "netflix=/no/such/file.csv"], "/no/such/file.csv"),
        (["ingest", "docs=/no/such/folder"], "docs=/no/such/folder"),
        (["ingest", "docs=agent"], "mdn.tar.gz"),
        (["ingest", "docs", "netflix"], "`matinee ingest docs` alone"),
        (["ask", "--batch", "/no/such/file.jsonl"], "/no/such/file.jsonl"),
        (["eval", "moods", "--set", "README.md"], "moods"),
        (["eval", "gate", "--set", "README.md"], "README.md, line 1"),
        (["eval", "retrieval", "--set", "/no/such/set.jsonl"], "/no/such/set.jsonl"),
        (["eval", "variety", "--by", "kind", "--set", "README.md"], "--by"),
        (["eval", "gate", "--by", "mood", "--set", "README.md"], "mood"),
        (["eval", "gate", "--by", "route", "--set", "README.md"], "route"),
        (["eval", "answers", "--set", "README.md"], "README.md, line 1"),
    ],
)
async def test_wrong_use_is_answered_in_one_line(starter: Path, arguments: list[str], says: str) -> None:
    """The line says what is wrong, and nothing else is printed."""
    result = await matinee(starter, *arguments)
    assert result.code in {1, 2}
    assert says in result.err
    assert 1 == len(result.err.strip().splitlines())


async def test_a_wrong_setting_is_named(starter: Path) -> None:
    """Exit code 2, one line with the setting's name."""
    result = await matinee(starter, "search", "x", RETRIEVAL_SCORE_THRESHOLD="high")
    assert (2, 1) == (result.code, len(result.err.strip().splitlines()))
    assert "RETRIEVAL_SCORE_THRESHOLD" in result.err


async def test_a_reader_that_leaves_early_is_no_error(starter: Path) -> None:
    """`matinee ask … | head -1` ends quietly."""
    child = await start(starter, "ask", "a heist film from the 90s")
    assert child.stdout is not None
    assert child.stderr is not None
    await child.stdout.readline()
    child.stdout._transport.close()  # type: ignore[attr-defined]
    assert b"" == await child.stderr.read()
    await child.wait()
    child._transport.close()  # type: ignore[attr-defined]


async def test_up_opens_the_page_and_ends_on_a_signal(starter: Path) -> None:
    """The page answers on loopback; SIGTERM ends it with 0; beside it, ask uses its worker."""
    up = await start(starter, "up", DISCORD_TOKEN="")
    assert up.stderr is not None
    try:
        url = ""
        while not url:
            line = (await up.stderr.readline()).decode()
            assert line, "up ended early"
            url = next(iter(re.findall(r"open (http://\S+)", line)), "")
        page = await asyncio.to_thread(lambda: urllib.request.urlopen(url).read().decode())
        assert "Matinee" in page
        beside = await matinee(starter, "ask", "hello", "--json")
        assert "GENERAL" == beside.json()["decision"]
        up.send_signal(signal.SIGTERM)
        await up.communicate()
        assert 0 == up.returncode
    finally:
        if up.returncode is None:
            up.kill()
            await up.wait()


async def test_the_demo_plays_its_script(starter: Path) -> None:
    """Mention, thread, growing answer, follow-up, stop: all in the transcript; what was embedded is not embedded again."""
    result = await matinee(starter, "demo")
    assert (0, "") == (result.code, result.err)
    assert "embedding texts" not in result.out
    assert "a thread opens: “something tense set in one room, under two hours”" in result.out
    assert result.out.count("✅") >= 3
    assert "*Stopped.*" in result.out or "*Stopped before I had written anything.*" in result.out
