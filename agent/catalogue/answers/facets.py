"""What divides a set of candidates best: the ways to narrow that a clarifying question offers.

Whichever answer comes, a facet that half of the candidates have leaves half of them; one that nearly all or nearly none have
tells nothing. So facets are ordered by how near to a half they are (the entropy of the answer) and how readily people think
in them, one of each kind first.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from agent.catalogue.answers.facts import GENRE_NOUNS, article
from agent.catalogue.request import Request
from agent.catalogue.speech import options
from agent.catalogue.speech.genres import genre as genre_in
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import Title

# Half the catalogue, or a label that says nothing of what a film is like.
_UNTELLING = frozenset({"drama", "international", "classic", "cult", "independent"})
# A bit of one kind helps people more than a bit of another: they think in kinds of story first, in countries last.
_APPEAL = {"genre": 1.0, "type": 0.9, "length": 0.8, "time": 0.7, "place": 0.5}
_HOME = frozenset({"United States", "United Kingdom"})  # where nobody asks to narrow to
_SHORT = 100  # minutes: what fits between dinner and bed
_LEAST = 0.1  # of the candidates, on either side


@dataclass(frozen=True, slots=True)
class Facet:
    """A way to narrow: a phrase that a follow-up understands, its kind, and the share of the candidates that have it."""

    phrase: str
    kind: str
    share: float

    @property
    def gain(self) -> float:
        """What the answer is worth, in [0, 1]: bits, times how readily people think in facets of this kind."""
        return -_APPEAL[self.kind] * sum(p * math.log2(p) for p in (self.share, 1 - self.share) if p > 0)


def dividing(request: Request, titles: Sequence[Title], voice: Voice = "en") -> list[str]:
    """Phrases that divide these titles, most telling first, one of each kind before the second of any."""
    found = [facet for facet in _facets(request, titles, voice) if _LEAST <= facet.share <= 1 - _LEAST]
    found.sort(key=lambda facet: (-facet.gain, facet.phrase))
    firsts = {facet.kind: facet for facet in reversed(found)}
    leading = [facet for facet in found if firsts[facet.kind] is facet]
    return [facet.phrase for facet in [*leading, *(facet for facet in found if facet not in leading)]]


def _facets(request: Request, titles: Sequence[Title], voice: Voice) -> list[Facet]:
    count = len(titles)
    if not count:
        return []
    found = [Facet(_genre_phrase(request, genre, voice), "genre", n / count) for genre, n in _genres(request, titles).items()]
    if request.media_type is None:
        series = sum(title.media_type == "series" for title in titles)
        found.append(Facet(options.a_series(voice), "type", series / count))
    if request.year_from is None and request.year_to is None:
        decades = Counter(title.year // 10 * 10 for title in titles if title.year)
        found += [Facet(options.from_decade(decade, voice), "time", n / count) for decade, n in decades.items()]
    if request.runtime_max is None and request.media_type != "series":
        short = sum(bool(title.runtime and title.runtime < _SHORT) for title in titles)
        found.append(Facet(options.under_minutes(_SHORT, voice), "length", short / count))
    if not request.countries:
        places = Counter(title.countries[0] for title in titles if title.countries and title.countries[0] not in _HOME)
        worded = ((options.from_country(place, voice), n) for place, n in places.items())
        found += [Facet(phrase, "place", n / count) for phrase, n in worded if phrase is not None]
    return found


def _genres(request: Request, titles: Sequence[Title]) -> Counter[str]:
    known = {*request.genres, *request.without_genres, *_UNTELLING}
    return Counter(genre for title in titles for genre in set(title.genres) - known)


def _genre_phrase(request: Request, genre: str, voice: Voice) -> str:
    if voice != "en":
        return genre_in(genre, voice)
    noun = {"movie": "film", "series": "series", None: "story"}[request.media_type]
    return article(genre if genre in GENRE_NOUNS and noun != "series" else f"{genre} {noun}")
