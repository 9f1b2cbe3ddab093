"""WCAG 2.2's contrast: the ratio, its verdicts, and the nearest colour that passes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.docs.tools.colours import WHITE, BadColour, Colour, colour
from agent.docs.tools.contrast import nearest, ratio, shown, verdicts

BLACK = Colour(0, 0, 0)
COLOURS = st.builds(Colour, st.integers(0, 255), st.integers(0, 255), st.integers(0, 255))


@pytest.mark.parametrize(
    ("front", "back", "expected"),
    [
        ("#777", "#fff", "4.47"),
        ("#767676", "#fff", "4.54"),
        ("#000", "#fff", "21.00"),
        ("#fff", "#fff", "1.00"),
        ("#ff0000", "#ffffff", "3.99"),
        ("#0000ff", "#ffffff", "8.59"),
        ("#949494", "#ffffff", "3.03"),
        ("#959595", "#ffffff", "2.99"),
        ("#595959", "#ffffff", "7.00"),
        ("#5a5a5a", "#ffffff", "6.89"),
        ("rebeccapurple", "white", "8.40"),
    ],
)
def test_a_ratio_is_cut_off_after_two_decimals(front: str, back: str, expected: str) -> None:
    """#777 on white has 4.478, which is told as 4.47 and not as 4.48."""
    assert shown(ratio(colour(front), colour(back))) == expected


@pytest.mark.parametrize(
    ("front", "passed"),
    [
        ("#777777", {("large", "AA"), ("parts", "AA")}),
        ("#767676", {("normal", "AA"), ("large", "AA"), ("large", "AAA"), ("parts", "AA")}),
        ("#595959", {("normal", "AA"), ("normal", "AAA"), ("large", "AA"), ("large", "AAA"), ("parts", "AA")}),
        ("#959595", set()),
    ],
)
def test_a_verdict_needs_the_whole_ratio(front: str, passed: set[tuple[str, str]]) -> None:
    """4.48 is not 4.5, and 2.995 is not 3."""
    assert {(one.kind, one.level) for one in verdicts(ratio(colour(front), WHITE)) if one.passes} == passed


@given(COLOURS, COLOURS)
def test_a_ratio_is_the_same_both_ways_and_between_1_and_21(one: Colour, other: Colour) -> None:
    """Which of the two is the text does not matter."""
    assert ratio(one, other) == ratio(other, one)
    assert 1 <= ratio(one, other) <= 21.000001


@given(COLOURS, st.sampled_from(["red", "green", "blue"]))
def test_a_lighter_channel_has_more_contrast_with_black_and_less_with_white(one: Colour, channel: str) -> None:
    """The ratio is monotone in each channel."""
    channels = {name: getattr(one, name) for name in ("red", "green", "blue")}
    lighter = Colour(**{**channels, channel: min(255, channels[channel] + 1)})
    assert ratio(lighter, BLACK) >= ratio(one, BLACK)
    assert ratio(lighter, WHITE) <= ratio(one, WHITE)


@given(COLOURS, COLOURS, st.sampled_from([3.0, 4.5, 7.0]))
def test_the_nearest_colour_passes_or_there_is_none_at_all(one: Colour, ground: Colour, needed: float) -> None:
    """None comes back only where neither black nor white passes, since both are a lightness of every colour."""
    found = nearest(one, ground, needed)
    if found is None:
        assert max(ratio(BLACK, ground), ratio(WHITE, ground)) < needed
    else:
        assert ratio(found, ground) >= needed


def test_the_nearest_grey_for_777_on_white_is_one_step_darker() -> None:
    """No smaller change reaches 4.5."""
    assert nearest(colour("#777"), WHITE, 4.5) == colour("#767676")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#abc", (0xAA, 0xBB, 0xCC)),
        ("#AABBCC", (0xAA, 0xBB, 0xCC)),
        ("rgb(255, 128, 0)", (255, 128, 0)),
        ("rgb(255 128 0)", (255, 128, 0)),
        ("rgb(100% 50% 0%)", (255, 128, 0)),
        ("RGBA(1 2 3 / 1)", (1, 2, 3)),
        ("rgb(300 -5 0)", (255, 0, 0)),
        ("hsl(120deg 100% 25%)", (0, 128, 0)),
        ("hsl(480, 100%, 25%)", (0, 128, 0)),
        ("hsl(-240 100 25)", (0, 128, 0)),
        ("hwb(0 0% 50%)", (128, 0, 0)),
        ("hwb(0 80% 80%)", (128, 128, 128)),
        ("oklch(0.62796 0.25768 29.2339)", (255, 0, 0)),
        ("oklch(62.796% 0.25768 29.2339deg)", (255, 0, 0)),
        ("oklab(0.51975 -0.1403 0.10768)", (0, 128, 0)),
        ("lab(46.2775% -47.5621 48.5837)", (0, 128, 0)),
        ("lch(54.29% 106.837 40.858)", (255, 0, 0)),
        ("rebeccapurple", (102, 51, 153)),
        ("White", (255, 255, 255)),
        ("hsl(none 0% 50%)", (128, 128, 128)),
    ],
)
def test_every_notation_of_css_is_read(text: str, expected: tuple[int, int, int]) -> None:
    """Old and new syntax, names and the perceptual spaces, with the values that CSS Color 4 gives for them."""
    read = colour(text)
    assert (read.channels, read.alpha, read.clipped) == (expected, 1.0, False)


@given(COLOURS)
def test_a_colour_survives_its_own_hex(one: Colour) -> None:
    """Writing and reading are each other's reverse."""
    assert colour(one.hex) == one


@pytest.mark.parametrize(("text", "alpha"), [("#0008", 136 / 255), ("rgb(0 0 0 / 50%)", 0.5), ("hsla(0,0%,0%,.25)", 0.25)])
def test_alpha_is_kept_until_the_background_is_known(text: str, alpha: float) -> None:
    """In hex, in per cent and as a number."""
    assert colour(text).alpha == pytest.approx(alpha)


def test_a_colour_that_lets_through_is_mixed_with_what_lies_under_it() -> None:
    """Half black on white is a middle grey; nothing at all is the background."""
    assert colour("rgb(0 0 0 / 50%)").over(WHITE).hex == "#808080"
    assert colour("transparent").over(colour("#123456")).hex == "#123456"


def test_a_colour_outside_srgb_is_clipped_and_says_so() -> None:
    """No screen of eight-bit sRGB shows it."""
    read = colour("oklch(0.7 0.4 150)")
    assert read.clipped
    assert read.channels == (0, 214, 0)


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("#12345", "hex"),
        ("#ggg", "hex"),
        ("currentColor", "current"),
        ("color(display-p3 1 0 0)", "space"),
        ("color()", "syntax"),
        ("rgb()", "syntax"),
        ("rgb(1 2)", "syntax"),
        ("oklch(0.5, 0.1, 20)", "syntax"),
        ("blurple", "name"),
        ("", "name"),
    ],
)
def test_what_is_no_colour_says_why(text: str, problem: str) -> None:
    """Each way of being wrong has its own reason."""
    with pytest.raises(BadColour) as caught:
        colour(text)
    assert caught.value.problem == problem
