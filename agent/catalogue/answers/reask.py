"""The clarifying question: two or three concrete ways to narrow, or to give way, taken from what the catalogue holds."""

from collections.abc import Iterable, Sequence

from agent.catalogue.answers.changes import ANY_KIND, ANY_LENGTH, ANY_YEAR
from agent.catalogue.answers.compose import missing_titles, plain
from agent.catalogue.answers.facets import dividing
from agent.catalogue.answers.wording import wish_phrase
from agent.catalogue.request import Request
from agent.catalogue.title import Title

_MOST = 3


def reask(question: str, request: Request, candidates: Sequence[Title], catalogue: Iterable[Title]) -> str:
    """The question with its numbered options; each option is a phrase that a follow-up understands."""
    limits = _limits(request)
    everything = list(catalogue)
    if not candidates and limits:
        offered = [*limits, *dividing(request, everything)] if len(limits) < 2 else limits  # one option is no choice
        return _question("I have nothing that is all of{wish}. What may give way?", question, request, offered[:_MOST])
    # Candidates that all agree offer no choice: then what the catalogue at large divides into.
    offered = [*dividing(request, candidates), *dividing(request, everything)]
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
