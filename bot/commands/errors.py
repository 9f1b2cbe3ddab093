"""How commands fail."""


class CommandError(Exception):
    """The job failed; the message is one line that says what to do. Exit code 1."""


class UsageError(Exception):
    """The command was called wrongly; the message is one line that says how. Exit code 2."""
