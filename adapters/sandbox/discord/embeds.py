"""Embeds of messages, checked as Discord does (https://discord.com/developers/docs/resources/message#embed-object-embed-limits)."""

from adapters.sandbox.discord.errors import JsonObject, invalid, invalid_at
from adapters.sandbox.discord.fields import Path, text

EMBEDS = 10
FIELDS = 25
CHARACTERS = 6000
"""Of all embeds of a message together: titles, descriptions, fields, footers, authors."""


def read_embeds(embeds: tuple[JsonObject, ...]) -> tuple[JsonObject, ...]:
    """A message's embeds as Discord stores them. Raises 50035 for too many, and for one that is too long somewhere."""
    if len(embeds) > EMBEDS:
        raise invalid("embeds", "BASE_TYPE_MAX_LENGTH", f"Must be {EMBEDS} or fewer in length.")
    total = sum(_checked_length(("embeds", number), one) for number, one in enumerate(embeds))
    if total > CHARACTERS:
        raise invalid("embeds", "MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {CHARACTERS}")
    return tuple({"type": "rich"} | one for one in embeds)


def _checked_length(path: Path, embed: JsonObject) -> int:
    found = [text(path, embed, "title", 256), text(path, embed, "description", 4096)]
    for name, key, most in (("footer", "text", 2048), ("author", "name", 256)):
        inner = embed.get(name)
        found += [text((*path, name), inner, key, most)] if isinstance(inner, dict) else []
    fields = embed.get("fields")
    if isinstance(fields, list) and len(fields) > FIELDS:
        raise invalid_at((*path, "fields"), "BASE_TYPE_MAX_LENGTH", f"Must be {FIELDS} or fewer in length.")
    for number, one in enumerate(fields if isinstance(fields, list) else []):
        here = (*path, "fields", number)
        found += [text(here, one, "name", 256, least=1, needed=True), text(here, one, "value", 1024, least=1, needed=True)]
    return sum(len(one) for one in found if one)
