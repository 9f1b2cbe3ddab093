"""What a film is shown as: the name that its audience knows, with the listed one beside it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.understanding.lookup import TitleIndex
from etl.unify import unify
from tests.etl.test_unify import film


@pytest.mark.parametrize(
    ("listed", "year", "shown"),
    [
        ("Léon", 1994, "Léon"),
        ("Jules et Jim", 1962, "Jules et Jim"),
        ("Star Wars", 1977, "Star Wars"),
        ("Gake no ue no Ponyo", 2008, "Ponyo"),
        ("M - Eine Stadt sucht einen Mörder", 1931, "M"),
        ("Yôjinbô", 1961, "Yojimbo"),
    ],
)
def test_a_listed_name_stays_where_all_its_words_are_in_the_usual_one(listed: str, year: int, shown: str) -> None:
    """What people recognise anyway is not replaced by a longer form; the short form of a long name is."""
    (title,) = unify([film(listed, year, source="imdb")])
    assert title.title == shown
    assert (title.original_title == listed) == (shown != listed)


def test_a_service_that_lists_the_film_decides_what_it_is_called() -> None:
    """By the same name it stays, by another it takes that one, whatever the table of other names says."""
    original = film("Taare Zameen Par", 2007, source="imdb")
    assert unify([original, film("Taare Zameen Par", 2007)])[0].title == "Taare Zameen Par"
    assert unify([original, film("Like Stars on Earth", 2007)])[0].title == "Like Stars on Earth"


def test_the_name_of_the_starter_catalogue_stands() -> None:
    """Its names were chosen by hand."""
    (title,) = unify([film("Yojimbo", 1961, source="starter", original_title="Yôjinbô"), film("Yôjinbô", 1961, source="imdb")])
    assert (title.title, title.id) == ("Yojimbo", "yojimbo-1961")


@given(st.permutations([("Gisaengchung", 2019), ("Parasite", 1982), ("Druk", 2020), ("Oldeuboi", 2003)]))
def test_a_film_is_found_by_both_of_its_names_in_any_order_of_rows(rows: list[tuple[str, int]]) -> None:
    """No name that a look-up knew before is lost, and namesakes of another year keep their ids."""
    index = TitleIndex(unify([film(name, year, source="imdb") for name, year in rows]))
    assert index.find("Gisaengchung") == index.find("Parasite (2019)") == "gisaengchung-2019"
    assert index.find("Parasite (1982)") == "parasite-1982"
    assert index.find("Oldboy") == index.find("oldeuboi") == "oldeuboi-2003"
