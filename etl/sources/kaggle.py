"""Fetches the two Kaggle data sets, at pinned versions, into the data folder, and checks them at every ingest.

kagglehub's own completion markers are empty files, so a manifest of ours says what was downloaded: file, size, sha256, records.
A file that still agrees with it is used without asking the network; one that does not is downloaded again.
"""

import asyncio
import csv
import hashlib
import json
import os
import sys
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from etl.errors import SourceUnreachable
from etl.sources import kaggle_child

# Both sets are under 4 MB. kagglehub gives a firewalled address 5 s to connect and 15 s to answer, a few times over.
DEADLINE_SECONDS = 120.0


@dataclass(frozen=True, slots=True)
class Dataset:
    """A data set at one version, and the file in it that is read."""

    owner_name: str
    version: int
    file: str

    @property
    def handle(self) -> str:
        """kagglehub's handle. With the version, kagglehub serves what it has cached without asking for a newer one."""
        return f"{self.owner_name}/versions/{self.version}"


DATASETS = {
    "netflix": Dataset("shivamb/netflix-shows", 5, "netflix_titles.csv"),
    "imdb": Dataset("harshitshankhdhar/imdb-dataset-of-top-1000-movies-and-tv-shows", 1, "imdb_top_1000.csv"),
}


@dataclass(frozen=True, slots=True)
class Downloaded:
    """One line of the manifest. `file` is relative to the Kaggle folder, `size` in bytes, `rows` counts data records."""

    handle: str
    file: str
    size: int
    sha256: str
    rows: int


async def fetch(name: str, data_dir: Path, *, deadline: float = DEADLINE_SECONDS) -> Path:
    """The data set's file under `data_dir`, downloaded if it is not there whole.

    Raises SourceUnreachable, after `deadline` seconds at the latest.
    """
    dataset = DATASETS[name]
    folder = data_dir / "kaggle"
    kept = await asyncio.to_thread(_kept, folder, name, dataset)
    if kept:
        return kept
    # What was noted and does not agree was altered: kagglehub must not serve it from its cache.
    force = name in _manifest(folder)
    downloaded = await _download(dataset, name, folder, deadline, force=force)
    file = next(iter(sorted(downloaded.rglob(dataset.file))), None)
    if file is None:
        raise SourceUnreachable(_advice(name, dataset, f"the data set holds no {dataset.file}"))
    await asyncio.to_thread(_note, folder, name, dataset, file)
    return file


async def _download(dataset: Dataset, name: str, folder: Path, deadline: float, *, force: bool) -> Path:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-P",
        str(Path(kaggle_child.__file__)),
        dataset.handle,
        *(["force"] if force else []),
        env={**os.environ, "KAGGLEHUB_CACHE": str(folder), "TQDM_DISABLE": "1", "KAGGLEHUB_VERBOSITY": "error"},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        output, _ = await asyncio.wait_for(process.communicate(), deadline)
    except TimeoutError as error:
        raise SourceUnreachable(_advice(name, dataset, f"no end after {deadline:.0f} s")) from error
    finally:
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()
    answer = _last_line(output)
    if "folder" not in answer:
        raise SourceUnreachable(
            _advice(name, dataset, answer.get("error", f"the download ended with code {process.returncode}"))
        )
    return Path(answer["folder"])


def _kept(folder: Path, name: str, dataset: Dataset) -> Path | None:
    """The file of an earlier download, if it is still what the manifest says."""
    folder.mkdir(parents=True, exist_ok=True)
    entry = _manifest(folder).get(name)
    if not isinstance(entry, dict):
        return None
    file = folder / str(entry.get("file"))
    try:
        found = asdict(_describe(folder, dataset, file))
    except OSError:
        return None
    return file if found == entry else None


def _note(folder: Path, name: str, dataset: Dataset, file: Path) -> None:
    manifest = {**_manifest(folder), name: asdict(_describe(folder, dataset, file))}
    temporary = folder / "manifest.json.tmp"
    temporary.write_text(json.dumps(manifest, indent=2), "utf-8")
    temporary.replace(folder / "manifest.json")


def _manifest(folder: Path) -> dict[str, object]:
    try:
        manifest = json.loads((folder / "manifest.json").read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return manifest if isinstance(manifest, dict) else {}


def _describe(folder: Path, dataset: Dataset, file: Path) -> Downloaded:
    data = file.read_bytes()
    records = csv.reader(data.decode("utf-8", "replace").splitlines(keepends=True))
    return Downloaded(
        handle=dataset.handle,
        file=os.path.relpath(file, folder),
        size=len(data),
        sha256=hashlib.sha256(data).hexdigest(),
        rows=max(0, sum(1 for _ in records) - 1),
    )


def _last_line(output: bytes) -> dict[str, str]:
    lines = output.decode("utf-8", "replace").strip().splitlines()
    try:
        answer = json.loads(lines[-1]) if lines else {}
    except ValueError:
        return {}
    return answer if isinstance(answer, dict) else {}


def _advice(name: str, dataset: Dataset, why: str) -> str:
    return (
        f"Kaggle cannot be had for {name} ({why}): download {dataset.file} from "
        f"https://www.kaggle.com/datasets/{dataset.owner_name} and run `matinee ingest {name}=PATH`."
    )
