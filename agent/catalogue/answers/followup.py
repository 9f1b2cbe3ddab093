"""Follow-ups without a model: the question as it stands alone, "something shorter" with the request that it shortens.

The conversation is read from its start, one message after the other; each keeps, changes or replaces the standing request.
"""

import re
from collections.abc import Callable, Sequence
from statistics import median_low

from agent.catalogue.answers.changes import changed, compares_with_shown, loosened
from agent.catalogue.answers.loosen import OPTIONS, demands, without_demand
from agent.catalogue.answers.shown import TitleById, bare_position, last_shown, name_of, pick, position, without_pointer
from agent.catalogue.answers.smalltalk import smalltalk
from agent.catalogue.answers.wording import constrained
from agent.catalogue.request import Request
from agent.catalogue.title import Title
from agent.contract import HistoryMessage, TitleRef

_OPTION = re.compile(r"^\s*[1-9]\.\s+(.+?)\s*$", re.MULTILINE)
_YES = re.compile(
    r"\W*(?:yes|yeah|yep|yup|sure|ok|okay|fine|exactly|right|please|yes please|that one|sounds good)\W*", re.IGNORECASE
)
_NEITHER = re.compile(
    r"\W*(?:no|nope|neither|none|none of (?:these|those|them)|whatever|any|either|don'?t (?:care|know))\W*", re.IGNORECASE
)
_MORE = re.compile(
    r"\W*(?:(?:give|show)\s+me\s+)?(?:another|more|next|others?|again|different|other ones?|one more|some more|go on|"
    r"continue|keep going|"
    r"(?:any|some)(?:thing)?\s+(?:else|more|other)|what else|else|different ones|new ones|a different one|another one)"
    r"(?:\s+(?:please|ones?|films?|movies?|series|shows?|ideas?|suggestions?|of (?:these|those)))*\W*",
    re.IGNORECASE,
)
_SEEN = re.compile(r"\b(?:seen|watched|know)\s+(?:it|them|that|those|these|all|both|most|the\b)", re.IGNORECASE)
_LIKE = re.compile(r"\b(?:like|similar to|along the lines of|as)\b", re.IGNORECASE)
_LEADS_ON = re.compile(
    r"\W*(?:no|nope|but|and|or|also|only|just|rather|instead|same|with|without|not|nothing|from|in|by|before|after|under|over|"
    r"less|more|maybe|preferably|except|"
    r"starring|directed|make (?:it|that)|how about|what about|too|i (?:don'?t|do not|hate|prefer)|ideally)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"\b(?:something|anything|a|an|the|bit|little|lot|please|maybe|one|ones|but|and|or|with|make|it|how|what|about|can|could|you|give|"
    r"show|me|i|want|would|like|rather|no|nope|then|instead|also|to|be|is|some|any|that|much|so|too|hmm|well)\b",
    re.IGNORECASE,
)
_SHORT_REPLY = 3  # content words; a longer text that leads on nothing is a request of its own
_COMPARES = re.compile(r"\b(?:which|what|who)\b.*\b(?:these|those|them|they|the (?:two|three|four|five))\b", re.IGNORECASE)


class Merger:
    """Merges with what was shown (`title` by id) and what a text asks for (`understand`)."""

    def __init__(self, title: TitleById, understand: Callable[[str], Request]) -> None:
        self._title = title
        self._understand = understand

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
        number = 1 if _YES.fullmatch(text) else bare_position(text) or position(text)
        if number is not None and offered and number <= len(offered):
            option = offered[-1] if number < 0 else offered[number - 1]
            if standing and self._understand(standing).only_missing and self._understand(option).lookup:
                return f"tell me about {option}"  # the nearest of a title that is not there
            return self._without(standing, option)
        return standing if _NEITHER.fullmatch(text) and standing else None

    def _without(self, standing: str, option: str) -> str:
        """The request after an option was chosen, its demand let go however it was worded."""
        loose = loosened(standing, option)
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
        return _refined(self._refinable(standing), text, self._facts(last_shown(before)))

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
        return bool(request.lookup or (request.missing and not _LEADS_ON.match(text)))

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


def _refined(standing: str, text: str, shown: Sequence[Title]) -> str:
    if _MORE.fullmatch(text) or _YES.fullmatch(text) or _NEITHER.fullmatch(text) or _SEEN.search(text):
        return standing
    if _stands_alone(text):
        return text
    runtimes = [title.runtime for title in shown if title.runtime]
    years = [title.year for title in shown if title.year]
    return changed(
        standing,
        text,
        runtime=median_low(runtimes) if runtimes else None,
        year=median_low(years) if years else None,
        seasons=median_low(seasons) if (seasons := [title.seasons for title in shown if title.seasons]) else None,
    )


def _stands_alone(text: str) -> bool:
    if _LEADS_ON.match(text) or compares_with_shown(text):
        return False
    return len(_FILLER.sub(" ", text).split()) > _SHORT_REPLY
