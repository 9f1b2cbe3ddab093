"""Titles for people who are typing one."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.generation import Generations
from agent.catalogue.names import CatalogueNames, NameSuggestions
from agent.catalogue.parquet import Names, write_titles
from agent.catalogue.title import Title
from agent.contract import TitleRef


def title(name: str, year: int, votes: int, *aliases: str) -> Names:
    """A title of this name."""
    return Names(TitleRef(f"{name.lower().replace(' ', '-')}-{year}", name, year), aliases, votes)


SUGGESTIONS = NameSuggestions(
    (
        title("Heat", 1995, 700),
        title("Heat", 2013, 30),
        title("The Heat", 2013, 180),
        title("Heathers", 1989, 110),
        title("In the Heat of the Night", 1967, 80),
        title("The Godfather Part II", 1974, 1300),
        title("The Godfather", 1972, 1900),
        title("Amélie", 2001, 800, "Le fabuleux destin d'Amélie Poulain"),
        title("2001: A Space Odyssey", 1968, 700),
        title("Blade Runner 2049", 2017, 600),
    )
)


def offered(typed: str, limit: int = 4) -> list[str]:
    """The ids offered."""
    return [ref.id for ref in SUGGESTIONS.suggest(typed, limit)]


def test_whole_names_come_first_then_beginnings_then_words_inside() -> None:
    """The better known first within each; an article does not stand in the way."""
    assert ["heat-1995", "the-heat-2013", "heat-2013", "heathers-1989", "in-the-heat-of-the-night-1967"] == offered("heat", 9)


def test_a_name_is_found_from_any_of_its_words_however_it_is_typed() -> None:
    """Case, accents, other names, numbers as digits."""
    assert ["amélie-2001"] == offered("AMELIE")
    assert ["amélie-2001"] == offered("fabuleux des")
    assert "the-godfather-part-ii-1974" == offered("godfather 2")[0]
    assert ["the-godfather-1972", "the-godfather-part-ii-1974"] == offered("godf")


def test_a_year_tells_namesakes_apart_and_may_be_a_name() -> None:
    """Behind the name it must be right; alone it is a title like any other."""
    assert ["heat-2013", "the-heat-2013"] == sorted(offered("heat 2013"))
    assert ["blade-runner-2049-2017"] == offered("blade runner 2049")
    assert ["2001:-a-space-odyssey-1968"] == offered("2001")


def test_a_slip_of_the_fingers_still_finds_the_name() -> None:
    """A swapped, missing or wrong letter, also before the name is complete; short names are too near to each other."""
    assert ["the-godfather-1972", "the-godfather-part-ii-1974"] == offered("godfahter")
    assert "heathers-1989" in offered("haethers")
    assert [] == offered("hxat")
    assert [] == offered("zzzzzzzz")


def test_nothing_typed_offers_the_best_known() -> None:
    """The list is never empty while there is a catalogue."""
    assert ["the-godfather-1972", "the-godfather-part-ii-1974"] == offered(" ", 2)


@given(st.text(max_size=40), st.integers(1, 25))
def test_any_text_gives_at_most_so_many_titles_each_once(typed: str, limit: int) -> None:
    """Whatever people type or paste."""
    found = offered(typed, limit)
    assert len(found) <= limit
    assert len(set(found)) == len(found)


async def test_a_catalogue_that_is_published_later_is_taken_up(tmp_path: Path) -> None:
    """None yet, then one, then the next; each without a restart."""
    names = CatalogueNames(tmp_path)
    assert [] == await names.suggest("heat", 5)
    assert None is await names.get("heat-1995")
    for year in (1995, 2013):
        generations = Generations(tmp_path)
        generation = generations.new()
        write_titles(generation.titles, [Title(f"heat-{year}", "Heat", year, "movie", (f"starter:{year}",))])
        generations.publish(generation)
        ref = TitleRef(f"heat-{year}", "Heat", year, (f"starter:{year}",))
        assert [ref] == await names.suggest("heat", 5)
        assert ref == await names.get(ref.id)


async def test_a_catalogue_that_cannot_be_read_offers_nothing(tmp_path: Path) -> None:
    """A damaged file is no reason to fail while somebody types."""
    generations = Generations(tmp_path)
    generation = generations.new()
    generation.titles.write_bytes(b"not parquet")
    generations.publish(generation)
    assert [] == await CatalogueNames(tmp_path).suggest("heat", 5)
