"""`matinee eval personas`: evenings of people whom a language model plays, with the real rules and movie agent, and a judge.

A set has one `{"id", "persona"}` a line. Whole evenings are kept as one JSON object a line, so that grades can be read again.
"""

import hashlib
import json
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from bot.commands.errors import CommandError, UsageError
from bot.movie_night.simulate import play
from bot.parts import open_extras, open_finder, open_search
from bot.settings import Settings

if TYPE_CHECKING:
    from agent.contract import StepRequest
    from agent.dispatch import Steps
    from agent.evening import Step
    from agent.llm import Llm
    from bot.commands.night_personas import Grades, Persona

_NO_MODEL = "Personas are played and judged by a language model, and none is set up: matinee doctor says how to."
_TRANSCRIPTS = "personas.jsonl"
_AT_MOST = 3  # people of a group


async def evaluate_personas(settings: Settings, sets: Sequence[Path], out: Path | None) -> dict[str, Any]:
    """The figures of `judged`, with the model that is configured or found.

    Raises UsageError for an unreadable set, CommandError without a model and where it fails.
    """
    from agent.llm import LlmError
    from agent.llm_config import resolve
    from agent.night.graph import MovieAgent

    personas = [persona for path in sets for persona in read_personas(path)]
    model = (await resolve(dict(os.environ), settings.litellm_config)).llm
    if model is None:
        raise CommandError(_NO_MODEL)
    search, extras = open_search(settings), open_extras(settings)
    finder = await open_finder(settings, search)
    try:
        agent = MovieAgent(finder, encode=search.dense.queries, model=model, extras=extras)
        return await judged(agent, model, personas, out or settings.data_dir / _TRANSCRIPTS)
    except LlmError as error:
        raise CommandError(error.message) from error
    finally:
        if extras is not None:
            await extras.close()
        await finder.close()


async def judged(agent: "Steps", model: "Llm", personas: Sequence["Persona"], out: Path) -> dict[str, Any]:
    """`{"n", "question", "duels", "candidates", "picks", "choice", "chosen", "ungraded", "unread", "model_calls", "dropped",
    "fallbacks", "transcripts"}`: evenings, mean grades from 1 to 5, the share that ended with a film, answers that could not be
    read, and what the movie agent cost. Evenings are written to `out` as they end. Raises LlmError and CommandError."""
    from agent.llm import Meter
    from bot.commands.night_personas import STEPS, Player, judge, transcript

    meter, chooser, unread = Meter(), _Chooser(agent), 0
    graded: list[Grades] = []
    parties = list(groups(personas))
    chosen = 0
    with _opened(out) as file:
        for party in parties:
            players = {persona.id: Player(persona, model, meter) for persona in party}
            played = await play(_session_id(party), players, chooser.choose)
            told = transcript(played.session)
            grades = await judge(model, meter, party, told)
            record = {
                "personas": [{"id": persona.id, "persona": persona.text} for persona in party],
                "evening": told,
                "reasons": {person: player.reasons for person, player in players.items()},
                "grades": grades.model_dump() if grades is not None else None,
            }
            file.write(json.dumps(record, ensure_ascii=False) + "\n")
            file.flush()
            unread += sum(player.unread for player in players.values())
            chosen += bool(played.session.result and played.session.result.winner)
            graded += [grades] if grades is not None else []
    means = {step: _mean([getattr(each, step) for each in graded]) for step in STEPS}
    return {
        "n": len(parties),
        **means,
        "chosen": round(chosen / len(parties), 4),
        "ungraded": len(parties) - len(graded),
        "unread": unread,
        "model_calls": meter.usage().model_calls + chooser.calls,
        "dropped": chooser.dropped,
        "fallbacks": chooser.fallbacks,
        "transcripts": str(out),
    }


def read_personas(path: Path) -> list["Persona"]:
    """The personas of a file. Raises UsageError."""
    from bot.commands.night_personas import Persona

    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"{path} cannot be read as text: {error}.") from error
    personas = []
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
            personas.append(Persona(str(record["id"]), str(record["persona"])))
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(f'{path}, line {number}: that is no {{"id", "persona"}}.') from error
    if len(personas) < 2 or len({persona.id for persona in personas}) < len(personas):
        raise UsageError(f"{path} has to hold two personas or more, each with an id of its own.")
    return personas


def groups(personas: Sequence["Persona"]) -> Iterator[Sequence["Persona"]]:
    """The personas in their order, in turns two and three together; nobody is left alone."""
    size, at = 2, 0
    while at < len(personas):
        left = len(personas) - at
        taken = left if left <= _AT_MOST else 2 if left == _AT_MOST + 1 else size
        yield personas[at : at + taken]
        at, size = at + taken, 5 - size


class _Chooser:
    """The movie agent as a chooser of steps, and what it cost."""

    def __init__(self, agent: "Steps") -> None:
        self._agent = agent
        self.calls = self.fallbacks = self.dropped = 0

    async def choose(self, request: "StepRequest") -> "Step | None":
        """The step; None where the films do not suffice for one."""
        from agent.contract import StepDone
        from agent.night.policy import NoStep

        try:
            async for event in self._agent.events(request):
                if isinstance(event, StepDone):
                    self.calls += event.usage.model_calls
                    self.fallbacks += event.usage.fallbacks
                    self.dropped += event.dropped
                    return event.step
        except NoStep:
            return None
        return None


def _opened(out: Path) -> TextIO:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        return out.open("w", encoding="utf-8")
    except OSError as error:
        raise CommandError(f"{out} cannot be written: {error.strerror}.") from error


def _session_id(party: Sequence["Persona"]) -> str:
    return hashlib.blake2b("|".join(persona.id for persona in party).encode(), digest_size=16).hexdigest()


def _mean(grades: Sequence[int]) -> float | None:
    return round(sum(grades) / len(grades), 3) if grades else None
