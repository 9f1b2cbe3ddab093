"""Facts of a title as words: for people, and for a model to read."""

from agent.catalogue.title import Title

GENRE_NOUNS = frozenset({"thriller", "comedy", "drama", "documentary", "western", "musical", "mystery", "romance", "biography"})
_TAGS = frozenset({"independent", "classic", "cult", "international", "lgbtq"})  # they qualify a film, but name no kind
_MILLION, _THOUSAND = 1_000_000, 1_000


def length(title: Title) -> str:
    """ "81 min", "2 h 5 min", "3 seasons"; "" when unknown."""
    if title.runtime:
        hours, minutes = divmod(title.runtime, 60)
        if title.runtime < 120:  # below two hours people think in minutes
            return f"{title.runtime} min"
        return f"{hours} h {minutes} min" if minutes else f"{hours} h"
    if title.seasons:
        return f"{title.seasons} season{'s' if title.seasons > 1 else ''}"
    return ""


def kind(title: Title) -> str:
    """ "crime thriller", "comedy series", "film": the first genres with a noun, without an article."""
    genres = [genre for genre in title.genres if genre not in _TAGS][:2]
    if title.media_type == "movie" and genres and genres[-1] in GENRE_NOUNS:
        return " ".join(genres)
    return " ".join([*genres, "series" if title.media_type == "series" else "film"])


def country(name: str) -> str:
    """The country's name as it stands after "from"."""
    return f"the {name}" if name.startswith("United ") or name in {"Netherlands", "Philippines", "Czech Republic"} else name


def votes(count: int) -> str:
    """ "1.2 million", "340,000", "950"."""
    if count >= _MILLION:
        return f"{count / _MILLION:.1f} million".replace(".0 ", " ")
    return f"{round(count, -3):,}" if count >= 10 * _THOUSAND else f"{count:,}"


def listed(words: tuple[str, ...] | list[str], last: str = "and") -> str:
    """ "a", "a and b", "a, b and c"."""
    if len(words) < 2:  # nothing to join
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def article(noun: str) -> str:
    """The noun with its indefinite article."""
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def as_text(title: Title) -> str:
    """One fact a line, absent ones left out: what a model may read."""
    lines = (
        ("Kind", kind(title)),
        ("Genres", ", ".join(title.genres)),
        ("Length", length(title)),
        ("Creator" if title.media_type == "series" else "Director", ", ".join(title.directors)),
        ("Cast", ", ".join(title.cast[:6])),
        ("Country", ", ".join(title.countries)),
        ("Certificate", title.certificate or ""),
        ("Rating", f"{title.rating:g} of 10 by {votes(title.votes)} votes" if title.rating and title.votes else ""),
        ("Also known as", ", ".join((*((title.original_title,) if title.original_title else ()), *title.aliases)[:3])),
        ("Description", title.description),
    )
    return "\n".join(f"{name}: {value}" for name, value in lines if value)
