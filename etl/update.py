"""Bringing a catalogue up to date: every source that it was made of, read again from where it was read before."""

from datetime import datetime
from pathlib import Path

from agent.catalogue.generation import Generation, Generations
from etl.errors import EtlError, WrongSource
from etl.publish import read_manifest
from etl.read import STARTER, SourceArg, parse_source
from etl.sources import kaggle


def recorded_sources(data_dir: Path) -> list[SourceArg]:
    """The sources of the catalogue that serves, as they were named. Raises EtlError when there is no catalogue yet."""
    current = Generations(data_dir).current()
    entries = read_manifest(current).get("sources", {}) if current is not None else {}
    if not entries:
        raise EtlError("There is no catalogue to bring up to date: name its sources once, as in `matinee ingest netflix imdb`.")
    sources = [source for name, entry in entries.items() if (source := _recorded(name, entry)) is not None]
    if not sources:
        raise EtlError("The catalogue does not say where its sources came from: name them once more in `matinee ingest`.")
    return sources


def last_ingest(generation: Generation) -> datetime | None:
    """When the generation's sources were last read; None when its manifest does not say."""
    manifest = read_manifest(generation)
    try:
        return datetime.fromisoformat(str(manifest.get("checked") or manifest.get("made")))
    except ValueError:
        return None


def _recorded(name: str, entry: dict[str, object]) -> SourceArg | None:
    """The source as it was named; one that an earlier version noted without its path can be told by its edition, or not."""
    argument = str(entry.get("argument") or "")
    if not argument:
        fetched = name in kaggle.DATASETS and entry.get("edition") == kaggle.DATASETS[name].handle
        argument = name if name == STARTER or fetched else ""
    try:
        return parse_source(argument) if argument else None
    except WrongSource:
        return None
