"""The gate: whether what was found is worth showing, or whether asking back is better. One figure in [0, 1].

A logistic model over what is known of the question (is it about films, are its words known, what was understood) and of what
was found (does a title have its words; how far the best stand out by meaning taught nothing more). Its weights come from
`tools/train_gate.py`; 0.5 is where both errors weigh the same.
"""

import re
from dataclasses import dataclass
from functools import cache

import numpy as np

from agent.catalogue.answers.elsewhere import is_elsewhere
from agent.catalogue.answers.smalltalk import smalltalk
from agent.catalogue.answers.wording import constrained
from agent.catalogue.request import Request
from agent.catalogue.search.candidates import Candidates, QueryEncoder
from agent.catalogue.search.evidence import leanings
from agent.catalogue.search.features import column
from agent.catalogue.search.gate_phrases import INSIDE, OUTSIDE
from agent.catalogue.search.ranking import LinearModel
from agent.catalogue.search.shelf import Shelf
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.words import content_words, stem, stems
from agent.retrieval.gate import Prototypes
from agent.retrieval.stopwords import query_stop_words, stop_words

GATE_FEATURES = (
    "bias",
    "lean",  # nearer to questions about films than to others
    "overlap",  # the largest share of the wish's words that one title has
    "known",  # share of the wish's words that any title has
    "letters",  # share of its letter triples that occur in real words
    "genre",
    "person",
    "anchor",
    "number",  # years, lengths, seasons, rating, age, how many
    "media",
    "leaning",
    "foreign",
    "wordless",
    "theme",  # one or two words, and no others, that the catalogue's texts know, or moods
)

_KINDS = ("film", "series")
_PLOT = re.compile(r"\W*(?:(?:an?|the|two|three|some) )?(?:[\w'’-]+ ){1,3}(?:that|who|which|whose) \w+", re.IGNORECASE)
# A plot has neither, what somebody wants of a bot has.
_SPEAKER = re.compile(r"\b(?:i|me|my|we|us|our|you|your)\b", re.IGNORECASE)
_SEVERAL = 3  # titles that have a word: fewer are a chance

# A title asked for by name and found needs no model: it is the answer.
_NAMED = 0.97
# Somebody, a genre, a country or years of the catalogue and nothing else: facts answer that.
_PLAIN = 0.9
# One that is not there is told so, whatever else its name may bring.
_MISSING = 0.1
# What other services are asked for is no wish, whatever titles its words are in.
_ELSEWHERE = 0.05
# No title is what was clearly asked for: to ask which demand may give way is better than to drop one unasked. Of the requests
# of the development sets, one in 150 is such.
_UNMET = 0.2


@dataclass(frozen=True, slots=True)
class Gate:
    """Scores searches; `threshold` is from where on a search counts as good."""

    prototypes: Prototypes
    model: LinearModel
    threshold: float

    @classmethod
    async def open(cls, encoder: QueryEncoder, threshold: float) -> "Gate":
        """Encode the example questions (60 short texts). Raises EncoderError."""
        prototypes = await Prototypes.encode(encoder, INSIDE, OUTSIDE)
        return cls(prototypes, LinearModel.load("gate.json", GATE_FEATURES), threshold)

    def score(self, found: Candidates, shelf: Shelf) -> float:
        """The gate's figure in [0, 1]."""
        certain = _certain(found)
        if certain is not None:
            return certain
        row = np.asarray([gate_features(found, shelf, self.prototypes)])
        return float(self.model.probabilities(row)[0])


def _certain(found: Candidates) -> float | None:
    """The figure where it takes no model to tell."""
    asked = found.asked
    cases = (
        (bool(found.request.lookup), _NAMED),
        (not found.ids, 0.0),
        (found.request.only_missing, _MISSING),
        (bool(found.unmet or asked.contradicted), _UNMET),
        (not constrained(asked) and is_elsewhere(asked.wish), _ELSEWHERE),
        (says_no_more(asked), _PLAIN),
    )
    return next((score for holds, score in cases if holds), None)


def gate_features(found: Candidates, shelf: Shelf, prototypes: Prototypes) -> list[float]:
    """The values of GATE_FEATURES."""
    request, wish = found.request, found.question.wish
    words = stems(request.wish)
    known = sum(word in shelf.words.everything for word in words) / len(words) if words else 0.0
    lean = prototypes.lean(wish) if wish is not None else 0.0
    foreign = request.wish_language not in ("", "en")
    return [
        1.0,
        20 * lean,
        float(column(found.rows, "overlap").max()) if len(found.ids) and not foreign else 0.0,
        known,
        _letters(request.wish, shelf),
        *_understood(request),
        float(foreign),
        float(not words),
        float(_is_theme(request, shelf)),
    ]


def _is_theme(request: Request, shelf: Shelf) -> bool:
    """Whether a theme, a mood or a plot in a line is all that was said, and titles have its words.

    "revenge", "road trip", "clever", "robots that learn to feel".
    """
    said = content_words(request.wish)
    whole = len(said) <= 2 and len(said) == len(fold(request.wish).split())  # "I am hungry" says "hungry" alone too
    if not said or not (whole or _is_plot(request.wish, said)) or smalltalk(request.wish) is not None:
        return False
    moods = query_stop_words("english")
    return all(word in moods or shelf.words.plot.count(stem(word)) >= _SEVERAL for word in said)


def _is_plot(text: str, said: list[str]) -> bool:
    """Whether a text is somebody or something, and what they do: "a man who wakes up as an insect"."""
    return len(said) >= 2 and bool(_PLOT.match(text)) and not _SPEAKER.search(text)


def says_no_more(request: Request) -> bool:
    """Whether everything that was said is a demand: the wish is a name of somebody asked for, or of the kinds asked for."""
    names = (*request.people, *request.genres, *request.countries, *_KINDS)
    words = {word for name in names for word in fold(name).split()}
    asked = (request.people, request.genres, request.countries, request.year_from, request.year_to)
    return any(value not in (None, ()) for value in asked) and all(word in words for word in content_words(request.wish))


def _understood(request: Request) -> tuple[float, ...]:
    numbers = (request.year_from, request.year_to, request.runtime_min, request.runtime_max, request.seasons_max)
    limits = (*numbers, request.seasons_min, request.rating_min, request.viewer_age, request.limit)
    return (
        float(bool(request.genres or request.without_genres)),
        float(bool(request.people or request.without_people)),
        float(bool(request.like or request.exclude)),
        float(any(value is not None for value in limits)),
        float(request.media_type is not None or bool(request.countries)),
        float(bool(leanings(request.wish))),
    )


def _letters(text: str, shelf: Shelf) -> float:
    triples = _triples(fold(text))
    if not triples:
        return 0.0
    real = _real_triples()
    return sum(triple in real or triple in shelf.words.letter_triples for triple in triples) / len(triples)


def _triples(folded: str) -> list[str]:
    padded = f" {folded} "
    return [padded[i : i + 3] for i in range(len(padded) - 2)]


@cache
def _real_triples() -> frozenset[str]:
    return frozenset(triple for word in stop_words("english") for triple in _triples(fold(word)))
