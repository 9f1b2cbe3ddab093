"""Settings: environment variables and `.env`. Names are those that users of these services know; ours begin with MATINEE_."""

import os
import sys
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


def default_data_dir() -> Path:
    """The user's data folder, as the platform has it (XDG on Linux, Application Support on macOS)."""
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "matinee"
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "matinee"


def _model_file() -> Path | None:
    """The `litellm.yaml` of the folder that we run in, if there is one."""
    path = Path("litellm.yaml")
    return path if path.is_file() else None


class Settings(BaseSettings):
    """All that can be set. An unset URL means the embedded service, an unset token means that the platform is left out."""

    model_config = SettingsConfigDict(env_file=".env", env_ignore_empty=True, extra="ignore", case_sensitive=False)

    discord_token: SecretStr | None = Field(None, validation_alias="DISCORD_TOKEN")
    discord_api_base: str | None = Field(None, validation_alias="DISCORD_API_BASE")
    discord_gateway_url: str | None = Field(None, validation_alias="DISCORD_GATEWAY_URL")
    slack_bot_token: SecretStr | None = Field(None, validation_alias="SLACK_BOT_TOKEN")
    slack_app_token: SecretStr | None = Field(None, validation_alias="SLACK_APP_TOKEN")
    slack_api_base: str | None = Field(None, validation_alias="SLACK_API_BASE")

    database_url: str | None = Field(None, validation_alias="DATABASE_URL")
    redis_url: str | None = Field(None, validation_alias="REDIS_URL")
    qdrant_url: str | None = Field(None, validation_alias="QDRANT_URL")

    litellm_base_url: str | None = Field(None, validation_alias="LITELLM_BASE_URL")
    litellm_api_key: SecretStr | None = Field(None, validation_alias="LITELLM_API_KEY")
    ollama_api_base: str | None = Field(None, validation_alias="OLLAMA_API_BASE")
    litellm_config: Path | None = Field(default_factory=_model_file, validation_alias="MATINEE_LITELLM_CONFIG")

    tmdb_api_key: SecretStr | None = Field(None, validation_alias="TMDB_API_KEY")
    tmdb_access_token: SecretStr | None = Field(None, validation_alias="TMDB_ACCESS_TOKEN")
    tmdb_api_base: str | None = Field(None, validation_alias="TMDB_API_BASE")

    retrieval_score_threshold: float = Field(0.5, validation_alias="RETRIEVAL_SCORE_THRESHOLD", ge=0, le=1)
    max_reask_count: int = Field(1, validation_alias="MAX_REASK_COUNT", ge=0, le=5)

    data_dir: Path = Field(default_factory=default_data_dir, validation_alias="MATINEE_DATA_DIR")
    health_host: str = Field("127.0.0.1", validation_alias="MATINEE_HEALTH_HOST")
    health_port: int = Field(8077, validation_alias="MATINEE_HEALTH_PORT", ge=0, le=65535)
    sandbox_port: int = Field(8076, validation_alias="MATINEE_SANDBOX_PORT", ge=0, le=65535)
    log: Literal["console", "json"] = Field("console", validation_alias="MATINEE_LOG")

    @field_validator("data_dir", "litellm_config")
    @classmethod
    def _expand(cls, path: Path | None) -> Path | None:
        return path.expanduser().absolute() if path else None
