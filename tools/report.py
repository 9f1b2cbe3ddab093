"""What `train_ranker.py` reports: how well the ranker does on questions that were left out of its fit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from agent.catalogue.search.variety import spread

PLACES = (1, 5, 10, 50)
FAR = 1_000_000


@dataclass(frozen=True, slots=True)
class Shown:
    """A question's candidates: their rows in the catalogue, their scores, which are famous and which are series."""

    rows: npt.NDArray[np.intp]
    scores: npt.NDArray[np.float64]
    famous: npt.NDArray[np.bool_]
    series: npt.NDArray[np.bool_]

    def ordered(self, *, capped: bool) -> "Shown":
        """Best first, the famous spread out where their number is limited."""
        best = self.at(np.argsort(-self.scores, kind="stable"))
        return best.at(np.asarray(spread(best.famous), np.intp)) if capped else best

    def films(self) -> "Shown":
        """Without the series."""
        return self.at(np.flatnonzero(~self.series))

    def at(self, places: npt.NDArray[np.intp]) -> "Shown":
        """Those at these places, in this order."""
        return Shown(self.rows[places], self.scores[places], self.famous[places], self.series[places])


@dataclass(frozen=True, slots=True)
class Judged:
    """One question: the places of its answers, without and with the famous spread out, and among films alone; FAR for one that
    was not found.

    `learned` tells which of them were answers in the fit, too, `famous` the share of the famous in the first ten, without and
    with, `series` that of series.
    """

    places: npt.NDArray[np.intp]
    spread: npt.NDArray[np.intp]
    films: npt.NDArray[np.intp]
    learned: npt.NDArray[np.bool_]
    famous: tuple[float, float]
    series: float

    @classmethod
    def of(cls, shown: Shown, wanted: npt.NDArray[np.intp], learned: npt.NDArray[np.bool_], *, capped: bool) -> "Judged":
        """From the candidates as they come; `capped` tells whether the number of famous ones is limited."""
        plain, spaced, films = shown.ordered(capped=False), shown.ordered(capped=capped), shown.films().ordered(capped=capped)
        return cls(
            _places(plain.rows, wanted),
            _places(spaced.rows, wanted),
            _places(films.rows, wanted),
            learned,
            (float(plain.famous[:10].sum()) / 10, float(spaced.famous[:10].sum()) / 10),
            float(spaced.series[:10].sum()) / 10,
        )


def _places(rows: npt.NDArray[np.intp], wanted: npt.NDArray[np.intp]) -> npt.NDArray[np.intp]:
    at = {int(row): place for place, row in enumerate(rows)}
    return np.asarray([at.get(int(row), FAR) for row in wanted], np.intp)


def recall(judged: Sequence[Judged], place: int, *, capped: bool = True) -> float:
    """Mean share of the answers before this place."""
    return float(np.mean([((one.spread if capped else one.places) < place).mean() for one in judged]))


def line(name: str, judged: Sequence[Judged]) -> str:
    """The table's row of a set."""
    first = float(np.mean([1 / (1 + one.spread.min()) for one in judged]))
    fresh = [float((one.spread[~one.learned] < 10).mean()) for one in judged if not one.learned.all()]
    before, after = (float(np.mean([one.famous[which] for one in judged])) for which in (0, 1))
    among_films = np.mean([(one.films < 10).mean() for one in judged])
    cells = (
        name,
        str(len(judged)),
        " / ".join(f"{recall(judged, place):.3f}" for place in PLACES),
        f"{first:.3f}",
        f"{among_films:.3f}" if among_films else "–",
        f"{recall(judged, 10, capped=False):.3f}",
        f"{recall(judged, FAR):.3f}",
        f"{np.mean(fresh):.3f} ({len(fresh)})" if fresh else "–",
        f"{before:.2f} → {after:.2f}",
        f"{np.mean([one.series for one in judged]):.2f}",
    )
    return f"| {' | '.join(cells)} |"


_HEAD = """# The ranker's trees

Made by `tools/train_ranker.py`. Questions left out of the fit (five folds by `split_group`), over the films and series of the
netflix and imdb tables with the package's essences. Recall at 1/5/10/50 and the mean reciprocal rank are those of the list as
it is shown, the famous spread out, series beside films; R@10 among films alone and without that spread beside it. "Candidates"
is the recall of what is ranked; "not learned" the R@10 of answers that were no answer of any question in the fit (number of
questions); "famous" the share of the hundred most voted in the first ten, without and with the limit; "series" that of series.

| set | questions | R@1 / 5 / 10 / 50 | MRR | R@10 films | R@10 without limit | candidates | not learned | famous | series |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""
_TAIL = """
Learned from: ReDial (CC BY 4.0), Reddit-TOMT (MIT) and three sets of our own (`tools/sets`: keywords, series, moods
and open requests, written for this from knowledge of the titles). Measured on and not learned from: the records of INSPIRED,
TREC ToT and MovieLens tags (all of `keywords`), and `series`, a test set of our own. What comes out are thresholds of
features: no text, no title and no name.
Limits: the public sets hold films and English only, and their labels are what people happened to recommend, so the famous
are favoured even after weighting; of our own keywords and moods many more titles would fit than are named.
"""


def report(judged: Mapping[str, Sequence[Judged]], gain: Mapping[str, Any]) -> str:
    """What the trees learned from and how well they do."""
    lines = [line(name, cases) for name, cases in judged.items()]
    total = float(sum(gain.values())) or 1.0
    best = sorted(gain, key=lambda name: -gain[name])[:12]
    shares = ", ".join(f"{name} {gain[name] / total:.2f}" for name in best)
    return _HEAD + "\n".join(lines) + f"\n\nShare of the gain: {shares}.\n" + _TAIL
