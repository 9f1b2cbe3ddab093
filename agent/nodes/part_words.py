"""What an answer in parts says of its parts, by ISO 639-1; English for every other language."""

from collections.abc import Mapping

FAILED: Mapping[str, str] = {
    "en": "I could not look up “{what}” just now; ask for it alone in a moment.",
    "hu": "Ezt most nem tudtam megnézni: „{what}”; kérdezz rá egy kicsit később külön.",
    "es": "Ahora mismo no he podido buscar «{what}»; pregúntalo solo dentro de un momento.",
    "de": "„{what}“ konnte ich gerade nicht nachsehen; frag gleich noch einmal nur danach.",
    "fr": "Je n'ai pas pu chercher « {what} » pour le moment ; redemande-le seul dans un instant.",
}


def failed(question: str, language: str) -> str:
    """That a part could not be looked up. `question` is data: no mark in it works as Markdown."""
    what = "".join(f"\\{char}" if char in "*_`~|<>[]" else char for char in question)
    return FAILED.get(language, FAILED["en"]).replace("{what}", what)
