"""`matinee eval night`: what an evening is worth to simulated groups, beside a list by rating (NIGHT.md, section 1).

The rules, the scoring and the choices of steps are the bot's own, without a model; the members act by what the frozen worlds
say that they feel.
"""

import hashlib
import math
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from bot.commands.errors import CommandError
from bot.commands.night_steps import Policy
from bot.commands.night_worlds import World
from bot.movie_night.session import Settings as SessionSettings
from bot.movie_night.simulate import play
from bot.movie_night.tastes import PARTS, Group, Part, Stars, Taster, Worth, feelings, worth
from bot.parts import Search

if TYPE_CHECKING:
    from agent.catalogue.request import Request
    from agent.catalogue.search.finder import Finder
    from agent.catalogue.search.shelf import Shelf
    from agent.evening import Wish
    from agent.night.encoding import Encoded

WORLDS: Mapping[str, float] = {"strict": 0.0, "foresight .25": 0.25}  # how much of the outcome people feel beforehand
BASELINE = "list by rating"
VARIANTS: Mapping[str, tuple[Part, ...]] = {
    "whole evening": PARTS,
    "without question": ("duels", "strikes", "vote"),
    "without duels": ("question", "strikes", "vote"),
    "without strikes": ("question", "duels", "vote"),
    "without vote": ("question", "duels", "strikes"),
    "question only": ("question",),
    "duels only": ("duels",),
    "strikes and vote only": ("strikes", "vote"),
}


@dataclass(frozen=True, slots=True)
class _Measured:
    """One evening of one group: what it was worth, what the list by rating was, clicks a person."""

    size: int
    worth: Worth
    baseline: Worth
    clicks: float


async def night(finder: "Finder", search: Search, worlds: Sequence[World], _given: Mapping[str, Any]) -> dict[str, Any]:
    """`{"n", "absent", "rows": [{"n", "world", "variant", "mean", "least_pleased", "nobody_below_3", "clicks", …}]}`.

    `mean` and `least_pleased` are differences to the list by rating over the same groups, in stars; `errors` their standard
    errors over groups, `absolute` the stars themselves, `by_size` the same figures by the number of people. `absent` counts
    groups of whose films the catalogue has fewer than three. Raises CommandError where it has none of them.
    """
    from agent.night.encoding import Encoded

    async with finder.opened() as shelf:
        groups = [group for world in worlds if (group := world.among(shelf.by_source)) is not None]
        if not groups:
            raise CommandError("The catalogue has none of these groups' films: read the tables with matinee ingest first.")
        rows = await simulated(shelf, Encoded(search.dense.queries), finder.understand, groups)
    absent = {"absent": len(worlds) - len(groups)} if len(groups) < len(worlds) else {}
    return {"n": len(groups), **absent, "rows": rows}


async def simulated(
    shelf: "Shelf",
    encoded: "Encoded",
    understand: "Callable[[str], Request]",
    groups: Sequence[Group],
    variants: Mapping[str, Collection[Part]] = VARIANTS,
) -> list[dict[str, Any]]:
    """The rows of `night`. Raises EncoderError."""
    simulation, rows = _Simulation(shelf, encoded, understand), []
    for world, foresight in WORLDS.items():
        rows.append(_row(world, BASELINE, [simulation.listed(group) for group in groups]))
        for variant, parts in variants.items():
            rows.append(_row(world, variant, [await simulation.measured(group, foresight, parts) for group in groups]))
    return rows


def table(figures: Mapping[str, Any]) -> Iterator[str]:
    """The figures as lines for people."""
    yield f"{figures['n']} groups. Stars of the first three films, as differences to the {BASELINE} (± standard error)."
    if "absent" in figures:
        yield f"{figures['absent']} further groups are left out: the catalogue has too few of their films."
    head = ("mean", "least pleased", "nobody below 3", "clicks", "by size: mean; least pleased")
    yield f"{'world':14} {'variant':22} {head[0]:>14} {head[1]:>15} {head[2]:>15} {head[3]:>7}   {head[4]}"
    for row in figures["rows"]:
        errors = row["errors"]
        own = [f"{row[name]:+.3f} ±{errors[name]:.3f}" for name in ("mean", "least_pleased")]
        sizes = "  ".join(f"{size}: {part['mean']:+.3f}; {part['least_pleased']:+.3f}" for size, part in row["by_size"].items())
        shares = f"{row['nobody_below_3']:15.3f} {row['clicks']:7.1f}"
        yield f"{row['world']:14} {row['variant']:22} {own[0]:>14} {own[1]:>15} {shares}   {sizes}"


class _Simulation:
    """Evenings over one catalogue."""

    def __init__(self, shelf: "Shelf", encoded: "Encoded", understand: "Callable[[str], Request]") -> None:
        self._shelf, self._encoded, self._understand = shelf, encoded, understand
        self._met: dict[Wish, frozenset[str]] = {}

    def listed(self, group: Group) -> _Measured:
        """The list by rating, which costs no click."""
        value = worth(group, self._by_rating(group))
        return _Measured(group.size, value, value, 0.0)

    async def measured(self, group: Group, foresight: float, parts: Collection[Part]) -> _Measured:
        """An evening of these parts."""
        stars = feelings(group, foresight)
        patrons = {str(at): Taster(group, at, stars, parts, self._meeting) for at in range(group.size)}
        policy = Policy(self._shelf, self._encoded, self._understand, within=group.films)
        session_id = hashlib.blake2b(group.salt.encode(), digest_size=16).hexdigest()
        played = await play(session_id, patrons, policy.choose, SessionSettings(is_short="duels" not in parts))
        listed = self._by_rating(group)
        own = worth(group, list(dict.fromkeys((*played.order, *listed))))
        return _Measured(group.size, own, worth(group, listed), played.clicks / group.size)

    def _by_rating(self, group: Group) -> list[str]:
        """Rating, then votes; what has none comes last."""
        titles = self._shelf.titles
        return sorted(group.films, key=lambda film: (-(titles[film].rating or 0.0), -(titles[film].votes or 0)))

    def _meeting(self, wish: "Wish") -> frozenset[str]:
        """The titles that meet an option of the policy."""
        from agent.night.options import option_of

        if wish not in self._met:
            option = option_of(wish)
            held = (title.id for title in self._shelf.titles.values() if option is not None and option.holds(title))
            self._met[wish] = frozenset(held)
        return self._met[wish]


def _row(world: str, variant: str, measured: Sequence[_Measured]) -> dict[str, Any]:
    sizes = sorted({each.size for each in measured})
    by_size = {str(size): _figures([each for each in measured if each.size == size]) for size in sizes}
    return {"world": world, "variant": variant, **_figures(measured), "by_size": by_size}


def _figures(measured: Sequence[_Measured]) -> dict[str, Any]:
    own = np.asarray([(each.worth.mean, each.worth.least_pleased, each.worth.nobody_below_3, each.clicks) for each in measured])
    baseline = np.asarray([(each.baseline.mean, each.baseline.least_pleased) for each in measured])
    differences = own[:, :2] - baseline
    errors = differences.std(axis=0) / math.sqrt(len(measured))
    return {
        "n": len(measured),
        **_named(differences.mean(axis=0)),
        "nobody_below_3": round(float(own[:, 2].mean()), 4),
        "clicks": round(float(own[:, 3].mean()), 2),
        "errors": _named(errors),
        "absolute": _named(own[:, :2].mean(axis=0)),
    }


def _named(stars: Stars) -> dict[str, float]:
    return {"mean": round(float(stars[0]), 4), "least_pleased": round(float(stars[1]), 4)}
