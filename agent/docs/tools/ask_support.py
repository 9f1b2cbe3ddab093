"""Whether a question asks which browsers support a feature that MDN's data know."""

import re
from collections.abc import Iterator, Sequence

from agent.docs.tools.asking import Question
from agent.docs.tools.calls import TellSupport
from agent.docs.tools.compat import Compat, Found, standing
from agent.docs.tools.support_words import BROWSER_NAMES, KINDS, LEFT_OUT, SEPARATORS

_BROWSER_WORD = re.compile(r"(?<![\w-])(?:browsers?|bongeszo\w*|navegador\w*|navigateurs?|browsern?\w*)(?![\w-])")
_SUPPORT = re.compile(
    r"(?<![\w-])(?:supports?|supported|compatib\w*|since (?:when|which|what)|from which version|works?|available"
    r"|has|have|ships?|shipped|adds?|added|introduced|needs?"
    r"|tamogat\w*|miota|mikortol|mikor ota|verzio\w*|hanyas|elerheto|hasznalhat\w*|mukodik|ismeri|tudja|kompatib\w*"
    r"|unterstutz\w*|seit wann|ab wann|ab welche\w*|seit welche\w*|funktioniert|lauft|verfugbar"
    r"|soporta\w*|soporte|desde (?:cuando|que)|funciona|disponible|admite\w*"
    r"|supporte\w*|pris\w* en charge|pren\w* en charge|depuis (?:quand|quelle)|fonctionne|marche)(?![\w-])"
)
_ALONE = re.compile(
    r"(?<![\w-])(?:can i use|caniuse|baseline|widely available|browser[- ]?(?:support|compat\w*|unterstutzung)"
    r"|bongeszo-?tamogat\w*)"
)
_ENDING = re.compile(r"(?<=[\w)>])-(?:[aeo]?t|[bn][ae]n?|nak|nek|hoz|hez|hoz|ra|re|rol|s)$")
_ACCUSATIVE = re.compile(r"(?<=\w{3})(?:[aeo]?t)$")
_AROUND = ",;!?¿¡…\"“”„'’"
_MOST = 4  # features in one question


def ask_support(question: Question, compat: Compat) -> TellSupport | None:
    """The call, where nothing but features remains of the question once the words around them are left out."""
    browsers, rest = _browsers(question.unmarked)
    about_browsers = bool(browsers) or _BROWSER_WORD.search(question.unmarked) is not None
    if not (_ALONE.search(question.unmarked) or (about_browsers and _SUPPORT.search(question.unmarked))):
        return None
    within, words = _words(question, rest)
    if question.marked:
        # Beside code only what belongs to it may remain: "`:has`-t", "the `gap` property".
        found = [compat.find(one, within) for one in question.marked] if not words else []
    else:
        found = _features(words, within, compat)
    if not found or len(found) > _MOST or not all(one.paths for one in found):
        return None
    if not about_browsers and not within and not all(map(_surely, found)) and not question.marked:
        return None
    if len(found) == 1:
        paths, also = found[0].paths, found[0].also
        return TellSupport(features=paths, unclear=len(paths) > 1, also=also, browsers=browsers)
    paths = tuple(dict.fromkeys(path for one in found for path in one.paths))
    return TellSupport(features=paths, unclear=any(len(one.paths) > 1 for one in found), browsers=browsers)


def _surely(found: Found) -> bool:
    """Whether what was found has a name of its own: "can I use context?" is asked of frameworks too."""
    return standing(found.paths[0]) == 1


def _browsers(plain: str) -> tuple[tuple[str, ...], str]:
    """The browsers that a text names, in the order of the data, and the text with gaps in their places."""
    named: list[str] = []
    for browser, pattern in BROWSER_NAMES:
        if pattern.search(plain):
            named.append(browser)
            plain = pattern.sub(lambda found: " " * len(found[0]), plain)
    return tuple(named), plain


def _words(question: Question, rest: str) -> tuple[tuple[str, ...], list[str]]:
    """Where the words of kind say that the feature stands, and the words that remain, as typed."""
    within: list[str] = []
    remaining: list[str] = []
    for found in re.finditer(r"\S+", rest):
        plain = found[0].strip(_AROUND).rstrip(".:")
        typed = question.text[found.start() : found.end()].strip(_AROUND).rstrip(".:")
        if plain in KINDS:
            within += KINDS[plain]
        elif plain and plain.lstrip("-") and not LEFT_OUT.fullmatch(plain):
            remaining.append(typed)
    if question.marked:  # endings and joints of what stands as code
        remaining = [one for one in remaining if not one.startswith("-") and one.lower() not in SEPARATORS]
    return tuple(within), remaining


def _features(words: Sequence[str], within: Sequence[str], compat: Compat) -> list[Found]:
    """What all the words together name, or each of the parts between "and"."""
    whole = [word for word in words if word.lower() not in SEPARATORS]
    if len(whole) == len(words):
        return [_found(words, within, compat)] if words else []
    parts: list[list[str]] = [[]]
    for word in words:
        if word.lower() in SEPARATORS:
            parts.append([])
        else:
            parts[-1].append(word)
    return [_found(part, within, compat) for part in parts if part]


def _found(words: Sequence[str], within: Sequence[str], compat: Compat) -> Found:
    if not words:
        return Found()
    names = list(_spellings(" ".join(words)))
    tries = (compat.find(name, places) for places in dict.fromkeys((tuple(within), ())) for name in names)
    return next((found for found in tries if found.paths), Found())


def _spellings(name: str) -> Iterator[str]:
    """A name as typed, and without a Hungarian ending."""
    yield name
    shorter = _ENDING.sub("", name)
    if shorter != name:
        yield shorter
    if name[-1:].isalpha() and _ACCUSATIVE.search(name):
        yield _ACCUSATIVE.sub("", name)
        yield name[:-1]
