"""A finder that brings the same titles for every question: for tests of what is measured, not of how is searched."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from agent.catalogue.request import Request
from agent.catalogue.search.found import Found, Scored
from agent.catalogue.title import Title
from agent.retrieval.types import Vector
from tests.agent.catalogue.shop import TITLES


@dataclass
class Canned:
    """Stands for a finder over the shop.

    `scores` are the gate's by question (0.9 for others), `missing` the questions whose title is not there, `angles` the
    direction of titles' vectors in a plane, in degrees (0 for others).
    """

    order: Sequence[str]
    scores: Mapping[str, float] = field(default_factory=dict)
    missing: Sequence[str] = ()
    angles: Mapping[str, float] = field(default_factory=dict)
    asked: list[Request] = field(default_factory=list)

    @property
    def titles(self) -> Mapping[str, Title]:
        """The shop."""
        return {title.id: title for title in TITLES}

    def understand(self, text: str) -> Request:
        """The text as the wish."""
        return Request(text, missing=(text,) if text in self.missing else ())

    async def find(self, request: Request, *, exclude: Sequence[str] = (), limit: int = 5) -> Found:
        """The canned titles of the medium asked for, without the excluded ones."""
        self.asked.append(request)
        chosen = [self.titles[name] for name in self.order if not {name, *self.titles[name].source_ids} & set(exclude)]
        kept = [title for title in chosen if request.media_type in (None, title.media_type)]
        score = self.scores.get(request.wish, 0.9)
        return Found(tuple(Scored(title, 0.5) for title in kept[:limit]), score, score >= 0.5, request)

    async def vectors(self, ids: Sequence[str]) -> dict[str, Vector]:
        """A vector of the plane for each title."""
        turned = {name: np.deg2rad(self.angles.get(name, 0.0)) for name in ids if name in self.titles}
        return {name: np.asarray([np.cos(angle), np.sin(angle)], np.float32) for name, angle in turned.items()}
