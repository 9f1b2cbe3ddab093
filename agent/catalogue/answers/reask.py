"""The clarifying question: two or three concrete ways to narrow, or to give way, taken from what the catalogue holds."""

from collections import Counter
from collections.abc import Iterable, Sequence

from agent.catalogue.answers.changes import ANY_KIND, ANY_LENGTH, ANY_YEAR
from agent.catalogue.answers.compose import missing_titles, plain
from agent.catalogue.answers.facts import GENRE_NOUNS, article
from agent.catalogue.answers.wording import wish_phrase
from agent.catalogue.request import Request
from agent.catalogue.title import Title

_MOST = 3
_UNTELLING = frozenset({"drama", "international"})  # half the catalogue: no way to narrow


def reask(question: str, request: Request, candidates: Sequence[Title], catalogue: Iterable[Title]) -> str:
    """The question with its numbered options; each option is a phrase that a follow-up understands."""
    limits = _limits(request)
    everything = list(catalogue)
    if not candidates and limits:
        offered = [*limits, *_narrowings(request, everything)] if len(limits) < 2 else limits  # one option is no choice
        return _question("I have nothing that is all of{wish}. What may give way?", question, request, offered[:_MOST])
    # Candidates that all agree offer no choice: then what the catalogue at large divides into.
    offered = [*_narrowings(request, candidates), *_narrowings(request, everything)]
    return _question(
        "I am not sure what would fit{wish}. Which of these comes closest?",
        question,
        request,
        list(dict.fromkeys(offered))[:_MOST],
    )


def _question(pattern: str, question: str, request: Request, offered: Sequence[str]) -> str:
    wish = wish_phrase(question, request)
    lines = "".join(f"\n{number}. **{plain(option)}**" for number, option in enumerate(offered, 1))
    asked = pattern.replace("{wish}", f" “{plain(wish)}”" if wish else "")
    missing = f"{found} " if (found := missing_titles(request)) else ""
    return f"{missing}{asked}{lines}\nAnswer with a number, or tell me more in your own words."


def _limits(request: Request) -> list[str]:
    return [
        option
        for applies, option in (
            (request.runtime_max or request.runtime_min, ANY_LENGTH),
            (request.year_from or request.year_to, ANY_YEAR),
            (request.media_type, ANY_KIND),
        )
        if applies
    ]


def _narrowings(request: Request, titles: Sequence[Title]) -> list[str]:
    kinds = {"movie": "film", "series": "series", None: "story"}
    noun = kinds[request.media_type]
    genres = Counter(genre for title in titles for genre in title.genres if genre not in request.genres)
    ranked = [genre for genre, _ in sorted(genres.items(), key=lambda item: (-item[1], item[0])) if genre not in _UNTELLING]
    found = [article(genre if genre in GENRE_NOUNS and noun != "series" else f"{genre} {noun}") for genre in ranked[:2]]
    if request.media_type is None and len({title.media_type for title in titles}) > 1:
        found.append("a series for several evenings")
    elif request.year_from is None and request.year_to is None:
        decades = Counter(title.year // 10 * 10 for title in titles if title.year)
        if len(decades) > 1:
            decade = max(decades.items(), key=lambda item: (item[1], item[0]))[0]
            found.append(f"something from the {decade}s")
    return found[:_MOST]
