"""Short reasons why a title fits, in five languages."""

from agent.catalogue.speech.voice import VOICES, Voice

# In the order of VOICES: English, Hungarian, Spanish, German, French.
_REASONS: dict[str, tuple[str, str, str, str, str]] = {
    "asked_for": (
        "the title you asked for",
        "ezt a címet kérted",
        "el título que pediste",
        "der Titel, nach dem du gefragt hast",
        "le titre que tu as demandé",
    ),
    "directed": ("directed by {name}", "{name} rendezte", "dirigida por {name}", "Regie: {name}", "réalisé par {name}"),
    "created": ("created by {name}", "{name} alkotta", "creada por {name}", "von {name} geschaffen", "créé par {name}"),
    "with": ("with {name}", "szereplő: {name}", "con {name}", "mit {name}", "avec {name}"),
    "year": ("from {year}", "{year}", "de {year}", "von {year}", "de {year}"),
    "minutes": ("{n} minutes", "{n} perc", "{n} minutos", "{n} Minuten", "{n} minutes"),
    "one_season": ("one season", "egy évad", "una temporada", "eine Staffel", "une saison"),
    "seasons": ("{n} seasons", "{n} évad", "{n} temporadas", "{n} Staffeln", "{n} saisons"),
    "rated": ("rated {rating}", "{rating} pont", "nota {rating}", "mit {rating} bewertet", "noté {rating}"),
    "certificate": (
        "certificate {code}",
        "besorolása {code}",
        "calificación {code}",
        "Freigabe {code}",
        "classé {code}",
    ),
    "like": (
        "like {other}, {what}",
        "mint {other}: {what}",
        "como {other}: {what}",
        "wie {other}: {what}",
        "comme {other} : {what}",
    ),
    "by": ("by {name}", "rendező: {name}", "de {name}", "von {name}", "de {name}"),
}


def reason(name: str, voice: Voice, /, **values: object) -> str:
    """The reason of this name, with the values put in. KeyError for a name or a value that is not there."""
    return _REASONS[name][VOICES.index(voice)].format(**values)
