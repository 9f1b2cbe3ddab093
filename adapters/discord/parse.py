"""discord.py's objects as our plain values. Pure: nothing here waits, looks up or remembers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

import discord

from bot.types import Author, IncomingMessage, Mark, MessageDeleted, MessageRef, Place, ReactionAdded

_WRITTEN_BY_PEOPLE = {discord.MessageType.default, discord.MessageType.reply}

_QUOTE_LENGTH = 1500  # characters; more would crowd the question out of a prompt

# People take whichever sign they find first for "stop".
_STOP_SIGNS = {"🛑", "⛔", "🚫", "⏹"}
_VARIATION_SELECTOR = "\ufe0f"

_TOKEN = re.compile(
    r"""
    (?P<code>```.+?```|``.+?``|`[^`\n]+`)                  # left as it is: Discord reads no mention in code
    |[ \t]*<@(?P<kind>[!&]?)(?P<id>\d{1,20})>(?P<after>[ \t]*)   # a mention of a person (! is its old form) or of a role (&)
    |<a?:(?P<emoji>\w{2,32}):\d{1,20}>                      # a server's own emoji
    """,
    re.VERBOSE | re.DOTALL,
)
_QUOTED_LINE = re.compile(r"^> ", re.MULTILINE)
_QUOTED_REST = re.compile(r"^>>> ", re.MULTILINE)
_LEFT_BY_A_LEADING_MENTION = re.compile(r"^[\s,:;]+")


@dataclass(frozen=True, slots=True)
class Us:
    """Who we are in one server: our user, and the role that Discord made for us, which its autocomplete offers as well."""

    user_id: int
    role_id: int | None = None


def message(
    source: discord.Message, us: Us, channel: object, *, starter: discord.Message | None = None, keep_empty: bool = False
) -> IncomingMessage | None:
    """A message of a person or of another bot; None if it is no such thing or (unless `keep_empty`) holds no words and does not
    call us.

    `channel` is where it stands, where that is better known than from the message itself; `starter` is the message that the
    thread was opened from.
    A reply that pings us counts as a mention in a channel, where nobody else could be meant. In a thread or a direct message
    it is a follow-up like any other, because Discord pings by default.
    """
    if source.author.id == us.user_id or source.type not in _WRITTEN_BY_PEOPLE:
        return None
    text, called = read(source.content, us, _names(source))
    where = place(channel)
    in_channel = where.thread is None and not where.is_direct
    called = called or (in_channel and _replies_to(source, us))
    if not text and not called and not keep_empty:
        return None
    return IncomingMessage(
        message_ref(source.channel.id, source.id),
        where,
        author(source, channel),
        text,
        called,
        quoted="\n\n".join(filter(None, (_quoted(starter, us), _quoted(replied_to(source), us)))),
        to_others=not called and _calls_others(source, us),
    )


def replied_to(source: discord.Message) -> discord.Message | None:
    """The message that this one replies to, if Discord has sent it along."""
    found = source.reference.resolved if source.reference and source.type is discord.MessageType.reply else None
    return found if isinstance(found, discord.Message) else None


def _names(source: discord.Message) -> dict[str, str]:
    names = {f"@{user.id}": user.display_name for user in source.mentions}
    return names | {f"&{role.id}": role.name for role in source.role_mentions}


def _quoted(source: discord.Message | None, us: Us) -> str:
    """Somebody else's words; ours are known from the conversation."""
    if source is None or source.author.id == us.user_id:
        return ""
    return read(source.content, us, _names(source))[0][:_QUOTE_LENGTH]


def _calls_others(source: discord.Message, us: Us) -> bool:
    """Whether people talk to each other: a mention of somebody else, or a reply to them, that does not reply to us."""
    replied = replied_to(source)
    if replied is not None and replied.author.id == us.user_id:
        return False
    known = {us.user_id, source.author.id}
    roles = [role for role in source.role_mentions if role.id != us.role_id]
    if source.mention_everyone or roles or any(user.id not in known for user in source.mentions):
        return True
    return replied is not None and replied.author.id not in known


def read(content: str, us: Us, names: Mapping[str, str]) -> tuple[str, bool]:
    """The text without our mention, and whether it calls us.

    A mention in code or in a quote is somebody else's words and calls nobody; in code it also stays as it is. Other people
    and roles are written out by `names` (`@<user id>` or `&<role id>` → name), a server's own emoji as `:name:`.
    """
    called = False
    rest_quoted_from = m.start() if (m := _QUOTED_REST.search(content)) else len(content)

    def replace(found: re.Match[str]) -> str:
        nonlocal called
        if found["code"]:
            return found[0]
        if found["emoji"]:
            return f":{found['emoji']}:"
        if not _is_us(found, us):
            return _named(found, names)
        line_start = content.rfind("\n", 0, found.start()) + 1
        if not _QUOTED_LINE.match(content, line_start) and found.start() < rest_quoted_from:
            called = True
        return _joint(content, found)

    text = _TOKEN.sub(replace, content).strip()
    if called and content.lstrip().startswith("<@"):
        text = _LEFT_BY_A_LEADING_MENTION.sub("", text)
    return text, called


def withheld(source: discord.Message) -> bool:
    """Whether Discord has kept a message's content from us: the sign of a missing Message Content intent."""
    holds = source.attachments, source.embeds, source.stickers, source.components, source.message_snapshots, source.poll
    from_person = source.type in _WRITTEN_BY_PEOPLE and not source.author.bot and source.guild is not None
    return from_person and not source.content and not any(holds)


def message_ref(channel_id: int, message_id: int) -> MessageRef:
    """A message's reference; a thread counts as the channel."""
    return MessageRef("discord", str(channel_id), str(message_id))


def author(source: discord.Message, channel: object) -> Author:
    """Who wrote, with what they may do in `channel`. A webhook is a bot, whatever name it goes by."""
    is_bot = source.author.bot or source.webhook_id is not None
    return Author(str(source.author.id), source.author.display_name, is_bot, _moderates(source.author, channel))


def place(channel: object) -> Place:
    """Where a channel object of discord.py is: its thread, its direct-message channel, or itself."""
    match channel:
        case discord.Thread():
            return Place("discord", str(channel.guild.id), str(channel.parent_id), thread=str(channel.id))
        case discord.abc.GuildChannel():
            return Place("discord", str(channel.guild.id), str(channel.id))
        case discord.DMChannel() | discord.GroupChannel():
            return Place("discord", "", str(channel.id), is_direct=True)
        case discord.PartialMessageable(guild_id=int(guild_id)):
            return Place("discord", str(guild_id), str(channel.id))
        case discord.PartialMessageable():
            return Place("discord", "", str(channel.id), is_direct=True)
    raise TypeError(f"not a channel: {type(channel).__name__}")


def deleted(channel_id: int, message_id: int) -> MessageDeleted:
    """A message is gone."""
    return MessageDeleted(message_ref(channel_id, message_id))


def reaction(source: discord.RawReactionActionEvent, channel: object | None) -> ReactionAdded | None:
    """Somebody's reaction, if its emoji means something to us."""
    mark = mark_of(source.emoji)
    if mark is None:
        return None
    who = source.member
    user = Author(
        str(source.user_id),
        who.display_name if who else str(source.user_id),
        is_bot=who.bot if who else False,
        may_moderate=_moderates(who, channel),
    )
    return ReactionAdded(message_ref(source.channel_id, source.message_id), user, mark)


def mark_of(emoji: discord.PartialEmoji) -> Mark | None:
    """What a person's reaction asks of us: to stop, or nothing."""
    plain = emoji.is_unicode_emoji() and emoji.name.replace(_VARIATION_SELECTOR, "") in _STOP_SIGNS
    return "stop" if plain else None


def _is_us(found: re.Match[str], us: Us) -> bool:
    return int(found["id"]) == (us.role_id if found["kind"] == "&" else us.user_id)


def _named(found: re.Match[str], names: Mapping[str, str]) -> str:
    name = names.get(("&" if found["kind"] == "&" else "@") + found["id"])
    return found[0] if name is None else re.sub(r"<@[!&]?\d+>", lambda _: f"@{' '.join(name.split())}", found[0])


def _joint(content: str, found: re.Match[str]) -> str:
    """What is left where our mention stood: a space between two words, nothing at the edge of a line or before a stop."""
    before, after = content[: found.start()], content[found.end() :]
    at_edge = not before or before.endswith("\n") or not after or after.startswith(("\n", ",", ".", "!", "?", ";", ":"))
    return "" if at_edge else " "


def _replies_to(source: discord.Message, us: Us) -> bool:
    pings = any(user.id == us.user_id for user in source.mentions)
    named = re.search(rf"<@!?{us.user_id}>", source.content)  # then the ping is that mention's, in code or quote as it may be
    return source.type is discord.MessageType.reply and pings and not named


def _moderates(who: object, channel: object) -> bool:
    """Whether the platform lets them manage other people's messages here, or the thread that they stand in."""
    if not isinstance(who, discord.Member) or not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return False
    try:
        may = channel.permissions_for(who)
    except discord.ClientException:  # a thread whose parent we cannot see
        return False
    return may.administrator or may.manage_messages or (isinstance(channel, discord.Thread) and may.manage_threads)
