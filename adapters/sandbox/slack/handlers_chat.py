"""chat.* (https://docs.slack.dev/reference/methods?family=chat)."""

from adapters.sandbox.slack import objects, texts
from adapters.sandbox.slack.call import Call
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.messages import Change, Draft
from adapters.sandbox.slack.model import Message
from adapters.sandbox.slack.streams import SESSION_STATES, Piece, piece_of
from adapters.sandbox.slack.texts import length_of
from adapters.sandbox.wire import JsonObject


def _content(call: Call) -> tuple[str | None, tuple[JsonObject, ...] | None]:
    """Text and blocks of a call. Raises markdown_text_conflict, msg_too_long, msg_blocks_too_long and what blocks raise."""
    limits = call.world.state.limits
    markdown, blocks = call.text("markdown_text"), call.blocks()
    if blocks is not None and length_of(blocks) > limits.blocks_text:
        raise ApiError("msg_blocks_too_long")
    if not markdown:
        text = call.text("text")
        return (None if text is None else texts.stored(text)), blocks
    if call.has("text") or blocks is not None:
        raise ApiError("markdown_text_conflict")
    if len(markdown) > limits.markdown_text:
        raise ApiError("msg_too_long")
    return markdown, ({"type": "markdown", "block_id": "markdown", "text": markdown},)


def _draft(call: Call) -> Draft:
    text, blocks = _content(call)
    attachments = call.attachments()
    if not text and not blocks and not attachments:
        raise ApiError("no_text")
    if text is not None and len(text) > call.world.state.limits.post_text and not call.has("markdown_text"):
        raise ApiError("msg_too_long")
    return Draft(
        text=text or "",
        blocks=blocks or (),
        attachments=attachments or (),
        thread_ts=call.text("thread_ts"),
        metadata=call.metadata(),
        broadcast=call.flag("reply_broadcast"),
        loud=call.flag("link_names") or call.text("parse") == "full",
        unfurls=call.flag("unfurl_links", default=True) and call.flag("unfurl_media", default=True),
    )


def _sent(call: Call, found: Message) -> JsonObject:
    message = objects.message(call.world.state, found, metadata=True)
    return {"channel": found.channel_id, "ts": found.ts, "message": message}


def post_message(call: Call) -> JsonObject:
    """chat.postMessage. A user's id as channel is their direct message."""
    place = call.required("channel")
    draft = _draft(call)
    world = call.world
    channel_id = world.open_direct(place).id if place in world.state.people else place
    return _sent(call, world.post(world.bot_id, channel_id, draft))


def update(call: Call) -> JsonObject:
    """chat.update: `text` without `blocks` takes the blocks away."""
    channel_id, ts = call.required("channel"), call.required("ts")
    text, blocks = _content(call)
    attachments = call.attachments()
    if not call.has("markdown_text") and text is not None and len(text) > call.world.state.limits.update_text:
        raise ApiError("msg_too_long")
    if not text and not blocks and not attachments:
        raise ApiError("no_text")
    change = Change(
        text=text,
        blocks=() if text is not None and blocks is None else blocks,
        attachments=attachments,
        metadata=call.metadata(),
        loud=call.flag("link_names") or call.text("parse") == "full",
    )
    found = call.world.update(call.world.bot_id, channel_id, ts, change)
    return _sent(call, found) | {"text": found.text}


def delete(call: Call) -> JsonObject:
    """chat.delete."""
    channel_id, ts = call.required("channel"), call.required("ts")
    call.world.delete(call.world.bot_id, channel_id, ts)
    return {"channel": channel_id, "ts": ts}


def post_ephemeral(call: Call) -> JsonObject:
    """chat.postEphemeral."""
    channel_id, user_id, draft = call.required("channel"), call.required("user"), _draft(call)
    return {"message_ts": call.world.whisper(channel_id, user_id, draft).ts}


def get_permalink(call: Call) -> JsonObject:
    """chat.getPermalink."""
    world, channel_id = call.world, call.required("channel")
    world.seen_channel(world.bot_id, channel_id)
    found = world.state.message(channel_id, call.required("message_ts"))
    link = f"https://{world.state.domain}.slack.com/archives/{channel_id}/p{found.ts.replace('.', '')}"
    thread = f"?thread_ts={found.thread_ts}&cid={channel_id}" if found.is_reply else ""
    return {"channel": channel_id, "permalink": link + thread}


# --- streams


def start_stream(call: Call) -> JsonObject:
    """chat.startStream."""
    world = call.world
    found = world.start_stream(
        call.required("channel"),
        call.required("thread_ts"),
        _piece(call),
        recipient_id=call.text("recipient_user_id"),
        recipient_team=call.text("recipient_team_id"),
    )
    return {"channel": found.channel_id, "ts": found.ts}


def append_stream(call: Call) -> JsonObject:
    """chat.appendStream."""
    channel_id, ts = call.required("channel"), call.required("ts")
    call.world.append_stream(channel_id, ts, _piece(call))
    return {"channel": channel_id, "ts": ts}


def stop_stream(call: Call) -> JsonObject:
    """chat.stopStream."""
    channel_id, ts = call.required("channel"), call.required("ts")
    piece = _piece(call, blocks=call.blocks() or ())
    session = call.text("session_status")
    if session is not None and session not in SESSION_STATES:
        raise ApiError("invalid_arguments")
    found = call.world.stop_stream(channel_id, ts, piece, metadata=call.metadata(), session=session)
    return _sent(call, found)


def _piece(call: Call, *, blocks: tuple[JsonObject, ...] = ()) -> Piece:
    return piece_of(call.text("markdown_text"), _chunks(call), call.world.state.limits.markdown_text, blocks)


def _chunks(call: Call) -> object:
    try:
        return call.structure("chunks")
    except ValueError:
        raise ApiError("invalid_chunks") from None
