"""Follow-ups without a model: the question as it stands alone, "something shorter" with the request that it shortens.

The conversation is read from its start, one message after the other; each keeps, changes or replaces the standing request.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from statistics import median_low

from agent.catalogue.answers.changes import Middle, changed, compares_with_shown, joined, let_go, reply_voice
from agent.catalogue.answers.loosen import demands, without_demand, without_words
from agent.catalogue.answers.quoted import change_behind, pointer_in
from agent.catalogue.answers.reply_words import WORDS
from agent.catalogue.answers.shown import TitleById, last_shown, name_of, pick
from agent.catalogue.answers.smalltalk import smalltalk
from agent.catalogue.answers.wording import constrained
from agent.catalogue.request import Request
from agent.catalogue.speech.answer import frame
from agent.catalogue.speech.comparison import asking_voice
from agent.catalogue.speech.options import demand_of
from agent.catalogue.speech.pointers import bare_number, find_pointer, knows_shown, likens
from agent.catalogue.speech.voice import Voice, voice_of
from agent.catalogue.title import Title
from agent.catalogue.understanding.languages.level import level
from agent.contract import HistoryMessage, TitleRef

_OPTION = re.compile(r"^\s*[1-9]\.\s+(.+?)\s*$", re.MULTILINE)
_SHORT_REPLY = 3  # content words; a longer text that leads on nothing is a request of its own


class Merger:
    """Merges with what was shown (`title` by id) and what a text asks for (`understand`); a tool answers what `is_exact`."""

    def __init__(self, title: TitleById, understand: Callable[[str], Request], is_exact: Callable[[str], bool]) -> None:
        self._title = title
        self._is_exact = is_exact
        self._understand = cache(understand)  # each step looks at the standing request anew

    def merge(self, question: str, history: Sequence[HistoryMessage]) -> str:
        """The question with what it leaves unsaid. Small talk and questions about the shown titles stay as they are."""
        text = question.strip()
        if (led_to := self._led_to(text, history)) or _is_aside(text):
            return led_to or text
        standing = ""
        for index, message in enumerate(history):
            if message.role == "user" and not message.is_quoted and not _is_aside(said := message.text.strip()):
                merged = self._led_to(said, history[:index]) or self._step(standing, said, history[:index])
                standing = merged if self._was_request(merged, history[index + 1 :]) else standing
        return self._step(standing, text, history)

    def _answered(self, standing: str, text: str, offered: Sequence[str]) -> str | None:
        """The request after the reply to a re-ask; None when the reply picks none of the options."""
        voice, said_in = self._voices(standing, text)
        words, plain = WORDS[said_in], level(text)
        number = 1 if words.yes.fullmatch(plain) else bare_number(text) or self._position(text)
        if number is not None and offered and number <= len(offered):
            option = offered[-1] if number < 0 else offered[number - 1]
            if standing and self._understand(standing).only_missing and self._understand(option).lookup:
                return frame("about", voice, name=option)  # the nearest of a title that is not there
            return self._with_option(standing, option, voice)
        return standing if words.neither.fullmatch(plain) and standing else None

    def _with_option(self, standing: str, option: str, voice: Voice) -> str:
        """The request after an option was chosen: narrowed, or its demand let go however it was worded."""
        demand = demand_of(option)
        if demand is None:
            return self._settled(standing, option) or joined(standing, option)
        loose = let_go(standing, demand, voice)
        if demand not in demands(self._understand(loose)):
            return loose
        return without_demand(standing, demand, self._understand) or joined(loose, option)

    def _settled(self, standing: str, option: str) -> str | None:
        """The request with the side of its contradiction that an option takes; None where it has none."""
        genres = self._understand(standing).contradicted
        if not genres:
            return None
        refused = bool(self._understand(option).without_genres)

        def holds(request: Request) -> bool:
            return not request.contradicted and genres[0] in (request.without_genres if refused else request.genres)

        return without_words(standing, holds, self._understand) or option

    def _position(self, text: str) -> int | None:
        """The position that a text points at; None if it points at none, or names a title that only sounds so."""
        pointed = find_pointer(text)
        if pointed is None:
            return None
        request = self._understand(text)
        named = (self._title(id_) for id_ in (*request.lookup, *request.like))
        return None if any(title is not None and find_pointer(title.title) for title in named) else pointed.position

    def _led_to(self, text: str, before: Sequence[HistoryMessage]) -> str:
        """The text with what it points at in the message before it: a title named there, else the wish; "" if at none."""
        quoted = before[-1].text.strip() if before and before[-1].is_quoted else ""
        if not quoted:
            return ""
        pointer = pointer_in(text)
        if pointer is None:
            return "" if text else quoted
        request = self._understand(quoted)
        title = next((found for id_ in (*request.lookup, *request.like, *request.exclude) if (found := self._title(id_))), None)
        if title is None:
            change = change_behind(text, pointer)
            return _refined(quoted, change, (), *self._voices(quoted, change)) if change else quoted
        like = pointer.likeness
        name = frame("offer_like", like, name=name_of(title)) if like else name_of(title)
        named = f"{text[: pointer.start]}{name}{text[pointer.end :]}"
        understood = self._understand(named)
        return named if understood.like or understood.lookup else f"tell me about {name_of(title)}"

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
        if standing and demand_of(text) is not None:
            return self._with_option(standing, text, self._voices(standing, text)[0])
        if (pointed := self._pointed(standing, text, before)) is not None:
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
        return frame("offer_like", voice_of(request.language), name=name_of(title)) if title is not None else standing

    def _pointed(self, standing: str, text: str, before: Sequence[HistoryMessage]) -> str | None:
        """The text with the shown title that it points at; None when it points at none, or only says that it was seen."""
        number = self._position(text) or bare_number(text)
        ref = pick(last_shown(before, number or 1), number)
        if ref is None or knows_shown(text):
            return None
        pointer = find_pointer(text)
        voice = (pointer.voice if pointer else None) or self._voices(standing, text)[0]
        if likens(text):
            return frame("offer_like", voice, name=name_of(ref))
        named = f"{text[: pointer.start]}{name_of(ref)}{text[pointer.end :]}" if pointer else text
        # "wie lang ist der zweite" asks in its own language; where that is lost with the pointer, the title alone is asked for.
        asks = self._about_titles(named) and voice_of(self._understand(named).language) == voice
        return named if asks or self._is_exact(named) else frame("about", voice, name=name_of(ref))

    def _about_titles(self, text: str) -> bool:
        request = self._understand(text)
        # "with Al Pacino" goes on from a request, also where the catalogue has no film of his.
        plain = level(text)
        return bool(request.lookup or (request.missing and not any(words.leads_on.match(plain) for words in WORDS.values())))

    def _facts(self, shown: Sequence[TitleRef]) -> list[Title]:
        return [found for ref in shown if (found := self._title(ref.id)) is not None]


def compares(text: str) -> bool:
    """Whether the text asks to compare what was shown: "which of these is the shortest?"."""
    return asking_voice(text) is not None


def options(reask: str) -> list[str]:
    """The options that a re-ask offered, without their Markdown."""
    return [match.replace("*", "").strip() for match in _OPTION.findall(reask)]


def _is_aside(text: str) -> bool:
    return not text or smalltalk(text) is not None or compares(text)


def _refined(standing: str, text: str, shown: Sequence[Title], voice: Voice, said_in: Voice) -> str:
    words, plain = WORDS[said_in], level(text)
    if knows_shown(text) or any(pattern.fullmatch(plain) for pattern in (words.more, words.yes, words.neither)):
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
