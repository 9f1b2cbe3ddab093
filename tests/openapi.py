"""Discord's own OpenAPI file as a judge of REST exchanges: of the bot's requests and of the sandbox's answers.

Read from the research data beside the checkout (MIT, https://github.com/discord/discord-api-spec). A suite calls
`judge(server.exchanges)` where `available()`, or lets `judge` skip the test.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from adapters.sandbox.discord.call import Exchange
from tests.shared import SHARED, shared

SPEC = "specs/discord/openapi.json"
CONTENT_LIMIT = 2000
"""For bots, by Discord's documentation; the OpenAPI file has 4,000, which is for paying people."""

_Operation = tuple[re.Pattern[str], str, dict[str, Any]]


def available() -> bool:
    """Whether the file is there."""
    return (SHARED / SPEC).exists()


def judge(exchanges: Iterable[Exchange], *, refused_too: bool = True) -> list[str]:
    """What is wrong with the exchanges, one line each; nothing wrong is an empty list. Skips the test where the file is absent.

    With `refused_too=False` requests that the server refused with 400 are not judged: for tests that send bad ones on purpose.
    """
    shared(SPEC)
    found: list[str] = []
    for exchange in exchanges:
        if exchange.status == 400 and not refused_too:
            continue
        found += [f"{exchange.method} {exchange.path} → {exchange.status}: {line}" for line in _judge_one(exchange)]
    return found


def faults_of(schema: str, value: object) -> list[str]:
    """What is wrong with one object by a schema's name, such as MessageResponse. Skips the test where the file is absent.

    For gateway payloads, which have no schema of their own.
    """
    shared(SPEC)
    return _faults(f"urn:discord#/components/schemas/{schema}", value)


def _judge_one(exchange: Exchange) -> list[str]:
    match = _operation(exchange.method, exchange.path)
    if match is None:
        return ["no such operation"]
    template, operation = match
    return _request_faults(exchange, template, operation) + _response_faults(exchange, template, operation)


def _request_faults(exchange: Exchange, template: str, operation: dict[str, Any]) -> list[str]:
    body = operation.get("requestBody")
    if body is None:
        return [] if exchange.request is None else ["request: a body where none belongs"]
    if exchange.request is None:
        return ["request: no body"] if body.get("required") else []
    pointer = _pointer("paths", template, exchange.method.lower(), "requestBody", "content", "application/json", "schema")
    found = [f"request {line}" for line in _faults("urn:discord:request" + pointer, exchange.request)]
    content = exchange.request.get("content") if isinstance(exchange.request, dict) else None
    if isinstance(content, str) and len(content) > CONTENT_LIMIT:
        found.append(f"request $.content: {len(content)} characters, a bot may send {CONTENT_LIMIT}")
    return found


def _response_faults(exchange: Exchange, template: str, operation: dict[str, Any]) -> list[str]:
    if exchange.status is None or exchange.status >= 500 or exchange.headers.get("Content-Type") == "text/plain":
        return []
    key = _status_key(operation["responses"], exchange.status)
    if key is None:
        return ["response: no such status"]
    response = operation["responses"][key]
    if "$ref" in response:
        pointer = response["$ref"] + "/content/application~1json/schema"
    elif "content" not in response:
        return [] if exchange.response is None else ["response: a body where none belongs"]
    else:
        pointer = _pointer(
            "paths", template, exchange.method.lower(), "responses", key, "content", "application/json", "schema"
        )
    return [f"response {line}" for line in _faults("urn:discord" + pointer, exchange.response)]


def _status_key(responses: dict[str, Any], status: int) -> str | None:
    return next((key for key in (str(status), f"{status // 100}XX", "default") if key in responses), None)


def _faults(reference: str, value: object) -> list[str]:
    errors = sorted(_validator(reference).iter_errors(value), key=lambda error: error.json_path)
    return [f"{error.json_path}: {error.message[:200]}" for error in errors]


def _pointer(*parts: str) -> str:
    return "#/" + "/".join(part.replace("~", "~0").replace("/", "~1") for part in parts)


@cache
def _spec() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((SHARED / SPEC).read_text())
    return found


@cache
def _registry() -> Registry[Any]:
    registry: Registry[Any] = Registry()
    # Ids may be sent as numbers too (https://discord.com/developers/docs/reference#snowflakes), which the file leaves out.
    schemas = _spec()["components"]["schemas"] | {
        "SnowflakeType": {"type": ["string", "integer"], "pattern": "^(0|[1-9][0-9]*)$"}
    }
    lenient = _spec() | {"components": _spec()["components"] | {"schemas": schemas}}
    resources = {"urn:discord": _spec(), "urn:discord:request": lenient}
    found: Registry[Any] = registry.with_resources((uri, DRAFT202012.create_resource(one)) for uri, one in resources.items())
    return found


@cache
def _validator(reference: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": reference.replace("{", "%7B").replace("}", "%7D")}, registry=_registry())


@cache
def _operations() -> dict[str, list[_Operation]]:
    found: dict[str, list[_Operation]] = {}
    for template, item in _spec()["paths"].items():
        pattern = re.compile(re.sub(r"\{[^}]+\}", "[^/]+", template))
        for method in ("get", "post", "put", "patch", "delete"):
            if method in item:
                found.setdefault(method.upper(), []).append((pattern, template, item[method]))
    for operations in found.values():
        operations.sort(key=lambda one: one[1].count("{"))  # the most literal path first
    return found


def _operation(method: str, path: str) -> tuple[str, dict[str, Any]] | None:
    for pattern, template, operation in _operations().get(method, []):
        if pattern.fullmatch(path):
            return template, operation
    return None
