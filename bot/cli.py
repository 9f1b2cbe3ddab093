"""The console script `matinee`. Each command's work is in `bot.commands`; nothing heavy is imported before it is needed."""

import asyncio
import logging
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Annotated, Any, NoReturn

import structlog
import typer

from bot.settings import Settings

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Matinee finds films and series with people, on Discord and in a local sandbox.",
)
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Batch = Annotated[Path | None, typer.Option(help='A file with one {"id", "query"} a line; one JSON object a line comes out.')]


@app.command()
def up() -> None:
    """Run everything: services, worker, and Discord, or without a token the sandbox and its page."""
    from bot.commands.up import up as command

    _run(command, level=logging.INFO)


@app.command()
def gateway() -> None:
    """Run the half that talks to the chat platforms."""
    from bot.commands.up import gateway as command

    _run(command, level=logging.INFO)


@app.command()
def worker() -> None:
    """Run the half that answers."""
    from bot.commands.up import worker as command

    _run(command, level=logging.INFO)


@app.command()
def demo() -> None:
    """Visit the sandbox: mention, thread, growing answer, follow-up, stop, printed as a transcript."""
    from bot.commands.demo import demo as command

    _run(command)


@app.command()
def ingest(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            help="starter, netflix, imdb (from Kaggle; the default: all three), or a file: netflix=PATH, imdb=PATH, "
            "amazon=PATH, hulu=PATH, disney=PATH, tmdb=PATH (each of its three tables), imdb-basics=PATH (votes for others' "
            "titles), imdb-basics-all=PATH. By itself: docs, web documentation by git, or docs=FOLDER with its archives."
        ),
    ] = None,
    update: Annotated[bool, typer.Option("--update", help="Read again every source that the catalogue was made of.")] = False,
    as_json: Json = False,
) -> None:
    """Read sources into the catalogue, or the documentation. Only what changed is embedded again."""
    from bot.commands.ingest import ingest_sources
    from bot.commands.ingest_docs import ingest_documentation, names_docs

    command = ingest_documentation if names_docs(sources or []) else ingest_sources
    _run(lambda settings: command(settings, sources or [], as_json=as_json, update=update))


@app.command()
def enrich(
    budget: Annotated[float | None, typer.Option(min=0, help="The most to spend, in US dollars.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="The most titles to write about; the best-known come first.")] = None,
    reviews: Annotated[
        Path | None, typer.Option(help="Viewers' reviews: JSON lines or CSV with title_id, or title and year, and review.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only say what it would take.")] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask before it costs money.")] = False,
    as_json: Json = False,
) -> None:
    """Have the model write how titles feel, so that moods find them. Says first what it takes; goes on where it was stopped."""
    from bot.commands.enrich import Options
    from bot.commands.enrich import enrich as command

    options = Options(budget=budget, limit=limit, reviews=reviews, dry_run=dry_run, yes=yes, as_json=as_json)
    _run(lambda settings: command(settings, options))


@app.command()
def search(
    query: Annotated[str | None, typer.Argument(help="What to look for.")] = None,
    limit: Annotated[int, typer.Option(min=1, max=100, help="How many titles.")] = 5,
    as_json: Json = False,
    explain: Annotated[bool, typer.Option("--explain", help="Say first what was understood, a line a condition.")] = False,
    batch: Batch = None,
) -> None:
    """Search the catalogue, without an answer."""
    from bot.commands import search as command

    if batch:
        _run(lambda settings: command.search_batch(settings, batch, limit=limit))
    else:
        text = _needed(query, "search")
        _run(lambda settings: command.search(settings, text, limit=limit, as_json=as_json, explain=explain))


@app.command()
def ask(
    question: Annotated[str | None, typer.Argument(help="What to ask.")] = None,
    thread: Annotated[str | None, typer.Option(help="The conversation to go on with; a new one if left out.")] = None,
    as_json: Json = False,
    trace: Annotated[bool, typer.Option("--trace", help="Show the run's path on stderr.")] = False,
    batch: Batch = None,
) -> None:
    """Ask one question and read the answer as it comes."""
    from bot.commands import ask as command

    if batch:
        _run(lambda settings: command.ask_batch(settings, batch))
    else:
        text = _needed(question, "ask")
        _run(lambda settings: command.ask(settings, text, thread=thread, as_json=as_json, trace=trace))


@app.command()
def doctor(as_json: Json = False) -> None:
    """Check every part and name the mend for each that is missing."""
    from bot.commands.doctor import doctor as command

    _run(lambda settings: command(settings, as_json=as_json))


@app.command()
def feedback(
    since: Annotated[str | None, typer.Option(help="From when on: a date (2026-05-01), or a while ago (7d, 12h).")] = None,
    as_json: Json = False,
) -> None:
    """List what people thought of answers: verdict, comment, question, titles, run."""
    from bot.commands.feedback import feedback as command

    _run(lambda settings: command(settings, since=since, as_json=as_json))


@app.command(name="eval")
def evaluate(
    kind: Annotated[str, typer.Argument(help="retrieval, gate, routing, lookup, variety, night, answers or personas.")],
    sets: Annotated[list[Path], typer.Option("--set", help="A file of records; may be given several times.")],
    by: Annotated[
        str | None, typer.Option(help="Also the figures by source, kind, language; of answers by route, media.")
    ] = None,
    seen: Annotated[Path | None, typer.Option(help="A file of answers known in training: also figures without them.")] = None,
    films: Annotated[bool, typer.Option("--films", help="Leave series out of answers and results.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Where transcripts of personas go (into the data folder if left out), and answers.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Measure on sets of records."""
    from bot.commands.evaluate import Options
    from bot.commands.evaluate import evaluate as command

    options = Options(by, seen, films, out)
    _run(lambda settings: command(settings, kind, sets, options=options, as_json=as_json))


def main() -> None:
    """The entry point of the console script."""
    app()


def _run(command: Callable[[Settings], Coroutine[Any, Any, None]], *, level: int = logging.WARNING) -> None:
    """Run a command with the settings; what it raises on purpose becomes one line on stderr and an exit code."""
    from dotenv import load_dotenv
    from pydantic import ValidationError

    load_dotenv(Path(".env"))  # provider keys are read from the environment by the model library itself
    try:
        settings = Settings()  # type: ignore[call-arg]  # every field has a default
    except ValidationError as error:
        first = error.errors()[0]
        _fail(f"The setting {first['loc'][0]} cannot be used: {first['msg']}.", 2)
    _configure_logging(settings, level)
    work: Coroutine[Any, Any, None] = command(settings)
    try:
        asyncio.run(_expected(work))
    except KeyboardInterrupt:
        sys.exit(130)
    except BrokenPipeError:  # the reader of our output has left
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


async def _expected(work: Coroutine[Any, Any, None]) -> None:
    import asyncpg
    from redis.exceptions import RedisError

    from agent.catalogue.parquet import TitlesUnreadable
    from agent.llm_config import ConfigError
    from agent.retrieval.encoders import EncoderError
    from agent.retrieval.local_encoder import LocalEncoderError
    from agent.retrieval.types import IndexUnavailable
    from bot.commands.errors import CommandError, UsageError
    from bot.embedded import ServiceError
    from bot.errors import ChatError
    from bot.store.migrate import MigrationError

    failures = (
        ConfigError,
        CommandError,
        ServiceError,
        MigrationError,
        EncoderError,
        LocalEncoderError,
        IndexUnavailable,
        TitlesUnreadable,
        ChatError,
    )
    try:
        await work
    except UsageError as error:
        _fail(str(error), 2)
    except failures as error:
        _fail(str(error), 1)
    except BrokenPipeError:
        raise
    except (RedisError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        _fail(
            f"A service went away or refused us ({type(error).__name__}): try again; `matinee doctor` names what is missing.", 1
        )
    except OSError as error:
        _fail(_outside(error), 1)


def _outside(error: OSError) -> str:
    return f"Something outside Matinee failed: {error}. `matinee doctor` names what is missing."


def _needed(text: str | None, command: str) -> str:
    if text is None:
        _fail(f'Say what: matinee {command} "a heist film from the 90s", or --batch FILE.', 2)
    return text


def _fail(message: str, code: int) -> NoReturn:
    print(message, file=sys.stderr)
    sys.exit(code)


def _configure_logging(settings: Settings, level: int) -> None:
    renderer: Any = structlog.processors.JSONRenderer() if settings.log == "json" else structlog.dev.ConsoleRenderer()
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.format_exc_info,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    for name in ("discord.client", "discord.http"):  # voice that we do not have; rate limits, which our own figures count
        logging.getLogger(name).setLevel(logging.ERROR)
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")


if __name__ == "__main__":
    main()
