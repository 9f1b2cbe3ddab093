"""What people do with the bot's commands, buttons, selects and forms, as their client lets them."""

from collections.abc import Mapping, Sequence

from adapters.sandbox.discord import interaction_objects, objects
from adapters.sandbox.discord.command_use import Value, fill, focused_option, ids_named
from adapters.sandbox.discord.commands import CommandKind
from adapters.sandbox.discord.components import Kind, clickable, refused_click
from adapters.sandbox.discord.errors import (
    JsonObject,
    invalid,
    missing_permission,
    thread_archived,
    unknown,
    unknown_command,
    unknown_interaction,
)
from adapters.sandbox.discord.forms import submitted
from adapters.sandbox.discord.interactions import InteractionLedger
from adapters.sandbox.discord.model import Channel, ChannelKind, Interaction, InteractionKind, Message
from adapters.sandbox.discord.permissions import ALL, allowed, permissions_in, require
from adapters.sandbox.feed import settled


class UsageLedger(InteractionLedger):
    """Acts of people that become interactions. All raise `ApiError`; each returns the interaction as it begins."""

    def commands_for(self, user_id: str, channel_id: str) -> list[JsonObject]:
        """The commands that somebody is offered in a place; one of the server hides one of the same name."""
        place = self.state.channel(channel_id)
        known: dict[tuple[object, object], JsonObject] = {}
        in_server = [] if place.kind is ChannelKind.DM else self.state.guild_commands
        for one in (*self.state.commands, *in_server):
            known[one["type"], one["name"]] = one
        return [one for one in known.values() if self._may_use(user_id, place, one)]

    def _may_use(self, user_id: str, place: Channel, command: JsonObject) -> bool:
        contexts, needed = command.get("contexts"), command.get("default_member_permissions")
        if place.kind is ChannelKind.DM:
            return 1 in contexts if isinstance(contexts, list) else command.get("dm_permission") is not False
        has = permissions_in(self.state, user_id, place)
        adult_only = command.get("nsfw") is True and not self.state.parent(place).nsfw
        if adult_only or (isinstance(contexts, list) and 0 not in contexts):
            return False
        return needed is None or (int(str(needed)) != 0 and has & int(str(needed)) == int(str(needed))) or has == ALL

    def _command(self, kind: CommandKind, user_id: str, channel_id: str, name: str) -> JsonObject:
        place = self.state.channel(channel_id)
        require(self.state, user_id, place, *(["USE_APPLICATION_COMMANDS"] if place.kind is not ChannelKind.DM else []))
        # In a thread that is archived as well the client still offers it, and only the answer is refused
        # (discord/discord-api-docs#5517).
        if place.locked and not place.archived and not allowed(self.state, user_id, place, "MANAGE_THREADS"):
            raise thread_archived()
        offered = self.commands_for(user_id, channel_id)
        for one in offered:
            if one["type"] == kind and one["name"] == name:
                return one
        if any(one["type"] == kind and one["name"] == name for one in (*self.state.commands, *self.state.guild_commands)):
            raise missing_permission()
        raise unknown_command()

    def person_uses_command(
        self, user_id: str, channel_id: str, name: str, options: Mapping[str, Value] | None = None
    ) -> Interaction:
        """Somebody gives a command: `name` without the slash, subcommands after spaces ("watchlist add")."""
        first, *inner = name.split()
        command = self._command(CommandKind.CHAT, user_id, channel_id, first)
        filled = fill(command, inner, options or {})
        data = _command_data(command) | ({"options": filled} if filled else {})
        found = interaction_objects.resolved(self.state, self.state.channel(channel_id), ids_named(filled))
        return self.begin(InteractionKind.COMMAND, user_id, channel_id, data | ({"resolved": found} if found else {}))

    def person_types_option(
        self, user_id: str, channel_id: str, name: str, option: str, typed: str, others: Mapping[str, Value] | None = None
    ) -> Interaction:
        """Somebody has typed so much of an option with autocomplete; `others` are the options already filled in."""
        first, *inner = name.split()
        command = self._command(CommandKind.CHAT, user_id, channel_id, first)
        focused_option(command, inner, option)
        filled = fill(command, inner, {**(others or {}), option: typed}, focused=option)
        return self.begin(InteractionKind.AUTOCOMPLETE, user_id, channel_id, _command_data(command) | {"options": filled})

    def person_uses_message_command(self, user_id: str, channel_id: str, message_id: str, name: str) -> Interaction:
        """Somebody chooses a command from a message's menu."""
        command = self._command(CommandKind.MESSAGE, user_id, channel_id, name)
        require(self.state, user_id, self.state.channel(channel_id), "READ_MESSAGE_HISTORY")
        message = self.state.message(message_id, channel_id)
        found: JsonObject = {"messages": {message.id: objects.message(self.state, message)}}
        data = _command_data(command) | {"target_id": message.id, "resolved": found}
        return self.begin(InteractionKind.COMMAND, user_id, channel_id, data)

    def person_clicks(self, user_id: str, message_id: str, custom_id: str) -> Interaction:
        """Somebody presses a button."""
        message = self._seen_message(user_id, message_id)
        button = clickable(message.components, custom_id, Kind.BUTTON)
        data: JsonObject = {"component_type": int(Kind.BUTTON), "custom_id": custom_id, "id": button["id"]}
        return self._used(user_id, message, data)

    def person_selects(self, user_id: str, message_id: str, custom_id: str, values: Sequence[str]) -> Interaction:
        """Somebody chooses from a menu."""
        message = self._seen_message(user_id, message_id)
        menu = clickable(message.components, custom_id, Kind.SELECT)
        options, least, most = menu["options"], int(str(menu["min_values"])), int(str(menu["max_values"]))
        known = [str(one["value"]) for one in options] if isinstance(options, list) else []
        if not least <= len(values) <= most or len(set(values)) < len(values) or not set(values) <= set(known):
            raise refused_click("COMPONENT_VALIDATION_FAILED", "These values cannot be chosen.")
        data: JsonObject = {
            "component_type": int(Kind.SELECT),
            "custom_id": custom_id,
            "id": menu["id"],
            "values": list(values),
        }
        return self._used(user_id, message, data)

    def _used(self, user_id: str, message: Message, data: JsonObject) -> Interaction:
        return self.begin(InteractionKind.COMPONENT, user_id, message.channel_id, data, message_id=message.id)

    def _seen_message(self, user_id: str, message_id: str) -> Message:
        message = self.state.message(message_id)
        place = self.state.channel(message.channel_id)
        require(self.state, user_id, place)
        if place.locked:  # whoever it is (discord/discord-api-docs#7900)
            raise thread_archived()
        if message.visible_to not in (None, user_id):
            raise unknown("Message")
        if message.author_id != self.state.bot_id:
            raise refused_click("COMPONENT_VALIDATION_FAILED", "This message is not the application's.")
        return message

    def person_sends_form(self, user_id: str, interaction_id: str, answers: Mapping[str, str]) -> Interaction:
        """Somebody fills in the form that an interaction opened: answers by the fields' custom ids."""
        opener = self.state.interactions.get(interaction_id)
        if opener is None or opener.user_id != user_id:
            raise unknown_interaction()
        if opener.form is None:
            raise invalid("data", "COMPONENT_VALIDATION_FAILED", "This interaction opened no form.")
        data: JsonObject = {"custom_id": opener.form["custom_id"], "components": submitted(opener.form, answers)}
        return self.begin(
            InteractionKind.FORM, user_id, opener.channel_id, data, message_id=opener.message_id, opened_by=opener.id
        )

    def person_dismisses(self, user_id: str, message_id: str) -> None:
        """Somebody puts away an ephemeral message of theirs; the bot is not told."""
        message = self.state.message(message_id)
        if message.visible_to != user_id:
            raise unknown("Message")
        self.forget(message)
        self.feed.publish("message_delete", {"id": message.id, "channel_id": message.channel_id, "visible_to": user_id})

    # --- for whoever looks on

    def interaction(self, interaction_id: str) -> Interaction:
        """An interaction as it is now. Raises 10062 for none."""
        if interaction_id not in self.state.interactions:
            raise unknown_interaction()
        return self.state.interactions[interaction_id]

    async def settled(self, interaction: Interaction, *, patience: float = 15.0) -> Interaction:
        """Wait until an interaction has its first answer or failed. Raises TimeoutError after `patience` seconds."""
        return await settled(self.feed, lambda: self.interaction(interaction.id), patience=patience)


def _command_data(command: JsonObject) -> JsonObject:
    data: JsonObject = {"id": command["id"], "name": command["name"], "type": command["type"]}
    return data | {"guild_id": command["guild_id"]} if "guild_id" in command else data
