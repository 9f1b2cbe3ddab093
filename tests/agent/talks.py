"""What tests of conversations share: a request, the titles that answered it, and turns made of both."""

from collections.abc import Sequence

from agent.contract import HistoryMessage, TitleRef
from tests.fakes.finder import TITLES

BASE = "a heist film from the 90s"


def ref(name: str) -> TitleRef:
    """The reference of a title of the fake catalogue."""
    title = next(title for title in TITLES if title.title == name)
    return TitleRef(title.id, title.title, title.year, title.source_ids)


SHOWN = (ref("The Usual Suspects"), ref("Reservoir Dogs"), ref("Heat"))  # 106, 99 and 170 minutes; 1995, 1992, 1995


def talk(*questions: str, titles: Sequence[TitleRef] = SHOWN) -> tuple[HistoryMessage, ...]:
    """A conversation: each question answered with these titles."""
    answer = HistoryMessage("assistant", "…", tuple(titles))
    return tuple(message for question in questions for message in (HistoryMessage("user", question), answer))
