"""Anchors as the sites make them."""

import pytest

from etl.docs import anchors
from etl.docs.anchors import Anchors


@pytest.mark.parametrize(
    ("make", "heading", "anchor"),
    [
        (anchors.github, "Good to know: `use cache` & you", "good-to-know-use-cache--you"),
        (anchors.github, "keyof/typeof Ünits_2", "keyoftypeof-ünits_2"),
        (anchors.nuxt, "2. What - now?", "_2-what-now"),
        (anchors.vitepress, "What's `v-if` & más?", "what-s-v-if-mas"),
        (anchors.vitepress, "2 ways", "_2-ways"),
        (anchors.mdn, "The !important exception", "the_!important_exception"),
        (anchors.mdn, "Browser compatibility (a, b)", "browser_compatibility_a_b"),
        (anchors.mdn, "-moz-x: y.z", "-moz-x_y.z"),
    ],
)
def test_each_site_has_its_own_rule(make: anchors.Anchor, heading: str, anchor: str) -> None:
    """Signs that one drops another keeps, and spaces are hyphens or underscores."""
    assert make(heading) == anchor


def test_the_second_of_a_name_is_numbered() -> None:
    """From 1 with a hyphen on most sites, from 2 with an underscore on MDN; what a page names itself is taken as it is."""
    most, mdn = Anchors(anchors.github), Anchors(anchors.mdn, "_", 2)
    assert [most.of("A b") for _ in range(3)] == ["a-b", "a-b-1", "a-b-2"]
    assert [mdn.of("A b") for _ in range(3)] == ["a_b", "a_b_2", "a_b_3"]
    assert most.of("A b", "own") == "own"
