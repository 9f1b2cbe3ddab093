"""The views of a generation as files, mapped into memory: workers on one machine share them, and opening reads nothing.

An ingest writes them; where they are missing or damaged (a catalogue of an older version) they are made from the index again.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from zipfile import BadZipFile

import numpy as np
import numpy.typing as npt

from agent.catalogue.generation import Generation
from agent.catalogue.search.view import SAMPLE, View, mean_of
from agent.retrieval.types import VectorIndex

# Vectors come from the engine as lists of numbers: a part at a time keeps memory flat.
_AT_ONCE = 1000
_LENGTHS = ".lengths.npz"


def write_views(generation: Generation, views: Mapping[str, View]) -> None:
    """Write the views beside the titles whose rows they follow."""
    generation.views.mkdir(exist_ok=True)
    for name, view in views.items():
        np.save(generation.views / f"{name}.npy", view.codes)
        np.savez(generation.views / f"{name}{_LENGTHS}", scale=view.scale, away=view.away, mean=view.mean)


def stored_views(generation: Generation, size: int) -> Mapping[str, View]:
    """The views that were written for `size` titles; none where they are missing, damaged or of other titles."""
    try:
        views = {file.stem: _stored(file) for file in sorted(generation.views.glob("*.npy"))}
    except (OSError, ValueError, KeyError, EOFError, BadZipFile):
        return {}
    return views if all(len(view) == len(view.scale) == len(view.away) == size for view in views.values()) else {}


async def read_views(index: VectorIndex, ids: Sequence[str]) -> Mapping[str, View]:
    """The views of an index by name, rows in the order of `ids`; none for an empty index. Raises IndexUnavailable.

    A title that the index does not know has zeros.
    """
    some = await _rows(index, ids[:: max(1, len(ids) // SAMPLE)], {})
    means = {name: mean_of(rows) for name, rows in some.items()}
    parts: dict[str, list[View]] = {name: [] for name in means}
    for start in range(0, len(ids), _AT_ONCE):
        for name, rows in (await _rows(index, ids[start : start + _AT_ONCE], means)).items():
            if name not in parts:  # so rare that the sample had none
                means[name] = mean_of(rows)
                parts[name] = [View.of(np.zeros((start, rows.shape[1]), np.float32), means[name])]
            parts[name].append(View.of(rows, means[name]))
    return {name: View.joined(found) for name, found in parts.items()}


async def _rows(
    index: VectorIndex, ids: Sequence[str], known: Mapping[str, npt.NDArray[np.float32]]
) -> dict[str, npt.NDArray[np.float32]]:
    """The vectors of these titles by name, zeros where one has none; those of `known` names even if all have none."""
    rows = {name: np.zeros((len(ids), len(vector)), np.float32) for name, vector in known.items()}
    found = await index.vectors(ids)
    for at, title in enumerate(ids):
        for name, vector in found.get(title, {}).items():
            rows.setdefault(name, np.zeros((len(ids), len(vector)), np.float32))[at] = vector
    return rows


def _stored(file: Path) -> View:
    # Not the mapped array itself: cutting np.memmap into blocks takes ten times as long as cutting a plain array over it.
    codes = np.asarray(np.load(file, mmap_mode="r", allow_pickle=False))
    with file.with_name(f"{file.stem}{_LENGTHS}").open("rb") as archive, np.load(archive, allow_pickle=False) as lengths:
        return View(codes, lengths["scale"], lengths["away"], lengths["mean"])
