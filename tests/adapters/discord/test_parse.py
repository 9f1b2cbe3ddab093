"""Discord's payloads become our plain values."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord import parse
from adapters.discord.client import DiscordClient
from bot.types import Author, IncomingMessage, MessageRef, Place, ReactionAdded
from tests.adapters.discord import payloads as p

WE = parse.Us(p.US, p.OUR_ROLE)
IN_CHANNEL = Place("discord", "1", "20")
IN_THREAD = Place("discord", "1", "20", thread="30")
DIRECT = Place("discord", "", "40", is_direct=True)


@pytest.fixture
def client() -> DiscordClient:
    """A client that knows the server."""
    return p.offline_client()


def parsed(client: DiscordClient, payload: p.Payload) -> IncomingMessage | None:
    """What a message payload becomes."""
    message = p.as_message(client, payload)
    return parse.message(message, WE, message.channel)


def must(client: DiscordClient, payload: p.Payload) -> IncomingMessage:
    """The same, where there must be something."""
    found = parsed(client, payload)
    assert found is not None
    return found


async def test_a_mention_in_a_channel(client: DiscordClient) -> None:
    """A message that mentions us comes with our mention taken out, its place, its author and its reference."""
    found = must(client, p.message("<@900> something tense set in one room"))
    assert found == IncomingMessage(
        MessageRef("discord", "20", "5000"), IN_CHANNEL, Author("100", "Ada"), "something tense set in one room", True
    )


@pytest.mark.parametrize("mention", ["<@900>", "<@!900>", "<@&901>"])
@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{} a heist film", "a heist film"),
        ("{}, a heist film", "a heist film"),
        ("hey {} a heist film", "hey a heist film"),
        ("hey {}, a heist film", "hey, a heist film"),
        ("hey {}. A heist film?", "hey. A heist film?"),
        ("a heist film {}", "a heist film"),
        ("a heist film{}", "a heist film"),
        ("first line\n{} second line", "first line\nsecond line"),
        ("first line {}\nsecond line", "first line\nsecond line"),
        ("{}\n- short\n- old", "- short\n- old"),
        ("{0} {0} twice", "twice"),
        ("  {}  ", ""),
        ("{}", ""),
        ("{} 🍿🍿", "🍿🍿"),
    ],
)
def test_our_mention_is_taken_out_wherever_it_stands(mention: str, template: str, text: str) -> None:
    """User mention, its old form and our role all call us, and leave no gap in the text."""
    assert parse.read(template.format(mention), WE, {}) == (text, True)


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("> <@900> a heist film\nI liked that one", "> a heist film\nI liked that one"),
        ("he said:\n>>> <@900> a heist\n<@900> film", "he said:\n>>> a heist\nfilm"),
        ("write `<@900>` to ask", "write `<@900>` to ask"),
        ("```\n<@900> a heist film\n```", "```\n<@900> a heist film\n```"),
        ("``<@&901> ` film``", "``<@&901> ` film``"),
        ("<@901> <@&900>", "<@901> <@&900>"),
        ("@Matinee a film", "@Matinee a film"),
        ("@everyone film night", "@everyone film night"),
    ],
)
def test_other_peoples_words_and_code_do_not_call_us(content: str, text: str) -> None:
    """A mention in a quote or in code, an id of the wrong kind, the bare name and @everyone call nobody."""
    assert parse.read(content, WE, {}) == (text, False)


@pytest.mark.parametrize(
    "content", ["> old question\n<@900> and this?", "`code` <@900>", "<@900>\n>>> quoted", "``` open fence <@900>"]
)
def test_our_own_mention_beside_a_quote_or_code_calls_us(content: str) -> None:
    """What stands outside of quote and code counts; a fence that is never closed is no code."""
    assert parse.read(content, WE, {})[1]


async def test_other_names_are_written_out(client: DiscordClient) -> None:
    """Other people, roles and a server's own emoji read as names: their numbers mean nothing to us."""
    mentions = [p.user(p.MODERATOR, "chloe"), p.user(p.US, "matinee", bot=True)]
    payload = p.message("<@900> for <@101>, <@!101>, <@&50> <:popcorn:77> <@77>", mentions=mentions, mention_roles=["50"])
    assert must(client, payload).text == "for @Chloe, @Chloe, @Moderator :popcorn: <@77>"


@given(st.text(alphabet=st.sampled_from(list("ab <>@!&901`\n*:_,")), max_size=60), st.integers(0, 60))
def test_reading_finds_a_mention_in_any_text(noise: str, at: int) -> None:
    """No text breaks the reader; away from code and quotes our mention is found and does not stay in the text."""
    parse.read(noise, WE, {})
    plain = noise.translate(str.maketrans("`><", "'})"))
    text, called = parse.read(plain[:at] + "<@900>" + plain[at:], WE, {})
    assert called
    assert "<@900>" not in text


@given(st.text(alphabet=st.characters(blacklist_characters="<`"), max_size=200))
def test_text_without_markup_is_kept(content: str) -> None:
    """A text with no mention is only stripped."""
    assert parse.read(content, WE, {}) == (content.strip(), False)


async def test_a_thread_is_a_place_of_its_channel(client: DiscordClient) -> None:
    """A follow-up in a thread needs no mention; the reference is addressed by the thread's own id."""
    found = must(client, p.message("something shorter", channel=p.THREAD))
    assert (found.place, found.ref, found.mentions_us) == (IN_THREAD, MessageRef("discord", "30", "5000"), False)


async def test_a_direct_message(client: DiscordClient) -> None:
    """A direct message has no server, and nobody moderates there."""
    found = must(client, p.direct("a heist film"))
    assert (found.place, found.mentions_us, found.author.may_moderate) == (DIRECT, False, False)


async def test_other_bots_and_webhooks_are_marked(client: DiscordClient) -> None:
    """The application is told that a bot wrote, also where a webhook writes under a person's name."""
    bot = must(client, p.message("<@900> hello", author=p.user(p.OTHER_BOT, "echo", bot=True)))
    webhook = must(client, p.message("<@900> hello", webhook_id="77", member=None))
    assert (bot.author.is_bot, webhook.author.is_bot) == (True, True)


@pytest.mark.parametrize(
    "payload",
    [
        p.message("our own <@900>", author=p.user(p.US, "matinee", bot=True)),
        p.message("", type=p.JOINED),
        p.message("", type=p.THREAD_STARTER, channel=p.THREAD),
        p.message("Heist films", type=18),
        p.message("", channel=p.THREAD, attachments=[{"id": "1", "filename": "a.png", "size": 1, "url": "", "proxy_url": ""}]),
        p.message("", channel=p.THREAD, sticker_items=[{"id": "1", "name": "wave", "format_type": 1}]),
        p.message("   ", channel=p.THREAD),
    ],
    ids=["our own", "somebody joined", "thread starter", "thread created", "picture alone", "sticker alone", "blank"],
)
async def test_what_is_no_question_is_left_out(client: DiscordClient, payload: p.Payload) -> None:
    """Our own messages, Discord's system messages and messages without a word are not handed in."""
    assert parsed(client, payload) is None


async def test_a_mention_without_words_is_handed_in(client: DiscordClient) -> None:
    """Whoever calls us with nothing but a picture, or nothing at all, still gets an answer."""
    found = must(client, p.message("<@900>", attachments=[{"id": "1", "filename": "a", "size": 1, "url": "", "proxy_url": ""}]))
    assert (found.text, found.mentions_us) == ("", True)


def _reply(content: str, *, ping: bool, channel: int = p.CHANNEL) -> p.Payload:
    mentions = [p.user(p.US, "matinee", bot=True)] if ping else []
    return p.message(
        content,
        type=p.REPLY,
        mentions=mentions,
        channel=channel,
        message_reference={"message_id": "4", "channel_id": str(channel)},
    )


@pytest.mark.parametrize(
    ("payload", "mention"),
    [
        (_reply("and a shorter one?", ping=True), True),
        (_reply("and a shorter one?", ping=False), False),
        (_reply("and a shorter one?", ping=True, channel=p.THREAD), False),
        (_reply("<@900> and a shorter one?", ping=True, channel=p.THREAD), True),
        (_reply("> <@900> that\nnice", ping=True), False),
    ],
    ids=["in a channel", "ping switched off", "in a thread", "in a thread with a mention", "a quote's ping"],
)
async def test_a_reply_to_us(client: DiscordClient, payload: p.Payload, *, mention: bool) -> None:
    """A reply that pings us calls us in a channel; in a thread it is a follow-up, which interrupts nothing."""
    assert must(client, payload).mentions_us is mention


@pytest.mark.parametrize(
    ("roles", "channel", "may"),
    [
        ((), p.CHANNEL, False),
        ((p.MODERATOR_ROLE,), p.CHANNEL, True),
        ((p.MODERATOR_ROLE,), p.THREAD, True),
        ((p.THREAD_KEEPER_ROLE,), p.CHANNEL, False),
        ((p.THREAD_KEEPER_ROLE,), p.THREAD, True),
    ],
)
async def test_who_may_moderate(client: DiscordClient, roles: tuple[int, ...], channel: int, *, may: bool) -> None:
    """Manage Messages counts everywhere, Manage Threads in threads alone; for authors and for those who react."""
    found = must(client, p.message("hello", channel=channel, member=p.member(*roles)))
    stopped = parse.reaction(p.as_reaction(client, p.reaction("🛑", roles=roles, channel=channel)), client.get_channel(channel))
    assert stopped is not None
    assert (found.author.may_moderate, stopped.user.may_moderate) == (may, may)


async def test_the_servers_owner_may_moderate(client: DiscordClient) -> None:
    """The owner has every permission without a role."""
    assert must(client, p.message("hello", author=p.user(1000, "owner"))).author.may_moderate


async def test_in_an_unknown_channel_nobody_moderates(client: DiscordClient) -> None:
    """A channel that the client does not know grants nothing, and still has a place."""
    found = must(client, p.message("<@900> hi", channel=77, member=p.member(p.MODERATOR_ROLE)))
    assert (found.place, found.author.may_moderate) == (Place("discord", "1", "77"), False)


@pytest.mark.parametrize(
    ("emoji", "stops"), [("🛑", True), ("⏹️", True), ("⏹", True), ("⛔", True), ("🚫", True), ("👍", False), ("✋", False)]
)
async def test_a_reaction(client: DiscordClient, emoji: str, *, stops: bool) -> None:
    """Each sign that people take for "stop" stops, with or without its variation selector; other emoji mean nothing."""
    found = parse.reaction(p.as_reaction(client, p.reaction(emoji)), client.get_channel(p.CHANNEL))
    expected = ReactionAdded(MessageRef("discord", "20", "5000"), Author("100", "Ada"), "stop")
    assert found == (expected if stops else None)


async def test_a_servers_own_emoji_called_stop_means_nothing(client: DiscordClient) -> None:
    """Only the common signs are known, not emoji that a server names as it likes."""
    payload = p.reaction("x") | {"emoji": {"id": "7", "name": "🛑"}}
    assert parse.reaction(p.as_reaction(client, payload), client.get_channel(p.CHANNEL)) is None


async def test_a_reaction_in_a_direct_message_has_no_member(client: DiscordClient) -> None:
    """In a direct message Discord sends the user's id alone, which then stands for the name."""
    found = parse.reaction(p.as_reaction(client, p.reaction("🛑", guild_id=None, member=None, channel=40)), None)
    assert found == ReactionAdded(MessageRef("discord", "40", "5000"), Author("100", "100"), "stop")


@pytest.mark.parametrize(
    ("payload", "expected"),
    [
        (p.message("", channel=p.THREAD), True),
        (p.message("words", channel=p.THREAD), False),
        (p.message("", channel=p.THREAD, sticker_items=[{"id": "1", "name": "wave", "format_type": 1}]), False),
        (p.message("", channel=p.THREAD, author=p.user(p.OTHER_BOT, "echo", bot=True)), False),
        (p.message("", type=p.JOINED), False),
        (p.direct(""), False),
    ],
    ids=["nothing at all", "words", "sticker", "bot", "system", "direct"],
)
async def test_a_withheld_text_is_recognised(client: DiscordClient, payload: p.Payload, *, expected: bool) -> None:
    """A person's message that holds nothing at all shows that Discord keeps its content from us."""
    assert parse.withheld(p.as_message(client, payload)) is expected


def test_a_stranger_is_no_channel() -> None:
    """Something that is no channel is refused, not guessed at."""
    with pytest.raises(TypeError):
        parse.place(object())
