"""What people say to a film bot that is no request, and what it answers. Rules alone: they must hold without any model."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.catalogue.answers.small_talk_words import AROUND, Kind, patterns
from agent.catalogue.speech.answer import frame
from agent.catalogue.speech.small_talk import EXAMPLES, small_talk
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.understanding.fold import fold

__all__ = ["Kind", "Said", "reply", "said", "smalltalk"]

_KINDS: tuple[Kind, ...] = ("stop", "how_are_you", "greeting", "thanks", "bye", "help", "who", "praise", "laugh")
_WHO = "there|all|everyone|everybody|folks|again|matinee|bot|friend|buddy|you(?! are)|man|guys|team|mate"
_ADDRESS = rf"(?:\s+(?:{_WHO}|so much|a lot|very much))*"
_WORDLESS = re.compile(r"[\W_]+")
_CUSTOM_EMOJI = re.compile(r"<a?:\w+:\d+>|:[a-z0-9_+-]+:")


@dataclass(frozen=True, slots=True)
class Said:
    """Small talk of a kind. `voice` is the language that it gives away, None where it has no words."""

    kind: Kind
    voice: Voice | None = None


def _rule(kind: Kind, voice: Voice) -> re.Pattern[str]:
    """The phrases of a kind, with whom they are said to and what little goes around them."""
    phrases = patterns(voice, kind) or ["(?!)"]
    return re.compile(
        rf"(?:(?:ok(?:ay)?|and|so|well)\s+)?(?:{'|'.join(phrases)})(?:{_ADDRESS})(?:\s+(?:{AROUND}))*(?:\s+|$)", re.IGNORECASE
    )


_RULES = tuple((Said(kind, voice), _rule(kind, voice)) for voice in VOICES for kind in _KINDS)


def smalltalk(text: str) -> Kind | None:
    """The kind of small talk that the whole text is, or None."""
    found = said(text)
    return found.kind if found is not None else None


def said(text: str) -> Said | None:
    """The small talk that the whole text is, phrase after phrase; None where it is, or may be, more."""
    spoken = _CUSTOM_EMOJI.sub(" ", text)
    if not text.strip():
        return Said("empty")
    if _WORDLESS.fullmatch(spoken) or not spoken.strip():
        return Said("emoji" if any(ord(char) > 0x2000 for char in text) or spoken != text else "empty")
    return _chain(fold(spoken))


def _chain(folded: str) -> Said | None:
    """The last phrase that is more than a greeting ("hello, what can you do?"), where phrases are all there is."""
    chain: list[Said] = []
    at = 0
    while at < len(folded):
        matches = ((rule.match(folded, at), phrase) for phrase, rule in _RULES)
        end, phrase = max(((match.end(), phrase) for match, phrase in matches if match), key=_length, default=(at, None))
        if phrase is None or end == at:
            return None
        chain.append(phrase)
        at = end
    telling = [phrase for phrase in chain if phrase.kind != "greeting"]
    return (telling or chain)[-1] if chain else None


def _length(match: tuple[int, Said]) -> int:
    return match[0]


def reply(kind: Kind | None, voice: Voice = "en", *, titles: int, seed: int, in_thread: bool) -> Iterator[str]:
    """The answer, in paragraphs. `kind` None is a subject that is not ours; `seed` varies the examples."""
    examples = [frame("quoted", voice, what=EXAMPLES[voice][(seed + step) % len(EXAMPLES[voice])]) for step in (0, 2, 4)]
    try_one = small_talk("try", voice, first=examples[0], second=examples[1])
    match kind:
        case "empty":
            yield small_talk("empty", voice)
            yield "".join(f"\n- {example}" for example in examples)
        case "help" | "who":
            yield small_talk("who", voice, titles=_count(titles, voice))
            ways = [*examples[:2], small_talk("then", voice)]
            yield "\n\n" + small_talk("describe", voice) + "".join(f"\n- {way}" for way in ways)
            yield f"\n\n{small_talk('stopping', voice)}"
        case "thanks" | "praise":
            yield f"{small_talk('thanks', voice)} {small_talk('go_on', voice) if in_thread else try_one}"
        case None:
            yield f"{small_talk('outside', voice)} {try_one}"
        case "bye" | "stop":
            yield small_talk(kind, voice)
        case _:
            yield f"{small_talk(kind, voice, titles=_count(titles, voice))} {try_one}"


def _count(titles: int, voice: Voice) -> str:
    if not titles:
        return small_talk("catalogue", voice)
    grouped = f"{titles:,}" if voice == "en" else f"{titles:,}".replace(",", "\u202f")
    return small_talk("titles", voice, n=grouped)
