"""auth.test, conversations.*, users.*, team.info, bots.info (https://docs.slack.dev/reference/methods)."""

from collections.abc import Callable

from adapters.sandbox.slack import objects
from adapters.sandbox.slack.call import Call, paged
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.model import Channel, ChannelKind, Message, Posting
from adapters.sandbox.wire import JsonObject

KINDS = {
    "public_channel": ChannelKind.PUBLIC,
    "private_channel": ChannelKind.PRIVATE,
    "im": ChannelKind.DIRECT,
    "mpim": ChannelKind.GROUP,
}


def auth_test(call: Call) -> JsonObject:
    """auth.test."""
    state = call.world.state
    found: JsonObject = {
        "url": f"https://{state.domain}.slack.com/",
        "team": state.team_name,
        "user": state.bot.username,
        "team_id": state.team_id,
        "user_id": state.app.user_id,
        "bot_id": state.app.bot_id,
        "app_id": state.app.id,
        "app_name": state.app.name,
        "is_enterprise_install": False,
    }
    return found | ({"enterprise_id": state.enterprise_id} if state.enterprise_id else {})


def team_info(call: Call) -> JsonObject:
    """team.info."""
    state = call.world.state
    return {"team": {"id": state.team_id, "name": state.team_name, "domain": state.domain, "email_domain": ""}}


def bots_info(call: Call) -> JsonObject:
    """bots.info."""
    state = call.world.state
    if call.text("bot") not in (None, state.app.bot_id):
        raise ApiError("bot_not_found")
    profile = objects.bot_profile(state)
    return {"bot": {name: profile[name] for name in ("id", "app_id", "user_id", "name", "deleted", "updated")}}


def users_info(call: Call) -> JsonObject:
    """users.info."""
    state = call.world.state
    found = objects.user(state, state.person(call.required("user")))
    if not call.flag("include_locale"):
        del found["locale"]
    return {"user": found}


def users_list(call: Call) -> JsonObject:
    """users.list."""
    state = call.world.state
    page = paged(call, [objects.user(state, one) for one in state.people.values()], "members")
    return _without_more(page)


def conversations_info(call: Call) -> JsonObject:
    """conversations.info."""
    world = call.world
    channel = world.seen_channel(world.bot_id, call.required("channel"))
    found = objects.channel(world.state, channel)
    if channel.kind is not ChannelKind.DIRECT:
        found["is_read_only"] = channel.posting is Posting.READ_ONLY
    if call.flag("include_num_members"):
        found["num_members"] = len(channel.member_ids)
    if call.flag("include_locale"):
        found["locale"] = "en-US"
    return {"channel": found}


def conversations_list(call: Call) -> JsonObject:
    """conversations.list: what the app can see."""
    return _listed(call, joined=False)


def users_conversations(call: Call) -> JsonObject:
    """users.conversations: what the app is in."""
    return _listed(call, joined=True)


def _listed(call: Call, *, joined: bool) -> JsonObject:
    state = call.world.state
    types = call.texts("types") or ["public_channel"]
    if any(one not in KINDS for one in types):
        raise ApiError("invalid_types")
    kinds = {KINDS[one] for one in types}
    known: list[Channel] = []
    for one in state.channels.values():
        member = state.app.user_id in one.member_ids
        if one.kind in kinds and (member or (one.kind is ChannelKind.PUBLIC and not joined)):
            known.append(one)
    if call.flag("exclude_archived"):
        known = [one for one in known if not one.archived]
    return _without_more(paged(call, [objects.channel(state, one) for one in known], "channels"))


def _without_more(page: JsonObject) -> JsonObject:
    return {name: value for name, value in page.items() if name != "has_more"}


def conversations_members(call: Call) -> JsonObject:
    """conversations.members."""
    world = call.world
    members = list(world.seen_channel(world.bot_id, call.required("channel")).member_ids)
    page = paged(call, [{"id": one} for one in members], "members")
    shown = page["members"]
    ids = [one["id"] for one in shown] if isinstance(shown, list) else []
    return _without_more(page) | {"members": ids}


def conversations_open(call: Call) -> JsonObject:
    """conversations.open: of one person, the direct message with the app."""
    world = call.world
    if call.has("channel"):
        channel = world.seen_channel(world.bot_id, call.required("channel"))
        if channel.kind is not ChannelKind.DIRECT:
            raise ApiError("method_not_supported_for_channel_type")
    else:
        users = call.texts("users")
        if not users:
            raise ApiError("users_list_not_supplied")
        if len(users) > 1:
            raise ApiError("too_many_users")  # apps open no group messages here
        if world.state.person(users[0]).bot:
            raise ApiError("invalid_user_combination")
        channel = world.open_direct(users[0])
    return {"channel": objects.channel(world.state, channel) if call.flag("return_im") else {"id": channel.id}}


def conversations_join(call: Call) -> JsonObject:
    """conversations.join."""
    world = call.world
    channel = world.seen_channel(world.bot_id, call.required("channel"))
    if channel.kind is not ChannelKind.PUBLIC:
        raise ApiError("method_not_supported_for_channel_type")
    if channel.archived:
        raise ApiError("is_archived")
    return {"channel": objects.channel(world.state, world.join(world.bot_id, channel.id))}


def conversations_history(call: Call) -> JsonObject:
    """conversations.history: newest first, without replies. `latest` and `oldest` are excluded unless `inclusive`."""
    world = call.world
    channel = world.joined_channel(world.bot_id, call.required("channel"))
    found = filter(_window(call), world.messages_in(channel.id))
    return _messages(call, list(reversed(list(found))))


def conversations_replies(call: Call) -> JsonObject:
    """conversations.replies: the parent and its replies, oldest first. Raises thread_not_found."""
    world = call.world
    channel = world.joined_channel(world.bot_id, call.required("channel"))
    ts = call.required("ts")
    named = world.state.messages.get((channel.id, ts))
    if named is None or named.visible_to is not None:
        raise ApiError("thread_not_found")
    thread_ts = named.thread_ts or named.ts
    parent = world.state.messages.get((channel.id, thread_ts))
    replies = filter(_window(call), world.state.replies(channel.id, thread_ts))
    return _messages(call, [*([parent] if parent else []), *replies])


def _messages(call: Call, found: list[Message]) -> JsonObject:
    metadata = call.flag("include_all_metadata")
    shown = [objects.message(call.world.state, one, metadata=metadata) for one in found]
    return paged(call, shown, "messages", most=999)


def _window(call: Call) -> Callable[[Message], bool]:
    """Whether a message is between `oldest` and `latest`. Raises invalid_ts_oldest, invalid_ts_latest."""
    oldest, latest, inclusive = _bound(call, "oldest"), _bound(call, "latest"), call.flag("inclusive")

    def within(found: Message) -> bool:
        at = float(found.ts)
        after = oldest is None or at > oldest or (inclusive and at == oldest)
        return after and (latest is None or at < latest or (inclusive and at == latest))

    return within


def _bound(call: Call, name: str) -> float | None:
    value = call.text(name)
    try:
        return None if value is None else float(value)
    except ValueError:
        raise ApiError(f"invalid_ts_{name}") from None
