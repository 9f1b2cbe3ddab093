"""What a film is shown as. One table lists films by their original names, in Latin letters, which few people recognise:
*Gisaengchung*, *Sen to Chihiro no kamikakushi*. Such a film is shown by the name that its audience knows and keeps the other as
its original title, so that look-up and search find it by both. Its id stays the one of the listed name.
"""

import dataclasses
import re
from collections.abc import Iterable, Sequence

from agent.catalogue.title import Title
from etl.match import strip_label
from etl.text import fold

_BY_ORIGINAL_NAME = "imdb"
_SMALL = frozenset(re.findall(r"\w+", "the a an of and le la les l il el los das der die de des en et och und y e"))


def usual_name(group: Sequence[Title], listed: str) -> str | None:
    """The name to show the film of these records by, where `listed` is an original name that is not itself usual.

    A service that lists the film decides: it knows its audience. Otherwise it is the table's first other name, unless all words
    of the listed name are in it: then that one is familiar enough (*Léon*, *Jules et Jim*).
    """
    leads = (title for title in group if title.title == listed and _source(title) == _BY_ORIGINAL_NAME)
    lead = min(leads, key=repr, default=None)  # the order of rows decides nothing
    if lead is None or any(_source(title) == "starter" for title in group):
        return None
    offered = [strip_label(title.title) for title in group if _source(title) != _BY_ORIGINAL_NAME]
    if offered:
        return None if any(fold(name) == fold(listed) for name in offered) else min(offered)
    return next((name for name in lead.aliases[:1] if not _familiar(listed, name)), None)


def called(title: Title, name: str | None) -> Title:
    """The title shown by `name`, its former name kept as the original one; unchanged without a name."""
    if name is None:
        return title
    known = {fold(name), fold(title.title)}
    others = _each_once((title.original_title or "", *title.aliases), known)
    return dataclasses.replace(title, title=name, original_title=title.title, aliases=others)


def _each_once(names: Iterable[str], known: set[str]) -> tuple[str, ...]:
    return tuple({fold(name): name for name in names if name and fold(name) not in known}.values())


def _familiar(listed: str, name: str) -> bool:
    return _words(listed) <= _words(name)


def _words(name: str) -> set[str]:
    return {fold(word) for word in re.findall(r"\w+", name)} - _SMALL


def _source(title: Title) -> str:
    return title.source_ids[0].partition(":")[0]
