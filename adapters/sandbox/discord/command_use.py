"""What a person gives a command, checked against its definition as a Discord client does (pure)."""

from collections.abc import Mapping
from typing import TypeAlias

from adapters.sandbox.discord.commands import OptionKind
from adapters.sandbox.discord.errors import JsonObject, invalid_at, unknown_command

Value: TypeAlias = str | int | float | bool

_TYPES: dict[int, type | tuple[type, ...]] = {
    OptionKind.STRING: str,
    OptionKind.INTEGER: int,
    OptionKind.BOOLEAN: bool,
    OptionKind.NUMBER: (int, float),
}


def fill(
    command: JsonObject, subcommands: list[str], values: Mapping[str, Value], *, focused: str | None = None
) -> list[JsonObject]:
    """The options as an interaction carries them: `values` in the innermost of the `subcommands`.

    While somebody types the option `focused`, nothing is required. Raises 10063 for a subcommand that is not there, and 50035
    for an option that is missing, unknown, or of another type or length.
    """
    definition, wrappers = command, list[JsonObject]()
    for name in subcommands:
        definition = _child(definition, name)
        wrappers.append({"type": definition["type"], "name": name})
    known = _options(definition)
    if any(one["type"] in (OptionKind.SUBCOMMAND, OptionKind.GROUP) for one in known):
        raise unknown_command()
    for name in values:
        if all(one["name"] != name for one in known):
            raise invalid_at(("options", name), "APPLICATION_COMMAND_OPTION_UNKNOWN", "There is no option of this name.")
    filled: list[JsonObject] = []
    for one in known:
        name = str(one["name"])
        if name in values:
            checked = values[name] if name == focused else _checked(one, values[name])
            filled.append(
                {"type": one["type"], "name": name, "value": checked} | ({"focused": True} if name == focused else {})
            )
        elif one.get("required") and focused is None:
            raise invalid_at(("options", name), "BASE_TYPE_REQUIRED", "This field is required")
    for wrapper in reversed(wrappers):
        filled = [wrapper | {"options": filled}]
    return filled


def _child(definition: JsonObject, name: str) -> JsonObject:
    for one in _options(definition):
        if one["name"] == name and one["type"] in (OptionKind.SUBCOMMAND, OptionKind.GROUP):
            return one
    raise unknown_command()


def _options(definition: JsonObject) -> list[JsonObject]:
    found = definition.get("options")
    return found if isinstance(found, list) else []


def _checked(option: JsonObject, value: Value) -> Value:
    name, kind = str(option["name"]), int(str(option["type"]))
    wanted = _TYPES.get(kind, str)
    if not isinstance(value, wanted) or (isinstance(value, bool) and kind != OptionKind.BOOLEAN):
        raise invalid_at(("options", name), "BASE_TYPE_CONVERT", "The value is of another type.")
    size = len(value) if isinstance(value, str) else value
    low, high = ("min_length", "max_length") if isinstance(value, str) else ("min_value", "max_value")
    least, most = option.get(low), option.get(high)
    if (isinstance(least, int | float) and size < least) or (isinstance(most, int | float) and size > most):
        raise invalid_at(("options", name), "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most}.")
    choices = option.get("choices")
    if isinstance(choices, list) and all(choice["value"] != value for choice in choices):
        raise invalid_at(("options", name), "BASE_TYPE_CHOICES", "The value is none of the choices.")
    return value


def focused_option(command: JsonObject, subcommands: list[str], name: str) -> JsonObject:
    """The definition of the option being typed. Raises 10063 or 50035 when it is not there or has no autocomplete."""
    for one in subcommands:
        command = _child(command, one)
    for option in _options(command):
        if option["name"] == name and option.get("autocomplete"):
            return option
    raise invalid_at(("options", name), "APPLICATION_COMMAND_OPTION_UNKNOWN", "This option has no autocomplete.")


def ids_named(options: list[JsonObject]) -> list[tuple[int, str]]:
    """Option type and id of every user, channel, role or mentionable that the options name."""
    found: list[tuple[int, str]] = []
    for one in options:
        found += ids_named(_options(one))
        if one["type"] in (OptionKind.USER, OptionKind.CHANNEL, OptionKind.ROLE, OptionKind.MENTIONABLE):
            found.append((int(str(one["type"])), str(one["value"])))
    return found
