"""Questions in any language: searched in the English that a model makes of them and in their own words, answered as asked."""

from collections.abc import AsyncIterator, Sequence
from datetime import date
from pathlib import Path

import pytest

from agent.catalogue.films import FilmDomain
from agent.catalogue.request import Request
from agent.catalogue.search.finder import Finder
from agent.catalogue.understanding.bilingual import is_translated, read_twice
from agent.catalogue.understanding.understand import understand
from agent.contract import HistoryMessage, House, NodeOutput, ResponseDone, RunRequest
from agent.graph import Graph
from agent.llm import ChatMessage
from agent.llm_scripted import ScriptedLlm
from agent.nodes.footnotes import ONLY_FIVE
from agent.retrieval.encoders import SparseEncoder
from agent.retrieval.language import detect_language
from agent.retrieval.types import SparseVector
from tests.agent.catalogue.shop import TITLES
from tests.agent.catalogue.test_finder import publish
from tests.fakes.encoders import HashingEncoder, HashingSparse
from tests.fakes.finder import FakeFinder
from tests.fakes.index import MemoryHome

ENGLISH = "a heist film from the 90s, shorter than 100 minutes"
ASKED = {
    "ja": "90年代の強盗映画で100分以内のものを教えて",
    "ko": "100분보다 짧은 90년대 은행 강도 영화 추천해줘",
    "pl": "film o napadzie na bank z lat 90, krótszy niż 100 minut",
}
WRITTEN = {
    "ja": "雨の夜にぴったりの一本です。\n[1] 強盗が失敗したあと、倉庫で裏切り者を探します。\nほかにも探しましょうか。",
    "ko": "딱 맞는 영화가 있어요.\n[1] 강도가 실패한 뒤 창고에서 배신자를 찾습니다.\n더 찾아볼까요?",
    "pl": "Mam coś dla ciebie.\n[1] Po nieudanym napadzie szukają zdrajcy w magazynie.\nSzukać dalej?",
}


class Detecting(FakeFinder):
    """The fake finder with the detector that the real one has."""

    def understand(self, text: str) -> Request:
        """What the text asks for."""
        return understand(text, self.vocabulary, today=date(2026, 6, 1), language=detect_language(text))


def model(language: str, **route: object) -> ScriptedLlm:
    """A model that decides to search with this English, and writes in the asker's language."""
    return ScriptedLlm(
        WRITTEN[language],
        decisions={"FilmRoute": {"decision": "RETRIEVE", "english": ENGLISH, **route}, "Standalone": follow_up},
    )


def follow_up(prompt: Sequence[ChatMessage]) -> dict[str, str]:
    """The newest message as it stands alone, in its own language."""
    assert "Keep its\nlanguage" in prompt[0].content
    return {"question": f"{ASKED['ja']}、もっと短いもの"}


async def run(graph: Graph, question: str, *history: HistoryMessage, house: House | None = None) -> ResponseDone:
    """One turn."""
    request = RunRequest("r", "c", question, history, reask_count=1, house=house or House())
    done = [event async for event in graph.events(request)][-1]
    assert isinstance(done, ResponseDone)
    return done


@pytest.mark.parametrize("language", ASKED)
async def test_a_question_in_another_language_is_searched_in_english_and_answered_as_asked(language: str) -> None:
    """Limits and wish are read from the English, the asker's own words stay beside it, no call is added."""
    finder, llm = Detecting(), model(language)
    done = await run(Graph(FilmDomain(finder), llm), ASKED[language])

    (searched,) = finder.searched
    assert (searched.year_from, searched.year_to, searched.runtime_max) == (1990, 1999, 100)
    assert "heist" in searched.wish
    assert (searched.language, searched.wish_language, searched.original) == (language, "en", ASKED[language])
    assert len(done.titles) == 1
    assert WRITTEN[language].split("\n")[0] in done.text
    assert done.contextualized_question == ASKED[language]
    assert done.usage.model_calls == 2
    asked_to_write = llm.prompts[-1][1].content
    assert ASKED[language] in asked_to_write
    assert "that of the message" in asked_to_write


async def test_a_follow_up_is_merged_in_its_own_language_and_searched_in_english() -> None:
    """Three calls: the router translates what the first call merged."""
    finder, llm = Detecting(), model("ja")
    said = (HistoryMessage("user", ASKED["ja"]), HistoryMessage("assistant", WRITTEN["ja"]))
    done = await run(Graph(FilmDomain(finder), llm), "もっと短いもの", *said)

    merged = f"{ASKED['ja']}、もっと短いもの"
    assert done.contextualized_question == merged
    assert merged in llm.prompts[1][1].content
    assert finder.searched[0].original == merged
    assert "heist" in finder.searched[0].wish
    assert done.usage.model_calls == 3


async def test_people_who_follow_the_run_see_the_english() -> None:
    """It stands in the router's output."""
    request = RunRequest("r", "c", ASKED["ko"])
    events = [event async for event in Graph(FilmDomain(Detecting()), model("ko")).events(request)]
    (routed,) = [event.data for event in events if isinstance(event, NodeOutput) and event.node == "router"]
    assert routed["filters"] == {"english": ENGLISH}


async def test_the_rules_of_the_five_languages_count_more_than_a_translation() -> None:
    """What Hungarian says in numbers is not changed by English that says it otherwise; what it leaves open is filled in."""
    finder = Detecting()
    english = "a thriller from the 80s by Alfred Hitchcock, shorter than 200 minutes"
    await FilmDomain(finder).retrieve("egy feszült film a 90-es évekből, 100 percnél rövidebb", filters={"english": english})
    (searched, *_) = finder.searched
    assert (searched.year_from, searched.year_to, searched.language) == (1990, 1999, "hu")
    assert searched.runtime_max is not None
    assert searched.runtime_max <= 100
    assert searched.people == ("Alfred Hitchcock",)


@pytest.mark.parametrize(
    ("question", "english", "language", "expected"),
    [
        ("film o duchach", "a film about ghosts", "", True),
        ("怖い映画", "a scary film", "", True),
        ("a horror film", "a horror film", "", False),
        ("a horror film about a house", "a scary film about a house", "en", False),
        ("horror film", "horror film", "nl", True),
        ("怖い映画", "  ", "ja", False),
    ],
)
def test_english_of_an_english_question_is_no_translation(question: str, english: str, language: str, expected: bool) -> None:
    """A model that repeats or rewords the message changes nothing, also where the language cannot be told."""
    assert is_translated(question, english, language) is expected


def test_a_request_that_the_rules_understood_whole_is_left_as_it_is() -> None:
    """A title asked for by name in one of the five languages has no wish to be translated."""
    own = Request("", language="hu", lookup=("heat-1995",))
    assert read_twice(own, Request("Heat", lookup=("heat-1995",)), "mesélj a Heatről") == own


@pytest.mark.parametrize("english", [3, "", None, ["a film"]])
async def test_senseless_english_is_searched_as_asked(english: object) -> None:
    """A model's mistake cannot break a search."""
    finder = Detecting()
    await FilmDomain(finder).retrieve(ASKED["pl"], filters={"english": english})
    assert finder.searched[0].original == ""


def test_the_search_by_words_carries_both_languages() -> None:
    """English terms as in any English question, and the words that were typed: they may name a title as it is called."""
    request = Request("a film like it", language="pl", original="coś jak Rękopis znaleziony w Saragossie")
    terms = SparseEncoder()
    both, english, own = (terms.query(text, "en") for text in (request.words, request.wish, request.original))
    assert isinstance(both, SparseVector)
    assert isinstance(own, SparseVector)
    assert set(both.indices) == {*(english.indices if english else ()), *own.indices}
    assert terms.query(request.original, request.language) is None


@pytest.fixture
async def finder(tmp_path: Path) -> AsyncIterator[Finder]:
    """A real finder over the small catalogue."""
    home = MemoryHome()
    await publish(tmp_path, home, TITLES)
    opened = await Finder.open(tmp_path, home=home, dense=HashingEncoder(), sparse=HashingSparse())
    yield opened
    await opened.close()


@pytest.mark.parametrize("language", ASKED)
async def test_the_real_search_finds_by_the_translation_what_english_finds(finder: Finder, language: str) -> None:
    """The same titles in the same order, and the same certainty."""
    domain = FilmDomain(finder)
    english = "a crime thriller about a bank robber with Robert De Niro"
    translated = await domain.retrieve(ASKED[language], filters={"english": english})
    plain = await domain.retrieve(english)
    assert [document.ref.id for document in translated.documents] == [document.ref.id for document in plain.documents]
    assert translated.documents[0].ref.id == "heat-1995"
    assert translated.score == pytest.approx(plain.score)


@pytest.mark.parametrize("language", ASKED)
async def test_without_a_model_other_languages_are_searched_as_they_are_and_told_so_in_english(language: str) -> None:
    """Once, politely, below the answer; nothing is said of it to the five languages or where the place has chosen one."""
    finder = Detecting()
    done = await run(Graph(FilmDomain(finder)), ASKED[language])
    assert finder.searched[0].original == ""
    assert finder.searched[0].language == language
    assert done.text.count(ONLY_FIVE) == 1
    again = await run(
        Graph(FilmDomain(Detecting())),
        ASKED[language],
        HistoryMessage("user", ASKED[language]),
        HistoryMessage("assistant", done.text, done.titles),
    )
    assert ONLY_FIVE not in again.text
    assert ONLY_FIVE not in (await run(Graph(FilmDomain(Detecting())), "egy rablós film a 90-es évekből")).text
    assert ONLY_FIVE not in (await run(Graph(FilmDomain(Detecting())), "Heat")).text
    assert ONLY_FIVE not in (await run(Graph(FilmDomain(Detecting())), ASKED[language], house=House(language="de"))).text
