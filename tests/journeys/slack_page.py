"""The page's Slack look on a workspace that the test moves as if it were the app."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from aiohttp.test_utils import TestServer

from adapters.sandbox.page_server import add_slack_page
from adapters.sandbox.slack import World
from adapters.sandbox.slack.blocks import Surface, checked
from adapters.sandbox.slack.faults import Faults
from adapters.sandbox.slack.messages import Change, Draft
from adapters.sandbox.slack.model import Acting, Interaction, Message
from adapters.sandbox.wire import JsonObject


class SocketRecorder:
    """Stands where Socket Mode's controls are and notes what was asked of it."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask_reconnect(self, reason: str) -> None:
        self.asked.append(reason)

    def close_all(self) -> None:
        self.asked.append("close")

    def reset_all(self) -> None:
        self.asked.append("reset")

    def send_raw(self, text: str) -> None:
        self.asked.append(text)

    def retry_now(self) -> None:
        self.asked.append("retry")


@dataclass
class SlackSandbox:
    """The page's server on a Slack world."""

    world: World
    faults: Faults
    socket: SocketRecorder
    url: str = ""
    runs: "asyncio.Queue[JsonObject]" = field(default_factory=asyncio.Queue)

    @property
    def channel(self) -> str:
        """The id of #movie-club."""
        return self.world.channel_named("movie-club").id

    def id_of(self, name: str) -> str:
        """A person's id."""
        return self.world.person_named(name).id

    async def run_events(self) -> AsyncIterator[JsonObject]:
        """What the test says of runs."""
        while True:
            yield await self.runs.get()

    def ask(self, text: str = "a heist film", person: str = "Ada") -> Message:
        """Somebody mentions the app in #movie-club."""
        return self.world.person_says(self.id_of(person), self.channel, f"{self.world.mention_of_bot} {text}")

    def answer(self, question: Message, text: str, *blocks: JsonObject) -> Message:
        """The app answers in the question's thread."""
        made = checked([{"type": "markdown", "text": text}, *blocks], Surface.MESSAGE)
        draft = Draft(text, made, thread_ts=question.thread_ts or question.ts)
        return self.world.post(self.world.bot_id, question.channel_id, draft)

    def show(self, *blocks: JsonObject, text: str = "shown") -> Message:
        """The app posts blocks in #movie-club."""
        return self.world.post(self.world.bot_id, self.channel, Draft(text, checked(list(blocks), Surface.MESSAGE)))

    def grow(self, message: Message, text: str) -> None:
        """The app edits what it wrote."""
        made = checked([{"type": "markdown", "text": text}], Surface.MESSAGE)
        self.world.change(message.channel_id, message.ts, Change(text, made), edited=False)

    async def acted(self, acting: Acting) -> Interaction:
        """Wait for somebody to do something with the app."""
        async with asyncio.timeout(60):
            while True:
                for one in self.world.state.interactions.values():
                    if one.acting is acting and one.waiting:
                        return one
                await asyncio.sleep(0.01)


@asynccontextmanager
async def serve_slack() -> AsyncIterator[SlackSandbox]:
    """A workspace with its page on a free port."""
    faults, socket, world = Faults(), SocketRecorder(), World()
    faults.socket, faults.clock = socket, world.pass_time
    world.state.app.shortcuts = ("ask_matinee",)
    served = SlackSandbox(world, faults, socket)
    app = web.Application()
    add_slack_page(app, world, faults, run_events=served.run_events)
    server = TestServer(app)
    await server.start_server()
    served.url = str(server.make_url("/slack"))
    try:
        yield served
    finally:
        await server.close()


def button(label: str, action: str, **more: object) -> JsonObject:
    """A button whose value is its action."""
    return {"type": "button", "text": {"type": "plain_text", "text": label}, "action_id": action, "value": action} | more


def section(text: str, **more: object) -> JsonObject:
    """A section of mrkdwn."""
    return {"type": "section", "text": {"type": "mrkdwn", "text": text}} | more
