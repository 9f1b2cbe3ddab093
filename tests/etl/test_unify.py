"""Which records become one title, which stay apart, and which facts and ids a title gets."""

import dataclasses
import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent.catalogue.title import MediaType, Title
from etl.match import group_same, person_key, strip_label
from etl.unify import unify
from tests.etl.tables import story

COUNTER = iter(range(10_000))


def film(title: str, year: int | None = 2010, *, source: str = "netflix", own: str = "", **facts: object) -> Title:
    """A record with a source id and a story of its own unless the test gives them."""
    number = next(COUNTER)
    base = Title(
        id="",
        title=title,
        year=year,
        media_type="movie",
        source_ids=(f"{source}:{own or f's{number}'}",),
        directors=("Ada Quill",),
        cast=("Bo Lind", "Cy Marr"),
        description=story(number),
    )
    return dataclasses.replace(base, **facts)  # type: ignore[arg-type]


SAME = [
    (film("The Lamp Room"), film("Lamp Room", source="imdb")),
    (film("The Lamp Room", 2010), film("The Lamp Room", 2011, source="imdb")),
    (film("The Lamp Room", 2010), film("The Lamp Room", None, source="imdb")),
    (film("The Lamp Room", 2010), film("The Lamp Room", 2012, source="imdb")),
    (film("Consequences\u00a0"), film("CONSEQUENCES")),
    (film("Düğün Yolu", directors=("Yılmaz Er",)), film("Dugun Yolu", source="imdb", directors=("Yilmaz Er",))),
    (film("Blind Street", directors=("Joon-ho Bo",)), film("Blind Street", source="imdb", directors=("Bo Joon Ho",))),
    (film("The Lamp Room", directors=()), film("The Lamp Room", source="imdb")),
    (film("The Lamp Room", directors=(), cast=(), genres=("war",)), film("The Lamp Room", source="starter", genres=("war",))),
    (film("Lampenzimmer", source="imdb"), film("The Lamp Room", source="starter", original_title="Lampenzimmer")),
    (film("Two Words (Hindi Version)"), film("Two Words (Tamil Version)", 2011)),
    (film("Respelt", description=story(7)), film("Respellt", description=story(7), directors=())),
    (
        film("Songs", description=story(8)),
        film("Songs (Tamil)", description=story(8), directors=(), cast=()),
    ),
    (
        film("Long Run", 2008, source="starter", media_type="series", directors=()),
        film("Long Run", 2019, media_type="series", directors=(), cast=("Cy Marr", "Bo Lind", "Di Hart")),
    ),
]
APART = [
    (film("Joker", 2019), film("Joker", 2012)),
    (film("Veronica", directors=("Paco P",)), film("Verónica", directors=("Carlos A",), cast=("Di Hart",))),
    (film("The Soul", 2021, directors=("Cheng W",)), film("Soul", 2020, source="imdb", directors=("Pete D",))),
    (film("Drishyam", 2013, directors=("J. Joseph",)), film("Drishyam", 2015, directors=("N. Kamat",))),
    (film("The Lamp Room"), film("The Lamp Room", media_type="series")),
    (
        film("What If?", media_type="series", directors=(), cast=("Bo Lind", "Di Hart")),
        film("WHAT / IF", media_type="series", directors=(), cast=("Ed Voss", "Cy Marr")),
    ),
    (
        film("Stranger", media_type="series", directors=(), cast=("Bo Lind", "Di Hart")),
        film("THE STRANGER", media_type="series", directors=(), cast=("Bo Lind", "Ed Voss")),
    ),
    (film("The Lamp Room", directors=(), cast=()), film("The Lamp Room", directors=(), cast=())),
    (film("Stranger", directors=(), cast=(), genres=("war",)), film("The Stranger", source="starter", genres=("war",))),
    (film("The Lamp Room", directors=(), cast=()), film("The Lamp Room", source="starter")),
    (
        film("Rhymes (Hindi)", description=story(9), directors=(), cast=()),
        film("Bedtime Stories", description=story(9), directors=(), cast=()),
    ),
    (film("One", description="Short."), film("Other", description="Short.")),
    (film("The Lamp Room", 2010, cast=()), film("The Lamp Room", 2012, cast=())),
]


@pytest.mark.parametrize(("left", "right"), SAME, ids=lambda title: title.title)
def test_records_of_one_film_become_one_title(left: Title, right: Title) -> None:
    """A shared name with a shared director, or one description with a shared person or name, makes one title of both ids."""
    (title,) = unify([left, right])
    assert set(title.source_ids) == {*left.source_ids, *right.source_ids}


@pytest.mark.parametrize(("left", "right"), APART, ids=lambda title: title.title)
def test_a_shared_name_alone_joins_nothing(left: Title, right: Title) -> None:
    """Other director, other cast, other type, years apart or no evidence at all: two titles, with two ids."""
    titles = unify([left, right])
    assert len(titles) == 2
    assert len({title.id for title in titles}) == 2


def test_language_versions_become_one_title_under_the_plain_name() -> None:
    """Four language versions are one film; each labelled name stays as an alias."""
    versions = [film(f"Boom{label}", description=story(1)) for label in (" (Hindi)", "", " (Malayalam)", " (Telugu)")]
    (title,) = unify(versions)
    assert title.title == "Boom"
    assert set(title.aliases) == {"Boom (Hindi)", "Boom (Malayalam)", "Boom (Telugu)"}


def test_a_single_language_version_keeps_its_name_and_answers_to_the_plain_one() -> None:
    """Only the Hindi version of a film is offered: it is called so, and found without the label."""
    (title,) = unify([film("Kabaddi (Hindi Version)")])
    assert (title.title, title.aliases) == ("Kabaddi (Hindi Version)", ("Kabaddi",))


def test_a_third_record_joins_two_that_do_not_know_each_other() -> None:
    """City of God and Cidade de Deus meet through the record that carries both names."""
    both = film("City of God", 2002, source="starter", original_title="Cidade de Deus")
    (title,) = unify([film("City of God", 2002), film("Cidade de Deus", 2002, source="imdb"), both])
    assert (title.title, title.original_title, title.aliases) == ("City of God", "Cidade de Deus", ())
    assert len(title.source_ids) == 3


def test_the_better_fact_is_kept_from_each_source() -> None:
    """Year, runtime, rating, votes and poster come from IMDb, certificate, countries and date added from Netflix."""
    netflix = film(
        "Ex M",
        2015,
        genres=("drama", "science fiction"),
        runtime=108,
        certificate="R",
        countries=("United Kingdom",),
        date_added="2020-01-01",
        description="Short one.",
        cast=("Di Hart", "Cy Marr"),
        directors=("Ada Quill", "Ann Bell"),
    )
    imdb = film(
        "Ex M",
        2014,
        source="imdb",
        genres=("drama", "thriller"),
        runtime=107,
        certificate="UA",
        rating=7.7,
        votes=1000,
        poster="https://p.example/x.jpg",
        description="A longer text about the same.",
        cast=("Cy Marr", "Bo Lind"),
    )
    (title,) = unify([netflix, imdb])
    assert (title.id, title.year, title.runtime, title.certificate) == ("ex-m-2014", 2014, 107, "R")
    assert (title.rating, title.votes, title.poster) == (7.7, 1000, "https://p.example/x.jpg")
    assert (title.countries, title.date_added) == (("United Kingdom",), "2020-01-01")
    assert title.genres == ("drama", "thriller", "science fiction")
    assert title.cast == ("Cy Marr", "Bo Lind", "Di Hart")
    assert title.directors == ("Ada Quill", "Ann Bell")
    assert title.description == "A longer text about the same."


def test_a_cut_off_description_loses_to_a_whole_one() -> None:
    """A longer text that ends in dots is not the better one."""
    records = [film("One", description="Whole."), film("One", source="imdb", description="Longer but cut off at the ...")]
    assert [title.description for title in unify(records)] == ["Whole."]


def test_the_starters_own_words_and_names_win_and_others_fill_its_gaps() -> None:
    """The starter's description stays; rating and poster, which it leaves out, come from IMDb."""
    starter = film(
        "Parasite", 2019, source="starter", original_title="Gisaengchung", description="Our own words.", genres=("drama",)
    )
    imdb = film("Gisaengchung", 2019, source="imdb", rating=8.6, votes=10, description=story(3), genres=("comedy",))
    (title,) = unify([imdb, starter])
    assert (title.id, title.description, title.original_title) == ("parasite-2019", "Our own words.", "Gisaengchung")
    assert (title.rating, title.genres) == (8.6, ("drama", "comedy"))


def test_an_essence_survives_records_that_have_none() -> None:
    """However full another source's record is, how the film feels is still known, also when the starter's is the poorer one."""
    starter = film("Ex M", source="starter", cast=(), essence="Cold, hushed and clever.")
    imdb = film("Ex M", source="imdb", rating=7.7, votes=1000, poster="https://p.example/x.jpg", runtime=107)

    assert [title.essence for title in unify([imdb, starter])] == ["Cold, hushed and clever."]
    assert [title.essence for title in unify([imdb])] == [""]


def test_ids_are_readable_and_numbered_only_on_collision() -> None:
    """Slug and year; the second of two titles that want one id gets -2; without a year the slug stands alone."""
    titles = unify(
        [
            film("The Usual Suspects", 1995),
            film("Veronica", 2017, directors=("Paco P",)),
            film("Verónica", 2017, directors=("Carlos A",), cast=()),
            film("L'été & moi", None),
            film("!!!", 2001),
            film("8½", 1963),
            film("기생충", 2019),
        ]
    )
    ids = {title.title: title.id for title in titles}
    assert ids["The Usual Suspects"] == "the-usual-suspects-1995"
    assert {ids["Veronica"], ids["Verónica"]} == {"veronica-2017", "veronica-2017-2"}
    assert ids["L'été & moi"] == "lete-and-moi"
    assert ids["!!!"] == "untitled-2001"
    assert ids["8½"] == "8-and-a-half-1963"
    assert ids["기생충"].endswith("-2019")
    assert ids["기생충"] != "untitled-2019"


def test_a_numbered_id_never_takes_one_that_is_a_titles_own() -> None:
    """A film called "Rec 2" without year and two called "Rec": three ids."""
    titles = unify([film("Rec", None, directors=("A",)), film("Rec", None, directors=("B",), cast=()), film("Rec 2", None)])
    assert sorted(title.id for title in titles) == ["rec", "rec-2", "rec-3"]
    assert next(title.id for title in titles if title.title == "Rec 2") == "rec-2"


def test_ids_do_not_depend_on_source_ids() -> None:
    """Rows that move in a file without an id column (IMDb) keep their titles' ids."""
    left, right = film("Veronica", 2017, directors=("P",)), film("Verónica", 2017, directors=("C",), cast=())
    renumbered = [dataclasses.replace(right, source_ids=("imdb:1",)), dataclasses.replace(left, source_ids=("imdb:2",))]
    by_name = {title.title: title.id for title in unify([left, right])}
    assert {title.title: title.id for title in unify(renumbered)} == by_name


def test_source_ids_stand_in_natural_order() -> None:
    """s52 before s304, IMDb before Netflix."""
    records = [film("One", own=own) for own in ("s304", "s52")] + [film("One", source="imdb", own="9")]
    assert unify(records)[0].source_ids == ("imdb:9", "netflix:s52", "netflix:s304")


RECORDS = st.builds(
    lambda title, year, source, directors, cast, kind, text: (title, year, source, directors, cast, kind, text),
    st.sampled_from(["Rec", "The Rec", "Rec (Hindi)", "Reç", "Other", "!!!"]),
    st.sampled_from([None, 2010, 2011, 2012]),
    st.sampled_from(["netflix", "imdb", "starter", "more"]),
    st.sampled_from([(), ("Ada Quill",), ("Ann Bell",)]),
    st.sampled_from([(), ("Bo Lind", "Cy Marr"), ("Di Hart",)]),
    st.sampled_from(["movie", "series"]),
    st.sampled_from([story(1), story(2), ""]),
)
Row = tuple[str, int | None, str, tuple[str, ...], tuple[str, ...], MediaType, str]


# Two services list one film by different spellings, and the third by its original name.
SPELLINGS: list[Row] = [(name, None, source, (), (), "movie", story(1)) for name, source in (
    ("Rec", "netflix"), ("The Rec", "imdb"), ("Reç", "netflix"))]  # fmt: skip


@given(st.lists(RECORDS, max_size=8), st.randoms(use_true_random=False))
@example(SPELLINGS, random.Random(1))
@example(SPELLINGS, random.Random(2))
def test_the_catalogue_does_not_depend_on_row_order(rows: list[Row], shuffler: random.Random) -> None:
    """Any order of the same records gives the same titles; ids are unique and every record is in exactly one title."""
    records = [
        film(title, year, source=source, own=f"x{n}", directors=directors, cast=cast, media_type=kind, description=text)
        for n, (title, year, source, directors, cast, kind, text) in enumerate(rows)
    ]
    titles = unify(records)
    shuffled = records.copy()
    shuffler.shuffle(shuffled)
    assert unify(shuffled) == titles
    assert len({title.id for title in titles}) == len(titles)
    assert sorted(source for title in titles for source in title.source_ids) == sorted(r.source_ids[0] for r in records)


@given(st.lists(RECORDS, max_size=8))
def test_groups_hold_every_record_once_and_one_media_type(rows: list[Row]) -> None:
    """Grouping loses and doubles nothing and never mixes films with series."""
    records = [film(title, year, media_type=kind) for title, year, _, _, _, kind, _ in rows]
    groups = group_same(records)
    assert sorted(id(record) for group in groups for record in group) == sorted(map(id, records))
    assert all(len({record.media_type for record in group}) == 1 for group in groups)


def test_language_labels_are_told_from_other_brackets() -> None:
    """Only a language at the end is a label; a title that is nothing but a label keeps it."""
    assert strip_label("Baahu (Tamil Version)") == "Baahu"
    assert strip_label("Office (U.S.)") == "Office (U.S.)"
    assert strip_label("(English)") == "(English)"


def test_people_meet_whatever_the_order_of_their_names() -> None:
    """Family name first or last, initials with dots or without, are one person; two people are not."""
    assert person_key("Bong Joon Ho") == person_key("Joon-ho Bong")
    assert person_key("S.S. Raja") == person_key("S. S. Raja")
    assert person_key("Ada Quill") != person_key("Ada Quilt")
