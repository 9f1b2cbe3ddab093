"""The words of documentation as the keyword search sees them, in chunks and in questions alike.

A keyword search drops signs and stop words, so `:has`, `.at()` and `v-if` would be lost: names keep a word of their own.
"""

import re

from agent.retrieval.encoders import SparseEncoder
from agent.retrieval.stopwords import stop_words

# Of the six sources' chunks; BM25's length normalisation only needs the order of magnitude.
MEAN_WORDS = 120.0
_SIGNS = {":": "colon", "$": "dollar", "@": "at"}
_SIGNED = re.compile(r"(?:(?<![\w:])|(?<=\w)(?=::?[a-z]))(::?|\$|@)([A-Za-z][\w-]*)")
_JOINED = re.compile(r"(?<![\w.-])[A-Za-z]\w*(?:[-.][A-Za-z]\w*)+")
_DIRECTIVE = re.compile(r"\buse (?:client|server|cache|memo|strict)\b")
_CALLED = re.compile(r"([A-Za-z]\w*)\(\)")


def sparse_encoder() -> SparseEncoder:
    """The keyword encoder for documentation: in it "watch", "type" and "show" are names, not the talk of film questions."""
    return SparseEncoder(mean_words=MEAN_WORDS, unasked=stop_words)


def with_names(text: str) -> str:
    """The text with a word behind it for each name made of words and signs: `colonhas` for `:has`, `atcall` for `at()`."""
    names: dict[str, None] = {}
    for signs, name in _SIGNED.findall(text):
        names["".join(_SIGNS[sign] for sign in signs) + re.sub(r"\W", "", name)] = None
    for name in (*_JOINED.findall(text), *_DIRECTIVE.findall(text)):
        names[re.sub(r"\W", "", name)] = None
    for name in _CALLED.findall(text):
        names[f"{name}call"] = None
    return f"{text}\n{' '.join(names)}" if names else text
