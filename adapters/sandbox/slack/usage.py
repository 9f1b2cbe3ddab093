"""What people do with the app's messages, views and commands, as their client lets them."""

from collections.abc import Sequence
from dataclasses import replace

from adapters.sandbox.slack import objects
from adapters.sandbox.slack.blocks import usable
from adapters.sandbox.slack.errors import ApiError, Refusal
from adapters.sandbox.slack.interactions import container_of, place_of
from adapters.sandbox.slack.model import Acting, Channel, ChannelKind, Interaction, Message
from adapters.sandbox.slack.view_values import value_of
from adapters.sandbox.slack.views import ViewLedger
from adapters.sandbox.wire import JsonObject


class UsageLedger(ViewLedger):
    """Acts of people that the app is told of; each returns the interaction as it begins, and raises Refusal."""

    def person_clicks(
        self, user_id: str, channel_id: str, ts: str, action_id: str, value: str | None = None, *, block_id: str | None = None
    ) -> Interaction:
        """Somebody presses a button of a message; of feedback buttons the one with `value`."""
        found = self.seen_message(user_id, channel_id, ts)
        block, element = _element(found.blocks, action_id, block_id)
        return self._used(user_id, self._of_message(user_id, found), _pressed(block, element, value))

    def person_selects(
        self,
        user_id: str,
        channel_id: str,
        ts: str,
        action_id: str,
        value: str | Sequence[str],
        *,
        block_id: str | None = None,
    ) -> Interaction:
        """Somebody chooses from a menu of a message: one value, or several where it takes them."""
        found = self.seen_message(user_id, channel_id, ts)
        block, element = _element(found.blocks, action_id, block_id)
        return self._used(user_id, self._of_message(user_id, found), _chosen(block, element, value))

    def person_clicks_in_view(self, user_id: str, view_id: str, action_id: str, value: str | None = None) -> Interaction:
        """Somebody presses a button of a modal or of their App Home."""
        block, element = _element(self._view_blocks(user_id, view_id), action_id, None)
        return self._used(user_id, self._of_view(user_id, view_id), _pressed(block, element, value))

    def person_selects_in_view(self, user_id: str, view_id: str, action_id: str, value: str | Sequence[str]) -> Interaction:
        """Somebody chooses from a menu of a modal or of their App Home."""
        block, element = _element(self._view_blocks(user_id, view_id), action_id, None)
        return self._used(user_id, self._of_view(user_id, view_id), _chosen(block, element, value))

    def _view_blocks(self, user_id: str, view_id: str) -> tuple[JsonObject, ...]:
        blocks = self.seen_view(user_id, view_id).body["blocks"]
        return tuple(blocks) if isinstance(blocks, list) else ()

    def _of_view(self, user_id: str, view_id: str) -> JsonObject:
        view = objects.view(self.state, self.seen_view(user_id, view_id))
        container: JsonObject = {"type": "view", "view_id": view_id}
        return {"container": container, "view": view, "trigger_id": self.trigger(user_id, view_id=view_id)}

    def _of_message(self, user_id: str, found: Message) -> JsonObject:
        shown: JsonObject = {} if found.visible_to else {"message": objects.message(self.state, found)}
        return shown | {
            "container": container_of(found),
            "channel": place_of(self.state.channel(found.channel_id)),
            "response_url": self.response_url(found.channel_id, user_id, found.ts),
            "trigger_id": self.trigger(user_id),
        }

    def _used(self, user_id: str, where: JsonObject, action: JsonObject) -> Interaction:
        now = self.state.new_ts()
        values = {action["block_id"]: {action["action_id"]: _kept(action)}} if "value" not in action else {}
        payload = self.common(self.state.person(user_id)) | where
        payload |= {"type": Acting.BLOCK.value, "state": {"values": values}, "actions": [action | {"action_ts": now}]}
        return self.begin(Acting.BLOCK, user_id, payload)

    def seen_message(self, user_id: str, channel_id: str, ts: str) -> Message:
        """A message of the app that somebody sees. Raises Refusal for another."""
        try:
            self.seen_channel(user_id, channel_id)
            found = self.state.message(channel_id, ts, ephemeral=True)
        except ApiError as error:
            raise Refusal("This message is not there.") from error
        if found.visible_to not in (None, user_id) or found.author_id != self.state.app.user_id:
            raise Refusal("This message is not there.")
        return found

    def person_uses_command(
        self, user_id: str, channel_id: str, command: str, text: str = "", *, thread_ts: str | None = None
    ) -> Interaction:
        """Somebody gives a slash command. In threads the client refuses them all."""
        app, channel, person = self.state.app, self.seen_channel(user_id, channel_id), self.state.person(user_id)
        if thread_ts is not None:
            raise Refusal(f"{command} is not supported in threads. Sorry!")
        if command not in app.commands or "commands" not in app.scopes:
            raise Refusal(f"{command} is not a valid command.")
        payload: JsonObject = {
            "token": "sandbox-verification",
            "team_id": self.state.team_id,
            "team_domain": self.state.domain,
            "channel_id": channel_id,
            "channel_name": place_of(channel)["name"],
            "user_id": user_id,
            "user_name": person.username,
            "command": command,
            "text": text,
            "api_app_id": app.id,
            "is_enterprise_install": "false",
            "response_url": self.response_url(channel_id, user_id),
            "trigger_id": self.trigger(user_id),
        }
        return self.begin(Acting.COMMAND, user_id, payload)

    def person_uses_shortcut(self, user_id: str, channel_id: str, ts: str, callback_id: str) -> Interaction:
        """Somebody chooses a shortcut from a message's menu."""
        self.seen_channel(user_id, channel_id)
        if callback_id not in self.state.app.shortcuts:
            raise Refusal("The app has no such shortcut.")
        found = self.state.message(channel_id, ts)
        payload = self.common(self.state.person(user_id)) | {
            "type": Acting.SHORTCUT.value,
            "callback_id": callback_id,
            "message_ts": ts,
            "channel": place_of(self.state.channel(channel_id)),
            "message": objects.message(self.state, found),
            "response_url": self.response_url(channel_id, user_id, ts),
            "trigger_id": self.trigger(user_id),
            "action_ts": self.state.new_ts(),
        }
        return self.begin(Acting.SHORTCUT, user_id, payload)

    def person_types_option(self, user_id: str, view_id: str, action_id: str, typed: str) -> Interaction:
        """Somebody has typed so much into an external select of a view; the acknowledgement brings the options."""
        block, element = _element(self._view_blocks(user_id, view_id), action_id, None)
        where = self._of_view(user_id, view_id)
        return self._typed(user_id, {name: where[name] for name in ("container", "view")}, block, element, typed)

    def person_types_in_message(
        self, user_id: str, channel_id: str, ts: str, action_id: str, typed: str, *, block_id: str | None = None
    ) -> Interaction:
        """The same in an external select of a message."""
        found = self.seen_message(user_id, channel_id, ts)
        block, element = _element(found.blocks, action_id, block_id)
        shown: JsonObject = {} if found.visible_to else {"message": objects.message(self.state, found)}
        shown |= {"container": container_of(found), "channel": place_of(self.state.channel(channel_id))}
        return self._typed(user_id, shown, block, element, typed)

    def _typed(self, user_id: str, where: JsonObject, block: JsonObject, element: JsonObject, typed: str) -> Interaction:
        if element["type"] != "external_select":
            raise Refusal("This is not a menu to type in.")
        payload = self.common(self.state.person(user_id)) | where
        payload |= {
            "type": Acting.SUGGESTION.value,
            "action_id": element["action_id"],
            "block_id": block["block_id"],
            "value": typed,
        }
        return self.begin(Acting.SUGGESTION, user_id, payload)

    # --- App Home and direct messages

    def person_opens_home(self, user_id: str, *, tab: str = "home") -> Channel:
        """Somebody opens the app, at its Home or its Messages tab; returns the direct message."""
        channel = self.open_direct(user_id)
        view = self.home_of(user_id)
        data: JsonObject = {"type": "app_home_opened", "user": user_id, "channel": channel.id, "tab": tab}
        self.emit(data | ({"view": objects.view(self.state, view)} if view and tab == "home" else {}), channel.id)
        return channel

    def open_direct(self, user_id: str) -> Channel:
        """The direct message of somebody and the app, made if need be."""
        self.state.person(user_id)
        found = self.state.direct_channel(user_id)
        if found is None:
            pair = (user_id, self.state.app.user_id)
            found = Channel(self.state.new_id("D"), ChannelKind.DIRECT, "", self.state.clock(), member_ids=pair)
            self.put_channel(found)
        return found

    def put_channel(self, channel: Channel) -> Channel:
        """Put a conversation in place and show it to watchers."""
        kind = "channel_changed" if channel.id in self.state.channels else "channel_created"
        self.state.channels[channel.id] = channel
        self.feed.publish(kind, objects.channel(self.state, channel))
        return channel

    def join(self, user_id: str, channel_id: str, *, inviter: str | None = None) -> Channel:
        """Make somebody a member, as an invitation does."""
        channel = self.state.channel(channel_id)
        if user_id in channel.member_ids:
            return channel
        joined = self.put_channel(replace(channel, member_ids=(*channel.member_ids, user_id)))
        letter = "C" if channel.kind is ChannelKind.PUBLIC else "G"
        data: JsonObject = {
            "type": "member_joined_channel",
            "user": user_id,
            "channel": channel_id,
            "channel_type": letter,
            "team": self.state.team_id,
        }
        self.emit(data | ({"inviter": inviter} if inviter else {}), channel_id)
        return joined


def _element(blocks: tuple[JsonObject, ...], action_id: str, block_id: str | None) -> tuple[JsonObject, JsonObject]:
    for block, element in usable(blocks):
        if element["action_id"] == action_id and block_id in (None, block["block_id"]):
            return block, element
    raise Refusal(f"There is nothing called {action_id} to use here.")


def _pressed(block: JsonObject, element: JsonObject, value: str | None) -> JsonObject:
    base: JsonObject = {"type": element["type"], "action_id": element["action_id"], "block_id": block["block_id"]}
    if element["type"] == "feedback_buttons":
        for name in ("positive_button", "negative_button"):
            button = element[name]
            if isinstance(button, dict) and button["value"] == value:
                return base | {"text": button["text"], "value": value}
        raise Refusal("There is no such feedback button.")
    if element["type"] not in ("button", "icon_button"):
        raise Refusal("This is not a button.")
    return base | {"text": element["text"], "value": element.get("value", "")}


def _chosen(block: JsonObject, element: JsonObject, value: str | Sequence[str]) -> JsonObject:
    if element["type"] in ("button", "icon_button", "feedback_buttons"):
        raise Refusal("This is not a menu.")
    return value_of(element, value) | {"action_id": element["action_id"], "block_id": block["block_id"]}


def _kept(action: JsonObject) -> JsonObject:
    return {name: value for name, value in action.items() if name not in ("action_id", "block_id")}
