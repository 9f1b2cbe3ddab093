"""Tells who may mend it what is wrong: moderators in private when they ask, the log for whoever reads that.

Everybody else gets the gentle sentence of the answer itself. The same trouble is told once an hour, for it lasts until it is
mended and every answer meets it again.
"""

from collections import OrderedDict
from collections.abc import Mapping

import structlog

from agent.contract import ResponseDone, RunError, Terminal
from bot.calls import quietly
from bot.ports import ChatPort, Clock
from bot.types import Author, Place, Platform, Turn

_log = structlog.get_logger()

NO_WORKER = "No worker took up a question for minutes: run `matinee doctor` where the worker should run, then `matinee worker`."
_EVERY_SECONDS = 3600.0
_KEPT = 1000  # moderators, and things told
_Key = tuple[str, ...]


class Mends:
    """What this process told of what is wrong. After a restart it is told again."""

    def __init__(self, chats: Mapping[Platform, ChatPort], clock: Clock) -> None:
        self._chats, self._clock = chats, clock
        self._moderators: OrderedDict[_Key, None] = OrderedDict()
        self._told: OrderedDict[_Key, float] = OrderedDict()

    def saw(self, place: Place, author: Author) -> None:
        """Remember whether somebody may moderate in a place, as the platform says with their newest question."""
        key = _person(place, author.id)
        self._moderators.pop(key, None)
        if author.may_moderate:
            self._moderators[key] = None
            _cut(self._moderators)

    async def tell(self, turn: Turn, end: Terminal) -> None:
        """Pass on what was missing for this answer, if anything was. Never raises for what a platform refuses."""
        mend = end.mend if isinstance(end, ResponseDone | RunError) else ""
        if not mend:
            return
        if self._is_due(("log", mend)):
            _log.warning("mend_needed", mend=mend)
        key = _person(turn.place, turn.asker.id)
        if key in self._moderators and self._is_due((*key, mend)):
            text = f"For whoever looks after me: {mend}"
            chat = self._chats[turn.place.platform]
            await quietly(chat.notice(turn.place, turn.asker.id, text, private=True), "notice_mend")

    def _is_due(self, key: _Key) -> bool:
        now = self._clock.now()
        if now - self._told.get(key, -_EVERY_SECONDS) < _EVERY_SECONDS:
            return False
        self._told.pop(key, None)
        self._told[key] = now
        _cut(self._told)
        return True


def _person(place: Place, person: str) -> _Key:
    return (place.platform, place.workspace, place.channel, person)


def _cut(kept: OrderedDict[_Key, None] | OrderedDict[_Key, float]) -> None:
    if len(kept) > _KEPT:
        kept.popitem(last=False)
