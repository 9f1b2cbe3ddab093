"""Titles as people type them: how often the right one comes, over a whole catalogue."""

import random
from collections.abc import Callable, Sequence
from datetime import date

import pytest

from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold, without_article
from agent.catalogue.understanding.lookup import TitleIndex, numbered
from agent.catalogue.understanding.understand import understand
from agent.catalogue.understanding.vocabulary import Vocabulary
from etl.read import read_file
from etl.sources.starter import read_starter
from etl.unify import unify
from tests.shared import shared

Typing = Callable[[Title, random.Random], str]


def _typo(name: str, draw: random.Random) -> str:
    """One slip: a letter doubled, dropped, swapped with the next or hit beside; never the first."""
    places = [at for at in range(1, len(name) - 1) if name[at].isalpha() and name[at + 1].isalpha()]
    if not places:
        return name
    at = draw.choice(places)
    return draw.choice(
        (
            name[:at] + name[at] + name[at:],
            name[:at] + name[at + 1 :],
            name[:at] + name[at + 1] + name[at] + name[at + 2 :],
            name[:at] + draw.choice("aeinrst") + name[at + 1 :],
        )
    )


EXACT: dict[str, Typing] = {
    "as it is": lambda title, _: title.title,
    "folded": lambda title, _: fold(title.title),
    "without article": lambda title, _: without_article(fold(title.title)),
    "in capitals": lambda title, _: title.title.upper(),
    "with its year": lambda title, _: f"{title.title} ({title.year})",
    "year behind": lambda title, _: f"{title.title.lower()} {title.year}",
}
MISTYPED: dict[str, tuple[int, Typing]] = {
    # The shortest name in which so many slips still leave one meaning.
    "one typo": (6, lambda title, draw: _typo(title.title, draw)),
    "two typos": (12, lambda title, draw: _typo(_typo(title.title.lower(), draw), draw)),
}


def right(index: TitleIndex, titles: Sequence[Title], typing: Typing) -> tuple[float, list[str]]:
    """The share of titles that are found by what is typed, a title of the same name counting too; and what failed."""
    draw = random.Random(3)
    failed = []
    for title in titles:
        typed = typing(title, draw)
        found = index.find(typed)
        if found is None or (found != title.id and found not in index.namesakes(title.id)):
            failed.append(f"{typed} → {found}")
    return 1 - len(failed) / len(titles), failed


@pytest.fixture(scope="module")
def starter() -> list[Title]:
    """The starter catalogue."""
    return unify(read_starter())


@pytest.fixture(scope="module")
def tables() -> list[Title]:
    """The titles of the two real tables."""
    sources = {"netflix": shared("data/netflix_titles.csv"), "imdb": shared("data/imdb_top_1000.csv")}
    return unify(title for name, path in sources.items() for title in read_file(name, path, "").titles)


@pytest.mark.parametrize("way", EXACT)
def test_a_name_as_it_is_finds_its_title(starter: list[Title], way: str) -> None:
    """At least 98 % of the starter's titles are found by their name, however it is written."""
    share, failed = right(TitleIndex(starter), starter, EXACT[way])
    assert share >= 0.98, failed


@pytest.mark.parametrize("way", MISTYPED)
def test_a_mistyped_name_finds_its_title(starter: list[Title], way: str) -> None:
    """At least 95 % of the starter's titles are found with one slip, the longer ones with two."""
    least, typing = MISTYPED[way]
    long = [title for title in starter if len(without_article(fold(title.title))) >= least]
    share, failed = right(TitleIndex(starter), long, typing)
    assert share >= 0.95, failed


SENTENCES = (
    "have you got {}?",
    "tell me about {}",
    "is {} any good?",
    "do you have {}",
    "¿tienes {}?",
    "hast du {}?",
    "avez-vous {} ?",
    "megvan a {}?",
)


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_name_in_a_question_is_looked_up(starter: list[Title], sentence: str) -> None:
    """At least 95 % of the starter's titles are found where a question in one of five languages names them."""
    vocabulary = Vocabulary.of(starter)
    failed = []
    for title in starter:
        request = understand(sentence.format(title.title), vocabulary, today=date(2026, 12, 1))
        wanted = set(vocabulary.titles.namesakes(title.id))
        if not wanted & set(request.lookup):
            failed.append((title.title, request.lookup, request.like))
    assert len(failed) <= 0.05 * len(starter), failed


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_the_real_tables_are_looked_up(tables: list[Title]) -> None:
    """Of a thousand of their titles, at least 98 % by their exact name, 95 % with a slip in names of some length."""
    index = TitleIndex(tables)
    some = random.Random(5).sample(tables, 1000)
    for typing in EXACT.values():
        share, failed = right(index, some, typing)
        assert share >= 0.98, failed
    for least, typing in MISTYPED.values():
        long = [title for title in some if len(without_article(fold(title.title))) >= least]
        share, failed = right(index, long, typing)
        assert share >= 0.95, failed


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("godfather 2", "the-godfather-part-ii-1974"),
        ("The Godfather Part 2", "the-godfather-part-ii-1974"),
        ("the godfather two", "the-godfather-part-ii-1974"),
        ("The Godfather", "the-godfather-1972"),
        ("Fargo the series", "fargo-2014"),
        ("the film Fargo", "fargo-1996"),
        ("Fargo (series)", "fargo-2014"),
    ],
)
def test_a_number_or_the_type_tells_titles_apart(typed: str, expected: str) -> None:
    """A sequel is found by its number however it is written, and of two titles of one name the type decides."""
    titles = [
        Title("the-godfather-1972", "The Godfather", 1972, "movie", ("test:1",), votes=9),
        Title("the-godfather-part-ii-1974", "The Godfather Part II", 1974, "movie", ("test:2",), votes=8),
        Title("fargo-1996", "Fargo", 1996, "movie", ("test:3",), votes=7),
        Title("fargo-2014", "Fargo", 2014, "series", ("test:4",)),
    ]
    request = understand(typed, Vocabulary.of(titles), today=date(2026, 12, 1))
    assert request.lookup == (expected,)
    assert numbered(numbered(fold(typed))) == numbered(fold(typed))
