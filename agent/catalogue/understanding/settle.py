"""From what one language's reading found in a text to a `Request`: the one builder of all languages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent.catalogue.request import Request
from agent.catalogue.title import MediaType
from agent.catalogue.understanding import notes
from agent.catalogue.understanding.kinds import Kinds
from agent.catalogue.understanding.missing_titles import only_missing
from agent.catalogue.understanding.named_titles import NamedTitles
from agent.catalogue.understanding.people_roles import People, roles
from agent.catalogue.understanding.phrase_rules import Phrase

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was found in a text, part by part.

    `fields` are amounts by the names that a `Request` has for them, those of comparatives included. Spans are places in the
    text: `comparing` of comparatives, `asides` of other things that the search by meaning must not see. `unknown` are names of
    people that the catalogue does not have. `notes` are what cannot be told, by name.
    """

    titles: NamedTitles
    phrases: Sequence[Phrase]
    kinds: Kinds
    people: People
    fields: Mapping[str, Any]
    comparing: Sequence[Span] = ()
    asides: Sequence[Span] = ()
    unknown: Sequence[str] = ()
    notes: Iterable[str] = ()

    @property
    def spans(self) -> list[Span]:
        """All that became something else than a wish."""
        return [
            *self.titles.spans,
            *((phrase.start, phrase.end) for phrase in self.phrases),
            *self.kinds.dropped,
            *self.people.dropped,
            *self.comparing,
            *self.asides,
        ]


def settle(reading: Reading, wish: Callable[[Reading], str], *, language: str) -> Request:
    """The request behind a reading; `wish` words what is left of the text, which a title asked for by name makes needless."""
    titles, kinds = reading.titles, reading.kinds
    missing = tuple(dict.fromkeys((*titles.missing, *reading.unknown)))
    wished = "" if titles.lookup else _for_whom(wish(reading), reading)
    series: MediaType | None = "series" if reading.fields.keys() & {"seasons_min", "seasons_max"} else None
    return Request(
        wish=", ".join(missing) if missing and only_missing(wished, missing) else wished,
        media_type=kinds.media_type or series,
        **consistent(reading.fields, kinds),
        genres=tuple(kinds.genres),
        any_genre=kinds.any_genre,
        without_genres=tuple(kinds.without_genres),
        **roles(reading.people),
        countries=tuple(kinds.countries),
        without_countries=tuple(kinds.without_countries),
        spoken=tuple(kinds.spoken),
        without_spoken=tuple(kinds.without_spoken),
        like=tuple(titles.like),
        exclude=tuple(titles.exclude),
        lookup=tuple(titles.lookup),
        missing=missing,
        language=language,
        notes=notes.worded(reading.notes, language),
    )


# Up to this age a title is sought among those made for children, not only among those that they may see.
_CHILD = 12


def _for_whom(wish: str, reading: Reading) -> str:
    """The wish with its audience, which went out of the text with the age; a title to be like says more than that."""
    age = reading.fields.get("viewer_age")
    if age is None or age > _CHILD or "family" in reading.kinds.genres or (reading.titles.like and not wish):
        return wish
    return f"{wish} for children".strip()


def consistent(fields: Mapping[str, Any], kinds: Kinds) -> dict[str, Any]:
    """Drop what contradicts itself: an empty span of years or lengths, and lengths of series, which nobody knows."""
    settled = dict(fields)
    if kinds.media_type == "series" or settled.keys() & {"seasons_min", "seasons_max"}:
        settled.pop("runtime_min", None)
        settled.pop("runtime_max", None)
    for low, high in (("year_from", "year_to"), ("runtime_min", "runtime_max"), ("seasons_min", "seasons_max")):
        if low in settled and high in settled and settled[low] > settled[high]:
            del settled[low]
    return settled


def blank(text: str, spans: Iterable[Span]) -> str:
    """`text` with spaces for what stands in `spans`."""
    for start, end in spans:
        text = text[:start] + " " * (end - start) + text[end:]
    return text
