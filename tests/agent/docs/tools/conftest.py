"""The small data set, made once for a folder of tests that only read it."""

import pytest

from agent.docs.tools.compat import Compat
from tests.agent.docs.tools.browsers import compat as stored


@pytest.fixture(scope="session")
def compat(tmp_path_factory: pytest.TempPathFactory) -> Compat:
    """Browser support with values of our own."""
    return stored(tmp_path_factory.mktemp("browsers"))
