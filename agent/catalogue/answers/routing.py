"""Whether a question is about films and series, without a model: rules first, then the nearest example phrases by meaning."""

import re
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias

import numpy as np

from agent.catalogue.answers.smalltalk import smalltalk
from agent.catalogue.request import Request
from agent.catalogue.understanding.languages.level import level
from agent.contract import Decision
from agent.retrieval.types import Vector

Encode: TypeAlias = Callable[[str], Awaitable[Vector]]

_FILM_WORDS = re.compile(
    r"\b(?:films?|movies?|series|sitcoms?|shows?|episodes?|seasons?|cinema|watch(?:ing)?|director|directed|actors?|actress|starring|"
    r"plot|sequels?|prequels?|trilogy|remake|documentar(?:y|ies)|cartoons?|anime|blockbusters?|flicks?|rewatch|binge|netflix|streaming|"
    r"titles?|stars? in|(?:can|could|shall|should|do) (?:i|we) see|to see (?:today|tonight))\b",
    re.IGNORECASE,
)
# The same in the other languages, for levelled text; and who only asks for something to be recommended means a film.
_WATCHING = re.compile(
    r"\b(?:\w*film(?:e[kt]?|ek[\w]*|en|es|s)?|\w*sorozat\w*|mozi\w*|rajzfilm\w*|vigjatek\w*|nezz(?:ek|unk|em|uk)\w*|nezni"
    r"|\w*serien?|kino|schau(?:en|e|t)?|gucken?|guckt|anschauen|ansehen|regisseur\w*"
    r"|pelis?|peliculas?|dibujos animados|cine|que (?:puedo|podemos|podriamos) ver|vemos|ver (?:algo|esta noche|hoy)"
    r"|regarder?|regardons|dessins? animes?|realisateur\w*|cinema)\b"
    r"|^\W*(?:(?:what|mit|que|was)\b.*\b(?:ajanl\w*|empf[ie]+hl\w*|recomiend\w+|recomendar\w*|conseill\w*|recommand\w*)"
    r"(?: (?:du|ihr|tu|vous|mir|uns|nekem|ma|estere|mara|hoy|heute|esta noche|ce soir))*)\W*$"
)
RETRIEVE_EXAMPLES = (
    "something tense set in one room",
    "a heist gone wrong",
    "anything with robots, not too sad",
    "something funny for tonight",
    "a love story that ends badly",
    "I feel like crying",
    "what should we put on with the kids",
    "dark and slow, set in winter",
    "two strangers stuck on a train",
    "like Inception but simpler",
    "a detective with a past",
    "mind-bending with a twist ending",
    "cosy and warm for a rainy evening",
    "based on a true story about a journalist",
    "the one where a man relives the same day",
    "recommend something with Tom Hanks",
    "zombies in Korea",
    "who directed The Godfather",
    "surprise me",
    "feel-good please",
)
GENERAL_EXAMPLES = (
    "how do I change a car tyre",
    "what is the weather tomorrow",
    "write a python function that sorts a list",
    "what is your favourite colour",
    "how are you today",
    "who are you and what can you do",
    "translate this sentence into French",
    "what is the capital of Australia",
    "how much is 17 times 23",
    "help me with my tax return",
    "give me a recipe for pancakes",
    "who won the election",
    "my computer does not start",
    "tell me a joke",
    "thank you, that was helpful",
    "book a flight to Lisbon",
    "what time is it",
    "which phone should I buy",
    "recommend a good restaurant",
    "set a timer for ten minutes",
)
_NEAREST = 3  # examples a class: one alone is chance
# In favour of searching: a search that was not wanted ends at the gate with a question, an answer without one is a dead end.
_MARGIN = 0.004


class Router:
    """Decides with `encode` (queries to unit vectors) where the rules are silent; without it, such questions are searched."""

    def __init__(self, encode: Encode | None) -> None:
        self._encode = encode
        self._examples: tuple[np.ndarray, np.ndarray] | None = None

    async def route(self, question: str, request: Request) -> Decision:
        """`request` is what the rules understood of the question."""
        if smalltalk(question) is not None:
            return "GENERAL"
        if (
            _FILM_WORDS.search(question)
            or _WATCHING.search(level(question))
            or _names_something(request)
            or self._encode is None
        ):
            return "RETRIEVE"
        vector = await self._encode(question)
        retrieve, general = await self._prototypes(self._encode)
        return "GENERAL" if _nearness(general, vector) > _nearness(retrieve, vector) + _MARGIN else "RETRIEVE"

    async def warm(self) -> None:
        """Encode the examples now rather than at the first question."""
        if self._encode is not None:
            await self._prototypes(self._encode)

    async def _prototypes(self, encode: Encode) -> tuple[np.ndarray, np.ndarray]:
        if self._examples is None:
            self._examples = (await _encoded(encode, RETRIEVE_EXAMPLES), await _encoded(encode, GENERAL_EXAMPLES))
        return self._examples


async def _encoded(encode: Encode, texts: Sequence[str]) -> np.ndarray:
    return np.stack([await encode(text) for text in texts])


def _nearness(examples: np.ndarray, vector: Vector) -> float:
    return float(np.sort(examples @ vector)[-_NEAREST:].mean())


def _names_something(request: Request) -> bool:
    return bool(request.genres or request.people or request.like or request.media_type or request.lookup or request.missing)
