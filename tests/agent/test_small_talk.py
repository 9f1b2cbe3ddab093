"""Small talk and routing in five languages, by rules alone, and what only begins with a greeting."""

import json
from pathlib import Path

import pytest

from agent.catalogue.answers.routing import Router
from agent.catalogue.answers.smalltalk import smalltalk
from tests.fakes.finder import FakeFinder

ROUTING = Path(__file__).parents[1] / "sets" / "routing.jsonl"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("szia, hogy vagy?", "how_are_you"),
        ("Jó napot!", "greeting"),
        ("nagyon szépen köszönöm", "thanks"),
        ("guten Morgen", "greeting"),
        ("danke schön", "thanks"),
        ("wer bist du?", "who"),
        ("buenas tardes", "greeting"),
        ("¡muchas gracias!", "thanks"),
        ("¿qué sabes hacer?", "help"),
        ("bonjour", "greeting"),
        ("salut, ça va ?", "how_are_you"),
        ("à bientôt", "bye"),
        ("thanks a lot, you are great", "praise"),
        ("ok bye", "bye"),
    ],
)
def test_small_talk_is_told_in_five_languages(text: str, kind: str) -> None:
    """One phrase, or several on end."""
    assert smalltalk(text) == kind


@pytest.mark.parametrize(
    "text",
    [
        "szia, ajánlj egy vígjátékot",
        "hallo, ich suche einen Krimi",
        "hola, quiero una comedia",
        "bonjour, une comédie",
        "thanks, now something scarier",
        "merci, et quelque chose de plus court ?",
        "Hola Mexico",
        "Good Night, and Good Luck",
    ],
)
def test_a_request_behind_a_greeting_is_no_small_talk(text: str) -> None:
    """What stands behind it decides."""
    assert smalltalk(text) is None


@pytest.mark.parametrize(
    "text", ["mit nézzünk ma este", "que regarder ce soir", "qué me recomiendas", "was gucken wir", "Hitchcock"]
)
async def test_a_wish_to_watch_and_a_bare_name_are_searched(text: str) -> None:
    """An encoder that finds everything general is not even asked."""

    async def general(_text: str) -> object:
        raise AssertionError("the rules are silent")

    router = Router(general)  # type: ignore[arg-type]
    assert await router.route(text, FakeFinder().understand(text)) == "RETRIEVE"


def test_no_request_of_the_routing_set_is_small_talk() -> None:
    """Whatever is to be searched passes the rules in every language."""
    records = [json.loads(line) for line in ROUTING.read_text("utf-8").splitlines()]
    wrong = [record["text"] for record in records if record["decision"] == "RETRIEVE" and smalltalk(record["text"])]
    assert not wrong
