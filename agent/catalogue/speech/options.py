"""What a clarifying question offers, in five languages: demands that may give way, and ways to narrow.

One table words the demands and reads them back from the question as it was sent (`demand_of`). The ways to narrow are worded
so that each is understood as a request of its own.
"""

from typing import Literal, TypeAlias, get_args

from agent.catalogue.speech.places import from_place, is_named
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.understanding.languages.level import level

Demand: TypeAlias = Literal["years", "length", "seasons", "rating", "genres", "people", "kind"]
DEMANDS: tuple[Demand, ...] = get_args(Demand)

# All in the order of VOICES: English, Hungarian, Spanish, German, French. Words in braces are put in.
_GIVES_WAY: dict[Demand, tuple[str, str, str, str, str]] = {
    "years": ("any year", "bármelyik év", "cualquier año", "jedes Jahr", "n'importe quelle année"),
    "length": ("any length", "bármilyen hosszú", "cualquier duración", "jede Länge", "n'importe quelle durée"),
    "seasons": (
        "any number of seasons",
        "akárhány évad",
        "cualquier número de temporadas",
        "beliebig viele Staffeln",
        "n'importe quel nombre de saisons",
    ),
    "rating": ("any rating", "bármilyen értékelés", "cualquier nota", "jede Bewertung", "n'importe quelle note"),
    "genres": ("any genre", "bármilyen műfaj", "cualquier género", "jedes Genre", "n'importe quel genre"),
    "people": ("anybody in it", "bárkivel", "con cualquiera", "egal mit wem", "avec n'importe qui"),
    "kind": (
        "films or series alike",
        "film és sorozat is jöhet",
        "da igual película o serie",
        "egal ob Film oder Serie",
        "film ou série, peu importe",
    ),
}
_READ: dict[str, Demand] = {level(phrase): demand for demand, phrases in _GIVES_WAY.items() for phrase in phrases}
_NARROWS: dict[str, tuple[str, str, str, str, str]] = {
    "series": (
        "a series for several evenings",
        "egy sorozat több estére",
        "una serie para varias noches",
        "eine Serie für mehrere Abende",
        "une série pour plusieurs soirées",
    ),
    "decade": (
        "something from the {decade}s",
        "valami {article} {decade}-{ending} évekből",
        "algo de los años {decade}",
        "etwas aus den {decade}ern",
        "quelque chose des années {decade}",
    ),
    "under": (
        "something under {n} minutes",
        "valami {n} perc alatt",
        "algo de menos de {n} minutos",
        "etwas unter {n} Minuten",
        "quelque chose de moins de {n} minutes",
    ),
    "place": ("something {place}", "valami {place}", "algo {place}", "etwas {place}", "quelque chose {place}"),
}
# What Hungarian glues to a decade goes by how its last word sounds: "1980-as", "1990-es".
_BACK_VOWELS = frozenset({2, 3, 6, 8})


def giving_way(demand: Demand, voice: Voice) -> str:
    """How the demand is offered to be let go: "any year"."""
    return _GIVES_WAY[demand][VOICES.index(voice)]


def demand_of(phrase: str) -> Demand | None:
    """The demand that a phrase of `giving_way` lets go, in whichever language; None for any other text."""
    return _READ.get(level(phrase.replace("’", "'")).strip(" .!"))


def from_decade(decade: int, voice: Voice) -> str:
    """ "something from the 1990s"."""
    back = decade // 10 % 10 in _BACK_VOWELS or decade == 1900  # "ezerkilencszázas", yet "kétezres"
    return _narrowing("decade", voice, decade=decade, article="a" if decade >= 2000 else "az", ending="as" if back else "es")


def under_minutes(minutes: int, voice: Voice) -> str:
    """ "something under 100 minutes"."""
    return _narrowing("under", voice, n=minutes)


def from_country(country: str, voice: Voice) -> str | None:
    """ "something from South Korea"; None where there are no words for the country."""
    return _narrowing("place", voice, place=from_place(country, voice)) if is_named(country, voice) else None


def a_series(voice: Voice) -> str:
    """ "a series for several evenings"."""
    return _narrowing("series", voice)


def _narrowing(name: str, voice: Voice, **values: object) -> str:
    return _NARROWS[name][VOICES.index(voice)].format(**values)
