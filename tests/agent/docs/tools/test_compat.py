"""Browser support: features by the names that people write, and Baseline from the versions."""

from datetime import date
from pathlib import Path

import pytest

from agent.docs.tools.baseline import baseline
from agent.docs.tools.compat import Compat, Feature, Statement

DAY = date(2026, 11, 12)


@pytest.mark.parametrize(
    ("name", "paths"),
    [
        (":has", ["css.selectors.has"]),
        (":has()", ["css.selectors.has"]),
        ("`:has`", ["css.selectors.has"]),
        ("css.selectors.has", ["css.selectors.has"]),
        ("aspect-ratio", ["css.properties.aspect-ratio"]),
        ("Array.prototype.at", ["javascript.builtins.Array.at"]),
        ("array.at()", ["javascript.builtins.Array.at"]),
        ("popover", ["html.global_attributes.popover"]),
        ("HTMLElement.popover", ["api.HTMLElement.popover"]),
        ("<dialog>", ["html.elements.dialog"]),
        ("dialog", ["html.elements.dialog"]),
        ('<input type="date">', ["html.elements.input.type_date"]),
        ("@container", ["css.at-rules.container"]),
        ("container", ["css.at-rules.container", "css.properties.container"]),
        ("container queries", ["css.at-rules.container"]),
        ("Optional chaining", ["javascript.operators.optional_chaining"]),
        ("text-wrap: balance", ["css.properties.text-wrap.balance"]),
        ("AbortSignal.any", ["api.AbortSignal.any_static"]),
        ("at", ["api.Window.at", "javascript.builtins.Array.at"]),
        ("promise", ["javascript.builtins.Promise"]),
        ("runtime", []),
        ("webextensions.api.runtime", ["webextensions.api.runtime"]),
        ("server components", []),
        (":dialog", []),
        ("", []),
    ],
)
def test_a_name_finds_what_people_mean_by_it(compat: Compat, name: str, paths: list[str]) -> None:
    """Signs, brackets and `prototype` do not matter; what stands highest comes first, and all of it where it is several."""
    assert list(compat.find(name).paths) == paths


def test_what_stands_behind_under_the_same_name_is_told_too(compat: Compat) -> None:
    """The media feature beside the property; but not a constructor beside its class."""
    assert compat.find("aspect-ratio").also == ("css.at-rules.media.aspect-ratio",)
    assert compat.find("promise").also == ()


def test_a_kind_narrows_a_name(compat: Compat) -> None:
    """The property `container` is not the rule."""
    assert compat.find("container", ("css.properties.",)).paths == ("css.properties.container",)


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("css.selectors.has", ":has()"),
        ("css.selectors.is", ":is"),
        ("css.at-rules.container", "@container"),
        ("html.elements.dialog", "<dialog>"),
        ("css.properties.text-wrap.balance", "text-wrap.balance"),
        ("javascript.builtins.Array.at", "Array.at"),
        ("api.AbortSignal.any_static", "AbortSignal.any"),
        ("javascript.operators.optional_chaining", "Optional chaining"),
    ],
)
def test_a_feature_is_called_as_people_call_it(compat: Compat, path: str, label: str) -> None:
    """By its description where that is a name, else by its path."""
    feature = compat.feature(path)
    assert feature is not None
    assert feature.label == label


def test_every_kind_of_statement_is_kept(compat: Compat) -> None:
    """In part with its note as plain text, behind a flag, removed, not out yet, perhaps earlier, under a prefix."""
    zoom, select = compat.feature("css.properties.zoom"), compat.feature("css.properties.user-select")
    assert zoom is not None
    assert select is not None
    day = date(2020, 1, 10)
    assert zoom.support["firefox"] == (Statement("10", day, partial=True, note="Only on `div` & span."),)
    assert zoom.support["safari"] == (Statement("20", date(2022, 6, 20), flag=True),)
    assert zoom.support["edge"] == (Statement("10", day, until="20"),)
    assert zoom.support["chrome"] == (Statement("preview"),)
    assert zoom.support["safari_ios"] == (Statement("10", day, earlier=True),)
    assert select.support["safari_ios"] == (Statement("10", day, name="-webkit-"),)


def test_the_data_know_their_version_and_day(compat: Compat) -> None:
    """For the answer to name."""
    assert (compat.version, compat.day) == ("8.1.9", DAY)


@pytest.mark.parametrize("content", [None, b"", b"torn" * 2000])
def test_without_data_that_can_be_read_nothing_is_found(tmp_path: Path, content: bytes | None) -> None:
    """No file, an empty one, a torn one: questions then go to the documentation."""
    file = tmp_path / "browser-support.sqlite"
    if content is not None:
        file.write_bytes(content)
    empty = Compat(file)
    assert (empty.version, empty.day, empty.feature("api.fetch")) == ("", None, None)
    assert empty.find(":has").paths == ()


@pytest.mark.parametrize(
    ("path", "status", "newly", "widely"),
    [
        ("css.properties.aspect-ratio", "widely", date(2022, 6, 20), date(2024, 12, 20)),
        ("css.properties.field-sizing", "newly", date(2026, 10, 1), date(2029, 4, 1)),
        # 30 months after 31 August there is no 31st.
        ("css.at-rules.container", "newly", date(2024, 8, 31), date(2027, 2, 28)),
        ("css.properties.zoom", "limited", None, None),
        ("css.properties.user-select", "limited", None, None),
    ],
)
def test_baseline_follows_the_last_core_browser(
    compat: Compat, path: str, status: str, newly: date | None, widely: date | None
) -> None:
    """New when all of them have it whole and under its own name, wide 30 months later."""
    feature = compat.feature(path)
    assert feature is not None
    found = baseline(feature, DAY)
    assert (found.status, found.newly, found.widely) == (status, newly, widely)


def test_baseline_names_who_is_missing(compat: Compat) -> None:
    """Support in part, behind a flag, past or to come is not support."""
    feature = compat.feature("css.properties.zoom")
    assert feature is not None
    assert baseline(feature, DAY).missing == ("chrome", "edge", "firefox", "safari")


def test_a_version_without_a_day_leaves_baseline_open() -> None:
    """Nothing is guessed."""
    support = {browser: (Statement("5"),) for browser in ("chrome", "chrome_android", "edge", "firefox", "firefox_android")}
    feature = Feature("a.b", "b", support={**support, "safari": (Statement("1"),), "safari_ios": (Statement("1"),)})
    assert baseline(feature, DAY).status == "unknown"
