"""Pointers, comparisons, re-asks and small talk in five languages; what is offered as a reply is understood as one."""

from dataclasses import replace

import pytest

from agent.catalogue.answers.followup import options
from agent.catalogue.films import FilmDomain
from agent.catalogue.speech import options as speech
from agent.catalogue.speech.small_talk import EXAMPLES
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.understanding.fold import fold
from agent.contract import HistoryMessage, House
from agent.nodes.footnotes import LOST_MODEL, NO_MODEL
from tests.agent.talks import BASE, talk
from tests.fakes.finder import FakeFinder

BASES: dict[Voice, str] = {
    "en": BASE,
    "hu": "egy rablós film a 90-es évekből",
    "es": "una película de atracos de los 90",
    "de": "ein Heist-Film aus den 90ern",
    "fr": "un film de braquage des années 90",
}
DOMAIN = FilmDomain(FakeFinder())
SECOND, FIRST, LAST = "Reservoir Dogs (1992)", "The Usual Suspects (1995)", "Heat (1995)"


@pytest.mark.parametrize(
    ("voice", "text", "expected"),
    [
        ("hu", "a másodikat", f"mesélj erről: {SECOND}"),
        ("hu", "a kettes", f"mesélj erről: {SECOND}"),
        ("hu", "olyat, mint az első", f"olyasmi, mint a {FIRST}"),
        ("hu", "a másodikhoz hasonlót", f"olyasmi, mint a {SECOND}"),
        ("hu", "ki rendezte az utolsót?", f"ki rendezte {LAST}?"),
        ("es", "la segunda", f"háblame de {SECOND}"),
        ("es", "algo como la primera", f"algo como {FIRST}"),
        ("es", "¿quién dirigió la última?", f"¿quién dirigió {LAST}?"),
        ("de", "der zweite", f"erzähl mir von {SECOND}"),
        ("de", "den zweiten Film bitte", f"erzähl mir von {SECOND}"),
        ("de", "ähnlich wie der erste", f"etwas wie {FIRST}"),
        ("de", "wie lang ist der letzte?", f"wie lang ist {LAST}?"),
        ("de", "Nummer 3", f"erzähl mir von {LAST}"),
        ("fr", "le deuxième", f"parle-moi de {SECOND}"),
        ("fr", "quelque chose comme le premier", f"quelque chose comme {FIRST}"),
        ("fr", "qui a réalisé le dernier ?", f"qui a réalisé {LAST} ?"),
        ("en", "la segunda", f"háblame de {SECOND}"),
    ],
)
def test_a_place_in_the_list_is_pointed_at_in_five_languages(voice: Voice, text: str, expected: str) -> None:
    """What is asked is asked in the language that points."""
    assert DOMAIN.merge(text, talk(BASES[voice])) == expected


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        ("en", "a film about first love in Paris"),
        ("en", "The Last King of Scotland"),
        ("hu", "valami a második világháborúról"),
        ("es", "algo sobre la segunda guerra mundial"),
        ("de", "ein Film über den Zweiten Weltkrieg"),
        ("fr", "quelque chose sur la première guerre mondiale"),
    ],
)
def test_an_ordinal_of_something_else_points_at_nothing(voice: Voice, text: str) -> None:
    """Wars, first loves and titles with such a word in them are no places in a list."""
    merged = DOMAIN.merge(text, talk(BASES[voice]))
    assert not any(name in merged for name in (FIRST, SECOND, LAST)), merged


@pytest.mark.parametrize(
    ("voice", "text"),
    [
        ("hu", "láttam már"),
        ("hu", "az elsőt már láttam"),
        ("es", "ya las he visto"),
        ("es", "ya he visto la primera"),
        ("de", "kenne ich schon"),
        ("de", "den ersten kenne ich"),
        ("fr", "je les ai tous vus"),
        ("fr", "j'ai déjà vu le premier"),
    ],
)
def test_what_was_seen_leaves_the_request_as_it_stands(voice: Voice, text: str) -> None:
    """The next titles are those that were not shown."""
    assert DOMAIN.merge(text, talk(BASES[voice])) == BASES[voice]


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("which is the shortest?", "**Reservoir Dogs** is the shortest of them: 99 min. Then come"),
        ("ezek közül melyik a leghosszabb?", "**Heat** a leghosszabb: 2 óra 50 perc. Utána:"),
        ("¿cuál es la más corta?", "**Reservoir Dogs** es la más corta: 99 min. Después:"),
        ("welcher davon ist der kürzeste?", "**Reservoir Dogs** ist am kürzesten: 99 Min. Danach:"),
        ("lequel est le plus ancien ?", "**Reservoir Dogs** est le plus ancien : 1992. Ensuite :"),
        ("melyik a legjobb?", "A katalógusom ezt egyikről sem mondja meg."),
        ("welche davon sind Serien?", "Davon ist nichts eine Serie."),
    ],
)
async def test_shown_titles_are_compared_in_the_language_of_the_question(text: str, start: str) -> None:
    """By their facts, whatever the language of the request before."""
    assert await DOMAIN.route(text) == "GENERAL"
    assert "".join(DOMAIN.compose_general(text, talk(BASE))).startswith(start)


@pytest.mark.parametrize(
    "text",
    ["which is the best heist film?", "melyik a legjobb vígjáték", "cuál es la mejor película", "welches ist der beste Film"],
)
async def test_asking_for_the_best_of_a_kind_is_a_search(text: str) -> None:
    """It compares nothing that was shown."""
    assert await DOMAIN.route(text) == "RETRIEVE"


def test_a_comparison_before_anything_was_shown_says_so() -> None:
    """It is not taken for a subject outside the field."""
    assert "".join(DOMAIN.compose_general("welcher ist der kürzeste?", ())).startswith("Ich habe dir noch keine Titel")


LIMITED: dict[Voice, str] = {
    "en": f"{BASE} under 20 minutes",
    "hu": f"{BASES['hu']} 20 perc alatt",
    "es": f"{BASES['es']} de menos de 20 minutos",
    "de": f"{BASES['de']} unter 20 Minuten",
    "fr": f"{BASES['fr']} de moins de 20 minutes",
}


@pytest.mark.parametrize("voice", VOICES)
@pytest.mark.parametrize("unmet", [(), ("years",), ("length",), ("years", "length")])
async def test_a_re_ask_speaks_the_askers_language_and_reads_its_options_back(voice: Voice, unmet: tuple[str, ...]) -> None:
    """Each option changes what is searched, and keeps the language; none of the English frame is left."""
    finder = FakeFinder()
    for question in (LIMITED[voice], *([] if unmet else [BASES[voice]])):
        text = DOMAIN.reask(question, replace(await DOMAIN.retrieve(question), unmet=unmet))
        history = (HistoryMessage("user", question), HistoryMessage("assistant", text, is_reask=True))
        offered = options(text)
        assert 2 <= len(offered) <= 3
        assert voice == "en" or not {"answer", "any", "something", "which", "nothing"} & set(fold(text).split())
        for number, option in enumerate(offered, 1):
            picked = DOMAIN.merge(str(number), history)
            assert finder.understand(picked) != finder.understand(question), option
            assert voice == "en" or finder.understand(picked).language == voice


@pytest.mark.parametrize("voice", VOICES)
def test_every_demand_is_read_back_as_it_is_offered(voice: Voice) -> None:
    """One table words and reads them."""
    assert [speech.demand_of(f"{speech.giving_way(demand, voice)}.") for demand in speech.DEMANDS] == list(speech.DEMANDS)
    assert speech.demand_of("a comedy") is None


@pytest.mark.parametrize("voice", VOICES)
def test_every_way_to_narrow_is_understood(voice: Voice) -> None:
    """A decade, a length and a series, as they are offered."""
    understand = FakeFinder().understand
    for decade in range(1930, 2030, 10):
        request = understand(speech.from_decade(decade, voice))
        assert (request.year_from, request.year_to) in {(decade, decade + 9), (decade, None)}, speech.from_decade(decade, voice)
    assert understand(speech.under_minutes(100, voice)).runtime_max == 100
    assert understand(speech.a_series(voice)).media_type == "series"


@pytest.mark.parametrize(
    ("text", "voice", "words"),
    [
        ("szia!", "hu", "Mondd el"),
        ("¡hola!", "es", "Dime qué"),
        ("hallo zusammen", "de", "Sag mir"),
        ("bonjour", "fr", "Dis-moi"),
        ("was kannst du?", "de", "Ich bin Matinee"),
        ("köszönöm szépen", "hu", "Szívesen"),
        ("wie wird das Wetter morgen in Berlin?", "de", "Das ist nicht mein Gebiet"),
    ],
)
def test_small_talk_is_answered_in_its_language(text: str, voice: Voice, words: str) -> None:
    """With examples in the same."""
    text = "".join(DOMAIN.compose_general(text, ()))
    assert words in text
    assert any(example in text for example in EXAMPLES[voice])


def test_a_word_of_all_languages_is_answered_in_that_of_the_conversation() -> None:
    """ "stop" and an emoji do not tell; a sentence does."""
    history = talk(BASES["de"])
    assert "".join(DOMAIN.compose_general("stop", history)).startswith("Angehalten")
    assert "".join(DOMAIN.compose_general("👍", history)).startswith("Wörter")
    assert "".join(DOMAIN.compose_general("what can you do?", history)).startswith("I am Matinee")


@pytest.mark.parametrize("voice", VOICES)
def test_the_examples_are_requests_that_are_understood_in_their_language(voice: Voice) -> None:
    """What is recommended to be said must work."""
    for example in EXAMPLES[voice]:
        request = FakeFinder().understand(example)
        assert request.language == ("" if voice == "en" else voice), example


def test_the_note_below_an_answer_is_there_in_every_language() -> None:
    """Who worded the answer is said to everybody."""
    assert set(NO_MODEL) == set(LOST_MODEL) == set(VOICES)
    assert all(len(set(texts.values())) == len(VOICES) for texts in (NO_MODEL, LOST_MODEL))


@pytest.mark.parametrize(("voice", "words"), [("de", "Titel"), ("hu", "címet"), ("fr", "titres"), ("es", "títulos")])
async def test_small_talk_and_re_asks_speak_the_language_that_the_place_wants(voice: Voice, words: str) -> None:
    """Whatever language the question is in: a server that answers in German greets and asks back in German."""
    domain, house = FilmDomain(FakeFinder()), House(language=voice)
    greeting = " ".join(domain.compose_general("hello", (), house))
    assert greeting != " ".join(domain.compose_general("hello", ()))
    assert words in greeting
    question = "a heist film from 1750"
    found = await domain.retrieve(question)
    assert domain.reask(question, found, house) != domain.reask(question, found)
