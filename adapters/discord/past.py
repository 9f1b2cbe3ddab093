"""What was said before: messages that nobody handed us, and the one that a thread was opened from."""

import asyncio

import aiohttp
import discord

from adapters.discord import parse
from bot.tasks import shared

_THREADS = 256  # whose first message we remember


class Starters:
    """The messages that threads of people were opened from, asked once a thread."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._found: dict[int, asyncio.Task[discord.Message | None]] = {}

    async def of(self, message: discord.Message, us: parse.Us, channel: object) -> discord.Message | None:
        """What the thread was opened from that `message` calls us in; None if it does not call us, or in a thread of ours.

        That message stands in the parent channel and has the thread's id; in a forum, it is the thread's own first message.
        """
        if not isinstance(channel, discord.Thread) or channel.owner_id == us.user_id or message.id == channel.id:
            return None
        if not parse.read(message.content, us, {})[1]:
            return None
        if channel.id not in self._found:
            self._found[channel.id] = shared(self._fetch(channel))
            if len(self._found) > _THREADS:
                del self._found[next(iter(self._found))]
        try:
            return await asyncio.shield(self._found[channel.id])
        except (discord.DiscordException, aiohttp.ClientError, OSError):  # Discord is away: asked again with the next call
            self._found.pop(channel.id, None)
            return None

    async def _fetch(self, thread: discord.Thread) -> discord.Message | None:
        in_forum = isinstance(thread.parent, discord.ForumChannel)
        home = thread if in_forum else self._client.get_partial_messageable(thread.parent_id)
        try:
            return await home.fetch_message(thread.id)
        except (discord.NotFound, discord.Forbidden):
            return None  # a thread without one, or it was deleted, or is not ours to read


async def messages_after(channel: discord.abc.Snowflake, since: int, limit: int) -> list[discord.Message]:
    """The first `limit` messages of a channel, thread or direct-message channel after the id `since`, oldest first."""
    if not isinstance(channel, discord.abc.Messageable):
        return []
    return [message async for message in channel.history(limit=limit, after=discord.Object(since), oldest_first=True)]
