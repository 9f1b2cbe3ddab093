"""The suite for chat platforms: over the fake, over Discord with the real discord.py, over Slack with the real slack-bolt, the
latter two at local servers.
"""

from collections.abc import AsyncIterator

import pytest

from adapters.sandbox.discord.faults import Drop
from adapters.sandbox.discord.model import Message
from adapters.sandbox.slack import faults as slack_faults
from adapters.sandbox.slack.model import Message as SlackMessage
from adapters.sandbox.slack.model import Posting
from adapters.slack.render import JOINER
from bot.errors import Forbidden, Unreachable
from bot.ports import ChatPort
from bot.types import MessageRef, Place
from tests.adapters.discord.bench import Bench, connected, local_server
from tests.adapters.slack import bench as slack
from tests.contract.chat_port import ChatPortContract, Platform
from tests.fakes.chat import Failure, FakeChat, Method


class FakePlatform:
    """The platform in memory."""

    def __init__(self) -> None:
        self.fake = FakeChat()
        self.chat: ChatPort = self.fake

    def channel(self) -> Place:
        return Place("discord", "guild", "1")

    def direct(self) -> Place:
        return self.fake.know(Place("discord", "", "2", is_direct=True))

    def person_id(self) -> str:
        return "100"

    def person_writes(self, place: Place) -> MessageRef:
        return self.fake.person_message(place)

    def shown(self, place: Place) -> list[str]:
        return self.fake.texts(place)

    def seen_by_others(self, place: Place) -> list[str]:
        return self.fake.texts(place)

    def reactions(self, message: MessageRef) -> int:
        return len(self.fake.marks(message))

    def reply_targets(self, place: Place) -> list[str | None]:
        return [shown.reply_to for shown in self.fake.seen("post", channel=place.thread or place.channel)]

    def threads(self) -> int:
        return len(self.fake.seen("thread"))

    def pinged(self) -> set[str]:
        return {shown.user for shown in self.fake.seen("notify") if shown.user}

    def lose(self, target: MessageRef | Place) -> None:
        self.fake.lose(target)

    def forbid_writing(self, place: Place) -> None:
        self.fake.forbid(place.channel, Forbidden("Send Messages", "An admin can allow it."))

    def forbid_threads(self, place: Place) -> None:
        self.fake.fail("open_thread", Forbidden("Create Public Threads", "An admin can allow it."))

    def lose_next_answer(self, method: str) -> None:
        name: Method = "post" if method == "post" else "edit"
        self.fake.fail(name, Failure(Unreachable(), applied=True))


class DiscordPlatform:
    """Discord, as the people in the local server's world see it."""

    def __init__(self, bench: Bench) -> None:
        self.bench, self.world = bench, bench.world
        self.chat: ChatPort = bench.chat

    def channel(self) -> Place:
        return self.bench.channel()

    def direct(self) -> Place:
        return Place("discord", "", self.world.open_dm(self.person_id()).id, is_direct=True)

    def person_id(self) -> str:
        return self.bench.id_of("Ada")

    def person_writes(self, place: Place) -> MessageRef:
        return self.bench.says("Ada", "a heist film", place)

    def shown(self, place: Place) -> list[str]:
        return [message.content for message in self._ours(place.thread or place.channel)]

    def seen_by_others(self, place: Place) -> list[str]:
        return self.shown(place)

    def reactions(self, message: MessageRef) -> int:
        return sum(self.world.bot_id in found.user_ids for found in self.world.message(message.id).reactions)

    def reply_targets(self, place: Place) -> list[str | None]:
        ours = self._ours(place.thread or place.channel)
        return [message.refers_to[1] if message.refers_to else None for message in ours]

    def threads(self) -> int:
        return len(self.world.threads())

    def pinged(self) -> set[str]:
        everywhere = [channel.id for channel in (*self.world.state.channels.values(),)]
        return {person for channel in everywhere for message in self._ours(channel) for person in message.pinged}

    def lose(self, target: MessageRef | Place) -> None:
        if isinstance(target, MessageRef):
            self.world.person_deletes(target.id)
        else:
            self.world.delete_thread(target.thread or target.channel)

    def forbid_writing(self, place: Place) -> None:
        self.world.deny("send_messages", place.channel)

    def forbid_threads(self, place: Place) -> None:
        self.world.deny("create_public_threads", place.channel)

    def lose_next_answer(self, method: str) -> None:
        verb, path = ("POST", r"/messages$") if method == "post" else ("PATCH", r"/messages/\d+$")
        self.bench.server.faults.on(verb, path, Drop(applied=True))

    def _ours(self, channel_id: str) -> list[Message]:
        return [found for found in self.world.messages_in(channel_id) if found.author_id == self.world.bot_id]


class SlackPlatform:
    """Slack, as the people in the local server's world see it."""

    def __init__(self, bench: slack.Bench) -> None:
        self.bench, self.world = bench, bench.world
        self.chat: ChatPort = bench.chat

    def channel(self) -> Place:
        return self.bench.channel()

    def direct(self) -> Place:
        return self.bench.direct()

    def person_id(self) -> str:
        return self.bench.id_of("Ada")

    def person_writes(self, place: Place) -> MessageRef:
        return self.bench.says("Ada", "a heist film", place)

    def shown(self, place: Place) -> list[str]:
        return [_body(message) for message in self._ours(place)]

    def seen_by_others(self, place: Place) -> list[str]:
        found = self.world.messages_in(place.channel, thread_ts=place.thread, seen_by=self.bench.id_of("Ben"))
        return [_body(message) for message in found if message.author_id == self.world.bot_id]

    def reactions(self, message: MessageRef) -> int:
        found = self.world.message(message.channel, message.id)
        return sum(self.world.bot_id in one.user_ids for one in found.reactions)

    def reply_targets(self, place: Place) -> list[str | None]:
        return [None for _ in self._ours(place)]

    def threads(self) -> int:
        return len({found.thread_ts for found in self._everything() if found.is_reply and not found.channel_id.startswith("D")})

    def pinged(self) -> set[str]:
        return {person for found in self._everything() if found.author_id == self.world.bot_id for person in found.pinged}

    def lose(self, target: MessageRef | Place) -> None:
        if isinstance(target, MessageRef):
            self.world.person_deletes(target.channel, target.id)
        else:
            for found in reversed(self.world.messages_in(target.channel, thread_ts=target.thread)):
                self.world.person_deletes(target.channel, found.ts, by=self.bench.id_of("Chloe"))

    def forbid_writing(self, place: Place) -> None:
        self.world.remove_bot(place.channel)

    def forbid_threads(self, place: Place) -> None:
        self.world.set_posting(place.channel, Posting.NO_THREADS)

    def lose_next_answer(self, method: str) -> None:
        name = "chat.postMessage" if method == "post" else "chat.update"
        self.bench.server.faults.on(f"^{name}$", slack_faults.Drop(applied=True))

    def _ours(self, place: Place) -> list[SlackMessage]:
        found = self.world.messages_in(place.channel, thread_ts=place.thread, seen_by=self.person_id())
        return [each for each in found if each.author_id == self.world.bot_id]

    def _everything(self) -> list[SlackMessage]:
        return [found for channel in self.world.state.channels for found in self.world.state.messages_of(channel)]


def _body(message: SlackMessage) -> str:
    """A message's Markdown as we wrote it; a message without blocks, its text."""
    kept = [str(block["text"]) for block in message.blocks if block["type"] == "markdown"]
    return "\n".join(kept).replace(JOINER, "") or message.text


class TestFakeChat(ChatPortContract):
    """The fake."""

    @pytest.fixture
    def platform(self) -> Platform:
        """A fresh fake."""
        return FakePlatform()


class TestDiscordChat(ChatPortContract):
    """Discord."""

    @pytest.fixture
    async def platform(self) -> AsyncIterator[Platform]:
        """The adapter at a fresh local server."""
        async with local_server() as server, connected(server) as bench:
            yield DiscordPlatform(bench)


class TestSlackChat(ChatPortContract):
    """Slack."""

    @pytest.fixture
    async def platform(self) -> AsyncIterator[Platform]:
        """The adapter at a fresh local server."""
        async with slack.local_server() as server, slack.connected(server) as bench:
            yield SlackPlatform(bench)
