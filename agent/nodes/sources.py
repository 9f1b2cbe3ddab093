"""Where the numbered claims of an answer come from: for programs, and as small print at its foot."""

from collections.abc import Iterator, Mapping, Sequence

from agent.contract import Citation
from agent.domain import Document

_LINE = 300  # characters: a chat message is cut between lines, and each is small print by itself
_TITLE = 60
_NAMED = 6  # sources up to which each is named
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
    """Number, title, year and data sets of each document, then the version; "" for none. `language` is ISO 639-1.

    Of many only the numbers stand behind each data set: the answer has named each title with its year at its number.
    """
    if not documents:
        return ""
    sources, version = _WORDS.get(language, _WORDS["en"])
    entries = [_entry(number, document) for number, document in enumerate(documents, 1)]
    if len(documents) > _NAMED:
        entries = list(_grouped(documents))
    if edition:
        entries.append(f"{version} {edition}")
    return "\n".join(f"-# {line}" for line in _lines(f"{sources}: ", entries))


def _entry(number: int, document: Document) -> str:
    ref = document.ref
    sets = _sets(document)
    name = " ".join(ref.title.split())
    name = name if len(name) <= _TITLE else f"{name[: _TITLE - 1].rstrip()}…"
    shown = "".join(f"\\{char}" if char in "\\*_`~|<>[]" else char for char in name)
    year = f" ({ref.year})" if ref.year else ""
    return f"[{number}] {shown}{year}{f', {chr(32).join(sets)}' if sets else ''}"


def _sets(document: Document) -> tuple[str, ...]:
    """The data sets that have it."""
    return tuple(dict.fromkeys(source.partition(":")[0] for source in document.ref.source_ids))


def _grouped(documents: Sequence[Document]) -> Iterator[str]:
    """Each data set with the numbers of its documents, those in a row as a span."""
    numbers: dict[str, list[int]] = {}
    for number, document in enumerate(documents, 1):
        for name in _sets(document):
            numbers.setdefault(name, []).append(number)
    for name, own in numbers.items():
        spans: list[list[int]] = []
        for number in own:
            if spans and spans[-1][-1] == number - 1:
                spans[-1].append(number)
            else:
                spans.append([number])
        yield f"{name} {' '.join(f'[{span[0]}–{span[-1]}]' if len(span) > 1 else f'[{span[0]}]' for span in spans)}"


def _lines(head: str, entries: Sequence[str]) -> Iterator[str]:
    line = head
    for entry in entries:
        if len(line) + len(entry) > _LINE and line != head:
            yield line.removesuffix(" · ")
            line = ""
        line += f"{entry} · "
    yield line.removesuffix(" · ")
