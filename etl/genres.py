"""One list of plain genres, and how every source's labels map onto it.

"International", "British TV Shows" and the like say where a title comes from, not what it is: they are no genres. Labels that
join two genres ("Sci-Fi & Fantasy") give both, since the source does not say which one it means.
"""

from collections.abc import Iterable

GENRES = (
    "action",
    "adventure",
    "animation",
    "anime",
    "biography",
    "classic",
    "comedy",
    "crime",
    "cult",
    "documentary",
    "drama",
    "faith",
    "family",
    "fantasy",
    "film noir",
    "history",
    "horror",
    "independent",
    "lgbtq",
    "music",
    "musical",
    "mystery",
    "reality",
    "romance",
    "science and nature",
    "science fiction",
    "sport",
    "stand-up",
    "talk show",
    "teen",
    "thriller",
    "war",
    "western",
)

_LABELS: dict[str, tuple[str, ...]] = {
    "action & adventure": ("action", "adventure"),
    "action-adventure": ("action", "adventure"),
    "adult animation": ("animation",),
    "animals & nature": ("science and nature",),
    "anime features": ("anime", "animation"),
    "anime series": ("anime", "animation"),
    "arthouse": ("independent",),
    "biographical": ("biography",),
    "cartoons": ("animation",),
    "children & family movies": ("family",),
    "classic & cult tv": ("classic", "cult"),
    "classic movies": ("classic",),
    "classics": ("classic",),
    "comedies": ("comedy",),
    "coming of age": ("teen",),
    "concert film": ("music",),
    "crime tv shows": ("crime",),
    "cult movies": ("cult",),
    "documentaries": ("documentary",),
    "docuseries": ("documentary",),
    "dramas": ("drama",),
    "faith & spirituality": ("faith",),
    "faith and spirituality": ("faith",),
    "film-noir": ("film noir",),
    "historical": ("history",),
    "horror movies": ("horror",),
    "independent movies": ("independent",),
    "kids": ("family",),
    "kids' tv": ("family",),
    "late night": ("talk show",),
    "lgbtq movies": ("lgbtq",),
    "lgbtq+": ("lgbtq",),
    "military and war": ("war",),
    "music & musicals": ("music", "musical"),
    "music videos and concerts": ("music",),
    "musicals": ("musical",),
    "mysteries": ("mystery",),
    "parody": ("comedy",),
    "police/cop": ("crime",),
    "reality tv": ("reality",),
    "reality-tv": ("reality",),
    "romantic comedy": ("romance", "comedy"),
    "romantic movies": ("romance",),
    "romantic tv shows": ("romance",),
    "sci-fi & fantasy": ("science fiction", "fantasy"),
    "sci-fi": ("science fiction",),
    "science & nature tv": ("science and nature",),
    "science & technology": ("science and nature",),
    "sitcom": ("comedy",),
    "sketch comedy": ("comedy",),
    "soap opera / melodrama": ("drama",),
    "sports movies": ("sport",),
    "sports": ("sport",),
    "spy/espionage": ("thriller",),
    "stand up": ("stand-up", "comedy"),
    "stand-up comedy & talk shows": ("stand-up", "talk show", "comedy"),
    "stand-up comedy": ("stand-up", "comedy"),
    "superhero": ("action",),
    "suspense": ("thriller",),
    "talk show and variety": ("talk show",),
    "talk-show": ("talk show",),
    "teen tv shows": ("teen",),
    "thrillers": ("thriller",),
    "tv action & adventure": ("action", "adventure"),
    "tv comedies": ("comedy",),
    "tv dramas": ("drama",),
    "tv horror": ("horror",),
    "tv mysteries": ("mystery",),
    "tv sci-fi & fantasy": ("science fiction", "fantasy"),
    "tv thrillers": ("thriller",),
    "unscripted": ("reality",),
    "young adult audience": ("teen",),
} | {genre: (genre,) for genre in GENRES}

# What a label says about the country, used where the source leaves the country empty.
LABEL_COUNTRIES = {"british tv shows": "United Kingdom", "korean tv shows": "South Korea"}


def plain_genres(labels: Iterable[str]) -> tuple[str, ...]:
    """The plain genres of a source's labels, in their order, each once; a label that names no genre gives none."""
    found = (genre for label in labels for genre in _LABELS.get(_plain(label), ()))
    return tuple(dict.fromkeys(found))


def _plain(label: str) -> str:
    return label.replace("’", "'").strip().casefold()
