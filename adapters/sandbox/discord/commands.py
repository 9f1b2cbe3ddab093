"""Application commands as the bot registers them, checked as Discord does (pure).

https://discord.com/developers/docs/interactions/application-commands
"""

from enum import IntEnum

import regex

from adapters.sandbox.discord.errors import ApiError, JsonObject, invalid_at
from adapters.sandbox.discord.fields import Path, text

OPTIONS = 25
CHOICES = 25
NAME = 32
DESCRIPTION = 100
CHARACTERS = 8000
"""Names, descriptions and choices of one command together."""

_NAME = regex.compile(r"[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}")


class CommandKind(IntEnum):
    """Command types by Discord's numbers."""

    CHAT = 1
    USER = 2
    MESSAGE = 3


MOST = {CommandKind.CHAT: 100, CommandKind.USER: 15, CommandKind.MESSAGE: 15}
"""Commands of a kind (menu commands: 15 since February 2026)."""


class OptionKind(IntEnum):
    """Option types by Discord's numbers."""

    SUBCOMMAND = 1
    GROUP = 2
    STRING = 3
    INTEGER = 4
    BOOLEAN = 5
    USER = 6
    CHANNEL = 7
    ROLE = 8
    MENTIONABLE = 9
    NUMBER = 10
    ATTACHMENT = 11


NESTED = (OptionKind.SUBCOMMAND, OptionKind.GROUP)
TYPED = (OptionKind.STRING, OptionKind.INTEGER, OptionKind.NUMBER)


def read_command(raw: object, path: Path = ()) -> JsonObject:
    """A command as Discord stores it, without its ids. Raises 50035 with the path of what is wrong."""
    if not isinstance(raw, dict):
        raise invalid_at((*path, "_body"), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    kind = raw.get("type", 1)
    if kind not in list(CommandKind):
        raise invalid_at((*path, "type"), "BASE_TYPE_CHOICES", "Value must be one of (1, 2, 3).")
    chat = kind == CommandKind.CHAT
    found: JsonObject = {"type": kind, "name": _name(path, raw, chat=chat), "description": ""}
    if chat:
        found["description"] = text(path, raw, "description", DESCRIPTION, least=1, needed=True)
    elif raw.get("description") or raw.get("options"):
        raise invalid_at(
            (*path, "description"), "APPLICATION_COMMAND_CONTEXT_MENU_DESCRIPTION", "Context menu commands have none"
        )
    options = _options((*path, "options"), raw.get("options"), depth=0)
    found |= {"options": options} if options else {}
    found |= _conditions(path, raw) | _localized(path, raw)
    if _characters(found) > CHARACTERS:
        raise invalid_at((*path, "_command"), "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds {CHARACTERS} characters")
    return found


def check_set(commands: list[JsonObject]) -> None:
    """Raises for two commands of one kind and name (50035), or too many of a kind (30032)."""
    names = [(one["type"], one["name"]) for one in commands]
    if len(set(names)) < len(names):
        raise invalid_at(("name",), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique")
    for kind, most in MOST.items():
        if sum(one["type"] == kind for one in commands) > most:
            raise ApiError(400, 30032, f"Maximum number of application commands reached ({most})")


def _conditions(path: Path, raw: JsonObject) -> JsonObject:
    permissions = raw.get("default_member_permissions")
    if permissions is not None and not str(permissions).isdecimal():
        raise invalid_at((*path, "default_member_permissions"), "NUMBER_TYPE_COERCE", "Not a set of permissions.")
    return {
        "default_member_permissions": None if permissions is None else str(permissions),
        "dm_permission": raw.get("dm_permission") is not False,
        "contexts": _numbers(path, raw, "contexts", (0, 1, 2)),
        "integration_types": _numbers(path, raw, "integration_types", (0, 1)) or [0],
        "nsfw": raw.get("nsfw") is True,
    }


def _numbers(path: Path, raw: JsonObject, name: str, allowed: tuple[int, ...]) -> list[int] | None:
    value = raw.get(name)
    if value is None:
        return None
    if not isinstance(value, list) or not value or any(one not in allowed for one in value):
        raise invalid_at((*path, name), "BASE_TYPE_CHOICES", f"Value must be one of {allowed}.")
    return list(value)


def _localized(path: Path, raw: JsonObject) -> JsonObject:
    found: JsonObject = {}
    for name, most in (("name_localizations", NAME), ("description_localizations", DESCRIPTION)):
        value = raw.get(name)
        if value is None:
            continue
        if not isinstance(value, dict):
            raise invalid_at((*path, name), "DICT_TYPE_CONVERT", "Only dictionaries may be used in a DictType")
        found[name] = {locale: text((*path, name), value, locale, most, least=1, needed=True) for locale in value}
    return found


def _name(path: Path, raw: JsonObject, *, chat: bool) -> str:
    name = text(path, raw, "name", NAME, least=1, needed=True) or ""
    if chat and (not _NAME.fullmatch(name) or name != name.lower()):
        raise invalid_at((*path, "name"), "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")
    return name


def _options(path: Path, raw: object, depth: int) -> list[JsonObject]:
    if raw is None:
        return []
    if not isinstance(raw, list) or len(raw) > OPTIONS:
        raise invalid_at(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 0 and {OPTIONS} in length.")
    found = [_option((*path, number), one, depth) for number, one in enumerate(raw)]
    names = [one["name"] for one in found]
    if len(set(map(str, names))) < len(names):
        raise invalid_at(path, "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", "Option names must be unique")
    nested = [one["type"] in NESTED for one in found]
    if any(nested) and not all(nested):
        raise invalid_at(
            path,
            "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID",
            "Sub-command and sub-command group option types are mutually exclusive to all other types",
        )
    needed = [one.get("required") is True for one in found]
    if needed != sorted(needed, reverse=True):
        raise invalid_at(
            path, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", "Required options must be placed before non-required options"
        )
    return found


def _option(path: Path, raw: object, depth: int) -> JsonObject:
    if not isinstance(raw, dict):
        raise invalid_at(path, "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
    kind = raw.get("type")
    deep = {0: frozenset(OptionKind), 1: frozenset(OptionKind) - {OptionKind.GROUP}, 2: frozenset(OptionKind) - set(NESTED)}
    if kind not in deep[depth]:
        raise invalid_at((*path, "type"), "UNION_TYPE_CHOICES", "The option type is not one that fits here.")
    found: JsonObject = {
        "type": kind,
        "name": _name(path, raw, chat=True),
        "description": text(path, raw, "description", DESCRIPTION, least=1, needed=True),
    } | _localized(path, raw)
    if kind in NESTED:
        inner = _options((*path, "options"), raw.get("options"), 1 if kind == OptionKind.GROUP else 2)
        if kind == OptionKind.GROUP and any(one["type"] != OptionKind.SUBCOMMAND for one in inner):
            raise invalid_at((*path, "options"), "UNION_TYPE_CHOICES", "A group holds sub-commands alone.")
        return found | {"options": inner}
    found |= {"required": True} if raw.get("required") is True else {}
    found |= _typed(path, raw, kind)
    return found


def _typed(path: Path, raw: JsonObject, kind: object) -> JsonObject:
    """What only texts and numbers have: choices, autocomplete, a range."""
    ranges = ("min_length", "max_length") if kind == OptionKind.STRING else ("min_value", "max_value")
    found: JsonObject = {name: raw[name] for name in ranges if raw.get(name) is not None}
    if kind == OptionKind.CHANNEL and raw.get("channel_types"):
        found["channel_types"] = raw["channel_types"]
    choices, completes = raw.get("choices"), raw.get("autocomplete") is True
    if (choices or completes) and kind not in TYPED:
        raise invalid_at((*path, "choices"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", "Only texts and numbers have choices")
    if choices and completes:
        raise invalid_at(
            (*path, "autocomplete"), "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_CHOICES", "Choices exclude autocomplete"
        )
    found |= {"autocomplete": True} if completes else {}
    return found | {"choices": read_choices((*path, "choices"), choices, kind)} if choices else found


def read_choices(path: Path, raw: object, kind: object) -> list[JsonObject]:
    """The choices of an option, or those that the bot offers while somebody types. Raises 50035."""
    if not isinstance(raw, list) or len(raw) > CHOICES:
        raise invalid_at(path, "BASE_TYPE_BAD_LENGTH", f"Must be between 0 and {CHOICES} in length.")
    found: list[JsonObject] = []
    for number, one in enumerate(raw):
        if not isinstance(one, dict):
            raise invalid_at((*path, number), "MODEL_TYPE_CONVERT", "Only dictionaries may be used in a ModelType")
        here = (*path, number)
        value = one.get("value")
        fits = isinstance(value, str) if kind == OptionKind.STRING else isinstance(value, int | float) and value is not True
        if not fits:
            raise invalid_at((*here, "value"), "BASE_TYPE_CONVERT", "The value does not fit the option.")
        if isinstance(value, str):
            text(here, one, "value", 100, least=1, needed=True)
        named: JsonObject = {"name": text(here, one, "name", 100, least=1, needed=True), "value": value}
        found.append(named | {key: one[key] for key in ("name_localizations",) if one.get(key)})
    return found


def _characters(command: JsonObject) -> int:
    total = len(str(command["name"])) + len(str(command["description"]))
    options = command.get("options")
    for one in options if isinstance(options, list) else []:
        total += _characters(one)
        total += sum(len(str(choice["name"])) + len(str(choice["value"])) for choice in one.get("choices", []))
    return total
