"""Whom a text mentions, and whom of them a sender lets it ping (pure).

https://discord.com/developers/docs/resources/message#allowed-mentions-object
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from adapters.sandbox.discord.errors import JsonObject, invalid

_CODE = re.compile(r"```.*?```|`[^`\n]+`", re.DOTALL)
_USER = re.compile(r"<@!?(\d{1,20})>")
_ROLE = re.compile(r"<@&(\d{1,20})>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(frozen=True, slots=True)
class Mentions:
    """Ids of users and roles in the order of the text, and whether everyone is called."""

    users: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    everyone: bool = False


@dataclass(frozen=True, slots=True)
class AllowedMentions:
    """What a sender lets its text ping. The default is Discord's for a message that says nothing about it."""

    kinds: frozenset[str] = frozenset({"users", "roles", "everyone"})
    users: frozenset[str] = frozenset()
    roles: frozenset[str] = frozenset()
    replied_user: bool = True


PING_ALL = AllowedMentions()
"""What a message that says nothing lets through."""


def find_mentions(text: str) -> Mentions:
    """Mentions that count: none inside code."""
    plain = _CODE.sub(" ", text)
    return Mentions(_unique(_USER.findall(plain)), _unique(_ROLE.findall(plain)), bool(_EVERYONE.search(plain)))


def permitted(found: Mentions, allowed: AllowedMentions) -> Mentions:
    """The mentions that the sender lets through."""
    return Mentions(
        tuple(user for user in found.users if "users" in allowed.kinds or user in allowed.users),
        tuple(role for role in found.roles if "roles" in allowed.kinds or role in allowed.roles),
        found.everyone and "everyone" in allowed.kinds,
    )


def parse_allowed(body: JsonObject | None) -> AllowedMentions:
    """The `allowed_mentions` of a request. Raises 50035 for a kind named in `parse` and listed as well."""
    if body is None:
        return PING_ALL
    kinds, users, roles = (_strings(body.get(key)) for key in ("parse", "users", "roles"))
    for name, listed in (("users", users), ("roles", roles)):
        if listed and name in kinds:
            raise invalid(
                "allowed_mentions",
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f"parse:[{name}] and {name}: [ids] are mutually exclusive.",
            )
    return AllowedMentions(kinds, users, roles, bool(body.get("replied_user")))


def _strings(value: object) -> frozenset[str]:
    return frozenset(str(item) for item in value) if isinstance(value, list) else frozenset()


def _unique(items: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(items))
