"""A theme in one word of another language is searched by its English one."""

from datetime import date

import pytest

from agent.catalogue.understanding.languages.themes import THEMES
from agent.catalogue.understanding.understand import understand
from agent.catalogue.understanding.vocabulary import Vocabulary
from tests.agent.catalogue.shop import TITLES

VOCABULARY = Vocabulary.of(TITLES)


@pytest.mark.parametrize(
    ("text", "language", "wish"),
    [("kémek", "hu", "spies"), ("Bosszú!", "hu", "revenge"), ("venganza", "es", "revenge"), ("Spione", "de", "spies")],
)
def test_a_theme_alone_is_read_in_its_language(text: str, language: str, wish: str) -> None:
    """The answer is in that language, too."""
    request = understand(text, VOCABULARY, today=date(2026, 12, 1))
    assert (request.wish, request.language) == (wish, language)


def test_a_theme_among_other_words_is_left_as_it_is() -> None:
    """Only a word alone says too little."""
    assert "kémekről" in understand("egy film kémekről", VOCABULARY, today=date(2026, 12, 1)).wish


def test_every_language_has_nearly_every_theme() -> None:
    """Few are English words too."""
    for code in ("hu", "es", "de", "fr"):
        assert len({english for language, english in THEMES.values() if language == code}) >= 35
