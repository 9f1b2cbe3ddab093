"""Slack's events as our plain values. Pure: nothing here waits, looks up or remembers.

https://docs.slack.dev/reference/events
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias

from bot.types import (
    Author,
    IncomingMessage,
    Mark,
    MessageDeleted,
    MessageEdited,
    MessageRef,
    Place,
    ReactionAdded,
    StopPressed,
)

JsonObject: TypeAlias = Mapping[str, Any]

Standing = Literal["member", "guest", "external", "bot"]
"""What somebody is to the workspace that installed us: one of its people (in Enterprise Grid, of its organisation), a guest of
it, a member of another company in a channel that both share (Slack Connect), or a program."""

SERVED: Final[Mapping[Standing, bool]] = {"member": True, "guest": True, "external": True, "bot": False}
"""Whose messages, clicks and commands are taken. Whoever shared a channel with somebody shared us with them too; the daily
limits of the workspace hold for all of them."""
MAY_MODERATE: Final = frozenset[Standing]({"member"})
"""Of whom Slack's admins and owners moderate here; an admin of another company is a guest like others."""

_WRITTEN_BY_PEOPLE: Final = {None, "", "file_share", "thread_broadcast", "me_message"}
_STOP_SIGNS: Final = {"octagonal_sign", "no_entry", "no_entry_sign", "black_square_for_stop", "stop_button"}
_SLACKBOT: Final = "USLACKBOT"
_QUOTE_LENGTH: Final = 1500  # characters; more would crowd the question out of a prompt

_TOKEN = re.compile(r"(?P<before>[ \t]*)<(?P<sigil>[@#!]?)(?P<body>[^<>|]+)(?:\|(?P<label>[^<>]*))?>(?P<after>[ \t]*)")
_LEFT_BY_A_LEADING_MENTION = re.compile(r"^[\s,:;]+")
_SCHEME = re.compile(r"^(?:mailto:|https?://)")


@dataclass(frozen=True, slots=True)
class Us:
    """Who we are in the workspace that our token is for (auth.test). `enterprise_id` is "" outside Enterprise Grid."""

    user_id: str
    bot_id: str
    team_id: str
    enterprise_id: str = ""
    url: str = ""

    @property
    def workspace(self) -> str:
        """What conversations, people's choices and settings are kept under: in Grid, where people and channels belong to the
        organisation, its id, else the team's. Never the id that an event names: in a shared channel that may be theirs."""
        return self.enterprise_id or self.team_id


@dataclass(frozen=True, slots=True)
class Person:
    """A user as users.info tells. Of somebody unknown the name is the id."""

    id: str
    name: str
    standing: Standing = "member"
    is_admin: bool = False

    @property
    def author(self) -> Author:
        """The same as the application knows people."""
        may_moderate = self.is_admin and self.standing in MAY_MODERATE
        return Author(self.id, self.name, is_bot=not SERVED[self.standing], may_moderate=may_moderate)


People: TypeAlias = Mapping[str, Person]


def person(user: JsonObject, us: Us) -> Person:
    """A user object of users.info."""
    profile = user.get("profile") or {}
    names = (profile.get("display_name"), profile.get("real_name"), user.get("real_name"), user.get("name"), user["id"])
    name = " ".join(next(str(name) for name in names if name and str(name).strip()).split())
    is_admin = any(user.get(right) for right in ("is_admin", "is_owner", "is_primary_owner"))
    return Person(str(user["id"]), name, _standing(user, us), is_admin)


def _standing(user: JsonObject, us: Us) -> Standing:
    if user.get("is_bot") or user["id"] in {_SLACKBOT, us.user_id}:
        return "bot"
    of_grid = (user.get("enterprise_user") or {}).get("enterprise_id") or user.get("enterprise_id")
    is_ours = user.get("team_id", us.team_id) in {us.team_id, us.enterprise_id} or (of_grid and of_grid == us.enterprise_id)
    if user.get("is_stranger") or not is_ours:
        return "external"
    return "guest" if user.get("is_restricted") or user.get("is_ultra_restricted") else "member"


def people_of(event: JsonObject) -> set[str]:
    """The ids of everybody whose name is needed to read a message: who wrote it, and whom it mentions."""
    found = {token["body"] for token in _TOKEN.finditer(str(event.get("text") or "")) if token["sigil"] == "@"}
    return found | ({str(event["user"])} if event.get("user") else set())


def message(
    event: JsonObject,
    channel: str,
    us: Us,
    people: People,
    *,
    starter: JsonObject | None = None,
    keep_empty: bool = False,
) -> IncomingMessage | None:
    """A message of a person or of another bot, from an event, a history or an interaction; None if it is no such thing or
    (unless `keep_empty`) holds no words and does not call us.

    `starter` is the message that its thread began with.
    """
    if event.get("subtype") not in _WRITTEN_BY_PEOPLE and event.get("subtype") != "bot_message":
        return None
    if is_ours(event, us):
        return None
    text, called = read(str(event.get("text") or ""), us, people)
    if not text and not called and not keep_empty:
        return None
    quoted = [_quoted(starter, us, people), *(_quoted(shared, us, people) for shared in _shared(event))]
    return IncomingMessage(
        message_ref(channel, str(event["ts"])),
        place(us, channel, event.get("thread_ts"), ts=str(event["ts"])),
        author(event, people),
        text,
        called,
        quoted="\n\n".join(filter(None, quoted))[:_QUOTE_LENGTH],
        to_others=not called and _calls_others(str(event.get("text") or ""), str(event.get("user") or "")),
    )


def is_ours(event: JsonObject, us: Us) -> bool:
    """Whether we wrote it ourselves."""
    return event.get("user") == us.user_id or (bool(us.bot_id) and event.get("bot_id") == us.bot_id)


def author(event: JsonObject, people: People) -> Author:
    """Who wrote. A message with a bot's id is a program's, whoever it writes as."""
    user_id = str(event.get("user") or event.get("bot_id") or "")
    if event.get("bot_id") or event.get("subtype") == "bot_message" or not event.get("user"):
        return Author(user_id, str(event.get("username") or user_id), is_bot=True)
    return people.get(user_id, Person(user_id, user_id)).author


def place(us: Us, channel: str, thread_ts: str | None, *, ts: str = "") -> Place:
    """Where a message stands; one that a thread began with stands in the channel. A direct message of several people is a
    channel of theirs: nobody there speaks to us unless they call us."""
    thread = thread_ts if thread_ts and thread_ts != ts else None
    return Place("slack", us.workspace, channel, thread=thread, is_direct=channel.startswith("D"))


def message_ref(channel: str, ts: str) -> MessageRef:
    """A message's reference: its time stamp names it within its channel, in a thread or not."""
    return MessageRef("slack", channel, ts)


def changed(event: JsonObject, us: Us, people: People) -> MessageEdited | MessageDeleted | None:
    """A message_changed event. It also comes for unfolded links, new replies and our own edits, none of which ask anything:
    the text has to differ. A question with replies that is deleted turns into a tombstone."""
    now, before = event.get("message") or {}, event.get("previous_message") or {}
    channel = str(event["channel"])
    if now.get("subtype") == "tombstone":
        return MessageDeleted(message_ref(channel, str(now["ts"])))
    if is_ours(now, us) or not now.get("edited") or now.get("text") == before.get("text"):
        return None
    found = message(now, channel, us, people, keep_empty=True)
    return MessageEdited(found) if found else None


def deleted(event: JsonObject) -> MessageDeleted:
    """A message_deleted event."""
    return MessageDeleted(message_ref(str(event["channel"]), str(event["deleted_ts"])))


def reaction(event: JsonObject, us: Us, people: People, *, thread: str | None = None) -> ReactionAdded | None:
    """Somebody's reaction, if its emoji means something to us; `thread` is the one that the message stands in or begins."""
    item, mark = event.get("item") or {}, mark_of(str(event.get("reaction") or ""))
    if mark is None or item.get("type") != "message" or event.get("user") == us.user_id:
        return None
    channel = str(item["channel"])
    where = place(us, channel, thread) if thread else None
    return ReactionAdded(message_ref(channel, str(item["ts"])), author(event, people), mark, where)


def mark_of(name: str) -> Mark | None:
    """What a person's reaction asks of us: to stop, or nothing."""
    return "stop" if name.split("::", maxsplit=1)[0] in _STOP_SIGNS else None


def stopped(event: JsonObject, us: Us, people: People) -> StopPressed | None:
    """An agent_session_stopped event: Slack's own Stop button."""
    if not event.get("channel") or not event.get("user"):
        return None
    thread = str(event["thread_ts"]) if event.get("thread_ts") else None
    return StopPressed(place(us, str(event["channel"]), thread), author(event, people))


def read(text: str, us: Us, people: People) -> tuple[str, bool]:
    """The text without our mention, and whether it calls us: people by name, links written out, entities resolved.

    A mention in a quote is somebody else's words and calls nobody.
    """
    called, made, end = False, [], 0
    for found in _TOKEN.finditer(text):
        made.append(_unescaped(text[end : found.start()]))
        end = found.end()
        is_us = found["sigil"] == "@" and found["body"] == us.user_id
        if is_us and not _in_quote(text, found.start()):
            called = True
            made.append(_joint(text, found))
        else:
            made.append(found["before"] + _written(found, us, people) + found["after"])
    made.append(_unescaped(text[end:]))
    whole = "".join(made).replace(":octagonal_sign:", "🛑").strip()
    return (_LEFT_BY_A_LEADING_MENTION.sub("", whole) if called else whole), called


def _written(found: re.Match[str], us: Us, people: People) -> str:
    body, label = found["body"], _unescaped(found["label"] or "")
    match found["sigil"]:
        case "@":
            known = "Matinee" if body == us.user_id else people[body].name if body in people else label or body
            return f"@{known.removeprefix('@')}"
        case "#":
            return f"#{label or body}"
        case "!":
            return label or f"@{body.split('^')[0]}"
    address = _unescaped(body).removeprefix("mailto:")
    return address if not label or label == _SCHEME.sub("", address).rstrip("/") or label == address else f"{label} ({address})"


def _joint(text: str, found: re.Match[str]) -> str:
    """What is left where our mention stood: a space between two words, nothing at the edge of a line or before a stop."""
    before, after = text[: found.start()], text[found.end() :]
    at_edge = not before or before.endswith("\n") or not after or after.startswith(("\n", ",", ".", "!", "?", ";", ":"))
    return "" if at_edge else " "


def _in_quote(text: str, at: int) -> bool:
    return text[text.rfind("\n", 0, at) + 1 :].startswith("&gt;")


def _unescaped(text: str) -> str:
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _calls_others(text: str, author_id: str) -> bool:
    for found in _TOKEN.finditer(text):
        is_group = found["sigil"] == "!" and not found["body"].startswith("date^")
        if is_group or (found["sigil"] == "@" and found["body"] != author_id):
            return True
    return False


def _shared(event: JsonObject) -> list[JsonObject]:
    """Messages that this one passes on; Slack encloses them as attachments."""
    return [each for each in event.get("attachments") or [] if each.get("is_share") or each.get("is_msg_unfurl")]


def _quoted(source: JsonObject | None, us: Us, people: People) -> str:
    """Somebody else's words; ours, and what was asked of us, are known from the conversation."""
    if source is None or is_ours(source, us):
        return ""
    text, called = read(str(source.get("text") or ""), us, people)
    return "" if called else text
