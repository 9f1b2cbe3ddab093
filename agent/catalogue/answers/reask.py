"""The clarifying question: two or three concrete ways to narrow, or to give way, taken from what the catalogue holds."""

from collections.abc import Iterable, Sequence

from agent.catalogue.answers.compose import missing_titles, plain
from agent.catalogue.answers.facets import dividing
from agent.catalogue.answers.loosen import demands
from agent.catalogue.answers.wording import wish_phrase
from agent.catalogue.request import Request
from agent.catalogue.speech.answer import frame
from agent.catalogue.speech.genres import genres
from agent.catalogue.speech.options import DEMANDS, Demand, giving_way
from agent.catalogue.speech.reask import reask_frame
from agent.catalogue.speech.voice import Voice, listed, voice_of
from agent.catalogue.title import Title

_MOST = 3


def reask(
    question: str,
    request: Request,
    candidates: Sequence[Title],
    catalogue: Iterable[Title],
    unmet: Sequence[str] = (),
) -> str:
    """The question with its numbered options, in the asker's language; each option is a phrase that a follow-up understands.

    `unmet` names the demands that no title meets together with the others; they are the first that may give way.
    """
    voice = voice_of(request.spoken_to)
    limits = [giving_way(demand, voice) for demand in _limits(request)]
    everything = list(catalogue)
    if request.only_missing and candidates:
        return _neighbours(request, candidates, voice)
    if request.contradicted:
        what = genres(request.contradicted[:1], voice)
        return _question("contradiction", question, request, [what, reask_frame("not_genre", voice, what=what)], what=what)
    failing = [demand for demand in DEMANDS if demand in unmet]
    if failing:
        offered = [giving_way(demand, voice) for demand in dict.fromkeys((*failing, *demands(request)))]
        offered = [*offered, *dividing(request, candidates, voice)] if len(offered) < 2 else offered
        pattern = "unmet_with_rest" if len(demands(request)) > len(failing) else "unmet"
        return _question(pattern, question, request, offered, demand=_emptying(request, failing, voice))
    if not candidates and limits:
        offered = [*limits, *dividing(request, everything, voice)] if len(limits) < 2 else limits  # one option is no choice
        return _question("nothing", question, request, offered)
    # Candidates that all agree offer no choice: then what the catalogue at large divides into.
    return _question(
        "unsure", question, request, [*dividing(request, candidates, voice), *dividing(request, everything, voice)]
    )


def _neighbours(request: Request, candidates: Sequence[Title], voice: Voice) -> str:
    """That a title asked for is not there, and the nearest that are."""
    nearest = dict.fromkeys(f"{title.title} ({title.year})" if title.year else title.title for title in candidates)
    said = f"{missing_titles(request, voice)} {reask_frame('nearest', voice)}"
    return f"{said}{_numbered(list(nearest))}\n{reask_frame('answer_nearest', voice)}"


def _emptying(request: Request, unmet: Sequence[Demand], voice: Voice) -> str:
    """The demands that leave nothing, for people to read: "1950 to 1959"."""
    rating = request.rating_min
    said: dict[Demand, str] = {
        "years": _span(request.year_from, request.year_to, voice),
        "length": reask_frame("that_length", voice),
        "seasons": reask_frame("that_many_seasons", voice),
        "rating": reask_frame("rated", voice, n=f"{rating:g}") if rating else "",
        "genres": genres(request.genres, voice),
        "people": listed(request.people, voice),
    }
    return frame("quoted", voice, what=listed([said[name] for name in unmet if said.get(name)], voice))


def _span(first: int | None, last: int | None, voice: Voice) -> str:
    if first is not None and last is not None:
        return str(first) if first == last else reask_frame("span", voice, first=first, last=last)
    return reask_frame("later", voice, first=first) if first else reask_frame("earlier", voice, last=last)


def _question(pattern: str, question: str, request: Request, offered: Sequence[str], **values: str) -> str:
    voice = voice_of(request.spoken_to)
    wish = plain(wish_phrase(question, request))
    named = reask_frame("of_wish", voice, what=frame("quoted", voice, what=wish)) if wish else ""
    missing = f"{found} " if (found := missing_titles(request, voice)) else ""
    asked = reask_frame(pattern, voice, wish=named, **values)
    return f"{missing}{asked}{_numbered(offered)}\n{reask_frame('answer', voice)}"


def _numbered(offered: Sequence[str]) -> str:
    first = list(dict.fromkeys(offered))[:_MOST]
    return "".join(f"\n{number}. **{plain(option)}**" for number, option in enumerate(first, 1))


def _limits(request: Request) -> list[Demand]:
    applies: dict[Demand, bool] = {
        "length": bool(request.runtime_max or request.runtime_min),
        "years": bool(request.year_from or request.year_to),
        "kind": bool(request.media_type),
    }
    return [demand for demand, holds in applies.items() if holds]
