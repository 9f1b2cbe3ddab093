"""A local Slack (Web API and Socket Mode) that the unmodified slack-bolt speaks to over real sockets."""

from adapters.sandbox.slack.errors import ApiError, Refusal
from adapters.sandbox.slack.limits import NO_LIMITS, REAL_LIMITS, Limits
from adapters.sandbox.slack.server import SlackServer
from adapters.sandbox.slack.world import World

__all__ = ["NO_LIMITS", "REAL_LIMITS", "ApiError", "Limits", "Refusal", "SlackServer", "World"]
