"""Titles by name, where there is no catalogue to look them up in."""

from agent.contract import TitleRef


class NoTitles:
    """`TitleNames` that knows none."""

    async def suggest(self, typed: str, limit: int) -> list[TitleRef]:
        """Nothing."""
        return []

    async def get(self, title_id: str) -> TitleRef | None:
        """Nothing."""
        return None
