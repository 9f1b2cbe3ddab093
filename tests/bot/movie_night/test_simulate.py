"""A whole evening without anybody: the real rules, steps from a chooser, answers from members."""

from collections.abc import Sequence

import pytest

from agent.contract import StepRequest, TitleCard
from agent.evening import Pick, Question, Step, StepKind
from bot.movie_night.said import Fought, Side
from bot.movie_night.session import Settings
from bot.movie_night.simulate import Played, play
from tests.bot.movie_night.evenings import NIGHT, step


class Fixed:
    """A member with fixed answers; None leaves a part out."""

    def __init__(
        self,
        *,
        wishes: tuple[str, ...] | None = ("fun",),
        side: Side | None = "left",
        strikes: int | None = 0,
        approves: tuple[int, ...] | None = (0,),
    ) -> None:
        self._wishes, self._side, self._strikes, self._approves = wishes, side, strikes, approves

    async def answer(self, question: Question) -> tuple[str, ...] | None:
        """As given."""
        return self._wishes

    async def prefer(self, duel: Fought) -> Side | None:
        """As given."""
        return self._side

    async def strike(self, films: Sequence[TitleCard]) -> tuple[str, ...] | None:
        """The first ones."""
        return None if self._strikes is None else tuple(film.ref.id for film in films[: self._strikes])

    async def approve(self, picks: Sequence[Pick]) -> tuple[str, ...] | None:
        """Those at the places given."""
        return None if self._approves is None else tuple(picks[at].film.ref.id for at in self._approves)


class Steps:
    """A chooser of the first kind allowed; films of two steps are never the same. `fails` are kinds it cannot choose."""

    def __init__(self, *fails: StepKind) -> None:
        self.asked: list[StepRequest] = []
        self._fails = fails

    async def choose(self, request: StepRequest) -> Step | None:
        """The step."""
        self.asked.append(request)
        kind = request.allowed[0]
        return None if kind in self._fails else step(kind, 20 * len(self.asked))


async def played(*members: Fixed, steps: Steps | None = None, settings: Settings = Settings()) -> Played:  # noqa: B008
    """An evening of these members."""
    return await play(NIGHT, {str(at): member for at, member in enumerate(members)}, (steps or Steps()).choose, settings)


async def test_an_evening_is_played_to_a_choice() -> None:
    """It goes through every kind of step and ends with the film that all approve of."""
    steps = Steps()
    evening = await played(Fixed(approves=(2,)), Fixed(approves=(2, 3)), steps=steps)
    assert ["question", "duel", "duel", "candidates", "picks"] == [request.allowed[0] for request in steps.asked]
    assert evening.session.result is not None
    assert ("chosen", "film-102") == (evening.session.result.ending, evening.session.result.winner)


async def test_what_was_said_reaches_the_chooser() -> None:
    """The request for the picks knows wishes, duels and strikes of each."""
    steps = Steps()
    await played(Fixed(), Fixed(side="right", strikes=2), steps=steps)
    first, second = steps.asked[-1].evening.guests
    assert (("fun",), 2, ()) == (first.wishes, len(first.won), first.struck)
    assert (first.lost, 2) == (second.won, len(second.struck))


async def test_clicks_are_buttons_and_options() -> None:
    """A wish, two duels, two strikes and three approvals are eight clicks; to strike nothing is one as well."""
    much, little = Fixed(strikes=2, approves=(0, 1, 2)), Fixed(approves=())
    assert 8 + 5 == (await played(much, little)).clicks


async def test_a_part_that_is_left_out_costs_nothing() -> None:
    """Who takes part in nothing has no click, and the evening still ends with a film."""
    idle = Fixed(wishes=None, side=None, strikes=None, approves=None)
    evening = await played(idle, idle)
    assert 0 == evening.clicks
    assert evening.session.result is not None
    assert "chosen" == evening.session.result.ending


async def test_a_short_evening_has_no_duel() -> None:
    """The host's setting holds in a simulation too."""
    evening = await played(Fixed(), Fixed(), settings=Settings(is_short=True))
    assert () == evening.session.duels


async def test_the_order_begins_with_the_winner_and_holds_nothing_that_was_struck() -> None:
    """The winner, the other picks by approvals, then the rest of the list."""
    evening = await played(Fixed(approves=(3, 1)), Fixed(approves=(3,), strikes=2))
    assert ("film-103", "film-101", "film-100", "film-102", "film-104", "film-82") == evening.order[:6]
    assert not {"film-80", "film-81"} & set(evening.order)


@pytest.mark.parametrize("kind", ["question", "duel"])
async def test_a_step_that_cannot_be_chosen_is_passed_over(kind: StepKind) -> None:
    """An evening without a question or a duel ends with a film all the same."""
    evening = await played(Fixed(), Fixed(), steps=Steps(kind))
    assert evening.session.result is not None
    assert "chosen" == evening.session.result.ending


async def test_an_evening_without_a_list_has_no_order() -> None:
    """Where nothing can be listed the evening fails, and leaves no film."""
    assert () == (await played(Fixed(), Fixed(), steps=Steps("candidates"))).order
