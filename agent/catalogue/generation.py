"""Catalogue generations on disk: an ingest builds the next one beside the one that serves, then swaps a pointer.

    <data dir>/catalogue/
      current.json                 {"generation": "..."}: replaced atomically
      generations/<name>/          sealed once current: nobody writes into it again
        titles.parquet             facts (agent.catalogue.parquet)
        views/                     the dense vectors in bytes, rows as in titles.parquet (agent.catalogue.search.view_files)
        manifest.json              sources, versions, counts; replaced when the sources were read again and nothing had changed
        index/                     the embedded vector index, if that is the one in use
      embeddings.sqlite            vectors by content hash, shared by all generations
      essences.sqlite              what a model wrote of titles, by what it was written from (etl.enrichment.store)

Readers never lock: the embedded index is opened on a private copy, so `up`, `search` and `ingest` can run at once.
"""

import json
import os
import shutil
import time
import uuid
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Generation:
    """One catalogue generation."""

    name: str
    folder: Path

    @property
    def titles(self) -> Path:
        """The Parquet file of facts."""
        return self.folder / "titles.parquet"

    @property
    def manifest(self) -> Path:
        """The JSON file of sources, versions and counts."""
        return self.folder / "manifest.json"

    @property
    def encoder(self) -> str:
        """The fingerprint of the encoder that its vectors are of; "" where it is not known."""
        try:
            return str(json.loads(self.manifest.read_text("utf-8"))["encoder"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    @property
    def views(self) -> Path:
        """The folder of the dense vectors in bytes."""
        return self.folder / "views"

    @property
    def index(self) -> Path:
        """The folder of the embedded vector index."""
        return self.folder / "index"


class Generations:
    """The generations under one data folder."""

    def __init__(self, data_dir: Path) -> None:
        self._root = data_dir / "catalogue"

    @property
    def embeddings(self) -> Path:
        """The SQLite file of vectors by content hash."""
        return self._root / "embeddings.sqlite"

    @property
    def essences(self) -> Path:
        """The SQLite file of essences that a model wrote."""
        return self._root / "essences.sqlite"

    def current(self) -> Generation | None:
        """The generation that serves, or None before the first ingest."""
        try:
            name = json.loads((self._root / "current.json").read_text("utf-8"))["generation"]
        except FileNotFoundError:
            return None
        return self._generation(name)

    def new(self) -> Generation:
        """An empty generation to build in. Names sort by time."""
        now = time.time_ns()
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now // 10**9))
        name = f"{stamp}-{now // 1000 % 10**6:06d}-{uuid.uuid4().hex[:6]}"
        generation = self._generation(name)
        generation.folder.mkdir(parents=True)
        return generation

    def publish(self, generation: Generation) -> None:
        """Make it current, in one step that a crash cannot halve, and drop all but it and the one before."""
        before = self.current()
        temporary = self._root / f"current.{os.getpid()}.tmp"
        temporary.write_text(json.dumps({"generation": generation.name}), "utf-8")
        temporary.replace(self._root / "current.json")
        keep = {generation.name, before.name if before else ""}
        for folder in sorted((self._root / "generations").iterdir()):
            if folder.name not in keep and folder.name < generation.name:
                shutil.rmtree(folder, ignore_errors=True)

    def discard(self, generation: Generation) -> None:
        """Remove one that was not finished."""
        shutil.rmtree(generation.folder, ignore_errors=True)

    def _generation(self, name: str) -> Generation:
        return Generation(name, self._root / "generations" / name)
