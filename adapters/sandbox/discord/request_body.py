"""Reads what a request brings: JSON, or a form with JSON and files (https://discord.com/developers/docs/reference#uploading-files)."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from aiohttp import web

from adapters.sandbox.discord.call import Upload
from adapters.sandbox.discord.errors import ApiError

_FILE_PART = re.compile(r"files\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Body:
    """The JSON and the files by their number."""

    json: object = None
    files: Mapping[str, Upload] = field(default_factory=dict)


async def read_body(request: web.Request) -> Body:
    """Raises 50109 for what is no JSON and no form with JSON."""
    if not request.can_read_body:
        return Body()
    if request.content_type == "application/json":
        return Body(_parsed(await request.read()))
    if request.content_type != "multipart/form-data":
        raise ApiError(400, 50109, f"The sandbox reads JSON and forms, not {request.content_type}.")
    form = await request.post()
    payload = form.get("payload_json", "{}")
    files: dict[str, Upload] = {}
    for name, part in form.items():
        number = _FILE_PART.fullmatch(name)
        if number is not None and isinstance(part, web.FileField):
            files[number[1]] = Upload(part.filename, part.file.read(), part.content_type)
    if not files and "payload_json" not in form:
        raise ApiError(400, 50109, "The request body contains invalid JSON.")
    return Body(_parsed(payload.encode() if isinstance(payload, str) else b""), files)


def _parsed(raw: bytes) -> object:
    try:
        found: object = json.loads(raw)
    except ValueError:
        raise ApiError(400, 50109, "The request body contains invalid JSON.") from None
    return found
