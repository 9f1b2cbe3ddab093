"""What was asked for and cannot be told from the facts: a sentence each, which an answer must pass on."""

import re
from collections.abc import Mapping
from typing import Any

from agent.catalogue.understanding.kinds import Kinds

NO_SUBTITLE_FACTS = "I know nothing about subtitles or dubbing, so please check that before you start."
NO_EPISODE_LENGTHS = "I do not know how long episodes are, so I left the length aside."
NO_LANGUAGE_FACTS = "I know where titles come from, not what is spoken in them, so I went by the country."
NO_WRITERS = "I know who directs and who acts, not who wrote, composed or produced, so I left that name aside."
NO_BIRTH_YEAR = "I do not know when you were born: tell me the year and I keep to it."

_OLDER_THAN_ASKER = re.compile(r"\bolder\s+than\s+(?:me|i\s+am|myself)\b|\bbefore\s+i\s+was\s+born\b", re.IGNORECASE)


def unknowable(text: str, fields: Mapping[str, Any], kinds: Kinds, *, subtitles: bool, other_work: bool) -> tuple[str, ...]:
    """The notes that this request needs."""
    needed = {
        NO_SUBTITLE_FACTS: subtitles,
        NO_EPISODE_LENGTHS: kinds.media_type == "series" and bool(fields.keys() & {"runtime_min", "runtime_max"}),
        NO_LANGUAGE_FACTS: kinds.by_language,
        NO_WRITERS: other_work,
        NO_BIRTH_YEAR: "year_to" not in fields and bool(_OLDER_THAN_ASKER.search(text)),
    }
    return tuple(note for note, holds in needed.items() if holds)
