"""Puts together what knows people and servers: their choices, their limits, and what their clicks and commands do."""

from collections.abc import Mapping
from dataclasses import dataclass

import asyncpg

from bot.interactions import Interactions
from bot.launcher import Launcher
from bot.limits import Limits
from bot.movie_night.evenings import Evenings
from bot.ports import ChatPort, TitleNames
from bot.questions import Questions
from bot.slash.context import Context
from bot.store.conversations import ConversationStore
from bot.store.feedback import FeedbackStore
from bot.store.inbox import InboxStore
from bot.store.people import PeopleStore
from bot.store.privacy import PrivacyStore
from bot.store.servers import ServerStore
from bot.store.usage import UsageStore
from bot.taste import Preferences
from bot.turns import Turns
from bot.types import Platform


@dataclass(frozen=True, slots=True)
class People:
    """What turns ask before they begin, over one database."""

    people: PeopleStore
    servers: ServerStore
    privacy: PrivacyStore
    limits: Limits
    preferences: Preferences

    @classmethod
    def over(cls, pool: asyncpg.Pool, chats: Mapping[Platform, ChatPort]) -> "People":
        """Nothing is read yet."""
        people, servers = PeopleStore(pool), ServerStore(pool)
        limits = Limits(servers, UsageStore(pool), chats)
        return cls(people, servers, PrivacyStore(pool), limits, Preferences(people, servers))


def interactions(
    pool: asyncpg.Pool,
    chats: Mapping[Platform, ChatPort],
    *,
    known: People,
    turns: Turns,
    conversations: ConversationStore,
    claims: InboxStore,
    launcher: Launcher,
    titles: TitleNames,
    evenings: Evenings,
) -> Interactions:
    """The entrance for clicks, forms and commands."""
    return Interactions(
        Context(
            chats=chats,
            turns=turns,
            questions=Questions(chats, turns, claims, conversations, known.limits),
            conversations=conversations,
            people=known.people,
            servers=known.servers,
            feedback=FeedbackStore(pool),
            privacy=known.privacy,
            titles=titles,
            evenings=evenings,
            forget_runs=launcher.forget,
        )
    )
