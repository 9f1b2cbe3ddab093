"""That the journeys are judged, and that their judges can find fault."""

import pytest

from adapters.sandbox.discord.call import Exchange
from tests.journeys.stage import assert_proper, sandbox
from tests.manners import pings
from tests.openapi import SPEC
from tests.shared import shared

QUIET = {"parse": [], "replied_user": False}


def exchange(request: object, path: str = "/channels/1/messages", method: str = "POST") -> Exchange:
    """A call whose answer was lost."""
    return Exchange(method, path, {}, request, None, None, {}, 1.0, 0.0, applied=False)


def test_discords_openapi_file_judges_every_journey() -> None:
    """Skipped where the file is absent: then nothing but our own reading of the documentation has judged the journeys."""
    assert shared(SPEC).stat().st_size > 100_000


async def test_a_journey_with_a_bad_request_fails_at_its_end() -> None:
    """Whatever the test itself looked at."""
    shared(SPEC)
    with pytest.raises(AssertionError, match=r"\$\.content"):
        async with sandbox() as stage:
            stage.server.rest.exchanges.append(exchange({"content": 7, "allowed_mentions": QUIET}))


@pytest.mark.parametrize(
    "request_body",
    [
        {"content": "hello"},
        {"content": "hello", "allowed_mentions": None},
        {"content": "hello", "allowed_mentions": {"parse": ["users"]}},
        {"content": "hello", "allowed_mentions": {"replied_user": False}},
        {"content": "hello", "allowed_mentions": {"parse": [], "replied_user": True}},
        {"content": "hello", "allowed_mentions": {"parse": [], "users": ["1", "2"]}},
        {"content": "hello <@1>", "allowed_mentions": {"parse": [], "users": ["1"]}},
        {"content": "hello", "allowed_mentions": {"parse": [], "roles": ["1"]}},
    ],
)
def test_a_message_that_could_ping_is_found(request_body: dict[str, object]) -> None:
    """In a send, an edit, an answer to a command and a follow-up alike."""
    calls = [
        exchange(request_body),
        exchange(request_body, "/channels/1/messages/2", "PATCH"),
        exchange({"type": 4, "data": request_body}, "/interactions/1/token/callback"),
        exchange(request_body, "/webhooks/1/token"),
        exchange(request_body, "/webhooks/1/token/messages/@original", "PATCH"),
    ]
    assert [True] * 5 == [bool(pings([call])) for call in calls]


def test_what_pings_nobody_or_the_one_who_waited_is_let_through() -> None:
    """And what is no message."""
    notice = {"content": "<@1> Your answer is ready.", "allowed_mentions": QUIET | {"users": ["1"]}}
    calls = [
        exchange({"content": "@everyone", "allowed_mentions": QUIET}),
        exchange(notice),
        exchange({"type": 5, "data": {"flags": 64}}, "/interactions/1/token/callback"),
        exchange({"name": "@everyone"}, "/channels/1/messages/2/threads"),
    ]
    assert [] == pings(calls)
    assert_proper([])
