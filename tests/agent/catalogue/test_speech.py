"""What is said in five languages: every sentence in each of them, with the same words put in."""

import string
from collections.abc import Mapping

import pytest

from agent.catalogue.request import Request
from agent.catalogue.speech import answer, reasons, request, sentences
from agent.catalogue.speech.genres import genre
from agent.catalogue.speech.places import from_place, in_language
from agent.catalogue.speech.request import described
from agent.catalogue.speech.voice import VOICES, Voice, listed, voice_of
from agent.catalogue.understanding.country_words import COUNTRY_ADJECTIVES, LANGUAGE_CODES
from etl.genres import GENRES

TABLES: list[Mapping[str, tuple[str, ...]]] = [sentences._SENTENCES, reasons._REASONS, answer._FRAME, request._PHRASES]
# English counts what it opens a list with; the others have no need to.
COUNTED = {"count", "are"}


def _put_in(phrase: str) -> set[str]:
    return {field for _, field, _, _ in string.Formatter().parse(phrase) if field} - COUNTED


@pytest.mark.parametrize(("name", "phrases"), [(name, row) for table in TABLES for name, row in table.items()])
def test_a_phrase_is_there_in_every_language_and_says_the_same(name: str, phrases: tuple[str, ...]) -> None:
    """Five phrases, none empty, each with the same words put in."""
    assert len(phrases) == len(VOICES)
    assert all(phrase.strip() for phrase in phrases)
    assert len({frozenset(_put_in(phrase)) for phrase in phrases}) == 1, name


@pytest.mark.parametrize("voice", [voice for voice in VOICES if voice != "en"])
def test_what_requests_name_has_a_word_in_every_language(voice: Voice) -> None:
    """Genres, the larger film countries and the languages of the understanding are hardly ever told by their English names."""
    assert sum(genre(name, voice) == name for name in GENRES) <= len(GENRES) // 2
    countries = {country for (country,) in COUNTRY_ADJECTIVES.values()}
    assert sum(from_place(country, voice).startswith("(") for country in countries) <= len(countries) // 4
    assert all(
        code not in in_language(code, voice).split()[-2 if voice == "hu" else 1 :][:1] for code in LANGUAGE_CODES.values()
    )


def test_a_language_that_is_not_spoken_here_is_answered_in_english() -> None:
    """Also where it could not be told."""
    assert [voice_of(code) for code in ("hu", "it", "", "fr")] == ["hu", "en", "en", "fr"]
    assert [listed(("a", "b", "c"), voice, either=True) for voice in VOICES[:3]] == ["a, b or c", "a, b vagy c", "a, b o c"]


LIMITS: list[dict[str, object]] = [
    {"media_type": "series"},
    {"genres": ("comedy",)},
    {"year_from": 1990},
    {"year_to": 1999},
    {"year_from": 1990, "year_to": 1999},
    {"runtime_max": 100},
    {"runtime_min": 100},
    {"seasons_max": 1},
    {"seasons_max": 3},
    {"seasons_min": 3},
    {"rating_min": 8.0},
    {"viewer_age": 7},
    {"people": ("Al Pacino",)},
    {"people": ("Al Pacino",), "directors": ("Al Pacino",)},
    {"without_people": ("Al Pacino",)},
    {"without_directors": ("Al Pacino",)},
    {"countries": ("France",)},
    {"without_countries": ("France",)},
    {"spoken": ("fr",)},
    {"without_spoken": ("fr",)},
    {"without_genres": ("horror",)},
]


@pytest.mark.parametrize("voice", VOICES)
def test_every_limit_of_a_request_is_said(voice: Voice) -> None:
    """No limit is passed over, and no two are told by the same words."""
    said = [described(Request("", **limit), voice) for limit in [{}, *LIMITS]]  # type: ignore[arg-type]
    assert len(set(said)) == len(said)


def test_a_request_with_many_limits_reads_as_one_phrase() -> None:
    """In English as people would say it, in the other languages as a list."""
    asked = Request(
        "",
        media_type="series",
        genres=("crime",),
        seasons_max=2,
        viewer_age=13,
        countries=("South Korea", "Japan"),
        without_countries=("United States",),
    )
    assert described(asked, "en") == (
        "crime series from South Korea or from Japan with at most 2 seasons for 13-year-olds not from the United States"
    )
    assert described(asked, "de") == (
        "Serien (Krimi), aus Südkorea oder aus Japan, mit höchstens 2 Staffeln, für 13-Jährige, nicht aus den USA"
    )
