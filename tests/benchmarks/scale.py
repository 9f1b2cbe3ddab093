"""Whole ingests at the sizes of the load test: eight tables with text together, and the large one without."""

from collections.abc import Mapping
from pathlib import Path

from agent.retrieval.home import EdgeHome
from etl.ingest import IngestReport, ingest, parse_source
from etl.load import Dense, Sparse
from etl.progress import Progress
from tests.shared import SHARED

WITH_TEXT = (
    "netflix=netflix_titles.csv",
    "imdb=imdb_top_1000.csv",
    "amazon=scale/amazon_prime_titles.csv.gz",
    "hulu=scale/hulu_titles.csv.gz",
    "disney=scale/disney_plus_titles.csv.gz",
    "tmdb=scale/tmdb_top10k.csv.gz",
    "tmdb=scale/tmdb_popular_9837.csv.gz",
    "tmdb=scale/tmdb_5000_movies.csv.gz",
)
SIZES: Mapping[str, tuple[str, ...]] = {
    "34,000": WITH_TEXT,
    "34,000 with votes": (*WITH_TEXT, "imdb-basics=scale/imdb_basics_143650.parquet"),
    "143,650": ("imdb-basics-all=scale/imdb_basics_143650.parquet",),
}


def there(size: str) -> bool:
    """Whether the tables of a size are beside the checkout."""
    return all((SHARED / "data" / source.partition("=")[2]).exists() for source in SIZES[size])


async def ingest_at_scale(
    size: str, folder: Path, *, dense: Dense, sparse: Sparse, progress: Progress | None = None
) -> IngestReport:
    """Ingest the tables of a size into the data folder `folder`, through qdrant-edge; what is there already costs little.

    With `tests.fakes.encoders.HashingEncoder(384)` it takes a minute, with e5 an hour or more.
    """
    pairs = (source.partition("=") for source in SIZES[size])
    arguments = [parse_source(f"{name}={SHARED / 'data' / file}") for name, _, file in pairs]
    home = EdgeHome(folder / "run")
    return await ingest(arguments, data_dir=folder, dense=dense, sparse=sparse, home=home, progress=progress)
