"""A list of five is never five blockbusters unless asked: at most three of each five come from the hundred most voted."""

import re

import numpy as np
import numpy.typing as npt

from agent.catalogue.request import Request
from agent.catalogue.search.table import FactTable

OF_EACH, AT_MOST = 5, 3
# Nobody reads further; the rest keeps its order.
_DEPTH = 20
_ASKED = re.compile(
    r"\b(?:famous|popular|well[- ]known|blockbusters?|classics?|iconic|best|greatest|top|(?:highest|top)[- ]rated"
    r"|must[- ]see)\b",
    re.IGNORECASE,
)


def spread(famous: npt.NDArray[np.bool_]) -> list[int]:
    """Places in a new order in which the famous are spread out; `famous` tells of each place whether it is."""
    places = list(range(len(famous)))
    chosen: list[int] = []
    while places and len(chosen) < _DEPTH:
        recent = sum(famous[place] for place in chosen[len(chosen) // OF_EACH * OF_EACH :])
        fit = next((place for place in places if recent < AT_MOST or not famous[place]), places[0])
        places.remove(fit)
        chosen.append(fit)
    return [*chosen, *places]


def asks_for_the_famous(request: Request, table: FactTable) -> bool:
    """Whether well-known titles are what is wanted: said so, by a rating, or by an example that is one of them."""
    liked = [table.row[title] for title in request.like if title in table.row]
    return request.rating_min is not None or bool(_ASKED.search(request.wish)) or bool(table.famous[liked].any())
