"""The parts of a search by themselves: words, vectors, what is known, the spread of the famous, sentences and years."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.request import Request
from agent.catalogue.search.evidence import leanings, sentences, told
from agent.catalogue.search.features import FEATURES
from agent.catalogue.search.postings import Postings
from agent.catalogue.search.precise import bonus
from agent.catalogue.search.table import FactTable, top
from agent.catalogue.search.variety import AT_MOST, OF_EACH, asks_for_the_famous, spread
from agent.catalogue.search.view import View
from agent.catalogue.understanding.words import moods, stems
from tests.agent.catalogue.shop import film, series

TEXTS = [["heist", "bank"], ["bank", "river", "boat", "mill"], ["boat"], []]


def test_a_share_counts_rare_words_more() -> None:
    """Of two words asked for, the rarer weighs more; a title with both has all, one without any nothing."""
    share = Postings(TEXTS).share(["heist", "bank"])
    assert share[0] == pytest.approx(1)
    assert 0 < share[1] < 0.5
    assert list(share[2:]) == [0, 0]


def test_bm25_prefers_the_shorter_of_two_texts_with_the_word() -> None:
    """The same word counts more where less stands beside it; a word asked twice counts once."""
    postings = Postings(TEXTS)
    scores = postings.bm25(["boat", "boat", "unheard"])
    assert scores[2] > scores[1] > 0 == scores[0]


def test_a_name_is_covered_by_the_words_said() -> None:
    """The share of a title's own words that were said; a wordless title divides by nothing."""
    assert list(Postings(TEXTS).covered(["bank", "mill", "boat"])) == [0.5, 0.75, 1, 0]


def test_nothing_is_found_in_nothing() -> None:
    """An empty catalogue and an empty question give empty columns and zeros."""
    assert not len(Postings([]).bm25(["a"]))
    assert list(Postings(TEXTS).share([])) == [0, 0, 0, 0]


def test_standard_scores_have_mean_zero_and_spread_one() -> None:
    """Over the catalogue, the cosines to any question are centred and scaled."""
    rows = np.random.default_rng(1).normal(size=(500, 8)).astype(np.float32) + 3
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    scores = View.of(rows).standard(rows[7])
    assert float(scores.mean()) == pytest.approx(0, abs=1e-2)
    assert float(scores.std()) == pytest.approx(1, abs=1e-2)


def test_likeness_leaves_out_what_all_share() -> None:
    """Of titles that all point the same way, the one that differs as the example does is nearest, the opposite farthest."""
    rows = np.asarray([[9, 1, 0], [9, 0.8, 0.1], [9, -1, 0], [9, 0, 1]], np.float32)
    alike = View.of(rows / np.linalg.norm(rows, axis=1, keepdims=True)).alike([0])
    assert int(np.argsort(-alike)[1]) == 1
    assert int(np.argmin(alike)) == 2


@given(st.lists(st.sampled_from([-1.0, 0.0, 0.25, 0.5, 3.0]), max_size=40), st.integers(1, 50))
def test_the_top_are_those_that_a_whole_sort_puts_first(values: list[float], count: int) -> None:
    """With ever so many equal values, the same places as a stable sort, in rising order."""
    column = np.asarray(values, float)
    assert top(column, count).tolist() == sorted(np.argsort(-column, kind="stable")[:count].tolist())


def test_a_title_without_a_vector_is_neither_near_nor_far() -> None:
    """It scores zero whatever is asked, and mean and spread are those of the titles that have one."""
    rows = np.random.default_rng(1).normal(size=(60, 8)).astype(np.float32) + 3
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    view = View.of(np.concatenate([np.zeros((40, 8), np.float32), rows]))
    assert not view.standard(rows[7])[:40].any()
    assert not view.alike([50])[:40].any()
    np.testing.assert_allclose(view.standard(rows[7])[40:], View.of(rows).standard(rows[7]), atol=1e-5)
    assert not View.of(np.zeros((3, 8), np.float32)).standard(rows[7]).any()


def test_a_series_without_votes_stands_among_the_voted_films() -> None:
    """It is neither unknown nor better than most; an unvoted film stays unknown; where no film has votes, nobody is known."""
    films = [film(f"F{n}", 2000, "drama", votes=10 ** (n + 3), rating=7.0 + n / 10) for n in range(4)]
    table = FactTable([*films, film("Unknown", 2000, "drama"), series("Long", 2000, "drama")])
    assert list(table.known) == [True] * 4 + [False, True]
    assert table.fame[0] <= table.fame[5] < table.fame[2]
    assert not FactTable([film("U", 2000, "drama"), series("L", 2000, "drama")]).known.any()


def test_the_famous_are_a_hundred_or_a_fiftieth() -> None:
    """A small catalogue has few that everybody knows; titles without votes are never among them."""
    films = [film(f"F{n}", 2000, "drama", votes=n + 1) for n in range(60)]
    assert np.flatnonzero(FactTable([*films, *(film(f"U{n}", 2000, "drama") for n in range(60))]).famous).tolist() == [58, 59]


@pytest.mark.parametrize("famous", [[True] * 12, [True] * 4 + [False] * 9, [False, True] * 10, [False] * 3, []])
def test_of_each_five_at_most_three_are_famous_while_others_are_left(famous: list[bool]) -> None:
    """Every place appears once, and a fourth famous one comes only when nothing else is left."""
    order = spread(np.asarray(famous, bool))
    assert sorted(order) == list(range(len(famous)))
    for start in range(0, min(len(order), 20), OF_EACH):
        shown, rest = order[start : start + OF_EACH], order[start:]
        others = sum(not famous[place] for place in rest)
        assert sum(famous[place] for place in shown) <= max(AT_MOST, len(shown) - others)


def test_only_descriptions_are_taken_apart() -> None:
    """A short wish has no sentences; a long one gives its longer ones, a few at most."""
    assert sentences("A heist. In one room.") == []
    told = sentences("There was a man with a red boat on a river. Yes. " + "He had lost his old dog in the mill. " * 8)
    assert "There was a man with a red boat on a river" in told
    assert "Yes" not in told
    assert len(told) == 2


def test_only_a_memory_of_three_sentences_is_compared_sentence_by_sentence() -> None:
    """Two say no more than the whole; of many the longest few are taken."""
    padding = "There was a man with an old red boat on some river in the north of a country that I forget by now"
    assert told(f"{padding}. {padding} and more.") == []
    assert len(told(f"{padding}. {padding} and more. He had lost his old dog.")) == 3
    assert len(told(". ".join(f"{padding} number {n}" for n in range(20)))) == 8


@pytest.mark.parametrize("said", ["black and white", "cat-and-mouse", "Coming of Age"])
def test_a_saying_is_one_word(said: str) -> None:
    """Its words by themselves mean something else, so neither finds the other: no cats for a cat-and-mouse game."""
    (word,) = stems(said)
    assert word in stems(f"A {said} story")
    assert word in moods(f"A {said} story")
    assert not set(stems(said.replace("-", " ").split()[0])) & set(stems(f"A {said} story"))


def test_leanings_count_phrases() -> None:
    """Whole phrases lean, parts of words do not."""
    assert leanings("a zombie film about the mafia")["crime"] >= 1
    assert leanings("mafiaesque") == {}
    assert Request("x").wish == "x"


def matrix(**columns: list[float]) -> np.ndarray:  # type: ignore[type-arg]
    """Candidates' features with these columns, the rest zero."""
    rows = np.zeros((len(next(iter(columns.values()))), len(FEATURES)), np.float32)
    for name, values in columns.items():
        rows[:, FEATURES.index(name)] = values
    return rows


def test_a_short_wish_lifts_what_has_its_words_and_a_talk_does_not() -> None:
    """Of two candidates the one with the word asked for gains; with an example, in a talk or in many words neither does."""
    wish = {"overlap": [1.0, 0.0], "full": [2.0, 0.0], "said": [0.7, 0.7]}
    short = bonus(matrix(**wish, words=[np.log1p(4)] * 2))
    assert short[0] > 0 > short[1]
    for other in ({"anchors": [1.0, 1.0]}, {"sayings": [0.7, 0.7]}):
        assert not bonus(matrix(**wish, words=[np.log1p(4)] * 2, **other)).any()
    assert not bonus(matrix(**wish, words=[np.log1p(30)] * 2)).any()
    assert not len(bonus(matrix(words=[])))


@pytest.mark.parametrize(
    ("request_", "asked"),
    [
        (Request("a famous heist"), True),
        (Request("a topical heist"), False),
        (Request("", rating_min=8.0), True),
        (Request("", like=("known-2000",)), True),
        (Request("", like=("unknown-2000",)), False),
    ],
)
def test_who_asks_for_the_famous_gets_them(request_: Request, asked: bool) -> None:
    """By a word, by a rating, or by an example that is famous."""
    films = [
        film("Known", 2000, "drama", votes=9),
        *(film(f"U{n}", 2000, "drama") for n in range(60)),
        film("Unknown", 2000, "drama"),
    ]
    assert asks_for_the_famous(request_, FactTable(films)) is asked
