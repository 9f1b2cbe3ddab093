"""What an owner is told of our standing at Slack."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from adapters.sandbox.slack import SlackServer, World
from adapters.sandbox.slack.faults import Refuse
from adapters.slack import checkup
from adapters.slack.checkup import examine
from bot.checks import Check
from bot.commands.doctor import _discord as discord_checks
from bot.commands.doctor import _slack as slack_checks
from bot.settings import Settings
from tests.adapters.slack.bench import connected, local_server
from tests.adapters.slack.test_manifest import MANIFEST

GRANTED = tuple(MANIFEST["oauth_config"]["scopes"]["bot"])


@dataclass
class Doctor:
    """Examines a bot at a local server."""

    server: SlackServer

    @property
    def world(self) -> World:
        """The server's world."""
        return self.server.world

    async def says(self, bot_token: str = "", app_token: str = "") -> dict[str, Check]:
        """All findings by their names."""
        server = self.server
        found = await examine(bot_token or server.bot_token, app_token or server.app_token, api_base=server.api_base)
        assert len({check.name for check in found}) == len(found)
        return {check.name: check for check in found}


@pytest.fixture
async def doctor() -> AsyncIterator[Doctor]:
    """At a fresh server, with the scopes of manifest.yaml."""
    async with local_server() as server:
        server.world.state.app.scopes = GRANTED
        yield Doctor(server)


async def test_an_app_made_from_the_manifest_has_nothing_to_mend(doctor: Doctor) -> None:
    """All is well; which channels it is in Slack does not tell, so the way in is named."""
    found = await doctor.says()
    assert all(check.ok for check in found.values()), found
    assert "matinee in Movie club" == found["slack"].detail
    assert "all 12 of manifest.yaml" == found["slack scopes"].detail
    assert "/invite @Matinee" in found["slack channels"].mend


def test_the_scopes_looked_for_are_those_of_the_manifest() -> None:
    """No more and no fewer."""
    assert sorted(checkup.SCOPES) == sorted(GRANTED)


@pytest.mark.parametrize("scope", GRANTED)
async def test_each_scope_that_is_lacking_is_named_with_what_it_is_for(doctor: Doctor, scope: str) -> None:
    """And with the way to get it."""
    doctor.world.revoke_scope(scope)
    found = (await doctor.says())["slack scopes"]
    assert (False, True, f"lacks {scope} ({checkup.SCOPES[scope]})") == (found.ok, found.needed, found.detail)
    assert "manifest.yaml" in found.mend
    assert "Reinstall" in found.mend


async def test_a_token_without_any_scope_lacks_them_all(doctor: Doctor) -> None:
    """Nothing else fails over it."""
    doctor.world.revoke_scope(*GRANTED)
    found = await doctor.says()
    assert all(scope in found["slack scopes"].detail for scope in GRANTED)
    assert found["slack"].ok


async def test_each_refused_token_is_named_by_its_setting(doctor: Doctor) -> None:
    """The other one is looked at all the same."""
    found = await doctor.says(bot_token="xoxb-wrong")
    assert ("the token is refused", True) == (found["slack"].detail, found["slack"].needed)
    assert "SLACK_BOT_TOKEN" in found["slack"].mend
    assert found["slack socket"].ok
    found = await doctor.says(app_token="xapp-wrong")
    assert ("the token is refused", True) == (found["slack socket"].detail, found["slack socket"].needed)
    assert "SLACK_APP_TOKEN" in found["slack socket"].mend
    assert found["slack"].ok


async def test_swapped_tokens_are_told_apart_without_asking_slack(doctor: Doctor) -> None:
    """auth.test takes an app-level token too, so its answer would not show it."""
    found = await doctor.says(doctor.server.app_token, doctor.server.bot_token)
    assert "SLACK_BOT_TOKEN is another kind of token: it should begin with xoxb-" == found["slack"].detail
    assert "SLACK_APP_TOKEN is another kind of token: it should begin with xapp-" == found["slack socket"].detail
    assert [] == doctor.server.exchanges


@pytest.mark.parametrize("code", ["invalid_auth", "missing_scope", "not_allowed_token_type", "token_revoked"])
async def test_an_app_level_token_that_opens_nothing_is_made_anew(doctor: Doctor, code: str) -> None:
    """No manifest grants its scopes."""
    doctor.server.faults.on("apps.connections.open", Refuse(code, "connections:write"))
    found = (await doctor.says())["slack socket"]
    assert not found.ok
    assert "connections:write" in found.mend


async def test_tokens_of_two_apps_are_seen(doctor: Doctor) -> None:
    """Both work, and no event would ever arrive; of one app nothing is said."""
    ours = doctor.world.state.app.id
    assert [] == checkup._one_app(ours, f"xapp-1-{ours}-123-abc")
    doctor.server.app_token = doctor.server.web_api.app_token = "xapp-1-A0OTHER-123-abc"
    found = (await doctor.says())["slack tokens"]
    assert f"SLACK_BOT_TOKEN is of the app {ours}, SLACK_APP_TOKEN of A0OTHER" == found.detail
    assert found.mend.startswith("Take both from the same app")


async def test_a_slack_that_is_not_reached_is_a_finding() -> None:
    """Nothing is raised."""
    for found in await examine("xoxb-1", "xapp-1", api_base="http://127.0.0.1:1/api/"):
        assert not found.ok
        assert found.detail.startswith("not reached")


async def test_a_slack_that_is_down_is_not_taken_for_a_bad_token(doctor: Doctor) -> None:
    """Errors of Slack's own."""
    doctor.server.faults.on(".*", Refuse("internal_error"), times=9)
    found = await doctor.says()
    assert {"slack", "slack socket"} == set(found)
    assert all(check.detail.startswith("not reached") for check in found.values())


async def test_channels_are_told_where_the_app_may_list_them(doctor: Doctor) -> None:
    """Public ones, and private ones with their own scope; in none is no error."""
    doctor.world.state.app.scopes = (*GRANTED, "channels:read")
    assert "in #movie-club" in (await doctor.says())["slack channels"].detail
    doctor.world.remove_bot(doctor.world.channel_named("movie-club").id)
    found = (await doctor.says())["slack channels"]
    assert (False, False, "in none yet") == (found.ok, found.needed, found.detail)
    assert "/invite @Matinee" in found.mend


async def test_a_bot_that_runs_is_not_disturbed(doctor: Doctor) -> None:
    """Its events go on coming to it: no second connection is opened."""
    async with connected(doctor.server) as bench:
        await doctor.says()
        bench.says("Ada", "<@" + doctor.world.bot_id + "> a heist film")
        assert "a heist film" == (await bench.messages())[0].text
        assert 1 == bench.sessions


async def test_the_command_asks_where_the_settings_say(doctor: Doctor) -> None:
    """`SLACK_BOT_TOKEN`, `SLACK_APP_TOKEN` and `SLACK_API_BASE`."""
    told = Settings(
        SLACK_BOT_TOKEN=doctor.server.bot_token,  # type: ignore[call-arg]
        SLACK_APP_TOKEN=doctor.server.app_token,
        SLACK_API_BASE=doctor.server.api_base,
    )
    assert {"slack", "slack scopes", "slack channels", "slack socket"} == {check.name for check in await slack_checks(told)}
    [discord] = await discord_checks(told)
    assert ("no token: left out", False) == (discord.detail, discord.needed)


@pytest.mark.parametrize(("given", "lacking"), [("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"), ("SLACK_APP_TOKEN", "SLACK_BOT_TOKEN")])
async def test_one_token_without_the_other_is_an_error(given: str, lacking: str) -> None:
    """Slack would be left out without a word."""
    [found] = await slack_checks(Settings(**{given: "x"}))  # type: ignore[arg-type]
    assert (False, True, f"{lacking} is not set, so Slack is left out") == (found.ok, found.needed, found.detail)


async def test_no_token_at_all_is_the_sandbox() -> None:
    """And no error."""
    [found] = await slack_checks(Settings())  # type: ignore[call-arg]
    assert ("no token: `matinee up` opens the local sandbox", False) == (found.detail, found.needed)
