"""The two steps of an enrichment: what is to be written and what that takes, then the writing.

Between them somebody may say no; after them `etl.ingest.rebuild` serves what was written. Hold `etl.lock.enrich_lock` over all.
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from agent.catalogue.generation import Generations
from agent.llm import Llm
from agent.llm_price import Tariff
from etl.enrichment.plan import BATCH, BATCH_OWN, Estimate, Plan, estimate, plan
from etl.enrichment.purse import Purse
from etl.enrichment.reviews import by_title, read_reviews
from etl.enrichment.store import EssenceStore
from etl.enrichment.writer import Outcome, Writer
from etl.errors import NoBudget, writing_into
from etl.ingest import kept_titles
from etl.progress import Progress


@dataclass(frozen=True, slots=True)
class Wish:
    """What was asked for: at most `budget` US dollars and `limit` titles (None: no bound), with the reviews of a file."""

    budget: float | None = None
    limit: int | None = None
    reviews: Path | None = None


@dataclass(frozen=True, slots=True)
class Offer:
    """What is to be done and about what it takes. `lost` counts reviews that name no title of the catalogue, or not which."""

    wish: Wish
    plan: Plan
    estimate: Estimate
    tariff: Tariff
    lost: int


async def offer(wish: Wish, data_dir: Path, tariff: Tariff, progress: Progress) -> Offer:
    """What the wish comes to.

    Raises EtlError: no catalogue, a file of reviews that cannot be read, or as NoBudget a budget for a model without a price.
    """
    if wish.budget is not None and tariff.cost(0, 0) is None:
        raise NoBudget(
            f"The price of {tariff.model} is unknown, so a budget cannot be kept: use --limit instead, "
            "or write input_cost_per_token and output_cost_per_token beside the model in the model file."
        )
    reviews = await asyncio.to_thread(read_reviews, wish.reviews) if wish.reviews else []
    titles = await kept_titles(data_dir, progress)
    found, lost = by_title(reviews, titles)
    with writing_into(data_dir), EssenceStore(Generations(data_dir).essences) as store:
        written = store.all()
    planned = plan(titles, written, found, limit=wish.limit, batch=BATCH_OWN if tariff.is_free else BATCH)
    return Offer(wish, planned, estimate(planned.batches, tariff), tariff, lost)


async def write(offered: Offer, llm: Llm, data_dir: Path, progress: Progress, stop: asyncio.Event) -> Outcome:
    """Write what was offered, as far as its budget, the model and `stop` allow; every essence is kept at once.

    Raises EtlError where it cannot be kept.
    """
    with writing_into(data_dir), EssenceStore(Generations(data_dir).essences) as store:
        purse = Purse(offered.tariff, offered.wish.budget)
        return await Writer(llm, store, purse, progress, stop).write(offered.plan)
