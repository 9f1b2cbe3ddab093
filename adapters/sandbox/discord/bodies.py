"""Bodies of messages in requests: text, embeds, components, files (https://discord.com/developers/docs/resources/message)."""

from collections.abc import Callable
from urllib.parse import urlsplit

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.call import Call
from adapters.sandbox.discord.components import read_components
from adapters.sandbox.discord.embeds import read_embeds
from adapters.sandbox.discord.errors import JsonObject, invalid, invalid_at
from adapters.sandbox.discord.fields import text
from adapters.sandbox.discord.mentions import AllowedMentions, parse_allowed
from adapters.sandbox.discord.messages import Change, Draft
from adapters.sandbox.discord.model import Attachment, Message, MessageFlag

FILES = 10
SETTABLE = MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
IN_ANSWERS = SETTABLE | MessageFlag.EPHEMERAL


def read_draft(call: Call, *, settable: int = int(SETTABLE)) -> Draft:
    """A new message. Raises 50035."""
    reference = call.fields.get("message_reference")
    if reference is not None and not isinstance(reference, dict):
        raise invalid("message_reference", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    nonce = call.fields.get("nonce")
    if nonce is not None and not isinstance(nonce, str | int):
        raise invalid("nonce", "BASE_TYPE_CONVERT", "Could not interpret value as string.")
    flags = _flags(call, settable) or 0
    attachments = _attachments(call, ()) or ()
    return Draft(
        content=call.text("content") or "",
        reply_to=str(reference["message_id"]) if reference and reference.get("message_id") is not None else None,
        reply_must_exist=reference.get("fail_if_not_exists") is not False if reference else True,
        nonce=nonce,
        enforce_nonce=call.flag("enforce_nonce"),
        allowed_mentions=_allowed_mentions(call) or AllowedMentions(),
        flags=flags,
        embeds=_embeds(call) or (),
        components=_components(call, flags, attachments) or (),
        attachments=attachments,
    )


def read_change(call: Call, message: Message, *, settable: int = int(SETTABLE)) -> Change:
    """An edit of a message; a field that is absent stays as it is, a null one is emptied. Raises 50035."""
    flags = _flags(call, settable | int(MessageFlag.EPHEMERAL))
    attachments = _attachments(call, message.attachments)
    shown = message.attachments if attachments is None else attachments
    return Change(
        content=(call.text("content") or "") if "content" in call.fields else None,
        allowed_mentions=_allowed_mentions(call),
        flags=flags,
        embeds=(_embeds(call) or ()) if "embeds" in call.fields else None,
        components=(_components(call, message.flags if flags is None else flags, shown) or ())
        if "components" in call.fields
        else None,
        attachments=attachments,
    )


def _allowed_mentions(call: Call) -> AllowedMentions | None:
    value = call.fields.get("allowed_mentions")
    if value is not None and not isinstance(value, dict):
        raise invalid("allowed_mentions", "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    return None if value is None else parse_allowed(value)


def _flags(call: Call, settable: int) -> int | None:
    value = call.number("flags")
    if value is not None and value & ~settable:
        raise invalid("flags", "SANDBOX_UNSUPPORTED", f"The sandbox does not know the flags {value & ~settable} here.")
    return value


def _embeds(call: Call) -> tuple[JsonObject, ...] | None:
    for name in ("sticker_ids", "poll"):
        if call.fields.get(name):
            raise invalid(name, "SANDBOX_UNSUPPORTED", f"The sandbox does not know {name} yet.")
    embeds = call.objects("embeds")
    if embeds is None:
        return None
    return read_embeds(embeds)


def _components(call: Call, flags: int, attachments: tuple[Attachment, ...]) -> tuple[JsonObject, ...] | None:
    raw = call.fields.get("components")
    if raw is None:
        return None
    return read_components(raw, v2=bool(flags & MessageFlag.COMPONENTS_V2), media=_media(call, attachments))


def _media(call: Call, attachments: tuple[Attachment, ...]) -> Callable[[str], JsonObject]:
    state = call.world.state

    def media(url: str) -> JsonObject:
        parts = urlsplit(url)
        found: JsonObject = {"id": state.new_id(), "url": url, "proxy_url": url, "width": None, "height": None}
        if parts.scheme != "attachment":
            return found
        for one in attachments:
            if one.filename == parts.netloc:
                there = objects.attachment_url(state, one)
                return found | {"url": there, "proxy_url": there, "content_type": one.content_type, "attachment_id": one.id}
        raise LookupError(url)

    return media


def _attachments(call: Call, kept: tuple[Attachment, ...]) -> tuple[Attachment, ...] | None:
    """The files of a message after a request: those kept by id, and the uploads, each described by the id of its part."""
    listed = call.objects("attachments")
    if listed is None and not call.files:
        return None
    described = {str(one.get("id")): one for one in listed or ()}
    found = [one for one in kept if listed is None or one.id in described]
    for part, upload in call.files.items():
        about = described.get(part, {})
        path = ("attachments", part)
        found.append(
            Attachment(
                id=call.world.state.new_id(),
                filename=text(path, about, "filename", 1024, least=1) or upload.filename,
                content=upload.content,
                content_type=upload.content_type,
                description=text(path, about, "description", 1024),
            )
        )
    unknown = set(described) - {one.id for one in kept} - set(call.files)
    if unknown:
        raise invalid_at(("attachments",), "ATTACHMENT_NOT_FOUND", f"Attachment data not found: {min(unknown)}")
    if len(found) > FILES:
        raise invalid_at(("attachments",), "BASE_TYPE_MAX_LENGTH", f"Must be {FILES} or fewer in length.")
    return tuple(found)
