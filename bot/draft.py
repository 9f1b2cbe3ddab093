"""What the user sees of a run: entries are folded into a draft, and a draft is put into words. Pure."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from agent.contract import (
    Entry,
    GenerationStarted,
    GraphEnd,
    GraphStart,
    InterruptAck,
    NodeEnd,
    NodeOutput,
    NodeStart,
    ResponseChunk,
    ResponseDone,
    RunError,
    StepDone,
    Terminal,
    ThinkingEnd,
    ThinkingStart,
)
from bot.markdown import close
from bot.types import Mark, Outcome, Step
from bot.words import cut, plain

WAITING = "*Reading your question…*"
CURSOR = " ▍"
DRAFT_CURSOR = "\n\n-# Draft ▍"  # what has still to be checked says so as long as it grows

# What each node looks like while it works: the mark on the asker's message, and the same in words.
_STEPS: dict[str, tuple[Mark, str]] = {
    "contextualize": ("context", "*Going back over what we said…*"),
    "router": ("route", "*Working out what you are after…*"),
    "retrieve": ("search", "*Searching…*"),
    "generate_retrieve": ("write", "*Writing…*"),
    "generate_general": ("write", "*Writing…*"),
    "reask_user": ("ask", "*Thinking of a question…*"),
    "use_tool": ("compute", "*Working it out from the catalogue…*"),
    "plan_subtasks": ("plan", "*Splitting your question into parts…*"),
    "compute": ("compute", "*Working it out from the catalogue…*"),
    "rewrite_query": ("search", "*Searching…*"),
    "grade_documents": ("search", "*Looking through what I found…*"),
    "build_context": ("search", "*Looking through what I found…*"),
    "synthesize_answer": ("write", "*Writing…*"),
    "verify_answer": ("check", "*Checking what I wrote…*"),
}
_ABOUT = 120  # characters of a part's question


# The same as steps that are ticked off.
_TITLES: dict[Mark, str] = {
    "context": "Going back over what we said",
    "route": "Working out what you are after",
    "search": "Searching the catalogue",
    "write": "Writing",
    "ask": "Thinking of a question",
    "compute": "Working it out from the catalogue",
    "plan": "Splitting your question into parts",
    "check": "Checking what I wrote",
}


@dataclass(frozen=True, slots=True)
class Draft:
    """A run so far. `shown` keeps an earlier attempt's text in view until the new one has caught up with it.

    `unchecked`: the text will be checked before it stays. `about` is the part of the question that the node works on, "" for
    the whole.
    """

    attempt: int = 0
    text: str = ""
    shown: str = ""
    node: str = ""
    about: str = ""
    marks: tuple[Mark, ...] = ()
    thinking: bool = False
    unchecked: bool = False
    end: Terminal | None = None

    @property
    def started(self) -> bool:
        """Whether a worker has begun."""
        return self.attempt > 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """The way so far; the last step is the one that is being taken."""
        last = len(self.marks) - 1
        return tuple(
            Step(mark, _TITLES[mark], "working" if at == last and not self.end else "done")
            for at, mark in enumerate(self.marks)
            if mark in _TITLES
        )


# All that a run may leave on the asker's message.
RESULT_MARKS: tuple[Mark, ...] = (
    "done", "failed", "stopped", "ask", "context", "route", "plan", "search", "write", "compute", "check",
)  # fmt: skip


def fold(draft: Draft, entry: Entry) -> Draft:  # noqa: PLR0911  one return an event
    """The draft after one more entry. Entries of an attempt that was given up change nothing, nor does what follows the end."""
    if draft.end or entry.attempt < draft.attempt:
        return draft
    if entry.attempt > draft.attempt:
        draft = Draft(attempt=entry.attempt, shown=max(draft.shown, draft.text, key=len), marks=draft.marks)
    match entry.event:
        case NodeStart(node, about):
            mark = _STEPS[node][0] if node in _STEPS else None
            marks = draft.marks if mark is None or mark in draft.marks else (*draft.marks, mark)
            return replace(draft, node=node, about=about, marks=marks)
        case ResponseChunk(text):
            return replace(draft, text=draft.text + text, thinking=False)
        case ThinkingStart():
            return replace(draft, thinking=True)
        case ThinkingEnd():
            return replace(draft, thinking=False)
        case ResponseDone() | InterruptAck() | RunError() as end:
            return replace(draft, end=end)
        case NodeOutput(data=data) if data.get("draft"):
            return replace(draft, unchecked=True)
        case GenerationStarted() | GraphStart() | GraphEnd() | NodeEnd() | NodeOutput() | StepDone():
            return draft


def cursor(draft: Draft) -> str:
    """What stands behind the text as long as it grows."""
    if not (draft.text or draft.shown):
        return ""
    return DRAFT_CURSOR if draft.unchecked else CURSOR


def preview(draft: Draft) -> str:
    """The unfinished answer as it was written so far; before its first words, what goes on."""
    text = draft.text if len(draft.text) > len(draft.shown) else draft.shown
    if text.strip():
        return text
    if draft.thinking:
        return "*Thinking it over…*"
    return _working(draft)


def _working(draft: Draft, shown: Callable[[str], str] = plain) -> str:
    words = _STEPS[draft.node][1] if draft.node in _STEPS else WAITING
    if not draft.about:
        return words
    question, _, place = draft.about.rpartition(" (")
    return f"{words.removesuffix('…*')}: {shown(cut(question, _ABOUT))} ({place}*"


def status(draft: Draft) -> str:
    """What goes on, for a line that shows plain text."""
    if draft.text.strip():
        return "Checking what I wrote…" if draft.node == "verify_answer" else "Writing…"
    if not draft.thinking:
        return _working(draft, str).strip("*")
    return preview(replace(draft, shown="")).strip("*")


def final(end: Terminal) -> str:
    """The answer as it stays. It is never empty."""
    match end:
        case ResponseDone(text):
            return text.strip() or "I have nothing to say to that. Ask me for a film or a series and I will look."
        case InterruptAck(text):
            return f"{close(text)}\n\n*Stopped.*" if text.strip() else "*Stopped before I had written anything.*"
        case RunError(message=message, text=text):
            return f"{close(text)}\n\n⚠️ {message}" if text.strip() else f"⚠️ {message}"


def final_mark(end: Terminal) -> Mark:
    """The mark that closes the path on the asker's message."""
    match end:
        case ResponseDone(needs_reask=True):
            return "ask"
        case ResponseDone():
            return "done"
        case InterruptAck():
            return "stopped"
        case RunError():
            return "failed"


def outcome(end: Terminal) -> Outcome:
    """How the turn ends in the store. A half answer is kept for the record and never given to a later turn."""
    match end:
        case ResponseDone(text=text, usage=usage):
            tokens = usage.prompt_tokens + usage.completion_tokens
            return Outcome("done", text.strip(), end.titles, end.cards, needs_reask=end.needs_reask, tokens=tokens)
        case InterruptAck(text):
            return Outcome("stopped", text)
        case RunError(code=code, text=text):
            return Outcome("failed", text, error_code=code)
