"""Phrases of who watches: "for a seven-year-old", "PG-13 at most", "no R-rated", "kid friendly". All become an age."""

import re

from agent.catalogue.certificates import certificate_age
from agent.catalogue.understanding.phrase_rules import NUMBER, Calendar, Values, constant, number, rule

# Where nobody says an age, a child is old enough for what asks for parental guidance, and no older.
CHILD, WITH_FAMILY, TEENAGER, NOT_RESTRICTED = 8, 10, 14, 16
_ADULT = 18  # who is of age needs no certificate

_CODE = r"(?P<code>PG[\s-]?13|NC[\s-]?17|TV[\s-]?(?:MA|14|PG|G|Y7|Y)|PG|R|G|U/?A)(?!\w|-(?!rated))"
_FOR = r"\b(?:(?:suitable|ok(?:ay)?|good|appropriate|safe|fine|something)\s+)?(?:for|with)"
_OUR = r"(?:my|our|his|her|their|the|some)"
_CHILDREN = (
    r"(?:kids?|child(?:ren)?|sons?|daughters?|nephews?|nieces?"
    r"|grand(?:son|daughter|child|children|kids?)|boys?|girls?|class|pupils?)"
)


def _age(match: re.Match[str], _calendar: Calendar) -> Values | None:
    value = number(match["n"])
    return {"viewer_age": int(value)} if value is not None and 0 < value < _ADULT else None


def _ceiling(match: re.Match[str], _calendar: Calendar) -> Values | None:
    age = certificate_age(_code(match["code"]))
    return {"viewer_age": age} if age is not None else None


def _below(match: re.Match[str], _calendar: Calendar) -> Values | None:
    age = certificate_age(_code(match["code"]))
    return {"viewer_age": age - 1} if age else None


def _code(typed: str) -> str:
    plain = re.sub(r"[\s-]", "", typed.upper())
    return re.sub(r"^(PG)(?=13)|^(NC)|^(TV)", lambda match: f"{match[0]}-", plain)


AUDIENCE_RULES = (
    rule(
        rf"{_FOR}\s+(?:an?|{_OUR})?\s*(?P<n>{NUMBER})(?:[\s-]+(?:and|or)\s+\w+)?[\s-]+years?[\s-]+olds?(?:\s+{_CHILDREN})?\b",
        _age,
    ),
    rule(
        rf"{_FOR}\s+(?:an?|{_OUR})\s+{_CHILDREN}[\s,(]+(?:who\s+(?:is|are)\s+)?(?:aged?\s+|age\s+of\s+|of\s+)?(?P<n>{NUMBER})"
        r"(?:\s+(?:and|or)\s+\w+)?(?:\s+years?(?:\s+old)?)?\)?(?![\w-])",
        _age,
    ),
    rule(
        rf"\b{_OUR}\s+(?:little\s+)?{_CHILDREN}\s+(?:is|are)\s+(?P<n>{NUMBER})(?:\s+(?:and|or)\s+\w+)?(?:\s+years?(?:\s+old)?)?(?![\w-])",
        _age,
    ),
    rule(
        rf"(?<=\b)(?:we|us|group|family|adults|everyone)\b[^.!?]{{0,60}}?\b(?:and|with|plus|including)\s+(?:an?|one|our|my)\s+(?P<n>{NUMBER})"
        r"[\s-]+years?[\s-]+olds?\b",
        _age,
    ),
    rule(rf"\b(?:for\s+)?(?:kids|children|viewers)\s+(?:aged|under|of)\s+(?P<n>{NUMBER})(?:\s*(?:-|to|and|or)\s*\d+)?\b", _age),
    rule(r"\b(?:suitable|ok(?:ay)?|fine)\s+for\s+(?:under\s+|ages?\s+)(?P<n>\d{1,2})\b", _age),
    rule(
        rf"\b(?:no|not|nothing|without|avoid|isn['’]?t|aren['’]?t)\s+(?:an?\s+|any\s+)?(?:rated\s+)?{_CODE}"
        r"(?:[\s-]*rated\b)?(?:\s+(?:films?|movies?|stuff|ones?|content|ratings?)\b)?",
        _below,
    ),
    rule(
        rf"\b(?:nothing|not|no\s+\w+)\s+(?:above|over|beyond|stronger\s+than|harder\s+than|higher\s+than|worse\s+than)\s+(?:an?\s+)?{_CODE}"
        r"(?:[\s-]*rat(?:ed|ing)\b)?",
        _ceiling,
    ),
    rule(
        rf"\b(?:at\s+most|max(?:imum)?(?:\s+of)?|up\s+to|rated|rating|certificate|certified)\s+(?:an?\s+)?{_CODE}"
        r"(?:\s+(?:or\s+(?:lower|below|less|under|softer)|at\s+(?:the\s+)?most|max(?:imum)?|tops))?",
        _ceiling,
    ),
    rule(
        rf"(?<![\w-]){_CODE}(?:\s+(?:or\s+(?:lower|below|less|under|softer)|at\s+(?:the\s+)?most|max(?:imum)?|tops)\b)",
        _ceiling,
    ),
    rule(r"(?<![\w-])(?P<code>PG[\s-]?13|TV[\s-]?(?:14|PG|G|Y7|Y)|PG|G)[\s-]*rated\b", _ceiling),
    rule(
        r"\b(?:suitable\s+for|safe\s+for|ok(?:ay)?\s+for|for)\s+(?:my\s+|our\s+)?teen(?:ager)?s?\b",
        constant(viewer_age=TEENAGER),
    ),
    rule(
        r"\bnot\s+for\s+adults(?:\s+only)?\b | \bno\s+adult\s+(?:content|films?|movies?|stuff)\b",
        constant(viewer_age=NOT_RESTRICTED),
    ),
    # What names the family genre too is left in the text, for the genres to be read from it.
    rule(r"(?=\b(?:kids?|child(?:ren)?)[\s-]+(?:friendly|safe)\b)", constant(viewer_age=CHILD)),
    rule(
        rf"(?=\b(?:suitable\s+|safe\s+|ok(?:ay)?\s+|appropriate\s+|good\s+)?for\s+(?:(?:the|my|our|small|little|young|younger)\s+)*{_CHILDREN}\b)",
        constant(viewer_age=CHILD),
    ),
    rule(r"(?=\bfor\s+(?:the\s+)?(?:whole|entire|all\s+the)\s+family\b)", constant(viewer_age=WITH_FAMILY)),
    rule(r"(?=\bfamily[\s-]+friendly\b)", constant(viewer_age=WITH_FAMILY)),
    rule(
        r"\bfamily[\s-]+safe\b | \bsafe\s+for\s+(?:the\s+)?family\b"
        r" | \bclean\b(?=\s+(?:[\w-]+\s+)?(?:film|movie|comed|humou?r))",
        constant(viewer_age=WITH_FAMILY),
    ),
)
