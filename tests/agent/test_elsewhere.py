"""What is asked of other services, or said of oneself, is no search; what only looks like it is one."""

import pytest

from agent.catalogue.answers.elsewhere import is_elsewhere
from agent.catalogue.answers.routing import Router
from tests.fakes.finder import FakeFinder


@pytest.mark.parametrize(
    "text",
    [
        "write me a poem about autumn",
        "could you please translate good morning into Spanish",
        "order a pizza",
        "I have a headache",
        "You are wrong!",
        "sorry, my mistake",
        "írj nekem egy verset",
        "fáj a fejem",
        "hol van a legközelebbi gyógyszertár",
        "schreib mir ein Gedicht",
        "ich habe Kopfschmerzen",
        "escríbeme un poema",
        "¿cómo arreglo una bicicleta?",
        "me duele la cabeza",
        "écris-moi un poème",
        "j'ai mal à la tête",
    ],
)
async def test_what_is_asked_of_another_service_is_not_searched(text: str) -> None:
    """In five languages, by rules alone."""
    assert await Router(None).route(text, FakeFinder().understand(text)) == "GENERAL"


@pytest.mark.parametrize(
    "text",
    [
        "write down a list of heist films",
        "I am tired of superheroes",
        "I have two hours and want to laugh",
        "order and chaos",
        "how do I find a good horror film",
        "Mal was Lustiges",
        "un chef que cocina para su familia",
        "my mum wants a weepie",
        "robots that learn to feel",
    ],
)
async def test_a_wish_that_sounds_like_an_errand_is_searched(text: str) -> None:
    """A word for films, or more than the errand, decides."""
    request = FakeFinder().understand(text)
    assert await Router(None).route(text, request) == "RETRIEVE"


@pytest.mark.parametrize("text", ["", "😀", "write", "I have", "hol"])
def test_half_a_sentence_is_no_errand(text: str) -> None:
    """Nothing is told from it."""
    assert not is_elsewhere(text)
