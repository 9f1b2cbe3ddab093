"""Twoslash: comments in code that steer the site's compiler and are not shown; and what they tell about the code."""

import dataclasses
import re

from etl.docs.masking import Fence

_DIRECTIVE = re.compile(r"^[ \t]*//[ \t]?@(\w+)(?::[ \t]*(.*?))?[ \t]*$")
_QUERY = re.compile(r"^[ \t]*//[ \t]*\^[?|][ \t]*.*$")
_CUT = re.compile(r"^[ \t]*//[ \t]?-{3,}cut(-before|-after|-start|-end)?-{3,}[ \t]*$")


def shown(fence: Fence) -> list[Fence]:
    """The block as readers see it: without directives, queries and what is cut away; several files are several blocks."""
    files: list[tuple[str, list[str]]] = [("", [])]
    errors: list[str] = []
    cutting = False
    for line in fence.lines:
        if directive := _DIRECTIVE.match(line):
            if directive[1].lower() == "filename":
                files.append((directive[2] or "", []))
            elif directive[1] == "errors":
                errors += (directive[2] or "").split()
        elif cut := _CUT.match(line):
            cutting = cut[1] in {"-start", "-after"}
            if cut[1] in {None, "-before"}:
                files = [(files[-1][0], [])]
        elif not cutting and not _QUERY.match(line):
            files[-1][1].append(line)
    said = f"Does not compile, on purpose (error {', '.join(errors)})" if errors else ""
    blocks = [(name, _trimmed(lines)) for name, lines in files]
    return [
        dataclasses.replace(fence, lines=lines, label=", ".join(part for part in (f"`{name}`" if name else "", said) if part))
        for name, lines in blocks
        if lines
    ]


def _trimmed(lines: list[str]) -> tuple[str, ...]:
    """Without the empty lines that directives leave at both ends."""
    filled = [number for number, line in enumerate(lines) if line.strip()]
    return tuple(lines[filled[0] : filled[-1] + 1]) if filled else ()
