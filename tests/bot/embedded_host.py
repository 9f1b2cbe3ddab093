"""A process that runs an embedded service, for tests to kill: `python -m tests.bot.embedded_host SERVICE DATA_DIR`.

It starts the service, prints one line of JSON, then obeys lines on stdin: `write TEXT` stores a text, `stop` stops and exits.
Every obeyed line is answered by one line. A ServiceError is printed as `{"error": …}`.
"""

import asyncio
import json
import os
import sys
from pathlib import Path

from bot.embedded import EmbeddedPostgres, EmbeddedValkey, ServiceError

Service = EmbeddedPostgres | EmbeddedValkey
SERVICES: dict[str, type[EmbeddedPostgres] | type[EmbeddedValkey]] = {"valkey": EmbeddedValkey, "postgres": EmbeddedPostgres}


async def write(service: Service, text: str) -> None:
    """Store a text so that it is acknowledged."""
    match service:
        case EmbeddedValkey():
            # By hand: this runs under any Python of our version, and redis-py needs one more package before 3.11.3.
            reader, writer = await asyncio.open_unix_connection(service.socket)
            words = [b"RPUSH", b"texts", text.encode()]
            writer.write(b"*3\r\n" + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in words))
            assert (await reader.readline()).startswith(b":")
            writer.close()
            await writer.wait_closed()
        case EmbeddedPostgres():
            import asyncpg

            connection = await asyncpg.connect(service.dsn)
            await connection.execute("CREATE TABLE IF NOT EXISTS texts (text text)")
            await connection.execute("INSERT INTO texts VALUES ($1)", text)
            await connection.close()


async def read(service: Service) -> list[str]:
    """All texts stored so far."""
    match service:
        case EmbeddedValkey():
            from redis.asyncio import Redis

            async with Redis.from_url(service.url, decode_responses=True) as client:
                return await client.lrange("texts", 0, -1)
        case EmbeddedPostgres():
            import asyncpg

            connection = await asyncpg.connect(service.dsn)
            rows = await connection.fetch("SELECT text FROM texts")
            await connection.close()
            return [row["text"] for row in rows]


async def main(name: str, data_dir: Path) -> None:
    """Run one service until told to stop."""
    try:
        service = await SERVICES[name].start(data_dir, timeout=float(os.environ.get("START_TIMEOUT", "15")))
    except ServiceError as error:
        print(json.dumps({"error": str(error)}), flush=True)
        return
    print(json.dumps({"is_owner": service.is_owner, "pid": service.pid, "home": str(service.folders.home)}), flush=True)
    while line := await asyncio.to_thread(sys.stdin.readline):
        command, _, text = line.strip().partition(" ")
        if command == "stop":
            break
        await write(service, text)
        print("{}", flush=True)
    await service.stop()
    print("{}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
