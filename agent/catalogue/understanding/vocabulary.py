"""The words of one catalogue: which genres, countries and people it knows, and its titles by name."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from agent.catalogue.certificates import viewing_age
from agent.catalogue.languages import languages_of
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.lookup import TitleIndex

_PLAIN = re.compile(r"\b[a-z]{3,}\b")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """What a request is understood against.

    `people` maps a folded name to the name as it is shown; `spellings` holds, for that folded name, all its spellings in the
    catalogue; `by_initial` holds the folded names by their first letter. `surnames` maps a folded surname to the folded name
    of the one director whom people mean by it. `ages` are those from which its titles may be watched, `languages` those that
    they may be in, as ISO 639-1. `words` are the words that occur in lower case in the titles' texts: they are no names.
    """

    genres: frozenset[str]
    countries: frozenset[str]
    people: Mapping[str, str]
    spellings: Mapping[str, tuple[str, ...]]
    by_initial: Mapping[str, tuple[str, ...]]
    surnames: Mapping[str, str]
    ages: frozenset[int]
    languages: frozenset[str]
    titles: TitleIndex
    newest_year: int
    words: frozenset[str]

    @classmethod
    def of(cls, titles: Sequence[Title]) -> "Vocabulary":
        """The vocabulary of these titles."""
        spellings: dict[str, dict[str, None]] = defaultdict(dict)
        for title in titles:
            for name in (*title.directors, *title.cast):
                if key := fold(name):
                    spellings[key][name] = None
        return cls(
            genres=frozenset(genre for title in titles for genre in title.genres),
            countries=frozenset(country for title in titles for country in title.countries),
            people={key: next(iter(names)) for key, names in spellings.items()},
            spellings={key: tuple(names) for key, names in spellings.items()},
            by_initial=_by_initial(spellings),
            surnames=_surnames(titles),
            ages=frozenset(age for title in titles if (age := viewing_age(title)) is not None),
            languages=frozenset(code for title in titles for code in languages_of(title)),
            titles=TitleIndex(titles),
            newest_year=max((title.year for title in titles if title.year), default=1),
            words=frozenset(word for title in titles for word in _PLAIN.findall(f"{title.description} {title.essence}")),
        )

    def spelt(self, names: Iterable[str]) -> tuple[str, ...]:
        """All spellings of these people that the catalogue uses."""
        return tuple(dict.fromkeys(spelling for name in names for spelling in self.spellings.get(fold(name), (name,))))


def _by_initial(names: Iterable[str]) -> dict[str, tuple[str, ...]]:
    groups: dict[str, list[str]] = defaultdict(list)
    for name in names:
        groups[name[0]].append(name)
    return {initial: tuple(group) for initial, group in groups.items()}


def _surnames(titles: Sequence[Title]) -> dict[str, str]:
    # "A Tarantino film" names a director. Where several share the surname, the one with at least twice the votes of the next.
    weight: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for title in titles:
        for name in title.directors:
            words = fold(name).split()
            if len(words) > 1 and len(words[-1]) > 3:
                weight[words[-1]][" ".join(words)] += 1 + (title.votes or 0) / 10_000
    chosen = {}
    for surname, people in weight.items():
        ranked = sorted(people.items(), key=lambda item: -item[1])
        if len(ranked) == 1 or ranked[0][1] >= 2 * ranked[1][1]:
            chosen[surname] = ranked[0][0]
    return chosen
