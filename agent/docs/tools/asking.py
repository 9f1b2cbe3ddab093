"""A question made ready for the tools, and the words by which its language is told."""

import re
from dataclasses import dataclass
from typing import Final

from agent.catalogue.speech.voice import Voice
from agent.catalogue.understanding.languages.level import level

_LONGEST = 40  # words: whoever tells more asks for more
_CODE = re.compile(r"`+([^`\n]+)`+")
# Asked is an explanation or a recipe, which the documentation gives; a figure alone would be no answer.
_EXPLAIN = re.compile(
    r"(?<![\w-])(?:how (?:do|does|can|could|should|would|to|is .* (?:calculated|computed))|why|explain"
    r"|what (?:is|are|does) (?:a|an|the)?\s*"
    r"(?:contrast-color|specificity|baseline|wcag)\s*\?*$|difference|polyfill"
    r"|fallback|examples?|instead of|alternatives?|tutorial"
    r"|hogyan|hogy (?:kell|lehet|mukodik|szamol)\w*|miert|magyarazd|kulonbseg\w*|mire (?:jo|valo)|pelda\w*|helyett"
    r"|wie (?:funktioniert|kann|berechnet|mache|setze|verwende)|warum|wieso|erklar\w*|unterschied|beispiel\w*"
    r"|comment|pourquoi|expliqu\w*|difference|exemples?"
    r"|como|por que|explica\w*|diferencia\w*|ejemplos?)(?![\w-])"
)
_WORDS: Final[dict[Voice, str]] = {
    "en": "the is are does do what which of on with against in since when can i supported supports between pass passes win "
    "wins beats and or has selector specificity contrast ratio compare browser browsers support text background "
    "enough more white black",
    "hu": "a az mi melyik mennyi milyen es vagy van eleg hatter hatteren szoveg kozott mikortol miota ota hasznalhato "
    "bongeszo bongeszok bongeszoben tamogatja tamogatjak tamogatott kontrasztja specificitasa specificitas erosebb "
    "nyer ennek hany megfelel feher fekete feheren feketen szelektor verziotol mely jo e kontraszt kontrasztarany",
    "es": "el la los las de que cual en desde cuando puedo usar soporta soportan navegadores entre gana sobre y o es "
    "contraste especificidad cuanto blanco negro selector tiene fondo",
    "de": "der die das ist hat von welche welcher welchem auf mit und oder seit ab wann kann ich unterstutzt unterstutzen "
    "gewinnt kontrast spezifitat zwischen genug wie hoch weiß weiss schwarz hintergrund selektor",
    "fr": "le la les des du de quel quelle quels est sur avec et ou depuis quand puis je prend prennent charge entre gagne "
    "contraste specificite l'emporte blanc noir fond navigateurs selecteur",
}
_KNOWN: Final = {voice: frozenset(words.split()) for voice, words in _WORDS.items()}


@dataclass(frozen=True, slots=True)
class Question:
    """`text` as typed; `plain` in small letters without accents, of the same length; `marked` is what it has as code."""

    text: str
    plain: str
    marked: tuple[str, ...]

    @classmethod
    def of(cls, typed: str) -> "Question | None":
        """The question; None for what is too long to be one, shows a block of code, or asks to explain."""
        text = " ".join(typed.split())
        plain = level(text)
        if not text or "```" in text or len(text.split()) > _LONGEST or _EXPLAIN.search(_CODE.sub(" ", plain)):
            return None
        return cls(text, plain, tuple(found[1].strip() for found in _CODE.finditer(text) if found[1].strip()))

    @property
    def unmarked(self) -> str:
        """`plain` with gaps where it has code, of the same length."""
        return _CODE.sub(lambda found: " " * len(found[0]), self.plain)

    @property
    def voice(self) -> Voice | None:
        """The language that its words are of; None where they do not tell."""
        words = re.findall(r"(?<![\w.#:@-])[\w']+", self.unmarked)
        counts = {voice: sum(word in known for word in words) for voice, known in _KNOWN.items()}
        most = max(counts.values())
        leading = [voice for voice, count in counts.items() if count == most]
        return leading[0] if most and len(leading) == 1 else None
