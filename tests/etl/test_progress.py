"""Progress for people."""

import pytest

from etl.progress import rich_progress


def test_bars_go_to_stderr_and_leave_stdout_to_the_result(capsys: pytest.CaptureFixture[str]) -> None:
    """Each stage that was reported is named with its count; stdout stays empty for `--json`."""
    with rich_progress() as progress:
        progress.report("embed", 0, 130)
        progress.report("embed", 64, 130)
        progress.report("embed", 130, 130)
    out, err = capsys.readouterr()
    assert out == ""
    assert "Embedding texts" in err
    assert "130/130" in err
    assert "Building the index" not in err
