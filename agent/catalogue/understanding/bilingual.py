"""A question in another language, read twice: as it was asked, and in the English that a model made of it.

The catalogue's texts are English: English is nearer to them by meaning, and the only language whose words they share. What the
asker's own words say clearly, a number or a title, counts more than any translation.
"""

from dataclasses import fields, replace

from agent.catalogue.request import Request
from agent.catalogue.speech.voice import VOICES
from agent.catalogue.understanding.fold import fold

LONGEST = 500  # characters of a translation; what is longer was not asked for
# What belongs together comes from one reading: half of a comparison is none.
_TOGETHER = (
    ("year_from", "year_to"),
    ("runtime_min", "runtime_max"),
    ("seasons_min", "seasons_max"),
    ("genres", "any_genre", "without_genres", "contradicted"),
    ("people", "any_people", "without_people", "directors", "without_directors"),
    ("countries", "without_countries", "spoken", "without_spoken"),
    ("like", "exclude", "lookup", "missing"),
)
_KEPT = frozenset({"wish", "language", "original", "ceiling", "answer_in", "hides_plot", "uncertified", "notes"})


def is_translated(question: str, english: str, language: str) -> bool:
    """Whether `english` says in other words what was asked in another language; `language` is the question's, or ""."""
    if not english.strip() or language == "en":
        return False
    if language:
        return True
    asked, said = fold(question).split(), set(fold(english).split())
    return sum(word in said for word in asked) * 2 < len(asked)


def read_twice(own: Request, english: Request, question: str) -> Request:
    """One request of both readings: by the rules of the asker's language where it has some, else by those of English."""
    if own.language not in VOICES:
        return replace(english, language=own.language, original=question, notes=own.notes or english.notes)
    if not own.wish:
        return own
    alone = [(field.name,) for field in fields(Request) if not any(field.name in group for group in (*_TOGETHER, _KEPT))]
    lacking = {
        name: getattr(english, name)
        for group in (*_TOGETHER, *alone)
        if not any(getattr(own, other) not in (None, (), False) for other in group)
        for name in group
    }
    return replace(own, **lacking, wish=english.wish or own.wish, original=question)
