"""What can go wrong at a chat platform, one class per reaction.

    ChatError
    ├── RateLimited   wait `retry_after` seconds, then send the newest text
    │   └── Crowded   nothing was sent, because more urgent calls come first; no sign that the platform is strained
    ├── Unreachable   the platform or the network failed; it is unknown whether the call was applied
    ├── Forbidden     a permission or a state of the place stands against it; tell somebody `advice`, do not retry
    ├── Gone          the message or place no longer exists; let go of it
    ├── TooLong       the text exceeds `limit`; split it
    └── Unappendable  a message that streams cannot become that by growing; edit it

Adapters translate a vendor's errors into these in one place each. Nobody matches on message text.
"""


class ChatError(Exception):
    """Base of all that a `ChatPort` raises."""


class RateLimited(ChatError):
    """The platform asks to wait `retry_after` seconds."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"rate limited for {retry_after:.1f} s")
        self.retry_after = retry_after


class Crowded(RateLimited):
    """Our own budget for this place is used up for now. Only a preview meets it."""


class Unreachable(ChatError):
    """The platform did not answer, or answered with a server error."""


class Forbidden(ChatError):
    """Not allowed here. `permission` names what is missing, `advice` is one sentence with the way out."""

    def __init__(self, permission: str, advice: str) -> None:
        super().__init__(f"{permission}: {advice}")
        self.permission = permission
        self.advice = advice


class Gone(ChatError):
    """The message, thread or channel does not exist any more."""


class TooLong(ChatError):
    """The text is longer than `limit`, in the unit of `ChatPort.length`."""

    def __init__(self, limit: int) -> None:
        super().__init__(f"longer than {limit}")
        self.limit = limit


class Unappendable(ChatError):
    """The text that a message streams is not how the new one begins, or the message streams no longer."""
