"""Which language's table a request is read with: the words that give it away, and what the detector says."""

import re

from agent.catalogue.understanding.country_words import COUNTRY_ADJECTIVES, COUNTRY_NAMES
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS
from agent.catalogue.understanding.languages.french import FRENCH
from agent.catalogue.understanding.languages.german import GERMAN
from agent.catalogue.understanding.languages.grammar import Grammar, cue_words
from agent.catalogue.understanding.languages.hungarian import HUNGARIAN
from agent.catalogue.understanding.languages.kinds import found
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.languages.spanish import SPANISH

GRAMMARS = (HUNGARIAN, SPANISH, GERMAN, FRENCH)
CODES = frozenset(grammar.code for grammar in GRAMMARS)
# No other of the languages writes these, nor glues "with" to a name.
_HUNGARIAN_LETTERS = re.compile(r"[őűŐŰ]|[áéíóöúü]v[ae]l\b")
# As much as a word: the detector is sure of itself, but names of films mislead it.
_DETECTED = 1
# "¿tienes …?", "hast du …?" at the start: what follows is a name, in whatever language.
_ASKING = 6
_ENGLISH = cue_words(
    """
    suspense noir recent court plus mint van hat son once die war was me long a an the i we you me my our
    something anything nothing with without from of in on for to and or not no but like any some film films movie
    movies show shows series season seasons about good best old new short long under over less more than by is are
    was be that this it at most least last years year want looking find give recommend set starring directed
    minutes hours hour seen except kids family comedy funny scary romantic tell what who have got
    """
)


def grammar_of(text: str, language: str) -> Grammar | None:
    """The table for `text`, of which the detector says `language` (ISO 639-1 or ""); None for English and all others."""
    words = fold(text).split()
    if _HUNGARIAN_LETTERS.search(text):
        words.append("egy")
    best = max(GRAMMARS, key=lambda grammar: _lead(words, text, grammar, language))
    return best if _lead(words, text, best, language) > 0 else None


def _kinds(text: str, grammar: Grammar) -> int:
    """How many genres, countries and words for films it has, as typed, that are no English ones."""
    plain = level(text)
    named = [match for table in ("genres", "places") for match, _ in found(plain, grammar, table)]
    named += [match for name in ("movie", "series") for match in grammar.pattern(name).finditer(plain)]
    typed = [text[match.start() : match.end()].lower() for match in named]
    return sum(not any(name in words for words in (_ENGLISH, GENRE_WORDS, COUNTRY_NAMES, COUNTRY_ADJECTIVES)) for name in typed)


def _lead(words: list[str], text: str, grammar: Grammar, language: str) -> int:
    """By how many words the language leads over English; what is a word of both says nothing."""
    own = sum(word in grammar.cues and word not in _ENGLISH for word in words) + _kinds(text, grammar)
    english = sum(word in _ENGLISH and word not in grammar.cues for word in words)
    asking = _ASKING * bool(grammar.pattern("asked").match(level(text).lstrip(' ¿¡"')))
    return own - english + asking + _DETECTED * ((language == grammar.code) - (language == "en"))
