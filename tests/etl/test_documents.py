"""The text that is embedded and the payload that filters test."""

from agent.catalogue.title import Title
from etl.documents import document, payload, plot

FULL = Title(
    id="parasite-2019",
    title="Parasite",
    year=2019,
    media_type="movie",
    source_ids=("imdb:1", "starter:parasite-2019"),
    original_title="Gisaengchung",
    aliases=("Parasite (Hindi)", "Basement"),
    directors=("Ada Quill",),
    genres=("drama", "thriller"),
    cast=("A One", "B Two", "C Three", "D Four"),
    runtime=132,
    countries=("South Korea",),
    certificate="R",
    rating=8.6,
    votes=10,
    description="A family moves in.",
    poster="https://p.example/x.jpg",
    date_added="2020-01-01",
    essence="Cold and funny.",
)
BARE = Title(id="bare", title="Bare", year=None, media_type="series", source_ids=("netflix:s1",))


def test_the_document_begins_with_genres_and_ends_with_the_description() -> None:
    """Genres, how it feels, names without language labels, type and year, director, three actors, country, the text."""
    assert document(FULL) == (
        "drama, thriller. Cold and funny. Parasite / Gisaengchung / Basement. film, 2019. directed by Ada Quill. "
        "with A One, B Two, C Three. South Korea. A family moves in."
    )


def test_the_document_leaves_out_what_is_unknown() -> None:
    """A title without facts is its name and type; no placeholder stands for the rest."""
    assert document(BARE) == "Bare. series."


def test_the_plot_names_nobody_and_ends_with_the_essence() -> None:
    """Name, type, genres, description, essence: no people, no year, no country; nothing stands for what is unknown."""
    assert plot(FULL) == "Parasite. film. drama, thriller. A family moves in. Cold and funny."
    assert plot(BARE) == "Bare. series."


def test_the_payload_holds_what_filters_test() -> None:
    """Every filterable fact by its name, people as directors and whole cast together."""
    assert payload(FULL) == {
        "id": "parasite-2019",
        "media_type": "movie",
        "year": 2019,
        "runtime": 132,
        "genres": ["drama", "thriller"],
        "people": ["Ada Quill", "A One", "B Two", "C Three", "D Four"],
        "directors": ["Ada Quill"],
        "countries": ["South Korea"],
        "languages": ["ko"],
        "from_age": "17",
        "rating": 8.6,
    }


def test_unknown_facts_are_absent_from_the_payload() -> None:
    """A range or a list condition cannot match what is not there."""
    assert payload(BARE) == {"id": "bare", "media_type": "series"}
