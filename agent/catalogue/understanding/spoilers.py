"""Whether somebody asks not to be told what happens in a title, in five languages."""

import re
from collections.abc import Iterator

from agent.catalogue.understanding.languages.level import level

# For levelled text: lower case, no accents; a space is any space.
_ASKED = r"""
(?:with )?(?:no|without|zero|avoid(?:ing)?|hide|hiding) (?:(?:any|all|plot|the) )*spoilers?
spoilers?[ -]*free
free of spoilers?
(?:hide|hiding|skip) (?:the )?(?:plot|story)(?: details)?
keep (?:the )?(?:plot|story|ending)s? (?:hidden|secret|to yourself)
(?:do not|don['’]?t|without) (?:spoil(?:ing)?|giv(?:e|ing) away) (?:me|it|anything|too much|(?:(?:the|any|their|its) )*(?:plot|stor|ending|twist)\w*)
(?:do not|don['’]?t|without) (?:reveal(?:ing)?|tell(?:ing)? me) (?:too much|how (?:it|they) ends?|what happens|(?:the )?(?:plot|story|ending|twist)s?)
spoilermentes(?:en)?
spoiler(?:ek|ezes)? nelkul
ne spoilerezz\w*(?: el)?(?: semmit)?
spoilert? ne
ne (?:lodd le|aruld el|meseld el),? (?:a (?:poent|veget|cselekmenyt|sztorit)|mi a vege)
sin (?:ningun |hacer )?(?:spoilers?|destripes?)
libre de spoilers?
no (?:me )?(?:hagas?|des|quiero) spoilers?
no me (?:cuentes|destripes|reveles|digas) (?:el final|la trama|la historia|nada|como (?:acaba|termina))
(?:ohne|keine) spoiler
spoilerfrei(?:e[rsmn]?)?
nichts? spoilern
verrate? (?:mir )?(?:nichts|nicht zu viel|(?:das ende|die handlung) nicht)
sans (?:aucun )?(?:spoilers?|spoil(?:er)?|divulgach\w*)
pas de spoil(?:ers?)?
ne (?:me )?spoile[sz]? (?:pas|rien)
ne me (?:raconte|revele|dis|racontez|revelez|dites) pas (?:la fin|l['’]histoire|l['’]intrigue|tout)
"""  # noqa: E501  a wish a line
_POLITE = r"(?:please|thanks|thank you|kerlek|legyszi(?:ves)?|por favor|gracias|bitte|danke|s['’]il (?:te|vous) plait|merci)\b"


def _pattern(words: str) -> re.Pattern[str]:
    return re.compile(words.replace(" *", r"\s*").replace(" ", r"\s+"))


_WISH = _pattern(rf"\b(?:{'|'.join(_ASKED.strip().splitlines())})\b")
# What joins it to the rest, and how politely it is said; looked for in a few characters only, so that no text takes long.
_BEFORE = _pattern(rf"(?:[,;:(–—-] *|\b(?:but|and|de|es|pero|y|aber|und|mais|et) )?(?:{_POLITE},? )?$")
_BEHIND = _pattern(rf"(?:,? {_POLITE})? *[).!]{{0,3}}")
_NEAR = 24


def _spans(plain: str) -> Iterator[tuple[int, int]]:
    for wish in _WISH.finditer(plain):
        start = max(0, wish.start() - _NEAR)
        before = _BEFORE.search(plain[start : wish.start()])
        behind = _BEHIND.match(plain, wish.end())
        yield (start + before.start() if before else wish.start()), (behind.end() if behind else wish.end())


def without_spoilers(text: str) -> tuple[str, bool]:
    """`text` without the wish that the plot be kept back, and whether there was one.

    A text that says nothing else stays as it is.
    """
    spans = list(_spans(level(text)))
    if not spans:
        return text, False
    rest = text
    for start, end in reversed(spans):
        rest = f"{rest[:start].rstrip()} {rest[end:].lstrip()}"
    rest = re.sub(r"\s([,.;!?])", r"\1", rest).strip(" ,;:")
    return (rest if re.search(r"\w", rest) else text), True
