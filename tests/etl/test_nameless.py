"""Records that name nobody: what they join, what they do not, and that one of two namesakes is chosen by the facts."""

import pytest

from agent.catalogue.title import Title
from etl.unify import unify
from tests.etl.test_unify import film


def bare(title: str, year: int | None = 2010, *, source: str = "tmdb", own: str = "", **facts: object) -> Title:
    """A record that names nobody."""
    return film(title, year, source=source, own=own, **{"directors": (), "cast": (), "genres": ("drama",), **facts})


SAME = [
    (film("The Call", genres=("drama", "crime")), bare("The Call")),
    (film("The Call", genres=(), countries=("South Korea",)), bare("The Call", language="ko", genres=())),
    (film("The Call", genres=("action",), runtime=101), bare("The Call", runtime=103)),
    (bare("The Call", language="fr"), bare("The Call", source="hulu", countries=("France",))),
    (film("The Call", genres=("teen",), runtime=101), bare("The Call", runtime=101)),
    (
        film("Long Run", 2018, media_type="series", seasons=7, genres=("drama",)),
        bare("Long Run", 2012, source="hulu", media_type="series", seasons=7),
    ),
]
APART = [
    (film("The Call", genres=("drama",)), bare("Call")),
    (film("The Call", 2011, genres=("drama",)), bare("The Call", 2010)),
    (film("The Call", None, genres=("drama",)), bare("The Call", None)),
    (film("The Call", genres=("drama",)), bare("The Call", media_type="series")),
    (film("The Call", genres=("comedy",)), bare("The Call")),
    (film("The Call", genres=()), bare("The Call", genres=())),
    (film("The Call", genres=("drama",), countries=("India",)), bare("The Call", language="ko")),
    (bare("The Call", language="fr"), bare("The Call", source="hulu", language="ko")),
    (film("The Call", genres=("drama",), runtime=80), bare("The Call", runtime=100)),
    (film("The Call", genres=("documentary",), runtime=100), bare("The Call", runtime=100)),
    (bare("The Call", source="hulu"), bare("The Call", source="hulu")),
    (
        film("Long Run", 2018, media_type="series", seasons=1, genres=("drama",)),
        bare("Long Run", 2012, source="hulu", media_type="series", seasons=1),
    ),
]


@pytest.mark.parametrize(("left", "right"), SAME)
def test_a_record_without_people_joins_where_name_year_type_and_facts_agree(left: Title, right: Title) -> None:
    """A shared genre, the language, the language's country or the runtime; seasons instead of the year for series."""
    assert len(unify([left, right])) == 1


@pytest.mark.parametrize(("left", "right"), APART)
def test_a_record_without_people_stays_apart_where_anything_speaks_against_it(left: Title, right: Title) -> None:
    """Another article, year, type, genre, language, country, length, the same source, or no fact in common at all."""
    assert len(unify([left, right])) == 2


def grouped(*records: Title) -> set[frozenset[str]]:
    """The source ids that are one title each, whatever the order of the records."""
    forwards = {frozenset(title.source_ids) for title in unify(records)}
    assert forwards == {frozenset(title.source_ids) for title in unify(records[::-1])}
    return forwards


def test_of_two_namesakes_of_one_year_the_facts_choose() -> None:
    """Two films with people never meet through one without; it goes to the one it agrees with most."""
    korean = film(
        "The Call", own="kr", directors=("Lee C",), cast=("Park S",), genres=("thriller",), countries=("South Korea",)
    )
    american = film("The Call", own="us", genres=("thriller",), countries=("United States",))
    listed = bare("The Call", own="1", genres=("thriller", "drama"), language="ko")
    other = bare("The Call", own="2", genres=("thriller", "drama"), language="en")
    assert grouped(korean, american, listed, other) == {
        frozenset({"netflix:kr", "tmdb:1"}),
        frozenset({"netflix:us", "tmdb:2"}),
    }


def test_where_the_facts_cannot_choose_nothing_is_joined() -> None:
    """Two namesakes that a record fits equally well: three titles, since a guess could be wrong."""
    one = film("Skin", own="a", directors=("A B",), cast=("C D",), genres=("drama",))
    other = film("Skin", own="b", directors=("E F",), cast=("G H",), genres=("drama",))
    assert len(grouped(one, other, bare("Skin"))) == 3


def test_records_without_people_of_several_sources_become_one_title() -> None:
    """Three tables that name nobody and one that does: one film, with the votes of whoever counts most."""
    people = film("Lamp", own="n", genres=("drama",))
    several = [bare("Lamp", source=source, own="x", rating=6.0, votes=10) for source in ("hulu", "tmdb", "tmdb-posters")]
    assert len(grouped(people, *several)) == 1


def test_the_same_id_at_one_data_base_is_one_film_whatever_the_names() -> None:
    """Two tables drawn from one data base: the id decides, and counts once."""
    (title,) = unify([bare("Oldboy", 2003, own="670"), bare("Old Boy!", 2004, own="670")])
    assert title.source_ids == ("tmdb:670",)


def test_an_enriching_source_adds_facts_and_no_titles() -> None:
    """Votes, rating and language fill the gaps of the titles that others have; its other rows are no titles."""
    lamp = film("The Lamp Room", genres=("drama",))
    rated = bare("The Lamp Room", source="imdb-basics", own="tt1", rating=7.1, votes=900, language="no")
    alone = bare("Nobody Has This", source="imdb-basics", own="tt2")
    (title,) = unify([lamp, rated, alone], enriching={"imdb-basics"})
    assert (title.rating, title.votes, title.language, title.directors) == (7.1, 900, "no", lamp.directors)
    assert len(unify([lamp, rated, alone])) == 2


def test_rows_of_an_enriching_source_never_bring_two_titles_together() -> None:
    """An enriching source with two films of that name and year leaves both titles as they are where it cannot tell."""
    lamp = film("Lamp", own="n", genres=("drama",))
    two = [bare("Lamp", source="imdb-basics", own=f"tt{n}", votes=n, rating=5.0) for n in (1, 2)]
    (title,) = unify([lamp, *two], enriching={"imdb-basics"})
    assert title.votes is None
