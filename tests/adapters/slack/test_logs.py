"""What of Bolt and the SDK comes into the log."""

import logging

import pytest

from adapters.slack.logs import Terse, logger
from tests.adapters.slack.bench import connected, local_server
from tests.journeys.stage import until


def said(record: logging.LogRecord) -> str:
    """A line as it is printed."""
    return logging.Formatter("%(levelname)s %(message)s").format(record)


def failure(message: str, *arguments: object) -> logging.LogRecord:
    """A line about an exception."""
    error = OSError("wss://example.com/link/?ticket=secret")
    return logging.LogRecord("x", logging.ERROR, "x.py", 1, message, arguments, (OSError, error, None))


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("Failed to connect (error: wss://x/?ticket=secret); Retrying...", "ERROR Failed to connect: OSError"),
        (
            "Failed to receive or enqueue a message: OSError, secret (s_1)",
            "ERROR Failed to receive or enqueue a message: OSError",
        ),
        ("Unhandled request ({'text': 'secret'})", "ERROR Unhandled request: OSError"),
    ],
)
def test_a_line_says_what_failed_and_not_what_it_was_about(message: str, left: str) -> None:
    """Addresses, tickets, frames and texts stay out; so do tracebacks, which quote them."""
    record = failure(message)
    assert Terse().filter(record)
    assert left == said(record)


def test_the_same_line_is_said_once_a_minute() -> None:
    """Slack may be away for hours; another line is said at once."""
    now = [0.0]
    terse = Terse(lambda: now[0])
    shown = []
    for second in range(121):
        now[0] = float(second)
        if terse.filter(failure("Failed to connect (error: %s)", second)):
            shown.append(second)
    assert [0, 60, 120] == shown
    assert terse.filter(failure("Failed to close the old session : %s", 1))


async def test_a_connection_that_works_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """Neither when Slack renews it, nor for messages, nor at its end."""
    async with local_server() as server, connected(server) as bench:
        bench.says("Ada", f"{bench.world.mention_of_bot} tense")
        await bench.messages(2)
        server.faults.ask_reconnect()
        await until(lambda: len(bench.calls("apps.connections.open")) == 2 and server.socket_mode.connections == 1)
        bench.says("Ada", "calm")
        await bench.messages(3)
    assert [] == [said(record) for record in caplog.records if record.levelno >= logging.WARNING]


async def test_slack_being_away_is_said_without_addresses_and_it_is_found_again(caplog: pytest.LogCaptureFixture) -> None:
    """An address may hold a ticket, and the number of a session helps nobody."""
    logger().filters.clear()  # what other tests had said
    async with local_server() as server, connected(server) as bench:
        port = int(server.root_url.rsplit(":", 1)[1])
        await server.stop()
        await until(lambda: caplog.records)
        await server.start(port=port)
        await until(lambda: server.socket_mode.connections == 1)
        bench.says("Ada", "still there?")
        await bench.messages(1)
    lines = [said(record) for record in caplog.records]
    assert [line for line in lines if "Failed" in line]
    assert not [line for line in lines if "127.0.0.1" in line or "s_" in line or "Traceback" in line]


async def test_what_bolt_does_not_know_is_said_without_its_content(caplog: pytest.LogCaptureFixture) -> None:
    """An event that nobody listens to: Bolt would quote it, with a lesson in code."""
    logger().filters.clear()
    async with local_server() as server, connected(server) as bench:
        bench.world.invite_bot(bench.world.channel_named("general").id)
        await until(lambda: caplog.records)
    assert ["WARNING Unhandled request"] == [said(record) for record in caplog.records]
