"""`matinee eval`: measures on sets of records."""

import json
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.commands.errors import UsageError
from bot.commands.evaluate_answers import evaluate_answers
from bot.commands.evaluate_personas import evaluate_personas
from bot.parts import Search, open_finder, open_search
from bot.settings import Settings

if TYPE_CHECKING:
    from agent.catalogue.search.evaluate import Figures
    from agent.catalogue.search.finder import Finder
    from agent.contract import Decision


_PERSONAS = "personas"  # the one kind that needs a language model
_ANSWERS = "answers"


@dataclass(frozen=True, slots=True)
class Options:
    """`by` splits the figures by a label, `seen` is a file of answers that training knew, `films` leaves series out;
    transcripts and answers go to `out`."""

    by: str | None = None
    seen: Path | None = None
    films: bool = False
    out: Path | None = None


@dataclass(frozen=True, slots=True)
class _Kind:
    """How a set of one kind is read and measured, which options it takes, and how its figures read as lines of text."""

    read: Callable[[Path], Sequence[Any]]
    measure: Callable[["Finder", Search, Sequence[Any], Mapping[str, Any]], Awaitable["Figures"]]
    options: tuple[str, ...] = ()
    lines: Callable[[Mapping[str, Any]], Iterator[str]] | None = None


async def evaluate(settings: Settings, kind: str, sets: Sequence[Path], *, options: Options = Options(), as_json: bool) -> None:
    """Print the figures of DESIGN.md §3. Raises UsageError for an unknown kind or option, or an unreadable file."""
    kinds = _kinds()
    if kind == _PERSONAS:
        given = _given(options, kind, ("out",))
        figures = await evaluate_personas(settings, sets, given.get("out"))
        lines = _lines(figures)
    elif kind == _ANSWERS:
        given = _given(options, kind, ("by", "out"))
        figures = await evaluate_answers(settings, sets, given.get("by"), given.get("out"))
        lines = _lines(figures)
    elif kind in kinds:
        figures = await _over_catalogue(settings, kinds[kind], sets, _given(options, kind, kinds[kind].options))
        lines = (kinds[kind].lines or _lines)(figures)
    else:
        raise UsageError(f"There is no evaluation named {kind}: use {', '.join((*kinds, _ANSWERS, _PERSONAS))}.")
    print(json.dumps(figures, ensure_ascii=False) if as_json else "\n".join(lines))


async def _over_catalogue(settings: Settings, kind: _Kind, sets: Sequence[Path], given: dict[str, Any]) -> "Figures":
    from agent.catalogue.search.evaluate import UnreadableSet, read_seen

    try:
        records = [record for path in sets for record in kind.read(path)]
        if "seen" in given:
            given["seen"] = read_seen(given["seen"])
    except UnreadableSet as error:
        raise UsageError(str(error)) from error
    search = open_search(settings)
    finder = await open_finder(settings, search)
    try:
        return await kind.measure(finder, search, records, given)
    finally:
        await finder.close()


def _kinds() -> dict[str, _Kind]:
    from agent.catalogue.films import FilmDomain
    from agent.catalogue.search import evaluate as measures
    from agent.catalogue.search.eval_variety import variety
    from bot.commands.evaluate_night import night, table
    from bot.commands.night_worlds import read_worlds

    async def routing(finder: "Finder", search: Search, records: Sequence[Any], given: Mapping[str, Any]) -> "Figures":
        domain = FilmDomain(finder, encode=search.dense.query)

        async def decided(question: str) -> "Decision":
            if domain.tool(question, ()) is not None:
                return "TOOL"
            return "COMPLEX" if domain.plan(question) is not None else await domain.route(question)

        return await measures.routing(decided, records, **given)

    def over_finder(measure: Callable[..., Awaitable["Figures"]]) -> Callable[..., Awaitable["Figures"]]:
        return lambda finder, _, records, given: measure(finder, records, **given)

    return {
        "retrieval": _Kind(measures.read_examples, over_finder(measures.retrieval), ("by", "seen", "films")),
        "gate": _Kind(measures.read_gate, over_finder(measures.gate), ("by",)),
        "routing": _Kind(measures.read_routing, routing, ("by",)),
        "lookup": _Kind(measures.read_lookups, over_finder(measures.lookup), ("by",)),
        "variety": _Kind(measures.read_examples, over_finder(variety)),
        "night": _Kind(read_worlds, night, lines=table),
    }


def _given(options: Options, kind: str, taken: Sequence[str]) -> dict[str, Any]:
    """The options that were given, as arguments. Raises UsageError for one that this kind does not take."""
    from agent.catalogue.assessment import answers
    from agent.catalogue.search.evaluate import BY

    labels = answers.BY if kind == _ANSWERS else BY
    if options.by is not None and options.by not in labels:
        raise UsageError(f"Figures of {kind} cannot be split by {options.by}: use {', '.join(labels)}.")
    given = {"by": options.by, "seen": options.seen, "films": options.films, "out": options.out}
    for name, value in given.items():
        if value and name not in taken:
            raise UsageError(f"--{name} has no meaning for eval {kind}.")
    return {name: value for name, value in given.items() if value}


def _lines(figures: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    for name, value in figures.items():
        if isinstance(value, Mapping):
            yield f"{indent}{name}:"
            yield from _lines(value, f"{indent}  ")
        else:
            yield f"{indent}{name}: {value}"
