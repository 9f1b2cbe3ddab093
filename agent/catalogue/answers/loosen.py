"""A demand taken out of a request's own words, in whatever language they are: the options of a re-ask that let one go."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from agent.catalogue.request import Request
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.languages.grammar import cue_words

# The demands of `search.conditions.gives_up`, and how a re-ask offers to let each go.
OPTIONS: Mapping[str, str] = {
    "years": "any year",
    "length": "any length",
    "seasons": "any number of seasons",
    "rating": "any rating",
    "genres": "any genre",
    "people": "anybody in it",
}
_NOTHING: Mapping[str, dict[str, Any]] = {
    "years": {"year_from": None, "year_to": None},
    "length": {"runtime_min": None, "runtime_max": None},
    "seasons": {"seasons_min": None, "seasons_max": None},
    "rating": {"rating_min": None},
    "genres": {"genres": (), "any_genre": False},
    "people": {"people": (), "any_people": False, "directors": ()},
}
_LONGEST = 7  # words of one demand: "that are at most two hours long"
_JOINTS = cue_words(
    """
    a an the with by from starring featuring directed in of is and rated under over mit von aus und ein eine der con de del y la
    el avec par du des et le les en egy az es
    """
)


def demands(request: Request) -> tuple[str, ...]:
    """The demands of OPTIONS that a request makes."""
    return tuple(name for name, nothing in _NOTHING.items() if replace(request, **nothing) != request)


def without_demand(text: str, option: str, understand: Callable[[str], Request]) -> str | None:
    """`text` without the words that make the demand which `option` lets go; None where it is no such option, or none is found.

    The fewest words in a row whose absence takes the demand away and leaves every other as it is, with the small words that
    joined them.
    """
    name = next((name for name, phrase in OPTIONS.items() if phrase == option), None)
    if name is None:
        return None
    words, before = text.split(), understand(text)
    fallback = None
    for start, end in _runs(len(words)):
        rest = " ".join([*_unjoined(words[:start]), *words[end:]]).strip(" ,")
        if rest and _lets_go(name, before, after := understand(rest)):
            if _wishes(after, name, before) <= _wishes(before, name, before):  # nothing of the phrase is left lying about
                return rest
            fallback = fallback or rest
    return fallback


def _runs(count: int) -> Iterator[tuple[int, int]]:
    """All runs of words as start and end, the shortest first."""
    lengths = range(1, min(_LONGEST, count - 1) + 1)
    return ((start, start + length) for length in lengths for start in range(count - length + 1))


def _lets_go(name: str, before: Request, after: Request) -> bool:
    if name not in demands(before) or name in demands(after):
        return False
    others = [other for other in demands(before) if other != name]
    kept = {key: getattr(before, key) for other in others for key in _NOTHING[other]} | {
        key: getattr(before, key) for key in ("media_type", "countries", "like")
    }
    return all(getattr(after, key) == value for key, value in kept.items())


def _wishes(request: Request, demand: str, before: Request) -> set[str]:
    """What is wished for beside demands. The names of somebody who is let go must not stay behind as a wish."""
    names = {word for person in before.people for word in fold(person).split()} if demand == "people" else set[str]()
    own = {word for word in fold(request.wish).split() if len(word) > 2 or word.isdigit() or word in names}
    return own - names if request is before else own


def _unjoined(words: list[str]) -> list[str]:
    while len(words) > 1 and words[-1].lower() in _JOINTS:
        words = words[:-1]
    return words
