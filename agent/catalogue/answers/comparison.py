"""Questions about the titles just shown, answered from their facts: "which of these is the shortest?"."""

from collections.abc import Callable, Mapping, Sequence

from agent.catalogue.answers.reasons import length_in
from agent.catalogue.answers.shown import TitleById, last_shown
from agent.catalogue.speech.comparison import Measured, comparison, kind_asked, measured
from agent.catalogue.speech.voice import Voice, listed
from agent.catalogue.title import MediaType, Title
from agent.contract import HistoryMessage

_VALUES: Mapping[Measured, Callable[[Title], float | None]] = {
    "shortest": lambda title: -title.runtime if title.runtime else None,
    "longest": lambda title: title.runtime,
    "newest": lambda title: title.year,
    "oldest": lambda title: -title.year if title.year else None,
    "best": lambda title: title.rating,
}


def compare(question: str, history: Sequence[HistoryMessage], title: TitleById, voice: Voice = "en") -> str | None:
    """The answer in `voice`; None when the question compares by nothing that the facts tell."""
    shown = [found for ref in last_shown(history, 2) if (found := title(ref.id)) is not None]
    if not shown:
        return comparison("nothing_shown", voice)
    if (measure := measured(question)) is not None:
        return _superlative(measure, shown, voice)
    if (kind := kind_asked(question)) is not None:
        return _of_kind(kind, shown, voice)
    return None


def _of_kind(kind: MediaType, shown: Sequence[Title], voice: Voice) -> str:
    names = [_bold(item) for item in shown if item.media_type == kind]
    amount = "no" if not names else "only" if len(names) == 1 else "some"
    return comparison(f"{amount}_{kind}", voice, titles=listed(names, voice))


def _superlative(measure: Measured, shown: Sequence[Title], voice: Voice) -> str:
    valued = [(value, item) for item in shown if (value := _VALUES[measure](item)) is not None]
    if not valued:
        return comparison("none_known", voice)
    ranked = [item for _, item in sorted(valued, key=lambda pair: -pair[0])]
    best, *rest = ranked
    others = [f"{_bold(item)} ({_told(measure, item, voice)})" for item in rest]
    unknown = [item.title for item in shown if item not in ranked]
    text = "".join(
        (
            comparison(measure, voice, title=_bold(best), told=_told(measure, best, voice)),
            comparison("then", voice, titles=listed(others, voice)) if len(others) > 1 else "",
            comparison("unknown", voice, titles=listed(unknown, voice)) if unknown else "",
        )
    )
    return text.replace("..", ".")  # "99 Min." ends a sentence as it is


def _told(measure: Measured, title: Title, voice: Voice) -> str:
    match measure:
        case "shortest" | "longest":
            return length_in(title, voice)
        case "newest" | "oldest":
            return str(title.year)
        case "best":
            return comparison("of_ten", voice, n=f"{title.rating:g}")


def _bold(title: Title) -> str:
    return f"**{title.title}**"
