"""The trouble that the page's Slack look offers to make: for each kind a name, what it does, and what is said afterwards."""

from collections.abc import Callable

from adapters.sandbox.page_troubles import Trouble
from adapters.sandbox.slack.faults import Drop, Effect, Faults, Refuse, ServerError, Slow, TooMany

SLOW_SECONDS = 1.5
SLOW_CALLS = 10
RETRY_AFTER = 5
_ANY = ""
_SENDS = r"^chat\.(postMessage|startStream)$"
_EDITS = r"^chat\.(update|appendStream)$"


def _planned(method: str, effect: Effect, times: int = 1) -> Callable[[Faults], object]:
    return lambda faults: faults.on(method, effect, times=times)


TROUBLES: dict[str, Trouble[Faults]] = {
    "drop_socket": Trouble(
        "Socket Mode",
        "Cut the connection",
        "Resets the app's connection: it opens a new one and misses nothing.",
        "The Socket Mode connection was cut: watch the app open another one.",
        lambda faults: faults.reset_socket(),
    ),
    "close_socket": Trouble(
        "Socket Mode",
        "Close without a word",
        "Closes the app's connection: it opens a new one.",
        "The Socket Mode connection was closed.",
        lambda faults: faults.close_socket(),
    ),
    "ask_reconnect": Trouble(
        "Socket Mode",
        "Ask to reconnect",
        "Asks for a fresh connection, as Slack does every few hours.",
        "The app was asked to open a new connection (refresh_requested).",
        lambda faults: faults.ask_reconnect(),
    ),
    "lost_ack": Trouble(
        "Socket Mode",
        "Lose an acknowledgement",
        "The next event is delivered again as if the app had not acknowledged it: it answers once.",
        "The acknowledgement of the next event gets lost.",
        lambda faults: faults.ignore_acks(),
    ),
    "double_event": Trouble(
        "Socket Mode",
        "Deliver a message twice",
        "The next message reaches the app twice with different event ids: it answers once.",
        "The next message will reach the app twice.",
        lambda faults: faults.duplicate("message"),
    ),
    "late_event": Trouble(
        "Socket Mode",
        "Deliver out of order",
        "The next message reaches the app only after the event that follows it.",
        "The next message will reach the app after the event that follows it.",
        lambda faults: faults.delay("message"),
    ),
    "retry_now": Trouble(
        "Socket Mode",
        "Deliver again now",
        "Delivers at once whatever was not acknowledged.",
        "Events that were not acknowledged are delivered again.",
        lambda faults: faults.retry_now(),
    ),
    "rate_limit_edit": Trouble(
        "Calls",
        "Rate-limit the next edit",
        "Answers the app's next edit with 429: it waits, then sends the newest text.",
        f"The app's next edit gets a 429 and has to wait {RETRY_AFTER} seconds.",
        lambda faults: faults.rate_limit_next_edit(RETRY_AFTER),
    ),
    "rate_limit_send": Trouble(
        "Calls",
        "Rate-limit the next message",
        "Answers the app's next message with 429: it comes later, once.",
        f"The app's next message gets a 429 and has to wait {RETRY_AFTER} seconds.",
        _planned(_SENDS, TooMany(RETRY_AFTER)),
    ),
    "slow": Trouble(
        "Calls",
        "Slow answers",
        f"Delays the next {SLOW_CALLS} calls by {SLOW_SECONDS:g} seconds.",
        f"The next {SLOW_CALLS} calls are answered {SLOW_SECONDS:g} seconds late.",
        _planned(_ANY, Slow(SLOW_SECONDS), SLOW_CALLS),
    ),
    "server_error": Trouble(
        "Calls",
        "A server error",
        "Answers the next call with 502: the app tries again.",
        "The app's next call gets a 502.",
        _planned(_ANY, ServerError()),
    ),
    "unsent": Trouble(
        "Calls",
        "Break off before a message",
        "The connection breaks before the app's next message is taken: it is sent again.",
        "The connection breaks before the app's next message is taken.",
        _planned(_SENDS, Drop(applied=False)),
    ),
    "sent_unheard": Trouble(
        "Calls",
        "Break off after a message",
        "The app's next message arrives, but the answer to it is lost: it is not sent twice.",
        "The app's next message arrives, and the app is not told so.",
        _planned(_SENDS, Drop(applied=True)),
    ),
    "stream_refused": Trouble(
        "Calls",
        "End a stream early",
        "Refuses the next append to a streaming message: the answer goes on by edits, without losing a character.",
        "The next append to a streaming message is refused.",
        _planned(r"^chat\.appendStream$", Refuse("message_not_in_streaming_state")),
    ),
    "missing_scope": Trouble(
        "Calls",
        "Take a scope away",
        "Refuses the next reaction for want of its scope: the answer comes all the same.",
        "The app's next reaction is refused: missing_scope.",
        _planned(r"^reactions\.add$", Refuse("missing_scope", needed="reactions:write")),
    ),
    "too_long": Trouble(
        "Calls",
        "Refuse an edit as too long",
        "Answers the next edit with msg_too_long: the answer goes on in another message.",
        "The app's next edit is refused as too long.",
        _planned(_EDITS, Refuse("msg_too_long")),
    ),
    "minutes": Trouble(
        "Time",
        "Six minutes later",
        "Lets Slack's clock jump: streams that are open come to their end.",
        "Six minutes have passed: streams that were open have ended.",
        lambda faults: faults.pass_time(6 * 60.0),
    ),
    "half_hour": Trouble(
        "Time",
        "Half an hour later",
        "Lets Slack's clock jump: earlier commands and clicks can no longer be answered.",
        "Half an hour has passed: response addresses of earlier commands and clicks have expired.",
        lambda faults: faults.pass_time(31 * 60.0),
    ),
    "clear": Trouble(
        "Time",
        "No more trouble",
        "Takes back all that was arranged and has not happened yet.",
        "All trouble that had not happened yet was taken back.",
        lambda faults: faults.clear(),
    ),
}
"""By the kind that the page sends; in the order that it shows."""
