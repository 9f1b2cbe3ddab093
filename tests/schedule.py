"""Which tests stay together and which begin first, where several processes share the tests.

Ours, because pytest-xdist writes its groups where pytest reads nothing since 9.2 (its issue 1386), and lets them begin
by how many tests they have, which says nothing of how long they take.
"""

from fnmatch import fnmatchcase
from functools import cache

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadScopeScheduling

# Tests that share what is costly to make or large: an installation, an encoder, a browser, tables.
GROUPS: dict[str, tuple[str, ...]] = {
    "installation": ("tests/journeys/test_commands.py::*", "tests/journeys/test_night_starter.py::*"),
    "page": ("tests/journeys/test_page.py::*", "tests/journeys/test_page_[cp]*.py::*", "tests/journeys/test_page_s[el]*.py::*"),
    "page safety": ("tests/journeys/test_page_safety.py::*",),
    "tables": ("tests/etl/test_real_files.py::*", "tests/etl/test_scale_files.py::*", "tests/etl/test_starter_facts.py::*"),
    "visit": ("tests/journeys/test_visit.py::*",),
    "litellm": ("tests/agent/test_llm_[clp]*.py::*", "tests/bot/test_enrich_command.py::*"),
    "emulate": ("tests/adapters/sandbox/slack/test_emulate_judge.py::*",),
    "encoder": (
        "tests/agent/catalogue/test_answers.py::test_*development_set*",
        "tests/agent/catalogue/test_constraints.py::test_what_is_found_keeps_the_conditions*",
        "tests/agent/catalogue/test_gate.py::*",
        "tests/agent/retrieval/test_encoders.py::*",
        "tests/agent/retrieval/test_local_encoder.py::*",
        "tests/agent/retrieval/test_rerank.py::*",
        "tests/etl/test_starter_moods.py::*",
    ),
}
# Each of these takes seconds: they come before the thousands that take milliseconds, so that all processes end together.
SLOW = ("tests/journeys/*", "tests/bot/test_embedded_*", "tests/test_simcord.py::*")

# The longest first. What is embedded for the installation serves the encoder's tests too: they come when it is there.
ORDER = ("installation", "page", "page safety", "tables", "visit", "litellm", "emulate", "slow", "encoder", "other")


class Schedule(LoadScopeScheduling):
    """Hands out a group or a single test whenever a process has room for it, in the order in which they were collected."""

    def __init__(self, config: pytest.Config, log: Producer) -> None:
        super().__init__(config, log)
        config.option.loadscopereorder = False

    def _split_scope(self, nodeid: str) -> str:
        return group_of(nodeid) or nodeid


def place(nodeid: str) -> int:
    """Where a test stands in the order."""
    is_slow = any(fnmatchcase(nodeid, one) for one in SLOW)
    return ORDER.index(group_of(nodeid) or ("slow" if is_slow else "other"))


@cache
def group_of(nodeid: str) -> str | None:
    """The group of a test, if it has one."""
    return next((name for name, patterns in GROUPS.items() if any(fnmatchcase(nodeid, one) for one in patterns)), None)
