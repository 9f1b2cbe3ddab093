"""Our Web API client: who we are, whom we know, and every call with its turn, its time limit and our errors."""

import asyncio
import time
from collections.abc import Iterable
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import aiohttp
import structlog
from slack_sdk.web.async_client import AsyncWebClient

from adapters.slack import errors, parse
from adapters.slack.budget import Budget
from bot import metrics
from bot.calls import quietly
from bot.clock import SystemClock
from bot.egress import Urgency
from bot.errors import ChatError, Gone, RateLimited, Unreachable
from bot.ports import Clock
from bot.tasks import shared
from bot.types import MessageRef

log = structlog.get_logger(__name__)

JsonObject: TypeAlias = dict[str, Any]

_READS: Final = {"conversations.replies", "conversations.history", "users.info"}
"""Methods that take no JSON: https://docs.slack.dev/apis/web-api#methods_supporting_json"""
_FORMS: Final = {"files.getUploadURLExternal", "files.completeUploadExternal"}
"""Methods that take none either, and change something."""
_KNOWN_FOR: Final = 600.0  # seconds that a person's name and rights are taken for true
_REMEMBERED: Final = 5000
_DAY: Final = 86_400.0
_PAGE: Final = 200
_PAGES: Final = 5


class SlackClient:
    """One workspace's Web API. Nothing is called before `login`; calls wait for it.

    The SDK's own retries are off: its retry of broken connections would post twice.
    """

    def __init__(self, token: str, *, api_base: str | None = None, timeout: float = 15.0, clock: Clock | None = None) -> None:
        """`api_base` points at another server, such as the sandbox's ("http://127.0.0.1:8080/api/"); `timeout` in seconds."""
        base = api_base or AsyncWebClient.BASE_URL
        self.web = AsyncWebClient(token=token, base_url=base, timeout=int(timeout) + 1, retry_handlers=[])
        if api_base and urlsplit(api_base).hostname in {"127.0.0.1", "::1", "localhost"}:
            self.web.proxy = None  # the SDK took it from the environment
        self._timeout, self._clock = timeout, clock or SystemClock()
        self._budget = Budget(self._clock)
        self._us: parse.Us | None = None
        self._online = asyncio.Event()
        self._people: dict[str, tuple[float, asyncio.Task[parse.Person]]] = {}
        self._threads: dict[MessageRef, str] = {}
        self._aside: set[asyncio.Task[bool]] = set()

    @property
    def us(self) -> parse.Us:
        """Who we are; RuntimeError before the login."""
        if self._us is None:
            raise RuntimeError("not logged in yet")
        return self._us

    async def login(self) -> parse.Us:
        """Find out who we are. Raises slack_sdk's errors as they are, for the gateway to tell which are for good."""
        if self.web.session is None or self.web.session.closed:
            self.web.session = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=self._timeout))
        found = await self.web.auth_test()
        self._us = parse.Us(
            str(found["user_id"]),
            str(found.get("bot_id") or ""),
            str(found["team_id"]),
            str(found.get("enterprise_id") or ""),
            str(found.get("url") or "https://slack.com/"),
        )
        self._online.set()
        return self._us

    async def close(self) -> None:
        """End all connections; calls from now on are Unreachable."""
        self._online.clear()
        for task in (*self._aside, *(person for _, person in self._people.values())):
            task.cancel()
        self._people.clear()
        if self.web.session is not None:
            await self.web.session.close()

    def note(self, message: MessageRef, thread: str | None) -> None:
        """Remember the thread that a message stands in (None: none), so that nobody has to ask."""
        self._threads[message] = thread or message.id
        if len(self._threads) > _REMEMBERED:
            del self._threads[next(iter(self._threads))]

    def thread_of(self, message: MessageRef) -> str | None:
        """The thread of a message that we know of, which may be the one under it; None for others."""
        return self._threads.get(message)

    async def call(
        self, method: str, arguments: JsonObject, *, channel: str | None = None, urgency: Urgency = Urgency.NOW
    ) -> JsonObject:
        """Call a method when its turn comes. `channel` is the one whose own limit it counts for.

        Raises `bot.errors.ChatError`. Past the time limit it is unknown whether the call was applied.
        """
        with errors.translated():
            async with asyncio.timeout(self._timeout):
                await self._online.wait()
        await self._budget.take(method, channel, urgency, arguments.get("ts"))
        try:
            with errors.translated():
                async with asyncio.timeout(self._timeout):
                    return await self._send(method, arguments)
        except RateLimited as limited:
            metrics.refused.labels("slack", "429").inc()
            self._budget.close(method, channel, limited.retry_after)
            raise

    def aside(self, method: str, arguments: JsonObject) -> None:
        """Call a method that nobody waits for, and whose failure spoils nothing."""
        task = shared(quietly(self.call(method, arguments, urgency=Urgency.LATER), method))
        self._aside.add(task)
        task.add_done_callback(self._aside.discard)

    async def _send(self, method: str, arguments: JsonObject) -> JsonObject:
        if self.web.session is None or self.web.session.closed:
            raise Unreachable("the Slack client is closed")
        given = {name: value for name, value in arguments.items() if value is not None}
        if method in _READS:
            found = await self.web.api_call(method, http_verb="GET", params=given)
        elif method in _FORMS:
            found = await self.web.api_call(method, params=given)
        else:
            found = await self.web.api_call(method, json=given)
        if not isinstance(found.data, dict):
            raise Unreachable("Slack answered without JSON")
        return found.data

    async def respond(self, url: str, message: JsonObject) -> None:
        """Answer an interaction at its own address, which needs neither a scope nor membership in the channel."""
        await self._bring(url, json=message)

    async def upload(self, url: str, content: bytes) -> None:
        """Bring a file to the address that Slack gave for it."""
        await self._bring(url, data=content)

    async def _bring(self, url: str, **body: Any) -> None:
        session = self.web.session
        if session is None or session.closed:
            raise Unreachable("the Slack client is closed")
        with errors.translated():
            async with asyncio.timeout(self._timeout), session.post(url, proxy=self.web.proxy, **body) as answer:
                if answer.status >= 400:
                    raise Unreachable(f"Slack answered {answer.status}")

    async def person(self, user_id: str) -> parse.Person:
        """Somebody by their id, asked at most every ten minutes; without a name where Slack is away."""
        now = self._clock.now()
        until, task = self._people.get(user_id, (0.0, None))
        if task is None or until <= now:
            task = shared(self._ask_person(user_id))
            self._people[user_id] = (now + _KNOWN_FOR, task)
            if len(self._people) > _REMEMBERED:
                del self._people[next(iter(self._people))]
        try:
            return await asyncio.shield(task)
        except ChatError as error:
            self._people.pop(user_id, None)
            log.info("slack person not found", error=str(error))
            return parse.Person(user_id, user_id)

    async def people(self, user_ids: Iterable[str]) -> dict[str, parse.Person]:
        """Several, at the same time."""
        ids = sorted(set(user_ids))
        return dict(zip(ids, await asyncio.gather(*map(self.person, ids)), strict=True))

    async def _ask_person(self, user_id: str) -> parse.Person:
        found = await self.call("users.info", {"user": user_id})
        return parse.person(found["user"], self.us)

    async def messages(
        self, channel: str, thread: str | None, *, after: str | None = None, metadata: bool = False
    ) -> list[JsonObject]:
        """A thread's messages or a channel's own, oldest first, after a time stamp (None: of the last day), at most 1,000."""
        oldest = after or f"{max(time.time() - _DAY, 0):.6f}"
        arguments: JsonObject = {"channel": channel, "oldest": oldest, "limit": _PAGE}
        arguments |= {"include_all_metadata": "true"} if metadata else {}
        method = "conversations.replies" if thread else "conversations.history"
        arguments |= {"ts": thread} if thread else {}
        found: list[JsonObject] = []
        for _ in range(_PAGES):
            page = await self.call(method, arguments)
            found += page.get("messages") or []
            cursor = (page.get("response_metadata") or {}).get("next_cursor")
            if not cursor:
                break
            arguments |= {"cursor": cursor}
        return sorted((each for each in found if _later(str(each["ts"]), oldest)), key=lambda each: _time(str(each["ts"])))

    async def thread(self, message: MessageRef) -> str:
        """The thread of a message, or the one under it: as we know, else as Slack says. Raises ChatError."""
        known = self.thread_of(message)
        if known is None:
            found = await self.begins(message.channel, message.id)
            known = str(found.get("thread_ts") or found["ts"])
            self.note(message, known)
        return known

    async def begins(self, channel: str, ts: str) -> JsonObject:
        """The message that the thread of a message begins with, or the message itself; raises Gone if it does not exist."""
        found = await self.call("conversations.replies", {"channel": channel, "ts": ts, "limit": 1})
        messages: list[JsonObject] = found.get("messages") or []
        if not messages:
            raise Gone("Slack knows no such message")
        return messages[0]


def _time(ts: str) -> tuple[int, int]:
    """A time stamp as numbers that compare exactly, which a float of seconds would not."""
    seconds, _, rest = ts.partition(".")
    return int(seconds), int(rest.ljust(6, "0") or 0)


def _later(ts: str, than: str) -> bool:
    return _time(ts) > _time(than)
