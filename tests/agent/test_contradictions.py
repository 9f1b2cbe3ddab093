"""What contradicts itself, or cannot be told, is said rather than dropped."""

import pytest

from agent.catalogue.answers.followup import options
from agent.catalogue.films import FilmDomain
from agent.contract import HistoryMessage
from tests.fakes.finder import FakeFinder

FINDER = FakeFinder()
DOMAIN = FilmDomain(FINDER)


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("a comedy film that is not a comedy", "Nothing can be comedy and not comedy at once."),
        ("egy vígjáték, ami nem vígjáték", "Semmi sem lehet egyszerre vígjáték"),
        ("eine Komödie, die keine Komödie ist", "Nichts kann zugleich Komödie"),
    ],
)
async def test_a_genre_wanted_and_refused_is_asked_about(text: str, start: str) -> None:
    """Either side may be picked, and the request is then free of the other."""
    asked = DOMAIN.reask(text, await DOMAIN.retrieve(text))
    assert asked.startswith(start)
    assert len(options(asked)) == 2
    history = (HistoryMessage("user", text), HistoryMessage("assistant", asked, is_reask=True))
    wanted, refused = (FINDER.understand(DOMAIN.merge(number, history)) for number in ("1", "2"))
    assert (wanted.genres, wanted.contradicted) == (("comedy",), ())
    assert (refused.genres, refused.without_genres, refused.contradicted) == ((), ("comedy",), ())


@pytest.mark.parametrize(
    "text",
    [
        "something funny, but not a comedy",
        "a comedy, not a romantic comedy",
        "a crime film, no comedy",
        "a comedy for people who hate comedies",
    ],
)
def test_a_quality_without_its_genre_is_no_contradiction(text: str) -> None:
    """Only one and the same word contradicts itself."""
    assert FINDER.understand(text).contradicted == ()


def test_refused_sitcoms_are_said_to_be_unknown_and_refuse_no_comedy() -> None:
    """The catalogue has no such genre."""
    request = FINDER.understand("a comedy, not a sitcom")
    assert (request.genres, request.without_genres) == (("comedy",), ())
    assert any("sitcoms" in note for note in request.notes)
    assert FINDER.understand("not a sitcom").without_genres == ()
