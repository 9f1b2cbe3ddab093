"""What a search brings, as plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent.catalogue.request import Request
from agent.catalogue.title import Title


@dataclass(frozen=True, slots=True)
class Scored:
    """A title found: its score in [0, 1] and short reasons that hold for this request."""

    title: Title
    score: float
    why: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Found:
    """What a search brought, best first.

    `score` is the gate's figure in [0, 1] and `ok` whether it reaches the threshold. `request` is what was searched; `notes`
    are sentences that an answer must pass on; `unmet` names the demands that no title met with the
    others. `ms` holds encode, search, rerank and total.
    """

    titles: tuple[Scored, ...]
    score: float
    ok: bool
    request: Request
    notes: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    ms: Mapping[str, float] = field(default_factory=dict)
