"""What the sandbox page's Discord look is told: one snapshot, then events, the same for every open page."""

from adapters.sandbox.discord.errors import ApiError, JsonObject
from adapters.sandbox.discord.permissions import BITS, permissions_in
from adapters.sandbox.discord.world import World
from adapters.sandbox.page_faults import TROUBLES
from adapters.sandbox.page_pages import PAGE_QUEUE, Pages, items, objects
from adapters.sandbox.page_troubles import offered

__all__ = ["PAGE_QUEUE", "PageFeed"]


class PageFeed(Pages):
    """Follows the local Discord."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def picture(self) -> JsonObject:
        """Everything a page shows; `channels` holds threads and direct messages too."""
        found = self._world.snapshot()
        people = objects(found["people"])
        return {
            "guild": found["guild"],
            "bot": next(person for person in people if person["id"] == found["bot_id"]),
            "people": people,
            "roles": [{"id": role["id"], "name": role["name"], "bot": "tags" in role} for role in objects(found["roles"])],
            "channels": [self._placed(one) for one in (*objects(found["channels"]), *objects(found["threads"]))],
            "messages": {
                channel: [_with_reactors(one) for one in objects(found_here)]
                for channel, found_here in items(found["messages"])
            },
            "interactions": found["interactions"],
            "faults": offered(TROUBLES),
        }

    def tell_world_event(self, event: JsonObject) -> None:
        """Hand out one event of the world in the page's form."""
        kind, data = event["type"], event["data"]
        if not isinstance(data, dict):
            return
        match kind:
            case "notice":
                self._start_all_over()
            case "reaction_add" | "reaction_remove":
                self._tell_reactions(str(data["channel_id"]), str(data["message_id"]))
            case "wire":
                self._tell_wire(data, self._world.state.clock())
            case "channel_create" | "channel_update" | "thread_create" | "thread_update":
                self._tell(event | {"data": self._placed(data)})
            case "member_add":
                self._tell({"type": "people", "data": self._world.snapshot()["people"]})
            case _:
                self._tell(event)

    def _placed(self, channel: JsonObject) -> JsonObject:
        """A channel or thread with the ids of those who cannot see it."""
        state = self._world.state
        place = state.channels.get(str(channel["id"]))
        if place is None:
            return channel
        people = (one.id for one in state.people.values() if not one.bot)
        return channel | {
            "hidden_from": [one for one in people if not permissions_in(state, one, place) & BITS["VIEW_CHANNEL"]]
        }

    def _tell_reactions(self, channel_id: str, message_id: str) -> None:
        # The whole list instead of the change: told twice, or of a message that changed meanwhile, it is still right.
        try:
            message = self._world.message(message_id)
        except ApiError:
            return
        reactors: list[JsonObject] = [{"emoji": one.emoji, "users": list(one.user_ids)} for one in message.reactions]
        self._tell({"type": "reactions", "data": {"channel_id": channel_id, "message_id": message_id, "reactions": reactors}})


def _with_reactors(message: JsonObject) -> JsonObject:
    reactions = objects(message.get("reactions", []))
    reactors = [
        {"emoji": emoji["name"], "users": one["user_ids"]} for one in reactions if isinstance(emoji := one["emoji"], dict)
    ]
    return {name: value for name, value in message.items() if name != "reactions"} | {"reactors": reactors}
