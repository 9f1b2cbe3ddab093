"""What a film can be that people say at a glance, in the words they would use: the options of a question without a model.

Each tells of every film whether it is so, from facts alone. Ids go into `Wish.id` and come back with what people chose.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from agent.catalogue.title import Title
from agent.evening import Wish

# Of one family at most one stands in a question, but for kinds of story.
Family = Literal["story", "length", "time", "place"]
Test: TypeAlias = Callable[[Title], bool]

_ENGLISH = frozenset({"United States", "United Kingdom", "Canada", "Australia", "New Zealand", "Ireland"})
_NOT_JUST_DRAMA = frozenset(
    {"comedy", "thriller", "action", "horror", "animation", "science fiction", "fantasy", "crime", "war"}
)


@dataclass(frozen=True, slots=True)
class Option:
    """`label` stands on a button, `said` in a sentence, `search` is what it asks the search for.

    `is_light` and `is_heavy` suit some evenings more than others; `appeal` in [0, 1] is how readily people think in it.
    """

    id: str
    label: str
    said: str
    search: str
    holds: Test
    family: Family = "story"
    appeal: float = 1.0
    is_light: bool = False
    is_heavy: bool = False

    @property
    def wish(self) -> Wish:
        """As it stands in a question."""
        return Wish(self.id, self.label, self.search)


def _of(*genres: str) -> Test:
    wanted = frozenset(genres)
    return lambda title: not wanted.isdisjoint(title.genres)


def _just_drama(title: Title) -> bool:
    return "drama" in title.genres and _NOT_JUST_DRAMA.isdisjoint(title.genres)


def _abroad(title: Title) -> bool:
    return bool(title.countries) and title.countries[0] not in _ENGLISH


def _shorter(minutes: int) -> Test:
    return lambda title: title.runtime is not None and title.runtime < minutes


def _longer(minutes: int) -> Test:
    return lambda title: title.runtime is not None and title.runtime >= minutes


def _before(year: int) -> Test:
    return lambda title: title.year is not None and title.year < year


def _since(year: int) -> Test:
    return lambda title: title.year is not None and title.year >= year


_STORIES = (
    Option("funny", "Something funny", "something funny", "a funny comedy", _of("comedy"), is_light=True),
    Option("tense", "A tense thriller", "something tense", "a tense, gripping thriller", _of("thriller")),
    Option("crime", "A crime story", "a crime story", "a crime story", _of("crime", "film noir"), appeal=0.9),
    Option("mystery", "A mystery to puzzle over", "a mystery", "a mystery to puzzle over", _of("mystery"), appeal=0.9),
    Option("action", "Action and adventure", "an adventure with action", "an action adventure", _of("action", "adventure")),
    Option("love", "A love story", "a love story", "a romantic love story", _of("romance"), is_light=True),
    Option("scary", "Something scary", "something scary", "a scary horror film", _of("horror"), is_heavy=True),
    Option("future", "Science fiction", "science fiction", "a science fiction film", _of("science fiction")),
    Option("magic", "Fantasy and magic", "a fantasy", "a fantasy film with magic", _of("fantasy"), is_light=True),
    Option("moving", "A drama that moves you", "a moving drama", "a moving drama", _just_drama, is_heavy=True),
    Option("true", "A true story", "a true story", "a biography based on a true story",
           _of("biography", "history", "documentary"), appeal=0.9, is_heavy=True),
    Option("family", "Something for all ages", "something for all ages", "a family film for all ages",
           _of("family", "animation"), appeal=0.9, is_light=True),
    Option("music", "Songs and music", "a film full of music", "a musical, a film full of music", _of("music", "musical"),
           appeal=0.8, is_light=True),
    Option("war", "A war film", "a war film", "a war film", _of("war"), appeal=0.8, is_heavy=True),
    Option("western", "A western", "a western", "a western", _of("western"), appeal=0.8),
    Option("animated", "An animated film", "an animated film", "an animated film", _of("animation", "anime"), appeal=0.8,
           is_light=True),
)  # fmt: skip
_LENGTHS = (
    *(
        Option(f"under-{n}", f"Under {n} minutes", f"a film under {n} minutes", f"a film under {n} minutes", _shorter(n),
               "length", 0.8, is_light=True)
        for n in (90, 100, 110)
    ),
    Option("long", "A long epic, 150 minutes or more", "a long epic", "a long epic film over 150 minutes", _longer(150),
           "length", 0.6, is_heavy=True),
)  # fmt: skip
_TIMES = (
    *(
        Option(f"before-{n}", f"An older film, from before {n}", f"a film from before {n}", f"a film from before {n}",
               _before(n), "time", 0.7)
        for n in (1960, 1970, 1980, 1990, 2000)
    ),
    *(
        Option(f"since-{n}", f"A newer film, from {n} or later", f"a film from {n} or later", f"a film since {n}",
               _since(n), "time", 0.7)
        for n in (2000, 2010, 2015, 2020)
    ),
)  # fmt: skip
_PLACES = (
    Option("abroad", "From outside the English-speaking world", "a film from outside the English-speaking world",
           "an international film in another language", _abroad, "place", 0.5),
)  # fmt: skip

OPTIONS: Mapping[str, Option] = {option.id: option for option in (*_STORIES, *_LENGTHS, *_TIMES, *_PLACES)}


def option_of(wish: Wish) -> Option | None:
    """The option that a wish is; None for one that a model worded."""
    option = OPTIONS.get(wish.id)
    return option if option is not None and option.wish == wish else None
