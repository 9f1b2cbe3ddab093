"""The local Slack's one workspace with its people: what they do, what can be seen, and what is changed behind their backs."""

import time
from collections.abc import Callable
from dataclasses import replace

from adapters.sandbox.feed import Watch
from adapters.sandbox.slack import objects, texts
from adapters.sandbox.slack.errors import Refusal
from adapters.sandbox.slack.interactions import seen_interaction
from adapters.sandbox.slack.messages import Change, Draft
from adapters.sandbox.slack.model import Channel, ChannelKind, File, Message, Person, Posting
from adapters.sandbox.slack.reactions import ReactionLedger
from adapters.sandbox.slack.state import App, State
from adapters.sandbox.slack.usage import UsageLedger
from adapters.sandbox.wire import JsonObject

INTERACTIONS_SHOWN = 50
"""Latest interactions in a snapshot."""


class World(UsageLedger, ReactionLedger):
    """The workspace Movie club: #movie-club, #general and the private #committee; Ada, Ben and the admin Chloe; and the app.

    `clock` gives seconds since 1970. People's acts raise `ApiError` as Slack's API does, and `Refusal` where their client would
    not let them. The app is in #movie-club alone.
    """

    def __init__(self, *, bot_name: str = "Matinee", clock: Callable[[], float] = time.time) -> None:
        self._skipped = 0.0
        super().__init__(State(lambda: clock() + self._skipped))
        self._found_workspace(bot_name)

    def _found_workspace(self, bot_name: str) -> None:
        state = self.state
        state.team_id, state.team_name, state.domain = state.new_id("T"), "Movie club", "movie-club"
        people = [self.add_person(name, admin=name == "Chloe").id for name in ("Ada", "Ben", "Chloe")]
        state.app = App(state.new_id("A"), bot_name, state.new_id("U"), state.new_id("B"))
        state.people[state.app.user_id] = Person(state.app.user_id, bot_name, state.team_id, bot=True)
        self.add_channel("movie-club", topic="Ask for a film, settle on one together", members=(*people, state.app.user_id))
        self.add_channel("general", topic="Everything else", members=tuple(people))
        self.add_channel("committee", private=True, members=tuple(people))

    # --- what is there

    @property
    def bot_id(self) -> str:
        """The app's bot user."""
        return self.state.app.user_id

    @property
    def mention_of_bot(self) -> str:
        """The text that mentions the app."""
        return f"<@{self.bot_id}>"

    def person_named(self, name: str) -> Person:
        """Raises LookupError when there is nobody of that name."""
        for person in self.state.people.values():
            if person.name == name:
                return person
        raise LookupError(f"nobody is called {name}")

    def channel_named(self, name: str) -> Channel:
        """Raises LookupError when there is no channel of that name."""
        for channel in self.state.channels.values():
            if channel.name == name:
                return channel
        raise LookupError(f"no channel is called {name}")

    def message(self, channel_id: str, ts: str) -> Message:
        """A message as it is now, an ephemeral one too. Raises message_not_found when it is gone."""
        return self.state.message(channel_id, ts, ephemeral=True)

    def messages_in(self, channel_id: str, *, thread_ts: str | None = None, seen_by: str | None = None) -> list[Message]:
        """A channel's own messages, or a thread's with its parent, oldest first; with `seen_by` also the ephemeral ones of
        that person."""
        everything = [one for one in self.state.messages_of(channel_id) if one.visible_to in (None, seen_by)]
        if thread_ts is None:
            return [one for one in everything if not one.is_reply or one.broadcast]
        return [one for one in everything if thread_ts in (one.ts, one.thread_ts)]

    def text_seen_by(self, user_id: str, found: Message) -> str:
        """A message's text as somebody sees it now: in a channel only the recipient of a stream sees it grow
        , the others what it began with."""
        stream = self.streams.get((found.channel_id, found.ts))
        if stream is None or stream.recipient_id in (None, user_id):
            return found.text
        return stream.first_text

    def snapshot(self) -> JsonObject:
        """Everything at once, ready for JSON; messages, channels, users and views are Slack's objects.

        Beyond Slack's own fields a message has its `channel`, an ephemeral one `visible_to`.
        """
        state = self.state
        return {
            "team": {"id": state.team_id, "name": state.team_name, "domain": state.domain},
            "bot_id": state.app.user_id,
            "people": [objects.user(state, one) for one in state.people.values()],
            "channels": [objects.channel(state, one) for one in state.channels.values()],
            "messages": {one: [self._shown(found) for found in state.messages_of(one)] for one in state.channels},
            "statuses": [
                {"channel": channel, "thread_ts": ts, "status": found.text, "loading_messages": list(found.loading_messages)}
                for channel, ts in list(state.statuses)
                if (found := self.status_of(channel, ts)) is not None
            ],
            "sessions": [
                {"channel": channel, "thread_ts": ts, "status": status} for (channel, ts), status in state.sessions.items()
            ],
            "prompts": [
                {"channel": channel, "title": found.title, "prompts": [{"title": a, "message": b} for a, b in found.prompts]}
                for channel, found in state.prompts.items()
            ],
            "views": [{"user": one.user_id, "view": objects.view(state, one)} for one in state.views.values() if one.open],
            "interactions": [seen_interaction(one) for one in list(state.interactions.values())[-INTERACTIONS_SHOWN:]],
        }

    def _shown(self, found: Message) -> JsonObject:
        seen = {"visible_to": found.visible_to} if found.visible_to else {}
        return objects.message(self.state, found) | {"channel": found.channel_id} | seen

    def subscribe(self) -> Watch:
        """Every change from now on as `{"type", "data"}`; after too many unread ones a `notice` to take a new snapshot."""
        return self.feed.watch()

    # --- what people do

    def person_says(
        self, user_id: str, channel_id: str, text: str, *, thread_ts: str | None = None, broadcast: bool = False
    ) -> Message:
        """Somebody writes, in a thread if given and with `broadcast` also to the channel. `<@U…>` is a mention that they
        picked."""
        said = texts.typed(text)
        blocks = (texts.rich_text(said, self.state.new_id("b")),)
        return self.post(user_id, channel_id, Draft(said, blocks, thread_ts=thread_ts, broadcast=broadcast))

    def person_shares(self, user_id: str, channel_id: str, text: str, filename: str, content: bytes) -> Message:
        """Somebody posts a file with a text."""
        found = File(self.state.new_id("F"), filename, len(content), user_id, content, uploaded=True, shared=True)
        self.state.files[found.id] = found
        return self.post(user_id, channel_id, Draft(texts.typed(text), subtype="file_share", files=(found,)))

    def person_edits(self, channel_id: str, ts: str, text: str) -> Message:
        """The author changes the text of a message."""
        found, said = self.message(channel_id, ts), texts.typed(text)
        blocks = (texts.rich_text(said, self.state.new_id("b")),)
        return self.change(channel_id, found.ts, Change(said, blocks), edited=True)

    def person_deletes(self, channel_id: str, ts: str, *, by: str | None = None) -> None:
        """The author (or `by` an admin) deletes a message."""
        self.delete(by or self.message(channel_id, ts).author_id, channel_id, ts)

    def person_reacts(self, user_id: str, channel_id: str, ts: str, name: str) -> None:
        """Somebody adds a reaction, by name (`eyes`)."""
        self.react(user_id, channel_id, ts, name)

    def person_unreacts(self, user_id: str, channel_id: str, ts: str, name: str) -> None:
        """Somebody takes their reaction away."""
        self.unreact(user_id, channel_id, ts, name)

    def person_picks_prompt(self, user_id: str, title: str) -> Message:
        """Somebody picks a suggested prompt of their direct message, which sends its message."""
        channel = self.open_direct(user_id)
        found = self.state.prompts.get(channel.id)
        message = next((text for name, text in found.prompts if name == title), None) if found else None
        if found is None or message is None:
            raise Refusal("No such prompt is suggested.")
        return self.person_says(user_id, channel.id, message, thread_ts=found.thread_ts)

    def person_presses_stop(self, user_id: str, channel_id: str, thread_ts: str) -> None:
        """Somebody presses the native stop button of a thread. Raises Refusal where it does not show."""
        self.press_stop(user_id, channel_id, thread_ts)

    def person_dismisses(self, user_id: str, channel_id: str, ts: str) -> None:
        """Somebody puts away an ephemeral message of theirs; the app is not told."""
        found = self.message(channel_id, ts)
        if found.visible_to != user_id:
            raise Refusal("This message is not there.")
        self.unwhisper(found)

    def unfurl(self, channel_id: str, ts: str, title: str) -> bool:
        """Slack shows a preview of a link below a message, unless its author asked for none; says whether it did."""
        found = self.message(channel_id, ts)
        if not found.unfurls:
            return False
        preview: JsonObject = {"id": 1, "title": title, "fallback": title, "from_url": "https://example.com/"}
        self.change(channel_id, ts, Change(attachments=(*found.attachments, preview)), edited=False)
        return True

    def pass_time(self, seconds: float) -> None:
        """Let time jump ahead: streams and triggers expire, answers are overdue. The rate limits do not notice."""
        self._skipped += seconds
        self.fail_overdue()
        self.expire_streams()

    # --- what an administrator changes

    def invite_bot(self, channel_id: str, *, by: str | None = None) -> Channel:
        """Make the app a member of a channel."""
        return self.join(self.bot_id, channel_id, inviter=by)

    def remove_bot(self, channel_id: str) -> Channel:
        """Take the app out of a channel."""
        channel = self.state.channel(channel_id)
        return self.put_channel(replace(channel, member_ids=tuple(one for one in channel.member_ids if one != self.bot_id)))

    def archive(self, channel_id: str, *, archived: bool = True) -> Channel:
        """Put a channel away, or take it out again."""
        return self.put_channel(replace(self.state.channel(channel_id), archived=archived))

    def set_posting(self, channel_id: str, posting: Posting) -> Channel:
        """Who may write in a channel; admins always may."""
        return self.put_channel(replace(self.state.channel(channel_id), posting=posting))

    def revoke_scope(self, *scopes: str) -> None:
        """Take scopes from the app, as a manifest without them does."""
        self.state.app.scopes = tuple(one for one in self.state.app.scopes if one not in scopes)

    def unsubscribe_from(self, *events: str) -> None:
        """Take event subscriptions from the app."""
        self.state.app.events = tuple(one for one in self.state.app.events if one not in events)

    def add_channel(self, name: str, *, topic: str = "", private: bool = False, members: tuple[str, ...] = ()) -> Channel:
        """A further channel."""
        kind = ChannelKind.PRIVATE if private else ChannelKind.PUBLIC
        return self.put_channel(Channel(self.state.new_id("C"), kind, name, self.state.clock(), members, topic))

    def open_group(self, *user_ids: str) -> Channel:
        """A direct message of several people with the app, which they put into it when they began it."""
        members = (*user_ids, self.bot_id)
        name = f"mpdm-{'--'.join(self.state.person(one).username for one in members)}-1"
        return self.put_channel(Channel(self.state.new_id("G"), ChannelKind.GROUP, name, self.state.clock(), members))

    def share_channel(self, channel_id: str) -> Channel:
        """Share a channel with another workspace (Slack Connect)."""
        return self.put_channel(replace(self.state.channel(channel_id), shared=True))

    def add_person(self, name: str, *, admin: bool = False, bot: bool = False, team_id: str | None = None) -> Person:
        """A further user; of another workspace with `team_id`."""
        person = Person(self.state.new_id("U"), name, team_id or self.state.team_id, bot=bot, admin=admin)
        self.state.people[person.id] = person
        self.feed.publish("user_added", objects.user(self.state, person))
        return person
