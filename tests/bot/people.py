"""What tests of opinions, choices, feedback and limits share: turns that were asked and answered, written as the bot does."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import asyncpg

from agent.contract import TitleCard, TitleRef
from bot.store.conversations import ConversationStore
from bot.types import Author, IncomingMessage, MessageRef, Outcome, Place, Turn
from tests.bot.core import ADA, CHANNEL

HEAT = TitleRef("heat-1995", "Heat", 1995, ("starter:heat",))
ROPE = TitleRef("rope-1948", "Rope", 1948)
LOCKE = TitleRef("locke-2013", "Locke", 2013)
THREAD = Place("discord", "guild", "general", thread="t-1")
OTHER_THREAD = Place("discord", "guild", "films", thread="t-2")
DIRECT = Place("discord", "", "dm-1", is_direct=True)


@asynccontextmanager
async def pool_of(database: str) -> AsyncIterator[asyncpg.Pool]:
    """A pool of this database."""
    async with asyncpg.create_pool(database, min_size=1, max_size=8) as pool:
        yield pool


class Asked:
    """Asks and answers questions in the store."""

    def __init__(self, pool: asyncpg.Pool) -> None:
        self.store = ConversationStore(pool)
        self._count = 0

    async def open(self, author: Author = ADA, place: Place = THREAD, text: str = "a heist film") -> Turn:
        """A question that runs, or waits in line."""
        self._count += 1
        ref = MessageRef("discord", place.thread or place.channel, f"q{self._count}")
        opened = await self.store.open_turn(place, IncomingMessage(ref, place, author, text, True), urgent=False)
        return opened.turn

    async def answered(
        self,
        *refs: TitleRef,
        author: Author = ADA,
        place: Place = THREAD,
        text: str = "a heist film",
        tokens: int = 0,
    ) -> Turn:
        """A question that was answered with these titles."""
        turn = await self.open(author, place, text)
        await self.store.finish(turn, Outcome("done", "An answer.", refs, cards_of(refs), tokens=tokens))
        return turn


def cards_of(refs: Sequence[TitleRef]) -> tuple[TitleCard, ...]:
    """Cards with nothing but the title."""
    return tuple(TitleCard(ref, "movie") for ref in refs)


__all__ = ["ADA", "CHANNEL", "DIRECT", "HEAT", "LOCKE", "OTHER_THREAD", "ROPE", "THREAD", "Asked", "cards_of", "pool_of"]
