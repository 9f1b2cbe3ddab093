"""What the sandbox page's Slack look is told: Slack's own objects, with what only the page needs to know beside them."""

from adapters.sandbox.page_pages import Pages, objects
from adapters.sandbox.page_troubles import offered
from adapters.sandbox.slack.errors import ApiError
from adapters.sandbox.slack.model import ChannelKind
from adapters.sandbox.slack.world import World
from adapters.sandbox.slack_page_faults import TROUBLES
from adapters.sandbox.wire import JsonObject


class SlackPageFeed(Pages):
    """Follows the local Slack."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def picture(self) -> JsonObject:
        """The world's snapshot; channels with `hidden_from`, interactions with what was used, threads' titles."""
        found = self._world.snapshot()
        titles = self._world.state.titles.items()
        return found | {
            "channels": [self._placed(one) for one in objects(found["channels"])],
            "interactions": [self._with_use(one) for one in objects(found["interactions"])],
            "titles": [{"channel": channel, "thread_ts": ts, "title": title} for (channel, ts), title in titles],
            "faults": offered(TROUBLES),
        }

    def tell_world_event(self, event: JsonObject) -> None:
        """Hand out one event; of a reaction the whole list, so that it may come twice."""
        kind, data = event["type"], event["data"]
        if not isinstance(data, dict):
            return
        match kind:
            case "notice":
                self._start_all_over()
            case "wire":
                self._tell_wire(data, self._world.state.clock())
            case "reaction_added" | "reaction_removed":
                self._tell_reactions(data["item"])
            case "channel_created" | "channel_changed":
                self._tell(event | {"data": self._placed(data)})
            case "interaction":
                self._tell(event | {"data": self._with_use(data)})
            case _:
                self._tell(event)

    def _placed(self, channel: JsonObject) -> JsonObject:
        """A channel with the ids of those who cannot see it."""
        state = self._world.state
        place = state.channels.get(str(channel["id"]))
        if place is None or place.kind is ChannelKind.PUBLIC:
            return channel | {"hidden_from": []}
        return channel | {"hidden_from": [one for one in state.people if one not in place.member_ids]}

    def _with_use(self, interaction: JsonObject) -> JsonObject:
        """An interaction with where it began and the name of what was used."""
        try:
            found = self._world.interaction(str(interaction["id"]))
        except LookupError:
            return interaction
        return interaction | {"at": found.at} | _use(found.payload)

    def _tell_reactions(self, item: object) -> None:
        if not isinstance(item, dict):
            return
        try:
            message = self._world.message(str(item["channel"]), str(item["ts"]))
        except ApiError:
            return
        reactions = [{"name": one.name, "users": list(one.user_ids)} for one in message.reactions]
        self._tell({"type": "reactions", "data": {"channel": message.channel_id, "ts": message.ts, "reactions": reactions}})


def _use(payload: JsonObject) -> JsonObject:
    container, actions, command = payload.get("container"), payload.get("actions"), payload.get("command")
    if command:
        return {"name": f"{command} {payload['text']}".strip(), "channel": payload["channel_id"]}
    where: JsonObject = {}
    if isinstance(container, dict):
        where = {"channel": container.get("channel_id"), "ts": container.get("message_ts"), "view_id": container.get("view_id")}
    if isinstance(actions, list) and actions:
        where |= {"name": f"{actions[0]['block_id']} {actions[0]['action_id']}"}
    return where
