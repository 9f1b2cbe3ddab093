"""The manifest asks for what the adapter uses, and for nothing else."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from adapters.slack import budget, commands
from bot.slash.registry import COMMANDS
from tests.shared import SHARED

ROOT = Path(__file__).parents[3]
MANIFEST: dict[str, Any] = yaml.safe_load((ROOT / "manifest.yaml").read_text("utf-8"))
CODE = "\n".join(path.read_text("utf-8") for path in sorted((ROOT / "adapters/slack").glob("*.py")))
FAMILIES = r"chat|conversations|files|reactions|users|views|assistant\.threads|agents\.sessions"
CALLED = set(re.findall(rf'"((?:{FAMILIES})\.[a-zA-Z]+)"', CODE))

# https://docs.slack.dev/reference/methods; of a method that takes several, those of the conversations that we serve.
HISTORY = {"channels:history", "groups:history", "im:history", "mpim:history"}
SCOPES: dict[str, set[str]] = {
    "agents.sessions.setStatus": {"chat:write"},
    "assistant.threads.setStatus": {"chat:write"},
    "assistant.threads.setSuggestedPrompts": {"assistant:write"},
    "assistant.threads.setTitle": {"assistant:write"},
    "chat.appendStream": {"chat:write"},
    "chat.delete": {"chat:write"},
    "chat.postEphemeral": {"chat:write"},
    "chat.postMessage": {"chat:write"},
    "chat.startStream": {"chat:write"},
    "chat.stopStream": {"chat:write"},
    "chat.update": {"chat:write"},
    "conversations.history": HISTORY,
    "conversations.replies": HISTORY,
    "files.completeUploadExternal": {"files:write"},
    "files.getUploadURLExternal": {"files:write"},
    "reactions.add": {"reactions:write"},
    "reactions.remove": {"reactions:write"},
    "users.info": {"users:read"},
    "views.open": set(),
    "views.publish": set(),
}
# https://docs.slack.dev/reference/events, by the subscriptions that bring each event.
EVENTS: dict[str, dict[str, set[str]]] = {
    "agent_session_stopped": {"agent_session_stopped": {"assistant:write"}},
    "app_home_opened": {"app_home_opened": set()},
    "app_mention": {"app_mention": {"app_mentions:read"}},
    "message": {
        "message.channels": {"channels:history"},
        "message.groups": {"groups:history"},
        "message.im": {"im:history"},
        "message.mpim": {"mpim:history"},
    },
    "reaction_added": {"reaction_added": {"reactions:read"}},
}


def listened() -> set[str]:
    """The events that the gateway listens to."""
    found = re.search(r"for name in \(([^)]*)\):\s+app\.event", CODE)
    assert found
    return set(re.findall(r'"(\w+)"', found[1]))


def test_scopes_are_those_of_the_calls_and_events() -> None:
    """No more and no fewer."""
    assert set(SCOPES) == CALLED
    of_events = [scopes for name in listened() for scopes in EVENTS[name].values()]
    needed = set().union(*SCOPES.values(), *of_events, {"commands"})
    assert sorted(needed) == MANIFEST["oauth_config"]["scopes"]["bot"]


def test_events_are_those_that_are_listened_to() -> None:
    """Every subscription has its listener."""
    wanted = [subscription for name in listened() for subscription in EVENTS[name]]
    assert sorted(wanted) == MANIFEST["settings"]["event_subscriptions"]["bot_events"]


def test_commands_and_shortcuts_are_those_that_are_served() -> None:
    """The one command, with escaped channels, and every command in a message's menu."""
    [command] = MANIFEST["features"]["slash_commands"]
    assert (commands.COMMAND, True) == (command["command"], command["should_escape"])
    declared = {each["callback_id"]: each["name"] for each in MANIFEST["features"]["shortcuts"]}
    assert declared == {commands.shortcut(each.name): each.name for each in COMMANDS if each.on_message}
    first_words = {each.name.split()[0] for each in COMMANDS if not each.on_message}
    assert set(re.findall(r"\w+", command["usage_hint"])) & first_words >= first_words - {"similar"}


def test_what_streams_and_agents_need_is_switched_on() -> None:
    """Direct messages are open, Home is there, events come by Socket Mode, the app is an agent."""
    features, settings = MANIFEST["features"], MANIFEST["settings"]
    assert features["app_home"]["home_tab_enabled"]
    assert features["app_home"]["messages_tab_enabled"]
    assert not features["app_home"]["messages_tab_read_only_enabled"]
    assert "agent_view" in features
    assert settings["socket_mode_enabled"]
    assert settings["interactivity"]["is_enabled"]


@pytest.mark.skipif(not (SHARED / "specs/slack/methods").is_dir(), reason="the method files of ../shared are not here")
@pytest.mark.parametrize("method", sorted(SCOPES))
def test_scopes_and_tiers_are_slacks(method: str) -> None:
    """As its method files have them."""
    path = next((SHARED / "specs/slack/methods").glob(f"{method}*"), None)
    if path is None:
        pytest.skip(f"there is no file of {method}")
    spec = json.loads(path.read_text("utf-8"))
    listed = {scope["name"] for scope in spec.get("scopes", {}).get("bot", [])}
    assert SCOPES[method] <= listed
    tier = re.search(r"Tier (\d)", spec["rate_limit"].get("label", ""))
    limits = budget.LIMITS | {"chat.update": budget.updates(0)}
    if tier and method in limits:
        whole, allowed = limits[method].whole, {"2": 20, "3": 50, "4": 100}[tier[1]]
        assert 0.9 * allowed < whole.most * 60 / whole.seconds < allowed
