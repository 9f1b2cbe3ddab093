"""Titles as cards: their facts, and posters at a size and an address that a chat shows."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.answers.cards import Extra, card, poster
from agent.contract import Entry, ResponseDone, RunRequest, TitleCard, TitleRef
from agent.graph import Graph
from agent.llm_scripted import ScriptedLlm
from tests.agent.catalogue.shop import TITLES, film
from tests.fakes.domain import DOCUMENTS, FakeDomain

IMAGE = "https://m.media-amazon.com/images/M/MV5BMDFkYTc0MGEtZmNhMC00ZDIzLWFm@._V1_"


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        (f"{IMAGE}UX67_CR0,0,67,98_AL_.jpg", f"{IMAGE}SX300.jpg"),
        (f"{IMAGE}UY98_CR1,0,67,98_AL_.jpg", f"{IMAGE}SX300.jpg"),
        (f"{IMAGE}.jpg", f"{IMAGE}SX300.jpg"),
        ("https://image.tmdb.org/t/p/original/abc.jpg", "https://image.tmdb.org/t/p/w342/abc.jpg"),
        ("http://image.tmdb.org/t/p/w500/abc.jpg", "https://image.tmdb.org/t/p/w342/abc.jpg"),
        ("https://posters.example/heat.png", "https://posters.example/heat.png"),
        ("https://m.media-amazon.com/images/M/abc.jpg", "https://m.media-amazon.com/images/M/abc.jpg"),
        ("http://posters.example/heat.png", None),
        ("javascript:alert(1)", None),
        ("https://posters.example/a b.png", None),
        ("", None),
        (None, None),
    ],
)
def test_a_poster_is_asked_for_at_the_size_of_a_card(address: str | None, shown: str | None) -> None:
    """The same picture, where its server is known to scale by the address; else as it stands, and never without https."""
    assert poster(address) == shown


@given(st.text(max_size=80).map(lambda text: f"https://{text}") | st.text(max_size=80))
def test_every_poster_is_one_https_address(address: str) -> None:
    """Whatever a table holds, and a second time the same."""
    found = poster(address)
    assert found is None or (found.startswith("https://") and len(found.split()) == 1 and poster(found) == found)


def test_a_card_holds_the_facts_and_its_reasons() -> None:
    """What is not known stays away; what an outside source adds comes before the catalogue's own, with its credits."""
    heat = dataclasses.replace(TITLES[0], poster=f"{IMAGE}UX67_.jpg", certificate="R")
    ref = TitleRef(heat.id, heat.title, heat.year, heat.source_ids)
    plain = card(ref, heat, ("a thriller",))
    assert (plain.runtime, plain.rating, plain.certificate, plain.why) == (170, 8.2, "R", ("a thriller",))
    assert (plain.poster, plain.where, plain.region, plain.credits) == (f"{IMAGE}SX300.jpg", (), "", ())
    told = card(ref, heat, (), Extra(None, "https://x.example", ("First",), ("Named.",)), "HU")
    assert (told.poster, told.link, told.where, told.region, told.credits) == (
        plain.poster,
        "https://x.example",
        ("First",),
        "HU",
        ("Named.",),
    )


def test_a_poster_of_tmdbs_is_credited_also_without_a_key() -> None:
    """Tables of TMDB's bring its pictures."""
    title = film("Heat", 1995, "crime", poster="https://image.tmdb.org/t/p/original/abc.jpg")
    assert "TMDB" in card(TitleRef(title.id, "Heat", 1995), title, ()).credits[0]


async def _done(graph: Graph, question: str = "a tense film") -> ResponseDone:
    events = [event async for event in graph.events(RunRequest("r1", "c1", question))]
    done = events[-1]
    assert isinstance(done, ResponseDone)
    return done


async def test_an_answer_carries_the_cards_of_the_titles_that_it_presents() -> None:
    """In the order of the answer, also where a model presents only some; none without titles."""
    model = ScriptedLlm("Two.\n[3] One drive.\n[1] A chest.", decisions={"FakeRoute": {"decision": "RETRIEVE"}})
    composed, written = await _done(Graph(FakeDomain())), await _done(Graph(FakeDomain(), model))
    assert [one.ref for one in composed.cards] == [document.ref for document in DOCUMENTS]
    assert [one.ref.title for one in written.cards] == ["Locke", "Rope"]
    assert (await _done(Graph(FakeDomain()), "hello")).cards == ()
    assert (await _done(Graph(FakeDomain(score=0.1)))).cards == ()


@given(st.builds(TitleCard, st.builds(TitleRef, st.text(), st.text(), st.none() | st.integers()), st.text()))
def test_cards_cross_the_stream_unchanged(one: TitleCard) -> None:
    """As JSON there and back."""
    entry = Entry("r", 1, 1, 1.5, ResponseDone("x", cards=(one,)))
    assert Entry.from_fields(entry.to_fields()) == entry
