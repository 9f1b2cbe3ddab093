"""What a model says about a request counts only where the catalogue knows it and the rules understood nothing."""

from typing import Any

import pytest

from agent.catalogue.answers.filters import Known, narrowed
from agent.catalogue.request import Request
from tests.agent.catalogue.shop import TITLES

KNOWN = Known(TITLES)


@pytest.mark.parametrize(
    ("filters", "expected"),
    [
        ({"seasons_max": 2, "viewer_age": 7, "rating_min": 8}, Request("x", seasons_max=2, viewer_age=7, rating_min=8)),
        ({"seasons_max": 0, "viewer_age": 40, "rating_min": 80}, Request("x")),
        ({"without_people": ["al pacino", "Nobody Known"]}, Request("x", without_people=("Al Pacino",))),
        ({"people": ["Al Pacino"], "without_people": ["Al Pacino"]}, Request("x", without_people=("Al Pacino",))),
        (
            {"without_countries": ["france"], "countries": ["France", "Spain"]},
            Request("x", without_countries=("France",), countries=("Spain",)),
        ),
        ({"year_from": 2000, "year_to": 1990}, Request("x")),
        ({"year_from": "soon"}, Request("x")),
    ],
)
def test_only_what_is_known_and_plausible_counts(filters: dict[str, Any], expected: Request) -> None:
    """Unknown names and impossible numbers are ignored, and nothing is both wanted and refused."""
    assert narrowed(Request("x"), filters, KNOWN) == expected


def test_the_rules_come_before_the_model() -> None:
    """What the rules understood stays as it is."""
    request = Request("x", viewer_age=5, seasons_min=3, people=("Al Pacino",), without_countries=("France",))
    filters = {
        "viewer_age": 12,
        "seasons_max": 1,
        "people": ["Robert De Niro"],
        "without_people": ["Al Pacino"],
        "countries": ["France"],
    }
    assert narrowed(request, filters, KNOWN) == request
