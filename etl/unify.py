"""Records of any number of sources → the titles of the catalogue: one a film or series, the better fact kept, readable ids.

Pure and independent of row order. Which source a fact is taken from:

- names (how a film is shown: etl.names), year, runtime, seasons, poster, language: starter, IMDb, then the others; Netflix
  dates a film by its release there.
- directors, countries, certificate: starter, Netflix, then the others; IMDb names one director and mixes certificate systems.
- cast and genres: all of them, each once. Rating and votes: together, from whoever counts most votes. Date added: the earliest.
- description: the starter's own words; else the longest that is not cut off. Essence: whoever has one; only the starter does.

Within a source a name without a language label, then the fuller record, comes first.
"""

import dataclasses
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeVar

from slugify import slugify

from agent.catalogue.title import Title
from etl.aliases import with_other_names
from etl.genres import plain_genres
from etl.match import group_same, has_label, name_keys, person_key, strip_label
from etl.names import called, usual_name
from etl.text import fold

_OTHERS = ("disney", "hulu", "amazon", "tmdb", "tmdb-posters", "imdb-basics")
_FACTS_FIRST = ("starter", "imdb", "netflix", *_OTHERS)
_CREDITS_FIRST = ("starter", "netflix", "imdb", *_OTHERS)
_SLUG_LENGTH = 80

T = TypeVar("T")


def unify(records: Iterable[Title], *, enriching: Collection[str] = ()) -> list[Title]:
    """The titles, sorted by id. Every record has one source id; their ids are ignored.

    Records of the `enriching` sources add facts to titles of others and make none of their own.
    """
    named = with_other_names(records)
    wanted = {key for title in named if _source(title) not in enriching for key in name_keys(title)} if enriching else set()
    kept = [title for title in named if _source(title) not in enriching or not wanted.isdisjoint(name_keys(title))]
    groups = [group for group in group_same(kept) if any(_source(title) not in enriching for title in group)]
    merged = [merge(group) for group in groups]
    # After the ids: they stay those of the listed names.
    names = {title.source_ids: usual_name(group, title.title) for title, group in zip(merged, groups, strict=True)}
    titles = (called(title, names[title.source_ids]) for title in _with_ids(merged))
    return sorted(titles, key=lambda title: title.id)


def _source(title: Title) -> str:
    return title.source_ids[0].partition(":")[0]


def merge(group: Sequence[Title]) -> Title:
    """One title out of the records of one film or series; its id stays empty."""
    # Nine in ten groups are one record: a sort would cost them most of the time that an ingest spends here.
    facts = sorted(group, key=_order(_FACTS_FIRST)) if len(group) > 1 else group
    credit = sorted(group, key=_order(_CREDITS_FIRST)) if len(group) > 1 else group
    lead = facts[0]
    name = strip_label(lead.title) if len(group) > 1 else lead.title
    original = _first(title.original_title for title in facts)
    counted = max(facts, key=lambda title: (title.votes or -1, title.rating or -1.0))
    return Title(
        id="",
        title=name,
        year=_first(title.year for title in facts),
        media_type=lead.media_type,
        source_ids=tuple(sorted({source for title in group for source in title.source_ids}, key=_source_order)),
        original_title=original if original and fold(original) != fold(name) else None,
        aliases=_aliases(facts, name, original),
        directors=_first(title.directors for title in credit) or (),
        genres=plain_genres(genre for title in facts for genre in title.genres),
        cast=_each_once(person for title in facts for person in title.cast) if len(group) > 1 else lead.cast,
        runtime=_first(title.runtime for title in facts),
        seasons=_first(title.seasons for title in facts),
        countries=_first(title.countries for title in credit) or (),
        language=_first(title.language for title in facts),
        certificate=_first(title.certificate for title in credit),
        rating=counted.rating,
        votes=counted.votes,
        description=_description(facts),
        poster=_first(title.poster for title in facts),
        date_added=min((title.date_added for title in group if title.date_added), default=None),
        essence=_first(title.essence for title in facts) or "",
    )


def base_id(title: Title) -> str:
    """The readable id before collisions are settled: slug of the title and year (`the-usual-suspects-1995`)."""
    spoken = title.title.replace("&", " and ").replace("½", " and a half").replace("'", "").replace("’", "")
    slug = slugify(spoken, max_length=_SLUG_LENGTH, word_boundary=True)
    return f"{slug or 'untitled'}-{title.year}" if title.year else slug or "untitled"


def _with_ids(titles: Sequence[Title]) -> list[Title]:
    """Titles that want one id get `-2`, `-3` … in an order that their own facts decide, so that row order cannot."""
    wanting: dict[str, list[Title]] = defaultdict(list)
    for title in titles:
        wanting[base_id(title)].append(title)
    named: list[Title] = []
    for wanted in sorted(wanting):
        number = 1
        for title in sorted(wanting[wanted], key=_identity) if len(wanting[wanted]) > 1 else wanting[wanted]:
            candidate = wanted if number == 1 else f"{wanted}-{number}"
            while number > 1 and candidate in wanting:
                number += 1
                candidate = f"{wanted}-{number}"
            named.append(dataclasses.replace(title, id=candidate))
            number += 1
    return named


def _identity(title: Title) -> tuple[object, ...]:
    """What sorts two titles: the telling facts first, then all of them; source ids only where nothing else differs."""
    telling = (title.media_type, title.title, title.year or 0, title.directors, title.cast)
    return (*telling, repr(dataclasses.replace(title, id="", source_ids=())), title.source_ids)


def _order(sources: Sequence[str]) -> Callable[[Title], tuple[object, ...]]:
    def key(title: Title) -> tuple[object, ...]:
        source = _source(title)
        rank = sources.index(source) if source in sources else len(sources)
        known = sum(bool(getattr(title, field.name)) for field in dataclasses.fields(title))
        return (rank, source, has_label(title.title), -known, -len(title.cast), *_identity(title))

    return key


def _source_order(source_id: str) -> tuple[int, str, str, int, str]:
    """Source ids by source, then `s52` before `s304`."""
    source, _, own = source_id.partition(":")
    rank = _FACTS_FIRST.index(source) if source in _FACTS_FIRST else len(_FACTS_FIRST)
    prefix = own.rstrip("0123456789")
    return (rank, source, prefix, int(own[len(prefix) :] or 0), own)


def _aliases(facts: Sequence[Title], name: str, original: str | None) -> tuple[str, ...]:
    """Every other name that a look-up by folded name would miss; `Kabali (Hindi Version)` also answers to `Kabali`."""
    known = {fold(name)} | ({fold(original)} if original else set())
    others: dict[str, str] = {}
    for title in facts:
        for other in (title.title, title.original_title, *title.aliases):
            for form in (other, strip_label(other)) if other else ():
                if fold(form) not in known:
                    others.setdefault(fold(form), form)
    return tuple(others.values())


def _description(facts: Sequence[Title]) -> str:
    own = next((title.description for title in facts if title.source_ids[0].startswith("starter:") and title.description), None)
    if own:
        return own
    texts = sorted({title.description for title in facts})
    return max(texts, key=lambda text: (bool(text) and not text.endswith(("...", "…")), len(text)))


def _each_once(people: Iterable[str]) -> tuple[str, ...]:
    once: dict[str, str] = {}
    for person in people:
        once.setdefault(person_key(person), person)
    return tuple(once.values())


def _first(values: Iterable[T | None]) -> T | None:
    """The first value that says something."""
    return next((value for value in values if value), None)
