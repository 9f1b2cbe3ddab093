"""/privacy: what is stored about the person who asks; shown in words, handed out, deleted."""

import json
from typing import Any

from bot import actions
from bot.ports import Reply
from bot.slash.context import Context, show_again
from bot.slash.declare import Command
from bot.store.privacy import StillAnsweringError, Stored
from bot.types import Clicked, CommandGiven, Platform
from bot.views import Attachment, Button, Tone, View
from bot.words import counted, listed

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
    await reply.tell(await _export(context, event.place.platform, event.user.id, 0))


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
            made = await _export(context, platform, person, action.page)
            await (reply.tell(made) if made.file else show_again(reply, made))
        case "ask":
            await show_again(reply, await _ask(context, platform, person))
        case "delete":
            await show_again(reply, await _delete(context, platform, person))


async def _export(context: Context, platform: Platform, person: str, page: int) -> View:
    data = await context.privacy.export(platform, person)
    if context.chats[platform].limits.files:
        text = json.dumps(data, ensure_ascii=False, indent=1)
        return View("This is all that I have stored about you.", file=Attachment(FILE_NAME, text))
    texts = parts(data)
    page = min(page, len(texts) - 1)
    body = f"All that I have stored about you, part {page + 1} of {len(texts)}:\n```json\n{texts[page]}\n```"
    if len(texts) == 1:
        return View(body)
    before = _button("Previous part", "export", max(0, page - 1), disabled=page == 0)
    after = _button("Next part", "export", min(len(texts) - 1, page + 1), disabled=page == len(texts) - 1)
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
