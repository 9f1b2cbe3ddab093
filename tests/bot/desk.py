"""People who click and command, on the chat core with real services."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from redis.asyncio import Redis

from agent.contract import RunRequest, TitleRef
from bot.types import Author, Clicked, CommandGiven, FormSent, IncomingMessage, MessageRef, Place, SuggestionsWanted, Turn
from tests.bot.core import ADA, CHANNEL, Core, core, thread_of
from tests.bot.people import HEAT, LOCKE, ROPE, cards_of
from tests.fakes.reply import FakeReply
from tests.fakes.titles import FakeTitles


@dataclass
class Desk:
    """What people do, and what they are told."""

    bot: Core
    takes_files: bool = True
    _count: int = field(default=0)

    async def answered(self, *refs: TitleRef, author: Author = ADA, place: Place = CHANNEL) -> Turn:
        """A mention that was answered with these titles."""
        number = len(await self.bot.worker.requests())
        ref = await self.bot.says(author, "a heist film", place, mention=True)
        request = await self.bot.worker.request(number)
        await self.bot.worker.answer(request.run_id, "An answer.", titles=refs, cards=cards_of(refs))
        return await self.ended(ref)

    async def ended(self, question: MessageRef) -> Turn:
        """The question's turn, once it has ended."""
        await self.bot.turns.drain(20)
        turn = await self.bot.store.by_question(question)
        assert turn is not None
        assert turn.state == "done"
        return turn

    async def request(self, number: int) -> RunRequest:
        """The run request of this number."""
        return await self.bot.worker.request(number)

    async def click(self, action: str, *values: str, by: Author = ADA, place: Place | None = None) -> FakeReply:
        """Press a button or choose from a menu."""
        reply, where = FakeReply(), place or thread_of(MessageRef("discord", "general", "any"))
        await self.bot.interactions.receive(Clicked(by, where, action, MessageRef("discord", "general", "m"), values), reply)
        return reply

    async def send(self, action: str, fields: Mapping[str, str], by: Author = ADA) -> FakeReply:
        """Send a form."""
        reply = FakeReply()
        await self.bot.interactions.receive(FormSent(by, CHANNEL, action, fields), reply)
        return reply

    async def command(
        self,
        name: str,
        *,
        by: Author = ADA,
        place: Place = CHANNEL,
        target: IncomingMessage | None = None,
        **options: str | int | bool,
    ) -> FakeReply:
        """Give a command; an option whose name is a keyword ends with a line below."""
        self._count += 1
        reply = FakeReply(takes_files=self.takes_files)
        given = {name.rstrip("_"): value for name, value in options.items()}
        self.bot.chat.know(place)
        await self.bot.interactions.receive(CommandGiven(f"i{self._count}", by, place, name, given, target), reply)
        return reply

    async def typing(self, name: str, option: str, typed: str, by: Author = ADA) -> list[str]:
        """The labels that are offered."""
        reply = FakeReply()
        await self.bot.interactions.receive(SuggestionsWanted(by, CHANNEL, name, option, typed), reply)
        (offered,) = reply.offered
        return [option.label for option in offered]


@asynccontextmanager
async def desk(database: str, redis: Redis, *refs: TitleRef) -> AsyncIterator[Desk]:
    """A core whose catalogue has three titles, or those."""
    async with core(database, redis, titles=FakeTitles(*(refs or (HEAT, ROPE, LOCKE)))) as bot:
        yield Desk(bot)
