"""A small catalogue in our own words, for tests of understanding and search."""

from agent.catalogue.title import Title


def film(name: str, year: int, genres: str, description: str = "", **more: object) -> Title:
    """A film; `genres` separated by commas."""
    return _title(name, year, "movie", genres, description, more)


def series(name: str, year: int, genres: str, description: str = "", **more: object) -> Title:
    """A series; `genres` separated by commas."""
    return _title(name, year, "series", genres, description, more)


def _title(name: str, year: int, kind: str, genres: str, description: str, more: dict[str, object]) -> Title:
    slug = "-".join(name.lower().replace("'", "").replace(":", "").split())
    ident = f"{slug}-{year}"
    fields = {"source_ids": (f"test:{ident}",), **more}
    return Title(
        id=ident,
        title=name,
        year=year,
        media_type=kind,  # type: ignore[arg-type]
        genres=tuple(genre.strip() for genre in genres.split(",")),
        description=description,
        **fields,  # type: ignore[arg-type]
    )


TITLES = [
    film(
        "Heat",
        1995,
        "crime, drama, thriller",
        "A bank robber and the detective who hunts him lead lonely lives.",
        runtime=170,
        directors=("Michael Mann",),
        cast=("Al Pacino", "Robert De Niro"),
        countries=("United States",),
        votes=600_000,
        rating=8.2,
    ),
    film(
        "Ronin",
        1998,
        "action, crime, thriller",
        "Hired strangers chase a suitcase through France.",
        runtime=122,
        directors=("John Frankenheimer",),
        cast=("Robert De Niro", "Jean Reno"),
        countries=("United States",),
        votes=190_000,
        rating=7.2,
    ),
    film(
        "The Usual Suspects",
        1995,
        "crime, mystery, thriller",
        "A survivor tells the police of a crime boss nobody has seen.",
        runtime=106,
        directors=("Bryan Singer",),
        cast=("Kevin Spacey",),
        votes=1_100_000,
        rating=8.5,
    ),
    film(
        "12 Angry Men",
        1957,
        "drama",
        "Twelve jurors in one hot room argue about a boy's guilt.",
        runtime=96,
        directors=("Sidney Lumet",),
        cast=("Henry Fonda",),
        votes=800_000,
        rating=9.0,
        countries=("United States",),
    ),
    film(
        "Parasite",
        2019,
        "comedy, drama, thriller",
        "A poor family works its way into a rich house.",
        runtime=132,
        original_title="Gisaengchung",
        directors=("Bong Joon Ho",),
        cast=("Song Kang-ho",),
        countries=("South Korea",),
        votes=900_000,
    ),
    film(
        "Train to Busan",
        2016,
        "action, horror, thriller",
        "Passengers on a train flee from the undead.",
        runtime=118,
        directors=("Yeon Sang-ho",),
        cast=("Gong Yoo",),
        countries=("South Korea",),
        votes=250_000,
        rating=7.6,
    ),
    film(
        "Amélie",
        2001,
        "comedy, romance",
        "A shy waitress arranges other people's happiness.",
        runtime=122,
        original_title="Le Fabuleux Destin d'Amélie Poulain",
        directors=("Jean-Pierre Jeunet",),
        countries=("France",),
        votes=700_000,
    ),
    film("Love Story", 1970, "drama, romance", "Two students marry against a father's will.", runtime=99, votes=40_000),
    film(
        "Drishyam",
        2013,
        "crime, drama, thriller",
        "A cable man hides what his family did.",
        runtime=160,
        votes=40_000,
        directors=("Jeethu Joseph",),
        countries=("India",),
    ),
    film(
        "Drishyam",
        2015,
        "crime, drama, thriller",
        "A film lover protects his family from the police.",
        runtime=163,
        votes=90_000,
        directors=("Nishikant Kamat",),
        countries=("India",),
    ),
    film(
        "Alien",
        1979,
        "horror, science fiction",
        "A crew in space takes a deadly creature aboard.",
        runtime=117,
        votes=900_000,
        directors=("Ridley Scott",),
        cast=("Sigourney Weaver",),
        countries=("United Kingdom",),
        rating=8.5,
    ),
    film("Airplane!", 1980, "comedy", "A nervous pilot must land a plane full of sick people.", runtime=88, votes=240_000),
    film(
        "Toy Story",
        1995,
        "animation, family, comedy",
        "Toys come alive and fear a new arrival.",
        runtime=81,
        votes=1_000_000,
        cast=("Tom Hanks", "Tim Allen"),
        directors=("John Lasseter",),
    ),
    film(
        "Pulp Fiction",
        1994,
        "crime, drama",
        "Killers, a boxer and robbers cross paths.",
        runtime=154,
        votes=2_000_000,
        directors=("Quentin Tarantino",),
        cast=("John Travolta", "Uma Thurman"),
        rating=8.9,
    ),
    series(
        "Dark", 2017, "science fiction, mystery", "Children vanish in a small German town.", seasons=3, countries=("Germany",)
    ),
    series("The Queen's Gambit", 2020, "drama", "An orphan becomes a chess champion.", seasons=1, countries=("United States",)),
    series(
        "Breaking Bad", 2008, "crime, drama, thriller", "A chemistry teacher makes drugs.", seasons=5, cast=("Bryan Cranston",)
    ),
    series(
        "Money Heist",
        2017,
        "crime, thriller",
        "A gang robs the mint.",
        seasons=5,
        original_title="La casa de papel",
        countries=("Spain",),
    ),
    series(
        "Fleabag",
        2016,
        "comedy, drama",
        "A woman in London jokes her way through grief.",
        seasons=2,
        countries=("United Kingdom",),
    ),
]
