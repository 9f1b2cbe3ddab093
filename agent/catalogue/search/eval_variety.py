"""Measures how varied recommendations are: how much of the catalogue is shown, how often the famous, how alike a list is."""

from collections.abc import Iterable, Sequence
from itertools import combinations

import numpy as np

from agent.catalogue.search.eval_records import Example
from agent.catalogue.search.evaluate import Figures, names_of, share
from agent.catalogue.search.finder import Finder
from agent.catalogue.title import Title
from agent.retrieval.types import Vector

_FAMOUS = 100
_LIST = 5  # an answer's length
_TOP = 10
_SAMPLE = 2000  # titles whose mutual distance stands for the catalogue's


async def variety(finder: Finder, examples: Sequence[Example]) -> Figures:
    """How varied the recommendations are, whatever they are worth.

    `coverage`: share of the catalogue that is ever in a top ten; `distance`: mean cosine distance within a list of five, and
    `distance_of_any` that between any two titles. Where votes are known: `famous` and `famous_answers`, the share of the lists
    of five and of the sets' own answers that is among the 100 most voted, and `five_famous`, of lists that hold nothing else.
    """
    famous = _most_voted(finder.titles.values())
    shown: set[str] = set()
    lists: list[list[str]] = []
    for example in examples:
        request = finder.understand(example.text)
        top = await finder.find(request, exclude=example.exclude, limit=_TOP)
        five = await finder.find(request, exclude=example.exclude, limit=_LIST)
        shown |= {item.title.id for item in top.titles}
        lists.append([item.title.id for item in five.titles[:_LIST]])
    figures: Figures = {
        "n": len(examples),
        "titles": len(finder.titles),
        "coverage": round(len(shown) / max(1, len(finder.titles)), 4),
        "distance": round(await _distance_within(finder, lists), 4),
        "distance_of_any": round(await _distance_of_any(finder), 4),
    }
    if not famous:
        return figures
    ids = {name: title.id for title in finder.titles.values() for name in names_of(title)}
    answers = [{ids[name] for name in names if name in ids} for example in examples for names in example.answers]
    return figures | {
        "famous": share(title in famous for titles in lists for title in titles),
        "five_famous": share(famous.issuperset(titles) for titles in lists if len(titles) == _LIST),
        "famous_answers": share(bool(names & famous) for names in answers if names),
    }


def _most_voted(titles: Iterable[Title]) -> frozenset[str]:
    voted = sorted((title for title in titles if title.votes), key=lambda title: (-(title.votes or 0), title.id))
    return frozenset(title.id for title in voted[:_FAMOUS])


async def _distance_within(finder: Finder, lists: Sequence[Sequence[str]]) -> float:
    vectors = await finder.vectors(sorted({title for titles in lists for title in titles}))
    means = []
    for titles in lists:
        rows = [vectors[title] for title in titles if title in vectors]
        if len(rows) > 1:
            means.append(_mean_distance(rows))
    return float(np.mean(means)) if means else 0.0


def _mean_distance(rows: Sequence[Vector]) -> float:
    return float(np.mean([1 - float(one @ other) for one, other in combinations(rows, 2)]))


async def _distance_of_any(finder: Finder) -> float:
    ids = sorted(finder.titles)
    vectors = list((await finder.vectors(ids[:: max(1, len(ids) // _SAMPLE)])).values())
    if len(vectors) < 2:
        return 0.0
    total = np.sum(np.stack(vectors), axis=0, dtype=np.float64)
    # The sum of all cosines without those of each vector with itself.
    return 1 - (float(np.dot(total, total)) - len(vectors)) / (len(vectors) * (len(vectors) - 1))
