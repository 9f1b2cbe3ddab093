"""Questions that are asked by a command or a button: posted for the person, then answered as if they had written them."""

import hashlib
from collections.abc import Mapping

from bot.limits import Limits
from bot.ports import ChatPort
from bot.store.conversations import ConversationStore
from bot.store.inbox import InboxStore
from bot.turns import Turns
from bot.types import Author, IncomingMessage, Place, Platform, Turn
from bot.words import cut, plain

_NAME, _TEXT = 100, 1500


class NotAllowedError(Exception):
    """The person may not ask here now; the message is a sentence for them."""


class Questions:
    """Asks for people."""

    def __init__(
        self,
        chats: Mapping[Platform, ChatPort],
        turns: Turns,
        claims: InboxStore,
        conversations: ConversationStore,
        limits: Limits,
    ) -> None:
        self._chats, self._turns, self._claims = chats, turns, claims
        self._conversations, self._limits = conversations, limits

    async def post(self, place: Place, asker: Author, text: str, *, key: str, urgent: bool) -> Turn | None:
        """Post a question in somebody's name and have it answered; None if it could not be taken, of which they were told.

        The same `key` (any text that names this use) within minutes asks once. An `urgent` question is answered as a mention
        would be, another waits in line. Raises NotAllowedError before anything is posted, and ChatError.
        """
        await self._check(place, asker)
        body = f"**{cut(plain(asker.name), _NAME)}** asks: {cut(text, _TEXT)}"
        posted = await self._chats[place.platform].post(place, body, key=_short(key))
        return await self._answer(IncomingMessage(posted.ref, place, asker, text, mentions_us=urgent))

    async def take(self, message: IncomingMessage) -> Turn | None:
        """Have a message answered that is already there, in its own thread. Returns and raises as `post` does."""
        await self._check(message.place, message.author)
        return await self._answer(message)

    async def _check(self, place: Place, asker: Author) -> None:
        if refusal := await self._limits.check(place, asker):
            raise NotAllowedError(refusal)

    async def _answer(self, message: IncomingMessage) -> Turn | None:
        is_claimed = await self._claims.claim(message)  # if we die now, the claim runs out and the question is taken up again
        await self._turns.ask(message)
        if is_claimed:
            await self._claims.handled(message.ref)
        return await self._conversations.by_question(message.ref)


def _short(key: str) -> str:
    """A key of any length as one that every platform takes."""
    return hashlib.blake2b(key.encode(), digest_size=10).hexdigest()
