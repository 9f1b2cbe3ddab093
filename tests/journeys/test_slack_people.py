"""Commands, cards, private answers and App Home on Slack, over real sockets; the worker is scripted."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from redis.asyncio import Redis

from adapters.sandbox.slack.faults import Refuse
from adapters.sandbox.slack.model import Acting, File, Message
from adapters.slack.home import PROMPTS, SECTIONS
from bot.slash.registry import COMMANDS
from tests.bot.core import FakeWorker
from tests.bot.people import HEAT, LOCKE, ROPE, cards_of
from tests.fakes.titles import FakeTitles
from tests.journeys.slack_stage import SlackStage, body, slack_bot, slack_sandbox
from tests.journeys.stage import until

TITLES = FakeTitles(HEAT, ROPE, LOCKE)


@asynccontextmanager
async def club(database: str, redis: Redis) -> AsyncIterator[tuple[SlackStage, FakeWorker]]:
    """A workspace with the bot in it."""
    async with slack_sandbox() as stage, slack_bot(stage, database, redis, TITLES):
        yield stage, FakeWorker(redis)


def elements(message: Message | dict[str, Any]) -> list[dict[str, Any]]:
    """All that can be used in a message or a view."""
    blocks: Any = message.blocks if isinstance(message, Message) else message["blocks"]
    found = [each for block in blocks for each in block.get("elements", [])]
    return [each for each in [*found, *(block.get("accessory", {}) for block in blocks)] if "action_id" in each]


def button(message: Message | dict[str, Any], label: str) -> str:
    """The action of the first button with a label."""
    return str(next(each["action_id"] for each in elements(message) if each.get("text", {}).get("text") == label))


def private(stage: SlackStage, person: str, channel: str) -> list[Message]:
    """What one person alone sees in a channel and its threads, oldest first."""
    return [each for each in stage.world.state.messages_of(channel) if each.visible_to == stage.id_of(person)]


async def told(stage: SlackStage, person: str, channel: str, use: str) -> str:
    """What somebody is told, with its blocks, when they use a command."""
    before = len(private(stage, person, channel))
    stage.world.person_uses_command(stage.id_of(person), channel, "/matinee", use)
    await until(lambda: len(private(stage, person, channel)) > before)
    last = private(stage, person, channel)[-1]
    return f"{body(last)} {last.blocks}"


async def answered(stage: SlackStage, worker: FakeWorker) -> tuple[Message, Message]:
    """A question that was answered with two titles, and the message with their cards."""
    question = stage.say("Ada", "something tense")
    request = await worker.request()
    await worker.answer(request.run_id, "Two for tonight.", titles=(HEAT, ROPE), cards=cards_of((HEAT, ROPE)))
    await until(lambda: stage.cards(question))
    return question, stage.cards(question)[0]


async def test_cards_have_pictures_with_words_and_buttons_that_act_for_who_clicks(database: str, redis: Redis) -> None:
    """What a click does is told to that person alone, in the thread, with a way back."""
    async with club(database, redis) as (stage, worker):
        question, cards = await answered(stage, worker)
        assert all(each["accessory"]["alt_text"] for each in cards.blocks if each.get("accessory"))
        stage.world.person_clicks(stage.id_of("Ben"), cards.channel_id, cards.ts, button(cards, "Watchlist"))
        await until(lambda: private(stage, "Ben", cards.channel_id))
        [told] = private(stage, "Ben", cards.channel_id)
        assert "is on your watchlist" in body(told)
        assert question.ts == told.thread_ts
        stage.world.person_clicks(stage.id_of("Ben"), told.channel_id, told.ts, button(told, "Take it off"))
        await until(lambda: "is off your watchlist" in body(private(stage, "Ben", cards.channel_id)[-1]))
        assert 1 == len(private(stage, "Ben", cards.channel_id))


async def test_a_verdict_opens_a_form_whose_comment_is_kept(database: str, redis: Redis) -> None:
    """By Slack's own feedback buttons."""
    async with club(database, redis) as (stage, worker):
        question, cards = await answered(stage, worker)
        verdicts = next(each for each in elements(cards) if each["type"] == "feedback_buttons")
        ada = stage.id_of("Ada")
        stage.world.person_clicks(ada, cards.channel_id, cards.ts, verdicts["action_id"], verdicts["negative_button"]["value"])
        await until(lambda: [view for view in stage.world.state.views.values() if view.open])
        [view] = [view for view in stage.world.state.views.values() if view.open]
        stage.world.person_submits(ada, view.id, {"comment": "too loud"})
        await until(lambda: any("Thank you" in text for text in stage.told("Ada", question)))


async def test_a_command_asks_in_the_channel_and_says_where_the_answer_comes(database: str, redis: Redis) -> None:
    """Everybody sees the question; the answer comes in its thread."""
    async with club(database, redis) as (stage, worker):
        club_id = stage.world.channel_named("movie-club").id
        stage.world.person_uses_command(stage.id_of("Ada"), club_id, "/matinee", "recommend a heist film")
        request = await worker.request()
        assert "a heist film" == request.question
        await until(lambda: any("I am on it" in body(each) for each in private(stage, "Ada", club_id)))
        posted = next(each for each in stage.world.messages_in(club_id) if each.author_id == stage.world.bot_id)
        assert "**Ada** asks: a heist film" == body(posted)
        await worker.answer(request.run_id, "One for tonight.")
        await until(lambda: any("One for tonight." in body(each) for each in stage.answers(posted)))


async def test_unknown_words_get_help_in_the_words_of_this_platform(database: str, redis: Redis) -> None:
    """Also in a channel that the bot is not in."""
    async with club(database, redis) as (stage, _):
        general = stage.world.channel_named("general").id
        stage.world.person_uses_command(stage.id_of("Ada"), general, "/matinee", "what is this")
        await until(lambda: private(stage, "Ada", general))
        assert "by /matinee recommend" in body(private(stage, "Ada", general)[0])


async def test_nothing_that_people_read_here_speaks_of_another_platform(database: str, redis: Redis) -> None:
    """Every command, by an admin, by others and in a direct message: no server, no moderator; all of it in Slack's terms."""
    commands = [each.name for each in COMMANDS if not each.on_message and each.name.split()[0] not in {"recommend", "similar"}]
    uses = [*commands, "settings limits", "settings limits workspace questions:0", "settings age 12", "preferences Hungary"]
    async with club(database, redis) as (stage, _):
        club_id, direct = stage.world.channel_named("movie-club").id, stage.world.open_direct(stage.id_of("Ada")).id
        everywhere = (("Chloe", club_id), ("Ben", club_id), ("Ada", direct))
        said = [await told(stage, person, place, use) for person, place in everywhere for use in uses]
    named = re.compile(r"(?<!settings )\b(discord|servers?|moderators?|guild)\b", re.IGNORECASE)
    assert [] == [each for each in said if named.search(re.sub(r"'(action_id|block_id|value)': '[^']*'", "", each))]
    assert any("Only admins of this workspace" in each for each in said)
    assert any("Settings belong to a workspace" in each for each in said)
    assert any("The whole workspace has 0" in each or "The whole workspace has any number" in each for each in said)


async def test_a_command_in_a_direct_message_is_answered_in_its_thread(database: str, redis: Redis) -> None:
    """Where a follow-up goes on."""
    async with club(database, redis) as (stage, worker):
        direct = stage.world.open_direct(stage.id_of("Ada")).id
        stage.world.person_uses_command(stage.id_of("Ada"), direct, "/matinee", "similar heat")
        request = await worker.request()
        await worker.answer(request.run_id, "One for tonight.")
        posted = next(each for each in stage.world.messages_in(direct) if "asks" in body(each))
        await until(lambda: any("One for tonight." in body(each) for each in stage.answers(posted)))
        stage.write("Ada", "shorter", thread=posted)
        second = await worker.request(1)
        assert request.conversation_id == second.conversation_id


async def test_a_command_that_lacks_its_title_lets_one_choose(database: str, redis: Redis) -> None:
    """From a menu that suggests while one types."""
    async with club(database, redis) as (stage, worker):
        club_id = stage.world.channel_named("movie-club").id
        stage.world.person_uses_command(stage.id_of("Ada"), club_id, "/matinee", "similar")
        await until(lambda: private(stage, "Ada", club_id))
        [told] = private(stage, "Ada", club_id)
        [menu] = elements(told)
        assert "external_select" == menu["type"]
        stage.world.person_selects(stage.id_of("Ada"), club_id, told.ts, menu["action_id"], HEAT.id)
        request = await worker.request()
        assert f"More like {HEAT.title} ({HEAT.year})" == request.question


async def test_any_message_can_be_asked_by_its_menu(database: str, redis: Redis) -> None:
    """In its own thread."""
    async with club(database, redis) as (stage, worker):
        said = stage.say("Ben", "something with trains", mention=False)
        stage.world.person_uses_shortcut(stage.id_of("Ada"), said.channel_id, said.ts, "ask_matinee")
        request = await worker.request()
        assert "something with trains" == request.question
        await until(lambda: stage.answers(said))


async def test_app_home_shows_what_is_kept_and_its_buttons_act_there(database: str, redis: Redis) -> None:
    """Watchlist, preferences and privacy; what a button answers stands in its own section."""
    async with club(database, redis) as (stage, _):
        ada = stage.id_of("Ada")
        stage.world.person_opens_home(ada)
        await until(lambda: stage.world.home_of(ada))
        shown = home(stage, ada)
        assert [title for _, title in SECTIONS.values()] == [
            block["text"]["text"] for block in shown["blocks"] if block["type"] == "header"
        ]
        assert "markdown" not in {block["type"] for block in shown["blocks"]}
        view = stage.world.home_of(ada)
        assert view is not None
        stage.world.person_clicks_in_view(ada, view.id, button(shown, "Turn notices off"))
        await until(lambda: "Turn notices on" in str(home(stage, ada)))
        assert "Your watchlist is empty" in str(home(stage, ada))
        assert "/matinee watchlist add" in str(home(stage, ada))


def handed_out(stage: SlackStage) -> list[tuple[str, File]]:
    """The files that people were sent, each with the channel that it stands in."""
    everything = [each for channel in stage.world.state.channels for each in stage.world.state.messages_of(channel)]
    return [(each.channel_id, file) for each in everything for file in each.files]


async def test_everything_stored_about_a_person_comes_as_a_file_to_them_alone(database: str, redis: Redis) -> None:
    """From a channel by command, and from App Home by button; the place where they asked says where it is."""
    async with club(database, redis) as (stage, _):
        ada, club_id = stage.id_of("Ada"), stage.world.channel_named("movie-club").id
        await told(stage, "Ada", club_id, "seen add heat")
        assert "our direct messages" in await told(stage, "Ada", club_id, "privacy export")
        [(channel, file)] = handed_out(stage)
        assert stage.world.open_direct(ada).id == channel
        assert ("matinee-data.json", ["Heat"]) == (file.name, [one["title"] for one in json.loads(file.content)["opinions"]])
        stage.world.person_opens_home(ada)
        await until(lambda: stage.world.home_of(ada))
        view = stage.world.home_of(ada)
        assert view is not None
        stage.world.person_clicks_in_view(ada, view.id, button(home(stage, ada), "Export it"))
        await until(lambda: "our direct messages" in str(home(stage, ada)))
        assert [channel, channel] == [where for where, _ in handed_out(stage)]


async def test_where_no_file_can_be_had_everything_stored_comes_in_parts(database: str, redis: Redis) -> None:
    """The workspace forbids uploads, or the app was installed without the scope."""
    async with club(database, redis) as (stage, _):
        club_id = stage.world.channel_named("movie-club").id
        await told(stage, "Ada", club_id, "seen add heat")
        stage.server.faults.on(r"^files\.getUploadURLExternal$", Refuse("file_uploads_disabled"))
        assert "Heat" in await told(stage, "Ada", club_id, "privacy export")
        stage.world.revoke_scope("files:write")
        assert "Heat" in await told(stage, "Ada", club_id, "privacy export")
        assert [] == handed_out(stage)


async def test_a_new_direct_message_offers_first_questions(database: str, redis: Redis) -> None:
    """Each asks what it says."""
    async with club(database, redis) as (stage, worker):
        ada = stage.id_of("Ada")
        stage.world.person_opens_home(ada, tab="messages")
        await until(lambda: stage.world.state.prompts)
        stage.world.person_picks_prompt(ada, PROMPTS[0][0])
        request = await worker.request()
        assert PROMPTS[0][1] == request.question


async def test_every_interaction_is_acknowledged(database: str, redis: Redis) -> None:
    """Within the three seconds that Slack gives: nobody sees a warning."""
    async with club(database, redis) as (stage, worker):
        _, cards = await answered(stage, worker)
        club_id = cards.channel_id
        stage.world.person_clicks(stage.id_of("Ada"), club_id, cards.ts, button(cards, "Seen it"))
        stage.world.person_uses_command(stage.id_of("Ada"), club_id, "/matinee", "privacy")
        await until(lambda: len(private(stage, "Ada", club_id)) == 2)
        acted = [each for each in stage.world.state.interactions.values() if each.acting in {Acting.BLOCK, Acting.COMMAND}]
        assert 2 == len(acted)
        assert not [each for each in acted if each.waiting]


def home(stage: SlackStage, user_id: str) -> dict[str, Any]:
    """Somebody's App Home as it is now."""
    found = stage.world.home_of(user_id)
    return dict(found.body) if found else {"blocks": []}
