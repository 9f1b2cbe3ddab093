"""React's dialect as plain Markdown."""

from tests.etl.docs.pages import left_out, loaded, markdown


def test_a_sandbox_shows_its_files_by_name_and_not_the_hidden_ones() -> None:
    """Settings of the editor behind the language are neither names nor shown."""
    text = """
    ---
    title: useLamp
    ---
    <Sandpack>

    ```js src/App.js active
    export default App;
    ```

    ```json package.json hidden
    {}
    ```

    ```js {expectedErrors: {'react-compiler': [3]}} {1-2}
    lamp();
    ```

    ```js [[1, 2, "age"], [2, 3, "setAge"]]
    const [age, setAge] = useState(1);
    ```

    </Sandpack>
    """
    assert markdown("react", text) == (
        "`src/App.js`:\n```js\nexport default App;\n```\n\n```js\nlamp();\n```\n\n"
        "```js\nconst [age, setAge] = useState(1);\n```\n"
    )


def test_boxes_are_quotes_with_a_name() -> None:
    """Notes, pitfalls and versions; inside a sentence in brackets; steps in code lose their colour only."""
    text = """
    ---
    title: useLamp
    ---
    <Intro>

    Lights <CodeStep step={1}>up</CodeStep>.

    </Intro>

    <InlineToc />

    <Pitfall>

    Hot:

    ```js
    lamp.touch()
    ```

    </Pitfall>

    It works. <Canary>Refs too.</Canary> Then <CanaryBadge />
    """
    assert markdown("react", text) == (
        "Lights up.\n\n> **Pitfall:**\n>\n> Hot:\n>\n> ```js\n> lamp.touch()\n> ```\n\n"
        "It works. (Canary: Refs too.) Then (Canary)\n"
    )


def test_a_box_with_headings_stays_open_and_says_what_it_is() -> None:
    """A quote would hide the heading of a deep dive, which has an anchor of its own."""
    text = "---\ntitle: useLamp\n---\n<DeepDive>\n\n#### How {/*how-it-works*/}\n\nSo.\n\n</DeepDive>\n\nAfter.\n"
    page = loaded("react", text)
    assert page.markdown == "**Deep dive:**\n\n#### How\n\nSo.\n\n**In general:**\n\nAfter.\n"
    assert "#### How {#how-it-works}" in page.marked


def test_exercises_are_left_out_and_recaps_stay() -> None:
    """Challenges plant mistakes in code; what was learned is worth finding."""
    text = """
    ---
    title: useLamp
    ---
    <Recap>

    * It shines.

    </Recap>

    <Challenges>

    #### Mend it {/*mend-it*/}

    ```js
    broken()
    ```

    <Solution />

    </Challenges>
    """
    assert markdown("react", text) == "**Recap:**\n\n* It shines.\n"


def test_terminals_and_consoles_are_code() -> None:
    """Their text is verbatim and no prose."""
    console = "<ConsoleBlock>\nWarning: `key`{' '}x\n</ConsoleBlock>"
    text = f"---\ntitle: x\n---\n<TerminalBlock>\nnpm install a_b *\n</TerminalBlock>\n\n{console}\n"
    assert markdown("react", text) == "```sh\nnpm install a_b *\n```\n\nConsole:\n```\nWarning: `key` x\n```\n"


def test_titles_may_be_tags_and_pages_of_other_channels_say_so() -> None:
    """`<Lamp>` is a component's name, not an element."""
    page = loaded("react", "---\ntitle: <Lamp>\nversion: canary\n---\nText.\n")
    assert (page.title, page.facts, page.slug) == ("<Lamp>", {"status": ("canary",)}, "reference/react/useLamp")


def test_the_sites_own_test_page_is_left_out() -> None:
    """It documents nothing."""
    assert "tests the site" in left_out("react", "src/content/learn/rsc-sandbox-test.md")
