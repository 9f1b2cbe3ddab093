"""Contrast as WCAG 2.2 defines it: relative luminance, ratio, and the colour nearest to one that passes."""

import colorsys
import math
from dataclasses import dataclass

from agent.docs.tools.colours import Colour

AA, AAA, LARGE_AA, LARGE_AAA, PARTS = 4.5, 7.0, 3.0, 4.5, 3.0
_STEPS = 1000  # of lightness, a tenth of a percent each


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a success criterion asks of a ratio, and whether it has it. `kind` is `normal`, `large` or `parts`."""

    kind: str
    level: str
    needed: float
    passes: bool


def luminance(colour: Colour) -> float:
    """Relative luminance in 0..1 (WCAG 2.2, definition of "relative luminance")."""
    red, green, blue = (_linear(channel / 255) for channel in colour.channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def ratio(one: Colour, other: Colour) -> float:
    """The contrast ratio in 1..21, whichever is the lighter (WCAG 2.2, definition of "contrast ratio")."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def shown(value: float) -> str:
    """A ratio with two decimals, cut off: WCAG takes no rounding, 4.499 does not pass as 4.5."""
    return f"{math.floor(value * 100 + 1e-9) / 100:.2f}"


def verdicts(value: float) -> tuple[Verdict, ...]:
    """Success criteria 1.4.3 (AA) and 1.4.6 (AAA) for normal and large text, 1.4.11 (AA) for parts of a user interface."""
    asked = (
        ("normal", "AA", AA),
        ("normal", "AAA", AAA),
        ("large", "AA", LARGE_AA),
        ("large", "AAA", LARGE_AAA),
        ("parts", "AA", PARTS),
    )
    return tuple(Verdict(kind, level, needed, value >= needed) for kind, level, needed in asked)


def nearest(colour: Colour, background: Colour, needed: float) -> Colour | None:
    """The colour that reaches `needed` on `background` with the smallest change of HSL lightness; None where none does."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*(channel / 255 for channel in colour.channels))
    for _, step in sorted((abs(step / _STEPS - lightness), step) for step in range(_STEPS + 1)):
        red, green, blue = (round(channel * 255) for channel in colorsys.hls_to_rgb(hue, step / _STEPS, saturation))
        changed = Colour(red, green, blue)
        if ratio(changed, background) >= needed:
            return changed
    return None
