"""The trouble that the page offers to make: for each kind a name, what it does, and what is said once it is arranged."""

from collections.abc import Callable

from adapters.sandbox.discord.faults import Drop, Faults, Refuse, ServerError, Slow, TooMany
from adapters.sandbox.page_troubles import Trouble

SLOW_SECONDS = 1.5
SLOW_CALLS = 10
RETRY_AFTER = 5.0
_ANY = ""
_SENDS = r"/channels/\d+/messages$"
_EDITS = r"/messages/"
_FIRST_ANSWERS = r"/interactions/\d+/[^/]+/callback$"


def _planned(
    method: str, path: str, effect: TooMany | ServerError | Refuse | Drop | Slow, times: int = 1
) -> Callable[[Faults], object]:
    return lambda faults: faults.on(method, path, effect, times=times)


TROUBLES: dict[str, Trouble[Faults]] = {
    "drop_gateway": Trouble(
        "Gateway",
        "Cut the connection",
        "Resets the bot's connection: it resumes and misses nothing.",
        "The gateway connection was cut: watch the bot resume.",
        lambda faults: faults.reset_gateway(),
    ),
    "close_gateway": Trouble(
        "Gateway",
        "Close with 4000",
        "Ends the connection with a close code: the bot resumes.",
        "The gateway connection was closed with code 4000.",
        lambda faults: faults.close_gateway(),
    ),
    "ask_reconnect": Trouble(
        "Gateway",
        "Ask to reconnect",
        "Sends op 7, as Discord does before maintenance: the bot connects anew and resumes.",
        "The bot was asked to connect anew (op 7).",
        lambda faults: faults.ask_reconnect(),
    ),
    "end_session": Trouble(
        "Gateway",
        "End the session",
        "Sends op 9: the session cannot be resumed, and the bot reads what it missed.",
        "The session was ended (op 9): the bot begins a new one after a few seconds.",
        lambda faults: faults.invalidate_session(),
    ),
    "double_event": Trouble(
        "Gateway",
        "Deliver a message twice",
        "The next message reaches the bot twice: it answers once.",
        "The next message will reach the bot twice.",
        lambda faults: faults.duplicate("MESSAGE_CREATE"),
    ),
    "late_event": Trouble(
        "Gateway",
        "Deliver out of order",
        "The next message reaches the bot only after the event that follows it.",
        "The next message will reach the bot after the event that follows it.",
        lambda faults: faults.delay("MESSAGE_CREATE"),
    ),
    "lost_event": Trouble(
        "Gateway",
        "Lose a message",
        "The next message never reaches the bot: it is found when the bot reads what it missed.",
        "The next message will not reach the bot.",
        lambda faults: faults.lose("MESSAGE_CREATE"),
    ),
    "rate_limit_edit": Trouble(
        "Calls",
        "Rate-limit the next edit",
        "Answers the bot's next edit with 429: it waits, then sends the newest text.",
        f"The bot's next edit gets a 429 and has to wait {RETRY_AFTER:.0f} seconds.",
        lambda faults: faults.rate_limit_next_edit(RETRY_AFTER),
    ),
    "rate_limit_all": Trouble(
        "Calls",
        "Hit the global limit",
        "Answers the next call with a global 429: everything waits, in every channel.",
        f"The bot's next call gets a global 429 and has to wait {RETRY_AFTER:.0f} seconds.",
        _planned("*", _ANY, TooMany(RETRY_AFTER, scope="global")),
    ),
    "banned": Trouble(
        "Calls",
        "429 from Cloudflare",
        "Answers the next call with 429 but not as Discord does: the bot holds its calls back before a ban.",
        "The bot's next call gets a 429 that comes from Cloudflare.",
        _planned("*", _ANY, TooMany(RETRY_AFTER, via=False)),
    ),
    "slow": Trouble(
        "Calls",
        "Slow answers",
        f"Delays the next {SLOW_CALLS} calls by {SLOW_SECONDS:g} seconds.",
        f"The next {SLOW_CALLS} calls are answered {SLOW_SECONDS:g} seconds late.",
        lambda faults: faults.slow_answers(SLOW_SECONDS, times=SLOW_CALLS),
    ),
    "server_error": Trouble(
        "Calls",
        "A server error",
        "Answers the next call with 502: the bot tries again.",
        "The bot's next call gets a 502.",
        _planned("*", _ANY, ServerError()),
    ),
    "unsent": Trouble(
        "Calls",
        "Break off before a message",
        "The connection breaks before the bot's next message is taken: it is sent again.",
        "The connection breaks before the bot's next message is taken.",
        _planned("POST", _SENDS, Drop(applied=False)),
    ),
    "sent_unheard": Trouble(
        "Calls",
        "Break off after a message",
        "The bot's next message arrives, but the answer to it is lost: it is not sent twice.",
        "The bot's next message arrives, and the bot is not told so.",
        _planned("POST", _SENDS, Drop(applied=True)),
    ),
    "refused": Trouble(
        "Calls",
        "Refuse a message",
        "Answers the bot's next message with 403, as when it lacks the permission.",
        "The bot's next message is refused with 403.",
        _planned("POST", _SENDS, Refuse(403, 50013, "Missing Permissions")),
    ),
    "no_response": Trouble(
        "Clicks and commands",
        "Let an answer come too late",
        "Holds back the bot's next answer to a click or command for 4 seconds: Discord waits 3 and says that nothing came.",
        "The bot's next answer to a click or command comes after 4 seconds, too late.",
        _planned("POST", _FIRST_ANSWERS, Slow(4.0)),
    ),
    "quarter_hour": Trouble(
        "Time",
        "16 minutes later",
        "Lets Discord's clock jump: what was clicked before can no longer be answered by its token.",
        "16 minutes have passed: tokens of earlier clicks and commands have expired.",
        lambda faults: faults.pass_time(16 * 60.0),
    ),
    "hour": Trouble(
        "Time",
        "An hour later",
        "Lets Discord's clock jump: edits of older messages are limited much harder.",
        "An hour has passed: edits of older messages are limited much harder now.",
        lambda faults: faults.pass_time(61 * 60.0),
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
