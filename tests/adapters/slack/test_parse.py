"""Slack's events as our plain values."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.slack import parse
from bot.types import IncomingMessage, MessageDeleted, MessageEdited, MessageRef, Place, ReactionAdded, StopPressed

US = parse.Us("UBOT", "BBOT", "T1")
ADA = parse.Person("U1", "Ada")
CHLOE = parse.Person("U3", "Chloe", is_admin=True)
PEOPLE = {"U1": ADA, "U2": parse.Person("U2", "Ben"), "U3": CHLOE, "UX": parse.Person("UX", "Xin", "external", is_admin=True)}


def event(text: str = "<@UBOT> a heist film", **more: Any) -> dict[str, Any]:
    """A message event of Ada's in #movie-club."""
    return {"type": "message", "channel": "C1", "user": "U1", "text": text, "ts": "100.000001"} | more


def read(**more: Any) -> IncomingMessage:
    """The message that such an event is."""
    found = parse.message(event(**more), "C1", US, PEOPLE)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "plain", "called"),
    [
        ("<@UBOT> a heist film", "a heist film", True),
        ("<@UBOT|matinee>, a heist film", "a heist film", True),
        ("a heist film, <@UBOT>?", "a heist film,?", True),
        ("hey <@UBOT> a film", "hey a film", True),
        ("for <@U2> and <@U9|nina>", "for @Ben and @nina", False),
        ("in <#C2|general> or <#C3>", "in #general or #C3", False),
        ("<!here> <!subteam^S1|@club> <!date^1^{date}|today>", "@here @club today", False),
        ("like <https://imdb.com/x|imdb.com/x> or <https://a.b|this>", "like https://imdb.com/x or this (https://a.b)", False),
        ("<mailto:a@b.c|a@b.c>", "a@b.c", False),
        ("Tom &amp; Jerry &lt;3 &amp;lt;", "Tom & Jerry <3 &lt;", False),
        ("&gt; <@UBOT> said\nyes", "> @Matinee said\nyes", False),
        ("&gt; no\n<@UBOT> yes", "> no\nyes", True),
        (":octagonal_sign:", "🛑", False),
        ("", "", False),
    ],
)
def test_a_text_reads_as_people_see_it(text: str, plain: str, called: bool) -> None:
    """Names, links and entities are written out, our mention is taken out, and one in a quote calls nobody."""
    assert (plain, called) == parse.read(text, US, PEOPLE)


@given(st.lists(st.sampled_from([*"ab <>&;|@#!\n", "<@UBOT>", "<@U1>", "&amp;", "&lt;"]), max_size=60).map("".join))
def test_any_text_can_be_read(text: str) -> None:
    """And once it is read, nothing of our mention is left."""
    plain, called = parse.read(text, US, PEOPLE)
    assert "<@UBOT>" not in text or "UBOT" not in plain
    assert called <= ("<@UBOT" in text)


@given(st.text(max_size=40))
def test_escaped_text_reads_as_it_was_typed(text: str) -> None:
    """What Slack escapes on the way in is what the person typed."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    assert text.strip().replace(":octagonal_sign:", "🛑") == parse.read(escaped, US, PEOPLE)[0]


def test_a_mention_is_the_same_message_as_event_and_as_app_mention() -> None:
    """Whatever the event ids: the channel and the time stamp name it."""
    assert read() == read(type="app_mention", event_ts="100.000001", client_msg_id="x")
    assert MessageRef("slack", "C1", "100.000001") == read().ref


def test_a_thread_is_the_conversation() -> None:
    """A message that a thread began with stands in the channel; a direct message's channel says that it is one."""
    assert Place("slack", "T1", "C1") == read().place == read(thread_ts="100.000001").place
    assert Place("slack", "T1", "C1", thread="90.000001") == read(thread_ts="90.000001").place
    found = parse.message(event("hi"), "D1", US, PEOPLE)
    assert found is not None
    assert Place("slack", "T1", "D1", is_direct=True) == found.place


def test_in_a_grid_the_organisation_is_the_workspace_and_in_a_shared_channel_ours() -> None:
    """Never the team that an event names."""
    grid = parse.Us("UBOT", "BBOT", "T1", "E1")
    found = parse.message(event(team="T9"), "C1", grid, PEOPLE)
    assert found is not None
    assert ("E1", "T1") == (found.place.workspace, read(team="T9", user_team="T9").place.workspace)


@pytest.mark.parametrize(
    ("user", "standing"),
    [
        ({"id": "U1", "team_id": "T1"}, "member"),
        ({"id": "U1", "team_id": "T1", "is_restricted": True}, "guest"),
        ({"id": "U1", "team_id": "T9"}, "external"),
        ({"id": "U1", "team_id": "T1", "is_stranger": True}, "external"),
        ({"id": "U1", "team_id": "T8", "enterprise_user": {"enterprise_id": "E1"}}, "member"),
        ({"id": "U1", "team_id": "T1", "is_bot": True}, "bot"),
        ({"id": "USLACKBOT", "team_id": "T1"}, "bot"),
    ],
)
def test_everybody_has_a_declared_standing(user: dict[str, Any], standing: parse.Standing) -> None:
    """Which says whether they are served and may moderate."""
    found = parse.person(user | {"is_admin": True, "profile": {"display_name": " Ada  L. "}}, parse.Us("UBOT", "B", "T1", "E1"))
    assert (standing, "Ada L.") == (found.standing, found.name)
    assert parse.SERVED[standing] is not found.author.is_bot
    assert found.author.may_moderate is (standing == "member")


def test_an_admin_of_another_company_does_not_moderate_ours() -> None:
    """They are served like everybody in the shared channel."""
    author = read(user="UX").author
    assert ("Xin", False, False) == (author.name, author.is_bot, author.may_moderate)
    assert read(user="U3").author.may_moderate


@pytest.mark.parametrize(
    "more",
    [
        {"user": "UBOT"},
        {"bot_id": "BBOT", "user": "U1"},
        {"subtype": "channel_join"},
        {"subtype": "message_replied"},
        {"subtype": "bot_message", "bot_id": "BBOT"},
        {"text": ""},
    ],
)
def test_what_is_nobodys_question_is_none(more: dict[str, Any]) -> None:
    """Our own messages, what Slack writes, and messages without words."""
    assert parse.message(event(**more), "C1", US, PEOPLE) is None


def test_files_and_broadcasts_are_let_in_and_other_bots_are_known_as_bots() -> None:
    """The application ignores bots, whatever name they write under."""
    assert not read(subtype="file_share").author.is_bot
    assert not read(subtype="thread_broadcast", thread_ts="90.000001").author.is_bot
    assert read(bot_id="B2").author.is_bot
    assert read(subtype="bot_message", bot_id="B2", user=None, username="Feed").author.is_bot


def test_people_who_talk_to_each_other_are_left_alone() -> None:
    """A mention of somebody else, or of a group, that does not call us."""
    assert read(text="<@U2> have you seen it?").to_others
    assert read(text="<!here> film night").to_others
    assert not read(text="<@U1> wrote this").to_others
    assert not read(text="<@UBOT> for <@U2>").to_others


def test_what_a_message_refers_to_comes_with_it() -> None:
    """The message that people's thread began with, and shared ones; not ours, and not what was asked of us."""
    starter = event("what about <@U2>'s heist film?")
    shared = {"is_share": True, "text": "Rififi, 1955"}
    found = parse.message(event(attachments=[shared]), "C1", US, PEOPLE, starter=starter)
    assert found is not None
    assert "what about @Ben's heist film?\n\nRififi, 1955" == found.quoted
    for own in (event(user="UBOT"), event("<@UBOT> a film")):
        found = parse.message(event(), "C1", US, PEOPLE, starter=own)
        assert found is not None
        assert not found.quoted


def changed(now: dict[str, Any], before: dict[str, Any]) -> Any:
    """What a message_changed event says."""
    return parse.changed({"channel": "C1", "message": now, "previous_message": before}, US, PEOPLE)


def test_an_edit_is_a_text_that_differs() -> None:
    """Unfolded links, new replies and our own edits are none."""
    edited = {"edited": {"user": "U1", "ts": "101.0"}}
    found = changed(event("<@UBOT> calm", **edited), event())
    assert isinstance(found, MessageEdited)
    assert "calm" == found.message.text
    assert changed(event(**edited), event()) is None
    assert changed(event(attachments=[{}]), event()) is None
    assert changed(event(reply_count=1), event()) is None
    assert changed(event("new", user="UBOT", **edited), event("old", user="UBOT")) is None
    emptied = changed(event("", **edited), event())
    assert isinstance(emptied, MessageEdited)
    assert "" == emptied.message.text


def test_a_deletion_is_one_with_replies_and_without() -> None:
    """With replies the message turns into a tombstone."""
    ref = MessageDeleted(MessageRef("slack", "C1", "100.000001"))
    assert ref == parse.deleted({"channel": "C1", "deleted_ts": "100.000001"})
    assert ref == changed({"subtype": "tombstone", "ts": "100.000001"}, event())


def test_a_stop_sign_stops_and_other_reactions_mean_nothing() -> None:
    """And nor do our own."""
    item = {"type": "message", "channel": "C1", "ts": "100.000001"}
    found = parse.reaction({"user": "U3", "reaction": "octagonal_sign", "item": item}, US, PEOPLE)
    assert ReactionAdded(MessageRef("slack", "C1", "100.000001"), CHLOE.author, "stop") == found
    placed = parse.reaction({"user": "U3", "reaction": "octagonal_sign", "item": item}, US, PEOPLE, thread="7.0")
    assert placed
    assert placed.place == parse.place(US, item["channel"], "7.0")
    assert parse.reaction({"user": "U3", "reaction": "eyes", "item": item}, US, PEOPLE) is None
    assert parse.reaction({"user": "UBOT", "reaction": "octagonal_sign", "item": item}, US, PEOPLE) is None


@pytest.mark.parametrize("sign", ["octagonal_sign", "no_entry", "no_entry_sign", "black_square_for_stop", "stop_button"])
def test_every_sign_that_people_take_for_stop_asks_to_stop(sign: str) -> None:
    """Whichever they find first."""
    item = {"type": "message", "channel": "C1", "ts": "7.0"}
    found = parse.reaction({"user": "U3", "reaction": sign, "item": item}, US, PEOPLE)
    assert isinstance(found, ReactionAdded)
    assert "stop" == found.mark


def test_slacks_stop_button_names_its_thread() -> None:
    """Whoever pressed it is told from others."""
    found = parse.stopped({"channel": "D1", "thread_ts": "90.000001", "user": "U1"}, US, PEOPLE)
    assert StopPressed(Place("slack", "T1", "D1", thread="90.000001", is_direct=True), ADA.author) == found
    assert parse.stopped({"channel": "D1"}, US, PEOPLE) is None
