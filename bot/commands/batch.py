"""`--batch`: one JSON object a line in, one a line out."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent.contract import HistoryMessage
from bot.commands.errors import UsageError


@dataclass(frozen=True, slots=True)
class BatchRecord:
    """One line: `id` and `query`, and optionally what a chat would have brought."""

    id: str | int
    query: str
    exclude: tuple[str, ...] = ()
    history: tuple[HistoryMessage, ...] = ()
    display_name: str = ""
    thread: str | None = None


def read_batch(path: Path) -> list[BatchRecord]:
    """All records of a file. Raises UsageError that names the line and what is wrong with it."""
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read: {error}.") from error
    return [_record(path, number, line) for number, line in enumerate(lines, 1) if line.strip()]


def _record(path: Path, number: int, line: str) -> BatchRecord:
    where = f"{path}, line {number}"
    try:
        raw = json.loads(line)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where} is not JSON: {error}.") from error
    if not isinstance(raw, dict) or not isinstance(raw.get("query"), str) or not isinstance(raw.get("id"), str | int):
        raise UsageError(f'{where} needs "id" and "query": {{"id": "1", "query": "a heist film"}}.')
    exclude, history = raw.get("exclude") or [], raw.get("history") or []
    if not (isinstance(exclude, list) and all(isinstance(item, str) for item in exclude)):
        raise UsageError(f'{where}: "exclude" is a list of title or source ids.')
    if not (isinstance(history, list) and all(_is_message(item) for item in history)):
        raise UsageError(f'{where}: "history" is a list of {{"role": "user" or "assistant", "text": "…"}}.')
    return BatchRecord(
        id=raw["id"],
        query=raw["query"],
        exclude=tuple(exclude),
        history=tuple(HistoryMessage(item["role"], item["text"]) for item in history),
        display_name=str(raw.get("display_name") or ""),
        thread=str(raw["thread"]) if raw.get("thread") else None,
    )


def _is_message(item: Any) -> bool:
    return isinstance(item, dict) and item.get("role") in {"user", "assistant"} and isinstance(item.get("text"), str)
