"""The names that the starter catalogue knows for a title, in English and other languages, wherever the title comes from.

*The Lives of Others* of any table is found as *Das Leben der Anderen*. How a title is shown, and all its facts, stay those of
its own sources, and no title is added.
"""

import dataclasses
from collections.abc import Iterable

from agent.catalogue.title import Title
from etl.starter_match import in_starter
from etl.text import fold


def with_starter_names(titles: Iterable[Title]) -> list[Title]:
    """The titles, each with the names behind its own that the starter catalogue has for it. Raises SourceError."""
    return [_named(title) for title in titles]


def _named(title: Title) -> Title:
    record = in_starter(title)
    if record is None:
        return title
    original = title.original_title
    if not original and record.original_title and fold(record.title) == fold(title.title):
        original = record.original_title
    known = {fold(name) for name in (title.title, original, *title.aliases) if name}
    names = (record.title, record.original_title, *record.aliases)
    fresh = {fold(name): name for name in names if name and fold(name) not in known}
    return dataclasses.replace(title, original_title=original, aliases=(*title.aliases, *fresh.values()))
