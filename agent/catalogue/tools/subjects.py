"""What a question about several is about: titles and people by name, a row of films, or what was shown."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agent.catalogue.speech.pointers import LAST, find_pointer
from agent.catalogue.speech.voice import Voice
from agent.catalogue.tools.library import Library, without_ending
from agent.catalogue.tools.questions import anywhere
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.missing_titles import UPPER

_JOIN = re.compile(
    r"\s*,?\s+(?:and|with|to|or|vs\.?|versus|against|meg|es|vagy|y|e|con|o|und|mit|oder|et|avec|ou|a)\s+(?:(?:a|az|with)\s+)?|\s*[,/&]\s+"
)
_AROUND = anywhere(
    r"the (?:films?|movies?|series|shows?|titles?|lengths? of)|both|all(?: of)?|films? called",
    r"(?:a|az) (?:filmek|sorozatok)|mind(?:ket)?",
    r"(?:las|los) (?:peliculas|series)|ambas|todas",
    r"(?:die|den) (?:filmen?|serien)|beiden?|alle",
    r"(?:les|des) (?:films|series)|tous|toutes",
)
_THESE = re.compile(
    r"(?:all |both )?(?:(?:of )?(?:these|those|them|they)(?: (?:two|three|four|five|all|films|movies|titles"
    r"|both))*|the (?:two|three|four|five)(?: of them)?)"
    r"|(?:mind |mindet )?(?:ezek\w*|azok\w*|oket)(?: (?:egyutt|mind))?|(?:a|az) (?:ketto|harom|negy|ot)(?:t|nek)?"
    r"|(?:est|es)[ao]s(?: (?:dos|tres|cuatro|cinco|peliculas))?|ell[oa]s|(?:las|los) (?:dos|tres|cuatro|cinco)"
    r"|(?:alle )?(?:diese|die|sie)(?: (?:beiden|zwei|drei|vier|funf|filme|alle))*|die beiden"
    r"|ces(?: (?:deux|trois|quatre|cinq))?(?: films)?|ceux-(?:ci|la)|ils|elles|les (?:deux|trois|quatre|cinq)"
)
_NUMBERS = {
    number: re.compile(rf"(?<!\w)(?:{words})(?!\w)")
    for number, words in (
        (2, r"two|ketto\w*|dos|zwei|beiden|deux"),
        (3, r"three|harom\w*|tres|drei|trois"),
        (4, r"four|negy\w*|cuatro|vier|quatre"),
        (5, r"five|ot|cinco|funf|cinq"),
    )
}
_FIRST = re.compile(
    r"(?:the )?first (?P<n>two|three|four)|(?:die )?ersten (?:beiden|zwei|drei)|(?:las|los) (?:dos|tres) primer[oa]s"
    r"|les (?:deux|trois) premiers"
)
# "the two Suspirias", "beide Suspirias", "les deux Suspiria"
_BOTH = re.compile(
    r"(?:the |your )?(?:two|both|different|various|three)(?: (?:versions|films) (?:of|called))? |both (?:the )?"
    r"|(?:a |az )?(?:ket|mindket) "
    r"|(?:las|los|ambas|ambos) (?:dos )?|(?:die )?(?:beiden?|zwei) |les deux "
)
_CAPITAL = re.compile(rf"[\"“„«'‘]?\s?[{UPPER}0-9]")


@dataclass(frozen=True, slots=True)
class Subjects:
    """Titles (ids) and people, in the order named; `unknown` are names that are neither."""

    titles: tuple[str, ...] = ()
    people: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.titles) + len(self.people) + len(self.unknown)


def titles_in(phrase: str, voice: Voice, library: Library, shown: Sequence[str]) -> Subjects | None:
    """The titles of a phrase; None where it is no list with a title in it. What was shown can be pointed at."""
    if pointed := _pointed(phrase, shown):
        return Subjects(titles=pointed)
    if pair := _of_one_name(phrase, library):
        return Subjects(titles=pair)
    found = _listed(_cleaned(phrase, voice), lambda part: _one_title(part, library, shown), library.named)
    if found is None or not found.titles:
        return None
    unknown = tuple(without_ending(name) if voice == "hu" else name for name in found.unknown)
    return Subjects(titles=tuple(dict.fromkeys(found.titles)), unknown=unknown)


def people_in(phrase: str, voice: Voice, library: Library) -> Subjects | None:
    """The people of a phrase; None where it is no list of names."""

    def exactly(part: str) -> tuple[str, ...]:
        name = library.person(part, glued=voice == "hu", exactly=True) if _CAPITAL.match(part) or " " in part else None
        return (name,) if name else ()

    def one(part: str) -> tuple[str, ...]:
        return exactly(part) or ((name,) if (name := library.person(part)) else ())

    found = _listed(phrase, one, exactly)
    return None if found is None else Subjects(people=tuple(dict.fromkeys(found.titles)), unknown=found.unknown)


def _cleaned(phrase: str, voice: Voice) -> str:
    found = _AROUND[voice].match(level(phrase))
    return phrase[found.end() :].strip() if found and found.end() < len(phrase) else phrase


def _pointed(phrase: str, shown: Sequence[str]) -> tuple[str, ...]:
    """What "these three", "the first two" mean of what was shown; nothing where fewer were."""
    plain = level(phrase).strip()
    first = _FIRST.fullmatch(plain)
    if not shown or not (first or _THESE.fullmatch(plain)):
        return ()
    count = next((number for number, pattern in _NUMBERS.items() if pattern.search(plain)), None)
    if first and count:
        return tuple(shown[:count]) if count <= len(shown) else ()
    return tuple(shown) if count in {None, len(shown)} else ()


def _of_one_name(phrase: str, library: Library) -> tuple[str, ...]:
    """All titles of the name behind "the two"; English puts an s to it."""
    both = _BOTH.match(level(phrase))
    if both is None:
        return ()
    name = phrase[both.end() :]
    found = library.named(name) or library.named(re.sub(r"['’]?e?s$", "", name)) or library.named(re.sub(r"s$", "", name))
    return found if len(found) > 1 else ()


def _one_title(part: str, library: Library, shown: Sequence[str]) -> tuple[str, ...]:
    if found := library.named(part):
        return found
    pointer = find_pointer(part) if shown else None
    whole = pointer is not None and pointer.end - pointer.start == len(part)
    if pointer is None or not whole or (pointer.position != LAST and pointer.position > len(shown)):
        return ()
    return (shown[-1 if pointer.position == LAST else pointer.position - 1],)


def _listed(phrase: str, one: Callable[[str], tuple[str, ...]], whole: Callable[[str], tuple[str, ...]]) -> Subjects | None:
    """The items of a list; a joint inside a name ("Thelma & Louise"), which `whole` finds, parts nothing.

    An unknown item must look like a name.
    """
    if len(found := whole(phrase)) > 0:
        return Subjects(titles=found)
    pieces = list(_pieces(phrase))
    titles: list[str] = []
    unknown: list[str] = []
    at = 0
    while at < len(pieces):
        for end in range(len(pieces), at, -1):
            part = phrase[pieces[at][0] : pieces[end - 1][1]]
            if found := (one if end == at + 1 else whole)(part):
                titles += found
                break
        else:
            end, part = at + 1, phrase[pieces[at][0] : pieces[at][1]].strip(' "“”„«»')
            if not _CAPITAL.match(part) or len(part) < 2:
                return None
            unknown.append(part)
        at = end
    return Subjects(titles=tuple(titles), unknown=tuple(unknown))


def _pieces(phrase: str) -> Iterator[tuple[int, int]]:
    at = 0
    for match in _JOIN.finditer(level(phrase)):
        if match.start() > at:
            yield at, match.start()
        at = match.end()
    if at < len(phrase):
        yield at, len(phrase)
