"""What is said below an answer about who worded it, by ISO 639-1; English for every other language."""

from collections.abc import Mapping

NO_MODEL: Mapping[str, str] = {
    "en": "No language model is set up here: I search by meaning and word my answers from catalogue facts.",
    "hu": "Itt nincs beállítva nyelvi modell: jelentés szerint keresek, és a katalógus tényeiből fogalmazok.",
    "es": "Aquí no hay un modelo de lenguaje: busco por significado y redacto con datos del catálogo.",
    "de": "Hier ist kein Sprachmodell eingerichtet: ich suche nach Bedeutung und formuliere aus Fakten des Katalogs.",
    "fr": "Aucun modèle de langage n'est installé ici : je cherche par le sens et je rédige avec les faits du catalogue.",
}
LOST_MODEL: Mapping[str, str] = {
    "en": "The language model is not answering right now, so I worded this from catalogue facts alone.",
    "hu": "A nyelvi modell most nem válaszol, ezért ezt csak a katalógus tényeiből fogalmaztam.",
    "es": "El modelo de lenguaje no responde ahora, así que he redactado esto solo con datos del catálogo.",
    "de": "Das Sprachmodell antwortet gerade nicht, deshalb habe ich dies allein aus Fakten des Katalogs formuliert.",
    "fr": "Le modèle de langage ne répond pas pour le moment, j'ai donc rédigé ceci avec les seuls faits du catalogue.",
}
# Said to whoever asks in another language, of answers that no model words.
ONLY_FIVE = (
    "I search in your language too, but without a language model I can word answers only in English, Hungarian, Spanish, "
    "German and French."
)


def footnote(texts: Mapping[str, str], language: str) -> str:
    """The text in this language."""
    return texts.get(language, texts["en"])
