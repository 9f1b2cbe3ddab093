"""The trouble that the page's buttons make, and the sentence that each one answers with."""

from adapters.sandbox.discord.faults import Faults

SLOW_SECONDS = 1.5
SLOW_CALLS = 10
RETRY_AFTER = 5.0


def make_trouble(faults: Faults, kind: str) -> str:
    """Arrange the fault `kind` (`page_actions.FaultKind`); returns what will happen."""
    match kind:
        case "drop_gateway":
            faults.reset_gateway()
            return "The gateway connection was cut: watch the bot resume."
        case "rate_limit_edit":
            faults.rate_limit_next_edit(RETRY_AFTER)
            return f"The bot's next edit gets a 429 and has to wait {RETRY_AFTER:.0f} seconds."
        case _:
            faults.slow_answers(SLOW_SECONDS, times=SLOW_CALLS)
            return f"The next {SLOW_CALLS} calls are answered {SLOW_SECONDS:g} seconds late."
