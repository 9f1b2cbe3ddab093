"""`matinee search`: retrieval alone."""

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.commands.batch import read_batch
from bot.parts import open_finder, open_search
from bot.settings import Settings

if TYPE_CHECKING:
    from agent.catalogue.search.finder import Finder


async def search(settings: Settings, query: str, *, limit: int, as_json: bool, explain: bool = False) -> None:
    """Search once and print what was found, as a table or as the JSON of DESIGN.md §3.

    With `explain`, the table begins with what was understood, a line a condition, and ends with what gave way.
    """
    finder = await open_finder(settings, open_search(settings))
    try:
        result = await _find(finder, query, limit=limit)
        if as_json:
            print(json.dumps(result, ensure_ascii=False))
        else:
            print(_table(result, _explained(finder, query) if explain else []))
    finally:
        await finder.close()


async def search_batch(settings: Settings, path: Path, *, limit: int) -> None:
    """Search for every record of a file; one JSON object a line, with the record's id."""
    records = read_batch(path)
    finder = await open_finder(settings, open_search(settings))
    try:
        for record in records:
            result = await _find(finder, record.query, limit=limit, exclude=record.exclude)
            print(json.dumps({"id": record.id, **result}, ensure_ascii=False), flush=True)
    finally:
        await finder.close()


async def _find(finder: "Finder", query: str, *, limit: int, exclude: tuple[str, ...] = ()) -> dict[str, Any]:
    from agent.catalogue.search.finder import found_json

    found = await finder.find(finder.understand(query), exclude=exclude, limit=limit)
    return found_json(query, found)


def _explained(finder: "Finder", query: str) -> list[str]:
    from agent.catalogue.understanding.explain import explain

    return ["understood:", *(f"  {line}" for line in explain(finder.understand(query), finder.titles)), "found:"]


def _table(result: dict[str, Any], explained: list[str]) -> str:
    understood = {key: value for key, value in result["understood"].items() if value not in (None, "", [], (), False)}
    lines = explained or [f"understood: {json.dumps(understood, ensure_ascii=False)}"]
    for item in result["results"]:
        year = item["year"] or "year unknown"
        lines.append(f"{item['score']:.2f}  {item['title']} ({year}, {item['media_type']})  {', '.join(item['why'])}")
    lines += [f"note: {note}" for note in result["notes"]]
    gate = result["gate"]
    verdict = "good enough to answer" if gate["ok"] else "weak: the bot would ask back"
    lines.append(f"gate {gate['score']:.2f}: {verdict} · {result['ms']['total']:.0f} ms")
    return "\n".join(lines)
