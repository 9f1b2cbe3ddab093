"""Words of titles and questions, cut to crude stems so that "heists" meets "heist"."""

from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold
from agent.retrieval.stopwords import asking_words, query_stop_words

_ENDINGS = ("ies", "ing", "ed", "es", "s")


def stem(word: str) -> str:
    """A folded word without its commonest endings; at least four letters stay."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)]
    return word


def stems(text: str) -> list[str]:
    """The stems of the words to look for in texts, in order: no stop words, no words of asking, no moods."""
    idle = query_stop_words("english")
    return [stem(word) for word in fold(text).split() if word not in idle and len(word) > 1]


def content_words(text: str) -> list[str]:
    """The folded words of `text` that ask for something: no stop words, no words of asking."""
    idle = asking_words("english")
    return [word for word in fold(text).split() if word not in idle and len(word) > 1]


def title_text(title: Title) -> str:
    """What of a title is compared with the words of a question."""
    names = (title.title, title.original_title or "", *title.aliases)
    return " ".join(
        (*names, *title.genres, *title.directors, *title.cast[:5], *title.countries, title.description, title.essence)
    )


def plot_text(title: Title) -> str:
    """What a remembered plot is compared with: no people, no countries."""
    return " ".join((title.title, *title.genres, title.description, title.essence))
