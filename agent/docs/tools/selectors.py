"""Specificity as Selectors Level 4 §17 counts it. tinycss2 splits the text into CSS tokens.

cssselect2, which stands on the same tokens, is no help here: it ignores `of S` in `:nth-child()` and refuses `::part()`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tinycss2 import nth, parse_component_value_list

from agent.docs.tools.specificity import CLASS, ID, TYPE, ZERO, BadSelector, Complex, Part, Specificity, Why


def selectors(text: str) -> tuple[Complex, ...]:
    """The selectors of a comma-separated list. Raises BadSelector."""
    flat = " ".join(text.split())
    items = parse_component_value_list(flat, skip_comments=True)
    return tuple(_Reader(flat, part, end).complex() for part, end in _by_comma(items, len(flat) + 1))


def _by_comma(items: Sequence[Any], end: int) -> list[tuple[list[Any], int]]:
    """The tokens between commas, each with the column behind them."""
    parts: list[tuple[list[Any], int]] = [([], end)]
    for item in items:
        if item == ",":
            parts[-1] = (parts[-1][0], _column(item))
            parts.append(([], end))
        else:
            parts[-1][0].append(item)
    for part, behind in parts:
        if all(item.type == "whitespace" for item in part):
            raise BadSelector("empty", behind)
    return parts


def _column(item: Any) -> int:
    return int(item.source_column)


_LEGACY_ELEMENTS = frozenset({"before", "after", "first-line", "first-letter"})
_OF_LISTS = frozenset({"is", "not", "has", "where", "matches"})
_OF_ONE = frozenset({"host", "host-context"})  # CSS Scoping: a pseudo-class and its argument
_NTH = frozenset({"nth-child", "nth-last-child"})
_NTH_PLAIN = frozenset({"nth-of-type", "nth-last-of-type", "nth-col", "nth-last-col"})
_TRANSITIONS = "view-transition-"
_OPERATORS = frozenset({"=", "~=", "|=", "^=", "$=", "*="})
_COMBINATORS = (">", "+", "~", "||")  # a token compares with its text, but has no hash


@dataclass(slots=True)
class _Reader:
    """Reads the tokens of one complex selector of `flat`, up to the column `end`. `inside` names the pseudo-classes around."""

    flat: str
    items: Sequence[Any]
    end: int
    inside: tuple[str, ...] = ()
    at: int = 0
    parts: list[Part] = field(default_factory=list)

    def complex(self) -> Complex:
        self._space()
        if self.inside[-1:] == ("has",) and self._peek() in _COMBINATORS:
            self.at += 1
            self._space()
        ended = self._compound()
        while self._more():
            if ended:
                raise self._bad("after_pseudo_element")
            ended = self._compound()
        return Complex(self._typed(0, len(self.items)), tuple(self.parts))

    def _more(self) -> bool:
        """Whether another compound follows; its combinator is taken."""
        spaced = self._space()
        item = self._peek()
        if item is None:
            return False
        if item in _COMBINATORS:
            self.at += 1
            self._space()
        elif not spaced:
            raise self._bad("type_late" if item.type == "ident" or item == "*" else "unexpected")
        return True

    def _compound(self) -> bool:
        """Take one compound selector; whether it ends in a pseudo-element."""
        begin = self.at
        self._type()
        element = False
        while (item := self._peek()) is not None and item.type != "whitespace":
            if not (item.type in {"hash", "[] block"} or item in (".", ":", "&")):
                break
            if element and item != ":":
                raise self._bad("after_pseudo_element")
            element = self._simple(item) or element
        if self.at == begin:
            raise self._bad("unexpected" if self._peek() is not None else "ends")
        return element

    def _type(self) -> None:
        """Take a type or universal selector with its namespace, if one comes."""
        begin = self.at
        first = self._peek()
        named = first is not None and (first.type == "ident" or first == "*")
        if named:
            self.at += 1
        bar = self._peek()
        if bar == "|":
            self.at += 1
            first = self._peek()
            if first is None or not (first.type == "ident" or first == "*"):
                raise self._bad("unexpected" if first is not None else "ends")
            self.at += 1
        elif not named:
            return
        self._add(begin, ZERO if first == "*" else TYPE)

    def _simple(self, item: Any) -> bool:
        """Take a simple selector; whether it is a pseudo-element."""
        begin = self.at
        self.at += 1
        if item == "&":
            raise BadSelector("nesting", _column(item), "&")
        if item == ":":
            return self._pseudo(begin)
        if item.type == "hash":
            if not item.is_identifier:
                raise BadSelector("unexpected", _column(item), f"#{item.value}")
            self._add(begin, ID)
        elif item == ".":
            self._ident("class")
            self._add(begin, CLASS)
        else:
            _check_attribute(item)
            self._add(begin, CLASS)
        return False

    def _pseudo(self, begin: int) -> bool:
        doubled = self._peek() == ":"
        if doubled:
            self.at += 1
        item = self._peek()
        if item is None or item.type not in {"ident", "function"}:
            raise self._bad("pseudo")
        self.at += 1
        element = doubled or (item.type == "ident" and item.lower_value in _LEGACY_ELEMENTS)
        if element and self.inside and self.inside[-1] in _OF_LISTS:
            raise BadSelector("pseudo_inside", _column(item), f":{self.inside[-1]}()")
        self._add(begin, self._element(item) if element else self._class(item))
        return element

    def _element(self, item: Any) -> Specificity:
        if item.type == "ident":
            return TYPE
        if item.lower_name == "slotted":  # CSS Scoping: a pseudo-element and its argument
            return TYPE.plus(self._inner(item, item.lower_name))
        if item.lower_name.startswith(_TRANSITIONS) and _written(item.arguments).strip() == "*":
            return ZERO  # CSS View Transitions: only a name counts
        return TYPE

    def _class(self, item: Any) -> Specificity:
        if item.type == "ident":
            if item.lower_value in _OF_LISTS | _NTH | _NTH_PLAIN:
                raise BadSelector("argument", _column(item), f":{item.value}")
            return CLASS
        name = item.lower_name
        if name == "where":
            self._inner(item, name)
            return ZERO
        if name in _OF_LISTS:
            if name == "has" and "has" in self.inside:
                raise BadSelector("has_inside", _column(item), ":has()")
            return self._inner(item, name)
        if name in _OF_ONE:
            return CLASS.plus(self._inner(item, name))
        if name in _NTH | _NTH_PLAIN:
            return CLASS.plus(self._nth(item, name))
        return CLASS

    def _nth(self, item: Any, name: str) -> Specificity:
        """The selector after `of`, if there is one; the An+B before it is checked."""
        arguments = list(item.arguments)
        of = next((at for at, one in enumerate(arguments) if one.type == "ident" and one.lower_value == "of"), None)
        if nth.parse_nth(arguments[:of]) is None or (of is not None and name not in _NTH):
            raise BadSelector("nth", _column(item), f":{name}({_written(arguments)})")
        return ZERO if of is None else self._most(arguments[of + 1 :], name)

    def _inner(self, item: Any, name: str) -> Specificity:
        """The most specific of a pseudo-class's arguments; only `:is()` and `:where()` may have none."""
        if all(one.type == "whitespace" for one in item.arguments):
            if name in {"is", "where", "matches"}:
                return ZERO
            raise BadSelector("argument", _column(item), f":{name}")
        return self._most(item.arguments, name)

    def _most(self, items: Sequence[Any], name: str) -> Specificity:
        inside = (*self.inside, name)
        # The bracket that closes is the last character before the next token.
        end = self._column_at(self.at) - 1
        parts = _by_comma(items, end)
        return max(_Reader(self.flat, part, behind, inside).complex().specificity for part, behind in parts)

    def _ident(self, why: Why) -> None:
        item = self._peek()
        if item is None or item.type != "ident":
            raise self._bad(why)
        self.at += 1

    def _add(self, begin: int, counts: Specificity) -> None:
        text, last = self._typed(begin, self.at), self.items[self.at - 1]
        closing = {"function": ")", "[] block": "]"}.get(last.type, "")
        if not text.endswith(closing):
            raise BadSelector("unclosed", _column(last), text)
        self.parts.append(Part(text, counts))

    def _typed(self, begin: int, end: int) -> str:
        return self.flat[self._column_at(begin) - 1 : self._column_at(end) - 1].strip()

    def _column_at(self, at: int) -> int:
        return _column(self.items[at]) if at < len(self.items) else self.end

    def _peek(self) -> Any:
        return self.items[self.at] if self.at < len(self.items) else None

    def _space(self) -> bool:
        begin = self.at
        while (item := self._peek()) is not None and item.type == "whitespace":
            self.at += 1
        return self.at > begin

    def _bad(self, why: Why) -> BadSelector:
        item = self._peek()
        if item is None:
            return BadSelector(why, self.end)
        return BadSelector("token" if item.type == "error" else why, _column(item), _written((item,)))


def _check_attribute(block: Any) -> None:
    """Whether the brackets hold a name, and perhaps an operator with a value and a flag (Selectors 4 §6)."""
    items = [item for item in block.content if item.type != "whitespace"]
    shape = "".join(_letter(item) for item in items)
    name = shape.removeprefix("i|") if shape.startswith("i|i") else shape.removeprefix("*|").removeprefix("|")
    if name not in {"i", "ioi", "ios", "ioii", "iosi"} or (len(name) == 4 and items[-1].lower_value not in {"i", "s"}):
        raise BadSelector("attribute", _column(block), _written((block,)))


def _letter(item: Any) -> str:
    if item.type in {"ident", "string"}:
        return "i" if item.type == "ident" else "s"
    if item.type == "literal" and item.value in _OPERATORS:
        return "o"
    return str(item.value) if item.type == "literal" else "?"


def _written(items: Sequence[Any]) -> str:
    return "".join(item.serialize() for item in items)
