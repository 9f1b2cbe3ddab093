"""What a clarifying question offers: the facets that divide the candidates best."""

from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.answers.facets import dividing
from agent.catalogue.request import Request
from agent.catalogue.title import MediaType, Title


def title(
    number: int,
    *genres: str,
    year: int = 2000,
    kind: MediaType = "movie",
    runtime: int | None = 120,
    place: str = "United States",
) -> Title:
    """One candidate."""
    return Title(f"t{number}", f"T{number}", year, kind, (), genres=genres, runtime=runtime, countries=(place,))


def test_what_half_of_the_candidates_have_comes_first() -> None:
    """Half comedies and a fifth thrillers: the comedy question is worth more."""
    titles = [title(n, "comedy" if n < 5 else "crime", *(["thriller"] if n in {6, 7} else [])) for n in range(10)]
    assert "a comedy" == dividing(Request("x"), titles)[0]


def test_what_all_or_nearly_none_have_is_not_asked() -> None:
    """No candidate would go, or stay."""
    titles = [title(n, "comedy", *(["war"] if n == 0 else [])) for n in range(30)]
    assert [] == dividing(Request("x"), titles)


def test_one_of_each_kind_comes_before_a_second_genre() -> None:
    """Three genres, two decades and two lengths: the first options are of different kinds."""
    titles = [
        title(n, "comedy" if n % 2 else "horror", year=1990 if n < 4 else 2010, runtime=90 if n < 5 else 130) for n in range(10)
    ]
    first = dividing(Request("x"), titles)[:3]
    assert {"something under 100 minutes", "something from the 1990s"} & set(first)
    assert 1 == sum(option in {"a comedy", "a horror story"} for option in first)


def test_what_was_asked_for_is_not_asked_again() -> None:
    """A request for comedies from the 90s under 100 minutes is not narrowed to those."""
    request = Request("x", media_type="movie", year_from=1990, year_to=1999, runtime_max=100, genres=("comedy",))
    titles = [title(n, "comedy", "romance" if n % 2 else "crime", year=1990 + n, runtime=90 + n) for n in range(10)]
    assert {"a romance", "a crime film"} == set(dividing(request, titles))


@given(
    st.lists(
        st.builds(
            title,
            st.integers(0, 99),
            st.sampled_from(["comedy", "drama", "crime", "anime"]),
            year=st.integers(1920, 2026),
            kind=st.sampled_from(["movie", "series"]),
            runtime=st.none() | st.integers(1, 300),
            place=st.sampled_from(["United States", "France", "Japan"]),
        ),
        max_size=30,
    )
)
def test_the_order_of_the_candidates_changes_nothing(titles: list[Title]) -> None:
    """The question is about the set."""
    assert dividing(Request("x"), titles) == dividing(Request("x"), titles[::-1])
