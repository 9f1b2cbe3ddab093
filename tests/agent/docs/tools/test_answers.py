"""What documentation's exact tools answer, word for word, and that every sentence exists in every language."""

import re
from pathlib import Path

import pytest

from agent.catalogue.speech.voice import VOICES, Voice
from agent.docs.tools.calls import CheckContrast, CompareSpecificity, DocsCall, TellSupport
from agent.docs.tools.compat import Compat
from agent.docs.tools.run import run
from agent.docs.tools.speech import _SENTENCES

CALLS: tuple[DocsCall, ...] = (
    CheckContrast(foreground="rgb(0 0 0 / 40%)", background="#ffffff80"),
    CheckContrast(foreground="oklch(0.7 0.4 150)"),
    CheckContrast(foreground="red", background="#888"),
    *(CheckContrast(foreground=text) for text in ("#12345", "currentcolor", "color(rec2020 1 0 0)", "rgb(1)", "blurple")),
    CompareSpecificity(selectors=("#a", ".b, .c")),
    CompareSpecificity(selectors=(".a", ".b")),
    *(
        CompareSpecificity(selectors=(text,))
        for text in (
            "a.b", "*", "a,,b", "a$b", "a..b", "[a=]", "a:", ":is(::before)", "a::before b", ":has(:has(a))", ":nth-child(x)",
            "&", ".a*", ":not()", "a)", "a >", ":is(a",
        )
    ),
    *(
        TellSupport(features=(path,), browsers=("safari", "safari_ios", "chrome", "edge", "firefox", "ie"))
        for path in (
            "css.properties.zoom",
            "css.properties.user-select",
            "css.properties.field-sizing",
            "html.global_attributes.popover",
        )
    ),
    TellSupport(features=("css.properties.aspect-ratio",), also=("css.at-rules.media.aspect-ratio",)),
    TellSupport(features=("css.at-rules.container", "css.properties.container"), unclear=True),
    TellSupport(features=("css.selectors.has", "css.selectors.is")),
    TellSupport(features=("css.properties.gone",)),
)  # fmt: skip


def text_of(call: DocsCall, compat: Compat, voice: Voice = "en") -> str:
    """The whole answer."""
    return run(call, compat, voice).text


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("call", CALLS, ids=[f"{call.name}-{number}" for number, call in enumerate(CALLS)])
def test_every_answer_is_whole_in_every_language(compat: Compat, call: DocsCall, voice: Voice) -> None:
    """No brace is left unfilled, no code is empty, nothing pings, and the same call gives the same answer."""
    answer = run(call, compat, voice)
    assert answer == run(call, compat, voice)
    assert answer.name == call.name
    assert answer.text
    outside = re.sub(r"```.*?```|`[^`\n]+`", "", answer.text, flags=re.DOTALL)
    assert not re.search(r"[{}]|``|None|@(?:everyone|here)|<[@#!]", outside)


@pytest.mark.parametrize(("name", "texts"), _SENTENCES.items())
def test_a_sentence_has_the_same_values_in_all_languages(name: str, texts: tuple[str, ...]) -> None:
    """Five of them, none empty."""
    assert len(texts) == len(VOICES)
    assert all(texts), name
    values = [set(re.findall(r"\{(\w+)\}", text)) for text in texts]
    assert all(one == values[0] for one in values)


def test_a_contrast_is_told_with_verdicts_and_the_nearest_colour_that_passes(compat: Compat) -> None:
    """The whole answer for #777 on white."""
    assert text_of(CheckContrast(foreground="#777", background="#fff"), compat).splitlines() == [
        "**4.47:1** – `#777` on `#fff`.",
        "- Normal text: AA fails (needs 4.5:1), AAA fails (needs 7:1)",
        "- Large text (from 24 px, or from 18.66 px in bold): AA passes (needs 3:1), AAA fails (needs 4.5:1)",
        "- Parts of the interface and graphics: AA passes (needs 3:1)",
        "Changing only the lightness of the text, AA for normal text begins at `#767676` (4.54:1).",
        "By WCAG 2.2, cut off after two decimals, never rounded up.",
    ]


def test_what_was_assumed_about_colours_is_said(compat: Compat) -> None:
    """Alpha, a missing background, another gamut, and the hex of a name."""
    see_through = text_of(CheckContrast(foreground="rgb(0 0 0 / 50%)", background="#fff"), compat)
    assert "The text colour is 50% opaque: over the background it shows as `#808080`" in see_through
    vivid = text_of(CheckContrast(foreground="oklch(0.7 0.4 150)"), compat)
    assert "No background was named" in vivid
    assert "lies outside sRGB" in vivid
    assert "`red` (#ff0000)" in text_of(CheckContrast(foreground="red", background="black"), compat)


def test_the_strongest_selector_wins_and_its_parts_are_counted(compat: Compat) -> None:
    """An id beats any number of classes."""
    answer = run(CompareSpecificity(selectors=("#nav a", ".x .y .z")), compat, "en")
    assert answer.text.splitlines()[:3] == [
        "`#nav a` wins with **(1, 0, 1)**.",
        "- `#nav a` has the specificity **(1, 0, 1)** = `#nav` (1, 0, 0) + `a` (0, 0, 1)",
        "- `.x .y .z` has the specificity **(0, 3, 0)** = `.x` (0, 1, 0) + `.y` (0, 1, 0) + `.z` (0, 1, 0)",
    ]
    assert answer.facts["winner"] == "#nav a"


def test_of_equal_selectors_the_later_one_wins(compat: Compat) -> None:
    """As long as both rules are of one origin and layer, which is said."""
    text = text_of(CompareSpecificity(selectors=(".a", "p", ".b")), compat)
    assert text.startswith("Equal at **(0, 1, 0)**: `.b` wins where it comes later in the style sheet.")
    assert "without `!important`" in text


def test_a_bad_selector_is_one_sentence_with_the_place(compat: Compat) -> None:
    """Nothing else is told then."""
    text = text_of(CompareSpecificity(selectors=("#a", "a..b")), compat)
    assert text == "`a..b` is no valid selector, at character 3: a class name must follow the dot."


def test_support_answers_the_browser_asked_about_and_shows_the_others(compat: Compat) -> None:
    """Since when, a table, Baseline, and where it is from."""
    text = text_of(TellSupport(features=("css.selectors.has",), browsers=("firefox",)), compat)
    assert text.splitlines() == [
        "**Firefox** has supported `:has()` since version 30 (2024-08-31).",
        "```",
        "Browser          Since  Released",
        "---------------  -----  ----------",
        "Chrome           20     2022-06-20",
        "Edge             20     2022-06-20",
        "Firefox          30     2024-08-31",
        "Safari           20     2022-06-20",
        "Chrome Android   20     2022-06-20",
        "Firefox Android  no",
        "Safari iOS       20     2022-06-20",
        "```",
        "Not Baseline: full support is missing in Firefox Android.",
        (
            "From MDN's browser-compat-data 8.1.9 (CC0), as of 2026-11-12; Baseline is worked out from these versions. "
            "<https://developer.mozilla.org/docs/Web/CSS/:has>"
        ),
    ]


@pytest.mark.parametrize(
    ("browser", "sentence"),
    [
        ("firefox", "**Firefox** has supported `zoom` in part since version 10 (2020-01-10)."),
        ("safari", "**Safari** has `zoom` only behind a flag, since version 20 (2022-06-20)."),
        ("edge", "**Edge** had `zoom` from version 10 and removed it in 20."),
        ("chrome", "**Chrome** has `zoom` only in a preview release."),
        ("safari_ios", "**Safari iOS** has supported `zoom` since version ≤10 (2020-01-10)."),
        ("nodejs", "Of **Node.js** the data say nothing about `zoom`."),
    ],
)
def test_every_kind_of_support_has_its_sentence(compat: Compat, browser: str, sentence: str) -> None:
    """In part, behind a flag, removed, in a preview, perhaps earlier, unknown."""
    assert text_of(TellSupport(features=("css.properties.zoom",), browsers=(browser,)), compat).startswith(sentence)


def test_restrictions_stand_in_the_table_and_notes_below(compat: Compat) -> None:
    """With what the data say about support in part."""
    text = text_of(TellSupport(features=("css.properties.zoom",)), compat)
    assert "Firefox          10       2020-01-10  in part" in text
    assert "- Firefox: Only on `div` & span." in text
    assert "as -webkit-…" in text_of(TellSupport(features=("css.properties.user-select",)), compat)


def test_the_newest_whole_support_counts(compat: Compat) -> None:
    """Not the older one in part."""
    answer = run(TellSupport(features=("css.properties.gap",), browsers=("safari",)), compat, "en")
    assert answer.facts["support"]["safari"] == ["full", "30"]


def test_a_name_of_several_features_lists_them(compat: Compat) -> None:
    """With each one's versions."""
    call = TellSupport(features=("css.at-rules.container", "css.properties.container"), unclear=True)
    assert text_of(call, compat).splitlines()[:3] == [
        "2 features may be meant:",
        "- `@container`: Chrome 30, Edge 30, Firefox 30, Safari 30",
        "- `container`: Chrome 30, Edge 30, Firefox 30, Safari 30",
    ]


def test_a_feature_that_is_gone_since_is_said(tmp_path: Path) -> None:
    """A call may be run on later data than it was made on."""
    none = Compat(tmp_path / "browser-support.sqlite")
    assert text_of(TellSupport(features=("css.selectors.has",)), none).startswith("The browser support data do not have that")
