"""`matinee ingest docs` has the data of browser support beside the documentation."""

from pathlib import Path

import pytest

from bot.commands.ingest_docs import _browser_support
from etl.docs import compat
from etl.errors import SourceError


async def test_without_npm_the_documentation_serves_and_what_is_missing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence with the way out; nothing fails."""
    monkeypatch.setenv("PATH", str(tmp_path))
    await _browser_support(tmp_path, None)
    told = capsys.readouterr().err
    assert told.startswith("Browser support is left out: ")
    assert "npm is not installed" in told


async def test_a_folder_brings_the_package_with_it(tmp_path: Path) -> None:
    """Its bytes are held against the pinned hash; a folder without it asks nobody."""
    await _browser_support(tmp_path / "data", tmp_path)
    (tmp_path / compat.ARCHIVE).write_bytes(b"another package")
    with pytest.raises(SourceError, match="as pinned"):
        await _browser_support(tmp_path / "data", tmp_path)
