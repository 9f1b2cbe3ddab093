"""Whether what is named in a request is wanted or not: "no horror", "not a comedy", "nothing too scary"."""

import re

_NEGATION = re.compile(
    r"\b(?:no|not|non|neither|without|never|avoid(?:ing)?|except(?:\s+for)?|hates?|dislikes?|nothing|isn['’]?t|don['’]?t|doesn['’]?t|aren['’]?t"
    r"|anything\s+but|other\s+than|sick\s+of|tired\s+of|skip|minus|less)\b[\s-]*"
    r"(?:(?:an?|any|the|too|very|so|overly|really|more|another|other|much|want|like|need|be|is|into|anything|something|movies?|films?"
    r"|directed|made|that|that['’]?s|bit|of|in|mood|for|watch|see|american|tv|kind|stuff|with|by|from|starring)\s+)*$",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\bnot\s+(?:only|just|necessarily)\s+$", re.IGNORECASE)
_LIST = re.compile(r"^\s*(?:films?|movies?|series|shows?)?\s*,?\s*(?:or|nor|and|/)\s*(?:any|an?|too|no)?\s*$", re.IGNORECASE)


def negation_before(text: str, start: int) -> int | None:
    """Where the negation that governs what begins at `start` begins itself, or None when it is wanted."""
    before = text[max(0, start - 80) : start]
    match = _NEGATION.search(before)
    if match is None or _ONLY.search(before):
        return None
    return start - len(before) + match.start()


def goes_on(text: str, end: int, start: int) -> bool:
    """Whether a list goes on from an item that ends at `end` to one that begins at `start` ("no horror or war films")."""
    return bool(_LIST.match(text[end:start]))
