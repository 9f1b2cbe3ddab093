"""Facts of titles as a table that chats can show: a block of fixed width, for no chat draws tables."""

from collections.abc import Callable, Sequence

from agent.catalogue.answers.reasons import length_in
from agent.catalogue.speech.genres import genre
from agent.catalogue.speech.places import from_place
from agent.catalogue.speech.tools import tool_sentence
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import Title

_SIDE_BY_SIDE = 3  # titles: more columns do not fit a phone
_WIDEST = 24  # characters of a cell
_BETWEEN = "  "


def compared(titles: Sequence[Title], voice: Voice) -> str:
    """The titles as columns, a fact a row; more than three as rows, with the facts that fit."""
    if len(titles) <= _SIDE_BY_SIDE:
        names = ("year", "length", "directors", "cast", "genres", "countries", "rating", "certificate")
        rows = [["", *(title.title for title in titles)]]
        rows += [[_label(name, voice), *(_cell(name, title, voice) for title in titles)] for name in names]
        return block([row for row in rows if any(row[1:])])
    few = ("year", "length", "rating")
    heads = [_label(name, voice) for name in ("title", *few)]
    return block([heads, *([title.title, *(_cell(name, title, voice) for name in few)] for title in titles)])


def block(rows: Sequence[Sequence[str]]) -> str:
    """Rows of cells in columns, the first row set off by a line."""
    cells = [[_clean(cell) for cell in row] for row in rows]
    widths = [max(len(row[at]) for row in cells) for at in range(len(cells[0]))]
    lines = [_BETWEEN.join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in cells]
    lines.insert(1, _BETWEEN.join("-" * width for width in widths))
    return "\n".join(("```", *lines, "```"))


def _clean(cell: str) -> str:
    flat = " ".join(cell.replace("`", "'").split())
    return flat if len(flat) <= _WIDEST else f"{flat[: _WIDEST - 1].rstrip(' ,')}…"


def _label(name: str, voice: Voice) -> str:
    return tool_sentence(f"label_{name}", voice)


def _cell(name: str, title: Title, voice: Voice) -> str:
    words: dict[str, Callable[[], str]] = {
        "year": lambda: str(title.year or ""),
        "length": lambda: length_in(title, voice),
        "directors": lambda: ", ".join(title.directors[:2]),
        "cast": lambda: ", ".join(title.cast[:2]),
        "genres": lambda: ", ".join(genre(one, voice) for one in title.genres[:2]),
        "countries": lambda: ", ".join(one if voice == "en" else from_place(one, voice) for one in title.countries[:2]),
        "rating": lambda: f"{title.rating:g}" if title.rating else "",
        "certificate": lambda: title.certificate or "",
    }
    return words[name]()
