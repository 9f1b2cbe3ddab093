"""What people say to a film bot that is no request, and what it answers. Rules alone: they must hold without any model."""

import re
from collections.abc import Iterator
from typing import Literal, TypeAlias

from agent.catalogue.answers.small_talk_words import AROUND, WORDS
from agent.catalogue.understanding.fold import fold

Kind: TypeAlias = Literal[
    "empty", "emoji", "greeting", "how_are_you", "thanks", "bye", "help", "who", "praise", "stop", "laugh"
]

_WHO = "there|all|everyone|everybody|folks|again|matinee|bot|friend|buddy|you(?! are)|man|guys|team|mate"
_ADDRESS = rf"(?:\s+(?:{_WHO}|so much|a lot|very much))*"
_GOOD = "(?:nice|cool|great|awesome|perfect|good|wow|amazing|excellent|brilliant|lovely)"


def _listed(kind: str) -> list[str]:
    """The patterns of a kind in the other languages."""
    return [f"(?:{line.strip()})" for line in WORDS.get(kind, "").strip().splitlines()]


_PATTERNS: dict[Kind, tuple[str, ...]] = {
    "stop": (r"(?:please )?stop(?: it)?", "cancel", "abort", r"never\s?mind", "forget it", "halt"),
    "how_are_you": (
        r"(?:(?:hi|hello|hey)\s+)?how are you(?: doing)?(?: today)?",
        r"how(?:'s| is) it going",
        r"what'?s up",
        "how do you do",
    ),
    "greeting": (
        "(?:hi+|hello+|hey+|hiya|yo|howdy|greetings|hola|szia|ping|test|hi hi)",
        "good (?:morning|afternoon|evening|day)",
    ),
    "thanks": (
        r"(?:(?:ok(?:ay)?|great|perfect|cool|many|no)\s+)?(?:thanks?(?: you)?|thx|ty|cheers|gracias)",
        "much appreciated",
    ),
    "bye": (
        r"(?:good\s?)?bye+",
        "good night",
        "see (?:you|ya)(?: later| soon)?",
        "later|cya",
        r"that(?:'s| is) (?:all|it)(?: for (?:now|today))?",
    ),
    "help": (
        "help(?: me)?",
        "what can (?:you|i) (?:do|ask)(?: you)?(?: for (?:me|us))?",
        "how (?:does this|do you|do i use) (?:work|you|this)",
        "what (?:do|are) you (?:do|for|good at)",
        "commands?|usage|instructions|examples?|what now",
    ),
    "who": (
        "(?:who|what) are you",
        "are you (?:a )?(?:bot|human|real|ai|robot)",
        r"what(?:'s| is) your name",
        "who (?:made|built) you",
    ),
    "praise": (
        rf"(?:that(?:'s| is| was)?\s+|very\s+|so\s+)?{_GOOD}(?:\s+(?:one|choice|picks?|job|work|bot|idea|stuff))?",
        "i love (?:it|you|this)",
        r"you(?:'re| are) (?:great|the best)",
    ),
    "laugh": (r"(?:ha){2,}h?", "lol|lmao|rofl|hehe+|xd"),
}
_RULES = tuple((kind, re.compile(f"(?:{'|'.join(patterns)}){_ADDRESS}", re.IGNORECASE)) for kind, patterns in _PATTERNS.items())
# Several on end are small talk too: "hola, ¿qué tal?", "thanks a lot, you are great".
_FOLDED: tuple[tuple[Kind, re.Pattern[str]], ...] = tuple(
    (
        kind,
        re.compile(
            rf"(?:(?:ok(?:ay)?|and|so|well)\s+)?(?:{'|'.join((*_listed(kind), *patterns))})"
            rf"(?:{_ADDRESS})(?:\s+(?:{AROUND}))*(?:\s+|$)",
            re.IGNORECASE,
        ),
    )
    for kind, patterns in _PATTERNS.items()
)
_GREETED = re.compile(rf"^(?:{'|'.join(_PATTERNS['greeting'])}){_ADDRESS}\s+(?=\w)", re.IGNORECASE)
_WORDLESS = re.compile(r"[\W_]+")
_PUNCTUATION = re.compile(r"[^\w\s']+")
_CUSTOM_EMOJI = re.compile(r"<a?:\w+:\d+>|:[a-z0-9_+-]+:")

EXAMPLES = (
    "something tense set in one room, under two hours",
    "a heist film from the 90s",
    "a warm Korean series for a rainy weekend",
    "films like Arrival, but shorter",
    "a funny film the whole family can watch",
)


def smalltalk(text: str) -> Kind | None:
    """The kind of small talk that the whole text is, or None."""
    spoken = _CUSTOM_EMOJI.sub(" ", text)
    if not text.strip():
        return "empty"
    if _WORDLESS.fullmatch(spoken) or not spoken.strip():
        return "emoji" if any(ord(char) > 0x2000 for char in text) or spoken != text else "empty"
    plain = " ".join(_PUNCTUATION.sub(" ", spoken.replace("’", "'")).split())
    greeted = _GREETED.sub("", plain)  # "hello, what can you do?" asks what stands behind the greeting
    for words in (plain, greeted):
        kind = next((kind for kind, pattern in _RULES if pattern.fullmatch(words)), None)
        if kind is not None:
            return kind
    return _chain(fold(spoken))


def _chain(folded: str) -> Kind | None:
    """The kind of small talk that a text consists of wholly, phrase after phrase: the last that is more than a greeting."""
    kinds: list[Kind] = []
    at = 0
    while at < len(folded):
        longest = max(
            ((rule.match(folded, at), kind) for kind, rule in _FOLDED), key=lambda item: item[0].end() if item[0] else -1
        )
        match, kind = longest
        if match is None or match.end() == at:
            return None
        kinds.append(kind)
        at = match.end()
    telling = [kind for kind in kinds if kind != "greeting"]
    return (telling or kinds)[-1] if kinds else None


def reply(kind: Kind | None, *, titles: int, seed: int, in_thread: bool) -> Iterator[str]:
    """The answer, in paragraphs. `kind` None is a subject that is not ours; `seed` varies the examples."""
    first, second = EXAMPLES[seed % len(EXAMPLES)], EXAMPLES[(seed + 2) % len(EXAMPLES)]
    try_one = f"Try “{first}” or “{second}”."
    match kind:
        case "empty":
            yield "You mentioned me without a question. Here is what I can do with one:"
            yield "".join(f"\n- {example}" for example in (first, second, EXAMPLES[(seed + 4) % len(EXAMPLES)]))
        case "help" | "who":
            yield from _introduction(titles, first, second)
        case "thanks" | "praise":
            again = "Say “another”, “something shorter” or “more like the first one” whenever you want to go on."
            yield f"My pleasure, enjoy the show! {again if in_thread else try_one}"
        case None:
            yield f"That is outside my field: I only know films and series. {try_one}"
        case _:
            yield _SHORT[kind].format(titles=_count(titles), try_one=try_one, example=first)


_SHORT: dict[Kind, str] = {
    "greeting": "Hello! Tell me what you are in the mood for and I will look through {titles}. {try_one}",
    "how_are_you": "Popcorn is warm, projector is running. What shall we watch? {try_one}",
    "bye": "Good night, and enjoy the film. I am here when you need the next one.",
    "stop": "Stopped: nothing is running. Ask again whenever you like.",
    "laugh": "Glad somebody is having fun. Shall it be a comedy, then? Say “a comedy”, or something like “{example}”.",
    "emoji": "I read words better than emoji: what are you in the mood for? {try_one}",
}


def _introduction(titles: int, first: str, second: str) -> Iterator[str]:
    yield f"I am Matinee, a bot that finds films and series among {_count(titles)}."
    yield (
        "\n\nDescribe a mood, a plot, a person, a decade or a length, or name a title you liked:"
        f"\n- “{first}”\n- “{second}”"
        "\n- then, in the thread: “something shorter”, “no, a series”, “more like the second one”"
    )
    yield "\n\nReact with 🛑 or write “stop” to stop me."


def _count(titles: int) -> str:
    return f"{titles:,} titles" if titles else "my catalogue"
