"""What follows an answer's text: the cards of its titles and, after a long wait, a word to the asker.

Both are kept in the store by message, so that a second process and an edited question find them again: nothing comes twice.
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import TypeAlias

import structlog

from agent.contract import ResponseDone, Terminal, TitleCard
from bot.calls import persistently, quietly
from bot.errors import ChatError, Gone
from bot.ports import ChatPort, Clock
from bot.relay import answer_key
from bot.store.answers import AnswerMessages
from bot.types import Author, ChatLimits, MessageRef, Place, Platform, Turn
from bot.views import View

_log = structlog.get_logger()

LONG_WAIT = 60.0  # seconds from question to final after which people have turned to something else

CardViews: TypeAlias = Callable[[str, Sequence[TitleCard], ChatLimits], list[View]]
"""The messages that show the cards of the turn with this id, each within the limits."""

WantsNotice: TypeAlias = Callable[[Place, Author], Awaitable[bool]]
"""Whether a person wants to be told that a long answer is ready."""


def no_cards(_turn_id: str, _cards: Sequence[TitleCard], _limits: ChatLimits) -> list[View]:
    """For a bot that answers in text alone."""
    return []


async def always(_place: Place, _asker: Author) -> bool:
    """For a bot that knows nobody's choice."""
    return True


class Epilogue:
    """Follows the answers of all platforms."""

    def __init__(
        self,
        chats: Mapping[Platform, ChatPort],
        answers: AnswerMessages,
        clock: Clock,
        *,
        views: CardViews = no_cards,
        wants_notice: WantsNotice = always,
    ) -> None:
        self._chats, self._answers, self._clock = chats, answers, clock
        self._views, self._wants_notice = views, wants_notice

    async def follow(self, turn: Turn, end: Terminal, waited: float) -> None:
        """Show the answer's cards, and tell the asker if they waited long (`waited` in seconds). Repeating it is harmless.

        The text is out: a platform that refuses what follows is logged and spoils nothing.
        """
        chat = self._chats[turn.place.platform]
        try:
            await self._show_cards(chat, turn, end.cards if isinstance(end, ResponseDone) else ())
            if isinstance(end, ResponseDone) and waited > LONG_WAIT:
                await self._tell(chat, turn)
        except ChatError as error:
            _log.warning("epilogue_incomplete", turn=turn.id, error=str(error))

    async def withdraw(self, turn: Turn) -> None:
        """Take all messages of an answer away that is no longer wanted."""
        chat = self._chats[turn.place.platform]
        await self.take_note_away(turn)
        for chunk, message in reversed(list(enumerate(await self._answers.texts(turn)))):
            if await self._delete(chat, message.ref):
                await self._answers.drop_text(turn, chunk)
        await self._remove_views(chat, turn, await self._answers.views(turn))

    async def note(self, turn: Turn, text: str) -> None:
        """Say, where the question stands, that it waits in line; the note goes away when its turn comes."""
        chat = self._chats[turn.place.platform]
        key = f"{answer_key(turn)}-q"
        try:
            posted = await chat.post(turn.place, text, key=key, reply_to=turn.question_ref)
        except ChatError as error:
            _log.info("note_not_posted", turn=turn.id, error=str(error))
        else:
            await self._answers.save_note(turn, posted.ref)

    async def take_note_away(self, turn: Turn) -> None:
        """The question waits no longer."""
        ref = await self._answers.note(turn)
        if ref and await self._delete(self._chats[turn.place.platform], ref):
            await self._answers.drop_note(turn)

    async def _show_cards(self, chat: ChatPort, turn: Turn, cards: Sequence[TitleCard]) -> None:
        await self._answers.save_cards(turn, cards)  # before anybody can click them
        views = self._views(turn.id, cards, chat.limits) if cards else []
        shown = await self._answers.views(turn)
        if shown and not await self._answers.views_stand_below(turn):
            # An edited question's answer has grown by a message, which stands below the cards of the earlier one.
            await self._remove_views(chat, turn, shown)
            shown = {}
        for number, view in enumerate(views):
            if number not in shown or not await self._edit_view(chat, shown[number], view):
                await self._post_view(chat, turn, number, view)
        await self._remove_views(chat, turn, {number: ref for number, ref in shown.items() if number >= len(views)})

    async def _post_view(self, chat: ChatPort, turn: Turn, number: int, view: View) -> None:
        key = f"{answer_key(turn)}-v{number}"
        ref = await persistently(lambda: chat.post_view(turn.place, view, key=key), self._clock)
        await self._answers.save_view(turn, number, ref)

    async def _edit_view(self, chat: ChatPort, ref: MessageRef, view: View) -> bool:
        try:
            await persistently(lambda: chat.edit_view(ref, view), self._clock)
        except Gone:
            return False
        return True

    async def _remove_views(self, chat: ChatPort, turn: Turn, shown: Mapping[int, MessageRef]) -> None:
        for number, ref in shown.items():
            if await self._delete(chat, ref):
                await self._answers.drop_view(turn, number)

    async def _tell(self, chat: ChatPort, turn: Turn) -> None:
        if await self._answers.notice(turn) or not await self._wants_notice(turn.place, turn.asker):
            return
        key, text = f"{answer_key(turn)}-n", "Your answer is ready."
        ref = await persistently(
            lambda: chat.notify(turn.place, turn.asker.id, text, key=key, reply_to=turn.question_ref), self._clock
        )
        await self._answers.save_notice(turn, ref)

    async def _delete(self, chat: ChatPort, ref: MessageRef) -> bool:
        return await quietly(persistently(lambda: chat.delete(ref), self._clock), "delete")
