"""Builds what the commands are made of: services, the catalogue with its search, the graph. Part of the composition root."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import asyncpg
from redis.asyncio import Redis

from agent.catalogue.generation import Generations
from bot.embedded import EmbeddedPostgres, EmbeddedValkey
from bot.ports import TitleNames
from bot.settings import Settings
from bot.store.migrate import migrate

if TYPE_CHECKING:
    from agent.catalogue.search.finder import Finder
    from agent.catalogue.tmdb.lookup import Tmdb
    from agent.dispatch import Dispatch
    from agent.retrieval.encoders import DenseEncoder, SparseEncoder
    from agent.retrieval.home import IndexHome
    from agent.summary import Summariser

# Each answer that is being shown waits on its run's stream with a connection of its own.
_REDIS_CONNECTIONS = 1000


@dataclass(frozen=True, slots=True)
class Services:
    """Live connections, and where they lead."""

    redis: Redis
    pool: asyncpg.Pool
    alone: bool = False  # the queue's server was started by this process: nobody else works on it yet


@asynccontextmanager
async def open_services(settings: Settings) -> AsyncIterator[Services]:
    """Redis and PostgreSQL by URL, or ours; the schema is up to date. Raises ServiceError and MigrationError."""
    async with AsyncExitStack() as stack:
        redis_url, dsn, alone = settings.redis_url, settings.database_url, False
        if redis_url is None:
            valkey = await EmbeddedValkey.start(settings.data_dir)
            stack.push_async_callback(valkey.stop)
            redis_url, alone = valkey.url, valkey.is_owner
        if dsn is None:
            postgres = await EmbeddedPostgres.start(settings.data_dir)
            stack.push_async_callback(postgres.stop)
            dsn = postgres.dsn
        redis = Redis.from_url(redis_url, decode_responses=True, max_connections=_REDIS_CONNECTIONS)
        stack.push_async_callback(redis.aclose)
        pool = await stack.enter_async_context(asyncpg.create_pool(dsn, min_size=1, max_size=10))
        connection = await asyncpg.connect(dsn)
        try:
            await migrate(connection)
        finally:
            await connection.close()
        await redis.ping()
        yield Services(redis, pool, alone)


@dataclass(frozen=True, slots=True)
class Search:
    """The encoders and the index home that searching and ingesting share."""

    dense: "DenseEncoder"
    sparse: "SparseEncoder"
    home: "IndexHome"


def open_search(settings: Settings) -> Search:
    """Nothing is loaded yet; the local encoder is built if it is not there. Raises LocalEncoderError."""
    from agent.retrieval.encoders import DenseEncoder, SparseEncoder
    from agent.retrieval.home import EdgeHome, ServerHome
    from agent.retrieval.local_encoder import default_models_dir

    home: IndexHome = ServerHome(settings.qdrant_url) if settings.qdrant_url else EdgeHome(settings.data_dir / "run")
    return Search(DenseEncoder.local(default_models_dir()), SparseEncoder(), home)


def open_names(settings: Settings) -> TitleNames:
    """The titles of the catalogue that serves, by name, where it is on this machine. Nothing is loaded yet."""
    from agent.catalogue.names import CatalogueNames

    return CatalogueNames(settings.data_dir)


async def open_finder(settings: Settings, search: Search, say: Callable[[str], None] = lambda _: None) -> "Finder":
    """The catalogue that serves; a machine without one gets the starter catalogue first."""
    from agent.catalogue.search.finder import Finder

    if Generations(settings.data_dir).current() is None:
        from etl.ingest import ingest, parse_source
        from etl.progress import Lines

        say("first start: reading the starter catalogue")
        await ingest(
            [parse_source("starter")],
            data_dir=settings.data_dir,
            dense=search.dense,
            sparse=search.sparse,
            home=search.home,
            progress=Lines(say),
        )
    return await Finder.open(
        settings.data_dir,
        home=search.home,
        dense=search.dense,
        sparse=search.sparse,
        threshold=settings.retrieval_score_threshold,
    )


def open_extras(settings: Settings) -> "Tmdb | None":
    """TMDB, where a key or a token is set. Nothing is asked yet."""
    from agent.catalogue.tmdb.cache import Cache
    from agent.catalogue.tmdb.client import API, TmdbClient
    from agent.catalogue.tmdb.lookup import Tmdb

    token, key = settings.tmdb_access_token, settings.tmdb_api_key
    if token is None and key is None:
        return None
    client = TmdbClient(
        token=token.get_secret_value() if token else None,
        key=key.get_secret_value() if key else None,
        base=settings.tmdb_api_base or API,
    )
    return Tmdb(client, Cache(settings.data_dir / "tmdb.sqlite"))


@dataclass(frozen=True, slots=True)
class Mind:
    """Who runs requests, and what they run on, in words."""

    runner: "Dispatch"
    finder: "Finder"
    search: Search
    model: str
    warming: "asyncio.Task[None]"
    summariser: "Summariser"
    extras: "Tmdb | None" = None

    async def close(self) -> None:
        """Let go of the index and the encoders."""
        self.warming.cancel()
        await asyncio.gather(self.warming, return_exceptions=True)
        if self.extras is not None:
            await self.extras.close()
        await self.finder.close()
        self.search.dense.close()
        self.search.sparse.close()


async def open_mind(
    settings: Settings, environment: dict[str, str], *, pace: float, say: Callable[[str], None] = lambda _: None
) -> Mind:
    """The graph and the movie agent over the catalogue that serves, with the model that is configured or found."""
    from agent.catalogue.films import FilmDomain
    from agent.dispatch import Dispatch
    from agent.graph import Graph
    from agent.llm_config import resolve
    from agent.night.graph import MovieAgent
    from agent.state import GraphSettings
    from agent.summary import Summariser

    search = await asyncio.to_thread(open_search, settings)
    finder, choice = await asyncio.gather(open_finder(settings, search, say), resolve(environment, settings.litellm_config))
    limits = GraphSettings(settings.retrieval_score_threshold, settings.max_reask_count, pace, choice.mend)
    extras = open_extras(settings)
    domain = FilmDomain(finder, encode=search.dense.query, threshold=settings.retrieval_score_threshold, extras=extras)
    await domain.warm()
    warming = asyncio.create_task(choice.warm(), name="warm the model library")  # seconds of import, in a thread
    nights = MovieAgent(finder, encode=search.dense.queries, model=choice.llm, extras=extras)
    runner = Dispatch(Graph(domain, choice.llm, limits), nights)
    return Mind(runner, finder, search, choice.description, warming, Summariser(choice.llm), extras)
