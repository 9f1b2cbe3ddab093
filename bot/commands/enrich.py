"""`matinee enrich`: a model writes how titles feel, for the search alone."""

import asyncio
import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.commands.errors import CommandError, UsageError
from bot.parts import open_search
from bot.settings import Settings
from bot.words import counted

if TYPE_CHECKING:
    from agent.llm import Llm
    from agent.llm_config import LlmChoice
    from etl.enrichment.enrich import Offer
    from etl.enrichment.writer import Outcome
    from etl.ingest import IngestReport
    from etl.progress import Progress


@dataclass(frozen=True, slots=True)
class Options:
    """How much (US dollars, titles; None: all), with which file of reviews, and whether to ask first, or only to say."""

    budget: float | None = None
    limit: int | None = None
    reviews: Path | None = None
    dry_run: bool = False
    yes: bool = False
    as_json: bool = False


async def enrich(settings: Settings, options: Options) -> None:
    """Say what it takes, write, and build the catalogue with what was written. Raises UsageError or CommandError.

    Ctrl-C ends it after the calls in flight, a second one at once; both keep what was written.
    """
    from agent.llm_config import resolve
    from etl.errors import EtlError, NoBudget, WrongSource
    from etl.lock import enrich_lock

    choice = (await resolve(os.environ, settings.litellm_config)).patient()
    try:
        if options.dry_run:
            offered = await _offered(settings, options, choice)
            print(json.dumps(_offer_json(offered)) if options.as_json else _offer_text(offered))
        elif choice.llm is None:
            raise CommandError(f"Writing essences needs a model; as it stands there is {choice.description}.")
        else:
            with enrich_lock(settings.data_dir):
                await _enrich(settings, options, choice, choice.llm)
    except (NoBudget, WrongSource) as error:
        raise UsageError(str(error)) from error
    except EtlError as error:
        raise CommandError(str(error)) from error


async def _enrich(settings: Settings, options: Options, choice: "LlmChoice", llm: "Llm") -> None:
    from etl.enrichment.enrich import write
    from etl.ingest import rebuild

    started = time.monotonic()
    offered = await _offered(settings, options, choice)
    _to_stderr(_offer_text(offered))
    if not _agreed(offered, options):
        _to_stderr("Nothing was written.")
        return
    search = await asyncio.to_thread(open_search, settings)
    report = None
    with _shown() as progress:
        with _stoppable() as stop:
            outcome = await write(offered, llm, settings.data_dir, progress, stop)
        if outcome.ended != "stopped":
            report = await rebuild(
                data_dir=settings.data_dir, dense=search.dense, sparse=search.sparse, home=search.home, progress=progress
            )
    seconds = time.monotonic() - started
    print(json.dumps(_report_json(offered, outcome, report, seconds)) if options.as_json else _report_text(outcome, report))
    if outcome.ended == "stopped":
        raise KeyboardInterrupt
    if outcome.ended == "model":
        raise CommandError(
            f"The language model failed ({outcome.problem}): what was written is kept; run `matinee enrich` again to go on, "
            "and `matinee doctor` where it fails again."
        )


async def _offered(settings: Settings, options: Options, choice: "LlmChoice") -> "Offer":
    from etl.enrichment.enrich import Wish, offer
    from etl.progress import Silent

    tariff = await choice.tariff("secondary")
    # Without a model there is no price to keep a budget by, and nothing to spend.
    budget = options.budget if choice.llm is not None else None
    return await offer(Wish(budget, options.limit, options.reviews), settings.data_dir, tariff, Silent())


def _agreed(offered: "Offer", options: Options) -> bool:
    """Whether it may cost what it costs: whoever set a budget said so. Raises UsageError where nobody can be asked."""
    if offered.tariff.is_free or options.yes or options.budget is not None or not offered.plan.wanted:
        return True
    if not sys.stdin.isatty():
        raise UsageError("That may cost money: say --yes, or set a bound with --budget USD.")
    # asyncio's own handler would let the first Ctrl-C at the question go by.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        print("Go on? [y/N] ", end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip().lower() in {"y", "yes"}
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def _stoppable() -> Iterator[asyncio.Event]:
    """An event that the first Ctrl-C sets; the second raises KeyboardInterrupt out of the block."""
    stop, task, loop = asyncio.Event(), asyncio.current_task(), asyncio.get_running_loop()
    broken_off = False

    def interrupted() -> None:
        nonlocal broken_off
        if stop.is_set() and task is not None:
            broken_off = True
            task.cancel()
        else:
            _to_stderr("Stopping: the calls in flight are finished and kept; Ctrl-C again breaks them off.")
            stop.set()

    before = signal.getsignal(signal.SIGINT)
    loop.add_signal_handler(signal.SIGINT, interrupted)
    try:
        yield stop
    except asyncio.CancelledError:
        if broken_off:
            raise KeyboardInterrupt from None
        raise
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        signal.signal(signal.SIGINT, before)


@contextmanager
def _shown() -> Iterator["Progress"]:
    from etl.progress import Lines, rich_progress

    with ExitStack() as stack:
        yield stack.enter_context(rich_progress()) if sys.stderr.isatty() else Lines(_to_stderr)


def _offer_text(offered: "Offer") -> str:
    plan, guess, tariff = offered.plan, offered.estimate, offered.tariff
    lines = [f"{plan.lacking:,} of {counted(plan.titles, 'title')} lack an essence."]
    if plan.wanted:
        takes = (
            f"Writing {counted(plan.wanted, 'essence')} takes about {counted(guess.calls, 'call')}, "
            f"{guess.prompt_tokens:,} tokens read and {guess.completion_tokens:,} written"
        )
        if tariff.is_free:
            lines.append(f"{takes}; {tariff.model} costs nothing.")
        elif guess.usd is None:
            why = f"since the price of {tariff.model} is unknown" if tariff.model else "since there is no language model yet"
            lines.append(f"{takes}; what that costs cannot be said, {why}.")
        else:
            lines.append(f"{takes}: about {_usd(guess.usd)} with {tariff.model}.")
        if offered.wish.budget is not None:
            lines.append(f"The budget is {_usd(offered.wish.budget)}.")
    if offered.lost:
        lines.append(f"{counted(offered.lost, 'review')} left out: no title of the catalogue, or not clear which.")
    return "\n".join(lines)


def _report_text(outcome: "Outcome", report: "IngestReport | None") -> str:
    cost = "at an unknown price" if outcome.usd is None else f"for {_usd(outcome.usd)}"
    took = f"{counted(outcome.calls, 'call')}, {outcome.prompt_tokens:,} tokens read and {outcome.completion_tokens:,} written"
    said = [f"{counted(outcome.written, 'essence')} written with {took}, {cost}."]
    if outcome.skipped:
        said.append(f"{counted(outcome.skipped, 'title')} skipped, since what the model wrote could not be used.")
    if report is None:
        said.append("What was written is kept and serves after the next `matinee enrich`, which goes on from here.")
    else:
        said.append(f"{counted(report.embedded, 'title')} embedded anew.")
    if outcome.ended == "budget":
        said.append("The budget is used up: run it again with another to go on.")
    return " ".join(said)


def _offer_json(offered: "Offer") -> dict[str, Any]:
    plan, guess = offered.plan, offered.estimate
    return {
        "titles": plan.titles,
        "lacking": plan.lacking,
        "reviews_left_out": offered.lost,
        "model": offered.tariff.model,
        "estimate": {
            "titles": plan.wanted,
            "calls": guess.calls,
            "prompt_tokens": guess.prompt_tokens,
            "completion_tokens": guess.completion_tokens,
            "usd": None if guess.usd is None else round(guess.usd, 6),
        },
    }


def _report_json(offered: "Offer", outcome: "Outcome", report: "IngestReport | None", seconds: float) -> dict[str, Any]:
    return {
        **_offer_json(offered),
        "ended": outcome.ended,
        "written": outcome.written,
        "skipped": outcome.skipped,
        "calls": outcome.calls,
        "prompt_tokens": outcome.prompt_tokens,
        "completion_tokens": outcome.completion_tokens,
        "usd": None if outcome.usd is None else round(outcome.usd, 6),
        "embedded": report.embedded if report else 0,
        "seconds": round(seconds, 2),
    }


def _usd(amount: float) -> str:
    """In cents where it is more than some."""
    return f"${amount:,.2f}" if amount >= 1 or amount == 0 else f"${amount:.4f}"


def _to_stderr(line: str) -> None:
    print(line, file=sys.stderr, flush=True)
