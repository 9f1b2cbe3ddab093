"""What Bolt and the SDK say in the log: which of their steps failed and how, never what it was about.

Their own lines quote addresses with tickets, frames and events with people's texts, and repeat a traceback every few seconds
while Slack is away.
"""

import logging
import re
import time
from collections.abc import Callable
from typing import Final

_SILENCE: Final = 60.0  # seconds in which the same line is said once
_ABOUT: Final = re.compile(r"[(:{<\n]")
"""Where a line of theirs turns from what failed to what it was about."""


class Terse(logging.Filter):
    """Leaves of a line its first words and the kind of its exception, and drops it if it was said a moment ago. `clock` gives
    seconds that never go back."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._clock = clock
        self._said: dict[str, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the line is said, which is changed in place."""
        line = _ABOUT.split(record.getMessage(), maxsplit=1)[0].strip()
        if record.exc_info and record.exc_info[0]:
            line = f"{line}: {record.exc_info[0].__name__}"
        record.msg, record.args, record.exc_info, record.exc_text = line, (), None, None
        now = self._clock()
        self._said = {said: at for said, at in self._said.items() if now - at < _SILENCE}
        return self._said.setdefault(line, now) == now


def logger() -> logging.Logger:
    """The logger to give to Bolt and the SDK; Bolt's others take its filter over."""
    found = logging.getLogger(__name__)
    if not found.filters:
        found.addFilter(Terse())
    return found
