"""Requests of our own in five languages, with the conditions that each states: for understanding, and for what is found."""

from typing import Any

from agent.catalogue.understanding.notes import Note

MOVIE, SERIES = {"media_type": "movie"}, {"media_type": "series"}


def noted(*names: Note) -> tuple[Note, ...]:
    """The notes of these names."""
    return names


def _decade(first: int) -> dict[str, Any]:
    return {"year_from": first, "year_to": first + 9}


def _genres(*names: str) -> dict[str, Any]:
    return {"genres": names}


ENGLISH: list[tuple[str, dict[str, Any]]] = [
    ("a comedy from the seventies", {**_genres("comedy"), **_decade(1970)}),
    ("a tense thriller from the last twenty years", {**_genres("thriller"), "year_from": 2006}),
    ("drama older than me, born 1980", {**_genres("drama"), "year_to": 1979}),
    ("horror film under an hour and a half", {**MOVIE, **_genres("horror"), "runtime_max": 90}),
    ("something romantic, not too long", {**_genres("romance"), "runtime_max": 105}),
    ("a crime film between 1990 and 2000", {**MOVIE, **_genres("crime"), "year_from": 1990, "year_to": 2000}),
    ("a long western", {**_genres("western"), "runtime_min": 150}),
    ("a series with one season", {**SERIES, "seasons_max": 1}),
    ("a comedy series, not more than two seasons", {**SERIES, **_genres("comedy"), "seasons_max": 2}),
    ("a mini-series about a crime", {**SERIES, "seasons_max": 1}),
    ("a drama series with at least five seasons", {**SERIES, **_genres("drama"), "seasons_min": 5}),
    ("an animated film for a seven-year-old", {**MOVIE, **_genres("animation"), "viewer_age": 7}),
    ("an adventure for my 10 year old son", {**_genres("adventure"), "viewer_age": 10}),
    ("a family-safe comedy", {**_genres("comedy"), "viewer_age": 10}),
    ("a thriller, PG-13 at most", {**_genres("thriller"), "viewer_age": 13}),
    ("science fiction, no R-rated films", {**_genres("science fiction"), "viewer_age": 16}),
    ("kid friendly animation", {**_genres("family", "animation"), "viewer_age": 8}),
    ("a thriller in French", {**_genres("thriller"), "spoken": ("fr",), "notes": noted("spoken")}),
    ("a Korean film without subtitles", {**MOVIE, "countries": ("South Korea",), "notes": noted("subtitles")}),
    ("a Japanese animation", {**_genres("animation"), "countries": ("Japan",)}),
    ("a crime film from Italy or from France", {**MOVIE, **_genres("crime"), "countries": ("Italy", "France")}),
    ("films from Italy, France and Japan", {**MOVIE, "countries": ("Italy", "France", "Japan")}),
    ("a crime film from Italy", {**MOVIE, **_genres("crime"), "countries": ("Italy",)}),
    ("a drama, not American", {**_genres("drama"), "without_countries": ("United States",)}),
    ("a romance, no French films please", {**_genres("romance"), "without_countries": ("France",)}),
    ("something tense, no horror or gore", {"without_genres": ("horror",)}),
    ("anything but romance from the eighties", {"without_genres": ("romance",), **_decade(1980)}),
    ("a drama without musicals or war films", {**_genres("drama"), "without_genres": ("musical", "war")}),
    ("scary but not a thriller", {**_genres("horror"), "without_genres": ("thriller",)}),
    ("comedy or drama from 1994", {**_genres("comedy", "drama"), "any_genre": True, "year_from": 1994, "year_to": 1994}),
    ("a film with Al Pacino", {**MOVIE, "people": ("Al Pacino",)}),
    ("films directed by Quentin Tarentino", {**MOVIE, "people": ("Quentin Tarantino",), "directors": ("Quentin Tarantino",)}),
    (
        "with Clint Eastwood but not directed by Clint Eastwood",
        {"people": ("Clint Eastwood",), "without_directors": ("Clint Eastwood",)},
    ),
    ("a crime film without Robert De Niro", {**MOVIE, **_genres("crime"), "without_people": ("Robert De Niro",)}),
    ("something with Al Pacino or Robert De Niro", {"people": ("Al Pacino", "Robert De Niro"), "any_people": True}),
    ("written by Quentin Tarantino", {"notes": noted("writers")}),
    ("a heist film, not Heat", {**MOVIE, "exclude": ("heat-1995",)}),
    ("science fiction except Alien", {**_genres("science fiction"), "exclude": ("alien-1979",)}),
    ("I have seen Heat and Alien, what else is tense?", {"exclude": ("heat-1995", "alien-1979")}),
    ("like Heat but shorter", {"like": ("heat-1995",), "runtime_max": 169}),
    ("like Alien but newer", {"like": ("alien-1979",), "year_from": 1980}),
    ("like Alien but funnier", {"like": ("alien-1979",), **_genres("comedy")}),
    ("three films about love", {**MOVIE, "limit": 3}),
    ("just one comedy", {**_genres("comedy"), "limit": 1}),
]
HUNGARIAN: list[tuple[str, dict[str, Any]]] = [
    ("egy vígjáték a hetvenes évekből", {**_genres("comedy"), **_decade(1970)}),
    ("izgalmas thriller az elmúlt húsz évből", {**_genres("thriller"), "year_from": 2006}),
    ("krimi a 90-es évekből", {**_genres("crime"), **_decade(1990)}),
    ("dráma 1980 előttről", {**_genres("drama"), "year_to": 1979}),
    ("sci-fi 2010 után", {**_genres("science fiction"), "year_from": 2011}),
    ("film 1994-ből", {**MOVIE, "year_from": 1994, "year_to": 1994}),
    ("horrorfilm másfél óránál rövidebben", {**MOVIE, **_genres("horror"), "runtime_max": 90}),
    ("romantikus film, de ne legyen túl hosszú", {**MOVIE, **_genres("romance"), "runtime_max": 105}),
    ("legfeljebb két évados sorozat", {**SERIES, "seasons_max": 2}),
    ("vicces sorozat egy évaddal", {**SERIES, **_genres("comedy"), "seasons_max": 1}),
    ("rajzfilm egy hétéves gyereknek", {**MOVIE, **_genres("animation"), "viewer_age": 7}),
    ("kalandfilm gyerekeknek", {**MOVIE, **_genres("adventure", "family"), "viewer_age": 8}),
    ("egy francia vígjáték", {**_genres("comedy"), "countries": ("France",)}),
    ("japán film", {**MOVIE, "countries": ("Japan",)}),
    ("dráma, de ne legyen amerikai", {**_genres("drama"), "without_countries": ("United States",)}),
    ("valami izgalmas, horror nélkül", {"without_genres": ("horror",)}),
    ("krimi, de nem vígjáték", {**_genres("crime"), "without_genres": ("comedy",)}),
    ("vígjáték vagy dráma", {**_genres("comedy", "drama"), "any_genre": True}),
    ("egy film Al Pacinóval", {**MOVIE, "people": ("Al Pacino",)}),
    ("krimi Robert De Niro nélkül", {**_genres("crime"), "without_people": ("Robert De Niro",)}),
    ("olyan, mint a Heat, de rövidebb", {"like": ("heat-1995",), "runtime_max": 169}),
    ("az Alienhez hasonló film", {**MOVIE, "like": ("alien-1979",)}),
    ("sci-fi, kivéve az Alien", {**_genres("science fiction"), "exclude": ("alien-1979",)}),
    ("három filmet kérek a szerelemről", {**MOVIE, "limit": 3}),
    ("film felirat nélkül", {**MOVIE, "notes": noted("subtitles")}),
]
SPANISH: list[tuple[str, dict[str, Any]]] = [
    ("una comedia de los años setenta", {**_genres("comedy"), **_decade(1970)}),
    ("un thriller de los últimos veinte años", {**_genres("thriller"), "year_from": 2006}),
    ("una película policiaca de los 90", {**MOVIE, **_genres("crime"), **_decade(1990)}),
    ("un drama anterior a 1980", {**_genres("drama"), "year_to": 1979}),
    ("ciencia ficción desde 2010", {**_genres("science fiction"), "year_from": 2010}),
    ("una película de terror de menos de hora y media", {**MOVIE, **_genres("horror"), "runtime_max": 90}),
    ("algo romántico que no sea muy largo", {**_genres("romance"), "runtime_max": 105}),
    ("una serie de una sola temporada", {**SERIES, "seasons_max": 1}),
    ("una serie divertida de como mucho dos temporadas", {**SERIES, **_genres("comedy"), "seasons_max": 2}),
    ("dibujos animados para una niña de 7 años", {**_genres("animation"), "viewer_age": 7}),
    ("una aventura para niños", {**_genres("adventure", "family"), "viewer_age": 8}),
    ("una comedia francesa", {**_genres("comedy"), "countries": ("France",)}),
    ("cine japonés", {"countries": ("Japan",)}),
    ("un drama que no sea americano", {**_genres("drama"), "without_countries": ("United States",)}),
    ("algo emocionante sin terror", {"without_genres": ("horror",)}),
    ("un drama, pero nada de romance", {**_genres("drama"), "without_genres": ("romance",)}),
    ("comedia o drama", {**_genres("comedy", "drama"), "any_genre": True}),
    ("una película con Al Pacino", {**MOVIE, "people": ("Al Pacino",)}),
    (
        "películas dirigidas por Quentin Tarantino",
        {**MOVIE, "people": ("Quentin Tarantino",), "directors": ("Quentin Tarantino",)},
    ),
    ("policiaca sin Robert De Niro", {**_genres("crime"), "without_people": ("Robert De Niro",)}),
    ("como Heat pero más corta", {"like": ("heat-1995",), "runtime_max": 169}),
    ("ya he visto Heat y Alien, quiero algo tenso", {"exclude": ("heat-1995", "alien-1979")}),
    ("tres películas sobre el amor", {**MOVIE, "limit": 3}),
]
GERMAN: list[tuple[str, dict[str, Any]]] = [
    ("eine Komödie aus den siebziger Jahren", {**_genres("comedy"), **_decade(1970)}),
    ("ein Thriller aus den letzten zwanzig Jahren", {**_genres("thriller"), "year_from": 2006}),
    ("ein Krimi aus den 90ern", {**_genres("crime"), **_decade(1990)}),
    ("ein Drama von vor 1980", {**_genres("drama"), "year_to": 1979}),
    ("Science-Fiction seit 2010", {**_genres("science fiction"), "year_from": 2010}),
    ("ein Horrorfilm unter anderthalb Stunden", {**MOVIE, **_genres("horror"), "runtime_max": 90}),
    ("etwas Romantisches, nicht zu lang", {**_genres("romance"), "runtime_max": 105}),
    ("eine Serie mit nur einer Staffel", {**SERIES, "seasons_max": 1}),
    ("eine lustige Serie mit höchstens zwei Staffeln", {**SERIES, **_genres("comedy"), "seasons_max": 2}),
    ("ein Trickfilm für ein siebenjähriges Kind", {**MOVIE, **_genres("animation"), "viewer_age": 7}),
    ("ein Abenteuer für Kinder", {**_genres("adventure", "family"), "viewer_age": 8}),
    ("eine französische Komödie", {**_genres("comedy"), "countries": ("France",)}),
    ("ein japanischer Film", {**MOVIE, "countries": ("Japan",)}),
    ("ein Drama, aber nicht amerikanisch", {**_genres("drama"), "without_countries": ("United States",)}),
    ("etwas Spannendes ohne Horror", {"without_genres": ("horror",)}),
    ("eine Komödie, aber kein Liebesfilm", {**_genres("comedy"), "without_genres": ("romance",)}),
    ("eine Komödie oder ein Drama", {**_genres("comedy", "drama"), "any_genre": True}),
    ("ein Film mit Al Pacino", {**MOVIE, "people": ("Al Pacino",)}),
    ("Filme von Quentin Tarantino", {**MOVIE, "people": ("Quentin Tarantino",), "directors": ("Quentin Tarantino",)}),
    ("ein Krimi ohne Robert De Niro", {**_genres("crime"), "without_people": ("Robert De Niro",)}),
    ("wie Heat, aber kürzer", {"like": ("heat-1995",), "runtime_max": 169}),
    ("Science-Fiction außer Alien", {**_genres("science fiction"), "exclude": ("alien-1979",)}),
    ("drei Filme über die Liebe", {**MOVIE, "limit": 3}),
]
FRENCH: list[tuple[str, dict[str, Any]]] = [
    ("une comédie des années soixante-dix", {**_genres("comedy"), **_decade(1970)}),
    ("un thriller des vingt dernières années", {**_genres("thriller"), "year_from": 2006}),
    ("un policier des années 90", {**_genres("crime"), **_decade(1990)}),
    ("un drame d'avant 1980", {**_genres("drama"), "year_to": 1979}),
    ("de la science-fiction depuis 2010", {**_genres("science fiction"), "year_from": 2010}),
    ("un film d'horreur de moins d'une heure et demie", {**MOVIE, **_genres("horror"), "runtime_max": 90}),
    ("quelque chose de romantique, pas trop long", {**_genres("romance"), "runtime_max": 105}),
    ("une série d'une seule saison", {**SERIES, "seasons_max": 1}),
    ("une série drôle, pas plus de deux saisons", {**SERIES, **_genres("comedy"), "seasons_max": 2}),
    ("un dessin animé pour un enfant de 7 ans", {**_genres("animation"), "viewer_age": 7}),
    ("une aventure pour les enfants", {**_genres("adventure", "family"), "viewer_age": 8}),
    ("une comédie française", {**_genres("comedy"), "countries": ("France",)}),
    ("un film japonais", {**MOVIE, "countries": ("Japan",)}),
    ("un drame, mais pas américain", {**_genres("drama"), "without_countries": ("United States",)}),
    ("quelque chose de captivant sans horreur", {"without_genres": ("horror",)}),
    ("une comédie, pas de romance", {**_genres("comedy"), "without_genres": ("romance",)}),
    ("une comédie ou un drame", {**_genres("comedy", "drama"), "any_genre": True}),
    ("un film avec Al Pacino", {**MOVIE, "people": ("Al Pacino",)}),
    (
        "un film réalisé par Quentin Tarantino",
        {**MOVIE, "people": ("Quentin Tarantino",), "directors": ("Quentin Tarantino",)},
    ),
    ("un policier sans Robert De Niro", {**_genres("crime"), "without_people": ("Robert De Niro",)}),
    ("comme Heat mais plus court", {"like": ("heat-1995",), "runtime_max": 169}),
    ("j'ai déjà vu Heat et Alien", {"exclude": ("heat-1995", "alien-1979")}),
    ("trois films sur l'amour", {**MOVIE, "limit": 3}),
]
CONSTRAINTS = [*ENGLISH, *HUNGARIAN, *SPANISH, *GERMAN, *FRENCH]
