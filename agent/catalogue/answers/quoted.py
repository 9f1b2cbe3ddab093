"""Words that point at somebody else's message: "something like this", "what about that one?", in five languages."""

import re
from dataclasses import dataclass

from agent.catalogue.speech.voice import Voice
from agent.catalogue.understanding.languages.level import level

# For levelled text; a space is any space. The group is what points; one that ends with `_like` also says "like" by itself.
_POINTING = r"""
\b(?:like|about|similar to|as good as|than|of|seen|know|recommend|is|are|was|find|have) (?P<en>(?:this|that|these|those|it)\b(?: (?:one|film|movie|series|show|title|kind)s?\b)?)(?= *(?:[?!.,;]|$|but\b|only\b|just\b|any\b|too\b|please\b|good\b|worth\b|without\b))
\b(?P<en_named>(?:this|that) (?:one|film|movie|series|show|title))\b(?! (?:with|where|about|from|that|which|who|in|by|starring)\b)
\b(?P<hu_like>ilyet|ilyesmit?|ilyen|(?:ehhez|ahhoz) hasonlo\w*)\b
\b(?P<hu>errol|arrol|ezt a (?:filmet|sorozatot)|ez a (?:film|sorozat)|ezt|erre)\b
\b(?:como|parecid[oa]s? a|similar(?:es)? a|sobre|que tal|de) (?P<es>(?:est[eao]s?|es[eao]s?)\b(?: (?:pelicula|serie|peli)\b)?)
\b(?P<de_like>so (?:et)?was|sowas)\b
\b(?:wie|uber|mit|von|zu|kennst du|ist) (?P<de>(?:das(?: hier)?|dies(?:e[rsmn]?)?|den|dem|die(?:se[rn]?)?|der)\b(?: (?:film|serie)\b)?)(?= *(?:[?!.,;]|$|aber\b|nur\b|gut\b|hier\b))
\b(?:comme|sur|semblable a|proche de|de) (?P<fr>(?:ca|cela|ceci|celui-(?:ci|la)|celle-(?:ci|la)|cette serie|ce film)\b)
"""  # noqa: E501  a way to point a line
_POINTERS = tuple(re.compile(line.replace(" *", r"\s*").replace(" ", r"\s+")) for line in _POINTING.strip().splitlines())
_JOINED = re.compile(r"[\s,;:]*(?:but|only|just|de|csak|pero|aber|nur|mais|without|nelkul|sin|ohne|sans)\b")


@dataclass(frozen=True, slots=True)
class Pointer:
    """What points, at `start:end` of the text; `likeness` is the language of a word that says "like" too ("ilyesmi")."""

    start: int
    end: int
    likeness: Voice | None


def pointer_in(text: str) -> Pointer | None:
    """Where `text` points at something outside itself; None if it does not."""
    plain = level(text)
    for pattern in _POINTERS:
        if match := pattern.search(plain):
            group = match.lastgroup or ""
            start, end = match.span(group)
            likeness: Voice | None = {"hu_like": "hu", "de_like": "de"}.get(group)  # type: ignore[assignment]
            return Pointer(start, end, likeness)
    return None


def change_behind(text: str, pointer: Pointer) -> str:
    """What the text wants changed of what it points at: ", but shorter"; "" where it wants nothing changed."""
    behind = text[pointer.end :]
    return behind.strip(" ,;:") if _JOINED.match(level(behind)) else ""
