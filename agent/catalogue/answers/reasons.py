"""Why a title fits: from its facts, from the request, and from how it stands out among the titles beside it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.catalogue.answers.facts import kind, length, listed, votes
from agent.catalogue.request import Request
from agent.catalogue.speech import voice as speech
from agent.catalogue.speech.answer import frame
from agent.catalogue.speech.genres import genre
from agent.catalogue.speech.places import from_places
from agent.catalogue.speech.reasons import reason
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import Title

_SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”’']?\s+(?=[A-Z“\"'À-Þ0-9])")
_ABBREVIATION = re.compile(r"\b(?:Mr|Mrs|Ms|Dr|St|Jr|Sr|vs|No|Lt|Sgt|Capt|Col|Gen|Prof|[A-Z])\.$")
_IDLE_WORDS = (
    "film films movie movies series show shows something anything with that from about like some more want good "
    "minutes minute hours hour under over before after longer shorter older newer years year made directed starring"
)
_IDLE = frozenset(_IDLE_WORDS.split())
_QUOTE_LIMIT = 190  # characters of a quoted sentence
_WELL_RATED, _MANY_VOTES = 7.8, 5_000
_EVENING = 100  # minutes: what fits between dinner and bed


@dataclass(frozen=True, slots=True)
class Pick:
    """A title to present, with the search's own short reasons."""

    title: Title
    why: tuple[str, ...] = ()
    score: float = 0.0


def facts_line(title: Title, request: Request, voice: Voice = "en") -> str:
    """The facts that matter for this request: kind and length always, then who, where and for whom if asked or telling."""
    parts = [kind(title) if voice == "en" else _kind(title, voice), length(title) if voice == "en" else _length(title, voice)]
    if title.original_title:
        parts.insert(0, frame("original", voice, name=title.original_title))
    if title.directors:
        parts.append(reason("by", voice, name=speech.listed(title.directors[:2], voice)))
    stars = [name for name in request.people if name in title.cast] or list(title.cast[:2])
    if stars:
        parts.append(reason("with", voice, name=speech.listed(stars, voice)))
    if title.countries and (request.countries or title.countries[0] not in {"United States", "United Kingdom"}):
        parts.append(listed(title.countries[:2]) if voice == "en" else from_places(title.countries[:2], voice))
    if title.certificate and (request.viewer_age is not None or "family" in (*request.genres, *title.genres)):
        parts.append(title.certificate)
    return " · ".join(filter(None, parts))


def _kind(title: Title, voice: Voice) -> str:
    words = [genre(name, voice) for name in title.genres[:2]]
    return ", ".join([*words, *([frame("series", voice)] if title.media_type == "series" else [])]) or frame("film", voice)


def _length(title: Title, voice: Voice) -> str:
    if title.runtime:
        hours, minutes = divmod(title.runtime, 60)
        if title.runtime < 120:  # below two hours people think in minutes
            return frame("minutes", voice, m=title.runtime)
        return frame("hours", voice, h=hours, m=minutes) if minutes else frame("full_hours", voice, h=hours)
    if not title.seasons:
        return ""
    return reason("one_season", voice) if title.seasons == 1 else reason("seasons", voice, n=title.seasons)


def rating_line(title: Title, voice: Voice) -> str:
    """How it is rated, and by how many where that is known."""
    count = title.votes
    if not count:
        return reason("rated", voice, rating=f"{title.rating:g}")
    told = votes(count) if voice == "en" else f"{count:,}".replace(",", "\u202f")
    return frame("rated_by", voice, rating=f"{title.rating:g}", votes=told)


def quoted(title: Title, question: str) -> str:
    """The sentence of the description that is closest to the question; "" when there is none of a readable length."""
    wanted = _stems(question)
    sentences = [sentence for sentence in _sentences(title.description) if len(sentence) <= _QUOTE_LIMIT]
    if not sentences:
        return _cut(title.description)
    # The first sentence sets the scene; a later one must say clearly more about what was asked.
    return max(sentences, key=lambda sentence: len(wanted & _stems(sentence)) - (0 if sentence == sentences[0] else 1.5))


def reasons(pick: Pick, request: Request, question: str, voice: Voice = "en") -> list[str]:
    """Short true reasons, best first: what was asked for and holds, what its story shares with the question, its rating."""
    title = pick.title
    found = _telling(pick, voice)
    said = " ".join(found).lower()
    if request.runtime_max and title.runtime and (spare := request.runtime_max - title.runtime) >= 15 and "min" not in said:
        found.append(frame("spare", voice, n=spare))
    if voice == "en" and (shared := _shared_words(question, title)):
        found.insert(0, f"{listed([f'“{word}”' for word in shared[:2]])} in its story")
    if (
        title.rating
        and title.votes
        and title.rating >= _WELL_RATED
        and title.votes >= _MANY_VOTES
        and reason("rated", voice, rating=f"{title.rating:g}") not in found
    ):
        found.append(rating_line(title, voice))
    if not found and title.runtime and title.runtime <= _EVENING:
        found.append(frame("weeknight", voice))
    return list(dict.fromkeys(found))[:4]


def _telling(pick: Pick, voice: Voice) -> list[str]:
    """The search's reasons without what stands in the heading, as it is said in a sentence."""
    year, minutes = reason("year", voice, year=pick.title.year), reason("minutes", voice, n=pick.title.runtime)
    other = [why for why in pick.why if why != year]
    worded = [f"done in {why}" if why == minutes and voice == "en" else why for why in other]
    return worded or [frame("years_asked", voice) for _ in pick.why[:1]]


def distinctions(titles: Sequence[Title], voice: Voice = "en") -> dict[str, str]:
    """How titles stand out among these, by id: at most one each, and only where it sets one apart from all others."""
    found: dict[str, str] = {}
    if len(titles) < 3:  # among two, "the shorter" says little
        return found
    for phrase, values in (
        ("shortest", {title.id: -title.runtime for title in titles if title.runtime}),
        ("best", {title.id: title.rating for title in titles if title.rating}),
        ("newest", {title.id: title.year for title in titles if title.year}),
        ("oldest", {title.id: -title.year for title in titles if title.year}),
    ):
        ranked = sorted(values.items(), key=lambda item: -item[1])
        if len(ranked) == len(titles) and ranked[0][1] != ranked[1][1]:
            found.setdefault(ranked[0][0], frame(phrase, voice))
    return found


def _sentences(text: str) -> list[str]:
    merged: list[str] = []
    for part in _SENTENCE_END.split(" ".join(text.split())):
        if merged and _ABBREVIATION.search(merged[-1]):
            merged[-1] = f"{merged[-1]} {part}"
        elif part:
            merged.append(part)
    return merged


def _cut(text: str) -> str:
    if len(text) <= _QUOTE_LIMIT:
        return " ".join(text.split())
    return f"{' '.join(text.split())[:_QUOTE_LIMIT].rsplit(' ', 1)[0].rstrip(' ,;:–—-')} …"


def _shared_words(question: str, title: Title) -> list[str]:
    told = _stems(title.description)
    words = (word for word in re.findall(r"\w{4,}", question.lower()) if word not in _IDLE)
    return list(dict.fromkeys(word for word in words if word[:5] in told))


def _stems(text: str) -> set[str]:
    return {word[:5] for word in re.findall(r"\w{4,}", text.lower())}
