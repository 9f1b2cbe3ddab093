"""Asks the model, a few calls at a time, and keeps every essence as soon as it is there."""

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from agent.llm import Llm, LlmError, Meter, Unreadable
from etl.enrichment.facts import Subject
from etl.enrichment.plan import Plan, messages, most_written, tokens_of
from etl.enrichment.purse import Purse
from etl.enrichment.reading import Essences, sort_out
from etl.enrichment.store import EssenceStore, Written
from etl.progress import Progress

Ended = Literal["done", "budget", "stopped", "model"]

AT_ONCE = 4  # calls: within the smallest paid plans' limits, and enough to keep a machine of one's own busy
# What a provider bills is more than the text by the message marks and the schema, some hundred tokens a call.
_ASIDE = 200
_NO_JSON = "the output was not one JSON object of the form that was asked for"


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: essences `written`, titles `skipped` whose output could not be used, what the calls took, why it ended.

    `problem` is the model's failure in a few words, where it ended by that.
    """

    ended: Ended
    written: int
    skipped: int
    calls: int
    prompt_tokens: int
    completion_tokens: int
    usd: float | None
    problem: str = ""


class Writer:
    """One run. Once `stop` is set no further call is made; those in flight are finished and kept."""

    def __init__(self, llm: Llm, store: EssenceStore, purse: Purse, progress: Progress, stop: asyncio.Event) -> None:
        self._llm = llm
        self._store = store
        self._purse = purse
        self._progress = progress
        self._stop = stop
        self._storing = asyncio.Lock()
        self._ended: Ended = "done"
        self._problem = ""
        self._wanted = self._written = self._skipped = self._calls = self._prompt_tokens = self._completion_tokens = 0

    async def write(self, plan: Plan) -> Outcome:
        """Write about all that is planned, or as much as budget, model and `stop` allow. Raises what the store raises."""
        self._wanted = plan.wanted
        self._progress.report("write", 0, plan.wanted)
        batches = iter(plan.batches)
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(AT_ONCE):
                    group.create_task(self._work(batches))
        except ExceptionGroup as errors:
            raise errors.exceptions[0] from None  # a group of one: the first ends the others
        if self._stop.is_set() and self._ended == "done":
            self._ended = "stopped"
        return Outcome(
            self._ended,
            self._written,
            self._skipped,
            self._calls,
            self._prompt_tokens,
            self._completion_tokens,
            self._purse.spent if self._purse.tariff.cost(0, 0) is not None else None,
            self._problem,
        )

    async def _work(self, batches: Iterator[Sequence[Subject]]) -> None:
        for batch in batches:
            if self._stop.is_set() or self._ended != "done":
                return
            await self._write(batch)

    async def _write(self, batch: Sequence[Subject]) -> None:
        """Ask, ask once more for what could not be used, and skip what still cannot."""
        left, faults = list(batch), dict[int, str]()
        for _ in range(2):
            faults_now = await self._ask(left, faults)
            if faults_now is None:
                return  # budget or model: these titles are as if never begun
            left, faults = [left[place] for place in faults_now], dict(enumerate(faults_now.values()))
            if not left:
                return
        async with self._storing:
            await asyncio.to_thread(self._store.put_in_vain, [subject.key for subject in left])
        self._skipped += len(left)
        self._tell()

    async def _ask(self, subjects: Sequence[Subject], faults: dict[int, str]) -> dict[int, str] | None:
        """One call, its essences kept; returns the faults of the rest by place, or None where no answer came."""
        prompt = messages(subjects, faults)
        guess = tokens_of(prompt) + _ASIDE, most_written(len(subjects))
        reserved = self._purse.reserve(*guess)
        if reserved is None:
            self._ended = "budget"
            return None
        meter = Meter()
        answered = False
        try:
            meter.call()
            output = await self._llm.structured("secondary", prompt, Essences, meter)
            answered = True
        except Unreadable:
            answered = True
            return dict.fromkeys(range(len(subjects)), _NO_JSON)
        except LlmError as error:
            self._ended, self._problem = "model", str(error)
            return None
        finally:
            self._count(meter, reserved, guess if answered else (0, 0))
        good, bad = sort_out(output, subjects)
        await self._keep(subjects, good)
        return bad

    def _count(self, meter: Meter, reserved: float, guess: tuple[int, int]) -> None:
        """Add what a call took: what the provider says, or our guess where an answer came without a word on that."""
        usage = meter.usage()
        took = (usage.prompt_tokens, usage.completion_tokens)
        took = took if any(took) else guess
        self._calls += usage.model_calls
        self._prompt_tokens += took[0]
        self._completion_tokens += took[1]
        self._purse.settle(reserved, self._purse.tariff.cost(*took) or 0.0)

    async def _keep(self, subjects: Sequence[Subject], essences: dict[int, str]) -> None:
        model = self._purse.tariff.model
        rows = {subjects[place].key: Written(essence, subjects[place].reviewed, model) for place, essence in essences.items()}
        async with self._storing:
            await asyncio.to_thread(self._store.put, rows)
        self._written += len(rows)
        self._tell()

    def _tell(self) -> None:
        self._progress.report("write", self._written + self._skipped, self._wanted)
