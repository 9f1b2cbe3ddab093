"""Whether a question asks for the contrast of two colours that it names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from agent.docs.tools.asking import Question
from agent.docs.tools.calls import CheckContrast
from agent.docs.tools.colours import BadColour, colour

_CONTRAST = re.compile(r"(?<![\w-])(?:[ck]ontr?ast(?:o|e)?(?![\w-]|\()|kontraszt\w*|kontrast\w*|contrastan|wcag|aaa?(?=\W|$))")
_READABLE = re.compile(
    r"(?<![\w-])(?:readable|legible|accessible|olvashato|akadalymentes|lesbar|barrierefrei|lisible|accesible)"
)
_OTHER = re.compile(r"prefers-contrast|contrast-color|contrast\(|forced-colors|high.contrast mode|filter")
_COLOUR = re.compile(
    r"(?<![\w&<])#[0-9a-z]{3,9}(?!\w)|(?<![\w-])(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch|color)\([^()]*\)|(?<![\w-])[a-z]+(?!\w|\()"
)
_GROUND = re.compile(r"(?:background|backdrop|bg|hatter\w*|fondo|fond|hintergrund\w*)$")
_TEXT = re.compile(r"(?:text|foreground|szoveg\w*|betu\w*|texto|texte|schrift)$")
# Roots of colours in the languages that CSS has no names in; what follows them are endings.
_SPOKEN = {
    "white": r"feher(?:en|hez|rel)?|weiss?(?:e[mnrs]?)?|blanc(?:he|o|a)?|blanco",
    "black": r"fekete\w{0,3}|feketevel|schwarz(?:e[mnrs]?)?|noire?|negr[oa]",
    "red": r"piros(?:on|hoz|sal)?|rot(?:e[mnrs]?)?|rouge|roj[oa]",
    "blue": r"kek(?:en|hez|kel)?|blau(?:e[mnrs]?)?|bleue?|azul",
    "green": r"zold(?:on|hoz|del)?|grun(?:e[mnrs]?)?|verte?|verde",
    "yellow": r"sarga|sargan|gelb(?:e[mnrs]?)?|jaune|amarill[oa]",
    "gray": r"szurke|szurken|grau(?:e[mnrs]?)?|grise?",
}
_NAMES = {name: re.compile(pattern) for name, pattern in _SPOKEN.items()}


@dataclass(frozen=True, slots=True)
class _Named:
    """A colour in a text: how CSS writes it, where it stands, and whether that is more than a word."""

    css: str
    begin: int
    end: int
    signed: bool


def ask_contrast(question: Question) -> CheckContrast | None:
    """The call for one or two colours; a single one must be written as code, for a word names no pair."""
    plain = question.plain.replace("`", " ").replace("ß", "s")
    contrast = _CONTRAST.search(plain)
    if _OTHER.search(plain) or not (contrast or _READABLE.search(plain)):
        return None
    text = question.text.replace("`", " ")
    named = list(_joined(list(_colours(plain, text)), plain))
    if len(named) == 1 and named[0].signed and contrast:
        return CheckContrast(foreground=named[0].css)
    if len(named) != 2:  # a pair has two
        return None
    first, second = named
    if _first_is_ground(plain, first, second):
        first, second = second, first
    return CheckContrast(foreground=first.css, background=second.css)


def _colours(plain: str, text: str) -> Iterator[_Named]:
    for found in _COLOUR.finditer(plain):
        word = found[0]
        if not word.isalpha():
            yield _Named(text[found.start() : found.end()], found.start(), found.end(), signed=True)
        elif name := _name(word):
            yield _Named(name, found.start(), found.end(), signed=False)


def _name(word: str) -> str:
    """The name that CSS has for a colour word; "" for other words."""
    try:
        colour(word)
        return word
    except BadColour as bad:
        if bad.problem == "current":
            return word
    return next((name for name, pattern in _NAMES.items() if pattern.fullmatch(word)), "")


def _joined(named: list[_Named], plain: str) -> Iterator[_Named]:
    """ "light gray" is one colour."""
    for one in named:
        before = re.search(r"(dark|light|medium|pale|deep|hot)\s+$", plain[: one.begin])
        name = f"{before[1]}{one.css}" if before else ""
        yield _Named(name, one.begin, one.end, one.signed) if name and _name(name) else one


def _first_is_ground(plain: str, first: _Named, second: _Named) -> bool:
    """Whether the words around say that the first of two colours is the background."""
    before = re.findall(r"\w+", plain[: first.begin])[-2:]
    between = re.findall(r"\w+", plain[first.end : second.begin])
    after = re.findall(r"\w+", plain[second.end :])[:1]
    if any(map(_GROUND.match, before)):
        return True
    if not between or not _GROUND.match(between[0]):
        return False
    return bool(len(between) > 1 or any(map(_TEXT.match, after))) and not any(map(_TEXT.match, before))
