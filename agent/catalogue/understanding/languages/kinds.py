"""Genres, countries and media type by a language's table: the same as `understanding.kinds`, for levelled text."""

import itertools
import re

from agent.catalogue.languages import MAIN_LANGUAGE
from agent.catalogue.title import MediaType
from agent.catalogue.understanding.kinds import Kinds
from agent.catalogue.understanding.languages.grammar import Grammar, compile_pattern
from agent.catalogue.understanding.vocabulary import Vocabulary

Span = tuple[int, int]
PATTERNS = (
    "negation", "negation_behind", "either", "going_on", "spoken", "movie", "series", "like", "like_behind", "left_out",
    "left_out_behind", "praise", "asked", "subtitles", "older_than_me", "who_they_are", "awards", "filler", "endings",
)  # fmt: skip
_JOINED = re.compile(r"\s*(?:,|\b(?:vagy|es|o|y|u|oder|und|ou|et)\b)+\s*")
_NEAR = 90  # characters: no negation reaches further


def read_kinds(plain: str, grammar: Grammar, vocabulary: Vocabulary) -> Kinds:
    """Everything of this sort in the levelled text, of the genres, countries and languages that the catalogue has."""
    kinds = Kinds()
    _read_genres(plain, grammar, vocabulary.genres, kinds)
    _read_places(plain, grammar, vocabulary, kinds)
    kinds.media_type = _media_type(plain, grammar, kinds)
    return kinds


def prepare(grammar: Grammar) -> None:
    """Compile all patterns of the language."""
    for table in ("genres", "places"):
        found("", grammar, table)
    _qualifies("", re.compile("").match(""), grammar)  # type: ignore[arg-type]  # the empty pattern matches
    for name in PATTERNS:
        grammar.pattern(name)


def refused(plain: str, span: Span, grammar: Grammar) -> Span | None:
    """What a negation around `span` covers with it; None when it is wanted."""
    start, end = span
    before = grammar.pattern("negation").search(plain[max(0, start - _NEAR) : start])
    if before:
        return max(0, start - _NEAR) + before.start(), end
    behind = grammar.pattern("negation_behind").search(plain[end : end + _NEAR])
    return (start, end + behind.end()) if behind else None


def _read_genres(plain: str, grammar: Grammar, known: frozenset[str], kinds: Kinds) -> None:
    before: Span | None = None  # the last one, and whether it was refused
    unwanted = False
    for match, names in found(plain, grammar, "genres"):
        covered = refused(plain, match.span(), grammar)
        between = plain[before[1] : match.start()] if before else ""
        if covered is None and unwanted and before and grammar.pattern("going_on").fullmatch(between):
            covered = (before[1], match.end())
        wanted = [name for name in names if name in known]
        if covered is None:
            kinds.genres += [name for name in wanted if name not in kinds.genres]
            kinds.any_genre |= bool(before and not unwanted and grammar.pattern("either").fullmatch(between))
        else:
            kinds.dropped.append(covered)
            kinds.without_genres += [name for name in wanted[:1] if name not in kinds.without_genres]
        before, unwanted = match.span(), covered is not None
    kinds.without_genres = [name for name in kinds.without_genres if name not in kinds.genres]
    _take_back(plain, grammar, known, kinds)


def _take_back(plain: str, grammar: Grammar, known: frozenset[str], kinds: Kinds) -> None:
    """In a list whose negation stands behind ("horror és western nélkül"), the first items are refused with the last."""
    matches = found(plain, grammar, "genres")
    for (first, names), (second, _) in zip(reversed(matches[:-1]), reversed(matches[1:]), strict=True):
        behind = grammar.pattern("negation_behind").search(plain[second.end() : second.end() + _NEAR])
        if behind and grammar.pattern("going_on").fullmatch(plain[first.end() : second.start()]):
            kinds.dropped.append((first.start(), second.end() + behind.end()))
            kinds.genres = [name for name in kinds.genres if name not in names]
            kinds.without_genres += [name for name in names[:1] if name in known and name not in kinds.without_genres]


def _read_places(plain: str, grammar: Grammar, vocabulary: Vocabulary, kinds: Kinds) -> None:
    short = len(plain.split()) <= 3
    places = found(plain, grammar, "places")
    qualifying = _with_lists(plain, [match for match, _ in places], grammar)
    for match, names in places:
        covered = refused(plain, match.span(), grammar)
        code = MAIN_LANGUAGE.get(names[0]) if _spoken(plain, match, grammar) else None
        codes = [code] if code in vocabulary.languages else []
        wanted = [name for name in names if name in vocabulary.countries] if code is None else []
        if covered is not None:
            kinds.dropped.append(covered)
            kinds.without_countries += [name for name in wanted if name not in kinds.without_countries]
            kinds.without_spoken += [code for code in codes if code not in kinds.without_spoken]
        elif short or code or match.span() in qualifying:
            kinds.countries += [name for name in wanted if name not in kinds.countries]
            kinds.spoken += [code for code in codes if code not in kinds.spoken]
    kinds.without_countries = [name for name in kinds.without_countries if name not in kinds.countries]
    kinds.without_spoken = [code for code in kinds.without_spoken if code not in kinds.spoken]


def _with_lists(plain: str, places: list[re.Match[str]], grammar: Grammar) -> set[Span]:
    """The places that go with a film, and those that are listed with one ("koreanischer oder japanischer Horror")."""
    qualifying = {match.span() for match in places if _qualifies(plain, match, grammar)}
    pairs = list(itertools.pairwise(places))
    for first, second in (*reversed(pairs), *pairs):
        if _JOINED.fullmatch(plain, first.end(), second.start()) and qualifying & {first.span(), second.span()}:
            qualifying |= {first.span(), second.span()}
    return qualifying


def _spoken(plain: str, match: re.Match[str], grammar: Grammar) -> bool:
    pattern = grammar.pattern("spoken")
    return bool(pattern.search(plain[max(0, match.start() - 20) : match.start()]) or pattern.search(_phrase(plain, match)))


def _phrase(plain: str, match: re.Match[str]) -> str:
    behind = re.compile(r"\s+nyelv\w*").match(plain, match.end())  # "francia nyelvű": the only one in two words
    return plain[match.start() : behind.end() if behind else match.end()]


def _qualifies(plain: str, match: re.Match[str], grammar: Grammar) -> bool:
    """Whether a word of a country goes with a film ("película francesa"), and not with somebody in it."""
    key = "things around"
    if key not in grammar.compiled:
        things = "|".join((grammar.things, *grammar.genres))
        grammar.compiled[key] = compile_pattern(
            rf"(?:{things})(?: (?!(?:egy|eine?n?|une?|una)\b)[\w-]+)?(?: (?:de|aus|d))?['’ ]+$"
        )
        grammar.compiled["things behind"] = compile_pattern(rf"^(?: [\w-]+)? (?:{things})(?!\w)")
    before = plain[max(0, match.start() - 60) : match.start()]
    return bool(grammar.compiled[key].search(before) or grammar.compiled["things behind"].search(plain[match.end() :]))


def found(plain: str, grammar: Grammar, table: str) -> list[tuple[re.Match[str], tuple[str, ...]]]:
    """The matches of the table `genres` or `places` from left to right, the longest pattern first where they overlap."""
    entries: list[tuple[str, tuple[str, ...]]] = list(getattr(grammar, table).items())
    key = f"table of {table}"
    if key not in grammar.compiled:
        order = sorted(range(len(entries)), key=lambda i: -len(entries[i][0]))
        grammar.compiled[key] = compile_pattern(rf"(?<!\w)(?:{'|'.join(f'(?P<p{i}>{entries[i][0]})' for i in order)})(?!\w)")
    return [(match, entries[int(str(match.lastgroup)[1:])][1]) for match in grammar.compiled[key].finditer(plain)]


def _media_type(plain: str, grammar: Grammar, kinds: Kinds) -> MediaType | None:
    for start, end in kinds.dropped:
        plain = plain[:start] + " " * (end - start) + plain[end:]
    movie, series = (_wanted(plain, grammar, name, kinds) for name in ("movie", "series"))
    if movie == series:
        return None
    if movie or (series is False and not movie):
        return "movie" if series is not True else None
    return "series"


def _wanted(plain: str, grammar: Grammar, name: str, kinds: Kinds) -> bool | None:
    """True wanted, False refused, None not named."""
    answer: bool | None = None
    for match in grammar.pattern(name).finditer(plain):
        covered = refused(plain, match.span(), grammar)
        if covered is None:
            answer = True
        elif answer is None:
            answer = False
            kinds.dropped.append(covered)
    return answer
