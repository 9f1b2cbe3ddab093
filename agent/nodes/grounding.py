"""A model's answer on its way out: only titles that were retrieved get through.

The model begins each recommendation with a document's number, `[2] …`; title and year are put in from the document, not from
the model. Text goes out sentence by sentence, because a name can only be judged once it is whole: a sentence that names
something found neither in the documents nor in what people said is left out. A recommendation that loses all its sentences
keeps the document's own reasons.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from agent.domain import Checked, Document
from agent.nodes.names import Names

_MARKER = re.compile(r"[ \t]*(?:[-*•]\s*|\d{1,2}[.)]\s*)?(?:\*\*)?\[(\d{1,3})\](?:\*\*)?[ \t:.–—-]*")
# What may still become a marker: wait for more before deciding.
_MAY_BE_MARKER = re.compile(r"[ \t]*(?:[-*•]\s*|\d{1,2}[.)]?\s*)?\*{0,2}(?:\[\d{0,3})?")
_SENTENCE = re.compile(r"[^\n]*?[.!?…][\"'”’)*_\]]*(?=\s)|[^\n]*\n", re.DOTALL)
_LIST_NUMBER = re.compile(r"\s*\d{1,2}\.[ \t]+")  # its full stop ends no sentence
_LINE_LIMIT = 600  # characters without a sentence end: judged as they are, so that nothing piles up


class Grounded:
    """Feed it tokens; it gives out text that may be shown. `cited` are the documents presented, in order.

    `check` holds a sentence about a document against its facts; `changed` counts the details that it put right or left out.
    `hidden`: what is told of a document stands between spoiler marks, each sentence for itself, so that none is ever cut open.
    """

    def __init__(
        self,
        documents: Sequence[Document],
        *,
        said: str,
        strict: bool,
        hidden: bool = False,
        check: Callable[[str, Document], Checked] | None = None,
    ) -> None:
        self._documents = documents
        self._check = check
        self.changed = 0
        self._hidden = hidden
        self._names = Names(documents, said, strict=strict)
        self._buffer = ""
        self._at_line_start = True
        self._dropping = False
        self._item: Document | None = None
        self._item_said = False
        self._written = False
        self._breaks = 0
        self.cited: tuple[Document, ...] = ()

    def feed(self, text: str) -> Iterator[str]:
        """Take a token; give out what is certain by now."""
        self._buffer += text
        yield from self._drain()

    def finish(self) -> Iterator[str]:
        """Give out the rest."""
        if self._buffer:
            self._buffer += "\n"
            yield from self._drain()
        yield from self._close_item()

    def _drain(self) -> Iterator[str]:
        while self._buffer:
            if self._at_line_start:
                if _MAY_BE_MARKER.fullmatch(self._buffer):
                    return
                if marker := _MARKER.match(self._buffer):
                    if self._buffer[marker.end() :] in {"", "*"}:  # its separator may go on
                        return
                    self._buffer = self._buffer[marker.end() :]
                    yield from self._open_item(self._numbered(int(marker[1])))
                    continue
            unit = self._next_unit()
            if unit is None:
                return
            yield from self._pass(unit)

    def _next_unit(self) -> str | None:
        numbered = _LIST_NUMBER.match(self._buffer) if self._at_line_start else None
        match = _SENTENCE.match(self._buffer, numbered.end() if numbered else 0)
        if match is None and len(self._buffer) < _LINE_LIMIT:
            return None
        end = match.end() if match else len(self._buffer)
        unit, self._buffer = self._buffer[:end], self._buffer[end:]
        return unit

    def _pass(self, unit: str) -> Iterator[str]:
        ends_line = unit.endswith("\n")
        starts_line, self._at_line_start = self._at_line_start, ends_line
        if starts_line and (document := self._titled(unit)) is not None:
            yield from self._open_item(document)
            self._at_line_start = ends_line
        body = unit.rstrip("\n")
        if self._item is not None and not self._item_said:
            body = self._names.without_title(body, self._item).lstrip()
        elif starts_line:
            body = body.lstrip()
        if body.strip() and not self._dropping and not self._names.foreign(body) and (body := self._checked(body)):
            self._item_said = self._item_said or self._item is not None
            yield self._out(_spoiler(body) if self._hidden and self._item is not None else body)
        if ends_line:
            yield from self._close_item()
            # A line that was left out leaves no gap; more than one empty line is never wanted.
            self._breaks = min(self._breaks + 1, 2) if not self._dropping else self._breaks
            self._dropping = False

    def _checked(self, body: str) -> str:
        if self._item is None or self._check is None:
            return body
        checked = self._check(body, self._item)
        self.changed += checked.changed
        return checked.text

    def _out(self, text: str) -> str:
        breaks, self._breaks = self._breaks if self._written else 0, 0
        self._written = True
        return "\n" * breaks + text

    def _open_item(self, document: Document | None) -> Iterator[str]:
        yield from self._close_item()
        self._at_line_start = False
        if document is None or document in self.cited:
            self._dropping = True
            return
        self.cited = (*self.cited, document)
        self._item, self._item_said = document, False
        year = f" ({document.ref.year})" if document.ref.year else ""
        yield self._out(f"{len(self.cited)}. **{document.ref.title}**{year} – ")

    def _close_item(self) -> Iterator[str]:
        if self._item is not None and not self._item_said:
            yield self._out((", ".join(self._item.why) or "close to what you asked for") + ".")
        self._item = None

    def _numbered(self, number: int) -> Document | None:
        return self._documents[number - 1] if 1 <= number <= len(self._documents) else None

    def _titled(self, unit: str) -> Document | None:
        """The document whose title a line begins with, from a model that writes titles instead of numbers."""
        return next((document for document in self._documents if self._names.without_title(unit, document) != unit), None)


def _spoiler(sentence: str) -> str:
    """The sentence between spoiler marks; white space stays outside, where it parts it from what stands before."""
    told = sentence.replace("||", "").strip()
    return f"{' ' * sentence.startswith(' ')}||{told}||"
