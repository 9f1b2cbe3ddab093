"""What a model decides about a question for films: the way, the filters, and a tool with its arguments."""

from pydantic import ValidationError, ValidatorFunctionWrapHandler, field_validator

from agent.catalogue.tools.model_calls import FilmTool
from agent.domain import Route


class FilmRoute(Route):
    """The route with the filters of films and series. Everything but the decision may be absent."""

    year_from: int | None = None
    year_to: int | None = None
    runtime_min: int | None = None
    runtime_max: int | None = None
    seasons_max: int | None = None
    viewer_age: int | None = None
    rating_min: float | None = None
    genres: list[str] | None = None
    without_genres: list[str] | None = None
    people: list[str] | None = None
    without_people: list[str] | None = None
    countries: list[str] | None = None
    without_countries: list[str] | None = None
    tool: FilmTool | None = None

    @field_validator("decision", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.strip().upper() if isinstance(value, str) else value

    @field_validator("tool", mode="wrap")
    @classmethod
    def _readable(cls, value: object, read: ValidatorFunctionWrapHandler) -> object:
        """A tool that cannot be read is left to the rules; the rest of the route holds."""
        try:
            return read(value)
        except ValidationError:
            return None
