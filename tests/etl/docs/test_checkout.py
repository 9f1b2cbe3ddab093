"""Sources fetched with the real git, from a repository on this machine."""

import dataclasses
import shutil
import subprocess
from pathlib import Path

import pytest

from etl.docs.checkout import checkout
from etl.docs.sources import SOURCES, Source
from etl.errors import SourceUnreachable

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git, which is not installed here")


def git(folder: Path, *arguments: str) -> str:
    """Run git there as nobody in particular."""
    identity = ("-c", "user.name=n", "-c", "user.email=e@example.org")
    return subprocess.run(["git", *identity, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A repository with two commits, of which the first has a tag, that serves any commit as public hosts do."""
    folder = tmp_path / "repository"
    for name in ("docs/a.md", "docs/deep/b.md", "code/big.js"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text("one", "utf-8")
    git(tmp_path, "init", "--quiet", str(folder))
    git(folder, "config", "uploadpack.allowAnySHA1InWant", "true")
    git(folder, "config", "uploadpack.allowFilter", "true")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "one")
    git(folder, "tag", "v1")
    (folder / "docs/a.md").write_text("two", "utf-8")
    git(folder, "commit", "--quiet", "-am", "two")
    return folder


def at(commit: str) -> Source:
    """Nuxt at another commit."""
    return dataclasses.replace(SOURCES["nuxt"], commit=commit)


async def test_exactly_the_pinned_commit_is_fetched_and_only_its_folders(repository: Path, tmp_path: Path) -> None:
    """By commit or by tag, not the newest; nothing of git stays, and an older commit's files go."""
    first = await checkout(at("v1"), tmp_path / "out", url=repository.as_uri())
    assert (first / "docs/a.md").read_text("utf-8") == "one"
    assert sorted(path.relative_to(first).as_posix() for path in first.rglob("*") if path.is_file()) == [
        "docs/a.md",
        "docs/deep/b.md",
    ]
    second = await checkout(at(git(repository, "rev-parse", "HEAD")), tmp_path / "out", url=repository.as_uri())
    assert (second / "docs/a.md").read_text("utf-8") == "two"
    assert [path.name for path in (tmp_path / "out").iterdir()] == [second.name]


async def test_what_is_there_is_not_fetched_again(repository: Path, tmp_path: Path) -> None:
    """A pinned commit never changes, so the network is not needed a second time."""
    source = at("v1")
    first = await checkout(source, tmp_path / "out", url=repository.as_uri())
    shutil.rmtree(repository)
    assert await checkout(source, tmp_path / "out", url=repository.as_uri()) == first


async def test_what_cannot_be_fetched_says_so_in_one_sentence(repository: Path, tmp_path: Path) -> None:
    """No repository there, or no such commit: the reason, and the way that needs no network; nothing half made stays."""
    for source, url in ((at("v1"), (tmp_path / "nowhere").as_uri()), (at("f" * 40), repository.as_uri())):
        with pytest.raises(SourceUnreachable, match=r"Nuxt cannot be fetched .*matinee ingest docs=FOLDER") as caught:
            await checkout(source, tmp_path / "out", url=url)
        assert "\n" not in str(caught.value)
    assert list((tmp_path / "out").iterdir()) == []


async def test_without_git_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The archives need none."""
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(SourceUnreachable, match="git is not installed"):
        await checkout(at("v1"), tmp_path / "out")
