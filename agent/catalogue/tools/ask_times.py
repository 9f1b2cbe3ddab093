"""Questions about time: how long titles take together, and a plan for an evening of several."""

import re
from collections.abc import Sequence
from dataclasses import replace

from agent.catalogue.request import Request
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.tools.calls import ANY, AddLengths, PlanMarathon
from agent.catalogue.tools.clock import read_times
from agent.catalogue.tools.conditions import conditions
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.questions import Question, cues, cut
from agent.catalogue.tools.subjects import Subjects, titles_in
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.languages.tell import grammar_of
from agent.retrieval.language import detect_language

_TOGETHER = (
    r"(?:in all|in total|all in all|altogether|all together|together|combined|back to back|in a row)",
    r"(?:osszesen|egyutt|egyben|egymas utan)",
    r"(?:en total|junt[oa]s|seguid[oa]s|todo junto)",
    r"(?:insgesamt|zusammen|am stuck|hintereinander|alles zusammen)",
    r"(?:en tout|au total|ensemble|d['’]affilee|a la suite)",
)
_TOTALS = cues(
    *(
        table.replace("TOG", together)
        for table, together in zip(
            (
                r"""
                how (?:long|much time|many hours|many minutes) (?:is|are|does|do|would|will) (?:it take to watch )?{t}(?: last| run| take| be)? TOG
                how (?:long|much time) (?:is|are|does|do|would|will) (?P<row>\S.*?)(?: last| run| take| be)?(?: TOG)?
                (?:what(?:['’]s| is) )?the (?:total|combined|overall) (?:runtime|running time|run time|length|duration) of {t}
                how long (?:does|would|will) it take to watch {t}(?: TOG)?
                """,  # noqa: E501  a pattern a line
                r"""
                (?:milyen hosszu(?:ak)?|mennyi ideig tart(?:anak)?|hany ora|mennyi) {t} TOG
                (?:milyen hosszu|mennyi ideig tart) (?P<row>\S.*?)(?: TOG)?
                TOG (?:milyen hosszu(?:ak)?|mennyi ideig tart(?:anak)?) {t}
                """,
                r"""
                cuanto (?:tiempo )?(?:duran?|son) (?:TOG )?{t} TOG
                cuanto (?:tiempo )?duran? TOG {t}
                cuanto (?:tiempo )?duran? (?P<row>\S.*?)(?: TOG)?
                """,
                r"""
                wie lange? (?:ist|sind|dauert|dauern|gehen|laufen|brauche ich fur|brauchen wir fur) {t} TOG
                wie lange? (?:ist|sind|dauert|dauern|geht) (?P<row>\S.*?)(?: TOG)?
                """,
                r"""
                combien de temps (?:dure|durent) {t} TOG
                combien de temps (?:dure|durent) (?P<row>\S.*?)(?: TOG)?
                {t} durent combien de temps TOG
                """,
            ),
            _TOGETHER,
            strict=True,
        )
    )
)
# A row of films by the name of the first: with how many there should be.
_ROW = re.compile(
    r"(?:(?:all|of|the|whole|entire|complete|a|az|teljes|la|el|las|toda|die|ganze|gesamte|toute|le|les|todas) )*"
    r"(?:(?P<count>\d|two|three|four) )?"
    r"(?:(?:trilogia|saga|serie|pelis|peliculas) (?:de )?(?:la |el )?(?P<behind>\S.*?)"
    r"|(?:trilogie|saga|serie)(?: (?:du|de la|de l['’]|des|de|d['’]))? (?P<after>\S.*?)"
    r"|(?P<name>\S.*?)[- ](?:trilogy|saga|films|movies|series|franchise|quadrilogy|tetralogy|trilogia|filmek"
    r"|trilogie|reihe|filmreihe|filme))"
)
_THREE = re.compile(r"trilog")
_MARATHON = re.compile(r"\b(?:marathon|maraton\w*|double (?:feature|bill)|triple (?:feature|bill))\b")
_DOUBLE, _TRIPLE = re.compile(r"double (?:feature|bill)"), re.compile(r"triple (?:feature|bill)")
_COUNT = {
    number: re.compile(rf"(?<!\w)(?:{words})(?= \w*(?:film|movie|pelicula|peli|thriller|comed|komodie|serie"
                       rf"|vigjatek|horror|western|krimi)\w*| (?:\w+ ){{1,2}}(?:films|movies|peliculas|filme)(?!\w))")
    for number, words in (
        (2, r"2|two|ket|ketto|dos|zwei|deux"),
        (3, r"3|three|harom|tres|drei|trois"),
        (4, r"4|four|negy|cuatro|vier|quatre"),
        (5, r"5|five|ot|cinco|funf|cinq"),
    )
}  # fmt: skip
# What goes around an evening's plan and says nothing about titles.
_IDLE = (
    r"(?:plan|schedule|make|suggest|can|could|let['’]?s|we|i|us|our|me|for|an?|the|watch|see|fit(?: in)?|want|to"
    r"|and|be|are|is|it|with|on|of|if|what|when|will|would|does|do|"
    r"movie night|film night|evening|night|tonight|today|marathon|double feature|double bill|triple feature|at"
    r"|have|has|which|end|finish|over|done|works?|possible|then|there|breaks?|between|"
    r"egy|a|az|es|ha|nezzunk|nezhetunk|megnezhetunk|tervezz|tervezzunk|estet|estere|este|ma|maraton\w*|filmest\w*|mikor|lesz|van|vege|szeretnenk|"
    r"planea|planear|podemos|ver|una|un|noche|de|la|el|y|para|esta|si|con|hoy|maraton|queremos|cuando|acaba|termina|caben|"
    r"plane?|wir|wollen|mochten|konnen|schauen|sehen|ein|eine|einen|der|die|das|und|mit|fur|heute|abend|filmabend|passen|sein|wann|sind|ist|wenn|"
    r"planifie|on|peut|voir|regarder|une|soiree|le|les|et|avec|pour|ce soir|nous|veut|si|quand|finit|est-ce que|marathon)"
)
_AROUND = re.compile(rf"(?:\W*{_IDLE}(?!\w)\W*)+")
_AROUND_END = re.compile(rf"(?:\W*(?<!\w){_IDLE}\W*)+$")
_PIECES = re.compile(r"[,;:?!.]\s|\s(?:with|mit|con|avec)\s")
_PAIR = 2


def ask_total(question: Question, library: Library, shown: Sequence[str]) -> tuple[AddLengths, Voice] | None:
    """ "how long is the Godfather trilogy in all?", "how long are Heat and Ronin together?" """
    for cue in _TOTALS:
        for match in cue.matches(question):
            group = "row" if match.groupdict().get("row") else "t"
            part = question.part(match, group)
            if row := row_in(part, library):
                return row, cue.voice
            found = titles_in(part, cue.voice, library, shown) if group == "t" else None
            if found is not None and len(found) > 1:
                return AddLengths(titles=found.titles, unknown=found.unknown), cue.voice
    return None


def row_in(phrase: str, library: Library) -> AddLengths | None:
    """The films of "the Godfather trilogy", "all Harry Potter films"; None where nothing is called so."""
    match = _ROW.fullmatch(level(phrase))
    if match is None:
        return None
    group = next(name for name in ("name", "behind", "after") if match[name])
    found = library.row_of(phrase[match.start(group) : match.end(group)])
    parts = 3 if _THREE.search(match[0]) else None
    if len(found) < (1 if parts else _PAIR):
        return None
    return AddLengths(titles=found[:parts], parts=parts)


def ask_plan(question: Question, library: Library, shown: Sequence[str]) -> tuple[PlanMarathon, Voice] | None:
    """ "start at 19:30, two films, home by midnight" """
    times = read_times(question)
    if times.start is None and times.end is None:
        return None
    voice = _voice(question)
    named, rest = _named(times.rest, voice, library, shown)
    if named.titles:
        call = PlanMarathon(start=times.start, end=times.end, titles=named.titles, unknown=named.unknown)
        return None if rest else (call, voice)
    plain = level(times.rest)
    count = _count(plain)
    wanted = _wanted(_MARATHON.sub(" ", rest), voice, library) if count or _MARATHON.search(plain) else None
    if wanted is None:
        return None
    return PlanMarathon(start=times.start, end=times.end, count=count or _PAIR, shown=tuple(shown), wanted=wanted), voice


def _count(plain: str) -> int | None:
    if _DOUBLE.search(plain) or _TRIPLE.search(plain):
        return _PAIR if _DOUBLE.search(plain) else _PAIR + 1
    return next((number for number, pattern in _COUNT.items() if pattern.search(plain)), None)


def _voice(question: Question) -> Voice:
    grammar = grammar_of(question.text, detect_language(question.text))
    return next((voice for voice in VOICES if grammar is not None and voice == grammar.code), "en")


def _named(phrase: str, voice: Voice, library: Library, shown: Sequence[str]) -> tuple[Subjects, str]:
    """The titles that parts of a phrase name, and what is left of it."""
    titles: list[str] = []
    unknown: list[str] = []
    left: list[str] = []
    for piece in _PIECES.split(phrase):
        bare = _stripped(piece)
        row = row_in(bare, library) if bare else None
        found = Subjects(titles=row.titles) if row else titles_in(bare, voice, library, shown) if bare else None
        if found is None:
            left.append(bare)
        else:
            titles += found.titles
            unknown += found.unknown
    return Subjects(titles=tuple(dict.fromkeys(titles)), unknown=tuple(unknown)), ", ".join(filter(None, left))


def _stripped(piece: str) -> str:
    """Without the words at its ends that only plan."""
    before, bare = None, piece.strip(" .?!:;,–-")
    while bare != before:
        before, plain = bare, level(bare)
        leading, trailing = _AROUND.match(plain), _AROUND_END.search(plain)
        begin, end = leading.end() if leading else 0, trailing.start() if trailing else len(bare)
        bare = bare[begin : max(begin, end)].strip(" .?!:;,–-")
    return bare


def _wanted(rest: str, voice: Voice, library: Library) -> Request | None:
    """The films that are wanted; None where more is said than conditions. A series has no length to plan with."""
    for number in _COUNT.values():
        rest = cut(rest, number)
    wanted = conditions(rest, voice, library) if rest else ANY
    if wanted is None or wanted.media_type == "series" or wanted.missing:
        return None
    return replace(wanted, media_type="movie", limit=None)
