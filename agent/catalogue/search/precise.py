"""What short wishes add to the learned score: whoever says "a film about chess" wants chess before anything well loved.

The development sets are talks, in which people recommend what they love whatever was said; trees that learned from them alone
answered "a courtroom drama" with famous dramas. So the shorter a wish without examples, the more its own words and meaning
count. The ten that fit best get nothing on average and the others less, so that scores stay as readable as the trees' own.
"""

import numpy as np

from agent.catalogue.search.features import Matrix, column

# Wishes up to the first length count as precise, from the second on not at all (in words).
_SHORT, _LONG = 10, 20
# In units of the trees' score, whose spread over a question's candidates is about one.
_PER_OVERLAP, _PER_DEVIATION, _PER_LEANING = 0.6, 0.18, 0.25
_BEST = 10


def bonus(rows: Matrix) -> Matrix:
    """What is added to the score of each of a question's candidates."""
    words = np.expm1(column(rows, "words"))
    precise = np.clip((_LONG - words) / (_LONG - _SHORT), 0, 1)
    precise *= (column(rows, "anchors") == 0) & (column(rows, "sayings") == 0)
    topical = np.clip(column(rows, "said"), 0, 1)
    meaning = np.maximum(column(rows, "full"), column(rows, "plot"))
    fit = topical * (_PER_OVERLAP * column(rows, "overlap") + _PER_DEVIATION * meaning)
    whole = precise * (fit + _PER_LEANING * column(rows, "leaning"))
    best = np.sort(whole)[-_BEST:].mean() if len(whole) else 0.0
    found: Matrix = (whole - best).astype(np.float32)
    return found
