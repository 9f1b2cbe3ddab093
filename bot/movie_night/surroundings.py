"""What an evening's people and place bring along: lists and taste, the server's house rules, earlier evenings, the hour."""

from datetime import UTC, datetime

from agent.contract import House
from agent.evening import Evening
from bot.local_time import local_time
from bot.movie_night.fairness import LEAN
from bot.movie_night.rules import evening_of
from bot.movie_night.session import Join, Session
from bot.store.night_history import NightHistory
from bot.store.people import PeopleStore
from bot.store.servers import ServerStore
from bot.types import Author, Place

_LIKED = 20  # titles of one person's lists; what they say this evening counts for more than older ones


class Surroundings:
    """Reads what is known before an evening, or a step of it, begins."""

    def __init__(self, people: PeopleStore, servers: ServerStore, history: NightHistory) -> None:
        self._people, self._servers, self._history = people, servers, history

    async def join(self, place: Place, person: Author) -> Join:
        """Somebody comes in. What they like counts only if they let their taste count in all conversations; what they have seen
        or do not want stays away in each."""
        choices = await self._people.choices(place.platform, person.id)
        taste = await self._people.taste(place.platform, person.id, "", everywhere=choices.everywhere)
        liked = taste.liked
        if choices.everywhere:
            listed = await self._people.titles(place.platform, person.id, "watchlist")
            liked = tuple(dict.fromkeys((*liked, *(ref.id for ref in listed))))
        lost = person.id in await self._history.least_pleased(place)
        return Join(person.id, person.name, liked[:_LIKED], taste.hidden, LEAN if lost else 1.0)

    async def evening(self, session: Session, now: float) -> Evening:
        """How the evening stands, for whoever chooses its next step; `now` in seconds since the epoch."""
        place = session.place
        server = await self._servers.choices(place.platform, place.workspace)
        chosen = await self._history.chosen(place)
        here = local_time(server.region, datetime.fromtimestamp(now, UTC))
        return evening_of(
            session,
            House(server.viewer_age, server.language, server.region),
            chosen,
            here.hour if here else None,
            here.weekday() if here else None,
        )
