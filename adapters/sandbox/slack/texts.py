"""Slack's text: escaping, tokens such as `<@U…>`, and the rich text that a person's client sends (pure).

https://docs.slack.dev/messaging/formatting-message-text
"""

import re
from collections.abc import Callable, Iterable

from adapters.sandbox.wire import JsonObject

_TOKEN = re.compile(r"<(?:[@#!][^<>\s]+|(?:https?://|mailto:|tel:)[^<>]+)>")
_BARE_LINK = re.compile(r"https?://[^\s<>|]+")
_ENTITY = re.compile(r"&(?!amp;|lt;|gt;)")
_USER = re.compile(r"<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>")
_CROWD = re.compile(r"<!(?:channel|here|everyone|subteam\^)[^<>]*>")
_CROWD_BY_NAME = re.compile(r"(?<!\w)@(?:channel|here|everyone)\b")


def stored(text: str) -> str:
    """The text as Slack keeps it: tokens as they are, every other `&`, `<` and `>` escaped."""
    return _over_tokens(text, lambda plain: _ENTITY.sub("&amp;", plain).replace("<", "&lt;").replace(">", "&gt;"))


def typed(text: str) -> str:
    """What a person's client makes of typed text: escaped, with bare links made tokens."""
    linked = _over_tokens(text, lambda plain: _BARE_LINK.sub(lambda found: f"<{found[0]}>", plain))
    return stored(linked)


def _over_tokens(text: str, change: Callable[[str], str]) -> str:
    parts: list[str] = []
    end = 0
    for token in _TOKEN.finditer(text):
        parts += [change(text[end : token.start()]), token[0]]
        end = token.end()
    return "".join([*parts, change(text[end:])])


def users_in(text: str) -> tuple[str, ...]:
    """The users that the text mentions, first mention first."""
    return tuple(dict.fromkeys(_USER.findall(text)))


def calls_crowd(text: str, *, by_name: bool = False) -> bool:
    """Whether the text notifies a whole channel; `by_name` also by plain `@channel`, as `link_names` makes it."""
    return bool(_CROWD.search(text) or (by_name and _CROWD_BY_NAME.search(text)))


def rich_text(text: str, block_id: str) -> JsonObject:
    """The rich-text block of a person's message."""
    elements: list[JsonObject] = []
    end = 0
    for token in _TOKEN.finditer(text):
        elements += [*_plain(text[end : token.start()]), _element(token[0][1:-1])]
        end = token.end()
    elements += _plain(text[end:])
    section: JsonObject = {"type": "rich_text_section", "elements": elements}
    return {"type": "rich_text", "block_id": block_id, "elements": [section]}


def _plain(text: str) -> Iterable[JsonObject]:
    return [{"type": "text", "text": unescaped(text)}] if text else []


def unescaped(text: str) -> str:
    """Plain text of escaped text."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _element(token: str) -> JsonObject:
    target, _, label = token.partition("|")
    match token[0]:
        case "@":
            return {"type": "user", "user_id": target[1:]}
        case "#":
            return {"type": "channel", "channel_id": target[1:]}
        case "!":
            return {"type": "broadcast", "range": target[1:]}
        case _:
            return {"type": "link", "url": unescaped(target), **({"text": unescaped(label)} if label else {})}


def texts_in(value: object) -> list[str]:
    """Every text of blocks or attachments that may be shown as Slack's markup or as Markdown; plain text is not among them."""
    if isinstance(value, list | tuple):
        return [text for one in value for text in texts_in(one)]
    if not isinstance(value, dict) or value.get("type") == "plain_text":
        return []
    own = value.get("text")
    found = [own] if isinstance(own, str) else []
    if value.get("type") == "user":
        found.append(f"<@{value.get('user_id')}>")
    if value.get("type") == "broadcast":
        found.append(f"<!{value.get('range')}>")
    inner = [one for name, one in value.items() if name != "text" or not isinstance(own, str)]
    return found + texts_in(inner)


def length_of(value: object) -> int:
    """Characters of all texts in blocks."""
    if isinstance(value, str):
        return len(value)
    if isinstance(value, list | tuple):
        return sum(length_of(one) for one in value)
    if isinstance(value, dict):
        return sum(length_of(one) for name, one in value.items() if name in _TEXT_KEYS or isinstance(one, list | dict))
    return 0


_TEXT_KEYS = frozenset({"text", "title", "details", "output", "alt_text"})
