"""What people click, choose, fill in and command: the application's one entrance for it."""

import structlog

from bot.clicks import clicked, form_sent
from bot.errors import ChatError, Forbidden, Gone
from bot.ports import Reply
from bot.slash.context import Context
from bot.slash.registry import HANDLERS, SUGGESTERS
from bot.types import Clicked, CommandGiven, FormSent, Interaction, SuggestionsWanted
from bot.views import View

_log = structlog.get_logger()

FAILED = "Something went wrong on my side: try it once more in a minute."
AWAY = "The chat is not taking what I send right now: try it once more in a minute."
GONE = "The place or message that this is about no longer exists: ask me in another channel."
UNKNOWN_COMMAND = "I do not know this command: /help lists those that I do."


class Interactions:
    """Hands each interaction to its handler."""

    def __init__(self, context: Context) -> None:
        self._context = context

    async def receive(self, event: Interaction, reply: Reply) -> None:
        """Handle one interaction. Never raises: what fails is logged, and the person is told what to do."""
        try:
            await self._dispatch(event, reply)
        except Exception as error:
            problem = _sentence(error)
            if problem == FAILED:
                _log.exception("interaction_failed", kind=type(event).__name__)
            else:
                _log.warning("interaction_refused", kind=type(event).__name__, error=str(error))
            await self._say(event, reply, problem)

    async def _dispatch(self, event: Interaction, reply: Reply) -> None:
        if event.user.is_bot:
            return
        match event:
            case Clicked():
                await clicked(self._context, event, reply)
            case FormSent():
                await form_sent(self._context, event, reply)
            case CommandGiven():
                handler = HANDLERS.get(event.name)
                await (handler(self._context, event, reply) if handler else reply.tell(View(UNKNOWN_COMMAND)))
            case SuggestionsWanted():
                suggester = SUGGESTERS.get((event.name, event.option))
                await reply.suggest(await suggester(self._context, event) if suggester else [])

    async def _say(self, event: Interaction, reply: Reply, text: str) -> None:
        try:
            await (reply.suggest([]) if isinstance(event, SuggestionsWanted) else reply.tell(View(text)))
        except Exception:
            _log.exception("reply_failed", kind=type(event).__name__)


def _sentence(error: Exception) -> str:
    """What a person is told of an error."""
    match error:
        case Forbidden():
            return error.advice
        case Gone():
            return GONE
        case ChatError():
            return AWAY
        case _:
            return FAILED
