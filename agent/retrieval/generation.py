"""Generations of a data set on disk: an ingest builds the next one beside the one that serves, then swaps a pointer.

    <root>/
      current.json                 {"generation": "..."}: replaced atomically
      generations/<name>/          sealed once current: nobody writes into it again
        manifest.json              sources, versions, counts; replaced when the sources were read again and nothing had changed
        index/                     the embedded vector index, if that is the one in use
        …                          the data set's own files
      embeddings.sqlite            vectors by content hash, shared by all generations

Readers never lock: the embedded index is opened on a private copy, so `up`, searches and ingests can run at once.
"""

import json
import os
import shutil
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar


@dataclass(frozen=True, slots=True)
class Generation:
    """One generation of a data set."""

    name: str
    folder: Path

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
    def index(self) -> Path:
        """The folder of the embedded vector index."""
        return self.folder / "index"


G = TypeVar("G", bound=Generation)


class Generations(Generic[G]):
    """The generations under one root folder; `make` gives the data set's own view of one."""

    def __init__(self, root: Path, make: Callable[[str, Path], G]) -> None:
        self._root = root
        self._make = make

    @property
    def embeddings(self) -> Path:
        """The SQLite file of vectors by content hash."""
        return self._root / "embeddings.sqlite"

    def current(self) -> G | None:
        """The generation that serves, or None before the first ingest."""
        try:
            name = json.loads((self._root / "current.json").read_text("utf-8"))["generation"]
        except FileNotFoundError:
            return None
        return self._generation(name)

    def new(self) -> G:
        """An empty generation to build in. Names sort by time."""
        now = time.time_ns()
        stamp = time.strftime("%Y%m%d-%H%M%S", time.gmtime(now // 10**9))
        name = f"{stamp}-{now // 1000 % 10**6:06d}-{uuid.uuid4().hex[:6]}"
        generation = self._generation(name)
        generation.folder.mkdir(parents=True)
        return generation

    def publish(self, generation: G) -> list[G]:
        """Make it current, in one step that a crash cannot halve; all but it and the one before go and are returned."""
        before = self.current()
        temporary = self._root / f"current.{os.getpid()}.tmp"
        temporary.write_text(json.dumps({"generation": generation.name}), "utf-8")
        temporary.replace(self._root / "current.json")
        keep = {generation.name, before.name if before else ""}
        gone = [
            folder.name
            for folder in sorted((self._root / "generations").iterdir())
            if folder.name not in keep and folder.name < generation.name
        ]
        for name in gone:
            shutil.rmtree(self._generation(name).folder, ignore_errors=True)
        return [self._generation(name) for name in gone]

    def discard(self, generation: G) -> None:
        """Remove one that was not finished."""
        shutil.rmtree(generation.folder, ignore_errors=True)

    def _generation(self, name: str) -> G:
        return self._make(name, self._root / "generations" / name)
