"""The next day, once: how was the film? Whether the evening's clicks are worth it shows in nothing else."""

import time
from collections.abc import Callable, Mapping

import structlog

from bot import actions
from bot.actions import Night
from bot.calls import persistently
from bot.errors import ChatError
from bot.ports import ChatPort, Clock
from bot.store.night_history import NightHistory, Watched
from bot.types import Platform
from bot.views import Button, View
from bot.words import cut, named, plain

_log = structlog.get_logger()

_TITLE = 150


class NextDay:
    """Asks. `now` is the time in seconds since the epoch."""

    def __init__(
        self,
        chats: Mapping[Platform, ChatPort],
        history: NightHistory,
        clock: Clock,
        *,
        now: Callable[[], float] = time.time,
    ) -> None:
        self._chats, self._history, self._clock, self._now = chats, history, clock, now

    async def tend(self) -> None:
        """Ask where it is time to. Called every couple of seconds."""
        for watched in await self._history.to_ask(list(self._chats), self._now()):
            try:
                await self._ask(watched)
            except ChatError as error:  # the place is gone or closed to us: there is nobody to ask
                _log.info("night_not_asked", night=watched.night, error=str(error))
            await self._history.asked(watched.night)

    async def _ask(self, watched: Watched) -> None:
        chat = self._chats[watched.place.platform]
        view, key = question(watched), f"{watched.night[:14]}-day"
        await persistently(lambda: chat.post_view(watched.place, view, key=key), self._clock)


def question(watched: Watched) -> View:
    """The question with its two answers. Pure."""
    text = f"How was **{cut(plain(named(watched.film)), _TITLE)}**? One click each tells me whether I chose well."
    up, down = (Night("thumb", watched.night, 0, arg) for arg in ("up", "down"))
    return View(text, controls=((Button(actions.write(up), "👍 Good choice"), Button(actions.write(down), "👎 Not for us")),))
