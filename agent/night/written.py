"""What models write: JSON in which null stands for what is absent, and words that become one harmless line."""

from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator


def _without_defaults(schema: dict[str, Any]) -> None:
    # Providers that hold a model to its schema refuse one that names defaults, and have the model write every field.
    for field in schema.get("properties", {}).values():
        field.pop("default", None)


class Written(BaseModel):
    """Base of all that a model answers in movie nights."""

    model_config = ConfigDict(json_schema_extra=_without_defaults)

    @model_validator(mode="before")
    @classmethod
    def _without_nulls(cls, data: Any) -> Any:
        return {name: value for name, value in data.items() if value is not None} if isinstance(data, dict) else data


def plain(text: str, limit: int) -> str:
    """One line of a model's words, cut at a word where it is too long; nothing in it can address anybody."""
    line = " ".join(text.replace("@", "").split())
    return line if len(line) <= limit else f"{line[: limit - 1].rsplit(' ', 1)[0]}…"
