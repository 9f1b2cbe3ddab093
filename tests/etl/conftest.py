"""Settings and fixtures of the data-in tests."""

from pathlib import Path

import pytest
from hypothesis import settings

from tests.etl.kitchen import Kitchen

# No test may fail because the machine is busy.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")


@pytest.fixture
def kitchen(tmp_path: Path) -> Kitchen:
    """An empty data folder with fakes around it."""
    return Kitchen(tmp_path)
