"""The constraint set: what is understood of each request, and whether what is found keeps it."""

import shutil
from collections.abc import AsyncIterator
from dataclasses import asdict
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.request import Request
from agent.catalogue.search.finder import Finder
from agent.catalogue.search.table import FactTable
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.languages.tell import grammar_of
from agent.catalogue.understanding.understand import understand
from agent.catalogue.understanding.vocabulary import Vocabulary
from agent.retrieval.encoders import SparseEncoder
from agent.retrieval.home import EdgeHome
from agent.retrieval.language import detect_language
from etl.sources.starter import read_starter
from etl.unify import unify
from tests.agent.catalogue.constraint_set import CONSTRAINTS, ENGLISH, FRENCH, GERMAN, HUNGARIAN, SPANISH
from tests.agent.catalogue.natural_requests import (
    NATURAL,
    NATURAL_ENGLISH,
    NATURAL_FRENCH,
    NATURAL_GERMAN,
    NATURAL_HUNGARIAN,
    NATURAL_SPANISH,
)
from tests.installation import KnowingEncoder

TODAY = date(2026, 12, 1)
SHOWN = 5


@cache
def vocabulary() -> Vocabulary:
    """The words of the starter catalogue."""
    return Vocabulary.of(unify(read_starter()))


def read(text: str) -> Request:
    """The request behind `text`, as a search would have it."""
    return understand(text, vocabulary(), today=TODAY, language=detect_language(text))


@pytest.mark.parametrize(("text", "expected"), [*CONSTRAINTS, *NATURAL], ids=[text for text, _ in [*CONSTRAINTS, *NATURAL]])
def test_every_condition_is_understood_in_five_languages(text: str, expected: dict[str, Any]) -> None:
    """Each request states its conditions and no others, and what cannot be told is said in the asker's language."""
    empty = asdict(Request(""))
    said = {key: value for key, value in asdict(read(text)).items() if value != empty[key] and key not in {"wish", "language"}}
    assert said == expected


@pytest.mark.parametrize(
    ("code", "requests"),
    [
        ("hu", [*HUNGARIAN, *NATURAL_HUNGARIAN]),
        ("es", [*SPANISH, *NATURAL_SPANISH]),
        ("de", [*GERMAN, *NATURAL_GERMAN]),
        ("fr", [*FRENCH, *NATURAL_FRENCH]),
        (None, [*ENGLISH, *NATURAL_ENGLISH]),
    ],
)
def test_the_language_is_told_without_the_detector(code: str | None, requests: list[tuple[str, Any]]) -> None:
    """The words alone give the language away, in at least nine requests of ten."""
    told = [grammar.code if (grammar := grammar_of(text, "")) else None for text, _ in requests]
    assert told.count(code) >= 0.9 * len(told), [text for (text, _), found in zip(requests, told, strict=True) if found != code]


_PIECES = sorted({word for text, _ in CONSTRAINTS for word in text.split()})


@given(
    st.text(max_size=200) | st.lists(st.sampled_from(_PIECES), max_size=10).map(" ".join),
    st.sampled_from(["", "hu", "es", "de", "fr"]),
)
def test_any_text_in_any_script_is_read_the_same_twice(text: str, language: str) -> None:
    """No text raises, no span is empty, nothing is both wanted and refused, and levelled text keeps its length."""
    request = understand(text, vocabulary(), today=TODAY, language=language)
    assert request == understand(text, vocabulary(), today=TODAY, language=language)
    for low, high in (("year_from", "year_to"), ("runtime_min", "runtime_max"), ("seasons_min", "seasons_max")):
        first, last = getattr(request, low), getattr(request, high)
        assert first is None or last is None or first <= last
    assert not set(request.genres) & set(request.without_genres)
    assert not set(request.countries) & set(request.without_countries)
    assert not set(request.like) & set(request.exclude)
    assert len(level(text)) == len(text)


@pytest.fixture
async def finder(installation: Path, dense: KnowingEncoder, tmp_path: Path) -> AsyncIterator[Finder]:
    """The starter catalogue with the real encoder."""
    folder = Path(shutil.copytree(installation, tmp_path / "starter", symlinks=True))
    opened = await Finder.open(folder, home=EdgeHome(folder / "run"), dense=dense, sparse=SparseEncoder(), today=lambda: TODAY)
    yield opened
    await opened.close()


@pytest.mark.slow
async def test_what_is_found_keeps_the_conditions(finder: Finder) -> None:
    """At least 95 % of the five best titles of a request keep all of its conditions, over more than eighty requests.

    Where the catalogue has too few that do, the search gives way and says so: those requests are counted apart, and all that
    the catalogue has must be there.
    """
    table = FactTable(list(finder.titles.values()))
    shown = kept = asked = 0
    broken = []
    for text, _ in CONSTRAINTS:
        request = finder.understand(text)
        if request.lookup:
            continue
        found = await finder.find(request, limit=SHOWN)
        asked += 1
        mask = table.mask(request, {*request.like, *request.exclude})
        ids = [item.title.id for item in found.titles]
        keeping = [title for title in ids if mask[table.row[title]]]
        possible = int(mask.sum())
        assert len(keeping) == min(SHOWN, possible, len(ids)), (text, ids)
        assert possible >= SHOWN or found.notes or len(ids) == possible, text
        shown += len(ids) if possible >= SHOWN else len(keeping)
        kept += len(keeping)
        broken += [(text, title) for title in ids if title not in keeping]
    assert asked >= 80
    assert kept >= 0.95 * shown, broken
