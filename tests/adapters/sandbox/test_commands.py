"""Application commands by REST, as Discord keeps them."""

from typing import Any

import pytest

from adapters.sandbox.discord import ApiError, World
from adapters.sandbox.discord.commands import read_command
from tests.adapters.sandbox.client import Http

CHAT = {"name": "similar", "description": "Films like one"}
OPTION = {"type": 3, "name": "title", "description": "A film"}


@pytest.mark.parametrize("place", ["", "/guilds/{guild}"], ids=["everywhere", "in one server"])
async def test_commands_are_put_read_changed_and_deleted(http: Http, world: World, place: str) -> None:
    """The same name keeps its id through PUT and POST; a change gives a new version; both scopes are apart."""
    root = f"/applications/{world.state.application_id}"
    base = root + place.format(guild=world.state.guild_id) + "/commands"
    other = f"{root}/commands" if place else f"{root}/guilds/{world.state.guild_id}/commands"
    first = (await http("PUT", base, [CHAT, {"name": "Ask Matinee", "type": 3}]))[1]
    again = (await http("PUT", base, [CHAT | {"description": "Films"}, {"name": "help", "description": "Help"}]))[1]
    assert (first[0]["id"], [one["name"] for one in again]) == (again[0]["id"], ["similar", "help"])
    status, same, _ = await http("POST", base, CHAT)
    assert (status, same["id"], same["version"] != again[0]["version"]) == (200, first[0]["id"], True)
    status, fresh, _ = await http("POST", base, {"name": "seen", "description": "Seen", "options": [OPTION]})
    assert status == 201
    changed = (await http("PATCH", f"{base}/{fresh['id']}", {"description": "Films you saw"}))[1]
    assert (changed["description"], changed["options"]) == ("Films you saw", [OPTION])
    assert (await http("GET", f"{base}/{fresh['id']}"))[1] == changed
    assert (await http("DELETE", f"{base}/{same['id']}"))[0] == 204
    assert {one["name"] for one in (await http("GET", base))[1]} == {"help", "seen"}
    assert (await http("GET", f"{base}/{same['id']}"))[1]["code"] == 10063
    assert (await http("GET", other))[1] == []


async def test_translations_are_told_when_asked_for(http: Http, world: World) -> None:
    """A plain GET leaves them out at every depth; PUT and `with_localizations` have them."""
    base = f"/applications/{world.state.application_id}/commands"
    hungarian = {"description_localizations": {"hu": "Hasonló filmek"}}
    whole = (await http("PUT", base, [CHAT | hungarian | {"options": [OPTION | hungarian]}]))[1]
    plain = (await http("GET", base))[1]
    assert (await http("GET", base, with_localizations="true"))[1] == whole
    assert [set(one) & set(hungarian) for one in (*plain, *plain[0]["options"])] == [set(), set()]
    assert plain[0]["description"] == whole[0]["description"]


async def test_commands_of_others_are_closed(http: Http) -> None:
    """Another application is 20012, another server 50001."""
    assert (await http("GET", "/applications/1/commands"))[1]["code"] == 20012
    application = (await http("GET", "/applications/@me"))[1]["id"]
    assert (await http("GET", f"/applications/{application}/guilds/1/commands"))[1]["code"] == 50001


async def test_too_many_or_doubled_commands_are_refused(http: Http, world: World) -> None:
    """100 commands and 15 of each menu; two of one name are no set; what was there stays."""
    base = f"/applications/{world.state.application_id}/commands"
    many = [CHAT | {"name": f"c{number}"} for number in range(101)]
    menus = [{"name": f"m{number}", "type": 3} for number in range(16)]
    assert (await http("PUT", base, many))[1]["code"] == 30032
    assert (await http("PUT", base, menus))[1]["code"] == 30032
    assert (await http("PUT", base, [CHAT, CHAT]))[1]["code"] == 50035
    assert (await http("PUT", base, many[:100] + menus[:15]))[0] == 200
    assert (await http("POST", base, CHAT))[1]["code"] == 30032
    assert len((await http("GET", base))[1]) == 115


def option(**fields: Any) -> dict[str, Any]:
    """A command with one option."""
    return CHAT | {"options": [OPTION | fields]}


@pytest.mark.parametrize(
    ("command", "where"),
    [
        (CHAT | {"name": "Two Words"}, ("name",)),
        (CHAT | {"name": "Similar"}, ("name",)),
        (CHAT | {"name": "x" * 33}, ("name",)),
        (CHAT | {"description": "x" * 101}, ("description",)),
        (CHAT | {"description": ""}, ("description",)),
        ({"name": "similar"}, ("description",)),
        ({"name": "Ask", "type": 3, "description": "x"}, ("description",)),
        ({"name": "Ask", "type": 3, "options": [OPTION]}, ("description",)),
        (CHAT | {"type": 9}, ("type",)),
        (CHAT | {"contexts": [7]}, ("contexts",)),
        (CHAT | {"default_member_permissions": "all"}, ("default_member_permissions",)),
        (CHAT | {"options": [OPTION | {"name": f"o{one}"} for one in range(26)]}, ("options",)),
        (CHAT | {"options": [OPTION, OPTION]}, ("options",)),
        (CHAT | {"options": [OPTION, OPTION | {"name": "b", "required": True}]}, ("options",)),
        (CHAT | {"options": [OPTION, {"type": 1, "name": "add", "description": "x"}]}, ("options",)),
        (CHAT | {"options": [{"type": 1, "name": "a", "description": "x", "options": [OPTION | {"type": 1}]}]}, None),
        (option(name="Big"), ("options", "0", "name")),
        (option(description="x" * 101), ("options", "0", "description")),
        (option(type=12), ("options", "0", "type")),
        (option(type=5, autocomplete=True), ("options", "0", "choices")),
        (option(autocomplete=True, choices=[{"name": "x", "value": "x"}]), ("options", "0", "autocomplete")),
        (option(choices=[{"name": "x", "value": "x"}] * 26), ("options", "0", "choices")),
        (option(choices=[{"name": "x", "value": 1}]), ("options", "0", "choices", "0", "value")),
        (option(choices=[{"name": "x" * 101, "value": "x"}]), ("options", "0", "choices", "0", "name")),
        (option(name_localizations={"hu": "x" * 33}), ("options", "0", "name_localizations", "hu")),
    ],
)
def test_a_bad_command_is_refused_with_the_place_of_its_fault(command: dict[str, Any], where: tuple[str, ...] | None) -> None:
    """Each fault is 50035 with its path."""
    with pytest.raises(ApiError) as refused:
        read_command(command)
    errors: Any = refused.value.errors
    for key in where or ():
        errors = errors[key]
    assert refused.value.code == 50035
    assert where is None or errors["_errors"]


def test_a_command_has_a_length_over_all() -> None:
    """8,000 characters of names, descriptions and choices; one more is refused."""
    choices = [{"name": "n" * 100, "value": f"{number:0100}"} for number in range(25)]
    first = OPTION | {"name": "a", "description": "d", "choices": choices}
    left = 8000 - len(CHAT["name"] + CHAT["description"] + "adbd") - 25 * 200
    rest = [*choices[: left // 200], {"name": "n" * (left % 200 - 100), "value": "v" * 100}]
    second = first | {"name": "b", "choices": rest}
    read_command(CHAT | {"options": [first, second]})
    with pytest.raises(ApiError):
        read_command(CHAT | {"description": CHAT["description"] + "s", "options": [first, second]})
