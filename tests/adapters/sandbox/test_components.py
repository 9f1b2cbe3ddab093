"""Components of messages: what Discord takes, refuses and adds."""

import io
from itertools import count
from typing import Any

import aiohttp
import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.sandbox.discord import ApiError, DiscordServer, World, objects
from adapters.sandbox.discord.components import Kind, read_components, walk
from adapters.sandbox.discord.messages import Draft
from adapters.sandbox.discord.model import Callback, MessageFlag
from tests import openapi
from tests.adapters.sandbox.bot import Heard, serving, settled
from tests.adapters.sandbox.client import Http

V2 = int(MessageFlag.COMPONENTS_V2)
TEXT: dict[str, Any] = {"type": 10, "content": "Rope"}
MEDIA = {"media": {"url": "https://example.org/rope.jpg"}}


def button(custom_id: str, **fields: Any) -> dict[str, Any]:
    """A button."""
    return {"type": 2, "style": 2, "label": "Seen it", "custom_id": custom_id} | fields


def row(*components: dict[str, Any]) -> dict[str, Any]:
    """An action row."""
    return {"type": 1, "components": list(components)}


def menu(options: int = 2, **fields: Any) -> dict[str, Any]:
    """A string select."""
    return {"type": 3, "custom_id": "m", "options": [{"label": "x", "value": str(one)} for one in range(options)]} | fields


def section(*texts: dict[str, Any], accessory: Any = None) -> dict[str, Any]:
    """A section with a picture unless told otherwise."""
    return {"type": 9, "components": list(texts), "accessory": accessory or {"type": 11, **MEDIA, "description": "A poster"}}


class Card(discord.ui.LayoutView):
    """A film as a card, as discord.py builds it."""

    def __init__(self, heading: str) -> None:
        super().__init__(timeout=None)
        poster = discord.ui.Thumbnail("https://example.org/rope.jpg", description="Two men behind a chest")
        gallery = discord.ui.MediaGallery(discord.MediaGalleryItem("https://example.org/still.jpg", description="The room"))
        buttons = discord.ui.ActionRow(
            discord.ui.Button(label="Seen it", custom_id="seen"),
            discord.ui.Button(label="Trailer", url="https://example.org/trailer"),
        )
        self.add_item(discord.ui.TextDisplay("One film:"))
        self.add_item(
            discord.ui.Container(
                discord.ui.Section(f"## {heading}", "One set, 80 minutes.", accessory=poster),
                discord.ui.Separator(),
                gallery,
                buttons,
                accent_colour=0xAA0000,
            )
        )


async def test_a_card_is_sent_clicked_and_changed(server: DiscordServer, world: World, ada: str, club: str) -> None:
    """A v2 message has components alone, each with an id in order of reading; its button works; an edit keeps its format."""

    async def handler(interaction: Heard) -> None:
        assert interaction.message is not None
        assert interaction.message.flags.components_v2
        await interaction.response.edit_message(view=Card("Rope (seen)"))

    async with serving(server, handler) as bot:
        channel = bot.get_channel(int(club))
        assert isinstance(channel, discord.TextChannel)
        sent = await channel.send(view=Card("Rope"))
        stored = world.message(str(sent.id))
        assert (stored.content, stored.flags) == ("", V2)
        assert [one["id"] for one in walk(stored.components)] == list(range(1, 12))
        assert [type(one) for one in sent.components] == [discord.TextDisplay, discord.Container]
        found = await settled(server, world.person_clicks(ada, stored.id, "seen"))
        assert found.answer is Callback.UPDATE
        assert "## Rope (seen)" in str(world.message(stored.id).components)
        with pytest.raises(discord.HTTPException) as refused:
            await sent.edit(content="plain")
        assert refused.value.code == 50035


async def test_the_format_of_a_message_stays(http: Http, world: World, club: str) -> None:
    """Plain can become v2 if its text goes, v2 never becomes plain."""
    messages = f"/channels/{club}/messages"
    plain = (await http("POST", messages, {"content": "x"}))[1]["id"]
    assert (await http("PATCH", f"{messages}/{plain}", {"flags": V2, "components": [TEXT]}))[1]["code"] == 50035
    body = {"flags": V2, "components": [TEXT], "content": None, "embeds": None}
    assert (await http("PATCH", f"{messages}/{plain}", body))[1]["flags"] == V2
    assert (await http("PATCH", f"{messages}/{plain}", {"flags": 0, "content": "x"}))[1]["code"] == 50035
    assert (await http("PATCH", f"{messages}/{plain}", {"components": []}))[1]["code"] == 50006
    assert (await http("PATCH", f"{messages}/{plain}", {"components": [TEXT | {"content": "Jaws"}]}))[0] == 200
    assert world.message(plain).components[0]["content"] == "Jaws"


@pytest.mark.parametrize(
    "components",
    [
        [row()],
        [row(*(button(str(one)) for one in range(6)))],
        [row(button(str(one))) for one in range(6)],
        [row(button("a"), button("a"))],
        [row(button("a"), menu())],
        [row(menu(26))],
        [row(menu(0))],
        [row(menu(2, max_values=3))],
        [row(menu(2, min_values=2, max_values=1))],
        [row({"type": 3, "custom_id": "m", "options": [{"label": "x", "value": "1"}] * 2})],
        [row(button("x" * 101))],
        [row(button(""))],
        [row(button("a", label="x" * 81))],
        [row(button("a", label=None))],
        [row(button("a", style=9))],
        [row(button("a", url="https://example.org"))],
        [row({"type": 2, "style": 5, "label": "x"})],
        [row({"type": 2, "style": 5, "label": "x", "url": "javascript:x"})],
        [row({"type": 2, "style": 5, "label": "x", "url": "https://example.org", "custom_id": "a"})],
        [row(row())],
        [row(button("a") | {"id": 7}) | {"id": 7}],
        [TEXT],
        [{"type": 99}],
        {},
    ],
)
def test_bad_rows_are_refused(components: Any) -> None:
    """Counts, lengths, keys and places of components under a text: each fault is 50035."""
    with pytest.raises(ApiError) as refused:
        read(components, v2=False)
    assert refused.value.code == 50035


@pytest.mark.parametrize(
    "components",
    [
        [TEXT] * 41,
        [{"type": 17, "components": [TEXT] * 40}],
        [TEXT | {"content": "x" * 2001}, {"type": 17, "components": [TEXT | {"content": "x" * 2000}]}],
        [TEXT | {"content": ""}],
        [button("a")],
        [section()],
        [section(TEXT, TEXT, TEXT, TEXT)],
        [section(TEXT, accessory=TEXT)],
        [section(TEXT, accessory={"type": 11, "media": {"url": "rope.jpg"}})],
        [section(TEXT, accessory={"type": 11, "media": {"url": "attachment://none.jpg"}})],
        [section(TEXT, accessory={"type": 11, **MEDIA, "description": "x" * 1025})],
        [{"type": 12, "items": []}],
        [{"type": 12, "items": [MEDIA] * 11}],
        [{"type": 14, "spacing": 3}],
        [{"type": 17, "components": []}],
        [{"type": 17, "components": [TEXT], "accent_color": 1 << 24}],
        [{"type": 17, "components": [{"type": 17, "components": [TEXT]}]}],
    ],
)
def test_bad_cards_are_refused(components: Any) -> None:
    """Counts, lengths and places in a v2 message: each fault is 50035."""
    with pytest.raises(ApiError) as refused:
        read(components, v2=True)
    assert refused.value.code == 50035


def read(components: Any, *, v2: bool) -> tuple[dict[str, object], ...]:
    """Components as the server reads them, with pictures from elsewhere alone."""

    def media(url: str) -> dict[str, object]:
        if url.startswith("attachment:"):
            raise LookupError(url)
        return {"id": "1", "url": url, "proxy_url": url}

    return read_components(components, v2=v2, media=media)


_buttons = st.lists(st.sampled_from(["Seen it", "Watchlist", "🎬"]), min_size=1, max_size=5).map(
    lambda labels: row(*(button("", label=label) for label in labels))
)
_texts = st.text(min_size=1, max_size=60).map(lambda content: {"type": 10, "content": content})
_sections = st.lists(_texts, min_size=1, max_size=3).map(lambda texts: section(*texts))
_parts = st.one_of(
    _texts, _sections, _buttons, st.just({"type": 14}), st.just({"type": 12, "items": [MEDIA]}), st.just(row(menu()))
)
_trees = st.lists(
    st.one_of(_parts, st.lists(_parts, min_size=1, max_size=4).map(lambda inner: {"type": 17, "components": inner})),
    min_size=1,
    max_size=3,
)


@given(_trees)
def test_every_card_within_the_limits_is_taken_whole(tree: list[dict[str, Any]]) -> None:
    """What is stored has the same shape, an id for each component, and is what Discord's own schema calls a message."""
    numbers = count()
    tree = [_copied(one, numbers) for one in tree]
    given_count = sum(1 for _ in walk(tree))
    if given_count > 40:
        with pytest.raises(ApiError):
            read(tree, v2=True)
        return
    stored = read(tree, v2=True)
    kinds = [one["type"] for one in walk(stored)]
    assert kinds == [one["type"] for one in walk(tree)]
    assert [one["id"] for one in walk(stored)] == list(range(1, given_count + 1))
    assert [one.get("content") for one in walk(stored)] == [one.get("content") for one in walk(tree)]
    if openapi.available():
        world = World()
        club = world.channel_named("general").id
        message = world.post(world.bot_id, club, Draft("", flags=V2, components=stored))
        assert openapi.faults_of("MessageResponse", objects.message(world.state, message)) == []


def _copied(component: dict[str, Any], numbers: "count[int]") -> dict[str, Any]:
    """The same component with keys of its own."""
    found = dict(component)
    if found["type"] in (Kind.BUTTON, Kind.SELECT):
        found["custom_id"] = str(next(numbers))
    if "components" in found:
        found["components"] = [_copied(one, numbers) for one in found["components"]]
    if "accessory" in found:
        found["accessory"] = _copied(found["accessory"], numbers)
    return found


async def test_a_mention_in_a_card_pings_only_whom_the_sender_allows(http: Http, world: World, ada: str, club: str) -> None:
    """Text displays mention as a text does."""
    body = {"flags": V2, "components": [{"type": 17, "components": [TEXT | {"content": f"<@{ada}> @everyone"}]}]}
    loud = (await http("POST", f"/channels/{club}/messages", body))[1]["id"]
    quiet = (await http("POST", f"/channels/{club}/messages", body | {"allowed_mentions": {"parse": []}}))[1]["id"]
    assert (world.message(loud).pinged, world.message(quiet).pinged) == ({ada}, frozenset())


async def test_files_are_kept_shown_in_cards_and_given_out(server: DiscordServer, world: World, club: str) -> None:
    """An upload keeps its name, text and bytes; a card can show it; an edit can leave it out; sending needs the permission."""
    async with serving(server) as bot:
        channel = bot.get_channel(int(club))
        assert isinstance(channel, discord.TextChannel)
        sent = await channel.send("two", files=[poster("a.png"), poster("b.png")])
        assert [(one.filename, one.description, one.size) for one in sent.attachments] == [
            ("a.png", "a.png by hand", 4),
            ("b.png", "b.png by hand", 4),
        ]
        assert await sent.attachments[1].read() == b"\x89PNG"
        async with aiohttp.ClientSession() as session, session.get(sent.attachments[1].url) as response:
            assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
        edited = await sent.edit(attachments=sent.attachments[:1])
        assert [one.filename for one in edited.attachments] == ["a.png"]
        view = discord.ui.LayoutView()
        view.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem("attachment://c.png")))
        card = await channel.send(view=view, file=poster("c.png"))
        gallery = card.components[0]
        assert isinstance(gallery, discord.MediaGalleryComponent)
        assert gallery.items[0].media.url == card.attachments[0].url
        world.deny("attach_files", club)
        with pytest.raises(discord.Forbidden) as refused:
            await channel.send(file=poster("d.png"))
        assert refused.value.code == 50013


def poster(name: str) -> discord.File:
    """A small file with its alternative text."""
    return discord.File(io.BytesIO(b"\x89PNG"), name, description=f"{name} by hand")
