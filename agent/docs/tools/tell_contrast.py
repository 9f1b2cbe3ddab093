"""The answer about the contrast of two colours."""

from collections.abc import Iterator

from agent.catalogue.speech.voice import Voice
from agent.docs.tools.calls import CheckContrast
from agent.docs.tools.colours import WHITE, BadColour, Colour, colour
from agent.docs.tools.contrast import AA, AAA, nearest, ratio, shown, verdicts
from agent.docs.tools.speech import docs_sentence
from agent.docs.tools.told import Told, code, lines


def check_contrast(call: CheckContrast, voice: Voice) -> Told:
    """The ratio, the verdicts, the nearest text colour that passes more, and what was assumed on the way."""
    try:
        front, back = colour(call.foreground), colour(call.background) if call.background else WHITE
    except BadColour as bad:
        return Told(docs_sentence(f"bad_{bad.problem}", voice, colour=code(bad.text)), {"problem": bad.problem})
    ground = back.over(WHITE)
    seen = front.over(ground)
    value = ratio(seen, ground)
    head = docs_sentence(
        "contrast",
        voice,
        ratio=shown(value),
        front=_named(call.foreground, front),
        back=_named(call.background or "white", back),
    )
    text = lines(
        head,
        *_notes(call, front, back, voice),
        *_verdicts(value, voice),
        _help(seen, ground, value, voice),
        docs_sentence("wcag", voice),
    )
    passes = {f"{verdict.kind}_{verdict.level}": verdict.passes for verdict in verdicts(value)}
    return Told(text, {"ratio": shown(value), "foreground": seen.hex, "background": ground.hex, **passes})


def _named(text: str, meant: Colour) -> str:
    """A colour as asked for, with its hex where it is spelled otherwise."""
    return code(text) if text.startswith("#") else f"{code(text)} ({meant.hex})"


def _notes(call: CheckContrast, front: Colour, back: Colour, voice: Voice) -> Iterator[str]:
    if not call.background:
        yield docs_sentence("on_white", voice)
    for text, one in ((call.foreground, front), (call.background, back)):
        if one.clipped:
            yield docs_sentence("clipped", voice, colour=code(text), hex=one.hex)
    ground = back.over(WHITE)
    if back.alpha < 1:
        yield docs_sentence("back_alpha", voice, percent=_percent(back), hex=ground.hex)
    if front.alpha < 1:
        yield docs_sentence("front_alpha", voice, percent=_percent(front), hex=front.over(ground).hex)


def _percent(one: Colour) -> str:
    return f"{one.alpha * 100:.3g}"


def _verdicts(value: float, voice: Voice) -> Iterator[str]:
    for kind in ("normal", "large", "parts"):
        levels = (
            docs_sentence("level" if one.passes else "level_fails", voice, level=one.level, needed=f"{one.needed:g}")
            for one in verdicts(value)
            if one.kind == kind
        )
        yield f"- {docs_sentence('verdict', voice, kind=docs_sentence(kind, voice), levels=', '.join(levels))}"


def _help(seen: Colour, ground: Colour, value: float, voice: Voice) -> str:
    """The text colour nearest to the next level for normal text; "" where it has the highest."""
    if value >= AAA:
        return ""
    level, needed = ("AA", AA) if value < AA else ("AAA", AAA)
    better = nearest(seen, ground, needed)
    if better is None:
        return docs_sentence("none_near", voice, level=level)
    return docs_sentence("nearest", voice, level=level, hex=better.hex, ratio=shown(ratio(better, ground)))
