"""Where the numbered claims of an answer come from: for programs, and as small print at its foot."""

from collections.abc import Iterator, Mapping, Sequence

from agent.contract import Citation
from agent.domain import Document

_LINE = 300  # characters: a chat message is cut between lines, and each is small print by itself
_TITLE = 60
_WORDS: Mapping[str, tuple[str, str]] = {
    "en": ("Sources", "catalogue version"),
    "hu": ("Források", "katalógusváltozat"),
    "es": ("Fuentes", "versión del catálogo"),
    "de": ("Quellen", "Katalogfassung"),
    "fr": ("Sources", "version du catalogue"),
}


def cited(documents: Sequence[Document], edition: str) -> tuple[Citation, ...]:
    """A citation for each document, numbered from 1."""
    return tuple(
        Citation(number, document.ref.id, next(iter(document.ref.source_ids), document.ref.id), edition)
        for number, document in enumerate(documents, 1)
    )


def small_print(documents: Sequence[Document], edition: str, language: str) -> str:
    """Number, title, year and data sets of each document, then the version; "" for none. `language` is ISO 639-1."""
    if not documents:
        return ""
    sources, version = _WORDS.get(language, _WORDS["en"])
    entries = [_entry(number, document) for number, document in enumerate(documents, 1)]
    if edition:
        entries.append(f"{version} {edition}")
    return "\n".join(f"-# {line}" for line in _lines(f"{sources}: ", entries))


def _entry(number: int, document: Document) -> str:
    ref = document.ref
    sets = dict.fromkeys(source.partition(":")[0] for source in ref.source_ids)
    name = " ".join(ref.title.split())
    name = name if len(name) <= _TITLE else f"{name[: _TITLE - 1].rstrip()}…"
    shown = "".join(f"\\{char}" if char in "\\*_`~|<>[]" else char for char in name)
    year = f" ({ref.year})" if ref.year else ""
    return f"[{number}] {shown}{year}{f', {chr(32).join(sets)}' if sets else ''}"


def _lines(head: str, entries: Sequence[str]) -> Iterator[str]:
    line = head
    for entry in entries:
        if len(line) + len(entry) > _LINE and line != head:
            yield line.removesuffix(" · ")
            line = ""
        line += f"{entry} · "
    yield line.removesuffix(" · ")
