"""Films that people name by typing: resolved to titles of the catalogue, or told plainly why not. Only titles are kept."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agent.contract import TitleRef
from bot.ports import TitleNames
from bot.words import cut, listed, named, plain

MOST = 3
_NAME, _LOOK_AT, _OFFER = 100, 10, 3


@dataclass(frozen=True, slots=True)
class Understood:
    """What was typed, as titles, and a sentence for each name that is unknown or could be several."""

    films: tuple[TitleRef, ...]
    problems: tuple[str, ...]


async def understand(titles: TitleNames, typed: Sequence[str]) -> Understood:
    """The titles that at most `MOST` names mean; a title's id, as suggestions bring it, counts as its name."""
    films: list[TitleRef] = []
    problems = []
    for name in [name.strip() for name in typed if name.strip()][:MOST]:
        found = await titles.get(name)
        candidates = [found] if found else meant(name, await titles.suggest(name, _LOOK_AT))
        if len(candidates) == 1:
            films += [ref for ref in candidates if ref not in films]
        else:
            problems.append(_problem(name, candidates))
    return Understood(tuple(films), tuple(problems))


def meant(name: str, suggested: Sequence[TitleRef]) -> list[TitleRef]:
    """Those of the suggestions that a name can mean: by its exact words, with the year if one was typed; else all. Pure."""
    wanted = _bare(name)
    exact = [ref for ref in suggested if wanted in {_bare(ref.title), _bare(named(ref))}]
    return exact or list(suggested)


def _problem(name: str, candidates: Sequence[TitleRef]) -> str:
    quoted = f"“{cut(plain(name), _NAME)}”"
    if not candidates:
        return f"I know no film called {quoted}: check its spelling, or name another."
    offered = [plain(cut(named(ref), _NAME)) for ref in candidates[:_OFFER]]
    return f"{quoted} could be {listed(offered, 'or')}: name one of them with its year."


def _bare(text: str) -> str:
    return " ".join(re.sub(r"[\W_]+", " ", text.casefold()).split())
