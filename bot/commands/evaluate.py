"""`matinee eval`: measures on a set of records."""

import json
from pathlib import Path
from typing import Any

from bot.commands.errors import UsageError
from bot.parts import open_finder, open_search
from bot.settings import Settings


async def evaluate(settings: Settings, kind: str, records: Path, *, as_json: bool) -> None:
    """Print the figures of DESIGN.md §3. Raises UsageError for an unknown kind or an unreadable file."""
    from agent.catalogue.search import evaluate as measures

    kinds = {"retrieval": measures.retrieval, "gate": measures.gate}
    if kind not in kinds:
        raise UsageError(f"There is no evaluation named {kind}: use {' or '.join(kinds)}.")
    try:
        rows = _rows(records)
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise UsageError(f"{records} is not a file of JSON lines: {error}.") from error
    finder = await open_finder(settings, open_search(settings))
    try:
        figures = await kinds[kind](finder, rows)
    finally:
        await finder.close()
    print(
        json.dumps(figures, ensure_ascii=False) if as_json else "\n".join(f"{key}: {value}" for key, value in figures.items())
    )


def _rows(records: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in records.read_text("utf-8").splitlines() if line.strip()]
