"""Elements and containers in prose."""

import re

from hypothesis import given
from hypothesis import strategies as st

from etl.docs import containers, tags
from etl.docs.containers import Container
from etl.docs.tags import Element


def unpacked(text: str) -> str:
    """The text with elements in brackets."""
    return tags.replace(text, {}, lambda element: f"[{element.name}:{element.inner}]")


def test_elements_are_replaced_from_the_inside_out() -> None:
    """An outer one gets what became of the inner ones."""
    assert unpacked('<A x={{b: ">"}}>1<B/>2<p class="a > b">3</p></A>4') == "[A:1[B:]2[p:3]]4"


def test_what_is_no_element_stays() -> None:
    """Comparisons, escaped signs, and names in angle brackets that HTML does not know."""
    text = r"a < b, c > d, \<T>, <file>, <a\b"
    assert unpacked(text) == text


def test_what_is_never_closed_or_never_opened_lets_its_inside_stand() -> None:
    """A slip in a page costs a tag, not a text."""
    assert unpacked("1<Note>2") == "12"
    assert unpacked("1</Note>2<A>3<B>4</A>5") == "12[A:34]5"


def test_attributes_are_read_in_every_form() -> None:
    """Quotes of both kinds, braces around a text, none at all."""
    seen: list[Element] = []

    def note(element: Element) -> str:
        seen.append(element)
        return ""

    tags.replace("""<A b="1" c='2' d={"3"} e={f} className="x y" g />""", {"A": note}, note)
    assert dict(seen[0].attributes) == {"b": "1", "c": "2", "d": "3", "e": "", "className": "x y", "g": ""}
    assert seen[0].classes == {"x", "y"}
    assert seen[0].block


@given(st.text("<>/AaBp ={}\"'\n", max_size=40))
def test_no_text_upsets_it(text: str) -> None:
    """Whatever signs come, an answer comes too, and every letter outside of tags is in it."""
    assert isinstance(unpacked(text), str)


def test_containers_nest_by_lines_and_keep_their_indent() -> None:
    """The inside comes without the container's own indent, the outcome has it again."""
    opening = re.compile(r"^(?P<indent> *):::(?P<name>\w+)(?P<rest>.*)$")
    closing = re.compile(r"^ *:::$")

    def bracket(container: Container) -> str:
        return f"[{container.name} {container.rest}]\n{container.inner.strip()}\n[end]"

    text = "a\n  :::tip Mind\n  b\n    c\n  :::\nd\n:::\n:::open\ne"
    assert re.sub(r"\n{2,}", "\n", containers.replace(text, opening, closing, bracket)) == (
        "a\n  [tip Mind]\n  b\n    c\n  [end]\nd\n[open ]\ne\n[end]\n"
    )
