"""Titles as cards: what an answer's titles look like, and what people can say of them. Pure."""

import re
from collections.abc import Sequence
from math import ceil

from agent.contract import TitleCard
from bot import actions
from bot.types import ChatLimits
from bot.views import Button, Card, Picture, View
from bot.words import counted, cut, listed, named, plain, runtime

# Four cards of these lengths, with sources at the foot, stay below the 4,000 characters that Discord shows in one message.
_HEADING, _FACTS, _WHY, _WHERE = 120, 160, 220, 160
_ADDRESS = re.compile(r"https://[^\s<>()]{1,110}")
_SERVICES = 5


def views(turn_id: str, cards: Sequence[TitleCard], limits: ChatLimits) -> list[View]:
    """The cards of a turn as messages of at most `limits.cards` each, evenly filled; the last takes feedback. None without."""
    made = [card(turn_id, number, each) for number, each in enumerate(cards)]
    size = ceil(len(made) / ceil(len(made) / max(1, limits.cards))) if made else 1
    messages = []
    for start in range(0, len(made), size):
        is_last = start + size >= len(made)
        messages.append(
            View(
                cards=tuple(made[start : start + size]),
                controls=(feedback_row(turn_id),) if is_last else (),
                foot=_foot(cards[start : start + size]),
            )
        )
    return messages


def card(turn_id: str, number: int, title: TitleCard) -> Card:
    """One title with its facts and what people can do about it; `number` counts the turn's cards from 0."""
    heading = cut(named(title.ref), _HEADING)
    lines = (_facts(title), _why(title), _where(title))
    return Card(
        heading,
        lines=tuple(line for line in lines if line),
        picture=Picture(title.poster, cut(f"Poster of {named(title.ref)}", _HEADING)) if title.poster else None,
        buttons=_buttons(turn_id, number),
    )


def feedback_row(turn_id: str) -> tuple[Button, ...]:
    """Thumbs for a turn, each with its word."""
    return (
        Button(actions.write(actions.GiveFeedback("up", turn_id)), "👍 Good answer"),
        Button(actions.write(actions.GiveFeedback("down", turn_id)), "👎 Not helpful"),
    )


def _buttons(turn_id: str, number: int) -> tuple[Button, ...]:
    labels: tuple[tuple[actions.Verb, str], ...] = (
        ("like", "More like this"),
        ("not", "Not this kind"),
        ("seen", "Seen it"),
        ("list", "Watchlist"),
    )
    return tuple(
        Button(actions.write(actions.AboutTitle(verb, turn_id, number)), label, "main" if verb == "like" else "plain")
        for verb, label in labels
    )


def _facts(title: TitleCard) -> str:
    size = runtime(title.runtime) if title.runtime else counted(title.seasons, "season") if title.seasons else ""
    facts = [
        "Series" if title.media_type == "series" else "",
        size,
        f"certificate {plain(title.certificate)}" if title.certificate else "",
        ", ".join(plain(genre) for genre in title.genres[:4]),
        ", ".join(plain(country) for country in title.countries[:2]),
        f"rated {title.rating:.1f} of 10" if title.rating else "",
    ]
    line = cut(" · ".join(fact for fact in facts if fact), _FACTS)
    link = f"[more about it](<{title.link}>)" if _ADDRESS.fullmatch(title.link or "") else ""
    return " · ".join(part for part in (line, link) if part)


def _why(title: TitleCard) -> str:
    return cut(f"Why: {'; '.join(plain(reason) for reason in title.why)}", _WHY) if title.why else ""


def _where(title: TitleCard) -> str:
    if not title.where:
        return ""
    region = f" ({plain(title.region)})" if title.region else ""
    more = len(title.where) - _SERVICES
    services = [plain(name) for name in title.where[:_SERVICES]] + ([counted(more, "other")] if more > 0 else [])
    return cut(f"Where to watch{region}: {listed(services)}", _WHERE)


def _foot(cards: Sequence[TitleCard]) -> str:
    """The sources that must be named where these cards are shown, each once. Never cut: naming them is a condition."""
    return " · ".join(dict.fromkeys(plain(credit) for each in cards for credit in each.credits))
