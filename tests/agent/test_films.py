"""The film domain without a model: follow-ups keep the request, answers are true and helpful, re-asks offer real choices."""

import re
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue import compose
from agent.catalogue.films import FilmDomain
from agent.catalogue.followup import options
from agent.catalogue.reasons import Pick, quoted
from agent.catalogue.request import Request
from agent.catalogue.routing import GENERAL_EXAMPLES, RETRIEVE_EXAMPLES
from agent.catalogue.smalltalk import smalltalk
from agent.contract import HistoryMessage, ResponseDone, RunRequest, TitleRef
from agent.domain import Domain
from agent.graph import Graph
from agent.retrieval.types import Vector
from tests.fakes.finder import TITLES, FakeFinder, make_title

BASE = "a heist film from the 90s"


def ref(name: str) -> TitleRef:
    """The reference of a title of the fake catalogue."""
    title = next(title for title in TITLES if title.title == name)
    return TitleRef(title.id, title.title, title.year, title.source_ids)


SHOWN = (ref("The Usual Suspects"), ref("Reservoir Dogs"), ref("Heat"))  # 106, 99 and 170 minutes; 1995, 1992, 1995


def talk(*questions: str, titles: Sequence[TitleRef] = SHOWN) -> tuple[HistoryMessage, ...]:
    """A conversation: each question answered with these titles."""
    answer = HistoryMessage("assistant", "…", tuple(titles))
    return tuple(message for question in questions for message in (HistoryMessage("user", question), answer))


def merged(question: str, history: Sequence[HistoryMessage]) -> str:
    """The question as it stands alone."""
    return FilmDomain(FakeFinder()).merge(question, history)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("something shorter", f"{BASE}, under 106 minutes"),
        ("shorter please!", f"{BASE}, under 106 minutes"),
        ("not so long", f"{BASE}, under 106 minutes"),
        ("longer", f"{BASE}, longer than 106 minutes"),
        ("older", "a heist film, before 1995"),
        ("Something more recent?", "a heist film, after 1995"),
        ("no, a series", "a heist series from the 90s"),
        ("a series instead", "a heist series from the 90s"),
        ("and a tv show?", "a heist series from the 90s"),
        ("without subtitles", f"{BASE}, without subtitles"),
        ("no horror", f"{BASE}, no horror"),
        ("but funnier", f"{BASE}, funny"),
        ("less violent please", f"{BASE}, not violent"),
        ("more romantic", f"{BASE}, romantic"),
        ("in the 80s instead", "a heist film, in the 80s"),
        ("from before 1980", "a heist film, from before 1980"),
        ("under 100 minutes", f"{BASE}, under 100 minutes"),
        ("with Al Pacino", f"{BASE}, with Al Pacino"),
        ("a comedy", f"{BASE}, a comedy"),
        ("another", BASE),
        ("more", BASE),
        ("anything else?", BASE),
        ("show me some more please", BASE),
        ("I've seen the first one", BASE),
        ("seen them all", BASE),
        ("yes", BASE),
        ("more like the second one", "something like Reservoir Dogs (1992)"),
        ("something similar to number 3", "something like Heat (1995)"),
        ("like #1", "something like The Usual Suspects (1995)"),
        ("tell me more about the last one", "tell me about Heat (1995)"),
        ("2", "tell me about Reservoir Dogs (1992)"),
        ("who directed the first?", "who directed The Usual Suspects (1995)?"),
        ("thanks!", "thanks!"),
        ("which of these is the shortest?", "which of these is the shortest?"),
        ("a slow drama about a family in winter", "a slow drama about a family in winter"),
        ("Airplane!", "Airplane!"),
        ("", ""),
    ],
)
def test_a_follow_up_keeps_the_request(question: str, expected: str) -> None:
    """The request goes on with what was changed; a new one replaces it; small talk stays itself."""
    assert merged(question, talk(BASE)) == expected


def test_follow_ups_add_up() -> None:
    """Each change is kept, also over small talk between."""
    history = (
        *talk(BASE),
        *talk("no, a series"),
        HistoryMessage("user", "thanks"),
        HistoryMessage("assistant", "My pleasure!"),
    )

    assert merged("but funnier", history) == "a heist series from the 90s, funny"


def test_a_new_limit_replaces_the_old_one() -> None:
    """Two limits of one kind would contradict each other."""
    history = talk("something tense, under two hours", titles=(ref("Rope"), ref("Locke")))

    assert merged("shorter", history) == "something tense, under 80 minutes"


def test_what_was_no_request_is_not_gone_on_from() -> None:
    """After a question outside the field, a refinement stands alone."""
    history = (HistoryMessage("user", "how do I change a car tyre"), HistoryMessage("assistant", "That is outside my field."))

    assert merged("a comedy", history) == "a comedy"


def test_after_a_look_up_a_change_means_something_like_it() -> None:
    """There is no request to go on with but the title itself."""
    assert merged("older", talk("Heat", titles=(ref("Heat"),))) == "something like Heat (1995), before 1995"


def test_a_place_in_a_list_points_past_a_single_title() -> None:
    """After a look-up in between, "the third" still means the list's."""
    history = (*talk(BASE), *talk("tell me about the first", titles=(ref("The Usual Suspects"),)))

    assert merged("tell me about the third", history) == "tell me about Heat (1995)"


async def test_shorter_than_a_named_title_is_measured_by_it() -> None:
    """ "like Heat, but shorter" means shorter than Heat."""
    finder = FakeFinder()
    retrieval = await FilmDomain(finder).retrieve("films like Heat, but shorter")

    assert (finder.searched[-1].like, finder.searched[-1].runtime_max) == (("heat-1995",), 169)
    assert retrieval.score >= 0.5


def test_a_stopped_answer_does_not_lose_its_request() -> None:
    """A request without an answer still stands."""
    assert merged("shorter", (HistoryMessage("user", BASE),)) == f"{BASE}, short"


REASK = "I am not sure. Which?\n1. **a comedy**\n2. **something from the 1990s**\n3. **any length**\nAnswer with a number."


@pytest.mark.parametrize(
    ("reply", "expected"),
    [
        ("1", "a heist, under 100 minutes, a comedy"),
        ("the first", "a heist, under 100 minutes, a comedy"),
        ("yes", "a heist, under 100 minutes, a comedy"),
        ("Two please", "a heist, under 100 minutes, something from the 1990s"),
        ("the last one", "a heist"),
        ("neither", "a heist, under 100 minutes"),
        ("with robots", "a heist, under 100 minutes, with robots"),
        ("a warm story about two old friends", "a warm story about two old friends"),
    ],
)
def test_the_reply_to_a_re_ask_picks_or_adds(reply: str, expected: str) -> None:
    """A number, a yes or words: each is the answer to what was asked."""
    history = (HistoryMessage("user", "a heist, under 100 minutes"), HistoryMessage("assistant", REASK, is_reask=True))

    assert merged(reply, history) == expected


SAID = [BASE, "shorter", "2", "yes", "no, a series", "more like the first one", "older"]
TEXTS = st.one_of(st.text(max_size=60), st.sampled_from(SAID))


@given(st.lists(TEXTS, max_size=5), TEXTS, st.booleans())
def test_merging_never_raises(questions: list[str], question: str, is_reask: bool) -> None:
    """Any conversation gives a text, and an empty question stays empty."""
    history: list[HistoryMessage] = []
    for text in questions:
        history += [HistoryMessage("user", text), HistoryMessage("assistant", text, SHOWN, is_reask)]

    result = merged(question, history)

    assert bool(result.strip()) == bool(question.strip())


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("", "empty"),
        ("  ?!", "empty"),
        ("🍿🎬", "emoji"),
        ("<:popcorn:123456>", "emoji"),
        ("Hello!", "greeting"),
        ("hey there", "greeting"),
        ("good evening everyone", "greeting"),
        ("hi, how are you?", "how_are_you"),
        ("Thanks a lot!", "thanks"),
        ("thank you so much", "thanks"),
        ("ok thanks", "thanks"),
        ("stop", "stop"),
        ("never mind", "stop"),
        ("what can you do?", "help"),
        ("who are you?", "who"),
        ("lol", "laugh"),
        ("that was great", "praise"),
        ("good night", "bye"),
        ("hello, a heist film please", None),
        ("thanks, but something shorter", None),
        ("Good Morning, Vietnam", None),
        ("stop motion films", None),
        ("9", None),
        ("help me find a comedy", None),
    ],
)
def test_small_talk_is_told_from_requests(text: str, kind: str | None) -> None:
    """Only a text that is nothing else is small talk."""
    assert smalltalk(text) == kind


@pytest.mark.parametrize("question", ["", "🍿", "hello", "what can you do", "thanks", "lol", "stop", "how do I change a tyre"])
def test_every_small_talk_has_an_answer(question: str) -> None:
    """It is never silent, and names no title."""
    text = "".join(FilmDomain(FakeFinder()).compose_general(question, ()))

    assert len(text) > 20
    assert "**" not in text


async def answer(question: str, history: Sequence[HistoryMessage] = (), reask_count: int = 1) -> ResponseDone:
    """One turn on the graph without a model."""
    request = RunRequest("r", "c", question, tuple(history), reask_count)
    events = [event async for event in Graph(FilmDomain(FakeFinder())).events(request)]
    done = events[-1]
    assert isinstance(done, ResponseDone)
    return done


async def test_an_answer_mirrors_the_request_and_gives_a_reason_for_each_title() -> None:
    """Opening, numbered titles with year, facts and a sentence, and a concrete offer at the end."""
    done = await answer("can you recommend a heist film from the 90s?")

    assert "“a heist film from the 90s”" in done.text
    assert [title.title for title in done.titles] == re.findall(r"^\d\. \*\*(.+?)\*\* \(199\d\) – ", done.text, re.MULTILINE)
    assert 3 <= len(done.titles) <= 5
    assert re.search(r"“(?:more like the|something shorter|a series instead|newer|a comedy)", done.text)


async def test_the_same_question_gives_the_same_answer_and_another_one_other_words() -> None:
    """Deterministic, but not monotone."""
    variants = [f"a heist film from the 90s{extra}" for extra in ("", " please now", ", dark", ", loud", "!!")]
    openings = {(await answer(variant)).text.split("“")[0] for variant in variants}

    assert (await answer(BASE)).text == (await answer(BASE)).text
    assert len(openings) > 1


async def test_a_title_asked_for_is_told_by_its_facts() -> None:
    """A look-up is a card, even if the title was shown before."""
    done = await answer("tell me more about the first one", talk("something tense", titles=(ref("Rope"),)))

    card = "**Rope** (1948) is a crime thriller from the United States, directed by Alfred Hitchcock, 80 min long."
    assert done.text.startswith(card)
    assert done.titles[0].id == "rope-1948"


async def test_a_title_that_is_not_there_is_said_once() -> None:
    """The user learns it before anything else."""
    done = await answer("do you have Fight Club?")

    assert done.text.startswith("“Fight Club” is not in my catalogue.")
    assert done.text.count("not in my catalogue") == 1


async def test_shown_titles_do_not_come_back() -> None:
    """ "another" goes on where the last answer ended."""
    first = await answer(BASE)
    second = await answer("another", (HistoryMessage("user", BASE), HistoryMessage("assistant", first.text, first.titles)))

    assert not {title.id for title in first.titles} & {title.id for title in second.titles}


async def test_nothing_that_fits_is_said_with_a_way_out() -> None:
    """No title is invented, and something to loosen is named."""
    done = await answer("a comedy series from the 60s")

    assert done.titles == ()
    assert "I found nothing" in done.text
    assert "any year" in done.text


async def test_shown_titles_can_be_compared() -> None:
    """Facts answer a question about the list."""
    done = await answer("which of these is the shortest?", talk(BASE))

    assert done.text.startswith("**Reservoir Dogs** is the shortest of them: 99 min.")
    assert done.decision == "GENERAL"


@pytest.mark.parametrize("question", ["asdf qwer", f"{BASE}, under 20 minutes", "something", "an Iranian western"])
async def test_a_re_ask_offers_two_or_three_options_that_are_understood(question: str) -> None:
    """Each option, picked, changes what is searched."""
    domain = FilmDomain(FakeFinder())
    retrieval = await domain.retrieve(question)
    text = domain.reask(question, retrieval)
    history = (HistoryMessage("user", question), HistoryMessage("assistant", text, is_reask=True))
    finder = FakeFinder()

    offered = options(text)

    assert 2 <= len(offered) <= 3
    for number in range(1, len(offered) + 1):
        picked = domain.merge(str(number), history)
        assert finder.understand(picked) != finder.understand(question), offered[number - 1]


SPOKEN = [
    "heist",
    "comedy",
    "1990s",
    "under 90 minutes",
    "Rope",
    "like Heat",
    "series",
    "not",
    "Hitchcock",
    "Inception",
    "“x”",
    "*",
]
WORDS = st.sampled_from(SPOKEN)


@given(st.lists(WORDS, max_size=6).map(" ".join), st.lists(st.sampled_from(TITLES), max_size=5, unique=True), st.booleans())
def test_a_composed_answer_presents_the_given_titles_and_no_others(question: str, titles: list[object], weak: bool) -> None:
    """Whatever is asked, bold names are those passed in, each once."""
    request = FakeFinder().understand(question)
    picks = [Pick(title) for title in titles]  # type: ignore[arg-type]
    text = "".join(compose.answer(question, request, picks, (), weak=weak))

    assert sorted(re.findall(r"\*\*(.+?)\*\*", text)) == sorted(pick.title.title for pick in picks)


@given(st.text(max_size=80), st.text(max_size=300))
def test_any_description_can_be_quoted(question: str, about: str) -> None:
    """Never more than a sentence's length, and never an error."""
    assert len(quoted(make_title("X", 2000, "drama", 90, "", about), question)) <= 192


def test_catalogue_text_cannot_format_the_answer() -> None:
    """Markdown in a description or a title shows as it is written."""
    title = make_title("A*B", 2000, "drama", 90, "", "He _says_ **bold** things.")
    text = "".join(compose.answer("x", Request("x"), [Pick(title)], (), weak=False))

    assert "**A\\*B** (2000)" in text
    assert "\\_says\\_ \\*\\*bold\\*\\*" in text


async def test_a_models_filters_count_where_the_rules_understood_nothing() -> None:
    """Known words narrow the search, the rules' own findings win, and what is unknown or absurd is ignored."""
    finder = FakeFinder()
    filters = {
        "year_from": 1990,
        "year_to": 1999,
        "genres": ["Sci-Fi", "underwater basket weaving"],
        "people": ["alfred hitchcock", "Nobody"],
        "runtime_max": 20,
        "media_type": "TV Show",
    }
    await FilmDomain(finder).retrieve("tense, under 90 minutes", filters=filters)
    searched = finder.searched[-1]

    assert (searched.year_from, searched.year_to, searched.runtime_max) == (1990, 1999, 90)
    assert (searched.genres, searched.people, searched.media_type) == (("science fiction",), ("Alfred Hitchcock",), "series")


SENSELESS = [{"year_from": "soon"}, {"genres": 3}, {"year_from": 2000, "year_to": 1990}, {"runtime_max": -5}, {"x": 1}]


@pytest.mark.parametrize("filters", SENSELESS)
async def test_senseless_filters_change_nothing(filters: dict[str, object]) -> None:
    """A model's mistake cannot break or empty a search."""
    finder = FakeFinder()
    await FilmDomain(finder).retrieve("tense", filters=filters)

    assert finder.searched[-1] == finder.understand("tense")


@pytest.mark.parametrize(
    ("question", "decision"),
    [
        (BASE, "RETRIEVE"),
        ("hello", "GENERAL"),
        ("", "GENERAL"),
        ("Rope", "RETRIEVE"),
        ("which of these is newer?", "GENERAL"),
        ("something tense", "RETRIEVE"),
    ],
)
async def test_rules_route_what_they_can_tell(question: str, decision: str) -> None:
    """Small talk and comparisons are answered without a search."""
    assert await FilmDomain(FakeFinder()).route(question) == decision


async def test_what_the_rules_cannot_tell_goes_to_the_nearest_examples() -> None:
    """Near the examples of small talk: no search; near those of requests, or in between: a search."""

    async def encode(text: str) -> Vector:
        near = {"odd one": (0.0, 1.0), "film-like": (1.0, 0.0), "between": (0.7, 0.7)}
        general, request = text in GENERAL_EXAMPLES, text in RETRIEVE_EXAMPLES
        x, y = (0.0, 1.0) if general else (1.0, 0.0) if request else near[text]
        return np.array([x, y], dtype=np.float32)

    domain = FilmDomain(FakeFinder(), encode=encode)

    assert [await domain.route(text) for text in ("odd one", "film-like", "between")] == ["GENERAL", "RETRIEVE", "RETRIEVE"]


def test_it_is_a_domain() -> None:
    """The graph's protocol is met."""
    domain: Domain = FilmDomain(FakeFinder())

    assert domain.name == "films"
