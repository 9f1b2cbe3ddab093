"""Text made comparable: how names are matched however they are typed."""

import re
import unicodedata

_ARTICLE = re.compile(r"^(?:the|a|an|le|la|les|el|los|las|il|lo|der|die|das)\s+(?=\S)")
_NOT_WORD = re.compile(r"[^\w]+")
# Letters that Unicode does not decompose.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"})


def fold(text: str) -> str:
    """Lower case, without accents, apostrophes and punctuation; words parted by one space; `&` is `and`."""
    plain = text.replace("&", " and ")
    if plain.isascii():  # nearly all text, at a fifth of the time
        plain = plain.lower()
    else:
        plain = unicodedata.normalize("NFKD", plain).casefold().translate(_PLAIN)
        plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = plain.replace("'", "").replace("’", "")
    return _NOT_WORD.sub(" ", plain).replace("_", " ").strip()


def without_article(folded: str) -> str:
    """A folded name without its leading article ("the usual suspects" → "usual suspects"); never empty for a non-empty name."""
    return _ARTICLE.sub("", folded)
