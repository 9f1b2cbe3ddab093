"""Words of titles and questions, cut to crude stems so that "heists" meets "heist"."""

import re

from agent.catalogue.title import Title
from agent.catalogue.understanding.fold import fold
from agent.retrieval.stopwords import asking_words, query_stop_words

# Sayings whose words mean something else by themselves: whoever asks for a cat is not served with a cat-and-mouse game.
_SAYINGS = re.compile(
    r"\b(?:black and white|cat and mouse|coming of age|slice of life|fish out of water|found footage|stop motion|"
    r"edge of (?:your|my|the) seat|larger than life|head over heels|down to earth|rags to riches)\b"
)
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
    return [stem(word) for word in _words(text) if word not in idle and len(word) > 1]


def content_words(text: str) -> list[str]:
    """The folded words of `text` that ask for something: no stop words, no words of asking."""
    idle = asking_words("english")
    return [word for word in _words(text) if word not in idle and len(word) > 1]


def _words(text: str) -> list[str]:
    """The folded words in order, a saying as one."""
    return _SAYINGS.sub(lambda found: found[0].replace(" ", ""), fold(text)).split()


def moods(text: str) -> list[str]:
    """The stems of `content_words`: where texts say how a title feels, words of mood are what to look for."""
    return [stem(word) for word in content_words(text)]


def title_text(title: Title) -> str:
    """What of a title is compared with the words of a question."""
    names = (title.title, title.original_title or "", *title.aliases)
    return " ".join(
        (*names, *title.genres, *title.directors, *title.cast[:5], *title.countries, title.description, title.essence)
    )


def plot_text(title: Title) -> str:
    """What a remembered plot is compared with: no people, no countries."""
    return " ".join((title.title, *title.genres, title.description, title.essence))
