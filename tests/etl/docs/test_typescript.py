"""TypeScript's dialect as plain Markdown."""

from tests.etl.docs.pages import left_out, loaded, markdown


def test_directives_and_what_is_cut_go_and_errors_are_said() -> None:
    """Code that fails on purpose says so above; queries are for the site's compiler; real comments stay."""
    text = """
    ---
    title: Lamps
    ---
    ```ts twoslash
    // @errors: 2322 2345
    // @strict: false
    declare const lamp: any;
    // ---cut---
    // @ts-expect-error stays
    const on: string = 1;
    //    ^?
    lamp.
    //   ^|
    // a comment with @errors: inside
    ```
    """
    assert markdown("typescript", text) == (
        "Does not compile, on purpose (error 2322, 2345):\n```ts\n// @ts-expect-error stays\nconst on: string = 1;\nlamp.\n"
        "// a comment with @errors: inside\n```\n"
    )


def test_several_files_are_several_blocks() -> None:
    """Each under its name."""
    code = "// @filename: a.ts\nexport const a = 1;\n// @filename: b.ts\nimport { a } from './a';"
    text = f"---\ntitle: x\n---\n```ts twoslash\n{code}\n```\n"
    assert markdown("typescript", text) == (
        "`a.ts`:\n```ts\nexport const a = 1;\n```\n`b.ts`:\n```ts\nimport { a } from './a';\n```\n"
    )


def test_code_without_twoslash_keeps_every_line() -> None:
    """A comment that looks like a directive is one only where the site reads it."""
    text = "---\ntitle: x\n---\n```ts\n// @errors: 1\n//  ^?\na;\n```\n"
    assert markdown("typescript", text) == "```ts\n// @errors: 1\n//  ^?\na;\n```\n"


def test_html_in_prose_is_plain() -> None:
    """Quotes, links and folded parts; a table with code in it is told cell by cell."""
    text = """
    ---
    title: x
    ---
    <blockquote class='bg-reading'>
      <p>Background:<br /><a href='https://example.org/a'>Lamps</a></p>
    </blockquote>

    <details>
      <summary>More</summary>
      <p>Inside.</p>
    </details>

    <table>
      <tr><th>One</th></tr>
      <tr><td>
    <code><pre>
    type A = {
      b: 1;
    }<br/>
    </pre></code>
      </td></tr>
    </table>
    """
    assert markdown("typescript", text) == (
        "> Background: [Lamps](https://example.org/a)\n\n**More**\n\nInside.\n\n**One:**\n\n```\ntype A = {\n  b: 1;\n}\n```\n"
    )


def test_line_ends_and_byte_order_marks_do_not_matter() -> None:
    """A page from Windows is the same page, with the address that its front matter gives."""
    page = loaded("typescript", "\ufeff---\r\ntitle: Lamps\r\npermalink: /docs/handbook/2/lamps.html\r\n---\r\n\r\nText.\r\n")
    assert (page.title, page.slug, page.markdown) == ("Lamps", "handbook/2/lamps", "Text.\n")


def test_superseded_pages_are_left_out() -> None:
    """By name, and where the front matter says by what."""
    folder = "packages/documentation/copy/en"
    assert "replaced" in left_out("typescript", f"{folder}/reference/Advanced Types.md")
    assert "replaced" in left_out("typescript", f"{folder}/reference/X.md", "---\ntitle: X\ndeprecated_by: /y\n---\nText.")
