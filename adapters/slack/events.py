"""What we make of each of Slack's events: the look-ups that reading one takes, then the reading itself."""

import asyncio
from typing import Final

import structlog

from adapters.slack import parse
from adapters.slack.client import JsonObject, SlackClient
from adapters.slack.interactions import Desk
from bot.calls import quietly
from bot.errors import ChatError, Forbidden, Gone
from bot.ports import EventSink
from bot.tasks import shared
from bot.types import ChatEvent, MessagePosted

log = structlog.get_logger(__name__)

_THREADS: Final = 256  # whose first message we remember


class Events:
    """Reads events and hands them in."""

    def __init__(self, client: SlackClient, sink: EventSink, desk: Desk | None) -> None:
        self._client, self._sink, self._desk = client, sink, desk
        self._starters: dict[tuple[str, str], asyncio.Task[JsonObject | None]] = {}

    async def receive(self, event: JsonObject) -> None:
        """One event, to its end; none for what we did ourselves."""
        if _is_our_doing(event, self._client.us):
            return
        match event.get("type"):
            case "message" | "app_mention":
                await self._message(event)
            case "reaction_added":
                await self._reacted(event)
            case "agent_session_stopped":
                await self._stopped(event)
            case "app_home_opened":
                await self._opened(event)

    async def _message(self, event: JsonObject) -> None:
        """A mention comes as a message and as an app_mention, in any order; both are read into the same. An edited mention
        comes as an app_mention again, which its message_changed tells better."""
        if event.get("subtype") == "message_changed":
            people = await self._client.people(parse.people_of(event.get("message") or {}))
            await self._give(parse.changed(event, self._client.us, people))
        elif event.get("subtype") == "message_deleted":
            await self._give(parse.deleted(event))
        elif not event.get("edited"):
            await self._posted(event)

    async def _posted(self, event: JsonObject) -> None:
        us, channel = self._client.us, str(event["channel"])
        people, starter = await asyncio.gather(self._client.people(parse.people_of(event)), self._starter(event, channel))
        found = parse.message(event, channel, us, people, starter=starter)
        if found is not None:
            self._client.note(found.ref, found.place.thread)
            await self._give(MessagePosted(found))

    async def _reacted(self, event: JsonObject) -> None:
        """A mark may stand under any message of a thread, and Slack does not say of which."""
        if not parse.reaction(event, self._client.us, {}):
            return
        people, thread = await asyncio.gather(self._client.people(parse.people_of(event)), self._thread(event["item"]))
        await self._give(parse.reaction(event, self._client.us, people, thread=thread))

    async def _thread(self, item: JsonObject) -> str | None:
        """The thread of a message, or the one under it; None where Slack is away, or lets us not read it."""
        try:
            return await self._client.thread(parse.message_ref(str(item["channel"]), str(item["ts"])))
        except ChatError:
            return None

    async def _stopped(self, event: JsonObject) -> None:
        """Slack's Stop button ends nothing by itself, and its session stays marked as working until we say otherwise."""
        people = await self._client.people(parse.people_of(event))
        await self._give(parse.stopped(event, self._client.us, people))
        arguments = {"channel_id": event.get("channel"), "thread_ts": event.get("thread_ts"), "status": "active"}
        await quietly(self._client.call("agents.sessions.setStatus", arguments), "session_status")

    async def _opened(self, event: JsonObject) -> None:
        if self._desk is None or not event.get("user"):
            return
        if event.get("tab") == "messages":
            await quietly(self._desk.home.suggest_prompts(str(event["channel"])), "suggested_prompts")
        else:
            person = await self._client.person(str(event["user"]))
            if parse.SERVED[person.standing]:
                await quietly(self._desk.home.publish(person.author), "home")

    async def _starter(self, event: JsonObject, channel: str) -> JsonObject | None:
        """The message that people's thread began with, where somebody calls us into it."""
        thread = str(event.get("thread_ts") or "")
        if not thread or thread == event.get("ts") or not parse.read(str(event.get("text") or ""), self._client.us, {})[1]:
            return None
        key = (channel, thread)
        if key not in self._starters:
            self._starters[key] = shared(self._fetch(channel, thread))
            if len(self._starters) > _THREADS:
                del self._starters[next(iter(self._starters))]
        try:
            return await asyncio.shield(self._starters[key])
        except ChatError:  # Slack is away: asked again with the next call
            self._starters.pop(key, None)
            return None

    async def _fetch(self, channel: str, thread: str) -> JsonObject | None:
        try:
            return await self._client.begins(channel, thread)
        except (Gone, Forbidden):
            return None  # it was deleted, or is not ours to read

    async def _give(self, event: ChatEvent | None) -> None:
        if event is not None:
            await self._sink(event)


def _is_our_doing(event: JsonObject, us: parse.Us) -> bool:
    """A message that is deleted is news whoever wrote it."""
    match event.get("subtype"):
        case "message_deleted":
            return False
        case "message_changed":
            return parse.is_ours(event.get("message") or {}, us)
        case _:
            return parse.is_ours(event, us)
