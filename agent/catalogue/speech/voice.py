"""The languages that answers speak, and lists in them."""

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

Voice: TypeAlias = Literal["en", "hu", "es", "de", "fr"]
VOICES: tuple[Voice, ...] = get_args(Voice)

_AND: dict[Voice, str] = {"en": "and", "hu": "és", "es": "y", "de": "und", "fr": "et"}
_OR: dict[Voice, str] = {"en": "or", "hu": "vagy", "es": "o", "de": "oder", "fr": "ou"}


def voice_of(language: str) -> Voice:
    """The voice for a question in `language` (ISO 639-1 or ""): English for all that are not spoken here."""
    return next((voice for voice in VOICES if voice == language), "en")


def listed(words: Sequence[str], voice: Voice, *, either: bool = False) -> str:
    """ "a", "a and b", "a, b or c"."""
    if len(words) < 2:  # nothing to join
        return "".join(words)
    return f"{', '.join(words[:-1])} {(_OR if either else _AND)[voice]} {words[-1]}"
