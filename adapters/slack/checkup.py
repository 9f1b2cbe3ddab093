"""What an owner should know of our standing at Slack: tokens, scopes, Socket Mode, channels. For `matinee doctor`.

Opens no connection of Socket Mode, so that a bot that runs meanwhile keeps getting all events.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping
from types import MappingProxyType
from typing import Final

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from adapters.slack import errors
from adapters.slack.client import SlackClient
from bot.checks import Check
from bot.errors import ChatError, Forbidden
from bot.words import counted, cut, listed

SCOPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "app_mentions:read": "hearing mentions",
        "assistant:write": "prompts, titles of threads and Slack's Stop button",
        "channels:history": "follow-ups in public channels",
        "chat:write": "answering",
        "commands": "/matinee",
        "files:write": "handing out somebody's data as a file",
        "groups:history": "follow-ups in private channels",
        "im:history": "direct messages",
        "mpim:history": "direct messages of several people",
        "reactions:read": "feedback by reactions",
        "reactions:write": "marking progress",
        "users:read": "names, and who is an admin",
    }
)
"""The scopes that manifest.yaml asks for, each with what does not work without it."""

_BOT_TOKEN, _APP_TOKEN = "xoxb-", "xapp-"  # https://docs.slack.dev/authentication/tokens
_APP_OF_TOKEN = re.compile(r"xapp-\d+-(A[A-Z0-9]+)-")
_CHANNELS_READ: Final = {"public_channel": "channels:read", "private_channel": "groups:read"}
_NAMED = 5  # channels that are named one by one
_PAGE = 200
_REINSTALL = f"At {errors.APPS} paste manifest.yaml under App Manifest, save, and choose Reinstall to Workspace."
_INVITE = "Write /invite @Matinee in each channel where people shall ask; direct messages need nothing."


async def examine(bot_token: str, app_token: str, *, api_base: str | None = None, seconds: float = 30.0) -> list[Check]:
    """All findings. Never raises what Slack or the way to it does: that is a finding too."""
    client = SlackClient(bot_token, api_base=api_base)
    try:
        workspace, app_id = await _tried("slack", errors.BAD_BOT_TOKEN, seconds, lambda: _workspace(client, bot_token))
        socket, _ = await _tried("slack socket", errors.BAD_APP_TOKEN, seconds, lambda: _socket(client, app_token))
    finally:
        await client.close()
    return [*workspace, *socket, *_one_app(app_id, app_token)]


async def _tried(
    name: str, bad_token: tuple[str, str], seconds: float, probe: Callable[[], Awaitable[tuple[list[Check], str]]]
) -> tuple[list[Check], str]:
    """What a probe finds, with the app's id as far as it tells one; a refusal becomes a finding."""
    try:
        with errors.translated():
            async with asyncio.timeout(seconds):
                return await probe()
    except Forbidden as refusal:
        refused = "the token is refused" if refusal.advice == bad_token[1] else f"refused: {refusal.permission}"
        return [Check(name, ok=False, detail=refused, mend=refusal.advice)], ""
    except ChatError as error:
        return [Check(name, ok=False, detail=f"not reached: {error}", mend="Check this machine's way to slack.com.")], ""


async def _workspace(client: SlackClient, token: str) -> tuple[list[Check], str]:
    if not token.startswith(_BOT_TOKEN):
        return [_wrong_kind("slack", "SLACK_BOT_TOKEN", _BOT_TOKEN, errors.BAD_BOT_TOKEN[1])], ""
    us = await client.web.auth_test()
    granted = _granted(us)
    found = [Check("slack", ok=True, detail=f"{us['user']} in {cut(str(us['team']), 60)}"), _scopes(granted)]
    app_id = await _app_id(client, us, granted)
    return [*found, await _channels(client, granted)], app_id


def _wrong_kind(name: str, setting: str, begins: str, mend: str) -> Check:
    return Check(name, ok=False, detail=f"{setting} is another kind of token: it should begin with {begins}", mend=mend)


def _granted(answer: AsyncSlackResponse) -> set[str]:
    """The token's scopes, which every answer carries: https://docs.slack.dev/authentication/installing-with-oauth."""
    header = next((value for name, value in answer.headers.items() if name.lower() == "x-oauth-scopes"), "")
    return {scope.strip() for scope in str(header).split(",") if scope.strip()}


def _scopes(granted: set[str]) -> Check:
    lacking = [scope for scope in SCOPES if scope not in granted]
    if not lacking:
        return Check("slack scopes", ok=True, detail=f"all {len(SCOPES)} of manifest.yaml")
    detail = "lacks " + ", ".join(f"{scope} ({SCOPES[scope]})" for scope in lacking)
    return Check("slack scopes", ok=False, detail=detail, mend=_REINSTALL)


async def _app_id(client: SlackClient, us: AsyncSlackResponse, granted: set[str]) -> str:
    """The app that the bot token is of; "" if Slack does not tell."""
    if us.get("app_id") or "users:read" not in granted:
        return str(us.get("app_id") or "")
    return str((await client.web.bots_info(bot=us["bot_id"]))["bot"].get("app_id") or "")


async def _channels(client: SlackClient, granted: set[str]) -> Check:
    """Where we are. To list channels takes scopes that nothing else of ours needs, so manifest.yaml leaves them out."""
    kinds = [kind for kind, scope in _CHANNELS_READ.items() if scope in granted]
    if not kinds:
        return Check("slack channels", ok=True, detail="Slack tells them only to apps with channels:read", mend=_INVITE)
    found = (await client.web.users_conversations(types=kinds, exclude_archived=True, limit=_PAGE))["channels"]
    if not found:
        return Check("slack channels", ok=False, detail="in none yet", mend=_INVITE, needed=False)
    named = [f"#{channel['name']}" for channel in found[:_NAMED]]
    more = len(found) - len(named)
    return Check("slack channels", ok=True, detail=f"in {listed([*named, counted(more, 'other')] if more else named)}")


async def _socket(client: SlackClient, token: str) -> tuple[list[Check], str]:
    """Whether Slack would open a connection: an address that nobody connects to opens none."""
    if not token.startswith(_APP_TOKEN):
        return [_wrong_kind("slack socket", "SLACK_APP_TOKEN", _APP_TOKEN, errors.BAD_APP_TOKEN[1])], ""
    try:
        await client.web.apps_connections_open(app_token=token)
    except SlackApiError as error:
        refusal = errors.refused_for_good(error, app_token=True)
        if refusal is None:
            raise
        raise refusal from error
    detail = "Slack opens it; which events come, manifest.yaml alone decides"
    return [Check("slack socket", ok=True, detail=detail)], ""


def _one_app(app_id: str, app_token: str) -> list[Check]:
    """Tokens of two apps both work, and no event ever arrives."""
    found = _APP_OF_TOKEN.match(app_token)
    if not app_id or not found or found[1] == app_id:
        return []
    detail = f"SLACK_BOT_TOKEN is of the app {app_id}, SLACK_APP_TOKEN of {found[1]}"
    return [Check("slack tokens", ok=False, detail=detail, mend=f"Take both from the same app at {errors.APPS}.")]
