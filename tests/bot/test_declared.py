"""The commands as they are declared, the lists' pages, countries, limits in words, and the times of `matinee feedback`."""

import json
import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.contract import TitleRef
from bot import actions
from bot.commands.errors import UsageError
from bot.commands.feedback import time_of
from bot.limits import used_up
from bot.regions import REGIONS, region_of, suggest_regions
from bot.slash.declare import COMMAND_NAME_LENGTH, DESCRIPTION_LENGTH
from bot.slash.help import text
from bot.slash.lists import PAGE, page_view
from bot.slash.privacy import parts
from bot.slash.registry import COMMANDS, HANDLERS, SUGGESTERS
from bot.slash.settings_words import Wording, overview
from bot.store.servers import ServerChoices
from bot.store.usage import Used
from bot.types import Author, Terms
from bot.views import OPTION_LENGTH, OPTIONS, VALUE_LENGTH, Button, Menu
from bot.words import cut, named, plain, runtime, wait
from tests.bot.people import CHANNEL, DIRECT

OTHER_TERMS = Terms("workspace", "admins", "an admin")
NOW = datetime(2026, 5, 8, 12, tzinfo=UTC)
REFS = st.builds(TitleRef, st.uuids().map(str), st.text(min_size=1, max_size=120), st.none() | st.integers(1880, 2030))


def test_every_command_is_handled_and_every_suggestion_made() -> None:
    """What is declared is what works, and nothing else."""
    assert {command.name for command in COMMANDS} == set(HANDLERS)
    suggesting = {(command.name, option.name) for command in COMMANDS for option in command.options if option.suggests}
    assert suggesting == set(SUGGESTERS)


def test_every_command_fits_what_platforms_take() -> None:
    """Names, descriptions and choices; what is for moderators is not offered in direct messages."""
    for command in COMMANDS:
        described = [command, *command.options]
        if not command.on_message:
            assert all(re.fullmatch(r"[a-z]{1,32}( [a-z]{1,32})?", command.name) for command in [command])
            assert all(0 < len(each.description) <= DESCRIPTION_LENGTH for each in described)
        assert len(command.name) <= 2 * COMMAND_NAME_LENGTH
        assert all(len(option.choices) <= OPTIONS for option in command.options)
        assert all(option.choices for option in command.options if option.kind == "choice")
        assert not (command.moderators_only and command.in_direct)


@pytest.mark.parametrize("terms", [Terms(), OTHER_TERMS])
def test_longer_texts_fit_into_one_message(terms: Terms) -> None:
    """Help, and the settings of a server that chose as much as it can."""
    most = ServerChoices(tuple(str(10**18 + n) for n in range(50)), "hu", 12, "GS", *[2_000_000_000] * 6, True)
    assert len(text(terms)) < 2000
    assert len(overview(most, Wording(lambda channel: f"<#{channel}>", terms))) < 2000


@settings(deadline=None)
@given(st.lists(REFS, max_size=60, unique_by=lambda ref: ref.id))
def test_every_title_of_a_list_is_on_one_page_and_can_be_removed_there(titles: list[TitleRef]) -> None:
    """In order; the buttons lead through all pages and stay within them."""
    removable: list[str] = []
    page, views = 0, []
    while titles:
        view = page_view("watchlist", titles, page)
        views.append(view)
        assert len(view.text) <= 2000
        menu = next(control for control in view.controls if isinstance(control, Menu))
        assert 1 <= len(menu.options) <= min(PAGE, OPTIONS)
        assert all(len(option.label) <= OPTION_LENGTH and len(option.value) <= VALUE_LENGTH for option in menu.options)
        removable += [option.value for option in menu.options]
        rows = [control for control in view.controls if isinstance(control, tuple)]
        following = [item for row in rows for item in row if isinstance(item, Button) and item.label == "Next page"]
        if not following or following[0].disabled:
            break
        action = actions.read(following[0].action)
        assert isinstance(action, actions.ShowList)
        page = action.page
    assert [ref.id for ref in titles] == removable


@given(st.integers(0, 999_999), st.integers(0, 40))
def test_a_page_that_is_gone_shows_the_last_one(page: int, count: int) -> None:
    """A list that was shortened meanwhile is no error."""
    titles = [TitleRef(f"t-{at}", f"T{at}", None) for at in range(count)]
    text = page_view("seen", titles, page).text
    assert (f"T{count - 1}" in text) if page * PAGE >= count > 0 else text


@given(st.recursive(st.text() | st.integers(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)))
def test_an_exports_parts_never_end_the_block_that_they_are_shown_in(value: object) -> None:
    """And joined they are the same data."""
    made = parts({"value": value})
    assert all("`" not in part for part in made)
    assert {"value": value} == json.loads("".join(made))


def test_a_country_is_known_by_code_by_name_and_by_what_is_typed_of_it() -> None:
    """Unclear beginnings are no country."""
    assert ["HU", "HU", "HU", "GB", "NE", "US"] == [
        region_of(typed) for typed in ("hu", " Hungary", "hunga", "uk", "Niger", "usa")
    ]
    assert [None] * 4 == [region_of(typed) for typed in ("", "unite", "atlantis", "xx")]
    assert ["Niger", "Nigeria"] == [option.label for option in suggest_regions("nig")]
    assert OPTIONS == len(suggest_regions(""))
    assert "GB" == suggest_regions("gb")[0].value


@given(st.sampled_from(sorted(REGIONS)))
def test_every_country_can_be_chosen_by_its_name(code: str) -> None:
    """What is suggested is understood."""
    assert code == region_of(REGIONS[code])
    assert code in [option.value for option in suggest_regions(REGIONS[code])]


def used(**figures: int) -> Used:
    """A day's use, all else nothing."""
    none = dict.fromkeys(f"{scope}_{kind}" for scope in ("person", "channel", "server") for kind in ("runs", "tokens"))
    return Used(**{**dict.fromkeys(none, 0), **figures}, resets_in=19_200.0)  # type: ignore[arg-type]  # the names are the fields


@pytest.mark.parametrize(
    ("figures", "said"),
    [
        ({"person_runs": 200}, "You have used up today's 200 questions: ask again in 5 h 20 min, at midnight UTC."),
        ({"channel_runs": 1001}, "This channel has used up today's 1,000 questions: ask again in 5 h 20 min, at midnight UTC."),
        ({"server_runs": 5000}, "This server has used up today's 5,000 questions: ask again in 5 h 20 min, at midnight UTC."),
        (
            {"person_tokens": 10},
            "You have used up today's 10 tokens of the language model: ask again in 5 h 20 min, at midnight UTC.",
        ),
        ({"person_runs": 199, "channel_runs": 999, "server_runs": 4999, "person_tokens": 9}, None),
    ],
)
def test_a_limit_that_is_reached_is_named_with_the_time_of_its_end(figures: dict[str, int], said: str | None) -> None:
    """Whose it is, how much it was, when it is full again."""
    assert said == used_up(ServerChoices(person_tokens=10), used(**figures), CHANNEL, Author("1", "Ada"), Terms())


def test_whose_limit_it_is_is_said_in_the_platforms_own_word() -> None:
    """The communities of people have different names."""
    said = used_up(ServerChoices(), used(server_runs=10**6), CHANNEL, Author("1", "Ada"), OTHER_TERMS)
    assert (said or "").startswith("This workspace has used up")


def test_direct_messages_have_the_limit_of_a_person_alone() -> None:
    """All of them together are one place in the store."""
    assert None is used_up(ServerChoices(), used(channel_runs=10**6, server_runs=10**6), DIRECT, Author("1", "Ada"), Terms())


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("7d", NOW - timedelta(days=7)),
        (" 12 H ", NOW - timedelta(hours=12)),
        ("2w", NOW - timedelta(weeks=2)),
        ("2026-05-01", datetime(2026, 5, 1, tzinfo=UTC)),
        ("2026-05-01T10:30+02:00", datetime(2026, 5, 1, 8, 30, tzinfo=UTC)),
    ],
)
def test_since_takes_a_date_or_a_while(text: str, time: datetime) -> None:
    """In UTC unless it says otherwise."""
    assert time == time_of(text, NOW)


@pytest.mark.parametrize("text", ["yesterday", "7", "d", "2026-13-01", "-1d", "999999d"])
def test_since_says_how_when_it_cannot_be_read(text: str) -> None:
    """One line with examples."""
    with pytest.raises(UsageError, match=r"give a date such as 2026-05-01, or a while such as 7d or 12h"):
        time_of(text, NOW)


@given(st.text(max_size=200), st.integers(2, 120))
def test_a_text_is_cut_to_its_length_and_stays_as_it_is_when_it_fits(text: str, most: int) -> None:
    """Never longer, never an escape left half."""
    short = cut(plain(text), most)
    assert len(short) <= most
    assert short == plain(text) or short.endswith("…")
    assert not short.removesuffix("…").endswith("\\") or short == plain(text)


def test_times_and_names_read_as_people_say_them() -> None:
    """Whole hours without minutes; a wait is never nothing; a title without a name has its id."""
    assert ["48 min", "2 h", "2 h 50 min", "1 min"] == [runtime(48), runtime(120), runtime(170), wait(0.2)]
    assert ["Heat (1995)", "x-1"] == [named(TitleRef("h", " Heat\n", 1995)), named(TitleRef("x-1", " ", None))]
