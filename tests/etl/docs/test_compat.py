"""Browser support data come in through npm, checked, or leave what is there as it was."""

from pathlib import Path

import pytest

from agent.docs.tools.compat import FILE, Compat
from etl.docs import compat
from etl.errors import SourceError, SourceUnreachable
from tests.agent.docs.tools.browsers import compat as stored
from tests.agent.docs.tools.browsers import package


def npm(folder: Path, does: str) -> str:
    """A client of our own in npm's place; `$OUT` is where it is to put the package."""
    script = folder / "npm"
    script.write_text(
        f'#!/bin/sh\nfor one in "$@"; do case "$one" in --pack-destination=*) OUT="${{one#*=}}";; esac; done\n{does}\n'
    )
    script.chmod(0o755)
    return str(script)


async def test_the_pinned_package_becomes_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What npm packs is read into the database."""
    packed, integrity = package(tmp_path)
    monkeypatch.setattr(compat, "INTEGRITY", integrity)
    assert await compat.fetch(tmp_path / "data", npm=npm(tmp_path, f'cp "{packed}" "$OUT/"')) == compat.VERSION
    feature = Compat(tmp_path / "data" / FILE).feature("css.selectors.has")
    assert feature is not None
    assert feature.support["safari"][0].added == "20"


async def test_data_of_the_pinned_version_are_not_fetched_again(tmp_path: Path) -> None:
    """Then npm may be missing."""
    stored(tmp_path)
    assert await compat.fetch(tmp_path, npm=str(tmp_path / "nowhere")) == compat.VERSION


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        (
            "printf 'npm error %s\\n' 'code ENOTFOUND' 'syscall connect' 'network request failed' >&2; exit 1",
            "network request failed",
        ),
        ("exit 3", "npm ended with code 3"),
        ("exit 0", "npm ended with code 0"),
    ],
)
async def test_an_npm_that_fails_is_told_in_one_sentence(tmp_path: Path, does: str, reason: str) -> None:
    """With npm's own reason and the way out."""
    with pytest.raises(SourceUnreachable, match=reason) as caught:
        await compat.fetch(tmp_path / "data", npm=npm(tmp_path, does))
    assert "matinee ingest docs" in str(caught.value)
    assert "\n" not in str(caught.value)


async def test_a_missing_npm_is_told_in_one_sentence(tmp_path: Path) -> None:
    """Browser support is all that is missing without it."""
    with pytest.raises(SourceUnreachable, match="npm is not installed"):
        await compat.fetch(tmp_path, npm=str(tmp_path / "nowhere"))


async def test_an_npm_that_never_ends_is_stopped(tmp_path: Path) -> None:
    """The fetch ends only when it has."""
    with pytest.raises(SourceUnreachable, match="no end after"):
        await compat.fetch(tmp_path / "data", npm=npm(tmp_path, "exec cat /dev/zero > /dev/null"), deadline=0.0)


def test_another_package_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    """By its hash, before anything in it is read; the data that are there stay."""
    stored(tmp_path)
    other, _ = package(tmp_path, b"{}")
    with pytest.raises(SourceError, match="is not @mdn/browser-compat-data@"):
        compat.store(other, tmp_path, integrity=compat.INTEGRITY)
    assert Compat(tmp_path / FILE).version == compat.VERSION


@pytest.mark.parametrize("content", [b"not json", b"[]", b"{}", b'{"__meta": {}}'])
def test_data_of_another_form_are_refused(tmp_path: Path, content: bytes) -> None:
    """And leave nothing half made behind."""
    packed, integrity = package(tmp_path, content)
    with pytest.raises(SourceError):
        compat.store(packed, tmp_path / "data", integrity=integrity)
    assert not (tmp_path / "data" / FILE).exists()


def test_storing_leaves_only_the_database(tmp_path: Path) -> None:
    """It is built aside and put in place whole."""
    stored(tmp_path)
    stored(tmp_path)
    assert [file.name for file in (tmp_path / FILE).parent.iterdir()] == [FILE.name]
