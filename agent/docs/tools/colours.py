"""CSS colours as eight-bit sRGB, the colours that WCAG measures.

Sources: CSS Color Module Level 4 for syntax, names and conversions (its §10.2 to §10.5, §12); tinycss2 reads the syntax.
"""

import math
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tinycss2.color4 import Color, parse_color

Triple: TypeAlias = tuple[float, float, float]
Problem: TypeAlias = Literal["hex", "current", "space", "syntax", "name"]

# CSS Color 4, sample code: XYZ (D65) to linear-light sRGB, and the Bradford adaptation from D50 to D65.
_XYZ_TO_SRGB = (
    (12831 / 3959, -329 / 214, -1974 / 3959),
    (-851781 / 878810, 1648619 / 878810, 36519 / 878810),
    (705 / 12673, -2585 / 12673, 705 / 667),
)
_D50_TO_D65 = (
    (0.9554734527042182, -0.023098536874261423, 0.0632593086610217),
    (-0.028369706963208136, 1.0099954580058226, 0.021041398966943008),
    (0.012314001688319899, -0.020507696433477912, 1.3303659366080753),
)
_OUTSIDE = 0.5 / 255  # less than half an eight-bit step is rounding, not another gamut


class BadColour(ValueError):
    """A text that is no colour, or none that can be measured; `problem` says which."""

    def __init__(self, text: str, problem: Problem) -> None:
        super().__init__(f"{text}: {problem}")
        self.text = text
        self.problem = problem


@dataclass(frozen=True, slots=True)
class Colour:
    """Channels in 0..255 and alpha in 0..1; `clipped` where a colour outside sRGB was brought to its edge."""

    red: int
    green: int
    blue: int
    alpha: float = 1.0
    clipped: bool = False

    @property
    def channels(self) -> tuple[int, int, int]:
        """Red, green, blue."""
        return self.red, self.green, self.blue

    @property
    def hex(self) -> str:
        """As `#rrggbb`, without alpha."""
        return "#{:02x}{:02x}{:02x}".format(*self.channels)

    def over(self, backdrop: "Colour") -> "Colour":
        """What is seen where this colour lies on an opaque one (simple alpha compositing in sRGB, as browsers do)."""
        red, green, blue = (
            _byte((front * self.alpha + back * (1 - self.alpha)) / 255)
            for front, back in zip(self.channels, backdrop.channels, strict=True)
        )
        return Colour(red, green, blue, clipped=self.clipped)


WHITE = Colour(255, 255, 255)


def colour(text: str) -> Colour:
    """The colour that CSS means by `text`. Raises BadColour."""
    text = text.strip()
    try:
        parsed = parse_color(text)
    except (ValueError, IndexError, AttributeError, TypeError) as error:  # tinycss2 trips over some broken functions
        raise BadColour(text, "syntax") from error
    if parsed == "currentcolor":
        raise BadColour(text, "current")
    if not isinstance(parsed, Color):
        raise BadColour(text, _problem(text))
    channels = _srgb(parsed, text)
    if not all(map(math.isfinite, channels)):
        raise BadColour(text, "syntax")
    clipped = any(not -_OUTSIDE <= channel <= 1 + _OUTSIDE for channel in channels) and parsed.space != "srgb"
    red, green, blue = map(_byte, channels)
    return Colour(red, green, blue, parsed.alpha, clipped)


def _problem(text: str) -> Problem:
    if text.startswith("#"):
        return "hex"
    return "syntax" if "(" in text else "name"


def _srgb(parsed: Color, text: str) -> Triple:
    red, green, blue = (coordinate or 0.0 for coordinate in parsed.coordinates)
    match parsed.space:
        case "srgb":
            return red, green, blue
        case "hsl":
            # CSS clamps a saturation below zero; hue goes round.
            return _of(Color("hsl", (red % 360, max(0.0, green), blue), 1).to("srgb"))
        case "hwb":
            return _hwb(red, green / 100, blue / 100)
        case "oklab" | "oklch":
            return _from_xyz(_of(parsed.to("xyz-d65")))
        case "lab" | "lch":
            return _from_xyz(_times(_D50_TO_D65, _of(parsed.to("xyz-d50"))))
    raise BadColour(text, "space")


def _hwb(hue: float, white: float, black: float) -> Triple:
    """CSS Color 4 §8: a pure hue mixed with white and black."""
    if white + black >= 1:
        return (white / (white + black),) * 3
    pure = _of(Color("hsl", (hue % 360, 100, 50), 1).to("srgb"))
    red, green, blue = (channel * (1 - white - black) + white for channel in pure)
    return red, green, blue


def _of(parsed: Color) -> Triple:
    first, second, third = parsed.coordinates
    return first, second, third


def _from_xyz(xyz: Triple) -> Triple:
    red, green, blue = map(_encoded, _times(_XYZ_TO_SRGB, xyz))
    return red, green, blue


def _times(matrix: tuple[Triple, Triple, Triple], vector: Triple) -> Triple:
    first, second, third = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return first, second, third


def _encoded(linear: float) -> float:
    """The sRGB transfer function, mirrored below zero (CSS Color 4 §10.2)."""
    size = abs(linear)
    return math.copysign(1.055 * size ** (1 / 2.4) - 0.055 if size > 0.0031308 else 12.92 * size, linear)


def _byte(channel: float) -> int:
    """A channel in 0..1 as one of 256 steps, half a step up."""
    return math.floor(min(1.0, max(0.0, channel)) * 255 + 0.5)
