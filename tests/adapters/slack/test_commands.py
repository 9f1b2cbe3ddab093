"""What people type after /matinee."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack.commands import Value, on_message, shortcut, typed
from bot.slash.registry import COMMANDS


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("recommend a heist film: from the 90s", "recommend", {"query": "a heist film: from the 90s"}),
        ("Recommend query: a heist film", "recommend", {"query": "a heist film"}),
        ("recommend query", "recommend", {"query": "query"}),
        ("similar Heat", "similar", {"title": "Heat"}),
        ("watchlist", "watchlist show", {}),
        ("watchlist add The Third Man", "watchlist add", {"title": "The Third Man"}),
        ("seen remove title=Heat", "seen remove", {"title": "Heat"}),
        ("preferences", "preferences", {}),
        ("preferences Hungary", "preferences", {"region": "Hungary"}),
        ("privacy", "privacy show", {}),
        ("privacy delete", "privacy delete", {}),
        ("settings", "settings show", {}),
        ("settings age 12", "settings age", {"age": 12}),
        ("settings age: twelve", "help", {}),
        ("settings age twelve", "settings age", {"age": "twelve"}),
        ("settings language German", "settings language", {"language": "de"}),
        ("settings channels add <#C0123456|general>", "settings channels", {"add": "C0123456"}),
        ("settings channels <#C0123456|general>", "settings channels", {"add": "C0123456"}),
        ("settings channels remove: C0123456 everywhere", "settings channels", {"remove": "C0123456", "everywhere": True}),
        ("settings channels add #general", "settings channels", {}),
        ("settings limits workspace questions:5", "settings limits", {"for": "server", "questions": 5}),
        ("settings limits for:workspace tokens=0", "settings limits", {"for": "server", "tokens": 0}),
        ("settings limits person questions 20 tokens=0", "settings limits", {"for": "person", "questions": 20, "tokens": 0}),
        ("settings limits for server tokens 5", "settings limits", {"for": "server", "tokens": 5}),
        ("settings moderators unlimited", "settings moderators", {"unlimited": True}),
        ("settings moderators off", "settings moderators", {"unlimited": False}),
        ("movienight", "movienight start", {}),
        ("movienight 120 short", "movienight start", {"minutes": 120, "short": True}),
        ("movienight start minutes:90", "movienight start", {"minutes": 90}),
        ("movienight love Heat (1995), The Third Man", "movienight love", {"film1": "Heat (1995)", "film2": "The Third Man"}),
        ("movienight love film1: Heat; film2: Me, Myself", "movienight love", {"film1": "Heat", "film2": "Me, Myself"}),
        ("", "help", {}),
        ("help", "help", {}),
        ("something tense", "help", {}),
        ("watchlist burn Heat", "help", {}),
        ("ask matinee", "help", {}),
    ],
)
def test_words_name_a_command_and_its_options(text: str, name: str, options: dict[str, Value]) -> None:
    """By name or in order; what names none gets help."""
    found = typed(text, COMMANDS)
    assert (name, options) == (found.name, found.options)


@pytest.mark.parametrize("text", ["similar", "watchlist add", "seen remove"])
def test_a_title_that_is_left_out_can_be_chosen(text: str) -> None:
    """From suggestions; a question that is left out is asked for in words."""
    lacks = typed(text, COMMANDS).lacks
    assert lacks is not None
    assert "title" == lacks.name
    assert typed("recommend", COMMANDS).lacks is None


NAMED = st.builds(lambda command, rest: f"{command.name} {rest}", st.sampled_from(COMMANDS), st.text(max_size=30))


@given(st.text(max_size=80) | NAMED)
def test_any_words_name_a_command_that_there_is(text: str) -> None:
    """Whatever somebody types, and only with options that it has."""
    found = typed(text, COMMANDS)
    command = next(command for command in COMMANDS if command.name == found.name)
    assert set(found.options) <= {option.name for option in command.options}


def test_a_command_in_a_messages_menu_has_an_id() -> None:
    """The one that the manifest declares."""
    assert "Ask Matinee" == on_message(shortcut("Ask Matinee"), COMMANDS)
    assert on_message("help", COMMANDS) is None
