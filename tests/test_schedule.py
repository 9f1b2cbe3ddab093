"""How several processes share the tests."""

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from xdist.remote import Producer

from tests.schedule import GROUPS, ORDER, SLOW, Schedule, group_of, place

ROOT = Path(__file__).parents[1]
COMMANDS, GATE, MOODS = (
    "tests/journeys/test_commands.py",
    "tests/agent/catalogue/test_gate.py",
    "tests/etl/test_starter_moods.py",
)


@dataclass(eq=False)
class Node:
    """A process that notes which tests it was sent."""

    gateway: Any = field(default_factory=lambda: SimpleNamespace(id="gw"))
    got: list[int] = field(default_factory=list)
    shutting_down: bool = False

    def send_runtest_some(self, indices: list[int]) -> None:
        """Tests to run."""
        self.got += indices

    def shutdown(self) -> None:
        """No more."""
        self.shutting_down = True


def test_a_group_goes_to_one_process_and_what_comes_first_begins_first(pytestconfig: pytest.Config) -> None:
    """Two processes that end each test at once run everything once, and the encoder's tests all in one of them."""
    ids = [
        f"{COMMANDS}::test_a",
        f"{GATE}::test_b[x]",
        f"{MOODS}::test_c",
        *(f"tests/test_d.py::test_d[{n}]" for n in range(9)),
    ]
    config: Any = SimpleNamespace(option=pytestconfig.option, getvalue=lambda _: ["2*popen"])
    schedule, nodes = Schedule(config, Producer("quiet", enabled=False)), [Node(), Node()]
    for node in nodes:
        schedule.add_node(node)  # type: ignore[arg-type]
        schedule.add_node_collection(node, ids)  # type: ignore[arg-type]
    schedule.schedule()
    assert [0] == nodes[0].got[:1]
    assert [1, 2] == nodes[1].got[:2]
    done = {id(node): 0 for node in nodes}
    while any(len(node.got) > done[id(node)] for node in nodes):
        for node in nodes:
            if len(node.got) > done[id(node)]:
                done[id(node)] += 1
                schedule.mark_test_complete(node, node.got[done[id(node)] - 1])  # type: ignore[arg-type]
    assert list(range(len(ids))) == sorted(nodes[0].got + nodes[1].got)


def test_groups_and_slow_tests_come_before_the_others(request: pytest.FixtureRequest) -> None:
    """By the ids that pytest gives, whatever stands in a parameter; this test is in no group."""
    assert "encoder" == group_of(f"{GATE}::test_the_gate[a::b]")
    assert group_of(request.node.nodeid) is None
    ids = [f"{COMMANDS}::test_a", "tests/journeys/test_turns.py::test_b", f"{GATE}::test_c[x]", request.node.nodeid]
    places = [place(one) for one in ids]
    assert sorted(set(places)) == places
    assert {*GROUPS, "slow", "other"} == {*ORDER}


def test_what_the_schedule_names_is_there() -> None:
    """A file that was renamed or removed is named here."""
    patterns = [*SLOW, *(pattern for group in GROUPS.values() for pattern in group)]
    assert [] == [pattern for pattern in patterns if not list(ROOT.glob(pattern.partition("::")[0]))]
