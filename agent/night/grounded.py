"""What of a model's words about a film may be shown: sentences that keep to its facts, name no other film and no person."""

import re
from collections.abc import Iterable, Mapping

from agent.catalogue.answers.facts import as_text
from agent.catalogue.title import Title
from agent.domain import Document
from agent.evening import NOTE_LENGTH, Evening
from agent.night.outlook import Outlook
from agent.nodes.names import Names
from agent.values import TitleRef

_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
_LINK = re.compile(r"https?:|www\.|[<>|`]")


class Grounds:
    """Judges words about films of one evening."""

    def __init__(self, evening: Evening) -> None:
        self._wishes = " . ".join(wish.label for wish in evening.asked)
        self._aliases = re.compile("|".join(rf"\b{re.escape(guest.alias)}\b" for guest in evening.guests) or r"(?!)")

    def public(self, film: Title, text: str) -> str:
        """What everybody may read of it; "" where nothing may be shown."""
        return self._kept(film, text, self._wishes)

    def private(self, film: Title, said: Mapping[str, str], outlook: Outlook) -> dict[str, str]:
        """What each person may read, by alias: films that they named or preferred themselves may be named to them."""
        guests = {guest.alias: guest for guest in outlook.evening.guests}
        own = {alias: outlook.known((*guests[alias].loved, *guests[alias].won)) for alias in said}
        kept = {alias: self._kept(film, text, self._with(own[alias])) for alias, text in said.items()}
        return {alias: text for alias, text in kept.items() if text}

    def _with(self, films: Iterable[Title]) -> str:
        return " . ".join((self._wishes, *(film.title for film in films)))

    def _kept(self, film: Title, text: str, said: str) -> str:
        document = Document(TitleRef(film.id, film.title, film.year, film.source_ids), as_text(film), 0.0)
        names = Names([document], said, strict=True)
        sentences = _SENTENCE_END.split(text.strip())
        kept = " ".join(sentence for sentence in sentences if sentence and self._may_show(sentence, names))
        return kept if len(kept) <= NOTE_LENGTH else ""

    def _may_show(self, sentence: str, names: Names) -> bool:
        return not (names.foreign(sentence) or self._aliases.search(sentence) or _LINK.search(sentence))
