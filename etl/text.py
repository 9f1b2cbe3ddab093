"""Pure helpers on text: tidying what is shown, and folding what is compared. Nothing here knows films or files."""

import re
import unicodedata
from collections.abc import Iterable

# Zero-width and bidirectional marks that carry no meaning in a title or name. The joiners U+200C and U+200D stay: Persian,
# Indic scripts and emoji need them.
_INVISIBLE = dict.fromkeys(map(ord, "\u200b\ufeff\u2060\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e"))
# "Sammy Davis, Jr." is one name: the comma before these belongs to it.
_SUFFIXES = re.compile(r"(?:Jr|Sr|Esq|II|III|IV|M\.?D|Ph\.?\s?D)\.?", re.IGNORECASE)
# Letters that have no accent to take off but that people type without: Yılmaz, Łódź, Sørensen.
_PLAIN_LETTERS = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
_NOT_PLAIN = re.compile(r"[^a-z0-9]+")
_ARTICLES = re.compile(r"^(?:the|an?)\s+(?=\S)")


def tidy(text: str) -> str:
    """The text in NFC, without invisible marks, every run of white space (line ends, no-break spaces) one space, stripped."""
    if text.isascii():  # nothing to compose and nothing invisible: most texts, and many are tidied
        return " ".join(text.split())
    return " ".join(unicodedata.normalize("NFC", text.translate(_INVISIBLE)).split())


def split_list(cells: Iterable[str]) -> tuple[str, ...]:
    """The items of comma lists, tidied, empty ones dropped, each name once (spelling of its first mention), in order."""
    items: dict[str, str] = {}
    for cell in cells:
        parts: list[str] = []
        for part in map(tidy, cell.split(",")):
            if parts and _SUFFIXES.fullmatch(part):
                parts[-1] = f"{parts[-1]}, {part}"
            elif part:
                parts.append(part)
        for part in parts:
            items.setdefault(fold(part), part)
    return tuple(items.values())


def fold(text: str) -> str:
    """The text for comparison: compatibility forms joined, case and accents gone, letters, digits and foreign marks kept.

    Accents are dropped from Latin, Greek and Cyrillic letters only: elsewhere a combining mark is a vowel, not an ornament. A
    text of nothing but punctuation folds to itself.
    """
    if text.isascii():
        return _NOT_PLAIN.sub("", text.lower()) or tidy(text).casefold()
    kept: list[str] = []
    plain_base = False
    # Case is folded on both sides of the compatibility forms: 𝑨 has no lower case of its own, and ﬃ unfolds to letters that do.
    lower = unicodedata.normalize("NFKC", tidy(text).casefold()).casefold().translate(_PLAIN_LETTERS)
    for sign in unicodedata.normalize("NFKD", lower):
        category = unicodedata.category(sign)
        if category[0] == "M":
            if not plain_base:
                kept.append(sign)
        elif category[0] in "LN":
            plain_base = sign < "\u0530"  # Latin, Greek, Cyrillic and the digits come before Armenian
            kept.append(sign)
    return unicodedata.normalize("NFC", "".join(kept)) or tidy(text).casefold()


def name_key(title: str) -> str:
    """The key under which two spellings of a title meet: folded, "&" read as "and", a leading English article dropped."""
    plain = tidy(title).casefold().replace("&", " and ")
    return fold(_ARTICLES.sub("", tidy(plain)))
