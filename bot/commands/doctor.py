"""`matinee doctor`: every dependency checked, the mend named for each that is missing."""

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import asdict

from bot.checks import Check
from bot.commands.errors import CommandError
from bot.parts import open_search, open_services
from bot.settings import Settings
from bot.slash.registry import COMMANDS


async def doctor(settings: Settings, *, as_json: bool) -> None:
    """Print all findings; raises CommandError when something that is needed is missing."""
    probes: list[tuple[str, Callable[[Settings], Awaitable[list[Check]]]]] = [
        ("python", _python), ("data folder", _data_folder), ("services", _services), ("encoder", _encoder),
        ("catalogue", _catalogue), ("index", _index), ("model", _model), ("discord", _discord), ("slack", _slack),
    ]  # fmt: skip
    checks: list[Check] = []
    for name, probe in probes:
        try:
            checks += await probe(settings)
        except Exception as error:
            checks.append(Check(name, ok=False, detail=str(error) or type(error).__name__))
    if as_json:
        print(json.dumps({"ok": _all_well(checks), "checks": [asdict(check) for check in checks]}, ensure_ascii=False))
    else:
        for check in checks:
            mark = "✓" if check.ok else ("✗" if check.needed else "–")
            print(f"{mark} {check.name}: {check.detail}" + (f"\n    → {check.mend}" if check.mend else ""))
    if not _all_well(checks):
        raise CommandError("Something that Matinee needs is missing: see the lines marked ✗.")


def _all_well(checks: list[Check]) -> bool:
    return all(check.ok or not check.needed for check in checks)


async def _python(_: Settings) -> list[Check]:
    version = ".".join(map(str, sys.version_info[:3]))
    return [Check("python", ok=(3, 11) <= sys.version_info[:2] < (3, 14), detail=version, mend="")]


async def _data_folder(settings: Settings) -> list[Check]:
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    writable = os.access(settings.data_dir, os.W_OK)
    mend = "" if writable else "Set MATINEE_DATA_DIR to a folder that you may write to."
    return [Check("data folder", writable, str(settings.data_dir), mend)]


async def _services(settings: Settings) -> list[Check]:
    def how(url: str | None) -> str:
        return "answers at its URL" if url else "embedded, starts and answers"

    try:
        async with asyncio.timeout(60), open_services(settings):
            return [
                Check("redis", ok=True, detail=how(settings.redis_url)),
                Check("postgres", ok=True, detail=how(settings.database_url)),
            ]
    except Exception as error:
        return [Check("services", ok=False, detail=str(error), mend="Check REDIS_URL and DATABASE_URL, or unset them.")]


async def _encoder(settings: Settings) -> list[Check]:
    search = await asyncio.to_thread(open_search, settings)
    await search.dense.warm()
    return [Check("encoder", ok=True, detail=search.dense.fingerprint.split("|")[0])]


async def _catalogue(settings: Settings) -> list[Check]:
    from agent.catalogue.generation import Generations

    generation = Generations(settings.data_dir).current()
    if generation is None:
        mend = "`matinee up` reads the starter catalogue at its first start; `matinee ingest` does it now."
        return [Check("catalogue", ok=False, detail="none yet", mend=mend, needed=False)]
    manifest = json.loads(generation.manifest.read_text("utf-8"))
    sources = ", ".join(manifest.get("sources", {}))
    small = "netflix" not in manifest.get("sources", {})
    mend = "For thousands more: `matinee ingest`, or without Kaggle `matinee ingest netflix=PATH imdb=PATH`." if small else ""
    return [Check("catalogue", ok=True, detail=f"{manifest.get('titles', '?')} titles from {sources}", mend=mend)]


async def _index(settings: Settings) -> list[Check]:
    from agent.catalogue.generation import Generations
    from agent.catalogue.parquet import read_titles
    from agent.catalogue.search.shelf import open_index
    from agent.retrieval.types import IndexUnavailable
    from agent.troubles import empty_catalogue

    generation = Generations(settings.data_dir).current()
    if generation is None:
        return []
    search = await asyncio.to_thread(open_search, settings)
    titles = len(await asyncio.to_thread(read_titles, generation.titles))
    if not titles:
        return [_trouble("index", empty_catalogue().mend)]
    try:
        index = await open_index(generation, search.home, search.dense.fingerprint, titles)
    except IndexUnavailable as error:
        return [_trouble("index", str(error))]
    found = await index.count()
    await index.close()
    return [Check("index", ok=True, detail=f"{found} titles, of the encoder in use")]


async def _model(settings: Settings) -> list[Check]:
    from agent.llm import LlmError
    from agent.llm_config import resolve

    choice = await resolve(dict(os.environ), settings.litellm_config)
    if choice.mend:
        return [_trouble("model", choice.mend, needed=False)]
    if choice.llm is None:
        mend = "Start Ollama, or name a provider in litellm.yaml and set its key."
        return [Check("model", ok=False, detail=choice.description, mend=mend, needed=False)]
    try:
        await choice.probe()
    except LlmError as error:
        return [_trouble("model", error.mend or error.message, needed=False)]
    return [Check("model", ok=True, detail=choice.description)]


async def _discord(settings: Settings) -> list[Check]:
    if not settings.discord_token:
        return [_left_out("discord", settings, "To go live set DISCORD_TOKEN (README, “On your server”).")]
    from adapters.discord.checkup import examine

    return await examine(settings.discord_token.get_secret_value(), COMMANDS, api_base=settings.discord_api_base)


async def _slack(settings: Settings) -> list[Check]:
    bot, app = settings.slack_bot_token, settings.slack_app_token
    mend = "To go live set SLACK_BOT_TOKEN and SLACK_APP_TOKEN (README, “In your Slack workspace”)."
    if not bot and not app:
        return [_left_out("slack", settings, mend)]
    if not bot or not app:
        lacking = "SLACK_APP_TOKEN" if bot else "SLACK_BOT_TOKEN"
        return [Check("slack", ok=False, detail=f"{lacking} is not set, so Slack is left out", mend=mend)]
    from adapters.slack.checkup import examine

    return await examine(bot.get_secret_value(), app.get_secret_value(), api_base=settings.slack_api_base)


def _trouble(name: str, mend: str, *, needed: bool = True) -> Check:
    """A trouble in the words of `agent.troubles`: what is wrong, then what puts it right."""
    wrong, _, way = mend.partition(": ")
    return Check(name, ok=False, detail=wrong, mend=way[:1].upper() + way[1:], needed=needed)


def _left_out(platform: str, settings: Settings, mend: str) -> Check:
    alone = not settings.discord_token and not (settings.slack_bot_token and settings.slack_app_token)
    detail = "no token: `matinee up` opens the local sandbox" if alone else "no token: left out"
    return Check(platform, ok=False, detail=detail, mend=mend, needed=False)
