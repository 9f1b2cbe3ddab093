"""Slack's JSON objects of what there is (pure). Shapes: docs.slack.dev/reference/objects and the samples of java-slack-sdk."""

from adapters.sandbox.slack.model import Channel, ChannelKind, File, Message, Person, StreamState, View
from adapters.sandbox.slack.state import State
from adapters.sandbox.wire import JsonObject


def user(state: State, person: Person) -> JsonObject:
    """A user as users.info gives it."""
    return {
        "id": person.id,
        "team_id": person.team_id,
        "name": person.username,
        "deleted": False,
        "real_name": person.name,
        "tz": "Europe/Budapest",
        "tz_label": "Central European Time",
        "tz_offset": 3600,
        "locale": person.locale,
        "profile": {"real_name": person.name, "display_name": person.name, "team": person.team_id}
        | ({"bot_id": state.app.bot_id, "api_app_id": state.app.id} if person.bot else {}),
        "is_admin": person.admin,
        "is_owner": False,
        "is_restricted": False,
        "is_ultra_restricted": False,
        "is_stranger": person.team_id != state.team_id,
        "is_bot": person.bot,
        "is_app_user": False,
        "updated": 0,
    }


def channel(state: State, found: Channel) -> JsonObject:
    """A conversation as conversations.info gives it."""
    base: JsonObject = {
        "id": found.id,
        "created": int(found.created_at),
        "is_archived": found.archived,
        "is_im": found.kind is ChannelKind.DIRECT,
        "is_org_shared": False,
        "context_team_id": state.team_id,
    }
    if found.kind is ChannelKind.DIRECT:
        return base | {"user": found.member_ids[0], "is_open": True}
    member = state.app.user_id in found.member_ids
    return base | {
        "name": found.name,
        "name_normalized": found.name,
        "is_channel": found.kind is ChannelKind.PUBLIC,
        "is_group": found.kind in (ChannelKind.PRIVATE, ChannelKind.GROUP),
        "is_mpim": found.kind is ChannelKind.GROUP,
        "is_private": found.kind is not ChannelKind.PUBLIC,
        "is_general": False,
        "is_member": member,
        "is_shared": found.shared,
        "is_ext_shared": found.shared,
        "creator": found.member_ids[0] if found.member_ids else "",
        "topic": {"value": found.topic, "creator": "", "last_set": 0},
        "purpose": {"value": "", "creator": "", "last_set": 0},
    }


def bot_profile(state: State) -> JsonObject:
    """Who the bot is, inside its messages."""
    return {
        "id": state.app.bot_id,
        "app_id": state.app.id,
        "user_id": state.app.user_id,
        "name": state.app.name,
        "deleted": False,
        "updated": 0,
        "team_id": state.team_id,
    }


def message(state: State, found: Message, *, metadata: bool = False) -> JsonObject:
    """A message as the API and events give it; its metadata only where they were asked for."""
    author = state.people.get(found.author_id)
    body: JsonObject = {"type": "message", "user": found.author_id, "text": found.text, "ts": found.ts}
    body["team"] = author.team_id if author is not None else state.team_id
    optional: list[tuple[str, object]] = [
        ("subtype", found.subtype),
        ("client_msg_id", found.client_msg_id),
        ("blocks", list(found.blocks)),
        ("attachments", list(found.attachments)),
        ("files", [file(one) for one in found.files]),
        ("thread_ts", found.thread_ts),
        ("reactions", [{"name": one.name, "users": list(one.user_ids), "count": len(one.user_ids)} for one in found.reactions]),
        ("metadata", found.metadata if metadata else None),
        ("edited", {"user": found.author_id, "ts": found.edited_at} if found.edited_at else None),
        ("streaming_state", streaming_state(found)),
        ("hidden", True if found.subtype == "tombstone" else None),
    ]
    body |= {name: value for name, value in optional if value}
    if found.author_id == state.app.user_id:
        body |= {"bot_id": state.app.bot_id, "app_id": state.app.id, "bot_profile": bot_profile(state)}
    elif author is not None and author.bot:  # another app
        body |= {"bot_id": f"B{author.id[1:]}", "app_id": f"A{author.id[1:]}"}
    return body | _thread_fields(state, found)


def streaming_state(found: Message) -> str | None:
    """What a message says of its stream; a person's stop does not show until the app ended it."""
    if found.stream is None:
        return None
    return StreamState.DONE.value if found.stream is StreamState.DONE else StreamState.OPEN.value


def _thread_fields(state: State, found: Message) -> JsonObject:
    if found.thread_ts is None:
        return {}
    if found.is_reply:
        parent = state.messages.get((found.channel_id, found.thread_ts))
        return {"parent_user_id": parent.author_id} if parent else {}
    replies = state.replies(found.channel_id, found.ts)
    users = list(dict.fromkeys(one.author_id for one in replies))
    return {
        "reply_count": len(replies),
        "reply_users_count": len(users),
        "latest_reply": replies[-1].ts if replies else found.ts,
        "reply_users": users[:5],
        "is_locked": False,
        "subscribed": False,
    }


def file(found: File) -> JsonObject:
    """A file inside a message."""
    return {
        "id": found.id,
        "created": 0,
        "name": found.name,
        "title": found.title or found.name,
        "user": found.owner_id,
        "size": found.size,
        "mode": "hosted",
        "is_external": False,
        "is_public": False,
        "url_private": f"https://files.example.com/{found.id}/{found.name}",
    }


def view(state: State, found: View, values: JsonObject | None = None) -> JsonObject:
    """A view as views.open gives it and interactions carry it, with what is filled in."""
    body: JsonObject = {
        "id": found.id,
        "team_id": state.team_id,
        "private_metadata": "",
        "callback_id": "",
        "external_id": "",
        "clear_on_close": False,
        "notify_on_close": False,
        "close": None,
        "submit": None,
    }
    return (
        body
        | found.body
        | {
            "state": {"values": values or {}},
            "hash": found.hash,
            "previous_view_id": found.previous_id,
            "root_view_id": found.root_id,
            "app_id": state.app.id,
            "app_installed_team_id": state.team_id,
            "bot_id": state.app.bot_id,
        }
    )
