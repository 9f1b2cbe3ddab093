"""Variety: the figures are those of lists counted by hand."""

from agent.catalogue.search.eval_variety import variety
from agent.catalogue.search.evaluate import Example
from agent.catalogue.title import Title
from tests.agent.catalogue.canned import Canned
from tests.agent.catalogue.shop import TITLES

QUESTION = Example("a", (frozenset({"test:heat-1995"}),))


class ManyVoted(Canned):
    """The shop, and a hundred films that more people voted for than for any of the shop's."""

    @property
    def titles(self) -> dict[str, Title]:
        """Shop and hundred."""
        famous = [Title(f"f{at}", f"f{at}", 2000, "movie", (f"test:f{at}",), votes=3_000_000 + at) for at in range(100)]
        return {title.id: title for title in (*TITLES, *famous)}


async def test_coverage_is_the_share_of_titles_ever_in_a_top_ten() -> None:
    """Two questions that bring the same three titles show three of the shop's nineteen."""
    figures = await variety(Canned(["heat-1995", "ronin-1998", "alien-1979"]), [QUESTION] * 2)  # type: ignore[arg-type]
    assert (2, 19, round(3 / 19, 4)) == (figures["n"], figures["titles"], figures["coverage"])


async def test_distance_is_the_mean_over_the_pairs_of_a_list() -> None:
    """At 0°, 90° and 180° the distances are 1, 1 and 2; over the whole shop 17 titles at 0° count too."""
    finder = Canned(["heat-1995", "ronin-1998", "alien-1979"], angles={"ronin-1998": 90, "alien-1979": 180})
    figures = await variety(finder, [QUESTION])  # type: ignore[arg-type]
    assert round(4 / 3, 4) == figures["distance"]
    # 17 × 90° at distance 1, 17 × 180° at distance 2, and the pair of both at 1, of 19 × 18 / 2 pairs.
    assert round((17 + 34 + 1) / 171, 4) == figures["distance_of_any"]


async def test_the_famous_are_the_hundred_most_voted() -> None:
    """Of two lists one is five of the hundred, the other four of them and Heat: nine of ten are famous, and no answer is."""
    order = ["f0", "f1", "f2", "f3", "f4", "heat-1995"]
    without = Example("a", QUESTION.answers, exclude=("test:f0",))
    figures = await variety(ManyVoted(order), [QUESTION, without])  # type: ignore[arg-type]
    assert (0.9, 0.5, 0.0) == (figures["famous"], figures["five_famous"], figures["famous_answers"])
