"""Interactions: how they begin, are answered, and end (https://discord.com/developers/docs/interactions/receiving-and-responding)."""

import asyncio
import secrets
from dataclasses import replace

from adapters.sandbox.discord import interaction_objects
from adapters.sandbox.discord.commands import NESTED
from adapters.sandbox.discord.errors import (
    JsonObject,
    already_acknowledged,
    expired_webhook,
    invalid,
    thread_archived,
    unknown,
    unknown_interaction,
    unknown_webhook,
)
from adapters.sandbox.discord.messages import Change, Draft, MessageLedger, Reason, check_parts
from adapters.sandbox.discord.model import Callback, Channel, Interaction, InteractionKind, Message, MessageFlag, MessageKind
from adapters.sandbox.discord.state import State

_ANSWERS: dict[InteractionKind, frozenset[Callback]] = {
    InteractionKind.COMMAND: frozenset({Callback.PONG, Callback.MESSAGE, Callback.MESSAGE_LATER, Callback.FORM}),
    InteractionKind.COMPONENT: frozenset(Callback) - {Callback.CHOICES},
    InteractionKind.AUTOCOMPLETE: frozenset({Callback.PONG, Callback.CHOICES}),
    InteractionKind.FORM: frozenset(Callback) - {Callback.CHOICES, Callback.FORM},
}
_UPDATES = (Callback.UPDATE, Callback.UPDATE_LATER)


class InteractionLedger(MessageLedger):
    """Acts on interactions. `answer_seconds`: how long Discord waits for the first answer; `token_seconds`: how long the
    token can be used afterwards. Both may be changed to see what happens."""

    answer_seconds: float = 3.0
    token_seconds: float = 900.0

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self._by_token: dict[str, str] = {}
        self._waiting: set[str] = set()

    # --- they begin

    def begin(
        self,
        kind: InteractionKind,
        user_id: str,
        channel_id: str,
        data: JsonObject,
        *,
        message_id: str | None = None,
        opened_by: str | None = None,
    ) -> Interaction:
        """Tell the bot what somebody did, and wait for its answer."""
        state = self.state
        found = Interaction(
            id=state.new_id(),
            token=secrets.token_urlsafe(48),
            kind=kind,
            user_id=user_id,
            channel_id=channel_id,
            created_at=state.clock(),
            data=data,
            message_id=message_id,
            opened_by=opened_by,
        )
        self._by_token[found.token] = found.id
        self._keep(found)
        self.emit("INTERACTION_CREATE", interaction_objects.created(state, found))
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return found  # nobody answers without a loop; `fail_overdue` can still be called
        loop.call_later(self.answer_seconds + 0.01, self.fail_overdue)
        return found

    def _keep(self, value: Interaction) -> None:
        self.state.interactions[value.id] = value
        (self._waiting.add if value.waiting else self._waiting.discard)(value.id)
        self.feed.publish("interaction", seen_interaction(value))

    def fail_overdue(self) -> None:
        """Tell everybody whose interaction got no answer in time that the application did not respond."""
        for one in [self.state.interactions[waiting] for waiting in self._waiting]:
            if self._age(one) >= self.answer_seconds:
                self._keep(replace(one, failed=True))

    def _age(self, value: Interaction) -> float:
        return self.state.clock() - value.created_at

    # --- the first answer

    def waiting_for(self, interaction_id: str, token: str, answer: Callback) -> Interaction:
        """The interaction that may be answered so. Raises 10062, 40060, or 50035 for an answer that its kind cannot have."""
        self.fail_overdue()
        found = self.state.interactions.get(interaction_id)
        if found is None or found.token != token or found.failed:
            raise unknown_interaction()
        if found.answer is not None:
            raise already_acknowledged()
        allowed = _ANSWERS[found.kind]
        if answer not in allowed or (answer in _UPDATES and found.message_id is None):
            choices = ", ".join(str(int(one)) for one in sorted(allowed))
            raise invalid("type", "BASE_TYPE_CHOICES", f"Value must be one of {{{choices}}}.")
        return found

    def answer_with(self, value: Interaction, answer: Callback, **changes: object) -> Interaction:
        """Note the first answer."""
        found = replace(value, answer=answer, **changes)  # type: ignore[arg-type]  # fields of Interaction
        self._keep(found)
        return found

    def answer_message(self, value: Interaction, draft: Draft) -> Interaction:
        """Answer with a message."""
        message = self._post_for(value, draft, ephemeral=bool(draft.flags & MessageFlag.EPHEMERAL))
        found = self.answer_with(value, Callback.MESSAGE, original_id=message.id, message_ids=(message.id,))
        self.append(message)
        return found

    def answer_later(self, value: Interaction, *, flags: int) -> Interaction:
        """Promise a message: people see that the application is thinking."""
        draft = Draft("", flags=flags & MessageFlag.EPHEMERAL | MessageFlag.LOADING)
        message = self._post_for(value, draft, ephemeral=bool(flags & MessageFlag.EPHEMERAL), checked=False)
        found = self.answer_with(value, Callback.MESSAGE_LATER, original_id=message.id, message_ids=(message.id,))
        self.append(message)
        return found

    def answer_update(self, value: Interaction, change: Change | None) -> Interaction:
        """Change the message that the component is under, now or (None) later."""
        message = self.state.message(value.message_id or "")
        if change is not None:
            self._require_awake(message)
            self.apply_change(message, change)
        answer = Callback.UPDATE_LATER if change is None else Callback.UPDATE
        return self.answer_with(value, answer, original_id=message.id, message_ids=(message.id,))

    def _post_for(self, value: Interaction, draft: Draft, *, ephemeral: bool, checked: bool = True) -> Message:
        if checked:
            check_parts(draft.content, draft.embeds, draft.components, draft.attachments, flags=draft.flags)
        self._wake(self.state.channel(value.channel_id))
        kind, refers_to = MessageKind.DEFAULT, None
        if value.kind is InteractionKind.COMMAND:
            kind = MessageKind.MESSAGE_COMMAND if "target_id" in value.data else MessageKind.CHAT_COMMAND
        elif value.message_id is not None:
            kind, refers_to = MessageKind.REPLY, (value.channel_id, value.message_id)
        reason = Reason(kind, refers_to, value.id, value.user_id if ephemeral else None)
        return self.compose(self.state.bot_id, value.channel_id, draft, reason)

    def _wake(self, place: Channel) -> None:
        """An answer takes a thread out of the archive, as any message does, unless it is locked too
        (discord/discord-api-docs#5517)."""
        if place.archived and place.locked:
            raise thread_archived()
        if place.archived:
            self.change_channel(replace(place, archived=False, archive_changed_at=self.state.clock()))

    def _require_awake(self, message: Message) -> None:
        if self.state.channel(message.channel_id).archived:
            raise thread_archived()

    # --- everything after it, by the token

    def by_token(self, application_id: str, token: str) -> Interaction:
        """The interaction of a token. Raises 10015 for none that was acknowledged, 50027 when its time is over."""
        found = self.state.interactions.get(self._by_token.get(token, ""))
        if found is None or application_id != self.state.application_id or found.answer is None:
            raise unknown_webhook()
        if self._age(found) > self.token_seconds:
            raise expired_webhook()
        return found

    def follow_up(self, value: Interaction, draft: Draft) -> Message:
        """A further message; the first one after a promise takes the promise's place and stays as visible as that was."""
        promise = self.state.messages.get(value.original_id or "")
        if value.answer is Callback.MESSAGE_LATER and promise is not None and promise.flags & MessageFlag.LOADING:
            return self.change_answer(value, promise.id, change_of(draft))
        message = self._post_for(value, draft, ephemeral=bool(draft.flags & MessageFlag.EPHEMERAL))
        self._keep(replace(value, message_ids=(*value.message_ids, message.id)))
        self.append(message)
        return message

    def answer_message_of(self, value: Interaction, message_id: str) -> Message:
        """A message that the token may change, `@original` among them. Raises 10008 for any other."""
        wanted = value.original_id if message_id == "@original" else message_id
        if wanted is None or wanted not in value.message_ids or wanted not in self.state.messages:
            raise unknown("Message")
        return self.state.messages[wanted]

    def change_answer(self, value: Interaction, message_id: str, change: Change) -> Message:
        """Edit one of the answers; a promise is thereby kept."""
        message = self.answer_message_of(value, message_id)
        self._require_awake(message)
        flags = message.flags if change.flags is None else change.flags
        return self.apply_change(message, replace(change, flags=flags & ~int(MessageFlag.LOADING)))

    def remove_answer(self, value: Interaction, message_id: str) -> None:
        """Delete one of the answers."""
        self.remove(self.answer_message_of(value, message_id))


def change_of(draft: Draft) -> Change:
    """The edit that makes an empty message into the draft."""
    return Change(draft.content, draft.allowed_mentions, draft.flags, draft.embeds, draft.components, draft.attachments)


def seen_interaction(value: Interaction) -> JsonObject:
    """An interaction as watchers see it: `state` is waiting, answered or failed ("The application did not respond");
    `target_id` is the message that a command of a message's menu was used on."""
    return {
        "id": value.id,
        "kind": value.kind.name.lower(),
        "target_id": value.data.get("target_id"),
        "user_id": value.user_id,
        "channel_id": value.channel_id,
        "message_id": value.message_id,
        "name": _shown_name(value.data),
        "state": "failed" if value.failed else "waiting" if value.waiting else "answered",
        "choices": list(value.choices),
        "form": value.form,
    }


def _shown_name(data: JsonObject) -> object:
    """A command with its subcommands ("watchlist add"), else the custom id of what was used."""
    name, options = data.get("name"), data.get("options")
    while isinstance(options, list) and options and options[0]["type"] in NESTED:
        name, options = f"{name} {options[0]['name']}", options[0].get("options")
    return name or data.get("custom_id")
