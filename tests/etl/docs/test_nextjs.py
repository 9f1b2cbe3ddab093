"""Next.js's dialect as plain Markdown."""

from tests.etl.docs.pages import left_out, loaded, markdown


def test_the_app_router_is_kept_and_the_other_dropped() -> None:
    """In blocks, inside lists and inside sentences."""
    text = """
    ---
    title: Lamps
    ---
    {/* The content of this doc is shared. */}

    <AppOnly>

    Use the `app` folder.

    </AppOnly>

    <PagesOnly>

    ## Old way

    ```js
    old()
    ```

    </PagesOnly>

    1. Edit <AppOnly>`app/page.tsx`</AppOnly><PagesOnly>`pages/index.tsx`</PagesOnly> now.

       <PagesOnly>
       Older.
       </PagesOnly>
    """
    assert markdown("nextjs", text) == "Use the `app` folder.\n\n1. Edit `app/page.tsx` now.\n"


def test_of_code_in_two_languages_typescript_stays() -> None:
    """A switcher's JavaScript is the same code again; code without a switcher stays in any language."""
    text = """
    ---
    title: Lamps
    ---
    ```tsx filename="app/page.tsx" switcher highlight={1}
    const a: number = 1
    ```

    ```jsx filename="app/page.js" switcher
    const a = 1
    ```

    ```js filename="next.config.js"
    module.exports = {}
    ```

    ```bash package="pnpm"
    pnpm add lamp
    ```
    """
    assert markdown("nextjs", text) == (
        "`app/page.tsx`:\n```tsx\nconst a: number = 1\n```\n\n`next.config.js`:\n```js\nmodule.exports = {}\n```\n\n"
        "pnpm:\n```bash\npnpm add lamp\n```\n"
    )


def test_pictures_and_signs_are_told_in_words() -> None:
    """An image is its alternative text, a sign in a table a word; attributes may span lines and hold braces."""
    text = """
    ---
    title: Lamps
    ---
    <Image
      alt="A lamp > 3 m"
      srcLight="/a.png"
      width={{ a: '>' }}
    />

    | Case | Works |
    |:-----|-------------------|
    | one  | <Check size={18} /> Valid |
    | two  | <Cross size={18} /> |

    > **Good to know**: Warm.
    """
    assert markdown("nextjs", text) == (
        "(Picture: A lamp > 3 m)\n\n| Case | Works |\n|:---|---|\n| one | Yes: Valid |\n| two | No: |\n\n"
        "> **Good to know:** Warm.\n"
    )


def test_the_pages_router_and_pages_without_a_text_are_left_out() -> None:
    """Each with its reason."""
    assert "Pages Router" in left_out("nextjs", "docs/02-pages/01-x.mdx")
    why = left_out("nextjs", "docs/01-app/01-x.mdx", "---\ntitle: X\nsource: app/getting-started/y\n---\n")
    assert "app/getting-started/y" in why


def test_order_numbers_are_not_part_of_the_address() -> None:
    """`01-app/01-getting-started/02-lamps.mdx` is at `app/getting-started/lamps`; a draft says so."""
    page = loaded("nextjs", "---\ntitle: Lamps\nversion: draft\n---\nText.\n")
    assert page.slug == "app/getting-started/lamps"
    assert page.facts == {"router": ("app",), "status": ("draft",)}
