"""Calls that a model asks for: run where every argument holds against question and catalogue, else left to the rules."""

from typing import Any

import pytest
from pydantic import ValidationError

from agent.catalogue.films import FilmDomain
from agent.catalogue.request import Request
from agent.catalogue.tools.route import FilmRoute
from agent.contract import HistoryMessage, TitleRef
from agent.domain import ToolCall
from tests.agent.catalogue.tool_phrasings import (
    DE_NIRO,
    HEAT,
    RONIN,
    ROPE,
    common,
    compare,
    count,
    evening,
    every,
    extreme,
    fact,
    total,
)
from tests.agent.catalogue.tool_phrasings import catalogue as titles
from tests.fakes.finder import FakeFinder

DOMAIN = FilmDomain(FakeFinder(titles()))
QUESTION = "with Heat, Ronin, Rope, Robert De Niro, Al Pacino and The Gravel Orchestra"


def asked(question: str = QUESTION, history: tuple[HistoryMessage, ...] = (), **said: Any) -> ToolCall | None:
    """The call behind a model's structured output."""
    return DOMAIN.tool(question, history, FilmRoute.model_validate({"decision": "tool", **said}))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (
            {"media_type": "movie", "people": ["robert de niro"], "tool": {"name": "count"}},
            count(media_type="movie", **DE_NIRO),
        ),
        ({"people": ["Robert De Niro"], "tool": {"name": "list"}}, every(**DE_NIRO)),
        (
            {"tool": {"name": "count", "directors": ["Alfred Hitchcock"]}},
            count(people=("Alfred Hitchcock",), directors=("Alfred Hitchcock",)),
        ),
        ({"tool": {"name": "fact", "fact": "runtime", "titles": ["Heat"]}}, fact("runtime", HEAT)),
        (
            {"tool": {"name": "compare", "titles": ["Heat", "Ronin"], "measure": "longest"}},
            compare(HEAT, RONIN, by="longest"),
        ),
        (
            {"genres": ["thrillers"], "tool": {"name": "extreme", "measure": "shortest", "count": 3}},
            extreme("shortest", 3, genres=("thriller",)),
        ),
        ({"tool": {"name": "total", "titles": ["Heat", "Rope"]}}, total(HEAT, ROPE)),
        ({"tool": {"name": "plan", "start": "19:30", "end": "24:00", "titles": ["Heat"]}}, evening(1170, 1440, None, HEAT)),
        ({"tool": {"name": "common", "titles": ["Heat", "Ronin"]}}, common(HEAT, RONIN)),
        (
            {"tool": {"name": "common", "people": ["Robert De Niro", "Pacino"]}},
            common().model_copy(update={"people": ("Robert De Niro", "Al Pacino")}),
        ),
        (
            {"tool": {"name": "compare", "titles": ["Heat", "The Gravel Orchestra"]}},
            compare(HEAT).model_copy(update={"unknown": ("The Gravel Orchestra",)}),
        ),
    ],
)
def test_arguments_that_hold_make_the_call(said: dict[str, Any], expected: ToolCall) -> None:
    """Names as the catalogue has them, conditions from the filters; a title that is not there is known as such."""
    assert asked(**said) == expected


@pytest.mark.parametrize(
    "said",
    [
        {"tool": None},
        {"tool": "count"},
        {"tool": {"name": "delete_everything"}},
        {"genres": ["gloomcore"], "tool": {"name": "count"}},
        {"genres": ["thriller", "gloomcore"], "tool": {"name": "count"}},
        {"people": ["Ada Example"], "tool": {"name": "count"}},
        {"tool": {"name": "list"}},
        {"tool": {"name": "fact", "fact": "runtime", "titles": ["Casablanca"]}},
        {"tool": {"name": "fact", "fact": "budget", "titles": ["Heat"]}},
        {"tool": {"name": "compare", "titles": ["Heat"]}},
        {"tool": {"name": "extreme", "measure": "prettiest"}},
        {"tool": {"name": "extreme"}},
        {"tool": {"name": "total", "titles": []}},
        {"tool": {"name": "plan", "titles": ["Heat"]}},
        {"tool": {"name": "plan", "start": "half past", "titles": ["Heat"]}},
        {"tool": {"name": "common", "people": ["Robert De Niro"]}},
    ],
)
def test_arguments_that_do_not_hold_make_none(said: dict[str, Any]) -> None:
    """Unknown tools and words, names that nobody said, too few of them, times that are none."""
    assert asked(**said) is None


def test_titles_that_were_shown_need_no_name() -> None:
    """A call without titles is about those of the last answer."""
    shown = HistoryMessage("assistant", "…", (TitleRef(HEAT, "Heat", 1995), TitleRef(RONIN, "Ronin", 1998)))
    assert asked("how long in all?", (shown,), tool={"name": "total"}) == total(HEAT, RONIN)


def test_an_evening_past_midnight_ends_on_the_next_day() -> None:
    """From ten to two; of two films to choose where the model counts none."""
    planned = evening(22 * 60, 26 * 60).model_copy(update={"wanted": Request("")})
    assert asked(tool={"name": "plan", "start": "22:00", "end": "02:00"}) == planned


def test_a_call_is_fixed_and_says_what_it_does() -> None:
    """It cannot be changed, takes no other arguments, and lists those that say something."""
    call = fact("runtime", HEAT)
    with pytest.raises(ValidationError):
        call.fact = "year"
    with pytest.raises(ValidationError):
        type(call)(titles=(HEAT,), fact="runtime", colour="red")  # type: ignore[call-arg]
    assert call.arguments() == {"titles": [HEAT], "fact": "runtime"}
    assert count(media_type="movie").arguments() == {"wanted": {"media_type": "movie"}}
