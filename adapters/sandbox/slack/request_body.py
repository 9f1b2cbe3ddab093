"""Reads what a call brings: query, form, multipart form or JSON, merged (https://docs.slack.dev/apis/web-api/#basics)."""

import json

from aiohttp import web

from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.wire import JsonObject


async def read_arguments(request: web.Request) -> JsonObject:
    """The arguments by name; a body's win over the query's. Raises invalid_json, json_not_object."""
    found: JsonObject = dict(request.query)
    if not request.can_read_body:
        return found
    if request.content_type == "application/json":
        return found | _parsed(await request.read())
    if request.content_type in ("application/x-www-form-urlencoded", "multipart/form-data"):
        form = await request.post()
        return found | {name: value for name, value in form.items() if isinstance(value, str)}
    return found


def _parsed(raw: bytes) -> JsonObject:
    try:
        found = json.loads(raw)
    except ValueError:
        raise ApiError("invalid_json") from None
    if not isinstance(found, dict):
        raise ApiError("json_not_object")
    return found
