"""Node `lead`: the movie agent chooses the next step, or has the search agent search first.

A model's action that cannot be carried out is repaired once: the model is told what was wrong. After that, and without a
model, the policy decides.
"""

import json

from agent.evening import OPTIONS, StepKind
from agent.llm import ChatMessage, Unreadable
from agent.night import policy
from agent.night.actions import (
    SEARCH_LENGTH,
    Action,
    AskCategoricalQuestion,
    Bounds,
    DelegateSearch,
    InvalidAction,
    Move,
    read_move,
)
from agent.night.outlook import Outlook
from agent.night.question import LEAST_FILMS
from agent.night.state import NightRun, Outcome, Result, State
from agent.night.wording import evening_line, film_line, film_lines, people_lines
from agent.nodes.prompting import prompt

_SHOWN = 24  # contenders that a model chooses among
_REPAIRS = 1
_NO_JSON = "Your answer was not one JSON object of the form asked for."


async def lead(state: State, run: NightRun) -> Outcome:
    """Choose. The search agent is asked at most once a step."""
    bounds = _bounds(state)
    chosen = await _asked(state, run, bounds)
    if isinstance(chosen, DelegateSearch):
        return Outcome({"task": chosen.task}, {"search": chosen.task[:SEARCH_LENGTH]})
    if chosen is None:
        chosen = policy.choose(state["outlook"], state["allowed"])
    return Outcome({"action": chosen}, {"action": type(chosen).__name__})


async def _asked(state: State, run: NightRun, bounds: Bounds) -> Action | DelegateSearch | None:
    """The model's action; None where there is no model or none that can be carried out."""
    messages = _messages(state, bounds)
    for _ in range(1 + _REPAIRS):
        try:
            move = await run.ask("primary", messages, Move)
        except Unreadable:
            messages = [*messages, ChatMessage("user", _again(_NO_JSON))]
            continue
        if move is None:
            return None
        run.dropped += bounds.unknown(move)
        try:
            chosen = read_move(move, bounds)
            return _met(chosen, state["outlook"], run) if isinstance(chosen, AskCategoricalQuestion) else chosen
        except InvalidAction as wrong:
            said = json.dumps(move.model_dump(exclude_defaults=True), ensure_ascii=False)
            messages = [*messages, ChatMessage("assistant", said), ChatMessage("user", _again(str(wrong)))]
    run.meter.fall_back()
    return None


def _met(asked: AskCategoricalQuestion, outlook: Outlook, run: NightRun) -> AskCategoricalQuestion:
    """The question with the options that several films of tonight meet, as far as their searches speak of facts."""
    rows = outlook.pool.rows
    masks = {wish.id: run.shelf.table.mask(run.understand(wish.search))[rows] for wish in asked.wishes}
    met = tuple(wish for wish in asked.wishes if masks[wish.id].sum() >= LEAST_FILMS)
    if len(met) < OPTIONS[0]:
        labels = ", ".join(f"“{wish.label}”" for wish in asked.wishes if wish not in met)
        raise InvalidAction(f"Too few films of tonight meet {labels}.")
    return AskCategoricalQuestion(asked.text, met)


def _again(wrong: str) -> str:
    return f"That cannot be done. {wrong} Answer again with one JSON object and nothing else."


def _bounds(state: State) -> Bounds:
    outlook, evening = state["outlook"], state["evening"]
    free = {*outlook.pool.ids, *(result.film.id for result in state.get("found", ()))}
    left = outlook.left
    return Bounds(
        allowed=state["allowed"],
        known=outlook.shelf.titles,
        free=free,
        unused=set(outlook.pool.ids) - set(evening.duelled),
        listed={film.id for film in left} if left else free,
        people=[guest.alias for guest in evening.guests],
        asked=evening.asked,
        may_search="task" not in state and _is_searched_for(state["allowed"]),
    )


def _is_searched_for(allowed: tuple[StepKind, ...]) -> bool:
    """Questions divide what there is, duels are among contenders and picks come from the list: only a list is searched for."""
    return "candidates" in allowed


def _messages(state: State, bounds: Bounds) -> list[ChatMessage]:
    outlook: Outlook = state["outlook"]
    contenders = policy.contenders(outlook, _SHOWN, unused=state["allowed"] == ("duel",))
    return prompt(
        "night_lead",
        allowed=", ".join(bounds.names),
        evening=evening_line(outlook),
        people=people_lines(state["evening"], outlook.shelf),
        contenders=film_lines(contenders),
        candidates=film_lines(outlook.left),
        found="\n".join(map(_found, state.get("found", ()))) or "none",
    )


def _found(result: Result) -> str:
    return film_line(result.film, reason=result.reason)
