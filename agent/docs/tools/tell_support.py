"""The answer about which browsers support a feature, and since when."""

from collections.abc import Iterator, Sequence
from typing import Any

from agent.catalogue.speech.voice import Voice, listed
from agent.docs.tools.baseline import Baseline, baseline
from agent.docs.tools.calls import TellSupport
from agent.docs.tools.compat import BROWSERS, CORE, Compat, Feature, Statement
from agent.docs.tools.speech import docs_sentence
from agent.docs.tools.told import Told, code, lines

_TABLE = ("chrome", "edge", "firefox", "safari", "chrome_android", "firefox_android", "safari_ios", "samsunginternet_android")
_SHORT = ("chrome", "edge", "firefox", "safari")  # where several features stand in a line each
_ALSO = 5


def tell_support(call: TellSupport, compat: Compat, voice: Voice) -> Told:
    """A table for one feature, a line each for several."""
    features = [feature for path in call.features if (feature := compat.feature(path))]
    day = compat.day
    if not features or day is None:
        return Told(docs_sentence("gone", voice))
    if len(features) == 1:
        feature = features[0]
        status = baseline(feature, day)
        parts = [*_asked(feature, call.browsers, voice), *_one(feature, status, call.browsers, voice)]
        facts = {**_facts(feature), "baseline": _baseline_facts(status)}
    else:
        parts = list(_several(features, call, voice))
        facts = {"features": [_facts(feature) for feature in features]}
    also = [feature.label for path in call.also[:_ALSO] if (feature := compat.feature(path))]
    if also:
        parts.append(docs_sentence("also", voice, features=listed([code(one) for one in also], voice)))
    source = docs_sentence("source", voice, version=compat.version, day=day)
    page = f" <{features[0].page}>" if len(features) == 1 and features[0].page else ""
    return Told(lines(*parts, source + page), facts)


def _one(feature: Feature, status: Baseline, asked: Sequence[str], voice: Voice) -> Iterator[str]:
    if not asked:
        yield docs_sentence("support", voice, feature=code(feature.label))
    shown = [browser for browser in _TABLE if browser in feature.support]
    shown += [browser for browser in BROWSERS if browser in feature.support and browser in asked and browser not in shown]
    if shown:
        yield _table([(BROWSERS[browser], best(feature, browser)) for browser in shown], voice)
    yield from _notes(feature, shown)
    if any(browser in feature.support for browser in CORE):
        missing = listed([BROWSERS[browser] for browser in status.missing], voice)
        yield docs_sentence(status.status, voice, newly=status.newly, widely=status.widely, browsers=missing)
    for name in ("deprecated", "experimental"):
        if getattr(feature, name):
            yield docs_sentence(name, voice)
    if not feature.standard:
        yield docs_sentence("not_standard", voice)


def _several(features: Sequence[Feature], call: TellSupport, voice: Voice) -> Iterator[str]:
    asked = call.browsers or _SHORT
    yield docs_sentence("several" if call.unclear else "asked", voice, n=len(features))
    for feature in features:
        cells = (f"{BROWSERS[one]} {_short(best(feature, one), voice)}" for one in asked if one in feature.support)
        yield f"- {code(feature.label)}: {', '.join(cells)}"


def _asked(feature: Feature, browsers: Sequence[str], voice: Voice) -> Iterator[str]:
    for browser in browsers:
        kind, statement = "unknown", Statement()
        if browser in feature.support:
            statement = best(feature, browser)
            kind = _kind(statement)
        name = "has" if kind == "full" else f"has_{kind}"
        yield docs_sentence(
            name,
            voice,
            browser=f"**{BROWSERS[browser]}**",
            feature=code(feature.label),
            version=_version(statement),
            day=f" ({statement.day})" if statement.day else "",
            name=code(_other_name(statement, feature)),
            until=statement.until,
        )


def best(feature: Feature, browser: str) -> Statement:
    """The statement that says most of what people can use: whole, then restricted, then behind a flag, then past."""
    ranks = ("full", "partly", "named", "flag", "preview", "past", "no")
    statements = feature.support.get(browser, ()) or (Statement(),)
    return min(statements, key=lambda statement: ranks.index(_kind(statement)))


def _kind(one: Statement) -> str:
    if not one.added:
        return "no"
    if one.added == "preview":
        return "preview"
    kinds = (("past", bool(one.until)), ("flag", one.flag), ("named", bool(one.name)), ("partly", one.partial))
    return next((kind for kind, holds in kinds if holds), "full")


def _version(one: Statement) -> str:
    return f"{'≤' if one.earlier else ''}{one.added}"


def _other_name(one: Statement, feature: Feature) -> str:
    """What it is called where its name has a prefix, or is another one."""
    return f"{one.name}{feature.label}" if one.name.endswith("-") else one.name


def _short(one: Statement, voice: Voice) -> str:
    kind = _kind(one)
    if kind in {"no", "preview"}:
        return docs_sentence(f"cell_{kind}", voice)
    note = _note(one, voice)
    return f"{_version(one)} ({note})" if note else _version(one)


def _note(one: Statement, voice: Voice) -> str:
    """What restricts a statement, in a few words."""
    kind = _kind(one)
    if kind == "past":
        return docs_sentence("cell_until", voice, until=one.until)
    words = []
    if one.flag:
        words.append(docs_sentence("cell_flag", voice))
    if one.partial:
        words.append(docs_sentence("cell_partly", voice))
    if one.name:
        words.append(docs_sentence("cell_named", voice, name=f"{one.name}…" if one.name.endswith("-") else one.name))
    return ", ".join(words)


def _table(rows: Sequence[tuple[str, Statement]], voice: Voice) -> str:
    """A block of fixed width, for no chat draws tables."""
    heads = [docs_sentence(f"head_{name}", voice) for name in ("browser", "version", "day", "note")]
    cells = [[name, *_cells(statement, voice)] for name, statement in rows]
    if not any(row[-1] for row in cells):
        heads, cells = heads[:-1], [row[:-1] for row in cells]
    table = [heads, *cells]
    widths = [max(len(row[at]) for row in table) for at in range(len(heads))]
    drawn = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in table]
    drawn.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(("```", *drawn, "```"))


def _cells(one: Statement, voice: Voice) -> tuple[str, str, str]:
    kind = _kind(one)
    if kind in {"no", "preview"}:
        return docs_sentence(f"cell_{kind}", voice), "", ""
    return _version(one), str(one.day or ""), _note(one, voice)


def _notes(feature: Feature, browsers: Sequence[str]) -> Iterator[str]:
    """What the data say about support in part, once for browsers of which they say the same."""
    told: dict[str, list[str]] = {}
    for browser in browsers:
        if note := best(feature, browser).note:
            told.setdefault(note, []).append(BROWSERS[browser])
    for note, names in told.items():
        yield f"- {', '.join(names)}: {note}"


def _facts(feature: Feature) -> dict[str, Any]:
    support = {browser: best(feature, browser) for browser in BROWSERS if browser in feature.support}
    return {
        "feature": feature.path,
        "support": {browser: [_kind(one), _version(one)] for browser, one in support.items()},
    }


def _baseline_facts(status: Baseline) -> dict[str, Any]:
    days = {"newly": status.newly, "widely": status.widely}
    return {"status": status.status, **{name: day.isoformat() for name, day in days.items() if day}}
