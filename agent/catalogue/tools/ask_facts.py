"""Questions for one fact of one title: "how long is Heat?", "ki rendezte a Heatet?"."""

import re
from collections.abc import Sequence

from agent.catalogue.speech.voice import Voice
from agent.catalogue.tools.calls import TellFacts
from agent.catalogue.tools.fact_cues import FACT_CUES
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.questions import Question

# What was shown alone can be asked about without its name.
_IT = re.compile(
    r"it|(?:that|this)(?: one| film| movie| series| show)?|the (?:film|movie|series|show)|ez|az|(?:ez|az) a (?:film|sorozat)"
    r"|(?:est|es)[ao](?: (?:pelicula|peli|serie))?|la (?:pelicula|serie)|er|es|das|(?:der|dieser) film|(?:die|diese) serie"
    r"|ca|cela|(?:ce|le) film|(?:cette|la) serie"
)


def ask_facts(question: Question, library: Library, shown: Sequence[str]) -> tuple[TellFacts, Voice] | None:
    """The fact that is asked for, of all titles of one name; None where the question is for none, or of no title."""
    for fact, cues in FACT_CUES.items():
        for cue in cues:
            for match in cue.matches(question):
                if titles := _titles(question.part(match, "t"), library, shown):
                    return TellFacts(titles=titles, fact=fact), cue.voice
    return None


def _titles(part: str, library: Library, shown: Sequence[str]) -> tuple[str, ...]:
    if len(shown) == 1 and _IT.fullmatch(part.lower()):
        return tuple(shown)
    return library.named(part)
