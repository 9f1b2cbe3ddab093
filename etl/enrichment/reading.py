"""From a model's output to essences: what fits is taken, what does not is told in words that the model can mend it by. Pure."""

import re
from collections.abc import Sequence

from pydantic import BaseModel

from agent.retrieval.language import detect_language
from etl.enrichment.facts import Subject
from etl.essence import LONGEST, SHORTEST
from etl.text import fold, tidy

_SENTENCE_END = re.compile(r"[.!?](?=\s|$)")
_QUOTES = "\"'“”‘’«»"
_NO_PLAIN_WORDS = re.compile(r"[<>{}\[\]\\`|@#*_~^=]|https?:|www\.", re.IGNORECASE)
# As many words in a row are no chance.
_RUN = 7


class Essence(BaseModel):
    """What a model wrote of the entry `number`, counted from 1."""

    number: int
    essence: str


class Essences(BaseModel):
    """A model's whole output."""

    essences: list[Essence]


class Faulty(Exception):
    """An essence that cannot be used; the message says what is wrong with it."""


def essence_of(text: str, description: str) -> str:
    """The essence in `text`: one line of whole sentences, cut at the last that fits. Raises Faulty."""
    essence = _shortened(tidy(text).strip(_QUOTES).strip())
    if len(essence) < SHORTEST or not essence.endswith((".", "!", "?")):
        raise Faulty(f"it is not whole sentences of {SHORTEST} to {LONGEST} characters")
    if _NO_PLAIN_WORDS.search(essence):
        raise Faulty("it holds markup, a link or a mention: plain sentences only")
    if not essence.isprintable():
        raise Faulty("it holds signs that cannot be printed")
    if _runs(essence) & _runs(description):
        raise Faulty("it tells the description again")
    if detect_language(essence) not in {"en", ""}:
        raise Faulty("it is not in English")
    return essence


def sort_out(output: Essences, subjects: Sequence[Subject]) -> tuple[dict[int, str], dict[int, str]]:
    """By a subject's place: the essences of those that have a good one, and the fault of each that has none."""
    good: dict[int, str] = {}
    faults = dict.fromkeys(range(len(subjects)), "it is missing")
    for item in output.essences:
        place = item.number - 1
        if place not in faults:  # answered already, or no entry of ours
            continue
        try:
            essence = essence_of(item.essence, subjects[place].description)
            if fold(essence) in map(fold, good.values()):
                raise Faulty("it is the same as that of another entry")
        except Faulty as fault:
            faults[place] = str(fault)
        else:
            good[place] = essence
            del faults[place]
    return good, faults


def _shortened(text: str) -> str:
    """The longest beginning of whole sentences that fits; "" where the first does not."""
    if len(text) <= LONGEST:
        return text
    return text[: max((end.end() for end in _SENTENCE_END.finditer(text) if end.end() <= LONGEST), default=0)]


def _runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[start : start + _RUN]) for start in range(len(words) - _RUN + 1)}
