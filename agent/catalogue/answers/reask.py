"""The clarifying question: two or three concrete ways to narrow, or to give way, taken from what the catalogue holds."""

from collections.abc import Iterable, Sequence

from agent.catalogue.answers.changes import ANY_KIND, ANY_LENGTH, ANY_YEAR
from agent.catalogue.answers.compose import missing_titles, plain
from agent.catalogue.answers.facets import dividing
from agent.catalogue.answers.facts import listed
from agent.catalogue.answers.loosen import OPTIONS, demands
from agent.catalogue.answers.wording import wish_phrase
from agent.catalogue.request import Request
from agent.catalogue.title import Title

_MOST = 3


def reask(
    question: str,
    request: Request,
    candidates: Sequence[Title],
    catalogue: Iterable[Title],
    unmet: Sequence[str] = (),
) -> str:
    """The question with its numbered options; each option is a phrase that a follow-up understands.

    `unmet` names the demands that no title meets together with the others; they are the first that may give way.
    """
    limits = _limits(request)
    everything = list(catalogue)
    if request.only_missing and candidates:
        return _neighbours(request, candidates)
    if unmet:
        offered = [OPTIONS[name] for name in dict.fromkeys((*unmet, *demands(request)))]
        offered = [*offered, *dividing(request, candidates)] if len(offered) < 2 else offered
        pattern = f"I have nothing that is all of{{wish}}: {_emptying(request, unmet)} leaves no title. What may give way?"
        return _question(pattern, question, request, offered[:_MOST])
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


def _neighbours(request: Request, candidates: Sequence[Title]) -> str:
    """That a title asked for is not there, and the nearest that are."""
    nearest = list(dict.fromkeys(f"{title.title} ({title.year})" if title.year else title.title for title in candidates))[
        :_MOST
    ]
    lines = "".join(f"\n{number}. **{plain(name)}**" for number, name in enumerate(nearest, 1))
    return (
        f"{missing_titles(request)} The nearest that I have:{lines}\n"
        "Answer with a number to hear more, or tell me what it is like and I look for something similar."
    )


def _emptying(request: Request, unmet: Sequence[str]) -> str:
    """The demands that leave nothing, for people to read: "from 1950 to 1959 with the rest"."""
    said = {
        "years": _span(request.year_from, request.year_to),
        "length": "that length",
        "seasons": "that many seasons",
        "rating": f"a rating of {request.rating_min:g} or more" if request.rating_min else "",
        "genres": listed(request.genres),
        "people": listed(request.people),
    }
    return f"“{listed([said[name] for name in unmet if said[name]])}”" + (
        " with the rest" if len(demands(request)) > len(unmet) else ""
    )


def _span(first: int | None, last: int | None) -> str:
    if first is None or last is None:
        return f"{first} or later" if first else f"{last} or earlier"
    return str(first) if first == last else f"{first} to {last}"


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
