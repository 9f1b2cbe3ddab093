"""A handful of titles by name."""

from agent.contract import TitleRef


class FakeTitles:
    """A `TitleNames` that finds titles which contain what is typed."""

    def __init__(self, *refs: TitleRef) -> None:
        self._refs = refs

    async def suggest(self, typed: str, limit: int) -> list[TitleRef]:
        """In the order given."""
        return [ref for ref in self._refs if typed.casefold() in f"{ref.title} ({ref.year})".casefold()][:limit]

    async def get(self, title_id: str) -> TitleRef | None:
        """By id."""
        return next((ref for ref in self._refs if ref.id == title_id), None)
