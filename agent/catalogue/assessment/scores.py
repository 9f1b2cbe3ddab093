"""What can be told of an answer without a model."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent.catalogue.assessment.cases import Case, CaseLabels, Facts, Wanted
from agent.catalogue.search.evaluate import names_of
from agent.catalogue.title import Title
from agent.contract import ResponseDone
from agent.retrieval.language import detect_language

PLACES = 4  # titles that are looked at for each thing asked for
# Words of the catalogue and of the question, which need not be in the answer's language.
_OTHERS_WORDS = re.compile(r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|\*\*[^*]*\*\*|```.*?```|https?://\S+", re.DOTALL)
_MARK = re.compile(r"\[(\d{1,2})\](?!\()")
_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class Scores:
    """One answer's scores; None where there was nothing to score. `hit` is the share of what was asked for that came."""

    labels: CaseLabels
    routing: bool
    filters: bool | None
    hit: float | None
    exact: bool | None
    language: bool | None
    citations: bool | None

    @property
    def missed(self) -> tuple[str, ...]:
        """The names of what was not wholly right."""
        named = ("routing", "filters", "hit", "exact", "language", "citations")
        return tuple(name for name in named if (value := getattr(self, name)) is not None and value < 1)


def score(case: Case, done: ResponseDone, titles: Mapping[str, Title]) -> Scores:
    """The scores of an answer; `titles` is the catalogue by title id."""
    shown = [titles[ref.id] for ref in done.titles if ref.id in titles]
    return Scores(
        labels=case.labels,
        routing=done.decision == case.decision,
        filters=_understood(case, done) if case.filters else None,
        hit=hits(case.wanted, shown) if case.wanted else None,
        exact=_exact(case, done.text),
        language=_in_language(done.text, case.labels.language),
        citations=resolve(done, titles) if done.titles else None,
    )


def hits(wanted: Sequence[Wanted], shown: Sequence[Title]) -> float:
    """The share of what was asked for, in [0, 1], that is among the first four titles for each of its parts."""
    looked_at = shown[: PLACES * len(wanted)]
    return sum(any(_fits(one, title) for title in looked_at) for one in wanted) / len(wanted)


def says(text: str, facts: Sequence[str]) -> bool:
    """Whether a text says all the facts, whatever their case; a number only as a whole number ("7" is not in "1972")."""
    folded = text.casefold()
    return all(_found(fact.casefold(), folded) for fact in facts)


def spoken_in(text: str) -> str:
    """The language of an answer's own words, as ISO 639-1; "" where it cannot be told."""
    return detect_language(_OTHERS_WORDS.sub(" ", text))


def resolve(done: ResponseDone, titles: Mapping[str, Title]) -> bool:
    """Whether each title shown has a source, each source is a record of its title, and each [n] in the text leads to one."""
    cited = {citation.title_id for citation in done.citations}
    numbers = {citation.number for citation in done.citations}
    marks = {int(number) for number in _MARK.findall(done.text)}
    true = (each.title_id in titles and each.source in names_of(titles[each.title_id]) for each in done.citations)
    return {ref.id for ref in done.titles} <= cited and marks <= numbers and all(true)


def _exact(case: Case, text: str) -> bool | None:
    if not case.must_say and not case.must_not_say:
        return None
    return says(text, case.must_say) and not any(says(text, (wrong,)) for wrong in case.must_not_say)


def _understood(case: Case, done: ResponseDone) -> bool:
    understood = {**done.filters, "media_type": done.media_type}
    return all(_same(understood.get(key), value) for key, value in case.filters.items())


def _same(one: object, other: object) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return set(one) == set(other)
    return one == other


def _fits(wanted: Wanted, title: Title) -> bool:
    return wanted.met_by(title) if isinstance(wanted, Facts) else not wanted.isdisjoint(names_of(title))


def _found(fact: str, text: str) -> bool:
    if _NUMBER.fullmatch(fact):
        return fact in _NUMBER.findall(text)
    return fact in text


def _in_language(text: str, expected: str) -> bool | None:
    spoken = spoken_in(text)
    return spoken == expected if spoken else None
