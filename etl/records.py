"""The plain values between a source and the catalogue."""

from dataclasses import dataclass

from agent.catalogue.title import Title


@dataclass(frozen=True, slots=True)
class RawRecord:
    """One record of a tabular source, cells as they stand in the file; "" where the source has nothing.

    `row` counts as a spreadsheet does (the header is row 1). `columns` gives the source's own name for a field of this class,
    for messages. List fields hold one cell or several; each cell may itself be a comma list. `kind` is `Movie` or `TV Show`.
    """

    source: str
    row: int
    source_id: str
    kind: str
    title: str
    columns: "ColumnNames"
    original_title: str = ""
    year: str = ""
    directors: tuple[str, ...] = ()
    cast: tuple[str, ...] = ()
    countries: str = ""
    language: str = ""
    genres: str = ""
    duration: str = ""
    certificate: str = ""
    rating: str = ""
    votes: str = ""
    description: str = ""
    poster: str = ""
    date_added: str = ""


@dataclass(frozen=True, slots=True)
class ColumnNames:
    """What a source calls the columns that a message may have to name."""

    source_id: str
    kind: str
    title: str
    year: str
    duration: str
    rating: str = ""
    votes: str = ""
    date_added: str = ""


@dataclass(frozen=True, slots=True)
class Rejection:
    """A row that is not in the catalogue, and why."""

    source: str
    row: int
    why: str


@dataclass(frozen=True, slots=True)
class Note:
    """A row that is in the catalogue with a cell repaired or left out, and why."""

    source: str
    row: int
    why: str


@dataclass(frozen=True, slots=True)
class SourceRead:
    """One source, read and cleaned. `rows` counts what the source held; `titles` have an empty id and one source id each.

    `argument` is what names the source on a command line, with the file's full path: enough to read it again. A source that
    `enriches` adds facts to the titles of others and brings none of its own.
    """

    name: str
    rows: int
    titles: tuple[Title, ...]
    rejected: tuple[Rejection, ...] = ()
    notes: tuple[Note, ...] = ()
    sha256: str = ""
    edition: str = ""
    argument: str = ""
    enriches: bool = False
