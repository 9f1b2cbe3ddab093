"""/privacy: what is stored about the person who asks; shown in words, handed out, deleted."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from bot import actions
from bot.errors import ChatError
from bot.ports import Reply
from bot.slash.context import Context, show_again
from bot.slash.declare import Command
from bot.store.privacy import StillAnsweringError, Stored
from bot.types import Clicked, CommandGiven, Platform
from bot.views import Attachment, Button, Tone, View
from bot.words import counted, listed

_log = structlog.get_logger()

COMMANDS = (
    Command("privacy show", "See what I have stored about you."),
    Command("privacy export", "Get all that I have stored about you."),
    Command("privacy delete", "Have everything that I have stored about you deleted."),
)
FILE_NAME = "matinee-data.json"
PART = 1500  # characters of an export in one message
NOTHING = "I have stored nothing about you."
_KEEP, _DELETE = "Keep it", "Delete everything"


def summary(stored: Stored) -> View:
    """What there is, in words. Pure."""
    if not stored.anything:
        return View(NOTHING)
    kinds = [
        (stored.questions, f"{counted(stored.questions, 'question')} of yours with what I answered"),
        (stored.seen, f"{counted(stored.seen, 'title')} that you marked as seen"),
        (stored.watchlist, f"{counted(stored.watchlist, 'title')} on your watchlist"),
        (stored.liked, f"{counted(stored.liked, 'title')} that you wanted more of"),
        (stored.disliked, f"{counted(stored.disliked, 'title')} that you did not want"),
        (stored.evenings, f"what you said in {counted(stored.evenings, 'movie night')}"),
        (stored.feedback, f"{counted(stored.feedback, 'verdict')} on answers"),
        (stored.choices, "your preferences"),
    ]
    text = f"I have stored {listed([words for number, words in kinds if number])}. Only you see this."
    return View(text, controls=((_button("Export it", "export"), _button(_DELETE, "ask")),))


def parts(data: dict[str, Any]) -> list[str]:
    """An export as texts that can be shown one after the other; joined they are the JSON. Pure."""
    # A backtick would end the block that the text is shown in; JSON can write it in another way.
    text = json.dumps(data, ensure_ascii=False, indent=1).replace("`", "\\u0060")
    return [text[start : start + PART] for start in range(0, len(text), PART)]


async def show(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Say what is stored."""
    await reply.tell(summary(await context.privacy.count(event.place.platform, event.user.id)))


async def export(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Hand it out, as a file or part by part."""
    await _hand_out(context, event, reply, reply.tell)


async def delete(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Ask before deleting."""
    await reply.tell(await _ask(context, event.place.platform, event.user.id))


async def step(context: Context, event: Clicked, reply: Reply, action: actions.Privacy) -> None:
    """A button under any of it."""
    platform, person = event.place.platform, event.user.id
    match action.step:
        case "show":
            await show_again(reply, summary(await context.privacy.count(platform, person)))
        case "export":
            await _hand_out(context, event, reply, lambda part: show_again(reply, part))
        case "part":
            await show_again(reply, _part(await context.privacy.export(platform, person), action.page))
        case "ask":
            await show_again(reply, await _ask(context, platform, person))
        case "delete":
            await show_again(reply, await _delete(context, platform, person))


async def _hand_out(
    context: Context, event: CommandGiven | Clicked, reply: Reply, show_part: Callable[[View], Awaitable[None]]
) -> None:
    """As a file, and part by part where none can be had: whoever asks for their data gets it."""
    platform = event.place.platform
    data = await context.privacy.export(platform, event.user.id)
    if context.chats[platform].limits.files:
        file = Attachment(FILE_NAME, json.dumps(data, ensure_ascii=False, indent=1))
        try:
            await reply.tell(View("This is all that I have stored about you.", file=file))
        except ChatError as error:
            _log.info("export_not_sent_as_file", error=str(error))
        else:
            return
    await show_part(_part(data, 0))


def _part(data: dict[str, Any], page: int) -> View:
    texts = parts(data)
    page = min(page, len(texts) - 1)
    body = f"All that I have stored about you, part {page + 1} of {len(texts)}:\n```json\n{texts[page]}\n```"
    if len(texts) == 1:
        return View(body)
    before = _button("Previous part", "part", max(0, page - 1), disabled=page == 0)
    after = _button("Next part", "part", min(len(texts) - 1, page + 1), disabled=page == len(texts) - 1)
    return View(body, controls=((before, after),))


async def _ask(context: Context, platform: Platform, person: str) -> View:
    stored = await context.privacy.count(platform, person)
    if not stored.anything:
        return View(NOTHING)
    text = (
        "Shall I delete your lists, your taste, your preferences, your verdicts, what you said in movie nights, and the texts "
        "of your questions with my answers? This cannot be undone."
    )
    return View(text, controls=((_button(_DELETE, "delete", tone="bad"), _button(_KEEP, "show")),))


async def _delete(context: Context, platform: Platform, person: str) -> View:
    try:
        runs = await context.privacy.delete(platform, person)
    except StillAnsweringError:
        text = "A question of yours is being answered right now: wait for the answer or stop it, then delete."
        return View(text, controls=((_button(_DELETE, "delete", tone="bad"), _button(_KEEP, "show")),))
    await context.forget_runs(runs)
    return View(
        "Everything that I had stored about you is deleted. Until midnight UTC I still count how often you asked today, "
        "without any text. Messages in the chat stay until somebody deletes them there."
    )


def _button(label: str, name: actions.PrivacyStep, page: int = 0, *, disabled: bool = False, tone: Tone = "plain") -> Button:
    return Button(actions.write(actions.Privacy(name, page)), label, tone, disabled)
