"""Fetching from Kaggle: pinned, checked at every ingest, killable, and plain about what went wrong."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from etl.errors import SourceUnreachable
from etl.ingest import SourceArg, ingest
from etl.sources import kaggle
from tests.etl.tables import netflix_csv, story
from tests.fakes import kagglehub_stand_in
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.index import MemoryHome

HANDLE = "shivamb/netflix-shows/versions/5"


@dataclass
class Kaggle:
    """The stand-in's settings, and what was asked of it."""

    monkeypatch: pytest.MonkeyPatch
    log: Path
    data: Path

    def mode(self, name: str) -> None:
        self.monkeypatch.setenv("STAND_IN_MODE", name)

    def asked(self) -> list[str]:
        return self.log.read_text("utf-8").splitlines() if self.log.exists() else []


@pytest.fixture
def stand_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kaggle:
    """The stand-in on the path of child processes, with a table of two films."""
    package = tmp_path / "path" / "kagglehub"
    package.mkdir(parents=True)
    shutil.copy(kagglehub_stand_in.__file__, package / "__init__.py")
    monkeypatch.setenv("PYTHONPATH", str(package.parent))
    monkeypatch.setenv("STAND_IN_LOG", str(tmp_path / "log"))
    monkeypatch.setenv(
        "STAND_IN_TABLE",
        str(netflix_csv(tmp_path / "netflix_titles.csv", {}, {"title": "Other Room", "description": story(2)})),
    )
    monkeypatch.setenv("STAND_IN_MODE", "ok")
    return Kaggle(monkeypatch, tmp_path / "log", tmp_path / "data")


async def test_a_data_set_is_fetched_once_at_its_pinned_version(stand_in: Kaggle) -> None:
    """The first fetch downloads and notes file, size, sha256 and records; the second asks nobody."""
    path = await kaggle.fetch("netflix", stand_in.data)
    assert path.is_relative_to(stand_in.data / "kaggle")
    assert await kaggle.fetch("netflix", stand_in.data) == path
    assert stand_in.asked() == [f"{HANDLE} force=False"]
    entry = json.loads((stand_in.data / "kaggle" / "manifest.json").read_text("utf-8"))["netflix"]
    assert entry["handle"] == HANDLE
    assert (entry["rows"], entry["size"], len(entry["sha256"])) == (2, path.stat().st_size, 64)


async def test_a_file_that_was_altered_is_downloaded_again(stand_in: Kaggle) -> None:
    """A file that does not agree with the manifest is not believed, and kagglehub's own cache is bypassed."""
    path = await kaggle.fetch("netflix", stand_in.data)
    whole = path.read_bytes()
    path.write_bytes(whole[:-10])
    assert (await kaggle.fetch("netflix", stand_in.data)).read_bytes() == whole
    assert stand_in.asked()[-1] == f"{HANDLE} force=True"


@pytest.mark.parametrize("damage", ["not json", "[]", '{"netflix": 7}', '{"netflix": {"file": "../../etc/none"}}'])
async def test_a_damaged_manifest_is_no_obstacle(stand_in: Kaggle, damage: str) -> None:
    """Whatever stands in the manifest, the fetch ends with the right file."""
    (stand_in.data / "kaggle").mkdir(parents=True)
    (stand_in.data / "kaggle" / "manifest.json").write_text(damage, "utf-8")
    assert (await kaggle.fetch("netflix", stand_in.data)).name == "netflix_titles.csv"


@pytest.mark.parametrize(
    ("mode", "why"),
    [("refuse", "HTTP status 403"), ("other", "holds no netflix_titles.csv"), ("crash", "ended with code 9")],
)
async def test_a_failed_download_says_why_and_the_way_out(stand_in: Kaggle, mode: str, why: str) -> None:
    """One sentence with the reason, where to download the file by hand, and the command that takes it."""
    stand_in.mode(mode)
    with pytest.raises(SourceUnreachable) as caught:
        await kaggle.fetch("netflix", stand_in.data)
    message = str(caught.value)
    assert why in message
    assert "https://www.kaggle.com/datasets/shivamb/netflix-shows" in message
    assert "`matinee ingest netflix=PATH`" in message
    assert "\n" not in message


async def test_a_download_that_hangs_is_killed_at_its_deadline(stand_in: Kaggle) -> None:
    """A firewall that swallows packets costs the deadline, not for ever; a later fetch works."""
    stand_in.mode("hang")
    with pytest.raises(SourceUnreachable, match="no end after"):
        await kaggle.fetch("netflix", stand_in.data, deadline=0.3)
    stand_in.mode("ok")
    assert (await kaggle.fetch("netflix", stand_in.data)).is_file()


async def test_the_real_kagglehub_without_a_network_fails_plainly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """kagglehub itself, behind a proxy that refuses: the sentence says that there is no connection."""
    for name in ("HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.setenv(name, "")
    with pytest.raises(SourceUnreachable, match=r"imdb \(no connection to it\).*matinee ingest imdb=PATH"):
        await kaggle.fetch("imdb", tmp_path)


async def test_an_ingest_by_name_alone_goes_through_kaggle(stand_in: Kaggle) -> None:
    """`netflix` without a path is fetched, read and served; the manifest of the catalogue names the pinned version."""
    home = MemoryHome()
    report = await ingest(
        [SourceArg("netflix")], data_dir=stand_in.data, dense=HashingEncoder(), sparse=HashingSparse(), home=home
    )
    assert report.titles == 2
    (generation,) = (stand_in.data / "catalogue" / "generations").iterdir()
    manifest = json.loads((generation / "manifest.json").read_text("utf-8"))
    assert manifest["sources"]["netflix"]["edition"] == HANDLE
