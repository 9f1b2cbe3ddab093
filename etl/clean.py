"""Raw record → a title without id, or the reason why its row cannot be used. Pure: no file, no clock, no order.

What is known to be dirty in these tables is repaired and noted; an optional date in no known form is left out and noted; a
typed cell that holds something else altogether rejects its row, by row and column.
"""

import calendar
import re
from dataclasses import dataclass
from datetime import datetime

from agent.catalogue.title import MediaType, Title
from etl.genres import LABEL_COUNTRIES, plain_genres
from etl.records import Note, RawRecord, Rejection
from etl.text import fold, split_list, tidy

_KINDS: dict[str, MediaType] = {"movie": "movie", "film": "movie", "tv show": "series", "series": "series"}
_PLACEHOLDERS = frozenset({"n/a", "nan", "none", "null", "unknown", "not given", "not available", "-", "?"})
_YEAR = re.compile(r"\(?((?:18|19|20)\d\d)(?:\.0)?\)?")
_MINUTES = re.compile(r"(\d{1,4})\s*min(?:s|utes)?\.?", re.IGNORECASE)
_SEASONS = re.compile(r"(\d{1,3})\s*seasons?", re.IGNORECASE)
_COUNT = re.compile(r"\d{1,3}(?:,\d{3})+|\d+")
# Film certificates that were seen, or could stand, where the year belongs: the sign of cells that slipped by a column.
_CERTIFICATES = re.compile(
    r"g|gp|pg|pg-13|r|nc-17|nr|ur|u|ua|u/a|a|s|16|18|passed|approved|unrated|tv-(?:y|y7|y7-fv|g|pg|14|ma)", re.IGNORECASE
)
# The one known film that lost its year this way (imdb_top_1000.csv holds "PG"): title and director folded → year of release.
_KNOWN_YEARS = {("apollo13", "ronhoward"): 1995}

_LANGUAGE = re.compile(r"[a-z]{2}")
# Codes that tables use beside the one of ISO 639-1 for the language: Cantonese, no language, Bokmål, and withdrawn ones.
_LANGUAGES = {"cn": "zh", "xx": "", "nb": "no", "mo": "ro", "sh": "sr", "iw": "he", "in": "id"}

_MONTHS = {name[:3]: name for name in calendar.month_name[1:]}
_EXCEL_MONTH_DAY = re.compile(rf"({'|'.join(_MONTHS)})-(\d\d)")
_EXCEL_DAY_MONTH = re.compile(rf"(\d\d?)-({'|'.join(_MONTHS)})")
_DATE_FORMS = ("%B %d, %Y", "%b %d, %Y", "%Y-%m-%d", "%d-%b-%y", "%m/%d/%Y")


@dataclass(frozen=True, slots=True)
class Cleaned:
    """A usable record: its title (empty id, one source id) and what was repaired or left out on the way."""

    title: Title
    notes: tuple[Note, ...] = ()


class _Unusable(Exception):
    """The row cannot be used; the message is the reason."""


def clean(record: RawRecord) -> Cleaned | Rejection:
    """The record as a title, or the reason why it is none."""
    try:
        return _clean(record)
    except _Unusable as error:
        return Rejection(record.source, record.row, str(error))


def _clean(record: RawRecord) -> Cleaned:
    notes: list[str] = []
    names = record.columns
    source_id = tidy(record.source_id)
    if not source_id:
        raise _Unusable(f"column {names.source_id} is empty: the row cannot be told from others")
    media_type = _media_type(record)
    title = _title(record, notes)
    directors = _people(record.directors)
    duration, certificate = _unshift(record, notes)
    runtime, seasons = _length(duration, media_type, names.duration)
    labels = split_list([record.genres])
    cleaned = Title(
        id="",
        title=title,
        year=_year(record, title, directors, notes),
        media_type=media_type,
        source_ids=(f"{record.source}:{source_id}",),
        directors=directors,
        genres=plain_genres(labels),
        cast=_people(record.cast),
        runtime=runtime,
        seasons=seasons,
        original_title=_original(record.original_title, title),
        countries=_countries(record.countries, labels),
        language=_language(record.language),
        certificate=_present(certificate) or None,
        rating=_rating(record),
        votes=_votes(record),
        description=_present(record.description),
        poster=_poster(record.poster),
        date_added=_date(record, notes),
    )
    return Cleaned(cleaned, tuple(Note(record.source, record.row, why) for why in notes))


def repair_title(title: str) -> str:
    """A title that a spreadsheet took for a date, as it was: `Oct-01` → `October 1`, `22-Jul` → `22 July`; others unchanged.

    Two digits after a month are read as a day: the month-year reading gives no title that any film here has.
    """
    if (found := _EXCEL_MONTH_DAY.fullmatch(title)) and 1 <= int(found[2]) <= 31:
        return f"{_MONTHS[found[1]]} {int(found[2])}"
    if (found := _EXCEL_DAY_MONTH.fullmatch(title)) and 1 <= int(found[1]) <= 31:
        return f"{int(found[1])} {_MONTHS[found[2]]}"
    return title


def parse_date(text: str) -> str | None:
    """A date in any of the forms that copies of the tables use, as ISO; None when it is in none of them."""
    for form in _DATE_FORMS:
        try:
            # A calendar day, not a moment: no time zone applies.
            return datetime.strptime(tidy(text), form).date().isoformat()  # noqa: DTZ007
        except ValueError:
            continue
    return None


def _media_type(record: RawRecord) -> MediaType:
    media_type = _KINDS.get(tidy(record.kind).casefold())
    if media_type is None:
        raise _Unusable(f"column {record.columns.kind} holds {record.kind!r}, which is neither Movie nor TV Show")
    return media_type


def _title(record: RawRecord, notes: list[str]) -> str:
    written = tidy(record.title)
    if not written:
        raise _Unusable(f"column {record.columns.title} is empty")
    title = repair_title(written)
    if title != written:
        notes.append(f"column {record.columns.title}: {written!r}, a date made by a spreadsheet, read as {title!r}")
    return title


def _unshift(record: RawRecord, notes: list[str]) -> tuple[str, str]:
    """Duration and certificate, put right where the duration slipped into the certificate's cell."""
    duration, certificate = tidy(record.duration), tidy(record.certificate)
    if not duration and (_MINUTES.fullmatch(certificate) or _SEASONS.fullmatch(certificate)):
        notes.append(f"column {record.columns.duration}: {certificate!r} stood in the certificate's column, put back")
        return certificate, ""
    return duration, certificate


def _length(duration: str, media_type: MediaType, column: str) -> tuple[int | None, int | None]:
    """Runtime in minutes and count of seasons. A series that states minutes, or a film with seasons, keeps what it states."""
    if not _present(duration):
        return None, None
    if found := _MINUTES.fullmatch(duration):
        return int(found[1]) or None, None
    if found := _SEASONS.fullmatch(duration):
        return None, int(found[1]) or None
    expected = "minutes such as '90 min'" if media_type == "movie" else "seasons such as '2 Seasons'"
    raise _Unusable(f"column {column} holds {duration!r}, not {expected}")


def _year(record: RawRecord, title: str, directors: tuple[str, ...], notes: list[str]) -> int | None:
    written = tidy(record.year)
    if not _present(written):
        return None
    if found := _YEAR.fullmatch(written):
        return int(found[1])
    if not _CERTIFICATES.fullmatch(written):
        raise _Unusable(f"column {record.columns.year} holds {written!r}, not a year")
    known = next((_KNOWN_YEARS.get((fold(title), fold(name))) for name in directors), None)
    outcome = f"read as {known}, the known year" if known else "left unknown"
    notes.append(f"column {record.columns.year}: {written!r} is a certificate in the year's place, {outcome}")
    return known


def _rating(record: RawRecord) -> float | None:
    written = _present(record.rating)
    if not written:
        return None
    try:
        rating = float(written)
    except ValueError:
        rating = -1.0
    if not 0 <= rating <= 10:
        raise _Unusable(f"column {record.columns.rating} holds {written!r}, not a rating from 0 to 10")
    return rating


def _votes(record: RawRecord) -> int | None:
    written = _present(record.votes)
    if not written:
        return None
    if not _COUNT.fullmatch(written):
        raise _Unusable(f"column {record.columns.votes} holds {written!r}, not a count")
    return int(written.replace(",", ""))


def _date(record: RawRecord, notes: list[str]) -> str | None:
    written = _present(record.date_added)
    if not written:
        return None
    date = parse_date(written)
    if date is None:
        notes.append(f"column {record.columns.date_added}: {written!r} is no date in a known form, left out")
    return date


def _original(cell: str, title: str) -> str | None:
    written = _present(cell)
    return written if written and fold(written) != fold(title) else None


def _language(cell: str) -> str | None:
    written = tidy(cell).casefold()
    code = _LANGUAGES.get(written, written)
    return code if _LANGUAGE.fullmatch(code) else None


def _countries(cell: str, labels: tuple[str, ...]) -> tuple[str, ...]:
    """The countries of the cell; where it is empty, what a genre label such as "Korean TV Shows" says."""
    stated = _people((cell,))
    implied = (LABEL_COUNTRIES.get(label.casefold()) for label in labels)
    return stated or tuple(dict.fromkeys(country for country in implied if country))


def _people(cells: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in split_list(cells) if _present(name))


def _poster(cell: str) -> str | None:
    address = tidy(cell)
    return address if address.startswith("https://") else None


def _present(text: str) -> str:
    """The tidied text, or "" where it only says that there is nothing."""
    tidied = tidy(text)
    return "" if tidied.casefold() in _PLACEHOLDERS else tidied
