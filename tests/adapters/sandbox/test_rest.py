"""The REST half by plain calls: codes, headers, paging, idempotence, threads."""

import json

import aiohttp
import pytest

from adapters.sandbox.discord import REAL_LIMITS, DiscordServer, World
from adapters.sandbox.discord.faults import Drop, Refuse, ServerError, Slow, TooMany
from tests.adapters.sandbox.client import Http
from tests.adapters.sandbox.conftest import Clock, Start


async def test_the_content_type_of_json_has_no_charset(http: Http) -> None:
    """Content-Type is exactly application/json: with a charset discord.py leaves the body unparsed."""
    status, _, headers = await http("GET", "/users/@me")
    assert (status, headers["Content-Type"]) == (200, "application/json")


async def test_a_wrong_token_and_an_unknown_route(http: Http, server: DiscordServer) -> None:
    """401 and 404 with Discord's bodies."""
    assert (await http("GET", "/users/@me", token="x"))[:2] == (401, {"message": "401: Unauthorized", "code": 0})
    assert (await http("GET", "/nothing/here"))[:2] == (404, {"message": "404: Not Found", "code": 0})
    server.rest.exchanges.clear()  # the judge knows no such route either


async def test_about_the_bot_and_its_server(http: Http, server: DiscordServer, world: World) -> None:
    """The routes that a client reads at its start tell one story."""
    assert (await http("GET", "/gateway/bot"))[1]["url"] == server.gateway_url
    assert (await http("GET", "/gateway"))[1]["url"] == server.gateway_url
    assert (await http("GET", "/oauth2/applications/@me"))[1]["bot"]["id"] == world.bot_id
    guild = world.state.guild_id
    assert (await http("GET", f"/guilds/{guild}"))[1]["owner_id"] == world.person_named("Chloe").id
    assert [one["name"] for one in (await http("GET", f"/guilds/{guild}/channels"))[1]] == ["movie-club", "general"]
    members = (await http("GET", f"/guilds/{guild}/members", limit="2"))[1]
    more = (await http("GET", f"/guilds/{guild}/members", limit="9", after=members[-1]["user"]["id"]))[1]
    assert [one["user"]["username"] for one in members + more] == ["ada", "ben", "chloe", "Matinee"]
    assert (await http("GET", f"/guilds/{guild}/members/1"))[1]["code"] == 10007
    assert (await http("GET", "/guilds/1"))[1]["code"] == 50001


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, 50006),
        ({"content": " \n "}, 50006),
        ({"content": "x" * 2001}, 50035),
        ({"content": 7}, 50035),
        ({"content": "x", "nonce": "n" * 26}, 50035),
        ({"content": "x", "flags": 1 << 15}, 50035),
        ({"content": "x", "embeds": [{"title": "t"}] * 11}, 50035),
        ({"embeds": [{"description": "x" * 4097}]}, 50035),
        ({"embeds": [{"description": "x" * 3001}] * 2}, 50035),
        ({"embeds": [{"fields": [{"name": "x", "value": ""}]}]}, 50035),
        ({"embeds": [{"fields": [{"name": "x", "value": "x"}] * 26}]}, 50035),
        ({"embeds": [{"footer": {"text": "x" * 2049}}]}, 50035),
        ({"content": "x", "enforce_nonce": "yes"}, 50035),
        ({"content": "x", "components": [{"type": 1}]}, 50035),
        ({"content": "x", "message_reference": {"message_id": "1"}}, 50035),
        ({"content": "x", "allowed_mentions": {"parse": ["users"], "users": ["1"]}}, 50035),
        ([], 50035),
    ],
)
async def test_a_bad_message_is_refused(http: Http, world: World, club: str, body: object, code: int) -> None:
    """Each bad form of a message is 400 with its code, and nothing is posted."""
    status, answer, _ = await http("POST", f"/channels/{club}/messages", body)
    assert (status, answer["code"]) == (400, code)
    assert world.messages_in(club) == []


async def test_bodies_that_are_no_json(http: Http, server: DiscordServer, club: str) -> None:
    """Broken JSON and forms are 50109."""
    headers = {"Authorization": f"Bot {server.token}", "Content-Type": "application/json"}
    url = f"{server.api_base}/channels/{club}/messages"
    async with aiohttp.ClientSession() as session:
        async with session.post(url, data=b"{", headers=headers) as response:
            assert (response.status, (await response.json())["code"]) == (400, 50109)
        async with session.post(url, data={"content": "x"}, headers={"Authorization": headers["Authorization"]}) as response:
            assert (response.status, (await response.json())["code"]) == (400, 50109)


async def test_a_text_is_stored_without_white_space_at_its_ends(http: Http, club: str) -> None:
    """As on Discord, what comes back is trimmed."""
    _, answer, _ = await http("POST", f"/channels/{club}/messages", {"content": f" {'x' * 1998}\n"})
    assert answer["content"] == "x" * 1998


async def test_an_enforced_nonce_gives_the_first_message_for_minutes(http: Http, world: World, clock: Clock, club: str) -> None:
    """The same enforced nonce returns the first message until the few minutes are over; an unenforced one posts again."""
    body = {"content": "a", "nonce": "k", "enforce_nonce": True}
    first = (await http("POST", f"/channels/{club}/messages", body))[1]
    again = (await http("POST", f"/channels/{club}/messages", body | {"content": "b"}))[1]
    assert (again["id"], again["content"], again["nonce"]) == (first["id"], "a", "k")
    await http("POST", f"/channels/{club}/messages", body | {"enforce_nonce": False})
    clock.seconds += 301
    later = (await http("POST", f"/channels/{club}/messages", body))[1]
    assert later["id"] != first["id"]
    assert len(world.messages_in(club)) == 3


async def test_a_reply_to_a_deleted_message(http: Http, world: World, ada: str, club: str) -> None:
    """With fail_if_not_exists false it is posted as a plain message, else refused."""
    gone = world.person_posts(ada, club, "x")
    world.person_deletes(gone.id)
    reference = {"message_id": gone.id, "fail_if_not_exists": False}
    status, answer, _ = await http("POST", f"/channels/{club}/messages", {"content": "y", "message_reference": reference})
    assert (status, answer["type"], "message_reference" in answer) == (200, 0, False)


async def test_history_pages(http: Http, world: World, ada: str, club: str) -> None:
    """Newest first; before, after and around cut as on Discord."""
    ids = [world.person_posts(ada, club, str(number)).id for number in range(10)]

    async def texts(**query: str) -> str:
        return "".join(one["content"] for one in (await http("GET", f"/channels/{club}/messages", **query))[1])

    assert await texts() == "9876543210"
    assert await texts(limit="3") == "987"
    assert await texts(limit="2", before=ids[5]) == "43"
    assert await texts(limit="2", after=ids[5]) == "76"
    assert await texts(limit="3", around=ids[5]) == "654"
    assert (await http("GET", f"/channels/{club}/messages", limit="101"))[1]["code"] == 50035
    world.deny("read_message_history", club)
    assert await texts() == ""


@pytest.mark.parametrize(
    ("denied", "method", "path", "code"),
    [
        ("view_channel", "POST", "/channels/{club}/messages", 50001),
        ("view_channel", "GET", "/channels/{club}/messages/{message}", 50001),
        ("view_channel", "GET", "/channels/{club}", 50001),
        ("send_messages", "POST", "/channels/{club}/messages", 50013),
        ("send_messages", "POST", "/channels/{club}/typing", 50013),
        ("create_public_threads", "POST", "/channels/{club}/messages/{message}/threads", 50013),
        ("add_reactions", "PUT", "/channels/{club}/messages/{message}/reactions/👍/@me", 50013),
        ("read_message_history", "PUT", "/channels/{club}/messages/{message}/reactions/👍/@me", 50013),
        ("embed_links", "DELETE", "/channels/{club}/messages/{message}", 50013),
    ],
)
async def test_a_missing_permission_is_403(
    http: Http, world: World, ada: str, club: str, denied: str, method: str, path: str, code: int
) -> None:
    """Each act needs its permission: 50001 when the channel cannot be seen, else 50013."""
    message = world.person_posts(ada, club, "x").id
    world.deny(denied, club)
    body = {"content": "x", "name": "x"} if method == "POST" and not path.endswith("typing") else None
    status, answer, _ = await http(method, path.format(club=club, message=message), body)
    assert (status, answer["code"]) == (403, code)
    assert len(world.messages_in(club)) == 1
    assert world.threads() == []


async def test_an_embed_needs_its_permission(http: Http, world: World, club: str) -> None:
    """Without Embed Links an embed is 50013, and nothing of the message is posted."""
    world.deny("embed_links", club)
    status, answer, _ = await http("POST", f"/channels/{club}/messages", {"content": "x", "embeds": [{"title": "t"}]})
    assert (status, answer["code"], world.messages_in(club)) == (403, 50013, [])


async def test_a_reply_needs_the_history(http: Http, world: World, ada: str, club: str) -> None:
    """Without Read Message History a reply is 160002."""
    message = world.person_posts(ada, club, "x").id
    world.deny("read_message_history", club)
    body = {"content": "x", "message_reference": {"message_id": message}}
    assert (await http("POST", f"/channels/{club}/messages", body))[1]["code"] == 160002


async def test_what_is_not_there(http: Http, world: World, ada: str, club: str) -> None:
    """Unknown channels and messages, also one of another channel, are 404 with their codes."""
    elsewhere = world.person_posts(ada, world.channel_named("general").id, "x").id
    assert (await http("POST", "/channels/1/messages", {"content": "x"}))[1]["code"] == 10003
    assert (await http("PATCH", f"/channels/{club}/messages/{elsewhere}", {"content": "x"}))[:2][1]["code"] == 10008
    assert (await http("GET", f"/channels/{club}/messages/1"))[1]["code"] == 10008
    assert (await http("POST", "/users/@me/channels", {"recipient_id": "1"}))[1]["code"] == 10013
    assert (await http("POST", "/users/@me/channels", {"recipient_id": world.bot_id}))[1]["code"] == 50033


async def test_only_its_own_message_is_edited(http: Http, world: World, ada: str, club: str) -> None:
    """Somebody else's message is 50005; a partial edit leaves the text alone; an emptied one is 50006."""
    other = world.person_posts(ada, club, "x").id
    assert (await http("PATCH", f"/channels/{club}/messages/{other}", {"content": "y"}))[1]["code"] == 50005
    own = (await http("POST", f"/channels/{club}/messages", {"content": "mine"}))[1]["id"]
    edited = (await http("PATCH", f"/channels/{club}/messages/{own}", {"flags": 4}))[1]
    assert (edited["content"], edited["flags"], edited["edited_timestamp"]) == ("mine", 4, None)
    assert (await http("PATCH", f"/channels/{club}/messages/{own}", {"content": ""}))[1]["code"] == 50006
    assert (await http("DELETE", f"/channels/{club}/messages/{own}"))[0] == 204
    assert (await http("PATCH", f"/channels/{club}/messages/{own}", {"content": "z"}))[1]["code"] == 10008


async def test_reactions(http: Http, world: World, ada: str, club: str) -> None:
    """Twice is once; removing none is no error; others' need Manage Messages; words are 10014; 20 kinds at most."""
    message = world.person_posts(ada, club, "x").id
    base = f"/channels/{club}/messages/{message}/reactions"
    for _ in range(2):
        assert (await http("PUT", f"{base}/👀/@me"))[0] == 204
    world.person_reacts(ada, club, message, "👀")
    shown = (await http("GET", f"/channels/{club}/messages/{message}"))[1]["reactions"]
    assert [(one["emoji"]["name"], one["count"], one["me"]) for one in shown] == [("👀", 2, True)]
    assert sorted(one["username"] for one in (await http("GET", f"{base}/👀"))[1]) == ["Matinee", "ada"]
    assert (await http("DELETE", f"{base}/👀/{ada}"))[1]["code"] == 50013
    for _ in range(2):
        assert (await http("DELETE", f"{base}/👀/@me"))[0] == 204
    assert (await http("PUT", f"{base}/nonsense/@me"))[1]["code"] == 10014
    assert (await http("PUT", f"{base}/7/@me"))[1]["code"] == 10014
    for emoji in "🍎🍏🍐🍊🍋🍌🍉🍇🍓🍈🍒🍑🥭🍍🥥🥝🍅🍆🥑":
        world.person_reacts(ada, club, message, emoji)
    assert (await http("PUT", f"{base}/🥦/@me"))[1]["code"] == 30010
    assert (await http("PUT", f"{base}/🥑/@me"))[0] == 204
    world.allow("manage_messages", club)
    assert (await http("DELETE", f"{base}/👀/{ada}"))[0] == 204


@pytest.mark.parametrize("emoji", ["👍", "👍🏽", "⏹️", "⏹", "🇫🇷", "1️⃣", "👩‍🚀", "❤️‍🔥", "🏴󠁧󠁢󠁳󠁣󠁴󠁿"])
async def test_all_kinds_of_emoji(http: Http, world: World, ada: str, club: str, emoji: str) -> None:
    """Skin tones, variation selectors, flags, keycaps and joined emoji are each one emoji."""
    message = world.person_posts(ada, club, "x").id
    assert (await http("PUT", f"/channels/{club}/messages/{message}/reactions/{emoji}/@me"))[0] == 204


async def test_threads(http: Http, world: World, ada: str, club: str) -> None:
    """A thread has its message's id, exists once (160004), not inside another (50024), named by 1 to 100 characters."""
    message = world.person_posts(ada, club, "x").id
    path = f"/channels/{club}/messages/{message}/threads"
    for bad in ({"name": ""}, {"name": "n" * 101}, {"name": "n", "auto_archive_duration": 5}):
        assert (await http("POST", path, bad))[1]["code"] == 50035
    status, thread, _ = await http("POST", path, {"name": "n" * 100, "auto_archive_duration": 60})
    assert (status, thread["id"], thread["owner_id"]) == (201, message, world.bot_id)
    assert (await http("POST", path, {"name": "again"}))[1]["code"] == 160004
    inside = (await http("POST", f"/channels/{message}/messages", {"content": "y"}))[1]["id"]
    assert (await http("POST", f"/channels/{message}/messages/{inside}/threads", {"name": "z"}))[1]["code"] == 50024
    active = (await http("GET", f"/guilds/{world.state.guild_id}/threads/active"))[1]
    assert ([one["id"] for one in active["threads"]], [one["id"] for one in active["members"]]) == ([message], [message])
    starter = (await http("GET", f"/channels/{club}/messages/{message}"))[1]
    assert (starter["thread"]["id"], starter["flags"] & 32) == (message, 32)
    assert (await http("PUT", f"/channels/{message}/thread-members/@me"))[0] == 204


async def test_closed_threads(http: Http, world: World, ada: str, club: str) -> None:
    """An archived thread takes posts (and opens again) but no edits or reactions; a locked one takes nothing from the bot."""
    message = world.person_posts(ada, club, "x").id
    await http("POST", f"/channels/{club}/messages/{message}/threads", {"name": "t"})
    own = (await http("POST", f"/channels/{message}/messages", {"content": "y"}))[1]["id"]
    world.archive_thread(message)
    edit = ("PATCH", f"/channels/{message}/messages/{own}", {"content": "z"})
    react = ("PUT", f"/channels/{message}/messages/{own}/reactions/👀/@me")
    post = ("POST", f"/channels/{message}/messages", {"content": "w"})
    assert [(await http(*one))[1]["code"] for one in (edit, react)] == [50083, 50083]
    assert (await http(*post))[0] == 200
    assert (await http(*edit))[0] == 200
    world.lock_thread(message)
    assert [(await http(*one))[1]["code"] for one in (edit, react, post)] == [50083] * 3
    assert world.person_posts(world.person_named("Chloe").id, message, "moderators may").content == "moderators may"


async def test_the_bot_changes_channels(http: Http, world: World, ada: str, club: str) -> None:
    """It may rename and archive its own thread, not lock it; a channel needs Manage Channels."""
    thread = (await http("POST", f"/channels/{club}/threads", {"name": "t", "type": 11}))[1]["id"]
    assert (await http("PATCH", f"/channels/{thread}", {"name": "u"}))[1]["name"] == "u"
    assert (await http("PATCH", f"/channels/{thread}", {"locked": True}))[1]["code"] == 50013
    assert (await http("PATCH", f"/channels/{thread}", {"archived": True}))[1]["thread_metadata"]["archived"]
    assert (await http("PATCH", f"/channels/{thread}", {"name": "v"}))[1]["code"] == 50083
    assert (await http("PATCH", f"/channels/{club}", {"topic": "films"}))[1]["code"] == 50013
    world.allow("manage_channels", club)
    changed = (await http("PATCH", f"/channels/{club}", {"topic": "films", "rate_limit_per_user": 5}))[1]
    assert (changed["topic"], changed["rate_limit_per_user"]) == ("films", 5)
    assert (await http("POST", f"/channels/{club}/threads", {"name": "t", "type": 12}))[1]["code"] == 50035


async def test_slow_mode(http: Http, world: World, clock: Clock, club: str) -> None:
    """In slow mode the bot's second message is 429 with code 20016 and the seconds left."""
    world.set_slow_mode(club, 10)
    post = ("POST", f"/channels/{club}/messages", {"content": "x"})
    assert (await http(*post))[0] == 200
    clock.seconds += 4
    status, answer, headers = await http(*post)
    assert (status, answer["code"], answer["retry_after"], headers["Via"]) == (429, 20016, 6.0, "1.1 google")
    clock.seconds += 6
    assert (await http(*post))[0] == 200


async def test_limits_answer_with_headers(start: Start, clock: Clock, world: World, club: str) -> None:
    """The bucket's headers count down; the sixth post is 429 with Via and body; another channel has its own bucket."""
    server = await start(limits=REAL_LIMITS, clock=clock)
    async with aiohttp.ClientSession() as session:
        http = Http(session, server)
        post = ("POST", f"/channels/{club}/messages", {"content": "x"})
        left = [(await http(*post))[2]["X-RateLimit-Remaining"] for _ in range(5)]
        assert left == ["4", "3", "2", "1", "0"]
        status, answer, headers = await http(*post)
        assert (status, answer["retry_after"], answer["global"]) == (429, 5.0, False)
        assert (headers["Via"], headers["Retry-After"], headers["X-RateLimit-Scope"]) == ("1.1 google", "5", "user")
        assert float(headers["X-RateLimit-Reset"]) == clock.seconds + 5
        general = world.channel_named("general").id
        assert (await http("POST", f"/channels/{general}/messages", {"content": "x"}))[0] == 200
        clock.seconds += 5
        assert (await http(*post))[0] == 200


async def test_old_edits_and_renames_are_limited_further(start: Start, clock: Clock, world: World, club: str) -> None:
    """The fourth edit of a message older than an hour is 429 with code 30046; the third rename waits up to ten minutes."""
    server = await start(limits=REAL_LIMITS, clock=clock)
    async with aiohttp.ClientSession() as session:
        http = Http(session, server)
        own = (await http("POST", f"/channels/{club}/messages", {"content": "x"}))[1]["id"]
        clock.seconds += 3601
        edits = [await http("PATCH", f"/channels/{club}/messages/{own}", {"content": str(number)}) for number in range(4)]
        assert [status for status, _, _ in edits] == [200, 200, 200, 429]
        assert (edits[3][1]["code"], edits[3][1]["retry_after"]) == (30046, 20.0)
        thread = (await http("POST", f"/channels/{club}/threads", {"name": "t", "type": 11}))[1]["id"]
        renames = [await http("PATCH", f"/channels/{thread}", {"name": str(number)}) for number in range(3)]
        assert [status for status, _, _ in renames] == [200, 200, 429]
        assert (renames[2][1]["retry_after"], renames[2][2]["X-RateLimit-Scope"]) == (600.0, "shared")


async def test_too_many_invalid_requests_are_a_ban(start: Start, clock: Clock) -> None:
    """After 10,000 answers of 401, 403 or 429 in ten minutes every call is Cloudflare's 429, until they are over."""
    server = await start(limits=REAL_LIMITS, clock=clock)
    async with aiohttp.ClientSession() as session:
        http = Http(session, server)
        await http("GET", "/users/@me", token="x")
        for _ in range(9_999):
            server.limiter.count_invalid()
        headers = {"Authorization": f"Bot {server.token}"}
        async with session.get(f"{server.api_base}/users/@me", headers=headers) as response:
            assert (response.status, "Via" in response.headers, response.content_type) == (429, False, "text/plain")
        clock.seconds += 601
        assert (await http("GET", "/users/@me"))[0] == 200


async def test_faults_are_used_up_in_order(http: Http, server: DiscordServer, world: World, club: str) -> None:
    """A fault meets its number of matching calls after those that it skips; clear takes the rest back."""
    planned = server.faults.on("POST", "/messages$", ServerError(502, applied=True), times=2, skip=1)
    post = ("POST", f"/channels/{club}/messages", {"content": "x"})
    assert [(await http(*post))[0] for _ in range(4)] == [200, 502, 502, 200]
    assert (planned.hits, len(world.messages_in(club))) == (2, 4)
    server.faults.on("*", "", TooMany(1.0), times=99)
    assert (await http("GET", "/users/@me"))[0] == 429
    server.faults.clear()
    server.faults.on("GET", "/users", Slow(0.0))
    assert (await http("GET", "/users/@me"))[0] == 200


async def test_refusals_without_a_cause_in_the_world(http: Http, server: DiscordServer, world: World, club: str) -> None:
    """Any code can be answered on purpose; a full server refuses a thread with 160006."""
    server.faults.on("POST", "/threads$", Refuse(403, 40333, "internal network error"))
    path = f"/channels/{club}/threads"
    status, answer, _ = await http("POST", path, {"name": "t", "type": 11})
    assert (status, answer["code"], world.threads()) == (403, 40333, [])
    world.active_thread_limit = 1
    assert (await http("POST", path, {"name": "t", "type": 11}))[0] == 201
    assert (await http("POST", path, {"name": "t", "type": 11}))[1]["code"] == 160006
    world.archive_thread(world.threads()[0].id)
    assert (await http("POST", path, {"name": "t", "type": 11}))[0] == 201


async def test_exchanges_and_wire_tell_each_call(http: Http, server: DiscordServer, world: World, club: str) -> None:
    """Every call is recorded with its bodies, and shown on the wire with a shortened text."""
    stream = world.subscribe()
    await http("POST", f"/channels/{club}/messages", {"content": "x" * 500})
    server.faults.on("POST", "/messages$", Drop(applied=False))
    with pytest.raises(aiohttp.ClientError):
        await http("POST", f"/channels/{club}/messages", {"content": "y"})
    posted, dropped = server.exchanges
    assert (posted.method, posted.path, posted.status, posted.applied) == ("POST", f"/channels/{club}/messages", 200, True)
    assert (dropped.status, dropped.applied, dropped.fault, dropped.request) == (None, False, "Drop", {"content": "y"})
    shown = [await anext(stream) for _ in range(3)]
    first, second, third = json.loads(json.dumps(shown))
    assert [first["type"], second["type"], third["type"]] == ["message_create", "wire", "wire"]
    assert len(second["data"]["text"]) == 120
    assert (second["data"]["status"], third["data"]["status"], third["data"]["fault"]) == (200, None, "Drop")
