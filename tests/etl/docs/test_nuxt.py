"""Nuxt's dialect as plain Markdown."""

from tests.etl.docs.pages import left_out, loaded, markdown


def test_containers_nest_and_lose_their_colons() -> None:
    """Notes are quotes, cards are named paragraphs, whether their title is an attribute or a field; slots go."""
    text = """
    ---
    title: Lamps
    ---
    ::note{icon="i-lamp"}
    Warm.

    ```ts
    lamp()
    ```
    ::

    ::card-group
      :::card{title="One" to="/one"}
      First.
      :::
      ::card
      ---
      title: Two
      ---
      #default
      Second.
      ::
    ::
    """
    assert markdown("nuxt", text) == (
        "> **Note:**\n>\n> Warm.\n>\n> ```ts\n> lamp()\n> ```\n\n**One:**\n\nFirst.\n\n**Two:**\n\nSecond.\n"
    )


def test_links_inside_and_outside_of_sentences_are_links() -> None:
    """By title, or by the last part of where they lead; films and breaks of the site go."""
    text = """
    ---
    title: Lamps
    ---
    ::read-more{to="/docs/4.x/api/utils/dollar-lamp"}
    ::

    ::read-more{to="/x"}
    Read on about **lamps**.
    ::

    :read-more{title="All: of it" to="/docs/y"} and :video-accordion{title="Watch" videoId="x"}

    | `a`{lang="ts"} | one :br two | :badge[v4.3]{color="info"} |
    | --- | --- | --- |
    | 12:30 | a::b | C::D |
    """
    assert markdown("nuxt", text) == (
        "Read more: [dollar lamp](/docs/4.x/api/utils/dollar-lamp)\n\nRead more: Read on about **lamps**.\n\n"
        "Read more: [All: of it](/docs/y) and\n\n| `a` | one two | (v4.3) |\n| --- | --- | --- |\n| 12:30 | a::b | C::D |\n"
    )


def test_fences_are_named_by_their_label_and_twoslash_goes() -> None:
    """Labels of files and of package managers alike."""
    code = "```ts twoslash [nuxt.config.ts]\n// ---cut---\nexport default {}\n```"
    text = f"---\ntitle: x\n---\n{code}\n\n```bash [npm]\nnpx nuxt\n```\n"
    assert markdown("nuxt", text) == ("`nuxt.config.ts`:\n```ts\nexport default {}\n```\n\n`npm`:\n```bash\nnpx nuxt\n```\n")


def test_a_component_in_code_is_no_component() -> None:
    """Neither in a block nor in a sentence."""
    text = '---\ntitle: x\n---\nBind `:to{x}` so:\n\n```vue\n<a :to="b" />\n::note\n::\n```\n'
    assert markdown("nuxt", text).endswith('Bind `:to{x}` so:\n\n```vue\n<a :to="b" />\n::note\n::\n```\n')


def test_order_numbers_are_not_part_of_the_address_and_versions_are_facts() -> None:
    """`docs/1.getting-started/03.lamps.md` is at `getting-started/lamps`."""
    page = loaded("nuxt", "---\ntitle: 'Lamps'\nminimalVersion: 4.2\n---\nText.\n")
    assert (page.title, page.slug, page.facts) == ("Lamps", "getting-started/lamps", {"since": ("4.2",)})


def test_nuxt_bridge_is_left_out() -> None:
    """It is a way from a version that is no more."""
    assert "Bridge" in left_out("nuxt", "docs/6.bridge/1.overview.md")
