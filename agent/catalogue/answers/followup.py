"""Follow-ups without a model: the question as it stands alone, "something shorter" with the request that it shortens.

The conversation is read from its start, one message after the other; each keeps, changes or replaces the standing request.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from statistics import median_low

from agent.catalogue.answers.changes import Middle, changed, compares_with_shown, loosened, reply_voice
from agent.catalogue.answers.loosen import OPTIONS, demands, without_demand
from agent.catalogue.answers.reply_words import WORDS
from agent.catalogue.answers.shown import TitleById, bare_position, last_shown, name_of, pick, position, without_pointer
from agent.catalogue.answers.smalltalk import smalltalk
from agent.catalogue.answers.wording import constrained
from agent.catalogue.request import Request
from agent.catalogue.speech.voice import Voice, voice_of
from agent.catalogue.title import Title
from agent.catalogue.understanding.languages.level import level
from agent.contract import HistoryMessage, TitleRef

_OPTION = re.compile(r"^\s*[1-9]\.\s+(.+?)\s*$", re.MULTILINE)
_SEEN = re.compile(r"\b(?:seen|watched|know)\s+(?:it|them|that|those|these|all|both|most|the\b)", re.IGNORECASE)
_LIKE = re.compile(r"\b(?:like|similar to|along the lines of|as)\b", re.IGNORECASE)
_SHORT_REPLY = 3  # content words; a longer text that leads on nothing is a request of its own
_COMPARES = re.compile(r"\b(?:which|what|who)\b.*\b(?:these|those|them|they|the (?:two|three|four|five))\b", re.IGNORECASE)


class Merger:
    """Merges with what was shown (`title` by id) and what a text asks for (`understand`)."""

    def __init__(self, title: TitleById, understand: Callable[[str], Request]) -> None:
        self._title = title
        self._understand = cache(understand)  # each step looks at the standing request anew

    def merge(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """The question with what it leaves unsaid. Small talk and questions about the shown titles stay as they are."""
        text = question.strip()
        if _is_aside(text):
            return text
        standing = ""
        for index, message in enumerate(history):
            if message.role == "user" and not _is_aside(said := message.text.strip()):
                merged = self._step(standing, said, history[:index])
                standing = merged if self._was_request(merged, history[index + 1 :]) else standing
        return self._step(standing, text, history)

    def _answered(self, standing: str, text: str, offered: Sequence[str]) -> str | None:
        """The request after the reply to a re-ask; None when the reply picks none of the options."""
        voice, said_in = self._voices(standing, text)
        words, plain = WORDS[said_in], level(text)
        number = 1 if words.yes.fullmatch(plain) else bare_position(text) or position(text)
        if number is not None and offered and number <= len(offered):
            option = offered[-1] if number < 0 else offered[number - 1]
            if standing and self._understand(standing).only_missing and self._understand(option).lookup:
                return f"tell me about {option}"  # the nearest of a title that is not there
            return self._without(standing, option, voice)
        return standing if words.neither.fullmatch(plain) and standing else None

    def _without(self, standing: str, option: str, voice: Voice) -> str:
        """The request after an option was chosen, its demand let go however it was worded."""
        loose = loosened(standing, option, voice)
        demand = next((name for name, phrase in OPTIONS.items() if phrase == option), None)
        if demand is None or demand not in demands(self._understand(loose)):
            return loose
        return without_demand(standing, option, self._understand) or loose

    def _was_request(self, merged: str, after: Sequence[HistoryMessage]) -> bool:
        """Whether a message is worth going on from: it was answered by a search, or names something to search for."""
        if not after or after[0].role == "user" or after[0].titles or after[0].is_reask:
            return True
        return constrained(self._understand(merged))

    def _step(self, standing: str, text: str, before: Sequence[HistoryMessage]) -> str:
        answers = [message for message in before if message.role == "assistant"]
        if answers and answers[-1].is_reask:
            answered = self._answered(standing, text, options(answers[-1].text))
            if answered is not None:
                return answered
        if (pointed := self._pointed(text, before)) is not None:
            return pointed
        if not standing or self._about_titles(text):
            return text
        standing = self._refinable(standing)
        return _refined(standing, text, self._facts(last_shown(before)), *self._voices(standing, text))

    def _voices(self, standing: str, text: str) -> tuple[Voice, Voice]:
        """The language of the request and the one to read the reply with."""
        voice = voice_of(self._understand(standing).language) if standing else "en"
        return voice, reply_voice(text, voice_of(self._understand(text).language), voice)

    def _refinable(self, standing: str) -> str:
        """The request to refine: after a question about a title, what is like it; after one that is not there, nothing."""
        request = self._understand(standing)
        if request.missing:
            return ""
        title = self._title(request.lookup[0]) if request.lookup else None
        return f"something like {name_of(title)}" if title is not None else standing

    def _pointed(self, text: str, before: Sequence[HistoryMessage]) -> str | None:
        """The text with the shown title that it points at; None when it points at none, or only says that it was seen."""
        number = position(text) or bare_position(text)
        ref = pick(last_shown(before, number or 1), number)
        if ref is None or _SEEN.search(text):
            return None
        if _LIKE.search(text):
            return f"something like {name_of(ref)}"
        named = without_pointer(text, name_of(ref))
        return named if self._about_titles(named) else f"tell me about {name_of(ref)}"

    def _about_titles(self, text: str) -> bool:
        request = self._understand(text)
        # "with Al Pacino" goes on from a request, also where the catalogue has no film of his.
        plain = level(text)
        return bool(request.lookup or (request.missing and not any(words.leads_on.match(plain) for words in WORDS.values())))

    def _facts(self, shown: Sequence[TitleRef]) -> list[Title]:
        return [found for ref in shown if (found := self._title(ref.id)) is not None]


def compares(text: str) -> bool:
    """Whether the text asks to compare what was shown: "which of these is the shortest?"."""
    return bool(_COMPARES.search(text))


def options(reask: str) -> list[str]:
    """The options that a re-ask offered, without their Markdown."""
    return [match.replace("*", "").strip() for match in _OPTION.findall(reask)]


def _is_aside(text: str) -> bool:
    return not text or smalltalk(text) is not None or compares(text)


def _refined(standing: str, text: str, shown: Sequence[Title], voice: Voice, said_in: Voice) -> str:
    words, plain = WORDS[said_in], level(text)
    if _SEEN.search(text) or any(pattern.fullmatch(plain) for pattern in (words.more, words.yes, words.neither)):
        return standing
    if _stands_alone(text, said_in):
        return text
    middle = Middle(
        runtime=_middle(title.runtime for title in shown),
        year=_middle(title.year for title in shown),
        seasons=_middle(title.seasons for title in shown),
    )
    return changed(standing, text, middle, voice=voice, said_in=said_in)


def _middle(values: Iterable[int | None]) -> int | None:
    known = [value for value in values if value]
    return median_low(known) if known else None


def _stands_alone(text: str, voice: Voice) -> bool:
    words, plain = WORDS[voice], level(text)
    if words.leads_on.match(plain) or compares_with_shown(text, voice):
        return False
    return len(words.filler.sub(" ", plain).split()) > _SHORT_REPLY
