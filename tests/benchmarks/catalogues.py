"""Catalogues to measure on: the two real tables with e5's vectors, and larger ones with vectors that stand in for them.

The larger ones hold the rows of tables beside the checkout as they are: one title for each name and year, with no regard to
which films are the same. That is enough for milliseconds and memory, and for nothing else.
"""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from agent.catalogue.generation import Generations
from agent.catalogue.title import Title
from agent.retrieval.encoders import DenseEncoder, SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.local_encoder import default_models_dir
from etl.build import Build, is_current, publish
from etl.documents import entry
from etl.embeddings import EmbeddingCache
from etl.ingest import ingest, parse_source
from etl.load import Loader
from etl.progress import Progress
from tests.benchmarks.stand_in import StandIn
from tests.shared import SHARED

CACHE = Path.home() / ".cache" / "matinee"
REAL = ("netflix_titles.csv", "imdb_top_1000.csv")
WITH_TEXT = (
    *REAL,
    "scale/amazon_prime_titles.csv.gz",
    "scale/hulu_titles.csv.gz",
    "scale/disney_plus_titles.csv.gz",
    "scale/tmdb_top10k.csv.gz",
    "scale/tmdb_popular_9837.csv.gz",
    "scale/tmdb_5000_movies.csv.gz",
)
WITHOUT_TEXT = ("scale/imdb_basics_143650.parquet",)
LARGER = {"34,000": WITH_TEXT, "143,650": WITHOUT_TEXT}

# A column of ours under the names that the tables give it.
_COLUMNS = {
    "title": ("title", "Series_Title", "Title", "primaryTitle"),
    "year": ("release_year", "Released_Year", "release_date", "Release_Date", "startYear"),
    "kind": ("type",),
    "text": ("description", "Overview", "overview"),
    "genres": ("listed_in", "Genre", "genre", "genres"),
    "director": ("director", "Director"),
    "cast": ("cast", "Star1"),
    "country": ("country",),
    "votes": ("numVotes", "No_of_Votes", "vote_count", "Vote_Count"),
    "rating": ("averageRating", "IMDB_Rating", "vote_average", "Vote_Average"),
}


def there(files: Sequence[str]) -> bool:
    """Whether these tables are beside the checkout."""
    return all((SHARED / "data" / name).exists() for name in files)


async def real(progress: Progress) -> Path:
    """The data folder of the two tables, embedded once and kept in the user's cache."""
    folder = CACHE / "bench"
    dense, sparse = DenseEncoder.local(default_models_dir()), SparseEncoder()
    paths = [SHARED / "data" / name for name in REAL]
    arguments = [parse_source(f"{name}={path}") for name, path in zip(("netflix", "imdb"), paths, strict=True)]
    await ingest(arguments, data_dir=folder, dense=dense, sparse=sparse, home=EdgeHome(folder / "run"), progress=progress)
    return folder


async def larger(name: str, progress: Progress) -> Path:
    """The data folder of one of LARGER, built once and kept in the user's cache."""
    folder = CACHE / f"bench-{name.replace(',', '')}"
    titles = await asyncio.to_thread(lambda: list(_titles(LARGER[name])))
    dense, home, generations = StandIn(), EdgeHome(folder / "run"), Generations(folder)
    build = await asyncio.to_thread(Build.of, (), titles, dense.fingerprint)
    if await is_current(build, generations.current(), home):
        return folder
    generations.embeddings.parent.mkdir(parents=True, exist_ok=True)
    with EmbeddingCache(generations.embeddings) as cache:
        loader = Loader(dense, SparseEncoder(), cache, progress, entry)
        await loader.embed(titles)
        await publish(build, generations, home, loader)
    generations.embeddings.unlink()  # as large as the index, and made anew in seconds
    return folder


def _titles(files: Sequence[str]) -> Iterator[Title]:
    seen = set()
    for file in files:
        for number, row in enumerate(_rows(SHARED / "data" / file)):
            title = _title(row, f"{Path(file).name.partition('.')[0]}:{number}")
            if title.title and title.id not in seen:
                seen.add(title.id)
                yield title


def _rows(path: Path) -> list[dict[str, str]]:
    import polars as pl

    frame = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path, infer_schema_length=0)
    chosen = {ours: next((name for name in names if name in frame.columns), None) for ours, names in _COLUMNS.items()}
    columns = [pl.col(name).cast(pl.String).fill_null("").alias(ours) for ours, name in chosen.items() if name]
    return frame.select(columns).to_dicts()


def _title(row: Mapping[str, str], source: str) -> Title:
    year = _year(row.get("year", ""))
    series = row.get("kind", "").startswith(("TV Show", "tvSeries", "tvMini"))
    return Title(
        id=f"{row['title'].strip().lower()} {year}{' series' if series else ''}",
        title=row["title"].strip(),
        year=year,
        media_type="series" if series else "movie",
        source_ids=(source,),
        directors=_list(row, "director"),
        genres=tuple(genre.lower() for genre in _list(row, "genres") if "{" not in genre and '"' not in genre),
        cast=_list(row, "cast"),
        countries=_list(row, "country"),
        rating=_number(row.get("rating", "")),
        votes=None if (votes := _number(row.get("votes", ""))) is None else int(votes),
        description=row.get("text", ""),
    )


def _year(text: str) -> int | None:
    """The year of 1995, 15-12-1995 or 12/15/95."""
    numbers = [part for part in _parts(text, "-/ ") if part.isdigit()]
    if full := [int(number) for number in numbers if len(number) == 4]:
        return full[0]
    if len(numbers) == 3:
        return int(numbers[2]) + (2000 if int(numbers[2]) < 30 else 1900)
    return None


def _list(row: Mapping[str, str], name: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_parts(row.get(name, ""), ",")))


def _parts(text: str, separators: str) -> list[str]:
    for separator in separators[1:]:
        text = text.replace(separator, separators[0])
    return [part.strip() for part in text.split(separators[0]) if part.strip()]


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
