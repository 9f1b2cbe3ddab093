"""Discord's errors become ours."""

import json
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from adapters.discord import errors
from bot.errors import ChatError, Forbidden, Gone, RateLimited, TooLong, Unreachable

TOO_LONG = {"_errors": [{"code": "BASE_TYPE_MAX_LENGTH", "message": "Must be 2000 or fewer in length."}]}
EMPTY = {"_errors": [{"code": "BASE_TYPE_REQUIRED", "message": "This field is required"}]}


def answer(status: int, code: int = 0, *, fields: dict[str, Any] | None = None, **headers: str) -> discord.HTTPException:
    """discord.py's exception for an answer."""
    response: Any = SimpleNamespace(status=status, reason="", headers={k.replace("_", "-"): v for k, v in headers.items()})
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(response, {"code": code, "message": "words for people", "errors": fields})


def translation(error: Exception, needs: str = "Send Messages") -> ChatError:
    """What `translated` makes of an exception."""
    with pytest.raises(ChatError) as caught, errors.translated(needs):
        raise error
    assert caught.value.__cause__ is error
    return caught.value


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (answer(500), Unreachable),
        (answer(503), Unreachable),
        (answer(408), Unreachable),
        (aiohttp.ServerDisconnectedError(), Unreachable),
        (aiohttp.ClientPayloadError(), Unreachable),
        (ConnectionResetError(), Unreachable),
        (TimeoutError(), Unreachable),
        (json.JSONDecodeError("no JSON", "<html>", 0), Unreachable),
        (discord.RateLimited(40.0), RateLimited),
        (KeyError("retry_after"), RateLimited),
        (answer(429, 30046), errors.OneKindLimited),
        (answer(429, 20016, Retry_After="9"), errors.OneKindLimited),
        (answer(429, 20016, Retry_After="900"), Forbidden),
        (answer(400, 20016), Forbidden),
        (answer(429, Retry_After="7.5"), RateLimited),
        (answer(429), RateLimited),
        (answer(404, 10003), Gone),
        (answer(404, 10008), Gone),
        (answer(404), Gone),
        (answer(400, 50035, fields={"content": TOO_LONG}), TooLong),
        (answer(400, 50035, fields={"name": TOO_LONG}), TooLong),
        (answer(400, 50035, fields={"content": EMPTY}), Forbidden),
        (answer(400, 50035), Forbidden),
        (answer(400, 50006), Forbidden),
        (answer(401), Forbidden),
        (answer(403, 50001), Forbidden),
        (answer(403, 50013), Forbidden),
        (answer(403, 40333), Forbidden),
        (answer(400, 50083), Forbidden),
        (answer(400, 160006), Forbidden),
        (answer(403), Forbidden),
    ],
)
def test_each_kind_of_failure(error: Exception, kind: type[ChatError]) -> None:
    """Every failure has the one reaction that helps."""
    assert type(translation(error)) is kind


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (discord.RateLimited(40.0), 40.0),
        (answer(429, Retry_After="7.5"), 7.5),
        (answer(429), 60.0),
        (answer(429, Retry_After="?"), 60.0),
    ],
)
def test_a_rate_limit_says_how_long(error: Exception, seconds: float) -> None:
    """The wait comes from Discord; a ban without one gets a minute."""
    found = translation(error)
    assert isinstance(found, RateLimited)
    assert found.retry_after == seconds


@pytest.mark.parametrize(("field", "limit"), [("content", 2000), ("name", 100)])
def test_too_long_says_which_limit(field: str, limit: int) -> None:
    """The limit is that of the field that Discord names."""
    found = translation(answer(400, 50035, fields={field: TOO_LONG}))
    assert isinstance(found, TooLong)
    assert found.limit == limit


def test_a_missing_permission_is_named() -> None:
    """The advice names the permission as Discord's settings do, and who can give it."""
    found = translation(answer(403, 50013), "Create Public Threads")
    assert isinstance(found, Forbidden)
    assert found.permission == "Create Public Threads"
    assert found.advice == "I lack a permission here: an admin can give my role Create Public Threads in this channel."


@pytest.mark.parametrize("code", [*errors._FORBIDDEN, *errors._CLOSED_FOR_GOOD, 50013, 50006])
def test_every_advice_is_one_sentence_with_a_way_out(code: int) -> None:
    """Each advice is one short sentence in plain words, without an error code where we know what it means."""
    advice = (
        errors._CLOSED_FOR_GOOD[code][1]
        if code in errors._CLOSED_FOR_GOOD
        else errors._refusal(answer(403 if code == 50013 else 400, code), "Send Messages")[1]
    )
    assert advice.endswith(".")
    assert advice.count(". ") == 0
    assert 30 < len(advice) <= 200
    assert str(code) not in advice or code == 50006


def test_our_own_errors_and_mistakes_pass_through() -> None:
    """A `ChatError` stays what it is, and a programming error is not dressed up as one."""
    with pytest.raises(Gone), errors.translated():
        raise Gone
    for mistake in (ValueError(), KeyError("author")):
        with pytest.raises(type(mistake)), errors.translated():
            raise mistake


@pytest.mark.parametrize(
    ("wait", "words"), [("90", "another 2 minutes"), ("61", "another minute"), ("21600", "another 6 hours"), ("0", "here:")]
)
def test_slow_mode_says_how_long(wait: str, words: str) -> None:
    """The wait is told in the unit that people would use, and left out where Discord does not say it."""
    found = translation(answer(429, 20016, Retry_After=wait))
    assert isinstance(found, Forbidden)
    assert words in found.advice
    assert "Bypass Slow Mode" in found.advice


def closed(code: int) -> discord.ConnectionClosed:
    """A gateway connection that was closed with a code."""
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=None)


@pytest.mark.parametrize(
    ("error", "about"),
    [
        (discord.LoginFailure("Improper token has been passed."), "DISCORD_TOKEN"),
        (discord.PrivilegedIntentsRequired(None), "Message Content Intent"),
        (closed(4004), "DISCORD_TOKEN"),
        (closed(4011), "shards"),
        (closed(4013), "upgrade"),
        (closed(4014), "Message Content Intent"),
    ],
)
def test_a_refusal_for_good_says_what_to_do(error: Exception, about: str) -> None:
    """What no new attempt can mend ends in one sentence for whoever runs the bot."""
    found = errors.refused_for_good(error)
    assert found is not None
    assert about in found.advice


@pytest.mark.parametrize("error", [KeyError("author"), closed(4000), aiohttp.ClientError(), answer(503)])
def test_everything_else_is_worth_another_attempt(error: Exception) -> None:
    """A poison event, a lost connection or an outage is no refusal."""
    assert errors.refused_for_good(error) is None
