"""Messages with more than text, as plain values: cards, buttons, menus, forms. Each adapter builds its own from them.

An `action` is what comes back when somebody clicks: an opaque key of at most 100 characters that names everything the handler
needs, so that a click works after any restart. Lengths are the least that both platforms take; a text that is longer is cut by
whoever builds the view, never by an adapter.
"""

from dataclasses import dataclass
from typing import Literal

ACTION_LENGTH = 100
LABEL_LENGTH = 75
OPTION_LENGTH = 75  # of an option's label and description
VALUE_LENGTH = 100  # of an option's value; a catalogue's title ids are at most 88
OPTIONS = 25  # of a menu, and of a command's suggestions
BUTTONS_A_ROW = 5

Tone = Literal["plain", "main", "good", "bad"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button. Its label says in words what it does; colour and emoji only repeat it."""

    action: str
    label: str
    tone: Tone = "plain"
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Link:
    """A button that opens an address and tells us nothing."""

    url: str
    label: str


@dataclass(frozen=True, slots=True)
class Option:
    """A choice of a menu, or a suggestion while a command is typed. `value` comes back."""

    value: str
    label: str
    description: str = ""
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu to choose `least` to `most` options from."""

    action: str
    prompt: str
    options: tuple[Option, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Picture:
    """An image by address, with the words for whoever cannot see it."""

    url: str
    alt: str


@dataclass(frozen=True, slots=True)
class Card:
    """One thing with its facts. `heading` is plain text; `lines` are Markdown."""

    heading: str
    lines: tuple[str, ...] = ()
    picture: Picture | None = None
    buttons: tuple[Button | Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text to keep, as a file; only where `ChatLimits.files` says that a private answer can carry one."""

    name: str
    text: str


Control = tuple[Button | Link, ...] | Menu
"""One row under a view: up to five buttons, or one menu."""


@dataclass(frozen=True, slots=True)
class View:
    """A message: Markdown on top, cards, rows of controls, a small line at the foot (sources that must be named)."""

    text: str = ""
    cards: tuple[Card, ...] = ()
    controls: tuple[Control, ...] = ()
    foot: str = ""
    file: Attachment | None = None


@dataclass(frozen=True, slots=True)
class Field:
    """One text that a form asks for. `name` keys the answer."""

    name: str
    label: str
    value: str = ""
    placeholder: str = ""
    long: bool = False
    required: bool = False
    most: int = 1000  # characters


@dataclass(frozen=True, slots=True)
class Form:
    """A dialog with up to five text fields; `action` comes back with what was typed."""

    action: str
    title: str
    fields: tuple[Field, ...]
