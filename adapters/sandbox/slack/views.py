"""Modals and App Homes (https://docs.slack.dev/surfaces/modals, https://docs.slack.dev/surfaces/app-home)."""

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from adapters.sandbox.slack import objects
from adapters.sandbox.slack.block_elements import as_object, optional, text_object, wrong
from adapters.sandbox.slack.blocks import Surface, checked, usable
from adapters.sandbox.slack.errors import ApiError, Refusal, explained
from adapters.sandbox.slack.interactions import InteractionLedger
from adapters.sandbox.slack.model import Acting, Interaction, View
from adapters.sandbox.slack.view_values import initial_values, value_of
from adapters.sandbox.wire import JsonObject

DEEPEST = 3
"""Views on top of each other."""

Answers: TypeAlias = Mapping[str, str | Sequence[str]]
"""What somebody fills in, by action id: texts, an option's value, or several."""


class ViewLedger(InteractionLedger):
    """Acts on views."""

    # --- by the app

    def open_view(self, trigger_id: str, raw: object) -> View:
        """Open a modal over what the person sees. Raises what triggers and views raise."""
        body = checked_view(raw, ("modal",), self.state.limits.view_text)
        trigger = self.use_trigger(trigger_id)
        return self._new(trigger.user_id, body)

    def push_view(self, trigger_id: str, raw: object) -> View:
        """Open a modal on top of the one that the trigger came from. Raises push_limit_reached, not_found besides."""
        body = checked_view(raw, ("modal",), self.state.limits.view_text)
        trigger = self.use_trigger(trigger_id)
        below = self.state.views.get(trigger.view_id or "")
        if below is None or not below.open:
            raise ApiError("not_found")
        return self._push(below, body)

    def _push(self, below: View, body: JsonObject) -> View:
        depth, one = 1, below
        while one.previous_id is not None:
            depth, one = depth + 1, self.state.views[one.previous_id]
        if depth >= DEEPEST:
            raise ApiError("push_limit_reached")
        return self._new(below.user_id, body, below=below)

    def update_view(self, view_id: str | None, external_id: str | None, raw: object, known_hash: str | None) -> View:
        """Put another body into a view. Raises not_found, hash_conflict."""
        found = next(
            (
                one
                for one in self.state.views.values()
                if one.open and (one.id == view_id or (external_id and one.body.get("external_id") == external_id))
            ),
            None,
        )
        if found is None:
            raise ApiError("not_found")
        if known_hash is not None and known_hash != found.hash:
            raise ApiError("hash_conflict")
        return self._replace(found, checked_view(raw, (str(found.body["type"]),), self.state.limits.view_text))

    def publish_home(self, user_id: str, raw: object, known_hash: str | None) -> View:
        """Show somebody's App Home. Raises user_not_found, not_enabled, hash_conflict."""
        self.state.person(user_id)
        body = checked_view(raw, ("home",), self.state.limits.view_text)
        if not self.state.app.home_tab:
            raise ApiError("not_enabled")
        old = self.state.views.get(self.state.homes.get(user_id, ""))
        if old is None:
            made = self._new(user_id, body)
            self.state.homes[user_id] = made.id
            return made
        if known_hash is not None and known_hash != old.hash:
            raise ApiError("hash_conflict")
        return self._replace(old, body)

    def _new(self, user_id: str, body: JsonObject, *, below: View | None = None) -> View:
        external = body.get("external_id")
        if external and any(one.open and one.body.get("external_id") == external for one in self.state.views.values()):
            raise ApiError("duplicate_external_id")
        view_id = self.state.new_id("V")
        made = View(view_id, user_id, body, self._hash(), below.root_id if below else view_id, below.id if below else None)
        return self._put(made)

    def _replace(self, old: View, body: JsonObject) -> View:
        return self._put(replace(old, body=body, hash=self._hash()))

    def _put(self, view: View) -> View:
        self.state.views[view.id] = view
        seen: JsonObject = {"user": view.user_id, "open": view.open, "view": objects.view(self.state, view)}
        self.feed.publish("view", seen)
        return view

    def _hash(self) -> str:
        return f"{int(self.state.clock())}.{secrets.token_urlsafe(6)}"

    # --- by people

    def view_of(self, user_id: str) -> View | None:
        """The modal that somebody sees: the topmost that is open."""
        own = [one for one in self.state.views.values() if one.user_id == user_id and one.open]
        return next((one for one in reversed(own) if one.body["type"] == "modal"), None)

    def home_of(self, user_id: str) -> View | None:
        """Somebody's App Home, if the app published one."""
        return self.state.views.get(self.state.homes.get(user_id, ""))

    def seen_view(self, user_id: str, view_id: str) -> View:
        """A view that somebody has before them. Raises Refusal for another."""
        found = self.state.views.get(view_id)
        if found is None or found.user_id != user_id or not found.open:
            raise Refusal("This window is not open.")
        return found

    def person_submits(self, user_id: str, view_id: str, answers: Answers | None = None) -> Interaction:
        """Somebody fills in a modal and sends it; fields that are left out keep their first value. Raises Refusal."""
        found = self.seen_view(user_id, view_id)
        if found.body.get("submit") is None:
            raise Refusal("This window has no button to send it.")
        values = filled(found, answers or {})
        payload = self.common(self.state.person(user_id)) | {
            "type": Acting.FORM.value,
            "trigger_id": self.trigger(user_id, view_id=view_id),
            "view": objects.view(self.state, found, values),
            "response_urls": [],
        }
        return self.begin(Acting.FORM, user_id, payload)

    def person_closes(self, user_id: str, view_id: str) -> Interaction | None:
        """Somebody closes a modal; the app is told if it asked for that."""
        found = self.seen_view(user_id, view_id)
        self._put(replace(found, open=False))
        if not found.body.get("notify_on_close"):
            return None
        payload = self.common(self.state.person(user_id)) | {
            "type": Acting.FORM_CLOSED.value,
            "view": objects.view(self.state, found),
            "is_cleared": False,
        }
        return self.begin(Acting.FORM_CLOSED, user_id, payload)

    def _apply(self, found: Interaction, answer: JsonObject) -> None:
        if found.acting is not Acting.FORM:
            super()._apply(found, answer)
            return
        sent = found.payload["view"]
        view = self.state.views[str(sent["id"])] if isinstance(sent, dict) else None
        if view is None or not view.open:
            return
        match answer.get("response_action"):
            case "errors":  # the person sees them beside the fields
                return
            case "update":
                self._replace(view, checked_view(answer.get("view"), ("modal",), self.state.limits.view_text))
            case "push":
                self._push(view, checked_view(answer.get("view"), ("modal",), self.state.limits.view_text))
            case "clear":
                for one in [one for one in self.state.views.values() if one.root_id == view.root_id and one.open]:
                    self._put(replace(one, open=False))
            case _:
                self._put(replace(view, open=False))


def checked_view(raw: object, kinds: tuple[str, ...], most: int) -> JsonObject:
    """A view's body as Slack keeps it. Raises invalid_arguments, view_too_large, and what blocks raise."""
    if not isinstance(raw, dict) or raw.get("type") not in kinds:
        raise explained("invalid_arguments", [f"must be one of {', '.join(kinds)} [json-pointer:/view/type]"])
    if len(json.dumps(raw)) > most:
        raise ApiError("view_too_large")
    for name, limit in (("private_metadata", 3000), ("callback_id", 255), ("external_id", 255)):
        optional("/view", raw, name, limit)
    blocks = checked(raw.get("blocks"), Surface.VIEW, pointer="/view/blocks")
    if raw["type"] == "modal":
        for name in ("title", "submit", "close"):
            if raw.get(name) is not None or name == "title":
                text_object(f"/view/{name}", as_object(f"/view/{name}", raw.get(name)), 24, plain=True)
        if raw.get("submit") is None and any(one["type"] == "input" for one in blocks):
            raise wrong("/view", "missing required field: submit")
    return {**raw, "blocks": list(blocks)}


def filled(view: View, answers: Answers) -> JsonObject:
    """The values of a view with somebody's answers. Raises Refusal for what its client would not take."""
    blocks = view.body["blocks"]
    elements = usable(blocks if isinstance(blocks, list) else [])
    unknown = set(answers) - {str(element["action_id"]) for _, element in elements}
    if unknown:
        raise Refusal(f"This window has no field {', '.join(sorted(unknown))}.")
    values = initial_values(elements)
    for block, element in elements:
        name = str(element["action_id"])
        place = values.get(str(block["block_id"]))
        if name in answers and isinstance(place, dict):
            place[name] = value_of(element, answers[name])
        if block["type"] == "input" and not block.get("optional") and isinstance(place, dict) and _is_empty(place.get(name)):
            raise Refusal("A field that is needed is empty.")
    return values


def _is_empty(value: object) -> bool:
    if not isinstance(value, dict):
        return True
    return not any(found for name, found in value.items() if name != "type")
