"""What a model says of a title, held against the title's facts: figures put right where that is certain, else left out.

A sentence may hold figures of the title, of its description and of the question. Kinds are told by their words in the five
languages; figures written as words are not judged.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from agent.catalogue.answers.facts import as_text
from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold
from agent.domain import Checked

_NUMBER = re.compile(r"\d+(?:[.,\u00a0\u202f]\d{3})*(?:[.,]\d+)?")
_MINUTES = re.compile(r"(?<![\d.,])(\d{1,3})(?:[ -]|\s)?(?:min(?:ute[ns]?|utos?|s)?\b|perc\w*)", re.IGNORECASE)
_HOURS = re.compile(
    r"(?<![\d.,])(\d{1,2})\s?(?:h(?:ours?|eures?|oras?|rs?)?|std|stunden?|horas?|óra|órás)\b\.?"
    r"(?:\s?(?:and|und|et|y|és)?\s?(\d{1,2})\s?(?:min\w*|perc\w*)?\b\.?)?",
    re.IGNORECASE,
)
_SEASONS = re.compile(r"(?<![\d.,])(\d{1,2})[ -]?(?:seasons?|staffeln?|évad\w*|temporadas?|saisons?)\b", re.IGNORECASE)
_RATING = re.compile(
    r"(?<![\d.,])(\d{1,2}(?:[.,]\d)?)(?:\s?/\s?|\s(?:of|out of|von|sur|de|sobre)\s)10\b(?![.,]\d)", re.IGNORECASE
)
_YEAR = re.compile(r"(?<![\d.,])((?:18|19|20)\d\d)(?!\d|[.,]\d|['’]?s\b|er[ns]?\b|-[ea]s\b)")
_DECADE = re.compile(r"(?<![\d.,])((?:18|19|20)?\d0)(?:['’]?s\b|er[ns]?\b|-[ea]s\b)", re.IGNORECASE)
# A bound is true of every figure on its side, and nobody means a rounded figure to the minute.
_BELOW = re.compile(
    r"(?:under|below|less than|within|inside|up to|at most|unter|weniger als|höchstens|moins de|menos de)"
    r"(?: the| your| tes| deine)?\s*$",
    re.IGNORECASE,
)
_ABOVE = re.compile(r"(?:over|above|more than|at least|über|mehr als|mindestens|plus de|más de|tovább mint)\s*$", re.IGNORECASE)
_ABOUT = re.compile(
    r"(?:about|around|roughly|nearly|almost|some|just|etwa|rund|fast|knapp|environ|presque|unos|casi|körülbelül|majdnem)\s*$",
    re.IGNORECASE,
)
_LIMIT_BEHIND = re.compile(r"\s*(?:limit|mark|or less|or under|alatt|or more)\b", re.IGNORECASE)
_DIRECTED = re.compile(
    r"\b(?:directed by|director|regie(?:\s+führte)?:?|réalisée? par|dirigid[oa] por|rendezte:?)\s+$", re.IGNORECASE
)
_WORD = r"\w+"
_ONE_WORD = 2  # spaces around it
_NEAR = 10  # minutes that "about" allows
_ROUND_HOURS = 15  # minutes: "two hours" is said of 1 h 50


def check(sentence: str, title: Title, others: Sequence[Title], said: str) -> Checked:
    """The sentence as far as it holds for `title`; `others` are presented beside it, `said` is what people asked."""
    if _names_strangers(sentence, title, others):
        return Checked("", 1)
    allowed = set(
        _numbers(f"{as_text(title)} {title.title} {title.year} {' '.join(title.aliases)} {title.runtime or ''} {said}")
    )
    allowed |= _votes(title)
    text, changed, judged = sentence, 0, []
    for start, end, right in sorted(_claims(sentence, title), key=lambda claim: -claim[0]):
        judged.append((start, end))
        if right == sentence[start:end]:
            continue
        if right is None:
            if set(_numbers(sentence[start:end])) <= set(_numbers(f"{title.description} {title.title}")):
                continue
            return Checked("", changed + 1)
        text, changed = f"{text[:start]}{right}{text[end:]}", changed + 1
    for found in _NUMBER.finditer(sentence):
        if not any(start <= found.start() < end for start, end in judged) and _plain(found[0]) not in allowed:
            return Checked("", changed + 1)
    return Checked(text, changed)


def _claims(sentence: str, title: Title) -> Iterator[tuple[int, int, str | None]]:
    """Each typed figure, and what it is by the facts: itself where it holds, None where it should not be said."""
    taken: list[tuple[int, int]] = []
    for kind in (_lengths, _simple, _years):
        for start, end, right in kind(sentence, title):
            if not any(start < other_end and other < end for other, other_end in taken):
                taken.append((start, end))
                yield start, end, right


def _lengths(sentence: str, title: Title) -> Iterator[tuple[int, int, str | None]]:
    for found in _HOURS.finditer(sentence):
        minutes = int(found[1]) * 60 + int(found[2] or 0)
        holds = _holds(minutes, title.runtime, sentence, found, near=_NEAR if found[2] else _ROUND_HOURS)
        exact = title.runtime == minutes or (found[2] is None and abs((title.runtime or 0) - minutes) <= _ROUND_HOURS)
        yield *found.span(), found[0] if holds or exact else None
    for found in _MINUTES.finditer(sentence):
        if _holds(int(found[1]), title.runtime, sentence, found, near=_NEAR):
            yield *found.span(), found[0]
        else:
            bare = not any(side.search(sentence[: found.start()]) for side in (_BELOW, _ABOVE))
            put = found[0].replace(found[1], str(title.runtime), 1) if title.runtime and bare else None
            told = found[1] in _numbers(title.description)
            yield *found.span(), found[0] if told else put


def _holds(claimed: int, actual: int | None, sentence: str, found: re.Match[str], *, near: int) -> bool:
    """Whether a length as it is put is true."""
    if actual is None:
        return False
    before, behind = sentence[: found.start()], sentence[found.end() :]
    if _BELOW.search(before) or (_LIMIT_BEHIND.match(behind) and actual <= claimed):
        return actual <= claimed
    if _ABOVE.search(before):
        return actual >= claimed
    return abs(actual - claimed) <= near if _ABOUT.search(before) else actual == claimed


def _simple(sentence: str, title: Title) -> Iterator[tuple[int, int, str | None]]:
    """Seasons and ratings, which have one right figure."""
    for found in _SEASONS.finditer(sentence):
        yield *found.span(), _put(found, str(title.seasons) if title.seasons else None, int(found[1]) == title.seasons)
    for found in _RATING.finditer(sentence):
        claimed = float(found[1].replace(",", "."))
        near = 0.05 if re.search(r"[.,]", found[1]) else 0.5
        holds = title.rating is not None and abs(claimed - title.rating) <= near + 1e-9
        yield *found.span(), _put(found, f"{title.rating:g}" if title.rating else None, holds)


def _put(found: re.Match[str], right: str | None, holds: bool) -> str | None:
    if holds:
        return found[0]
    return None if right is None else found[0].replace(found[1], right, 1)


def _years(sentence: str, title: Title) -> Iterator[tuple[int, int, str | None]]:
    """Years and decades: the title's own, or of its description."""
    told = set(_numbers(f"{title.title} {title.original_title or ''} {' '.join(title.aliases)} {title.description}"))
    for found in _DECADE.finditer(sentence):
        start = found[1] if len(found[1]) == 4 else None
        own = title.year is not None and (
            title.year // 10 * 10 == int(start) if start else title.year % 100 // 10 * 10 == int(found[1])
        )
        yield *found.span(), found[0] if own or found[1] in told or any(year[-2:] == found[1][-2:] for year in told) else None
    for found in _YEAR.finditer(sentence):
        if int(found[1]) == title.year or found[1] in told:
            yield *found.span(), found[0]
        else:
            released = re.search(r"(?:\(|released in |came out in |made in )$", sentence[: found.start()], re.IGNORECASE)
            yield *found.span(), str(title.year) if title.year and released else None


def _numbers(text: str) -> Iterator[str]:
    return (_plain(found[0]) for found in _NUMBER.finditer(text))


def _plain(number: str) -> str:
    """A number without its thousands' marks, and with a point."""
    whole = re.sub(r"[.,\u00a0\u202f](?=\d{3}(?:\D|$))", "", number)
    return whole.replace(",", ".").removesuffix(".0")


def _votes(title: Title) -> set[str]:
    """The ways to say how many have voted: to the thousand, in thousands, in millions."""
    if not title.votes:
        return set()
    count = title.votes
    rounded = {str(round(count, -digits)) for digits in (0, 3, 4, 5)}
    return rounded | {str(round(count / 1000)), f"{count / 1_000_000:.1f}".removesuffix(".0"), str(round(count / 1_000_000))}


def _names_strangers(sentence: str, title: Title, others: Iterable[Title]) -> bool:
    """Whether somebody is named who made or is in another title alone, and not that title beside them; or is said to have
    directed what they only play in."""
    plain, told = _words(sentence), _words(f"{title.title} {title.description}")
    own = {fold(name) for name in (*title.directors, *title.cast)}
    for other in others:
        if other.id == title.id or _words(other.title) in plain:
            continue
        strangers = (_words(name) for name in (*other.directors, *other.cast) if fold(name) not in own)
        if any(name in plain and name not in told and name.count(" ") > _ONE_WORD for name in strangers):
            return True
    return any(
        (at := sentence.find(name)) > 0 and _DIRECTED.search(sentence[:at]) is not None
        for name in title.cast
        if title.directors and name not in title.directors
    )


def _words(text: str) -> str:
    """Folded words, a space around each."""
    return f" {' '.join(re.findall(_WORD, fold(text)))} "
