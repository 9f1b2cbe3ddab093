"""One fact of the titles of one name."""

from collections.abc import Mapping

from agent.catalogue.answers.compose import plain
from agent.catalogue.answers.facts import country
from agent.catalogue.answers.reasons import length_in
from agent.catalogue.languages import languages_of
from agent.catalogue.speech.genres import genres, kind
from agent.catalogue.speech.places import from_places, in_languages
from agent.catalogue.speech.tools import tool_sentence
from agent.catalogue.speech.voice import Voice, listed
from agent.catalogue.title import Title
from agent.catalogue.tools.calls import Fact, TellFacts
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.told import Listener, Told, bold, kept_back, lines, rated

_SHORT = 120  # minutes: up to here a length is told in minutes alone


def tell_facts(call: TellFacts, library: Library, to: Listener) -> Told:
    """The fact, of each of them; their years tell them apart."""
    titles, barred = library.allowed(call.titles, to.ceiling)
    remark = kept_back(to.voice, named=True) if barred else ""
    text = lines(*(_said(call.fact, title, to.voice) for title in titles), remark)
    facts = {title.id: raw(call.fact, title) for title in titles}
    return Told(text, tuple(titles), {"fact": call.fact, "values": facts})


def raw(fact: Fact, title: Title) -> object:
    """The fact as a JSON value."""
    if fact == "language":
        return sorted(languages_of(title))
    value = getattr(title, fact)
    return list(value) if isinstance(value, tuple) else value


def value_told(fact: Fact, title: Title, voice: Voice) -> str:
    """The fact as words; "" where it is unknown."""
    spoken = sorted(languages_of(title)) if fact == "language" else []
    told: Mapping[Fact, str] = {
        "runtime": length_in(title, voice) if title.runtime else "",
        "seasons": length_in(title, voice) if title.seasons else "",
        "directors": plain(listed(title.directors, voice)),
        "year": str(title.year or ""),
        "cast": plain(listed(title.cast[:8], voice)),
        "rating": rated(title, voice),
        "countries": places(title, voice) if title.countries else "",
        "genres": (kind(title.genres, voice) if voice == "en" else genres(title.genres, voice)) if title.genres else "",
        "certificate": title.certificate or "",
        "language": in_languages(spoken, voice) if spoken else "",
    }
    return told[fact]


def places(title: Title, voice: Voice) -> str:
    """Where it comes from, as it is said behind "is"."""
    if voice == "en":
        return f"from {listed([country(name) for name in title.countries], voice)}"
    return from_places(title.countries, voice)


def _said(fact: Fact, title: Title, voice: Voice) -> str:
    value, name = value_told(fact, title, voice), _sentence(fact, title)
    if name == "seasons_film":
        return tool_sentence(name, voice, title=bold(title))
    if name == "runtime_series":
        value = value_told("seasons", title, voice)
    if not value:
        return tool_sentence("unsaid", voice, title=bold(title))
    named = f"**{plain(title.title)}**" if fact == "year" else bold(title)
    return tool_sentence(name, voice, title=named, value=value, n=title.runtime)


def _sentence(fact: Fact, title: Title) -> str:
    series = title.media_type == "series"
    if fact == "runtime" and title.runtime:
        return "runtime" if title.runtime >= _SHORT else "runtime_short"
    if fact == "runtime":
        return "runtime_series" if title.seasons else "runtime"
    if fact == "seasons" and not series:
        return "seasons_film"
    of_series: Mapping[Fact, str] = {"directors": "creators", "year": "year_series"}
    return of_series.get(fact, fact) if series else fact
