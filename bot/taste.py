"""What a run is told besides its question: the asker's taste, and what the place asks of every answer."""

from agent.contract import House, Taste
from bot.store.people import PeopleStore
from bot.store.servers import ServerStore
from bot.types import Author, Place, Turn


class Preferences:
    """Reads choices and opinions for turns."""

    def __init__(self, people: PeopleStore, servers: ServerStore) -> None:
        self._people, self._servers = people, servers

    async def for_turn(self, turn: Turn) -> tuple[Taste, House]:
        """The asker's taste in this conversation, or in all of them if they chose so, and the server's house rules.

        A person's own region stands above the server's.
        """
        platform, person = turn.place.platform, turn.asker.id
        own = await self._people.choices(platform, person)
        server = await self._servers.choices(platform, turn.place.workspace)
        taste = await self._people.taste(platform, person, turn.conversation_id, everywhere=own.everywhere)
        return taste, House(server.viewer_age, server.language, own.region or server.region)

    async def wants_notice(self, place: Place, person: Author) -> bool:
        """Whether the person wants to be told that an answer which took long is ready."""
        return (await self._people.choices(place.platform, person.id)).notices
