"""What people do with the app: how it begins, is acknowledged, fails, and is answered later by its response URL.

https://docs.slack.dev/interactivity/handling-user-interaction
"""

import asyncio
import secrets
from dataclasses import replace

from adapters.sandbox.feed import settled
from adapters.sandbox.slack import texts
from adapters.sandbox.slack.assistants import AssistantLedger
from adapters.sandbox.slack.blocks import Surface, checked
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.messages import Change
from adapters.sandbox.slack.model import Acting, Channel, ChannelKind, Interaction, Message, Person, ResponseUrl, Trigger
from adapters.sandbox.slack.state import State
from adapters.sandbox.wire import JsonObject


class InteractionLedger(AssistantLedger):
    """Acts on interactions."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._unanswered: set[str] = set()

    # --- they begin

    def begin(self, acting: Acting, user_id: str, payload: JsonObject) -> Interaction:
        """Tell the app what somebody did, and wait for its acknowledgement."""
        found = Interaction(self.state.new_id("Ix"), acting, user_id, self.state.clock(), payload)
        self._keep(found)
        for actor in list(self.actors):
            actor(found)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return found  # nobody acknowledges without a loop; `fail_overdue` can still be called
        loop.call_later(self.state.limits.ack_seconds + 0.01, self.fail_overdue)
        return self.state.interactions[found.id]

    def _keep(self, value: Interaction) -> None:
        self.state.interactions[value.id] = value
        (self._unanswered.add if value.waiting else self._unanswered.discard)(value.id)
        self.feed.publish("interaction", seen_interaction(value))

    def fail_overdue(self) -> None:
        """Tell everybody whose interaction was not acknowledged in time that it did not work."""
        for one in [self.state.interactions[waiting] for waiting in self._unanswered]:
            if self.state.clock() - one.at >= self.state.limits.ack_seconds:
                self._keep(replace(one, failed=True))

    def fail(self, interaction_id: str) -> None:
        """Give up at once, as when no connection of the app is open."""
        self._keep(replace(self.interaction(interaction_id), failed=True))

    def interaction(self, interaction_id: str) -> Interaction:
        """An interaction as it is now. Raises LookupError for none."""
        return self.state.interactions[interaction_id]

    async def settled(self, interaction: Interaction, *, patience: float = 15.0) -> Interaction:
        """Wait until an interaction was acknowledged or failed. Raises TimeoutError after `patience` seconds."""
        return await settled(self.feed, lambda: self.interaction(interaction.id), patience=patience)

    def acknowledge(self, interaction_id: str, answer: JsonObject) -> None:
        """Note the acknowledgement; one that is late or a second one changes nothing."""
        self.fail_overdue()
        found = self.interaction(interaction_id)
        if not found.waiting:
            return
        self._apply(found, answer)
        self._keep(replace(found, answer=answer))

    def _apply(self, found: Interaction, answer: JsonObject) -> None:
        if found.acting is Acting.COMMAND and answer:
            channel = self.state.channel(str(found.payload["channel_id"]))
            self._say(channel, found.user_id, answer)

    # --- what they carry

    def trigger(self, user_id: str, *, view_id: str | None = None) -> str:
        """A fresh trigger id."""
        made = Trigger(f"{secrets.randbelow(10**12)}.{secrets.token_hex(16)}", user_id, self.state.clock(), view_id=view_id)
        self.state.triggers[made.id] = made
        return made.id

    def use_trigger(self, trigger_id: str) -> Trigger:
        """Use a trigger id up. Raises invalid_trigger_id, expired_trigger_id, exchanged_trigger_id."""
        found = self.state.triggers.get(trigger_id)
        if found is None:
            raise ApiError("invalid_trigger_id")
        if self.state.clock() - found.at > self.state.limits.trigger_seconds:
            raise ApiError("expired_trigger_id")
        if found.used:
            raise ApiError("exchanged_trigger_id")
        self.state.triggers[trigger_id] = replace(found, used=True)
        return found

    def response_url(self, channel_id: str, user_id: str, message_ts: str | None = None) -> str:
        """A fresh address for answers to an interaction."""
        made = ResponseUrl(secrets.token_urlsafe(24), channel_id, user_id, self.state.clock(), message_ts)
        self.state.response_urls[made.id] = made
        return f"{self.state.root_url}/response/{made.id}"

    def common(self, person: Person) -> JsonObject:
        """What every payload says of the workspace and the person."""
        state = self.state
        enterprise = None if state.enterprise_id is None else {"id": state.enterprise_id, "name": state.team_name}
        return {
            "team": {"id": state.team_id, "domain": state.domain},
            "enterprise": enterprise,
            "is_enterprise_install": False,
            "user": {"id": person.id, "username": person.username, "name": person.username, "team_id": person.team_id},
            "api_app_id": state.app.id,
            "token": "sandbox-verification",
        }

    # --- answers by response URL

    def respond(self, response_id: str, body: JsonObject) -> None:
        """Answer an interaction. Raises expired_url, used_url, no_text and what blocks raise.

        Five times in thirty minutes (https://docs.slack.dev/interactivity/handling-user-interaction#message_responses).
        """
        found = self.state.response_urls.get(response_id)
        limits = self.state.limits
        if found is None or self.state.clock() - found.at > limits.response_url_seconds:
            raise ApiError("expired_url")
        if found.uses >= limits.response_url_uses:
            raise ApiError("used_url")
        self.state.response_urls[response_id] = replace(found, uses=found.uses + 1)
        source = self.state.messages.get((found.channel_id, found.message_ts or ""))
        if source is not None and body.get("delete_original"):
            self._take_away(source)
        elif source is not None and body.get("replace_original"):
            text, blocks = _content(body)
            self.change(source.channel_id, source.ts, Change(text, blocks), edited=False)
        else:
            self._say(self.state.channel(found.channel_id), found.user_id, body)

    def _take_away(self, source: Message) -> None:
        if source.visible_to is not None:
            self.unwhisper(source)
        else:
            self.delete(source.author_id, source.channel_id, source.ts)

    def _say(self, channel: Channel, user_id: str, body: JsonObject) -> None:
        text, blocks = _content(body)
        thread_ts = body.get("thread_ts")
        found = Message(
            channel_id=channel.id,
            ts=self.state.new_ts(),
            author_id=self.state.app.user_id,
            text=text,
            blocks=blocks,
            thread_ts=thread_ts if isinstance(thread_ts, str) else None,
            visible_to=None if body.get("response_type") == "in_channel" else user_id,
        )
        found = self._with_pings(found, channel, loud=False)
        self.store(found)
        self.tell_message("message", found)
        if found.visible_to is None:
            self.message_event(channel, self.event_message(found))


def _content(body: JsonObject) -> tuple[str, tuple[JsonObject, ...]]:
    text, blocks = body.get("text"), body.get("blocks")
    kept = checked(blocks, Surface.MESSAGE) if blocks else ()
    if not text and not kept:
        raise ApiError("no_text")
    return texts.stored(str(text or "")), kept


def seen_interaction(value: Interaction) -> JsonObject:
    """An interaction for watchers."""
    return {
        "id": value.id,
        "acting": value.acting.value,
        "user": value.user_id,
        "waiting": value.waiting,
        "failed": value.failed,
        "answer": value.answer,
    }


def place_of(channel: Channel) -> JsonObject:
    """A conversation inside a payload."""
    return {"id": channel.id, "name": "directmessage" if channel.kind is ChannelKind.DIRECT else channel.name}


def container_of(found: Message) -> JsonObject:
    """Where in a message an element was used."""
    where: JsonObject = {
        "type": "message",
        "message_ts": found.ts,
        "channel_id": found.channel_id,
        "is_ephemeral": found.visible_to is not None,
    }
    return where | ({"thread_ts": found.thread_ts} if found.thread_ts else {})
