"""Selectors 4's specificity: what counts, what does not, and what is no selector."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.docs.tools.selectors import selectors
from agent.docs.tools.specificity import BadSelector, Specificity, total

SIMPLE = st.sampled_from(["a", "*", ".x", "#i", "[href]", ":hover", "a.x", "#i .x", "p > a:hover", ":not(#i)", ":where(#i)"])


def counted(text: str) -> Specificity:
    """The specificity of one selector."""
    (one,) = selectors(text)
    return one.specificity


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The examples of Selectors Level 4 §17.
        ("*", (0, 0, 0)),
        ("LI", (0, 0, 1)),
        ("UL LI", (0, 0, 2)),
        ("UL OL+LI", (0, 0, 3)),
        ("H1 + *[REL=up]", (0, 1, 1)),
        ("UL OL LI.red", (0, 1, 3)),
        ("LI.red.level", (0, 2, 1)),
        ("#x34y", (1, 0, 0)),
        ("#s12:not(FOO)", (1, 0, 1)),
        (".foo :is(.bar, #baz)", (1, 1, 0)),
        (":is(em, #foo)", (1, 0, 0)),
        (".qux:where(em, #foo#bar#baz)", (0, 1, 0)),
        (":nth-child(even of li, .item)", (0, 2, 0)),
        (":not(em, strong#foo)", (1, 0, 1)),
        # What else CSS has.
        (":nth-last-child(2n + 1 of #a)", (1, 1, 0)),
        (":nth-child(odd)", (0, 1, 0)),
        (":has(> img, + .x)", (0, 1, 0)),
        ("a:has(#b)", (1, 0, 1)),
        ("a::before:hover", (0, 1, 2)),
        ("a:before", (0, 0, 2)),
        ("::slotted(.x)", (0, 1, 1)),
        (":host(.a)", (0, 2, 0)),
        ("::part(label):hover", (0, 1, 1)),
        ("::view-transition-group(*)", (0, 0, 0)),
        ("::view-transition-group(card)", (0, 0, 1)),
        ("svg|a", (0, 0, 1)),
        ("*|*", (0, 0, 0)),
        ("|a", (0, 0, 1)),
        ("[xlink|href='x' i]", (0, 1, 0)),
        (":lang(en) a", (0, 1, 1)),
        ("a:is()", (0, 0, 1)),
        (":where(:is(#a))", (0, 0, 0)),
        (r".sm\:flex", (0, 1, 0)),
        ("a/* one */.b", (0, 1, 1)),
        ("my-card::part(x)", (0, 0, 2)),
        ("a || b", (0, 0, 2)),
    ],
)
def test_a_selector_counts_what_the_standard_counts(text: str, expected: tuple[int, int, int]) -> None:
    """Ids, then classes, attributes and pseudo-classes, then types and pseudo-elements."""
    assert counted(text) == expected


@given(st.lists(SIMPLE, min_size=1, max_size=4))
def test_is_not_and_has_count_their_strongest_argument_and_where_counts_nothing(arguments: list[str]) -> None:
    """However many arguments there are."""
    strongest = max(map(counted, arguments))
    listed = ", ".join(arguments)
    assert counted(f":is({listed})") == counted(f":not({listed})") == counted(f":has({listed})") == strongest
    assert counted(f":where({listed})") == (0, 0, 0)
    assert counted(f":nth-child(2 of {listed})") == strongest.plus(Specificity(b=1))


@given(st.lists(SIMPLE, min_size=1, max_size=4), st.sampled_from([" ", " > ", "+", " ~ "]))
def test_a_combinator_adds_both_sides_and_counts_nothing(parts: list[str], combinator: str) -> None:
    """Also without spaces."""
    assert counted(combinator.join(parts)) == total(map(counted, parts))


@given(st.lists(SIMPLE, min_size=1, max_size=4))
def test_the_selectors_of_a_list_count_each_by_itself(parts: list[str]) -> None:
    """In their order, as typed."""
    read = selectors(" , ".join(parts))
    assert [one.text for one in read] == parts
    assert [one.specificity for one in read] == list(map(counted, parts))


@given(st.lists(SIMPLE, min_size=1, max_size=4))
def test_the_parts_of_a_selector_add_up_to_it(parts: list[str]) -> None:
    """What is explained is what is counted."""
    (one,) = selectors(" ".join(parts))
    assert total(part.counts for part in one.parts) == one.specificity


@pytest.mark.parametrize(
    ("text", "why", "column"),
    [
        ("", "empty", 1),
        ("a,,b", "empty", 3),
        ("a >", "ends", 4),
        ("> a", "unexpected", 1),
        ("a..b", "class", 3),
        ("#1a", "unexpected", 1),
        ("a{b}", "unexpected", 2),
        ("a ) b", "token", 3),
        ("a:", "pseudo", 3),
        ("[a=]", "attribute", 1),
        ("[=b]", "attribute", 1),
        ("[a=b x]", "attribute", 1),
        (".a*", "type_late", 3),
        ("&:hover", "nesting", 1),
        (".b:is(&)", "nesting", 7),
        ("a::before b", "after_pseudo_element", 11),
        ("a::before.b", "after_pseudo_element", 10),
        (":is(::before)", "pseudo_inside", 7),
        (":has(:has(a))", "has_inside", 7),
        (":nth-child(foo)", "nth", 2),
        (":nth-of-type(2 of a)", "nth", 2),
        (":nth-child", "argument", 2),
        (":not()", "argument", 2),
        ("a:is(b,)", "empty", 8),
        ("a:not(.b div", "unclosed", 3),
        ("a$b", "unexpected", 2),
    ],
)
def test_what_is_no_selector_names_the_place(text: str, why: str, column: int) -> None:
    """The reason and the character, counted from 1."""
    with pytest.raises(BadSelector) as caught:
        selectors(text)
    assert (caught.value.why, caught.value.column) == (why, column)


@given(st.text(alphabet="ab.#:[]()>+~*|,&= '\"\\nof12-", max_size=20))
def test_any_text_is_read_or_refused(text: str) -> None:
    """Nothing else is raised, and the place lies in the text or right behind it."""
    column = 1
    try:
        read = selectors(text)
    except BadSelector as bad:
        column = bad.column
    else:
        assert read
    assert 1 <= column <= len(" ".join(text.split())) + 1
