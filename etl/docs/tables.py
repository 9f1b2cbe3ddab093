"""A table of HTML as one of Markdown."""

import re

_ROW = re.compile(r"<tr>(.*?)</tr>", re.DOTALL)
_CELL = re.compile(r"<(th|td)>(.*?)</\1>", re.DOTALL)
_CODE_BLOCK = "\ue000"


def table(inner: str) -> str:
    """The inside of a `table` element, its rows and cells still tagged, as a Markdown table; rows are filled to one width.

    A table that holds code blocks cannot be one in Markdown: its cells become paragraphs, each under its column's name.
    """
    rows = [[cell.strip() for _, cell in _CELL.findall(row)] for row in _ROW.findall(inner)]
    rows = [row for row in rows if any(row)]
    if not rows:
        return ""
    if _CODE_BLOCK in inner:
        return _told(rows)
    width = max(len(row) for row in rows)
    lines = [
        " | ".join([*(" ".join(cell.split()).replace("|", "\\|") for cell in row), *[""] * (width - len(row))]) for row in rows
    ]
    head = f"| {lines[0]} |\n|{' --- |' * width}\n"
    return "\n\n" + head + "\n".join(f"| {line} |" for line in lines[1:]) + "\n\n"


def _told(rows: list[list[str]]) -> str:
    head, *others = rows
    told = [f"**{name}:**\n\n{cell}" for row in others for name, cell in zip(head, row, strict=False)]
    return "\n\n" + "\n\n".join(told) + "\n\n"
