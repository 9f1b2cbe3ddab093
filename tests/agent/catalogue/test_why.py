"""Why a title is shown: facts that were asked for, in the asker's language."""

import pytest

from agent.catalogue.request import Request
from agent.catalogue.search.why import reasons
from agent.catalogue.title import Title

FILM = Title(
    "gran-torino-2008",
    "Gran Torino",
    2008,
    "movie",
    ("imdb:1",),
    directors=("Clint Eastwood",),
    cast=("Clint Eastwood", "Bee Vang"),
    genres=("crime", "thriller"),
    runtime=116,
    countries=("United States",),
    language="en",
    certificate="PG",
    rating=8.1,
)
SERIES = Title("s", "S", 2020, "series", ("netflix:s1",), directors=("Ada Quill",), seasons=2, countries=("France",))


@pytest.mark.parametrize(
    ("title", "request_", "why"),
    [
        (FILM, Request("", viewer_age=10), ("certificate PG",)),
        (FILM, Request("", viewer_age=7), ()),
        (FILM, Request("", viewer_age=10, language="de"), ("Freigabe PG",)),
        (FILM, Request("", people=("Clint Eastwood",)), ("directed by Clint Eastwood", "with Clint Eastwood")),
        (FILM, Request("", people=("Clint Eastwood",), directors=("Clint Eastwood",)), ("directed by Clint Eastwood",)),
        (FILM, Request("", people=("Bee Vang",), language="hu"), ("szereplő: Bee Vang",)),
        (FILM, Request("", spoken=("en",), language="fr"), ("en anglais",)),
        (FILM, Request("", genres=("crime", "thriller"), runtime_max=120), ("a crime thriller", "116 minutes")),
        (
            FILM,
            Request("", genres=("crime", "thriller"), runtime_max=120, rating_min=8, language="de"),
            ("Krimi und Thriller", "116 Minuten", "mit 8.1 bewertet"),
        ),
        (FILM, Request("", countries=("United States",), language="es"), ("de Estados Unidos",)),
        (SERIES, Request("", seasons_min=2, language="es"), ("2 temporadas",)),
        (SERIES, Request("", people=("Ada Quill",)), ("created by Ada Quill",)),
        (SERIES, Request("", spoken=("fr",), language="de"), ("aus Frankreich",)),
        (SERIES, Request("", year_from=2015, language="hu"), ("2020",)),
    ],
)
def test_what_was_asked_for_and_holds_is_a_reason(title: Title, request_: Request, why: tuple[str, ...]) -> None:
    """Certificates, parts of people, seasons, languages and countries, each in the words of the asker."""
    assert reasons(title, request_, (), frozenset()) == why


def test_what_a_resemblance_says_is_not_said_again() -> None:
    """The genres shared with the title that it should be like stand there alone."""
    other = Title("o", "Other", 2000, "movie", ("imdb:2",), genres=("crime", "thriller"))
    assert reasons(FILM, Request("", like=("o",), genres=("crime",)), (other,), frozenset()) == (
        "like Other, a crime thriller",
    )
