"""What buttons, menus and forms carry, and how it is written into the one string that comes back with a click. Pure.

An action names everything that its handler needs, so that a click works after any restart. It never says who may click: the
handler asks who did. All strings keep to `bot.views.ACTION_LENGTH`.

    t:<verb>:<turn>:<n>     something about the n-th card of a turn, counted from 0
    u:<verb>:<turn>:<n>     take that back
    w:<list>:<title id>     take a title, named in a command, off a list again
    f:<up|down>:<turn>      feedback on an answer
    c:<turn>                the form for a comment on it
    s:<turn>                stop an answer
    l:<list>:<page>         show a page of a list, counted from 0
    r:<list>:<page>         the menu of that page: remove what is chosen
    m:<choice>:<on|off>     a person's own choice
    p:<step>:<page>         what is stored about a person: show it, export a page, ask before deleting, delete
    n:<verb>:<session>:<round>:<arg>    a part in a movie night
"""

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

Verb = Literal["like", "not", "seen", "list"]
Verdict = Literal["up", "down"]
ListName = Literal["seen", "watchlist"]
ChoiceName = Literal["everywhere", "notices", "region"]
PrivacyStep = Literal["show", "export", "ask", "delete"]
NightVerb = Literal[
    "join", "leave", "start", "love", "time", "short", "answer", "duel", "strike", "said", "approve", "surprise", "ready",
    "goon", "cancel", "thumb",
]  # fmt: skip

_FLAG = "on|off"
_TURN = r"[0-9a-f]{32}"
_NUMBER = r"(?:0|[1-9][0-9]{0,5})"
_ARG = r"[a-z0-9-]{0,20}"
_TITLE = r"[^:\s]{1,88}"


def _any(names: object) -> str:
    return "|".join(get_args(names))


@dataclass(frozen=True, slots=True)
class AboutTitle:
    """A button of a card: `number` counts the cards of turn `turn` from 0."""

    verb: Verb
    turn: str
    number: int


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back what `AboutTitle` of the same values did."""

    verb: Verb
    turn: str
    number: int


@dataclass(frozen=True, slots=True)
class TakeOff:
    """Take a title off a list, by its id of at most 88 characters (the catalogue's are no longer)."""

    name: ListName
    title: str


@dataclass(frozen=True, slots=True)
class GiveFeedback:
    """Thumbs up or down for a turn's answer."""

    verdict: Verdict
    turn: str


@dataclass(frozen=True, slots=True)
class Comment:
    """The form in which a person says what was wrong with an answer."""

    turn: str


@dataclass(frozen=True, slots=True)
class StopTurn:
    """Stop a running answer."""

    turn: str


@dataclass(frozen=True, slots=True)
class ShowList:
    """Show a page of one's own list."""

    name: ListName
    page: int


@dataclass(frozen=True, slots=True)
class RemoveFromList:
    """The menu under that page; the titles' ids are the values."""

    name: ListName
    page: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Turn one of one's own choices on or off."""

    choice: ChoiceName
    on: bool


@dataclass(frozen=True, slots=True)
class Privacy:
    """A step of what is stored about oneself; `page` counts the parts of an export from 0."""

    step: PrivacyStep
    page: int = 0


@dataclass(frozen=True, slots=True)
class Night:
    """A button or menu of the movie night `session`, under its message of `round`.

    `arg` is the side of a duel, "on" or "off" for `short`, "up" or "down" for `thumb`, else "". Values of menus come beside it.
    """

    verb: NightVerb
    session: str
    round: int
    arg: str = ""


Action: TypeAlias = (
    AboutTitle | Undo | TakeOff | GiveFeedback | Comment | StopTurn | ShowList | RemoveFromList | Choose | Privacy | Night
)


_Form: TypeAlias = tuple[type[Any], tuple[str, ...]]

# The letter of each action: its type, and a pattern for each of its fields in order.
_FORMS: Mapping[str, _Form] = {
    "t": (AboutTitle, (_any(Verb), _TURN, _NUMBER)),
    "u": (Undo, (_any(Verb), _TURN, _NUMBER)),
    "w": (TakeOff, (_any(ListName), _TITLE)),
    "f": (GiveFeedback, (_any(Verdict), _TURN)),
    "c": (Comment, (_TURN,)),
    "s": (StopTurn, (_TURN,)),
    "l": (ShowList, (_any(ListName), _NUMBER)),
    "r": (RemoveFromList, (_any(ListName), _NUMBER)),
    "m": (Choose, (_any(ChoiceName), _FLAG)),
    "p": (Privacy, (_any(PrivacyStep), _NUMBER)),
    "n": (Night, (_any(NightVerb), _TURN, _NUMBER, _ARG)),
}
_LETTERS = {made: letter for letter, (made, _) in _FORMS.items()}


def write(action: Action) -> str:
    """The action as its string."""
    values = (getattr(action, field.name) for field in dataclasses.fields(action))
    return ":".join((_LETTERS[type(action)], *map(_written, values)))


def read(text: str) -> Action | None:
    """The action that a string carries; None for one that we never wrote, or no longer know."""
    letter, *values = text.split(":")
    made, patterns = _FORMS.get(letter, (None, ()))
    if made is None or len(values) != len(patterns):
        return None
    if not all(re.fullmatch(pattern, value) for pattern, value in zip(patterns, values, strict=True)):
        return None
    action: Action = made(*map(_value, patterns, values))
    return action


def _written(value: str | int | bool) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return str(value)


def _value(pattern: str, text: str) -> str | int | bool:
    if pattern == _NUMBER:
        return int(text)
    return text == "on" if pattern == _FLAG else text
