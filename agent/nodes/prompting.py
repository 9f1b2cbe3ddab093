"""Prompts from `agent/prompts/*.md`. Everything that people, catalogues or files wrote goes in as quoted data."""

import json
from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from agent.contract import HistoryMessage, House
from agent.domain import Document
from agent.llm import ChatMessage

_TEXT_LIMIT = 4000  # characters of one question; a chat message holds no more
_HISTORY_LIMIT = 8  # messages
_HISTORY_TEXT_LIMIT = 700  # characters of one earlier message


@cache
def _template(name: str) -> tuple[str, str]:
    system, _, user = (files("agent") / "prompts" / f"{name}.md").read_text("utf-8").partition("\n---\n")
    return system.strip(), user.strip()


def prompt(name: str, **values: str) -> list[ChatMessage]:
    """The prompt `name`: what stands above `---` is the system's part; `{{key}}` in the part below is replaced."""
    system, user = _template(name)
    for key, value in values.items():
        user = user.replace("{{" + key + "}}", value.replace("{{", "{ {"))
    return [ChatMessage("system", system), ChatMessage("user", user)]


def data(text: str, limit: int = _TEXT_LIMIT) -> str:
    """A text as a JSON string: no line break or tag in it can pose as part of the prompt."""
    return json.dumps(text[:limit], ensure_ascii=False).replace("<", "\\u003c").replace(">", "\\u003e")


def language(house: House) -> str:
    """The language to answer in, as the prompts name it."""
    return f"the one with the ISO 639-1 code {data(house.language)}" if house.language else "that of the message"


def conversation(history: Sequence[HistoryMessage]) -> str:
    """The last messages, one JSON object a line, with the titles that each presented; what was only referred to is `quoted`."""
    return "\n".join(
        json.dumps(
            {
                "role": "quoted" if message.is_quoted else message.role,
                "text": (message.short or message.text)[:_HISTORY_TEXT_LIMIT],
                **({"titles": [_named(ref.title, ref.year) for ref in message.titles]} if message.titles else {}),
            },
            ensure_ascii=False,
        )
        .replace("<", "\\u003c")
        .replace(">", "\\u003e")
        for message in history[-_HISTORY_LIMIT:]
    )


def numbered(documents: Sequence[Document]) -> str:
    """The documents, numbered from 1, each as quoted data."""
    return "\n".join(
        f"[{number}] {data(_named(document.ref.title, document.ref.year) + chr(10) + document.text)}"
        for number, document in enumerate(documents, 1)
    )


def _named(title: str, year: int | None) -> str:
    return f"{title} ({year})" if year else title
