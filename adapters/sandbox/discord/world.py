"""The local Discord's one server with its people: what they do, what can be seen, and what is changed behind their backs."""

import time
from collections.abc import Callable
from dataclasses import replace

from adapters.sandbox.discord import objects
from adapters.sandbox.discord.errors import JsonObject
from adapters.sandbox.discord.interactions import seen_interaction
from adapters.sandbox.discord.ledger import Event
from adapters.sandbox.discord.messages import Change, Draft
from adapters.sandbox.discord.model import Channel, ChannelKind, Message, MessageKind, Overwrite, Person, Role
from adapters.sandbox.discord.permissions import BOT, EVERYONE, MODERATOR, bits
from adapters.sandbox.discord.reactions import ReactionLedger
from adapters.sandbox.discord.state import State
from adapters.sandbox.discord.threads import ThreadLedger
from adapters.sandbox.discord.usage import UsageLedger
from adapters.sandbox.feed import Watch

PAGE_EVENTS = {
    "MESSAGE_CREATE": "message_create",
    "MESSAGE_UPDATE": "message_update",
    "MESSAGE_DELETE": "message_delete",
    "MESSAGE_REACTION_ADD": "reaction_add",
    "MESSAGE_REACTION_REMOVE": "reaction_remove",
    "THREAD_CREATE": "thread_create",
    "THREAD_UPDATE": "thread_update",
    "THREAD_DELETE": "thread_delete",
    "TYPING_START": "typing",
    "CHANNEL_CREATE": "channel_create",
    "CHANNEL_UPDATE": "channel_update",
    "GUILD_MEMBER_ADD": "member_add",
}
"""Gateway events that watchers get, under their names for watchers. The data is that of the gateway event."""


INTERACTIONS_SHOWN = 50
"""Latest interactions in a snapshot: whether the application responded, and forms that are still to be filled in."""


class World(ThreadLedger, ReactionLedger, UsageLedger):
    """The server Movie club: #movie-club and #general; Ada, Ben and the moderator Chloe (who owns the server); and the bot.

    `clock` gives seconds since 1970. People's acts obey Discord's rules and raise `ApiError` as its API does.
    """

    def __init__(self, *, bot_name: str = "Matinee", clock: Callable[[], float] = time.time) -> None:
        self._skipped = 0.0
        super().__init__(State(lambda: clock() + self._skipped))
        self._found_server(bot_name)
        self.listeners.append(self._tell_watchers)

    def _found_server(self, bot_name: str) -> None:
        state = self.state
        state.guild_id, state.guild_name = state.new_id(), "Movie club"
        state.roles[state.guild_id] = Role(state.guild_id, "@everyone", EVERYONE, 0)
        self.moderator_role_id = state.new_id()
        state.roles[self.moderator_role_id] = Role(self.moderator_role_id, "Moderator", MODERATOR, 1, color=0x3498DB)
        self._add_channel("movie-club", "Ask for a film, settle on one together")
        self._add_channel("general", "Everything else")
        for name in ("Ada", "Ben"):
            self.add_person(name)
        state.owner_id = self.add_person("Chloe", roles=(self.moderator_role_id,)).id
        state.application_id = state.bot_id = state.new_id()
        role_id = state.new_id()
        state.roles[role_id] = Role(role_id, bot_name, BOT, 2, bot_id=state.bot_id)
        state.people[state.bot_id] = Person(state.bot_id, bot_name, state.clock(), bot=True, role_ids=(role_id,))

    def _add_channel(self, name: str, topic: str | None = None) -> Channel:
        state = self.state
        position = sum(1 for one in state.channels.values() if one.kind is ChannelKind.TEXT)
        channel = Channel(state.new_id(), ChannelKind.TEXT, name, state.clock(), position=position, topic=topic)
        state.channels[channel.id] = channel
        self.emit("CHANNEL_CREATE", objects.channel(state, channel), channel.id)
        return channel

    # --- what is there

    @property
    def bot_id(self) -> str:
        """The bot's user id."""
        return self.state.bot_id

    @property
    def mention_of_bot(self) -> str:
        """The text that mentions the bot."""
        return f"<@{self.state.bot_id}>"

    @property
    def role_mention_of_bot(self) -> str:
        """The text that mentions the bot's own role; looks the same in a client."""
        return f"<@&{self.state.bot_role.id}>"

    def person_named(self, name: str) -> Person:
        """Raises LookupError when there is nobody of that name."""
        for person in self.state.people.values():
            if person.name == name:
                return person
        raise LookupError(f"nobody is called {name}")

    def channel_named(self, name: str) -> Channel:
        """A channel or thread. Raises LookupError when there is none of that name."""
        for channel in self.state.channels.values():
            if channel.name == name:
                return channel
        raise LookupError(f"no channel is called {name}")

    def message(self, message_id: str) -> Message:
        """A message as it is now. Raises 10008 when it is gone."""
        return self.state.message(message_id)

    def messages_in(self, channel_id: str, *, system: bool = False, seen_by: str | None = None) -> list[Message]:
        """A channel's messages, oldest first; with `system` also those that Discord writes itself, with `seen_by` also the
        ephemeral ones of that person."""
        seen = (None, seen_by)
        return [one for one in self.state.messages_of(channel_id) if (system or not one.is_system) and one.visible_to in seen]

    def threads(self) -> list[Channel]:
        """All threads, oldest first."""
        return self.state.threads()

    def snapshot(self) -> JsonObject:
        """Everything at once, ready for JSON; messages and channels are Discord's objects.

        Beyond Discord's own fields a reaction has `user_ids`, an ephemeral message `visible_to`. Discord's pointer messages
        in threads (type 21) are left out.
        """
        state = self.state
        shown = [one for one in state.channels.values() if one.kind is not ChannelKind.THREAD]
        return {
            "guild": {"id": state.guild_id, "name": state.guild_name},
            "bot_id": state.bot_id,
            "channels": [objects.channel(state, one) for one in shown],
            "threads": [objects.channel(state, one) for one in state.threads()],
            "roles": [objects.role(one) for one in state.roles.values()],
            "people": [self._shown_person(one) for one in state.people.values()],
            "messages": {
                one: [
                    self._shown_message(found)
                    for found in state.messages_of(one)
                    if found.kind is not MessageKind.THREAD_STARTER
                ]
                for one in state.channels
            },
            "interactions": [seen_interaction(one) for one in list(state.interactions.values())[-INTERACTIONS_SHOWN:]],
        }

    def _shown_person(self, person: Person) -> JsonObject:
        moderator = self.moderator_role_id in person.role_ids
        return {
            "id": person.id,
            "name": person.name,
            "bot": person.bot,
            "moderator": moderator,
            "role_ids": list(person.role_ids),
        }

    def _shown_message(self, message: Message) -> JsonObject:
        found = objects.message(self.state, message)
        if message.reactions:
            found["reactions"] = [
                objects.reaction(self.state, one) | {"user_ids": list(one.user_ids)} for one in message.reactions
            ]
        return found | {"visible_to": message.visible_to} if message.visible_to else found

    def subscribe(self) -> Watch:
        """Every change from now on as `{"type", "data"}`; after too many unread ones a `notice` to take a new snapshot."""
        return self.feed.watch()

    def _tell_watchers(self, event: Event) -> None:
        if event.name in PAGE_EVENTS and event.data.get("type") != MessageKind.THREAD_STARTER:
            seen_by: JsonObject = {"visible_to": event.visible_to} if event.visible_to else {}
            self.feed.publish(PAGE_EVENTS[event.name], event.data | seen_by)

    # --- what people do

    def person_posts(self, user_id: str, channel_id: str, content: str, *, reply_to: str | None = None) -> Message:
        """Somebody writes, as an answer to a message if given (which pings its author, as in the client)."""
        return self.post(user_id, channel_id, Draft(content, reply_to=reply_to))

    def person_edits(self, message_id: str, content: str) -> Message:
        """The author changes the text of a message."""
        return self.edit(self.message(message_id).author_id, message_id, Change(content))

    def person_deletes(self, message_id: str, *, by: str | None = None) -> None:
        """The author (or `by` a moderator) deletes a message."""
        self.delete(by or self.message(message_id).author_id, message_id)

    def person_reacts(self, user_id: str, channel_id: str, message_id: str, emoji: str) -> None:
        """Somebody adds a reaction."""
        self.react(user_id, channel_id, message_id, emoji)

    def person_unreacts(self, user_id: str, channel_id: str, message_id: str, emoji: str) -> None:
        """Somebody takes their reaction away."""
        self.unreact(user_id, channel_id, message_id, emoji)

    def person_types(self, user_id: str, channel_id: str) -> None:
        """Somebody is seen writing."""
        self.typing(user_id, channel_id)

    def person_opens_thread(self, user_id: str, channel_id: str, name: str, *, message_id: str | None = None) -> Channel:
        """Somebody opens a thread, from a message or without one."""
        return self.open_thread(user_id, channel_id, name, message_id=message_id)

    def open_dm(self, user_id: str) -> Channel:
        """The direct-message channel of somebody and the bot, opened if need be."""
        state = self.state
        state.person(user_id)
        pair = (user_id, state.bot_id)
        for channel in state.channels.values():
            if channel.kind is ChannelKind.DM and channel.member_ids == pair:
                return channel
        channel = Channel(state.new_id(), ChannelKind.DM, "", state.clock(), member_ids=pair)
        state.channels[channel.id] = channel
        self.emit("CHANNEL_CREATE", objects.channel(state, channel), channel.id)
        return channel

    def pass_time(self, seconds: float) -> None:
        """Let time jump ahead: tokens expire, messages grow old, answers are overdue. The rate limits do not notice."""
        self._skipped += seconds
        self.fail_overdue()

    # --- what an administrator changes

    def lock_thread(self, thread_id: str, *, locked: bool = True) -> Channel:
        """Only those with Manage Threads may write from now on."""
        return self.set_thread(thread_id, locked=locked)

    def archive_thread(self, thread_id: str, *, archived: bool = True) -> Channel:
        """Put a thread away; writing in it takes it out again unless it is locked."""
        return self.set_thread(thread_id, archived=archived)

    def delete_thread(self, thread_id: str) -> None:
        """Delete a thread with its messages."""
        self.remove_thread(thread_id)

    def set_slow_mode(self, channel_id: str, seconds: int) -> None:
        """The least time between two messages of one person in a channel or thread; 0 ends it."""
        self.change_channel(replace(self.state.channel(channel_id), slow_mode=seconds))

    def grant_intents(self, intents: int) -> None:
        """Set the privileged intents that the developer portal allows; a session that asks for more is closed with 4014."""
        self.state.granted_intents = intents

    def set_age_restricted(self, channel_id: str, *, restricted: bool = True) -> None:
        """Whether a channel is for adults alone."""
        self.change_channel(replace(self.state.channel(channel_id), nsfw=restricted))

    def set_locale(self, user_id: str, locale: str) -> None:
        """The language of somebody's client, such as `hu`."""
        self.state.people[user_id] = replace(self.state.person(user_id), locale=locale)

    def deny(self, permission: str, channel_id: str, *, to: str | None = None) -> None:
        """Deny a permission (such as `send_messages`) in a channel, `to` a role or member (default: the bot's role)."""
        self._overwrite(channel_id, to, denied=bits(permission))

    def allow(self, permission: str, channel_id: str, *, to: str | None = None) -> None:
        """Take a denial back and allow the permission expressly."""
        self._overwrite(channel_id, to, granted=bits(permission))

    def _overwrite(self, channel_id: str, to: str | None, *, granted: int = 0, denied: int = 0) -> None:
        channel = self.state.parent(self.state.channel(channel_id))
        target = to or self.state.bot_role.id
        fresh = Overwrite(target, is_member=target in self.state.people)
        old = next((one for one in channel.overwrites if one.target_id == target), fresh)
        new = replace(old, allow=(old.allow | granted) & ~denied, deny=(old.deny | denied) & ~granted)
        others = tuple(one for one in channel.overwrites if one.target_id != target)
        self.change_channel(replace(channel, overwrites=(*others, new)))

    def set_accepts_dms(self, user_id: str, *, accepts: bool) -> None:
        """Whether somebody takes direct messages from the bot."""
        self.state.people[user_id] = replace(self.state.person(user_id), accepts_dms=accepts)

    def add_channel(self, name: str, topic: str | None = None) -> Channel:
        """A further text channel."""
        return self._add_channel(name, topic)

    def add_person(self, name: str, *, bot: bool = False, roles: tuple[str, ...] = ()) -> Person:
        """A further member, human or bot."""
        state = self.state
        person = Person(state.new_id(), name, state.clock(), bot=bot, role_ids=roles)
        state.people[person.id] = person
        self.emit("GUILD_MEMBER_ADD", objects.member(person) | {"guild_id": state.guild_id})
        return person
