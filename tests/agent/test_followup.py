"""Follow-ups without a model keep, change or replace the request that stands; small talk is told from both."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.catalogue.answers.smalltalk import smalltalk
from agent.catalogue.films import FilmDomain
from agent.catalogue.request import Request
from agent.catalogue.tools.calls import Fact, TellFacts
from agent.contract import HistoryMessage
from tests.agent.talks import BASE, SHOWN, ref, talk
from tests.fakes.finder import FakeFinder


class Detecting(FakeFinder):
    """A finder whose detector takes every question with a pointer in German for another language."""

    def __init__(self, detected: str) -> None:
        super().__init__()
        self._detected = detected

    def understand(self, text: str) -> Request:
        """As the fake, with what the detector says."""
        request = super().understand(text)
        return replace(request, language=self._detected) if "beim ersten" in text else request


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
        ("something shorter, and not in English", "a heist film from the 90s, under 106 minutes, not in English"),
        ("could you find something a bit newer with a happier ending please", "a heist film, after 1995, with a happy ending"),
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


FRENCH, HUNGARIAN = "un film de braquage des années 90", "egy rablós film a 90-es évekből"
SPANISH, GERMAN = "una película de atracos de los 90", "ein Heist-Film aus den 90ern"


@pytest.mark.parametrize(
    ("question", "fact"),
    [
        ("who directed the first one?", "directors"),
        ("wer hat beim ersten Regie geführt?", "directors"),
        ("wer hat den ersten gedreht?", "directors"),
        ("wie lang ist der erste?", "runtime"),
        ("¿cuánto dura la primera?", "runtime"),
    ],
)
def test_a_fact_of_what_is_pointed_at_is_for_a_tool(question: str, fact: Fact) -> None:
    """In whatever language, also where its words stand around the pointer."""
    domain, history = FilmDomain(FakeFinder()), talk(BASE)
    assert TellFacts(titles=(SHOWN[0].id,), fact=fact) == domain.tool(domain.merge(question, history), history)


@pytest.mark.parametrize(
    ("question", "language"),
    [("wer hat beim ersten Regie geführt?", "de"), ("who directed the second one?", "en"), ("the second", "hu")],
)
def test_words_that_point_tell_the_language_of_a_question_that_is_none_otherwise(question: str, language: str) -> None:
    """Whatever a detector says of it; two English words are said in every language and leave it to the conversation."""
    history = talk("valami feszült film egyetlen szobában")
    for detected in ("", "en"):
        domain = FilmDomain(Detecting(detected))
        assert domain.language(question, history) == language


@pytest.mark.parametrize(
    ("base", "question", "expected"),
    [
        (FRENCH, "plus court", f"{FRENCH}, moins de 106 minutes"),
        (FRENCH, "quelque chose de plus court s'il te plaît", f"{FRENCH}, moins de 106 minutes"),
        (FRENCH, "mais plus drôle", f"{FRENCH}, drôle"),
        (FRENCH, "plus récent", "un film de braquage, après 1995"),
        (FRENCH, "plutôt une série", "une série de braquage des années 90"),
        (FRENCH, "non, moins violent", f"{FRENCH}, pas violent"),
        (FRENCH, "encore", FRENCH),
        (FRENCH, "avant 1980", "un film de braquage, avant 1980"),
        (HUNGARIAN, "viccesebb", f"{HUNGARIAN}, vicces"),
        (HUNGARIAN, "valami rövidebbet", f"{HUNGARIAN}, 106 perc alatt"),
        (HUNGARIAN, "régebbit kérek", "egy rablós film, 1995 előtt"),
        (HUNGARIAN, "inkább sorozatot", "egy rablós sorozat a 90-es évekből"),
        (HUNGARIAN, "kevésbé erőszakos", f"{HUNGARIAN}, nem erőszakos"),
        (HUNGARIAN, "még egyet", HUNGARIAN),
        (SPANISH, "más corta", f"{SPANISH}, menos de 106 minutos"),
        (SPANISH, "algo más divertido", f"{SPANISH}, divertida"),
        (SPANISH, "más antigua", "una película de atracos, antes de 1995"),
        (SPANISH, "mejor una serie", "una serie de atracos de los 90"),
        (SPANISH, "sin terror", f"{SPANISH}, sin terror"),
        (SPANISH, "otra", SPANISH),
        (GERMAN, "lustiger", f"{GERMAN}, lustig"),
        (GERMAN, "etwas Kürzeres bitte", f"{GERMAN}, unter 106 Minuten"),
        (GERMAN, "neuer", "ein Heist-Film, nach 1995"),
        (GERMAN, "lieber eine Serie", "eine Heist-Serie aus den 90ern"),
        (GERMAN, "weniger brutal", f"{GERMAN}, nicht brutal"),
        (GERMAN, "noch einen", GERMAN),
        (GERMAN, "ein langsamer Film über eine Familie im Winter", "ein langsamer Film über eine Familie im Winter"),
        (BASE, "viccesebb", f"{BASE}, funny"),
        (BASE, "noch lustiger bitte", f"{BASE}, funny"),
        (BASE, "plus court", f"{BASE}, under 106 minutes"),
        (BASE, "más corta", f"{BASE}, under 106 minutes"),
        (BASE, "inkább sorozatot", "a heist series from the 90s"),
    ],
)
def test_a_follow_up_is_worked_in_with_the_words_of_the_request(base: str, question: str, expected: str) -> None:
    """In each of the five languages, and across them: the whole stays readable as one request."""
    assert merged(question, talk(base)) == expected


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


ABOUT_HEAT = "I watched Heat (1995) yesterday, what a film"
WISHED = "Anyone know a good heist film from the 90s?"


@pytest.mark.parametrize(
    ("question", "of_a_title", "of_a_wish"),
    [
        ("something like this", "something like Heat (1995)", WISHED),
        ("something like that, but shorter", "something like Heat (1995), but shorter", f"{WISHED}, short"),
        ("what about this one?", "what about Heat (1995)?", WISHED),
        ("who directed this film?", "who directed Heat (1995)?", WISHED),
        ("valami ilyesmit", "valami olyasmi, mint a Heat (1995)", WISHED),
        ("algo como esto", "algo como Heat (1995)", WISHED),
        ("etwas wie das hier", "etwas wie Heat (1995)", WISHED),
        ("so etwas, bitte", "etwas wie Heat (1995), bitte", WISHED),
        ("quelque chose comme ça", "quelque chose comme Heat (1995)", WISHED),
        ("", ABOUT_HEAT, WISHED),
        ("a comedy instead", "a comedy instead", "a comedy instead"),
        ("thanks", "thanks", "thanks"),
        ("a love story", "a love story", "a love story"),
    ],
)
def test_somebody_elses_message_counts_only_where_the_question_refers_to_it(
    question: str, of_a_title: str, of_a_wish: str
) -> None:
    """A title named there is put in, else what is wished there is asked; a question of its own is left alone."""
    for quoted, expected in ((ABOUT_HEAT, of_a_title), (WISHED, of_a_wish)):
        assert merged(question, (HistoryMessage("user", quoted, is_quoted=True),)) == expected


def test_a_later_reply_goes_on_from_what_was_referred_to() -> None:
    """The quoted message alone is nobody's standing request; the question that pointed at it is."""
    quoted, answer = HistoryMessage("user", WISHED, is_quoted=True), HistoryMessage("assistant", "…", SHOWN)
    pointed = (quoted, HistoryMessage("user", "something like this"), answer)
    left_alone = (quoted, HistoryMessage("user", "a love story"), answer)
    assert merged("under 90 minutes", pointed) == merged("under 90 minutes", (HistoryMessage("user", WISHED), answer))
    assert "heist" not in merged("under 90 minutes", left_alone)
