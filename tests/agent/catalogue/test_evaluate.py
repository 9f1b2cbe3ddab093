"""Measuring: the figures are those of hand-counted lists, and hold what such figures must hold for any list."""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.catalogue.search.evaluate import Example, Judged, Labels, Routed, Wanted, gate, lookup, retrieval, routing
from agent.contract import Decision
from tests.agent.catalogue.canned import Canned
from tests.agent.catalogue.shop import TITLES

FILMS = [title.id for title in TITLES if title.media_type == "movie"]


def names(*ids: str) -> tuple[frozenset[str], ...]:
    """Answers, each named by its source id and by one that nobody has."""
    return tuple(frozenset({f"test:{name}", f"elsewhere:{name}"}) for name in ids)


def example(*ids: str, exclude: Sequence[str] = (), source: str = "") -> Example:
    """A question that these titles answer."""
    series = frozenset(answer for name, answer in zip(ids, names(*ids), strict=True) if name not in FILMS)
    return Example("a", names(*ids), tuple(exclude), Labels(source=source), series)


EXAMPLES = [
    example("ronin-1998", "alien-1979", exclude=["test:heat-1995"], source="one"),
    example("heat-1995", source="two"),
    example("dark-2017", source="one"),
]
FINDER = Canned(["heat-1995", "ronin-1998", "alien-1979"])


async def test_recall_and_reciprocal_rank_are_those_counted_by_hand() -> None:
    """Answers found at places 1 and 2 of 2, at 1 of 1, and none: recall@1 is (½ + 1 + 0) / 3, and so on."""
    figures = await retrieval(FINDER, EXAMPLES)  # type: ignore[arg-type]
    assert figures == {
        "n": 3,
        "recall@1": 0.5,
        "recall@5": 0.6667,
        "recall@10": 0.6667,
        "recall@50": 0.6667,
        "mrr": 0.6667,
    }


async def test_depths_and_reciprocal_rank_follow_the_place() -> None:
    """An answer at place seven counts from recall@10 on, and as one seventh."""
    figures = await retrieval(Canned(FILMS), [example(FILMS[6])])  # type: ignore[arg-type]
    assert (0.0, 1.0, 0.1429) == (figures["recall@5"], figures["recall@10"], figures["mrr"])


async def test_figures_are_split_by_a_label() -> None:
    """Each value of the label has the figures of its own examples."""
    figures = await retrieval(FINDER, EXAMPLES, by="source")  # type: ignore[arg-type]
    assert {"one": (2, 0.25), "two": (1, 1.0)} == {name: (part["n"], part["recall@1"]) for name, part in figures["by"].items()}


async def test_films_only_leaves_series_out_of_answers_and_results() -> None:
    """A question that only a series answers does not count, and series take no place."""
    finder = Canned(["dark-2017", "heat-1995"])
    both = [example("heat-1995", "dark-2017"), example("dark-2017")]
    figures = await retrieval(finder, both, films=True)  # type: ignore[arg-type]
    assert (1, 1.0) == (figures["n"], figures["recall@1"])
    figures = await retrieval(finder, both)  # type: ignore[arg-type]
    assert (2, 0.75) == (figures["n"], figures["recall@1"])


async def test_answers_known_in_training_are_left_out_of_the_unseen() -> None:
    """Of the first question one answer is left, found second; the second has none and does not count."""
    figures = await retrieval(FINDER, EXAMPLES[:2], seen={"elsewhere:ronin-1998", "test:heat-1995"})  # type: ignore[arg-type]
    assert {"n": 1, "recall@1": 0.0, "recall@5": 1.0, "recall@10": 1.0, "recall@50": 1.0, "mrr": 0.5} == figures["unseen"]
    assert 0.75 == figures["recall@1"]


async def test_answers_that_the_catalogue_does_not_have_are_counted_apart() -> None:
    """They cannot be found, so they are no misses; how many there are is said."""
    figures = await retrieval(FINDER, [example("heat-1995", "nowhere"), example("nowhere")])  # type: ignore[arg-type]
    assert (1, 1.0, 2) == (figures["n"], figures["recall@1"], figures["absent"])


ANSWERS = st.lists(st.sampled_from([title.id for title in TITLES]), min_size=1, max_size=4, unique=True)


@settings(max_examples=50, deadline=None)
@given(st.lists(ANSWERS, min_size=1, max_size=6), st.permutations([title.id for title in TITLES]), st.randoms())
async def test_figures_hold_what_they_must_for_any_list(answers: list[list[str]], order: list[str], chance: object) -> None:
    """Recall grows with the depth, reaches 1 where everything is shown, and no order of the questions changes anything."""
    examples = [example(*ids) for ids in answers]
    figures = await retrieval(Canned(order), examples)  # type: ignore[arg-type]
    depths = [figures[f"recall@{depth}"] for depth in (1, 5, 10, 50)]
    assert depths == sorted(depths)
    assert 1.0 == depths[-1]
    assert 0.0 < figures["mrr"] <= 1.0
    chance.shuffle(examples)  # type: ignore[attr-defined]
    assert figures == await retrieval(Canned(order), examples)  # type: ignore[arg-type]


def judged(text: str, right: bool, kind: str = "") -> Judged:
    """A question with its verdict."""
    return Judged(text, right, Labels(kind=kind))


async def test_gate_rates_count_each_kind_by_itself() -> None:
    """Two of three answered, one of two refused; five of the six pairs are in order, one is even."""
    finder = Canned([], {"good": 0.9, "fair": 0.6, "poor": 0.2, "odd": 0.6, "letters": 0.1})
    questions = [judged(text, True) for text in ("good", "fair", "poor")] + [judged(text, False) for text in ("odd", "letters")]
    figures = await gate(finder, questions)  # type: ignore[arg-type]
    assert (5, 0.6667, 0.5) == (figures["n"], figures["answered"], figures["refused"])
    # Above odd: good; beside it: fair; above letters: all three. 1 + ½ + 3 of 6.
    assert 0.75 == figures["auroc"]
    # To refuse both others everything up to 0.6 must go: fair and poor.
    assert 0.6667 == figures["asked_again"]


async def test_a_part_of_one_kind_is_set_against_all_of_the_other() -> None:
    """Letters lie below all three questions to be answered, oddities beside one and above another."""
    finder = Canned([], {"good": 0.9, "fair": 0.6, "poor": 0.2, "odd": 0.6, "letters": 0.1})
    questions = [judged(text, True, "films") for text in ("good", "fair", "poor")]
    questions += [judged("odd", False, "odd"), judged("letters", False, "letters")]
    parts = (await gate(finder, questions, by="kind"))["by"]  # type: ignore[arg-type]
    assert {"n": 1, "refused": 1.0, "auroc": 1.0, "asked_again": 0.0} == parts["letters"]
    assert {"n": 1, "refused": 0.0, "auroc": 0.5, "asked_again": 0.6667} == parts["odd"]


async def test_a_gate_set_of_one_kind_has_rates_alone() -> None:
    """Without both kinds there is nothing to tell apart; a kind that does not occur is not given a figure."""
    assert {"n": 1, "refused": 1.0} == await gate(Canned([], {"a": 0.1}), [judged("a", False)])  # type: ignore[arg-type]


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0, 1), min_size=1, max_size=9), st.lists(st.floats(0, 1), min_size=1, max_size=9))
async def test_the_area_is_the_share_of_pairs_in_order(good: list[float], bad: list[float]) -> None:
    """The area under the curve equals the count over pairs, and swapping the kinds turns it round."""
    scores = {f"g{at}": score for at, score in enumerate(good)} | {f"b{at}": score for at, score in enumerate(bad)}
    finder = Canned([], scores)
    ahead = sum((one > other) + (one == other) / 2 for one in good for other in bad) / (len(good) * len(bad))
    figures = await gate(finder, [judged(name, name[0] == "g") for name in scores])  # type: ignore[arg-type]
    turned = await gate(finder, [judged(name, name[0] == "b") for name in scores])  # type: ignore[arg-type]
    assert figures["auroc"] == pytest.approx(ahead, abs=1e-4)
    assert figures["auroc"] + turned["auroc"] == pytest.approx(1, abs=2e-4)


async def test_routing_counts_every_way() -> None:
    """Of four questions three are sent right: one of two that need a search, the one for a tool, and the one for neither."""

    async def route(text: str) -> Decision:
        ways: dict[str, Decision] = {"film": "RETRIEVE", "how long": "TOOL"}
        return ways.get(text, "GENERAL")

    questions = [
        Routed("film", "RETRIEVE", Labels(kind="x")),
        Routed("mood", "RETRIEVE", Labels(kind="y")),
        Routed("how long", "TOOL", Labels(kind="y")),
        Routed("hello", "GENERAL", Labels(kind="y")),
    ]
    figures = await routing(route, questions, by="kind")
    every = {"n": 4, "accuracy": 0.75, "retrieve": 0.5, "tool": 1.0, "general": 1.0}
    assert every == {name: value for name, value in figures.items() if name != "by"}
    assert {"n": 1, "accuracy": 1.0, "retrieve": 1.0} == figures["by"]["x"]


async def test_looked_up_titles_must_come_first_and_missing_ones_be_told() -> None:
    """One of two is first; of two that do not exist, one is said to be missing; one of another catalogue does not count."""
    finder = Canned(["heat-1995", "alien-1979"], missing=["the nowhere film"])
    wanted = [
        Wanted("heat", names("heat-1995")[0]),
        Wanted("alien", names("alien-1979")[0]),
        Wanted("the nowhere film", None),
        Wanted("another", None),
    ]
    assert {"n": 4, "first": 0.5, "told": 0.5} == await lookup(finder, wanted)  # type: ignore[arg-type]
    elsewhere = Wanted("elsewhere", frozenset({"elsewhere:1"}))
    figures = await lookup(finder, [*wanted, elsewhere])  # type: ignore[arg-type]
    assert {"n": 4, "first": 0.5, "told": 0.5, "absent": 1} == figures
