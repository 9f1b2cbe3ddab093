"""Budgets, estimates and crashes: what an enrichment may cost, and that nothing is paid twice."""

import asyncio
import signal
import sqlite3
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.llm_price import Tariff
from etl.enrichment.enrich import Wish
from etl.enrichment.purse import Purse
from etl.enrichment.store import EssenceStore
from etl.enrichment.writer import AT_ONCE
from etl.errors import DataFolderError, EtlError, IngestRunning, NoBudget
from etl.lock import enrich_lock
from tests.etl.kitchen import Kitchen, rows
from tests.etl.study import FREE, PRICED, enrich, felt, kept, offered, store_path, write_essences
from tests.fakes.essayist import Essayist

REPO = Path(__file__).resolve().parents[2]
UNKNOWN = Tariff("litellm_proxy/secondary")


async def test_the_estimate_says_titles_calls_tokens_and_dollars(kitchen: Kitchen) -> None:
    """Twenty titles in calls of six; the dollars are those of the tokens at the tariff."""
    await kitchen.netflix(rows(20))
    plan = await offered(kitchen)
    guess = plan.estimate
    assert (plan.plan.lacking, plan.plan.wanted, guess.calls, guess.completion_tokens) == (20, 20, 4, 2200)
    assert guess.usd == pytest.approx(guess.prompt_tokens * 0.0000005 + 2200 * 0.000005)
    assert 300 * 4 < guess.prompt_tokens < 1000 * 4


async def test_an_own_model_costs_nothing_and_an_unknown_price_is_no_number(kitchen: Kitchen) -> None:
    """The two are not the same."""
    await kitchen.netflix(rows(2))
    assert (await offered(kitchen, FREE)).estimate.usd == 0
    assert (await offered(kitchen, UNKNOWN)).estimate.usd is None
    assert (await write_essences(kitchen, Essayist(), tariff=UNKNOWN)).usd is None


async def test_a_budget_needs_a_price(kitchen: Kitchen) -> None:
    """It is refused before anything is asked, with the ways out."""
    await kitchen.netflix(rows(2))
    with pytest.raises(NoBudget, match=r"--limit.*input_cost_per_token"):
        await offered(kitchen, UNKNOWN, Wish(budget=1.0))


async def test_the_writing_stops_within_its_budget_and_goes_on_with_the_next(kitchen: Kitchen) -> None:
    """A cent pays for some calls; with two more all are written, each title once."""
    await kitchen.netflix(rows(60))
    first = Essayist()
    outcome, _ = await enrich(kitchen, first, Wish(budget=0.01))
    assert outcome.ended == "budget"
    assert outcome.usd is not None
    assert 0 < outcome.usd <= 0.01
    assert len(felt(kitchen)) == outcome.written == len(first.asked) < 60
    second = Essayist()
    outcome, _ = await enrich(kitchen, second, Wish(budget=1.0))
    assert outcome.ended == "done"
    assert sorted([*first.asked, *second.asked]) == sorted(f"Film {n}" for n in range(60))


@pytest.mark.parametrize("billed", [(1000, 100), (4000, 2000), (10, 1), None])
async def test_a_budget_is_exceeded_by_no_more_than_the_calls_in_flight(
    kitchen: Kitchen, billed: tuple[int, int] | None
) -> None:
    """Also where a call costs ten times what it was thought to, or the provider does not say what it took."""
    await kitchen.netflix(rows(60))
    outcome = await write_essences(kitchen, Essayist(tokens=billed), Wish(budget=0.01))
    assert outcome.usd is not None
    a_call = PRICED.cost(*billed) if billed else 0
    assert a_call is not None
    assert outcome.usd <= 0.01 + AT_ONCE * a_call


async def test_a_budget_too_small_for_one_call_makes_none(kitchen: Kitchen) -> None:
    """Nothing is asked, nothing spent."""
    await kitchen.netflix(rows(3))
    model = Essayist()
    outcome = await write_essences(kitchen, model, Wish(budget=0.0))
    assert (outcome.ended, outcome.usd, model.prompts) == ("budget", 0.0, [])


@given(
    budget=st.floats(0, 10),
    calls=st.lists(st.tuples(st.integers(0, 2000), st.floats(0, 1)), max_size=60),
)
def test_a_purse_is_never_overdrawn_where_calls_cost_no_more_than_reserved(
    budget: float, calls: list[tuple[int, float]]
) -> None:
    """Whatever is reserved and settled in whatever order."""
    purse = Purse(Tariff("m", 0.001, 0.001), budget)
    flying: list[tuple[float, float]] = []
    for tokens, share in calls:
        reserved = purse.reserve(tokens, tokens)
        if reserved is not None:
            flying.append((reserved, reserved * share))
        elif flying:
            purse.settle(*flying.pop(0))
        assert purse.spent + purse.reserved <= budget + 1e-9


async def test_an_enrichment_killed_in_the_middle_pays_nothing_twice(kitchen: Kitchen) -> None:
    """SIGKILL while calls are in flight: what had come is there, and only the rest is asked for."""
    await kitchen.netflix(rows(20))
    child = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.etl.killed_enrichment", str(kitchen.data), "9"), cwd=REPO, stdout=asyncio.subprocess.PIPE
    )
    try:
        assert child.stdout is not None
        for _ in range(AT_ONCE):  # every worker stands in a call that never returns
            assert await child.stdout.readline() == b"stuck\n"
    finally:
        child.send_signal(signal.SIGKILL)
        await child.communicate()
    assert len(kept(kitchen)) == 9
    model = Essayist()
    outcome, _ = await enrich(kitchen, model)
    assert (outcome.written, len(model.asked), len(felt(kitchen))) == (11, 11, 20)


async def test_a_damaged_store_is_told_and_never_replaced(kitchen: Kitchen) -> None:
    """What was paid for may still be saved from it; ingests say so too."""
    await kitchen.netflix(rows(2))
    await write_essences(kitchen, Essayist())
    for path in store_path(kitchen).parent.glob("essences.sqlite*"):
        path.write_bytes(b"no data base, but long enough to be taken for one " * 20)
    damaged = store_path(kitchen).read_bytes()
    with pytest.raises(EtlError, match="put a copy of it back"):
        await offered(kitchen)
    with pytest.raises(EtlError, match="put a copy of it back"):
        await kitchen.netflix(rows(3))
    assert store_path(kitchen).read_bytes() == damaged


async def test_a_full_disk_ends_it_with_the_way_out(kitchen: Kitchen, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing more is asked once nothing can be kept."""
    await kitchen.netflix(rows(60))

    def full(self: EssenceStore, written: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(EssenceStore, "put", full)
    model = Essayist()
    with pytest.raises(DataFolderError, match=r"disk is full.*make room"):
        await write_essences(kitchen, model)
    assert len(model.prompts) <= AT_ONCE


async def test_two_enrichments_at_once_do_not_pay_for_the_same(kitchen: Kitchen) -> None:
    """The second says that one is at work; an ingest may go on meanwhile."""
    with enrich_lock(kitchen.data):
        with pytest.raises(IngestRunning, match="Another enrichment"), enrich_lock(kitchen.data):
            raise AssertionError("unreachable")
        assert (await kitchen.netflix(rows(2))).titles == 2


async def test_every_essence_is_on_disk_before_the_next_call_ends(kitchen: Kitchen) -> None:
    """A second connection sees what was written while the model still works."""
    await kitchen.netflix(rows(30))
    seen: list[int] = []

    class Watched(Essayist):
        async def structured(self, *arguments: object) -> object:  # type: ignore[override]
            answer = await super().structured(*arguments)  # type: ignore[arg-type]
            with sqlite3.connect(store_path(kitchen)) as connection:
                seen.append(connection.execute("SELECT count(*) FROM essences").fetchone()[0])
            connection.close()
            return answer

    await write_essences(kitchen, Watched(), tariff=FREE)
    assert seen[-1] >= 30 - AT_ONCE
