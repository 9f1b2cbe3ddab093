"""Small things that every language's reading of a request shares."""

from collections.abc import Iterable, Mapping
from typing import Any

from agent.catalogue.understanding.kinds import Kinds


def settle(fields: Mapping[str, Any], kinds: Kinds) -> dict[str, Any]:
    """Drop what contradicts itself: an empty span of years or lengths, and lengths of series, which nobody knows."""
    settled = dict(fields)
    if kinds.media_type == "series" or settled.keys() & {"seasons_min", "seasons_max"}:
        settled.pop("runtime_min", None)
        settled.pop("runtime_max", None)
    for low, high in (("year_from", "year_to"), ("runtime_min", "runtime_max"), ("seasons_min", "seasons_max")):
        if low in settled and high in settled and settled[low] > settled[high]:
            del settled[low]
    return settled


def blank(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """`text` with spaces for what stands in `spans`."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
