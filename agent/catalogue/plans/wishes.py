"""Several wishes in one message: "a Korean thriller and a French comedy, both under 100 minutes"."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

from agent.catalogue.request import Request
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.tools.questions import Question
from agent.domain import MAX_SUBTASKS, SubTask

_LONGEST = 12  # words of one wish: whoever tells more tells of one film


@dataclass(frozen=True, slots=True)
class _Words:
    """How a language joins wishes: each begins with an article; `lead` may stand before the first, `tail` holds for all.

    What `inside` finds makes a wish one that an "and" may go on ("a film about a thief and a comedian"); `with_` needs a name.
    """

    article: str
    joint: str
    lead: str
    tail: str
    inside: str
    with_: str


_WORDS: dict[Voice, _Words] = dict(
    zip(
        VOICES,
        (
            _Words(
                r"(?:an?|one|another|two|three)",
                r"(?:and(?: also| then)?|plus|as well as)",
                r"recommend|suggest|find|show|give|get|want|need|me|us|looking for|(?:i|we)['’]d like|would like"
                r"|(?:to|can|should|we|i) (?:watch|see)",
                r"(?:both|each|all)(?: of (?:them|which|these))?(?: (?:are|is|being|should be|must be|to be))?",
                r"about|like|between|mix|cross|blend|of|where|who|whose|that|which|set|but|or|as|in one|at once|combined",
                r"with|starring|featuring",
            ),
            _Words(
                r"(?:egy|ket|harom)",
                r"(?:es|meg|valamint|plusz)",
                r"ajanlj\w*|keres\w*|mutass\w*|adj\w*|szeretnek|szeretnenk|kerek|kell\w*|nekem|nekunk|nezn(?:ek|enk)",
                r"(?:mindketto|mindkettot|mindegyik|mindet|mind)(?: legyen)?",
                r"amelyik|amiben|aki|akinek|mint|rol|szolo|vagy|de|kozott|kevereke|egyben|egyszerre",
                r"fo?szereple\w+",
            ),
            _Words(
                r"(?:una?|dos|tres|otra?)",
                r"(?:y(?: tambien)?|e|mas|ademas de)",
                r"recomienda\w*|recomend\w*|busco|buscamos|quiero|queremos|quisiera|dame|danos|necesito|ponme|muestrame|ver",
                r"(?:ambas|ambos|las dos|los dos|cada una|cada uno|todas|todos)(?: que sean)?",
                r"sobre|como|entre|mezcla|donde|que|cuyo|cuya|acerca|pero|o|a la vez|en una?",
                r"con",
            ),
            _Words(
                r"(?:eine?[nrms]?|zwei|drei|noch eine?n?)",
                r"(?:und(?: auch| dann)?|sowie|plus)",
                r"empfiehl\w*|empfehl\w*|suche?n?|zeig\w*|gib|brauche?n?|will|wollen|mochte?n?|hatte gern\w*|mir|uns|gern\w*",
                r"(?:beide|jeweils|jeder|alle)(?: sollen| sind)?",
                r"uber|wie|zwischen|mischung|in dem|in der|der|die|das|aber|oder|als|in einem|zugleich",
                r"mit",
            ),
            _Words(
                r"(?:une?|deux|trois)",
                r"(?:et(?: aussi| puis)?|ainsi que|plus)",
                r"conseille\w*|recommande\w*|cherche|cherchons|voudrais|veux|donne|montre|trouve|propose|moi|nous|faut|voir|regarder",
                r"(?:les deux|tous les deux|toutes les deux|chacune?|tous|toutes)",
                r"sur|comme|entre|melange|ou|qui|que|dont|mais|a la fois|en une?",
                r"avec",
            ),
        ),
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class _Patterns:
    first: re.Pattern[str]
    joint: re.Pattern[str]
    lead: re.Pattern[str]
    tail: re.Pattern[str]
    inside: re.Pattern[str]
    with_: re.Pattern[str]


def _compiled(words: _Words) -> _Patterns:
    start = rf"(?={words.article}\s+\S)"
    return _Patterns(
        re.compile(rf"(?<!\w){start}"),
        re.compile(rf"(?:\s*,\s*|\s+)(?P<and>{words.joint})\s+{start}|\s*,\s+{start}"),
        re.compile(rf"(?:(?:[^.;!?]*[^\w.;!?])?(?:{words.lead})[\s,:]*)?"),
        re.compile(rf"\s*[,;:(–-]+\s*{words.tail}[\s,:]+(?P<shared>[^.;!?]+?)\)?|\s+{words.tail}\s+(?P<tight>[^.,;!?]+)"),
        re.compile(rf"(?<!\w)(?:{words.inside})(?!\w)|[.;!?:()\"“”„«»,]"),
        re.compile(rf"(?<!\w)(?:{words.with_})(?!\w)"),
    )


_PATTERNS: dict[Voice, _Patterns] = {voice: _compiled(words) for voice, words in _WORDS.items()}


def several_wishes(question: Question, voice: Voice, read: Callable[[str], Request]) -> tuple[SubTask, ...] | None:
    """A search for each wish, what holds for all said in each; None where it may as well be one wish."""
    patterns = _PATTERNS[voice]
    first = patterns.first.search(question.plain)
    if first is None or not patterns.lead.fullmatch(question.plain, 0, first.start()):
        return None
    end, shared = _shared(question, patterns, first.start())
    spans = _parted(question.plain, patterns.joint, first.start(), end)
    if not 2 <= len(spans) <= MAX_SUBTASKS or any(not _plain_wish(question.plain[a:b], patterns) for a, b in spans):
        return None
    parts = [question.text[a:b].strip() for a, b in spans]
    wanted = [read(part) for part in parts]
    if not _are_apart(question, spans, wanted, patterns):
        return None
    between = ", " if voice == "hu" else " "
    return tuple(SubTask(kind="retrieve", question=f"{part}{between}{shared}" if shared else part) for part in parts)


def _shared(question: Question, patterns: _Patterns, start: int) -> tuple[int, str]:
    """Where the wishes end, and what is said of all of them."""
    for found in patterns.joint.finditer(question.plain, start):
        last = found.end()
        for at in range(last, len(question.plain)):
            if (tail := patterns.tail.fullmatch(question.plain, at)) is not None:
                return at, question.part(tail, "shared" if tail["shared"] else "tight")
    return len(question.plain), ""


def _parted(plain: str, joint: re.Pattern[str], start: int, end: int) -> list[tuple[int, int]]:
    """The wishes between joints, of which the last must be an "and"."""
    found = list(joint.finditer(plain, start, end))
    if not found or found[-1]["and"] is None:
        return []
    starts = [start, *(match.end() for match in found)]
    ends = [*(match.start() for match in found), end]
    return list(zip(starts, ends, strict=True))


def _plain_wish(plain: str, patterns: _Patterns) -> bool:
    return len(plain.split()) <= _LONGEST and patterns.inside.search(plain) is None


def _are_apart(question: Question, spans: Sequence[tuple[int, int]], wanted: Sequence[Request], patterns: _Patterns) -> bool:
    """Whether each is a wish of its own, and no two could be one film."""
    if not all(request.genres or request.media_type for request in wanted):
        return False
    if any(patterns.with_.search(question.plain[a:b]) and not w.people for (a, b), w in zip(spans, wanted, strict=True)):
        return False
    return all(_differ(one, other) for one, other in combinations(wanted, 2))


def _differ(one: Request, other: Request) -> bool:
    if one.media_type and other.media_type and one.media_type != other.media_type:
        return True
    if any(_disjoint(*pair) for pair in ((one.countries, other.countries), (one.people, other.people))):
        return True
    if one.year_from and other.year_from and (one.year_to or one.year_from) < other.year_from:
        return True
    if one.year_from and other.year_from and (other.year_to or other.year_from) < one.year_from:
        return True
    return bool(set(one.genres) - set(other.genres)) and bool(set(other.genres) - set(one.genres))


def _disjoint(one: Sequence[str], other: Sequence[str]) -> bool:
    return bool(one) and bool(other) and not set(one) & set(other)
