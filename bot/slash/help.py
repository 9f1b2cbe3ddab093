"""/help: what can be done, in a few lines."""

from bot.ports import Reply
from bot.slash.context import Context
from bot.slash.declare import Command
from bot.types import CommandGiven, Terms
from bot.views import View

COMMANDS = (Command("help", "How to ask, and what the buttons and commands do."),)

_TEXT = """\
**Ask** by mentioning me in a channel, by /recommend, or by Ask Matinee in the menu of any message. I answer in a thread: \
reply there to go on, without a mention. In direct messages just write.
**Stop** an answer with its Stop button, the 🛑 reaction, or the word stop.
**Under a title:** More like this looks on from it, Not this kind keeps away from it, Seen it hides it for good, Watchlist \
keeps it for later.
**Movie night:** say movie night to me in a channel, or use /movienight start. People join in its thread and answer by \
clicking; the film that suits you all comes out. /movienight love names films that you love for it.
/similar finds more like a title that you name.
/watchlist and /seen show your lists and change them.
/preferences holds your own choices, /privacy what is stored about you: see it, export it, delete it.
/settings is for {moderators}: channels, language, age ceiling, region, daily limits."""


def text(terms: Terms) -> str:
    """The same in a platform's terms. Pure."""
    return _TEXT.format(moderators=terms.moderators)


async def tell_help(context: Context, event: CommandGiven, reply: Reply) -> None:
    """Tell it."""
    await reply.tell(View(text(context.chats[event.place.platform].limits.terms)))
