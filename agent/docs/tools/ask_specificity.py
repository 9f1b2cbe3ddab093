"""Whether a question asks for the specificity of selectors that it shows."""

import re

from agent.docs.tools.asking import Question
from agent.docs.tools.calls import CompareSpecificity
from agent.docs.tools.selector_words import BETWEEN, ELEMENTS, WORDS
from agent.docs.tools.selectors import selectors
from agent.docs.tools.specificity import BadSelector

_SPECIFIC = re.compile(
    r"(?<!\w)(?:specificity|how specific|more specific|most specific|specificitas\w*|"
    r"milyen specifikus|mennyire specifikus|spezifitat|spezifischer|especificidad|"
    r"mas especific[oa]|specificite|plus specifique)(?!\w)"
)
_WINS = re.compile(
    r"(?<!\w)(?:wins?|winner|beats?|stronger|overrides?|takes? precedence|higher priority|applies"
    r"|nyer|ervenyesul|erosebb|felulirja|felulir|gewinnt|starker|"
    r"uberschreibt|gana|mas fuerte|gagne|l'emporte|plus forte?)(?!\w)"
)
# More than specificity decides there.
_CASCADE = re.compile(r"!important|(?<![\w-])inline(?!\w)|@layer|@scope|(?<!\w)(?:layers?|reteg\w*|style attribute)(?!\w)")
_CONCEPT = re.compile(r":{1,2}[a-z-]+\(\)|:(?:is|where|not|has|matches|nth-child|nth-last-child)")
_DECLARATION = re.compile(r"[{};]|^[a-z-]+:\s")
_COMBINATORS = frozenset({">", "+", "~", "||"})
_SIGN = re.compile(r"[.#\[:*&]")


def ask_specificity(question: Question) -> CompareSpecificity | None:
    """The call for the selectors, which stand as code, or by themselves where nothing else remains of the question."""
    plain = question.unmarked
    specific = _SPECIFIC.search(plain)
    if _CASCADE.search(question.plain) or not (specific or _WINS.search(plain)):
        return None
    found = [one for one in question.marked if one not in BETWEEN] or _bare(question.text)
    if not found or any(_CONCEPT.fullmatch(one) or _DECLARATION.search(one) for one in found):
        return None
    # "Which wins" is asked of many things: of selectors only where there are several, all right, and not mere words.
    if not specific and (len(found) < 2 or not all(map(_right, found)) or not any(map(_SIGN.search, found))):
        return None
    return CompareSpecificity(selectors=tuple(found)) if all(map(_meant, found)) else None


def _bare(text: str) -> list[str]:
    """The selectors of a question that has no code: what remains without the words around, parted at "or"."""
    tokens = text.rstrip(" ?!").replace(": ", " ", 1).split() if text.count(": ") == 1 else text.rstrip(" ?!").split()
    while tokens and _is_word(tokens[0]) and not (len(tokens) > 1 and tokens[1] in _COMBINATORS):
        tokens = tokens[1:]
    while tokens and _is_word(tokens[-1]) and tokens[-1].lower() not in ELEMENTS:
        tokens = tokens[:-1]
    parts: list[list[str]] = [[]]
    for token in tokens:
        if token.lower().strip(",") in BETWEEN or token.lower() == "és":
            parts.append([])
        else:
            parts[-1].append(token)
    return [" ".join(part).rstrip(",?") for part in parts if part]


def _is_word(token: str) -> bool:
    from_accents = token.lower().translate(str.maketrans("áéíóöőúüűèàâêñä", "aeiooouuueaaena"))
    return from_accents.strip(",?!") in WORDS or _SPECIFIC.fullmatch(from_accents) is not None


def _right(text: str) -> bool:
    try:
        return bool(selectors(text))
    except BadSelector:
        return False


def _meant(text: str) -> bool:
    """Whether it can only be meant as a selector: each of its words is an element, or has a sign of selectors."""
    return all(map(_plausible, _outside_brackets(text).split()))


def _plausible(word: str) -> bool:
    if word in _COMBINATORS or word == ",":
        return True
    begin = re.match(r"[\w-]*", word.replace("|", "-"))
    name = begin[0].lower() if begin else ""
    if name and name not in ELEMENTS and "-" not in name:
        return False
    return bool(name) or _SIGN.match(word) is not None or word[0] in ">+~'\""


def _outside_brackets(text: str) -> str:
    """`text` without what stands in brackets, which may hold anything."""
    shorter = re.sub(r"\([^()]*\)|\[[^\[\]]*\]", "", text)
    return shorter if shorter == text else _outside_brackets(shorter)
