"""Titles that are asked for and not there: in five languages and many wordings, and what is no title at all."""

from datetime import date

import pytest

from agent.catalogue.search.eval_records import read_examples
from agent.catalogue.understanding.understand import understand
from agent.catalogue.understanding.vocabulary import Vocabulary
from tests.agent.catalogue.shop import TITLES
from tests.shared import shared

VOCABULARY = Vocabulary.of(TITLES)


def missing(text: str) -> tuple[str, ...]:
    """What the text names and the shop lacks."""
    return understand(text, VOCABULARY, today=date(2024, 5, 1)).missing


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("do you have Copper Teapots?", "Copper Teapots"),
        ("have you got “the copper teapot”", ""),
        ("have you got “The Copper Teapot”", "The Copper Teapot"),
        ("is The Copper Teapot on here", "The Copper Teapot"),
        ("can I watch The Copper Teapot of Ghent", "The Copper Teapot of Ghent"),
        ("The Copper Teapot (2019)", "The Copper Teapot"),
        ("Heat (1962)", "Heat (1962)"),
        ("I'm looking for a film called copper teapots", "copper teapots"),
        ("got Copper Teapot 2?", "Copper Teapot 2"),
        ("do you have 'A Teapot for Mr. Wren'", "A Teapot for Mr. Wren"),
        ("something like Copper Teapots, but shorter", "Copper Teapots"),
        ("I loved The Copper Teapot (2011) and Heat (1995)", "The Copper Teapot"),
        ("megvan nektek a Rézből való kanna című film?", "Rézből való kanna"),
        ("van nektek Az utolsó kanna?", "Az utolsó kanna"),
        ("habt ihr den Film Der letzte Kessel", "Der letzte Kessel"),
        ("gibt es bei euch „Kupfernes Lied“?", "Kupfernes Lied"),
        ("¿tenéis la película La tetera de cobre?", "La tetera de cobre"),
        ("avez-vous « La bouilloire de cuivre » ?", "La bouilloire de cuivre"),
    ],
)
def test_a_title_asked_for_that_is_not_there_is_told(text: str, name: str) -> None:
    """The name as it was typed, whatever stands around it; a quotation in lower case is none."""
    assert missing(text) == ((name,) if name else ())


@pytest.mark.parametrize(
    "text",
    [
        "do you have Heat?",
        "Heat (1995)",
        "do you have Korean dramas",
        "looking for Disney movies",
        "I like Action and Comedy",
        "I like Italy",
        "somebody yells “You Idiot” in it",
        "is Tarantino any good",
        "a film with robots from the 90s",
        "habt ihr Komödien über Hunde",
        "¿tienes comedias francesas?",
        "avez-vous un film drôle ?",
        "van nektek vígjáték?",
        "Looking For Something Funny",
    ],
)
def test_what_names_no_title_misses_none(text: str) -> None:
    """Titles that are there, genres, studios, countries, quotations and plain nouns."""
    assert missing(text) == ()


@pytest.mark.parametrize(
    "text",
    ["do you have Seventeen Copper Teapots", "can I see The Heat Pump of Ghent", "have you got Copper Teapots of Heat?"],
)
def test_a_part_of_a_longer_name_is_not_the_title(text: str) -> None:
    """ "Heat" is not asked for by "The Heat Pump of Ghent"."""
    request = understand(text, VOCABULARY, today=date(2024, 5, 1))
    assert not request.lookup
    assert not request.like
    assert request.only_missing


def test_a_missing_title_beside_a_wish_is_not_all_that_was_asked() -> None:
    """What else was said is worth a search."""
    assert not understand("a slow drama like Copper Teapots", VOCABULARY, today=date(2024, 5, 1)).only_missing


@pytest.mark.parametrize("name", ["keywords", "tot"])
def test_real_requests_without_titles_miss_none(name: str) -> None:
    """Of keywords and remembered films, at most one in a hundred is taken to name a title (all titles being unknown here)."""
    examples = read_examples(shared(f"data/eval/{name}_dev.jsonl"))[:300]
    wrong = [example.text for example in examples if missing(example.text)]
    assert len(wrong) <= len(examples) / 100, wrong
