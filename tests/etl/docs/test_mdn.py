"""MDN's dialect as plain Markdown."""

import pytest

from tests.etl.docs.pages import loaded, markdown


@pytest.mark.parametrize(
    ("macro", "told"),
    [
        ('{{domxref("Lamp.glow", "glow()")}}', "`glow()`"),
        ("{{DOMxRef('Lamp/glow')}}", "`Lamp.glow`"),
        ('{{cssxref(":is()")}}', "`:is()`"),
        ('{{CSSXref("ratio_value", "&lt;ratio&gt;")}}', "`<ratio>`"),
        ('{{jsxref("Global_Objects/Array/at")}}', "`Array.at`"),
        ('{{HTMLElement("dialog")}}', "`<dialog>`"),
        ('{{HTTPHeader("Vary")}}', "`Vary`"),
        ('{{ glossary("a", "b")}}', "b"),
        ('{{Glossary("CORS")}}', "CORS"),
        ("{{httpstatus(404)}}", "404"),
        ('{{rfc("9110")}}', "RFC 9110"),
        ("x {{optional_inline}}", "x (optional)"),
        ("{{ReadOnlyInline}}", "(read-only)"),
        ('{{domxref("Lamp.on", "the `on` flag")}}', "the `on` flag"),
        ("x {{EmbedLiveSample('A (b)', , 200)}}", "x"),
        ('x {{InteractiveExample("CSS Demo: gap")}}', "x"),
        ("x {{Specifications}}", "x"),
        ("x {{SomethingNew}}", "x"),
    ],
)
def test_a_macro_is_its_text_or_nothing(macro: str, told: str) -> None:
    """Cross references read as the site shows them, placeholders leave nothing, badges say what they mean."""
    assert markdown("mdn", f"---\ntitle: gap\n---\n{macro}\n") == f"{told}\n"


def test_a_macro_in_code_stays() -> None:
    """Braces in code are somebody's template."""
    text = "---\ntitle: t\n---\nUse `{{name}}`.\n\n```html\n<p>{{compat}}</p>\n```\n"
    assert markdown("mdn", text) == "Use `{{name}}`.\n\n```html\n<p>{{compat}}</p>\n```\n"


def test_hidden_fences_go_and_bad_examples_stay_marked() -> None:
    """What the site hides is not shown; what it warns of says so above the code; linter's words leave the language."""
    text = """
    ---
    title: t
    ---
    ```css hidden
    .secret { }
    ```

    ```css-nolint example-bad live-sample___x
    a:visited { opacity: 0 }
    ```

    ```js example-good
    lamp.on();
    ```
    """
    assert markdown("mdn", text) == (
        "Bad example:\n```css\na:visited { opacity: 0 }\n```\n\nGood example:\n```js\nlamp.on();\n```\n"
    )


def test_callouts_definitions_and_tables_are_plain() -> None:
    """Callouts say their kind, definition lists are lists, tables of HTML are Markdown's."""
    text = """
    ---
    title: t
    ---
    > [!WARNING]
    > Hot.

    > **Note:** Cold.

    - `on`
      - : Whether it shines.

    <table>
      <thead><tr><th scope="col">Unit</th><th>Means</th></tr></thead>
      <tbody><tr><td><code>lm</code></td><td>a | b<br>c</td></tr></tbody>
    </table>
    """
    assert markdown("mdn", text) == (
        "> **Warning:**\n> Hot.\n\n> **Note:** Cold.\n\n- `on`\n  - Whether it shines.\n\n"
        "| Unit | Means |\n| --- | --- |\n| `lm` | a \\| b c |\n"
    )


def test_front_matter_gives_title_slug_and_what_the_page_is_about() -> None:
    """A title may hold backticks; a page may be about several features."""
    page = loaded(
        "mdn",
        """
        ---
        title: "`gap`: the \\"space\\" between"
        slug: Web/CSS/gap
        page-type: css-property
        browser-compat:
          - css.properties.gap
          - css.properties.row-gap
        ---
        Text.
        """,
    )
    assert (page.title, page.slug) == ('gap: the "space" between', "Web/CSS/gap")
    assert page.facts == {
        "page-type": ("css-property",),
        "browser-compat": ("css.properties.gap", "css.properties.row-gap"),
    }


def test_a_title_that_is_no_yaml_is_taken_as_it_stands() -> None:
    """A backtick may not begin a plain text in YAML; the page has its title all the same."""
    assert loaded("mdn", "---\ntitle: `x` and more\nslug: A/B\n---\nText.\n").title == "x and more"
