"""The research data beside the checkout: for tests and measurements only, absent on most machines."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"


def shared(path: str) -> Path:
    """The file or folder `path` of the research data; skips the test, saying so, where it is absent."""
    found = SHARED / path
    if not found.exists():
        pytest.skip(f"needs ../shared/{path}, which is not beside this checkout")
    return found
