"""`matinee eval night`: worlds are read or refused, groups play by the real rules, and figures are differences to a list."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from agent.catalogue.search.eval_records import UnreadableSet
from agent.night.encoding import Encoded
from bot.commands.errors import CommandError, UsageError
from bot.commands.evaluate import Options, evaluate
from bot.commands.evaluate_night import VARIANTS, WORLDS, night, simulated, table
from bot.commands.night_worlds import read_worlds
from bot.movie_night.tastes import PARTS
from bot.parts import Search
from bot.settings import Settings
from etl.read import read_file
from etl.unify import unify
from tests.bot.movie_night.worlds import FILMS, SOURCES, finder_over, world, written
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.index import MemoryHome
from tests.shared import shared

SEARCH = Search(HashingEncoder(), HashingSparse(), MemoryHome())  # type: ignore[arg-type]  # hand-written encoders


async def figures(tmp_path: Path, *worlds: dict[str, Any]) -> dict[str, Any]:
    """The figures of these worlds over the forty films."""
    read = read_worlds(written(tmp_path / "worlds.json", *worlds))
    async with finder_over(FILMS, tmp_path / "data") as finder:
        return await night(finder, SEARCH, read, {})


async def test_every_variant_of_both_worlds_is_measured(tmp_path: Path) -> None:
    """A row a world and variant, the list by rating first, with the same groups in each."""
    found = await figures(tmp_path, world("a", 2), world("b", 3), world("c", 5))
    assert 3 == found["n"]
    assert [(name, variant) for name in WORLDS for variant in ("list by rating", *VARIANTS)] == [
        (row["world"], row["variant"]) for row in found["rows"]
    ]
    assert all(row["n"] == 3 and ["2", "3", "5"] == list(row["by_size"]) for row in found["rows"])


async def test_the_list_by_rating_differs_from_itself_by_nothing(tmp_path: Path) -> None:
    """It costs no click, and what it is worth is told in stars."""
    first = (await figures(tmp_path, world("a")))["rows"][0]
    assert (0.0, 0.0, 0.0) == (first["mean"], first["least_pleased"], first["clicks"])
    assert 0.5 <= first["absolute"]["least_pleased"] <= first["absolute"]["mean"] <= 5


async def test_figures_are_the_same_again(tmp_path: Path) -> None:
    """All chance follows from the groups' salts."""
    worlds = [world(name) for name in "ab"]
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    assert await figures(tmp_path / "one", *worlds) == await figures(tmp_path / "two", *worlds)


async def test_clicks_follow_from_the_parts_of_an_evening(tmp_path: Path) -> None:
    """A question alone is one click a person, a whole evening of three some more, and never more than a dozen."""
    rows = {row["variant"]: row for row in (await figures(tmp_path, world("a")))["rows"]}
    assert 1.0 == rows["question only"]["clicks"]
    assert 3.0 == rows["duels only"]["clicks"]
    assert 6.0 <= rows["whole evening"]["clicks"] <= 12.0


async def test_films_that_the_catalogue_lacks_are_left_out(tmp_path: Path) -> None:
    """A group that keeps three films plays with these; one that keeps fewer is counted as absent."""
    gone = [f"starter:gone-{number}" for number in range(10)]
    found = await figures(tmp_path, world("a", pool=[*SOURCES[:5], *gone]), world("b", pool=[*SOURCES[:2], *gone]))
    assert (1, 1) == (found["n"], found["absent"])
    assert any("left out" in line for line in table(found))


async def test_a_catalogue_without_the_films_is_told(tmp_path: Path) -> None:
    """Nothing can be measured, and the sentence says what to read first."""
    with pytest.raises(CommandError, match="matinee ingest"):
        await figures(tmp_path, world("a", pool=[f"imdb:{number}" for number in range(5)]))


async def test_the_table_has_a_line_a_row(tmp_path: Path) -> None:
    """Two lines of head, then every row with differences, errors and clicks."""
    found = await figures(tmp_path, world("a"), world("b"))
    lines = list(table(found))
    assert len(lines) == 2 + len(found["rows"])
    assert all("±" in line for line in lines[2:])


def test_worlds_are_read_plain_and_gzipped(tmp_path: Path) -> None:
    """The same groups come out of both forms."""
    plain = written(tmp_path / "worlds.json", world("a"), world("b"))
    packed = tmp_path / "worlds.json.gz"
    packed.write_bytes(gzip.compress(plain.read_bytes()))
    assert ["a", "b"] == [each.salt for each in read_worlds(packed)] == [each.salt for each in read_worlds(plain)]


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"no json", "holds no worlds"),
        (b"[1]", "holds no worlds"),
        (b"\x1f\x8bbroken", "cannot be read|holds no worlds"),
        (b'{"groups": []}', "holds no groups"),
        (b'{"groups": [{"salt": "a"}]}', "group 1: KeyError"),
        (b'{"groups": [7]}', "group 1: TypeError"),
        (json.dumps({"groups": [world("a") | {"outcome": [[1.0]]}]}).encode(), "a row a member and a number a film"),
        (json.dumps({"groups": [world("a") | {"feeling_pool": [["much"]]}]}).encode(), "group 1: ValueError"),
    ],
)
def test_what_holds_no_worlds_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    """One sentence names the file, and the group where one is to blame."""
    path = tmp_path / "worlds.json"
    path.write_bytes(content)
    with pytest.raises(UnreadableSet, match=says):
        read_worlds(path)


async def test_an_unreadable_set_is_wrong_use(tmp_path: Path) -> None:
    """Nothing is opened for a file that is not there."""
    settings = Settings(_env_file=None, MATINEE_DATA_DIR=tmp_path / "data")  # type: ignore[call-arg]  # by alias
    with pytest.raises(UsageError, match="cannot be read"):
        await evaluate(settings, "night", [tmp_path / "gone.json"], as_json=True)
    with pytest.raises(UsageError, match="--by has no meaning for eval night"):
        await evaluate(settings, "night", [tmp_path / "gone.json"], options=Options(by="source"), as_json=True)


@pytest.mark.xdist_group(name="real tables")
async def test_a_whole_evening_beats_the_list_by_rating_in_the_frozen_worlds(tmp_path: Path) -> None:
    """A third of the groups: not below the list where nobody knows more than a model does, well above it with foresight."""
    worlds = read_worlds(shared("data/night/night_dev.json.gz"))[::3]
    named = {film for each in worlds for film in (*each.pool, *each.famous)}
    tables = {"netflix": shared("data/netflix_titles.csv"), "imdb": shared("data/imdb_top_1000.csv")}
    records = [title for name, path in tables.items() for title in read_file(name, path, path.name).titles]
    titles = unify(title for title in records if named & set(title.source_ids))
    async with finder_over(titles, tmp_path) as finder, finder.opened() as shelf:
        groups = [group for each in worlds if (group := each.among(shelf.by_source)) is not None]
        encoded = Encoded(HashingEncoder().queries)
        rows = await simulated(shelf, encoded, finder.understand, groups, {"whole evening": PARTS})
    _, strict, _, foresight = rows
    assert 200 == strict["n"] == foresight["n"]
    assert strict["mean"] >= 0.0
    assert strict["least_pleased"] >= 0.01
    assert foresight["mean"] >= 0.06
    assert foresight["least_pleased"] >= 0.11
    assert max(strict["clicks"], foresight["clicks"]) <= 8
