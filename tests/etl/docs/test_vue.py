"""Vue's dialect as plain Markdown."""

from tests.etl.docs.pages import left_out, loaded, markdown


def test_the_two_apis_are_told_apart_by_name() -> None:
    """Blocks stand under their API's name, spans say it in the sentence, and headings inside carry it."""
    text = """
    # Lamps {#lamps}

    <div class="options-api">

    ## State \\* {#state}

    Use `data`.

    </div>

    <div class="composition-api">

    Use `ref`.

    </div>

    Call <span class="options-api">`this.on()`</span><span class="composition-api">`on()`</span> then.
    """
    assert markdown("vue", text) == (
        "# Lamps\n\n**Options API:**\n\n## State (Options API)\n\nUse `data`.\n\n**Composition API:**\n\nUse `ref`.\n\n"
        "**In general:**\n\n"
        "Call (Options API: `this.on()`)(Composition API: `on()`) then.\n"
    )


def test_containers_are_quotes_with_their_title_and_code_groups_named_blocks() -> None:
    """Also where they are indented in a list; a group's labels stand above its blocks."""
    text = """
    # X

    ::: tip Mind
    Warm.
    :::

    - Item

      :::warning
      Hot.
      :::

    ::: code-group

    ```sh [npm]
    $ npm i
    ```

    ```vue-html{2} [Lamp.vue]
    <Lamp v-if="on" />
    ```
    :::
    """
    assert markdown("vue", text) == (
        "# X\n\n> **Tip: Mind:**\n>\n> Warm.\n\n- Item\n\n  > **Warning:**\n  >\n  > Hot.\n\n"
        '`npm`:\n```sh\n$ npm i\n```\n\n`Lamp.vue`:\n```html\n<Lamp v-if="on" />\n```\n'
    )


def test_versions_stay_and_demos_go() -> None:
    """A badge is a fact; scripts, demos, lessons and playgrounds of the site are not text."""
    page = loaded(
        "vue",
        """
        <script setup>
        import Demo from './Demo.vue'
        const a = '<div>'
        </script>

        # Lamps {#lamps}

        ## onGlow() <sup class="vt-badge" data-text="3.5+" /> {#onglow}

        <div class="demo">
          <p>{{ count }}</p>
          <Demo />
        </div>

        Text. <VueSchoolLink href="https://vueschool.io/x" title="Lesson"/>

        [Try it in the Playground](https://play.vuejs.org/#eNp9kd)
        """,
    )
    assert page.markdown == "# Lamps\n\n## onGlow() (3.5+)\n\nText.\n"
    assert page.title == "Lamps"


def test_tags_in_code_and_escaped_ones_are_text() -> None:
    """Only elements of the page are taken apart."""
    text = '# A\n\nUse `<div class="demo">` for PropType\\<T>.\n'
    assert markdown("vue", text) == text


def test_what_was_removed_from_vue_and_what_has_no_text_is_left_out() -> None:
    """Each with its reason."""
    assert "removed" in left_out("vue", "src/guide/extras/reactivity-transform.md")
    assert "component" in left_out("vue", "src/api/index.md")
