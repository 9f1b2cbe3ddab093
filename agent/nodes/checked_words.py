"""What an answer says of having been checked, by ISO 639-1; English for every other language."""

from collections.abc import Mapping

# Checked; one detail put right; several; not checked.
_WORDS: Mapping[str, tuple[str, str, str, str]] = {
    "en": (
        "✓ Checked against the catalogue.",
        "I corrected 1 detail.",
        "I corrected {n} details.",
        "I could not check this answer in full: compare it with the sources.",
    ),
    "hu": (
        "✓ Összevetve a katalógussal.",
        "1 részletet javítottam.",
        "{n} részletet javítottam.",
        "Ezt a választ nem tudtam teljesen ellenőrizni: vesd össze a forrásokkal.",
    ),
    "es": (
        "✓ Comprobado con el catálogo.",
        "He corregido 1 detalle.",
        "He corregido {n} detalles.",
        "No he podido comprobar toda la respuesta: compárala con las fuentes.",
    ),
    "de": (
        "✓ Am Katalog geprüft.",
        "1 Angabe habe ich berichtigt.",
        "{n} Angaben habe ich berichtigt.",
        "Diese Antwort konnte ich nicht ganz prüfen: vergleich sie mit den Quellen.",
    ),
    "fr": (
        "✓ Vérifié dans le catalogue.",
        "J'ai corrigé 1 détail.",
        "J'ai corrigé {n} détails.",
        "Je n'ai pas pu vérifier toute la réponse : comparez-la aux sources.",
    ),
}


def corrected(changed: int, language: str) -> str:
    """How many details were put right; "" for none."""
    _, one, several, _ = _WORDS.get(language, _WORDS["en"])
    return "" if not changed else one if changed == 1 else several.replace("{n}", str(changed))


def verdict(changed: int, language: str, *, is_checked: bool) -> str:
    """That all of it was checked, or that it could not be, and what was put right."""
    checked, _, _, unchecked = _WORDS.get(language, _WORDS["en"])
    return " ".join(filter(None, (checked if is_checked else unchecked, corrected(changed, language))))
