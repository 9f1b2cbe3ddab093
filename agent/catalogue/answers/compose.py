"""Answers without a model: what a person would find helpful, worded from facts, the same for the same question.

Each function yields paragraphs or list items; joined, they are the answer. A title appears only if it was passed in.
"""

import zlib
from collections.abc import Iterator, Sequence

from agent.catalogue.answers.facts import article, country, kind, length, listed, votes
from agent.catalogue.answers.reasons import Pick, distinctions, facts_line, quoted, reasons
from agent.catalogue.answers.wording import wish_phrase
from agent.catalogue.request import Request
from agent.catalogue.title import Title

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
_OPENINGS = (
    "“{wish}”: {count} I would put on tonight.",
    "For “{wish}” I would start with {count}.",
    "“{wish}” – gladly. Here {are} {count}:",
    "Here {are} {count} for “{wish}”:",
)
_OPENINGS_WORDLESS = (
    "Here {are} {count} that should fit:",
    "I would start with {count}:",
)
_WEAK = (
    "Nothing I have fits “{wish}” squarely. The nearest {are} {count}:",
    "I have no real match for “{wish}”; {count} that come{s} close:",
)
_INDENT = "   "  # as far in as "1. ": the line stays part of its list item


def answer(question: str, request: Request, picks: Sequence[Pick], notes: Sequence[str], *, weak: bool) -> Iterator[str]:
    """The answer to a request. `notes` are passed on as they are; `weak` says openly that nothing fits well."""
    seed = zlib.crc32(question.encode())
    looked_up = [pick for pick in picks if pick.title.id in request.lookup]
    others = [pick for pick in picks if pick.title.id not in request.lookup]
    remarks = " ".join(notes)
    if not picks:
        yield " ".join(filter(None, (remarks, _nothing(question, request))))
        return
    yield "\n\n".join(card(pick.title) for pick in looked_up)
    if others:
        opening = "In the same vein:" if looked_up else _opening(question, request, len(others), seed, weak=weak)
        # A title that is not there is the first thing to know; what was relaxed explains the list.
        parts = (remarks, opening) if request.missing else (opening, remarks)
        yield ("\n\n" if looked_up else "") + " ".join(filter(None, parts))
        yield from _items(question, request, others, first=len(looked_up) + 1)
    elif remarks:
        yield f"\n\n{remarks}"
    yield "\n\n" + _closing(request, [pick.title for pick in picks], seed)


def card(title: Title) -> str:
    """One title, told by its facts."""
    year = f" ({title.year})" if title.year else ""
    parts = [f"**{plain(title.title)}**{year} is {article(kind(title))}"]
    if title.countries:
        parts.append(f" from {listed([country(name) for name in title.countries[:3]])}")
    if title.directors:
        made = "created" if title.media_type == "series" else "directed"
        parts.append(f", {made} by {listed(title.directors)}")
    if span := length(title):
        parts.append(f", {span} long" if title.runtime else f", {span}")
    if title.cast:
        parts.append(f"; in it: {listed(title.cast[:4])}")
    parts.append(".")
    if sentence := quoted(title, ""):
        parts.append(f" “{plain(sentence)}”")
    if title.rating:
        by = f" by {votes(title.votes)} people" if title.votes else ""
        parts.append(f" Rated {title.rating:g} of 10{by}.")
    return "".join(parts)


def plain(text: str) -> str:
    """Catalogue text that cannot be taken for Markdown."""
    return "".join(f"\\{char}" if char in "*_`~|" else char for char in text)


def _items(question: str, request: Request, picks: Sequence[Pick], *, first: int) -> Iterator[str]:
    standing_out = distinctions([pick.title for pick in picks])
    for index, pick in enumerate(picks):
        title = pick.title
        year = f" ({title.year})" if title.year else ""
        lines = [f"\n\n{first + index}. **{plain(title.title)}**{year} – {plain(facts_line(title, request))}"]
        if sentence := quoted(title, question):
            lines.append(f"“{plain(sentence)}”")
        why = [*reasons(pick, request, question), *filter(None, [standing_out.get(title.id)])]
        if why:
            lines.append(f"*Why: {plain(', '.join(why))}.*")
        yield f"\n{_INDENT}".join(lines)


def _opening(question: str, request: Request, count: int, seed: int, *, weak: bool) -> str:
    wish = wish_phrase(question, request)
    patterns = _WEAK if weak and wish else _OPENINGS if wish else _OPENINGS_WORDLESS
    are = "is" if count == 1 else "are"
    number = _NUMBERS.get(count, str(count))
    return patterns[seed % len(patterns)].format(wish=wish, count=number, are=are, s="s" if count == 1 else "")


def missing_titles(request: Request) -> str:
    """That titles asked for are not there; "" when none is missing."""
    if not request.missing:
        return ""
    names = listed([f"“{plain(name)}”" for name in request.missing], "or")
    return f"I do not have {names} in my catalogue."


def _nothing(question: str, request: Request) -> str:
    wish = wish_phrase(question, request)
    asked = f" for “{wish}”" if wish else ""
    ways = [
        way
        for applies, way in (
            (request.runtime_max or request.runtime_min, "another length"),
            (request.year_from or request.year_to, "any year"),
            (request.countries, "any country"),
            (request.people, f"without {listed(request.people)}" if request.people else ""),
            (request.without_genres, f"with {listed(request.without_genres)} allowed"),
            (request.media_type, "films" if request.media_type == "series" else "series"),
        )
        if applies
    ][:3]
    hint = (
        f"Shall I look again with {listed(ways, 'or')}?" if ways else "Describe it another way, or name a title that you liked."
    )
    return f"I found nothing{asked} that I have not shown you already. {hint}"


def _closing(request: Request, titles: Sequence[Title], seed: int) -> str:
    runtimes = [title.runtime for title in titles if title.runtime]
    offers = [
        offer
        for applies, offer in (
            (len(runtimes) > 1 and max(runtimes) > 90, "something shorter"),
            (len(titles) > 1, f"more like the {('first', 'second')[seed % 2]} one"),
            (request.media_type != "series", "a series instead"),
            (request.media_type == "series", "a film instead"),
            (not request.year_from, "newer"),
            (not request.genres, "a comedy"),
        )
        if applies
    ]
    if len(titles) == 1:
        return f"Shall I look for more like it? Say “something like {plain(titles[0].title)}”."
    start = seed % max(1, len(offers) - 1)
    chosen = [f"“{offer}”" for offer in (offers[start:] + offers[:start])[:3]]
    return (
        f"Say {listed(chosen, 'or')} and I go on from here.",
        f"Not quite it? Try {listed(chosen, 'or')}.",
        f"To narrow it down, answer with {listed(chosen, 'or')}.",
    )[seed % 3]
