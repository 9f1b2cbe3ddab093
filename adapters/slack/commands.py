"""What people type after /matinee as one of our commands. Pure.

Slack has one command with words behind it: the words are the names of ours, then their options, by name or in order.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.slash.declare import Command, CommandOption

COMMAND: Final = "/matinee"
HELP: Final = "help"

_YES: Final = {"true", "yes", "on", "1"}
_NO: Final = {"false", "no", "off", "0"}
_CHANNEL = re.compile(r"^(?:<#)?(?P<id>[CG][A-Z0-9]{5,})(?:\|[^>]*)?>?$")

Value = str | int | bool


@dataclass(frozen=True, slots=True)
class Typed:
    """A command as it was typed. `lacks` is the option that it cannot do without and that can be chosen from a menu."""

    name: str
    options: Mapping[str, Value] = field(default_factory=dict)
    lacks: CommandOption | None = None


def typed(text: str, commands: Sequence[Command]) -> Typed:
    """The command that the words name; help for words that name none."""
    known = {command.name: command for command in commands if not command.on_message}
    words = text.split()
    for count in (2, 1):
        command = known.get(" ".join(words[:count]).casefold())
        if command is not None:
            return _with_options(command, _after(text, count))
    if len(words) == 1 and (command := known.get(f"{words[0].casefold()} show")):
        return Typed(command.name)
    if words and (command := known.get(f"{words[0].casefold()} start")):
        return _with_options(command, _after(text, 1))
    return Typed(HELP)


def on_message(callback_id: str, commands: Sequence[Command]) -> str | None:
    """The command in a message's menu that Slack knows under this id; None for one that is not ours."""
    return next((each.name for each in commands if each.on_message and shortcut(each.name) == callback_id), None)


def shortcut(name: str) -> str:
    """The id under which the manifest declares such a command."""
    return name.casefold().replace(" ", "_")


def _with_options(command: Command, rest: str) -> Typed:
    if len(command.options) == 1:
        options = _one(command.options[0], rest)
    elif command.options and all(option.kind == "text" for option in command.options):
        options = _texts(command.options, rest)
    else:
        options = _several(command.options, rest.split())
    lacks = next((each for each in command.options if each.required and each.suggests and each.name not in options), None)
    return Typed(command.name, options, lacks)


def _after(text: str, count: int) -> str:
    parts = text.split(maxsplit=count)
    return parts[count].strip() if len(parts) > count else ""


def _one(option: CommandOption, rest: str) -> dict[str, Value]:
    """All that follows is the only option's value; its name before it is not needed."""
    named = re.match(rf"{re.escape(option.name)}(?:\s*[:=]\s*|\s+|$)", rest, re.IGNORECASE)
    is_named = named is not None and (option.kind != "text" or re.search("[:=]", named[0]))
    value = rest[named.end() :] if named and is_named else rest
    if option.kind == "flag" and named and not value:
        return {option.name: True}
    return _valued(option, value.strip())


def _texts(options: Sequence[CommandOption], rest: str) -> dict[str, Value]:
    """Several texts, which may have spaces, with semicolons between them, or commas; their names are optional."""
    name = re.compile(rf"^\s*(?:{'|'.join(re.escape(option.name) for option in options)})\s*[:=]", re.IGNORECASE)
    parts = [name.sub("", part).strip() for part in rest.split(";" if ";" in rest else ",")]
    return {option.name: part for option, part in zip(options, filter(None, parts), strict=False)}


def _several(options: Sequence[CommandOption], words: list[str]) -> dict[str, Value]:
    made: dict[str, Value] = {}
    by_name = {option.name: option for option in options}
    waiting: CommandOption | None = None
    for word in words:
        name, _, value = word.partition(":") if ":" in word and not word.startswith("<") else word.partition("=")
        option = by_name.get(name.casefold())
        if waiting is not None and option is None:
            made |= _valued(waiting, word)
            waiting = None
        elif option is not None and value:
            made |= _valued(option, value)
        elif option is not None and option.kind == "flag":
            made[option.name] = True
        elif option is not None:
            waiting = option
        else:
            made |= _in_order(options, made, word)
    return made


def _in_order(options: Sequence[CommandOption], made: Mapping[str, Value], word: str) -> dict[str, Value]:
    """A value without a name is the first option's that can take it."""
    numbers = [option for option in options if option.kind == "number"]
    for option in options:
        is_number = len(numbers) == 1 and option.kind == "number" and word.isascii() and word.isdigit()
        if is_number and option.name not in made:
            return _valued(option, word)
        if option.name not in made and option.kind in {"choice", "channel"} and (value := _valued(option, word)):
            is_choice = option.kind != "choice" or value[option.name] in {choice.value for choice in option.choices}
            if is_choice:
                return value
    return {}


def _valued(option: CommandOption, text: str) -> dict[str, Value]:
    if not text:
        return {}
    match option.kind:
        case "number":
            return {option.name: int(text) if text.isascii() and text.isdigit() else text}
        case "flag":
            known = text.casefold() in _YES | _NO
            return {option.name: text.casefold() in _YES} if known else {}
        case "channel":
            found = _CHANNEL.match(text)
            return {option.name: found["id"]} if found else {}
        case "choice":
            words = {word.casefold(): each.value for each in option.choices for word in (each.value, each.label, *each.also)}
            return {option.name: words.get(text.casefold(), text)}
        case "text":
            return {option.name: text}
