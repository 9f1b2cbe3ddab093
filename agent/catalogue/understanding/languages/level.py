"""Text levelled for the tables of patterns: lower case, no accents, every character where it was."""

import unicodedata
from functools import lru_cache


def level(text: str) -> str:
    """`text` in lower case and without accents, of the very same length, so that spans hold for both."""
    return text.lower() if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=4096)
def _plain(char: str) -> str:
    base = "".join(part for part in unicodedata.normalize("NFKD", char) if not unicodedata.combining(part)).lower()
    return base if len(base) == 1 else char.lower() if len(char.lower()) == 1 else char
