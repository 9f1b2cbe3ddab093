"""Node `settle`: an action becomes the step that people see. Ids become cards, lists are filled up, reasons are found."""

from collections.abc import Sequence

from agent.catalogue.answers.cards import card
from agent.catalogue.title import Title
from agent.contract import TitleCard, TitleRef
from agent.evening import Candidates, Duel, Pick, Picks, Question, Step, kind_of
from agent.night import policy
from agent.night.actions import AskCategoricalQuestion, AskDuelQuestion, SubmitCandidates, SubmitRecommendations
from agent.night.grounded import Grounds
from agent.night.notes import Why, whys
from agent.night.outlook import Outlook
from agent.night.state import NightRun, Outcome, State
from agent.night.variety import varied

_SHORT_REASONS = 3  # of a card


async def settle(state: State, run: NightRun) -> Outcome:
    """Make the step."""
    step = await _step(state, run)
    return Outcome({"step": step}, {"step": kind_of(step)})


async def _step(state: State, run: NightRun) -> Step:
    outlook = state["outlook"]
    match state["action"]:
        case AskCategoricalQuestion(text, wishes):
            return Question(text, wishes)
        case AskDuelQuestion(left, right):
            films = outlook.known((left, right))
            return Duel(*await _cards(films, whys(outlook, films), run, outlook))
        case SubmitCandidates() as submitted:
            return await _candidates(submitted, state, run)
        case SubmitRecommendations() as submitted:
            return await _picks(submitted, outlook, run)


async def _candidates(submitted: SubmitCandidates, state: State, run: NightRun) -> Candidates:
    """The list, filled up with the best others where a model submits few, and with its reasons where it gave any."""
    outlook = state["outlook"]
    films = outlook.known(submitted.films)
    if len(films) < policy.LISTED:
        films = varied([*films, *outlook.ranked(submitted.films)], policy.LISTED)
    reasons = whys(outlook, films)
    grounds = Grounds(outlook.evening)
    for result in state.get("found", ()):
        if result.film.id in reasons and (told := grounds.public(result.film, result.reason)):
            why = reasons[result.film.id]
            reasons[result.film.id] = Why((told.rstrip("."), *why.short), why.note, why.to)
    return Candidates(await _cards(films, reasons, run, outlook))


async def _picks(submitted: SubmitRecommendations, outlook: Outlook, run: NightRun) -> Picks:
    """The picks in the order of their scores; a model's notes where they keep to the facts, ours where they do not."""
    standing, at = outlook.standing, outlook.films.row
    films = outlook.known(title for title in outlook.order if title in submitted.films)
    reasons, grounds = whys(outlook, films), Grounds(outlook.evening)
    cards = await _cards(films, reasons, run, outlook)
    return Picks(
        tuple(
            Pick(
                film=shown,
                note=grounds.public(film, submitted.notes.get(film.id, "")) or reasons[film.id].note,
                score=float(standing.scores[at[film.id]]),
                pleased={alias: float(own[at[film.id]]) for alias, own in standing.pleased.items()},
                to={**reasons[film.id].to, **grounds.private(film, submitted.to.get(film.id, {}), outlook)},
            )
            for film, shown in zip(films, cards, strict=True)
        ),
        policy.RULE,
    )


async def _cards(films: Sequence[Title], reasons: dict[str, Why], run: NightRun, outlook: Outlook) -> tuple[TitleCard, ...]:
    region = outlook.evening.house.region
    extras = await run.extras.about(films, region) if run.extras is not None and films else {}
    return tuple(
        card(
            TitleRef(film.id, film.title, film.year, film.source_ids),
            film,
            reasons[film.id].short[:_SHORT_REASONS],
            extras.get(film.id),
            region,
        )
        for film in films
    )
