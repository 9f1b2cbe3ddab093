"""Answers without a model: what a person would find helpful, worded from facts, the same for the same question.

Each function yields paragraphs or list items; joined, they are the answer. A title appears only if it was passed in.
"""

import zlib
from collections.abc import Iterator, Sequence

from agent.catalogue.answers.facts import article, country, kind, length, listed, votes
from agent.catalogue.answers.reasons import Pick, distinctions, facts_line, quoted, rating_line, reasons
from agent.catalogue.answers.wording import wish_phrase
from agent.catalogue.request import Request
from agent.catalogue.speech import voice as speech
from agent.catalogue.speech.answer import frame
from agent.catalogue.speech.genres import genres
from agent.catalogue.speech.reask import reask_frame
from agent.catalogue.speech.voice import Voice, voice_of
from agent.catalogue.title import Title

_NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine", 10: "ten"}
# English varies more than the others: it was here first.
_OPENINGS = ("Here {are} {count} for {wish}:", "{wish} – gladly. Here {are} {count}:")
_INDENT = "   "  # as far in as "1. ": the line stays part of its list item


def answer(
    question: str,
    request: Request,
    picks: Sequence[Pick],
    notes: Sequence[str],
    *,
    weak: bool,
    part_from: int | None = None,
) -> Iterator[str]:
    """The answer to a request, in the asker's language. `notes` are passed on; `weak` says openly that nothing fits well.

    As a part of an answer it numbers its titles from `part_from` on and offers nothing at its end.
    """
    seed, voice = zlib.crc32(question.encode()), voice_of(request.spoken_to)
    looked_up = [pick for pick in picks if pick.title.id in request.lookup]
    others = [pick for pick in picks if pick.title.id not in request.lookup]
    remarks = " ".join(notes)
    if not picks:
        barred = bool(remarks and request.lookup)  # the remark says why what was asked for by name is not there
        yield " ".join(filter(None, (remarks, frame("another_way", voice) if barred else _nothing(question, request, voice))))
        return
    first = part_from or 1
    marks = [f"[{number}] " if part_from else "" for number in range(first, first + len(looked_up))]
    told = (card(pick.title, voice, hides_plot=request.hides_plot) for pick in looked_up)
    yield "\n\n".join(f"{mark}{text}" for mark, text in zip(marks, told, strict=True))
    if others:
        opening = frame("same_vein", voice) if looked_up else _opening(question, request, len(others), seed, weak=weak)
        # What is not there, or not known, comes before the colon that opens the list.
        yield ("\n\n" if looked_up else "") + " ".join(filter(None, (remarks, opening)))
        yield from _items(question, request, others, voice, first=len(looked_up) + first)
    elif remarks:
        yield f"\n\n{remarks}"
    if part_from is None:
        yield "\n\n" + _closing(request, [pick.title for pick in picks], seed, voice)


def card(title: Title, voice: Voice = "en", *, hides_plot: bool = False) -> str:
    """One title, told by its facts: in a sentence in English, as a line in the other languages."""
    year = f" ({title.year})" if title.year else ""
    if voice != "en":
        quote = f"\n{_story(sentence, hides_plot)}" if (sentence := quoted(title, "")) else ""
        rated = f" · {plain(rating_line(title, voice))}" if title.rating else ""
        return f"**{plain(title.title)}**{year} – {plain(facts_line(title, Request(''), voice))}{rated}{quote}"
    original = f", {frame('original', voice, name=plain(title.original_title))}," if title.original_title else ""
    parts = [f"**{plain(title.title)}**{year}{original} is {article(kind(title))}"]
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
        parts.append(f" {_story(sentence, hides_plot)}")
    if title.rating:
        by = f" by {votes(title.votes)} people" if title.votes else ""
        parts.append(f" Rated {title.rating:g} of 10{by}.")
    return "".join(parts)


def plain(text: str) -> str:
    """Catalogue text that cannot be taken for Markdown."""
    return "".join(f"\\{char}" if char in "*_`~|" else char for char in text)


def _story(sentence: str, hides_plot: bool) -> str:
    """A sentence of what happens, quoted; between spoiler marks where it must not be shown unasked."""
    told = f"“{plain(sentence)}”"
    return f"||{told}||" if hides_plot else told


def _items(question: str, request: Request, picks: Sequence[Pick], voice: Voice, *, first: int) -> Iterator[str]:
    standing_out = distinctions([pick.title for pick in picks], voice)
    for index, pick in enumerate(picks):
        title = pick.title
        year = f" ({title.year})" if title.year else ""
        lines = [f"\n\n{first + index}. **{plain(title.title)}**{year} – {plain(facts_line(title, request, voice))}"]
        if sentence := quoted(title, question):
            lines.append(_story(sentence, request.hides_plot))
        why = [*reasons(pick, request, question, voice), *filter(None, [standing_out.get(title.id)])]
        if why:
            lines.append(f"*{frame('why', voice, why=plain(', '.join(why)))}*")
        yield f"\n{_INDENT}".join(lines)


def _opening(question: str, request: Request, count: int, seed: int, *, weak: bool) -> str:
    voice, wish = voice_of(request.spoken_to), wish_phrase(question, request)
    asked = frame("quoted", voice, what=wish) if wish else ""
    words = {"wish": asked, "count": _NUMBERS.get(count, str(count)), "are": "is" if count == 1 else "are"}
    if weak and wish:
        return frame("weak", voice, **words)
    if not wish:
        return frame("opening_wordless", voice, **words)
    variants = [frame(name, voice, **words) for name in ("opening", "opening_too")]
    variants += [pattern.format(**words) for pattern in _OPENINGS] if voice == "en" else []
    return variants[seed % len(variants)]


def missing_titles(request: Request, voice: Voice) -> str:
    """That titles asked for are not there; "" when none is missing."""
    if not request.missing:
        return ""
    names = [frame("quoted", voice, what=plain(name)) for name in request.missing]
    return reask_frame("missing", voice, names=speech.listed(names, voice, either=True))


def _nothing(question: str, request: Request, voice: Voice) -> str:
    wish = wish_phrase(question, request)
    asked = frame("for_wish", voice, wish=frame("quoted", voice, what=wish)) if wish else ""
    ways = [
        frame(way, voice, names=names)
        for applies, way, names in (
            (request.runtime_max or request.runtime_min, "way_length", ""),
            (request.year_from or request.year_to, "way_year", ""),
            (request.countries, "way_country", ""),
            (request.people, "way_without", speech.listed(request.people, voice)),
            (request.without_genres, "way_allowed", genres(request.without_genres, voice)),
            (request.media_type, "way_movie" if request.media_type == "series" else "way_series", ""),
        )
        if applies
    ][:3]
    hint = frame("again", voice, ways=speech.listed(ways, voice, either=True)) if ways else frame("another_way", voice)
    return f"{frame('nothing', voice, wish=asked)} {hint}"


def _closing(request: Request, titles: Sequence[Title], seed: int, voice: Voice) -> str:
    if len(titles) == 1:
        like = frame("offer_like", voice, name=plain(titles[0].title))
        return frame("closing_one", voice, offers=frame("quoted", voice, what=like))
    runtimes = [title.runtime for title in titles if title.runtime]
    offers = [frame("offer_shorter", voice)] if len(runtimes) > 1 and max(runtimes) > 90 else []
    offers += [
        frame(("offer_first", "offer_second")[seed % 2], voice),
        frame("offer_movie" if request.media_type == "series" else "offer_series", voice),
    ]
    offers += [] if request.year_from else [frame("offer_newer", voice)]
    offers += [] if request.genres else [frame("offer_comedy", voice)]
    start = seed % max(1, len(offers) - 1)
    chosen = [frame("quoted", voice, what=offer) for offer in (offers[start:] + offers[:start])[:3]]
    closing = frame("closing", voice, offers=speech.listed(chosen, voice, either=True))
    variants = (
        closing,
        f"Not quite it? Try {listed(chosen, 'or')}.",
        f"To narrow it down, answer with {listed(chosen, 'or')}.",
    )
    return variants[seed % 3] if voice == "en" else closing
