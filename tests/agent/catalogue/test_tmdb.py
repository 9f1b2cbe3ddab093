"""Posters and where to watch from TMDB: found for the right title, kept, and never in the way of an answer."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from agent.catalogue.films import FilmDomain
from agent.catalogue.title import Title
from agent.catalogue.tmdb.cache import Cache
from agent.catalogue.tmdb.client import TmdbClient
from agent.catalogue.tmdb.lookup import CREDIT, WHERE_CREDIT, Tmdb
from agent.contract import House
from tests.agent.catalogue.shop import film, series
from tests.fakes.finder import FakeFinder
from tests.fakes.tmdb_server import KEY, TOKEN, TmdbServer, movie, offer
from tests.fakes.tmdb_server import series as tmdb_series

HEAT = film("Heat", 1995, "crime")
LONG = 30.0  # seconds that no test waits for


@pytest.fixture
async def server() -> AsyncIterator[TmdbServer]:
    """TMDB with a film of two namesakes, one adult."""
    server = TmdbServer()
    server.movies = [
        movie(949, "Heat", "1995-12-15", vote_count=7000),
        movie(8, "Heat", "1986-01-01"),
        movie(7, "Heat", "1995-02-01", adult=True, vote_count=90_000),
        movie(6, "Heat and Dust", "1995-02-01"),
    ]
    async with server.running():
        yield server


class Opened:
    """A look-up whose file and clocks a test holds."""

    def __init__(self, server: TmdbServer, folder: Path, **secret: str) -> None:
        self.time, self.days = 0.0, 0.0
        client = TmdbClient(base=server.base, **(secret or {"token": TOKEN}))
        cache = Cache(folder / "tmdb.sqlite", now=lambda: self.days * 24 * 3600)
        self.tmdb = Tmdb(client, cache, wait=LONG, clock=lambda: self.time)


@pytest.fixture
async def opened(server: TmdbServer, tmp_path: Path) -> AsyncIterator[Opened]:
    """A look-up at that server."""
    opened = Opened(server, tmp_path)
    yield opened
    await opened.tmdb.close()


async def test_a_film_gets_its_poster_and_its_services_with_their_credits(server: TmdbServer, opened: Opened) -> None:
    """Of the region asked for; by subscription before others, in TMDB's order; without a region no services and no credit."""
    server.providers[949] = {
        "HU": {"link": "x", "flatrate": [offer("Second", 9), offer("First", 1), offer("First", 1)], "rent": [offer("Shop")]},
        "US": {"link": "x", "rent": [offer("Shop", 2)], "buy": [offer("Shop", 1)]},
    }
    extra = (await opened.tmdb.about([HEAT], "hu"))[HEAT.id]
    assert extra.poster == "https://image.tmdb.org/t/p/w342/poster949.jpg"
    assert (extra.link, extra.where) == ("https://www.themoviedb.org/movie/949", ("First", "Second"))
    assert extra.credits == (CREDIT, WHERE_CREDIT)
    assert (await opened.tmdb.about([HEAT], "US"))[HEAT.id].where == ("Shop (to rent or buy)",)
    assert (await opened.tmdb.about([HEAT], "DE"))[HEAT.id].credits == (CREDIT,)
    assert (await opened.tmdb.about([HEAT], ""))[HEAT.id].where == ()


@pytest.mark.parametrize(
    ("title", "number"),
    [
        (HEAT, 949),
        (replace(HEAT, year=1996), 949),
        (replace(HEAT, year=1986), 8),
        (replace(HEAT, year=2010), None),
        (replace(HEAT, title="Hea"), None),
        (replace(HEAT, title="Heat and Dust"), 6),
        (replace(HEAT, title="Cool", source_ids=("tmdb:949",)), 9490),
        (film("Parasite", 2019, "drama", original_title="Gisaengchung"), 496243),
        (film("Snow Country", 2001, "drama", aliases=("Yukiguni",)), 5),
        (replace(HEAT, source_ids=("tmdb:8", "imdb:1"), year=1986), 8),
        (replace(HEAT, source_ids=("tmdb:7",)), 949),
        (replace(HEAT, source_ids=("tmdb:12345",)), 949),
        (film("Dark", 2017, "mystery"), None),
        (series("Dark", 2020, "mystery", seasons=3), 70523),
        (series("Dark", 2010, "mystery", seasons=3), None),
    ],
)
async def test_only_the_same_title_is_taken(server: TmdbServer, opened: Opened, title: Title, number: int | None) -> None:
    """By name, year and kind, by TMDB's own id where a source has it and it fits; never an adult one, never a guess."""
    server.movies += [
        movie(9490, "Cool", "1995-01-01"),
        movie(496243, "Gisaengchung", "2019-05-30", original_title="Gisaengchung"),
        movie(5, "Yukiguni", "2001-05-30", original_title="Snow Country"),
    ]
    server.series = [tmdb_series(70523, "Dark", "2017-12-01")]
    extras = await opened.tmdb.about([title], "")
    assert (extras[title.id].link if extras else None) == (
        None if number is None else f"https://www.themoviedb.org/{'movie' if title.media_type == 'movie' else 'tv'}/{number}"
    )


async def test_what_was_found_is_kept_for_a_week_and_across_restarts(
    server: TmdbServer, opened: Opened, tmp_path: Path
) -> None:
    """Also that nothing was found."""
    unknown = film("Nobody Knows It", 1999, "drama")
    await opened.tmdb.about([HEAT, unknown], "HU")
    before = len(server.asked)
    other = Opened(server, tmp_path)
    other.days = 6.9
    kept = await other.tmdb.about([HEAT, unknown], "HU")
    assert (set(kept), len(server.asked)) == ({HEAT.id}, before)
    other.days = 7.1
    await other.tmdb.about([HEAT], "HU")
    assert len(server.asked) > before
    await other.tmdb.close()


@pytest.mark.parametrize("hanging", ["search", "watch"])
async def test_an_answer_waits_no_longer_than_its_limit(server: TmdbServer, opened: Opened, hanging: str) -> None:
    """What is known by then is given; what comes later serves the next answer without another question."""
    server.providers[949] = {"HU": {"flatrate": [offer("First")]}}
    server.hangs = {hanging}
    opened.tmdb._wait = 0.2
    extras = await opened.tmdb.about([HEAT], "HU")
    assert [extra.where for extra in extras.values()] == ([] if hanging == "search" else [()])
    server.released.set()
    opened.tmdb._wait = LONG
    assert (await opened.tmdb.about([HEAT], "HU"))[HEAT.id].where == ("First",)
    asked = len(server.asked)
    await opened.tmdb.about([HEAT], "HU")
    assert len(server.asked) == asked


@pytest.mark.parametrize("status", [401, 429, 500, 503])
async def test_a_refusal_costs_nothing_and_is_not_asked_for_again_at_once(
    server: TmdbServer, opened: Opened, status: int
) -> None:
    """For a minute nothing more is asked; then it is tried anew. Nothing of it is kept."""
    server.status = status
    assert await opened.tmdb.about([HEAT], "HU") == {}
    asked = len(server.asked)
    assert await opened.tmdb.about([HEAT], "HU") == {}
    assert len(server.asked) == asked
    server.status, opened.time = 200, 61.0
    assert HEAT.id in await opened.tmdb.about([HEAT], "HU")


@pytest.mark.parametrize("body", [b"<html>", b"[]", b"3", b'{"results": 3}', b'{"results": [3, {}, {"id": "x"}]}', b"{}"])
async def test_an_answer_in_another_shape_breaks_nothing(server: TmdbServer, opened: Opened, body: bytes) -> None:
    """Something between us and TMDB answers with whatever it likes."""
    server.body = body
    assert await opened.tmdb.about([HEAT], "HU") == {}


async def test_an_address_where_nobody_listens_breaks_nothing(server: TmdbServer, tmp_path: Path) -> None:
    """No network is as good as no key."""
    opened = Opened(server, tmp_path)
    opened.tmdb._client._base = "http://127.0.0.1:1/3"
    assert await opened.tmdb.about([HEAT], "HU") == {}
    await opened.tmdb.close()


async def test_a_damaged_file_is_done_without(server: TmdbServer, tmp_path: Path) -> None:
    """The look-up works; only nothing is kept."""
    (tmp_path / "tmdb.sqlite").write_bytes(b"this is no database at all, whatever its name says" * 40)
    opened = Opened(server, tmp_path)
    for _ in range(2):
        assert HEAT.id in await opened.tmdb.about([HEAT], "")
    assert len(server.asked) == 2
    await opened.tmdb.close()


async def test_a_file_held_by_another_process_is_waited_for_briefly(server: TmdbServer, tmp_path: Path) -> None:
    """A writer beside us does not stop the look-up."""
    opened = Opened(server, tmp_path)
    await opened.tmdb.about([HEAT], "")
    other = sqlite3.connect(tmp_path / "tmdb.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    try:
        assert HEAT.id in await opened.tmdb.about([HEAT], "HU")
    finally:
        other.close()
        await opened.tmdb.close()


async def test_a_key_goes_into_the_address_and_a_token_into_a_header(server: TmdbServer, tmp_path: Path) -> None:
    """As TMDB has it; both at once use the token. Adult titles are never asked for."""
    for number, secret in enumerate(({"key": KEY}, {"token": TOKEN}, {"key": KEY, "token": TOKEN})):
        opened = Opened(server, tmp_path / str(number), **secret)
        assert HEAT.id in await opened.tmdb.about([HEAT], "")
        await opened.tmdb.close()
    assert ["api_key" in query for _, query in server.asked] == [True, False, False]
    assert {query["include_adult"] for _, query in server.asked} == {"false"}


async def test_the_secret_stands_in_no_log(server: TmdbServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An address with the key in it is part of what aiohttp says of a failure."""
    opened = Opened(server, tmp_path, key="a-secret-of-mine")
    assert await opened.tmdb.about([HEAT], "") == {}
    opened.tmdb._client._base, opened.time = "http://127.0.0.1:1/3", 61.0
    assert await opened.tmdb.about([HEAT], "") == {}
    await opened.tmdb.close()
    said = "".join(capsys.readouterr())
    assert "tmdb_failed" in said
    assert "a-secret-of-mine" not in said


async def test_closing_ends_what_is_still_asked(server: TmdbServer, opened: Opened) -> None:
    """A worker that goes leaves no task behind."""
    server.hangs = {"search"}
    opened.tmdb._wait = 0.01
    await opened.tmdb.about([HEAT], "")
    await opened.tmdb.close()
    assert not [task for task in asyncio.all_tasks() if "_look_up" in repr(task)]


async def test_cards_have_what_tmdb_knows_and_stand_without_it(server: TmdbServer, opened: Opened) -> None:
    """In the order of the documents; the region is named where there are services alone."""
    server.providers[949] = {"HU": {"flatrate": [offer("First")]}}
    domain = FilmDomain(FakeFinder(), extras=opened.tmdb)
    documents = (await domain.retrieve("a heist film from the 90s", limit=3)).documents
    cards = await domain.cards(documents, House(region="HU"))
    assert [card.ref for card in cards] == [document.ref for document in documents]
    heat = next(card for card in cards if card.ref.title == "Heat")
    assert (heat.where, heat.region, heat.credits) == (("First",), "HU", (CREDIT, WHERE_CREDIT))
    others = [card for card in cards if card.ref.title != "Heat"]
    assert {(card.where, card.region, card.credits, card.poster) for card in others} == {((), "", (), None)}
