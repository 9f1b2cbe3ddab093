"""What was shown earlier in a conversation, and how people point at it."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from agent.catalogue.speech.pointers import LAST
from agent.catalogue.title import Title
from agent.contract import HistoryMessage, TitleRef

TitleById: TypeAlias = Callable[[str], Title | None]


def last_shown(history: Sequence[HistoryMessage], at_least: int = 1) -> tuple[TitleRef, ...]:
    """The titles of the newest message that presented so many; of the newest that presented any, where none did."""
    newest = [message.titles for message in reversed(history) if message.titles]
    return next((titles for titles in newest if len(titles) >= at_least), newest[0] if newest else ())


def pick(items: Sequence[TitleRef], number: int | None) -> TitleRef | None:
    """The item at a position; None when there is none."""
    if number is None or not items or number > len(items):
        return None
    return items[-1] if number == LAST else items[number - 1]


def name_of(ref: TitleRef | Title) -> str:
    """The title with its year, as a search understands it."""
    return f"{ref.title} ({ref.year})" if ref.year else ref.title
