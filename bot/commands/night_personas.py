"""People described in a sentence whom a language model plays, what an evening looked like to them, and a judge's grades."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from agent.contract import TitleCard
from agent.evening import Pick, Question
from agent.llm import Llm, Meter, Unreadable
from agent.nodes.prompting import data, prompt
from bot.movie_night.said import Fought, Side
from bot.movie_night.session import Session

STEPS = ("question", "duels", "candidates", "picks", "choice")
Grade = Annotated[int, Field(ge=1, le=5)]


@dataclass(frozen=True, slots=True)
class Persona:
    """Somebody to play. `text` is data, whatever it says."""

    id: str
    text: str


class Chosen(BaseModel):
    """What the model takes in somebody's place: numbers of choices, from 1."""

    chosen: list[int]
    why: str = ""


class Grades(BaseModel):
    """A judge's grades of five steps, from 1 to 5."""

    question: Grade
    duels: Grade
    candidates: Grade
    picks: Grade
    choice: Grade
    why: str = ""


class Player:
    """A persona at an evening. What the model says unreadably is no answer; `unread` counts them. Raises LlmError."""

    def __init__(self, persona: Persona, model: Llm, meter: Meter) -> None:
        self._persona, self._model, self._meter = persona, model, meter
        self.unread = 0
        self.reasons: list[str] = []

    async def answer(self, question: Question) -> tuple[str, ...] | None:
        """The wishes that suit them."""
        chosen = await self._chosen(question.text, [wish.label for wish in question.wishes])
        return None if chosen is None else tuple(question.wishes[at].id for at in chosen)

    async def prefer(self, duel: Fought) -> Side | None:
        """The film that they would rather watch."""
        chosen = await self._chosen(
            "Which of the two would you rather watch tonight?", list(map(_film, (duel.left, duel.right)))
        )
        if chosen is None:
            return None
        return ("left", "right")[chosen[0]] if len(chosen) == 1 else "neither"

    async def strike(self, films: Sequence[TitleCard]) -> tuple[str, ...] | None:
        """The films that they have seen or will not watch."""
        chosen = await self._chosen("Strike what you have seen or will not watch.", list(map(_film, films)))
        return None if chosen is None else tuple(films[at].ref.id for at in chosen)

    async def approve(self, picks: Sequence[Pick]) -> tuple[str, ...] | None:
        """The picks that they would watch."""
        chosen = await self._chosen("Choose all that you would watch.", [f"{_film(pick.film)}: {pick.note}" for pick in picks])
        return None if chosen is None else tuple(picks[at].film.ref.id for at in chosen)

    async def _chosen(self, asked: str, choices: Sequence[str]) -> list[int] | None:
        """Places of the choices taken; None for an answer that cannot be read."""
        numbered = "\n".join(f"[{number}] {data(text)}" for number, text in enumerate(choices, 1))
        messages = prompt("night_persona", person=data(self._persona.text), asked=data(asked), choices=numbered)
        self._meter.call()
        try:
            answer = await self._model.structured("primary", messages, Chosen, self._meter)
        except Unreadable:
            self.unread += 1
            return None
        self.reasons.append(answer.why)
        return [number - 1 for number in dict.fromkeys(answer.chosen) if 1 <= number <= len(choices)]


async def judge(model: Llm, meter: Meter, personas: Sequence[Persona], told: Sequence[Mapping[str, Any]]) -> Grades | None:
    """The grades of an evening; None where the judge's answer cannot be read. Raises other LlmErrors."""
    people = "\n".join(f"{persona.id}: {data(persona.text)}" for persona in personas)
    messages = prompt(
        "night_judge", people=people, evening="\n".join(data(json.dumps(step, ensure_ascii=False)) for step in told)
    )
    meter.call()
    try:
        return await model.structured("primary", messages, Grades, meter)
    except Unreadable:
        return None


def transcript(session: Session) -> list[dict[str, Any]]:
    """What was put before people and what each chose, step by step, by persona id."""
    told: list[dict[str, Any]] = []
    for asked in session.asked:
        labels = {wish.id: wish.label for wish in asked.question.wishes}
        said = {person: [labels[wish] for wish in wishes] for person, wishes in asked.ballots.items()}
        told.append({"step": "question", "text": asked.question.text, "options": list(labels.values()), "chosen": said})
    for duel in session.duels:
        sides = {"left": _film(duel.left), "right": _film(duel.right), "neither": "neither"}
        said_sides = {person: sides[side] for person, side in duel.ballots.items()}
        told.append({"step": "duel", "films": [sides["left"], sides["right"]], "chosen": said_sides})
    for listed in session.lists:
        struck = _by_person(listed.films, listed.strikes)
        told.append({"step": "candidates", "films": list(map(_film, listed.films)), "struck": struck})
    if session.voted is not None:
        picks = [{"film": _film(pick.film), "note": pick.note} for pick in session.voted.picks]
        approved = _by_person([pick.film for pick in session.voted.picks], session.voted.approvals)
        told.append({"step": "picks", "picks": picks, "approved": approved})
    if session.result is not None:
        told.append({"step": "choice", "film": _name_of(session), "why": list(session.result.audit)})
    return told


def _by_person(films: Iterable[TitleCard], ballots: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    names = {film.ref.id: _film(film) for film in films}
    return {person: [names[title] for title in titles if title in names] for person, titles in ballots.items()}


def _name_of(session: Session) -> str:
    picks = session.voted.picks if session.voted is not None else ()
    winner = session.result.winner if session.result is not None else ""
    return next((_film(pick.film) for pick in picks if pick.film.ref.id == winner), "none")


def _film(film: TitleCard) -> str:
    facts = [*film.genres[:3], *([f"{film.runtime} minutes"] if film.runtime else [])]
    return f"{film.ref.title} ({film.ref.year})" + (f", {', '.join(facts)}" if facts else "")
