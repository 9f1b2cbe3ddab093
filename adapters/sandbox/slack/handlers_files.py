"""Uploads in three steps: an address, the bytes, the sharing (https://docs.slack.dev/messaging/working-with-files)."""

from dataclasses import replace

from adapters.sandbox.slack import objects, texts
from adapters.sandbox.slack.call import Call
from adapters.sandbox.slack.errors import ApiError, missing, wrong_type
from adapters.sandbox.slack.messages import Draft
from adapters.sandbox.slack.model import File
from adapters.sandbox.wire import JsonObject

LARGEST = 1_000_000_000
"""Bytes of one file."""


def get_upload_url(call: Call) -> JsonObject:
    """files.getUploadURLExternal."""
    state = call.world.state
    name, length = call.required("filename"), call.required("length")
    if not length.isdecimal() or int(length) == 0:
        raise wrong_type("length", "a positive number")
    if int(length) > LARGEST:
        raise ApiError("file_upload_size_restricted")
    made = File(state.new_id("F"), name, int(length), state.app.user_id)
    state.files[made.id] = made
    return {"upload_url": f"{state.root_url}/upload/{made.id}", "file_id": made.id}


def complete_upload(call: Call) -> JsonObject:
    """files.completeUploadExternal; with a channel the files are posted there."""
    world, state = call.world, call.world.state
    asked = call.objects("files") or []
    done: list[File] = []
    for one in asked:
        found = state.files.get(str(one.get("id")))
        if found is None or not found.uploaded or found.shared:
            raise ApiError("file_not_found")
        done.append(replace(found, title=str(one.get("title") or found.name), shared=True))
    if not done:
        raise missing("files")
    channel_id = call.text("channel_id")
    if channel_id is not None:
        text = texts.stored(call.text("initial_comment") or "")
        draft = Draft(text, call.blocks() or (), thread_ts=call.text("thread_ts"), subtype="file_share", files=tuple(done))
        world.post(world.bot_id, channel_id, draft)
    state.files |= {one.id: one for one in done}
    return {"files": [objects.file(one) for one in done]}
