"""Containers of colons (`::: tip` … `:::`): found line by line and replaced from the inside out."""

import re
import textwrap
from collections.abc import Callable
from dataclasses import dataclass

Handler = Callable[["Container"], str]


@dataclass(frozen=True, slots=True)
class Container:
    """A container: its name, what stands behind the name, and its inside without its own indent."""

    name: str
    rest: str
    inner: str


def replace(text: str, opening: re.Pattern[str], closing: re.Pattern[str], handler: Handler) -> str:
    """The text with every container replaced by what `handler` makes of it, indented as the container was.

    `opening` has the groups `indent`, `name` and `rest`. One that is never closed ends with the text; a closing line without
    an opening one goes.
    """
    frames: list[tuple[re.Match[str] | None, list[str]]] = [(None, [])]

    def close() -> None:
        match, lines = frames.pop()
        if match is None:
            return
        indent = match["indent"]
        made = handler(Container(match["name"], match["rest"].strip(), textwrap.dedent("\n".join(lines))))
        frames[-1][1].extend(f"{indent}{line}" if line else "" for line in f"\n{made}\n".split("\n"))

    for line in text.split("\n"):
        if match := opening.match(line):
            frames.append((match, []))
        elif closing.match(line):
            if frames[-1][0] is not None:
                close()
        else:
            frames[-1][1].append(line)
    while frames[-1][0] is not None:
        close()
    return "\n".join(frames[0][1])
