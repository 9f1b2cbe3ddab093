"""The server and the application as Discord's JSON objects."""

from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.objects import role, user
from adapters.sandbox.discord.permissions import guild_permissions
from adapters.sandbox.discord.state import State

_UNSET = (
    "icon", "description", "home_header", "splash", "discovery_splash", "banner", "application_id", "afk_channel_id",
    "system_channel_id", "widget_channel_id", "max_presences", "vanity_url_code", "rules_channel_id",
    "safety_alerts_channel_id", "public_updates_channel_id", "incidents_data",
)  # fmt: skip


def guild(state: State) -> JsonObject:
    """The server, as far as REST tells it."""
    found: JsonObject = dict.fromkeys(_UNSET)
    return found | {
        "id": state.guild_id,
        "name": state.guild_name,
        "owner_id": state.owner_id,
        "region": "deprecated",
        "features": [],
        "afk_timeout": 300,
        "system_channel_flags": 0,
        "widget_enabled": False,
        "verification_level": 0,
        "roles": [role(one) for one in state.roles.values()],
        "default_message_notifications": 1,
        "mfa_level": 0,
        "explicit_content_filter": 0,
        "max_members": 500_000,
        "max_stage_video_channel_users": 50,
        "max_video_channel_users": 25,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "preferred_locale": "en-US",
        "premium_progress_bar_enabled": False,
        "nsfw": False,
        "nsfw_level": 0,
        "emojis": [],
        "stickers": [],
    }


def own_guild(state: State) -> JsonObject:
    """The server in the list of those that the bot is in."""
    may = guild_permissions(state, state.bot_id)
    found: JsonObject = {"id": state.guild_id, "name": state.guild_name, "icon": None, "banner": None, "features": []}
    return found | {"owner": state.owner_id == state.bot_id, "permissions": str(may)}


def application_flags(state: State) -> int:
    """The switches of the developer portal as flags; each is the LIMITED kind, of an application in few servers."""
    switches = {1 << 8: 1 << 13, 1 << 1: 1 << 15, 1 << 15: 1 << 19}  # presences, members, message content
    return sum(flag for intent, flag in switches.items() if state.granted_intents & intent)


def application(state: State) -> JsonObject:
    """The bot's application as its token sees it."""
    bot = state.person(state.bot_id)
    return {
        "id": state.application_id,
        "name": bot.name,
        "icon": None,
        "description": "",
        "type": None,
        "bot": user(bot),
        "bot_public": False,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": application_flags(state),
        "flags_new": str(application_flags(state)),
        "redirect_uris": [],
        "interactions_endpoint_url": None,
        "role_connections_verification_url": None,
        "owner": user(state.person(state.owner_id)),
        "approximate_guild_count": 1,
        "approximate_user_install_count": 0,
        "approximate_user_authorization_count": 0,
        "explicit_content_filter": 0,
        "team": None,
        "eligible_oauth2_scopes": [],
    }
