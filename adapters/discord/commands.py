"""Our commands at Discord: made from plain data, registered when they differ from what Discord has.

https://discord.com/developers/docs/interactions/application-commands
"""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeAlias

import structlog
from discord import Permissions
from discord.http import HTTPClient, Route

from bot.slash.declare import Command, CommandOption, OptionKind

log = structlog.get_logger(__name__)

JsonObject: TypeAlias = dict[str, Any]

_SLASH, _ON_MESSAGE = 1, 3
_SUBCOMMAND: Final = 1
_TYPE: Final[dict[OptionKind, int]] = {"text": 3, "choice": 3, "number": 4, "flag": 5, "channel": 7}
_CHANNEL_TYPES: Final = [0, 5, 15]  # text, announcements, forum: what threads can be opened in
_IN_SERVERS, _IN_DIRECT_MESSAGES = 0, 1
_TO_SERVERS: Final = 0  # integration type: installed by a server, not by a person


def payload(commands: Sequence[Command]) -> list[JsonObject]:
    """The commands as Discord registers them. Commands of one first word become that command's subcommands.

    Subcommands share what Discord keeps for the whole: it is offered in direct messages if one of them is, and to everybody
    unless all are for moderators; the handler looks at each again.
    """
    groups: dict[str, list[Command]] = {}
    for command in commands:
        key = command.name if command.on_message else command.name.split(" ")[0]
        groups.setdefault(key, []).append(command)
    return [_top(name, members) for name, members in groups.items()]


def digest(registered: Sequence[Mapping[str, Any]]) -> str:
    """The same for two sets of commands that Discord shows alike, whatever it adds (ids, versions, defaults) or orders."""
    plain = sorted((_canonical(command) for command in registered), key=lambda each: (each["type"], each["name"]))
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()


async def register(http: HTTPClient, application_id: int, commands: Sequence[Command]) -> bool:
    """Make Discord's list ours; True if it was not. Raises what discord.py raises.

    There is one list for all servers, and asking first spares the limit of 200 new commands a day.
    """
    wanted = payload(commands)
    route = "/applications/{application_id}/commands"
    has = await http.request(Route("GET", route, application_id=application_id))
    if digest(has) == digest(wanted):
        return False
    await http.request(Route("PUT", route, application_id=application_id), json=wanted)
    log.info("discord commands registered", names=[command["name"] for command in wanted])
    return True


def _top(name: str, members: Sequence[Command]) -> JsonObject:
    direct = any(member.in_direct for member in members)
    made: JsonObject = {"name": name, "type": _SLASH, "integration_types": [_TO_SERVERS]}
    made["contexts"] = [_IN_SERVERS, _IN_DIRECT_MESSAGES] if direct else [_IN_SERVERS]
    moderators = all(member.moderators_only for member in members)
    made["default_member_permissions"] = Permissions(manage_guild=True).value if moderators else None
    first = members[0]
    if first.on_message:
        return made | {"type": _ON_MESSAGE}
    if first.name == name:
        return made | {"description": first.description, "options": _options(first)}
    # People see the descriptions of the subcommands; that of the whole is only asked for.
    return made | {"description": first.description, "options": [_subcommand(member) for member in members]}


def _subcommand(command: Command) -> JsonObject:
    made: JsonObject = {"name": command.name.split(" ", 1)[1], "type": _SUBCOMMAND, "description": command.description}
    return made | {"options": _options(command)}


def _options(command: Command) -> list[JsonObject]:
    """Discord wants what is required first."""
    return [_option(option) for option in sorted(command.options, key=lambda each: not each.required)]


def _option(option: CommandOption) -> JsonObject:
    made: JsonObject = {"name": option.name, "type": _TYPE[option.kind], "description": option.description}
    made["required"] = option.required
    if option.suggests:
        made["autocomplete"] = True
    match option.kind:
        case "choice":
            made["choices"] = [{"name": choice.label, "value": choice.value} for choice in option.choices]
        case "channel":
            made["channel_types"] = _CHANNEL_TYPES
        case "number":
            made["min_value"] = option.least
            made |= {"max_value": option.most} if option.most is not None else {}
        case "text":
            made |= {"min_length": option.least} if option.least else {}
            made |= {"max_length": option.most} if option.most is not None else {}
    return made


_DEFAULTS: Final[dict[str, Any]] = {"required": False, "autocomplete": False, "description": ""}
_OURS: Final = (
    "name",
    "type",
    "description",
    "required",
    "autocomplete",
    "min_value",
    "max_value",
    "min_length",
    "max_length",
)


def _canonical(part: Mapping[str, Any]) -> JsonObject:
    made = {key: part[key] for key in _OURS if part.get(key) is not None and part[key] != _DEFAULTS.get(key)}
    made |= {key: sorted(part[key]) for key in ("contexts", "integration_types", "channel_types") if part.get(key)}
    if part.get("default_member_permissions") is not None:
        made["permissions"] = int(part["default_member_permissions"])  # sent as a number, answered as a text
    made["options"] = [_canonical(option) for option in part.get("options") or []]
    made["choices"] = [[choice["name"], choice["value"]] for choice in part.get("choices") or []]
    return made
