"""What the routes of application commands do (https://discord.com/developers/docs/interactions/application-commands)."""

from adapters.sandbox.discord.call import Call, Created
from adapters.sandbox.discord.commands import check_set, read_command
from adapters.sandbox.discord.errors import ApiError, JsonObject, invalid, missing_access, unknown_command


def put_commands(call: Call) -> list[JsonObject]:
    """PUT all commands at once: those of the same kind and name keep their ids, others go."""
    if not isinstance(call.body, list):
        raise invalid("_body", "LIST_TYPE_CONVERT", "Only iterables may be used in a ListType")
    old = _commands(call)
    read = [read_command(one, (number,)) for number, one in enumerate(call.body)]
    check_set(read)
    return _keep(call, [_stored(call, one, _same(old, one)) for one in read])


def list_commands(call: Call) -> list[JsonObject]:
    """GET the commands; with their translations only if asked so (`with_localizations`)."""
    found = _commands(call)
    return found if call.query.get("with_localizations", "").lower() in ("1", "true") else [_untranslated(one) for one in found]


def post_command(call: Call) -> JsonObject | Created:
    """POST one command; one of the same kind and name is replaced."""
    old = _commands(call)
    read = read_command(call.body)
    same = _same(old, read)
    others = [one for one in old if one is not same]
    check_set([*others, read])
    stored = _stored(call, read, same)
    _keep(call, [*others, stored])
    return stored if same else Created(stored)


def get_command(call: Call) -> JsonObject:
    """GET one command."""
    return _command(call)


def edit_command(call: Call) -> JsonObject:
    """PATCH one command; what is absent stays as it is."""
    old = _command(call)
    read = read_command(old | call.fields | {"type": old["type"]})
    others = [one for one in _commands(call) if one is not old]
    check_set([*others, read])
    stored = _stored(call, read, old)
    _keep(call, [stored if one is old else one for one in _commands(call)])
    return stored


def delete_command(call: Call) -> None:
    """DELETE one command."""
    gone = _command(call)
    _keep(call, [one for one in _commands(call) if one is not gone])


def _untranslated(command: JsonObject) -> JsonObject:
    found = {key: value for key, value in command.items() if not key.endswith("_localizations")}
    for key in ("options", "choices"):
        inner = found.get(key)
        if isinstance(inner, list):
            found[key] = [_untranslated(one) for one in inner]
    return found


def _commands(call: Call) -> list[JsonObject]:
    state = call.world.state
    if call.params["application"] != state.application_id:
        raise ApiError(403, 20012, "You are not authorized to perform this action on this application")
    if "guild" not in call.params:
        return state.commands
    if call.params["guild"] != state.guild_id:
        raise missing_access()
    return state.guild_commands


def _command(call: Call) -> JsonObject:
    for one in _commands(call):
        if one["id"] == call.params["command"]:
            return one
    raise unknown_command()


def _same(commands: list[JsonObject], command: JsonObject) -> JsonObject | None:
    return next((one for one in commands if (one["type"], one["name"]) == (command["type"], command["name"])), None)


def _stored(call: Call, command: JsonObject, old: JsonObject | None) -> JsonObject:
    state = call.world.state
    ids: JsonObject = {
        "id": state.new_id() if old is None else old["id"],
        "application_id": state.application_id,
        "version": state.new_id(),
    }
    return ids | command | ({"guild_id": state.guild_id} if "guild" in call.params else {})


def _keep(call: Call, commands: list[JsonObject]) -> list[JsonObject]:
    if "guild" in call.params:
        call.world.state.guild_commands = commands
    else:
        call.world.state.commands = commands
    call.world.feed.publish("commands", {"count": len(commands)})
    return commands
