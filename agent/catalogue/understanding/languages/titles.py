"""Titles named in a request of another language than English, and why."""

import re

from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.languages.grammar import Grammar
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.missing_titles import UPPER, distinct, is_unknown, missing_titles, unknown_name
from agent.catalogue.understanding.named_titles import NamedTitles, Role, whole_title
from agent.catalogue.understanding.vocabulary import Vocabulary

_WORD = re.compile(r"[^\W_]+(?:['’.:-][^\W_]+)*")
_JOIN = re.compile(
    r"\s*(?:,|\b(?:és|es|meg|vagy|y|e|o|und|oder|et|ou)\b)\s*(?:(?:az?|la|le|el|les|das|der|die)\s+(?=[A-Z]))?", re.IGNORECASE
)
_OPENING = re.compile(r"[\"“„«'‘]*")
_CLOSING = re.compile(r"[\"”“»'’]*(?:\s*\((?:18|19|20)\d\d\))?")
_MAY_END = re.compile(r"\s*(?:$|[,.;:!?()\"”]|(?:de|és|vagy|pero|y|o|aber|und|oder|mais|et|ou)\b)", re.IGNORECASE)
_LONGEST = 9  # words
_NOTHING = re.compile(r"(?!)")
# Where a name ends that is not capitalised throughout ("Kilenc kék kavics", "El paraguas de don Anselmo").
_NAME_ENDS = re.compile(
    r"[\"“”„«»?!.;,\n]|\s(?:c(?:\.|[íi]m\w*)|film(?:et)?|sorozat\w*|hier|da|sehen|schauen|aqu[íi]|disponible\w*|ici|s['’]il|por|"
    r"bitte|k[ée]rlek|mit|von|con|avec|aus|auf|bei|en|sur|dans|(?:a|az)\s+katal\w+|katal\w+|programba\w+)(?=\s|$|[?!.,])",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"(?:Der|Die|Das|Ein|Eine)\s+\S")


def read_titles(text: str, grammar: Grammar, vocabulary: Vocabulary) -> NamedTitles:
    """Every title that `text` names, with the role that the words around give it."""
    named = NamedTitles()
    if title := whole_title(text, vocabulary):
        named.lookup.append(title)
        named.spans.append((0, len(text)))
        return named
    plain = level(text)
    praised = bool(grammar.pattern("praise").search(plain))
    for name, role in (("like", "like"), ("left_out", "exclude"), ("asked", "lookup")):
        for match in grammar.pattern(name).finditer(plain):
            seen = match.groupdict().get("seen")
            _read_behind(text, match, "like" if seen and praised else role, grammar, vocabulary, named)  # type: ignore[arg-type]
    for name, role in (("like_behind", "like"), ("left_out_behind", "exclude")):
        for match in grammar.pattern(name).finditer(plain):
            _read_before(text, match, role, vocabulary, named)  # type: ignore[arg-type]
    for mention in vocabulary.titles.mentions(text):
        if _free(named, mention.start, mention.end) and _is_name(
            text[mention.start : mention.end], mention.sure, grammar, vocabulary
        ):
            named.add("like", mention.id)
            named.spans.append((mention.start, mention.end))
    # Names after questions are read above, by the language's own words.
    named.missing = distinct([*named.missing, *missing_titles(text, vocabulary, named.spans, _NOTHING)])
    return named


def _is_name(typed: str, sure: bool, grammar: Grammar, vocabulary: Vocabulary) -> bool:
    """Capitals tell a name in running text, not where every noun has one; a person is no title."""
    return fold(typed) not in vocabulary.people and (sure or (" " in typed and not grammar.nouns_are_capital))


def _free(named: NamedTitles, start: int, end: int) -> bool:
    return not any(start < other_end and other_start < end for other_start, other_end in named.spans)


def _read_behind(
    text: str, cue: re.Match[str], role: Role, grammar: Grammar, vocabulary: Vocabulary, named: NamedTitles
) -> None:
    """Read the titles that stand behind a cue, joined by commas and "and"."""
    at, end = cue.end(), None
    while _free(named, cue.start(), cue.end()) and (found := _title_at(text, at, grammar, vocabulary)):
        title, end = found
        named.add(role, title)
        joined = _JOIN.match(text, end)
        if not joined or joined.end() == end:
            break
        at = joined.end()
    if end is not None:
        named.spans.append((cue.start(), end))
    elif role != "exclude" and _free(named, cue.start(), cue.end()) and (name := _unknown(text, at, role, grammar, vocabulary)):
        named.missing.append(name)
        named.spans.append((cue.start(), at + len(name)))


def _unknown(text: str, at: int, role: Role, grammar: Grammar, vocabulary: Vocabulary) -> str | None:
    """A name that the catalogue does not have. Asked for, it goes on in lower case, as names do in these languages.

    Where every noun is capital, only an article, a number or several capitals tell a name.
    """
    if (article := re.search(r"(?<=\s)(?:Az?|El|La|Los|Las|Le|Les|L['’])\s?$", text[:at])) and role == "lookup":
        at = article.start()  # the cue takes an article in; one with a capital is the name's
    opening = _OPENING.match(text, at)
    start = opening.end() if opening else at
    quoted = start > at
    piece = _NAME_ENDS.split(text[start : start + 100])[0].strip(" '’")
    if role != "lookup" or not re.match(rf"[{UPPER}0-9]", piece) or len(piece.split()) > _LONGEST:
        piece = unknown_name(text, at, vocabulary) or ""
    if not piece or not is_unknown(piece, vocabulary) or _is_common(piece.split()[0], grammar):
        return None
    return piece if quoted or _tells_name(piece, text[:start], grammar) else None


def _tells_name(piece: str, before: str, grammar: Grammar) -> bool:
    if not grammar.nouns_are_capital:
        return True
    first = level(piece.split(maxsplit=1)[0])
    said = re.search(r"(?:film|serie)\s+$", before, re.IGNORECASE)
    every = all(re.match(rf"[{UPPER}0-9]", word) for word in piece.split())
    return bool(said or _ARTICLE.match(piece) or first in grammar.amounts.numbers or (every and " " in piece))


def _title_at(text: str, at: int, grammar: Grammar, vocabulary: Vocabulary) -> tuple[str, int] | None:
    opening = _OPENING.match(text, at)
    start = opening.end() if opening else at
    words = list(_WORD.finditer(text, start, min(len(text), start + 120)))[:_LONGEST]
    if not words or words[0].start() != start or not (text[start].isupper() or text[start].isdigit() or start > at):
        return None
    for length in range(len(words), 0, -1):
        end = words[length - 1].end()
        # To look for a typo takes a scan of all names: only where a name may end.
        mistyped = length > 1 and bool(_MAY_END.match(text, end))
        for typed in dict.fromkeys((text[start:end], _without_ending(text[start:end], grammar))):
            title = vocabulary.titles.exact(typed) or (vocabulary.titles.find(typed) if mistyped else None)
            if title and fold(typed) not in vocabulary.people and not _is_common(typed, grammar):
                closing = _CLOSING.match(text, end)
                return title, closing.end() if closing else end
    return None


def _is_common(typed: str, grammar: Grammar) -> bool:
    """A single word that the language's own tables know ("Horror", "Comedia", "Filme") names no title."""
    plain = level(typed).strip()
    tables = (*grammar.genres, *grammar.places, grammar.movie, grammar.series, grammar.things)
    return " " not in plain and any(re.fullmatch(pattern.replace(" ", r"\s+"), plain) for pattern in tables)


def _without_ending(typed: str, grammar: Grammar) -> str:
    match = grammar.pattern("endings").search(level(typed))
    return typed[: match.start()] if match and match.start() >= 2 else typed


def _read_before(text: str, cue: re.Match[str], role: Role, vocabulary: Vocabulary, named: NamedTitles) -> None:
    """Read the titles before a cue, the last glued or next to it ("a Heathez hasonló", "Heat und Alien kenne ich")."""
    stop, end = cue.start(), cue.end()
    while found := _title_before(text, stop, vocabulary):
        title, start = found
        if not _free(named, start, end):
            return
        named.add(role, title)
        named.spans.append((start, end))
        joined = re.search(_JOIN.pattern + r"$", text[:start], re.IGNORECASE)
        if not joined or not joined[0].strip():
            return
        stop = end = joined.start()


def _title_before(text: str, stop: int, vocabulary: Vocabulary) -> tuple[str, int] | None:
    for first in list(_WORD.finditer(text, max(0, stop - 80), stop))[-_LONGEST:]:
        title = vocabulary.titles.exact(text[first.start() : stop].strip(" \"”“»'’"))
        if title and text[first.start()].isupper():
            return title, first.start()
    return None
