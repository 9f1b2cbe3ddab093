"""Commands, on the chat core with real services."""

import json
from dataclasses import replace

import pytest
from redis.asyncio import Redis

from agent.contract import House, run_stream
from bot import actions
from bot.errors import Forbidden
from bot.interactions import UNKNOWN_COMMAND
from bot.slash.context import unknown_title
from bot.slash.privacy import NOTHING
from bot.store.servers import ServerChoices
from bot.types import Author, IncomingMessage, MessageRef, Place
from tests.bot.core import ADA, BEN, CHANNEL, CHLOE, thread_of
from tests.bot.desk import Desk, desk
from tests.bot.people import DIRECT, HEAT, LOCKE, ROPE


async def test_recommend_asks_in_a_thread_as_a_mention_would(database: str, redis: Redis) -> None:
    """The question is posted in the person's name, and they alone are told where the answer comes."""
    async with desk(database, redis) as people:
        reply = await people.command("recommend", query="a heist film from the 90s")
        request = await people.request(0)
        assert ("a heist film from the 90s", "Ada") == (request.question, request.display_name)
        (question,) = people.bot.chat.refs(CHANNEL)
        assert "**Ada** asks: a heist film from the 90s" == people.bot.chat.text(question)
        assert f"I am on it: the answer comes in <#{question.id}>." == reply.said
        await people.bot.worker.answer(request.run_id, "Heat.")
        await people.ended(question)
        assert ["Heat."] == people.bot.chat.texts(thread_of(question))
        assert "done" in people.bot.chat.marks(question)


@pytest.mark.parametrize("place", [DIRECT, Place("discord", "guild", "general", thread="t-1")])
async def test_recommend_asks_in_place_where_there_is_no_thread_to_open(database: str, redis: Redis, place: Place) -> None:
    """In direct messages, and in a thread."""
    async with desk(database, redis) as people:
        reply = await people.command("recommend", query="a heist film", place=place)
        assert "I am on it: the answer comes here." == reply.said
        assert "a heist film" == (await people.request(0)).question
        assert [] == people.bot.chat.seen("thread")


async def test_recommend_without_words_says_how(database: str, redis: Redis) -> None:
    """Nothing is posted."""
    async with desk(database, redis) as people:
        assert "Say what you are in the mood for" in (await people.command("recommend", query="  ")).said
        assert [] == people.bot.chat.timeline


async def test_a_channel_that_we_may_not_write_in_is_named_with_the_way_out(database: str, redis: Redis) -> None:
    """By the advice that the platform's adapter gives."""
    async with desk(database, redis) as people:
        people.bot.chat.forbid("general", Forbidden("Send Messages", "I may not write here: ask for Send Messages."))
        assert "I may not write here: ask for Send Messages." == (await people.command("recommend", query="x")).said


async def test_similar_asks_for_more_like_the_title_that_was_chosen(database: str, redis: Redis) -> None:
    """By its id, or the likeliest for what was typed; with its year, so that namesakes are apart."""
    async with desk(database, redis) as people:
        assert ["Heat (1995)"] == await people.typing("similar", "title", "hea")
        await people.command("similar", title=HEAT.id)
        assert "More like Heat (1995)" == (await people.request(0)).question
        await people.command("similar", title="rop", place=Place("discord", "guild", "films"))
        assert "More like Rope (1948)" == (await people.request(1)).question


async def test_similar_to_nothing_we_know_says_how_to_choose(database: str, redis: Redis) -> None:
    """Nothing is asked."""
    async with desk(database, redis) as people:
        assert unknown_title("zzz").text == (await people.command("similar", title="zzz")).said
        assert [] == await people.bot.worker.requests()


def message(text: str, *, author: Author = BEN, place: Place = CHANNEL, ref: str = "m1") -> IncomingMessage:
    """Somebody's message, on which a command is used."""
    return IncomingMessage(MessageRef("discord", place.thread or place.channel, ref), place, author, text, mentions_us=False)


async def test_ask_matinee_answers_a_message_in_its_own_thread(database: str, redis: Redis) -> None:
    """For whoever asked; once a message, and the second is told where."""
    async with desk(database, redis) as people:
        target = message("something like Heat?")
        first = await people.command("Ask Matinee", target=target)
        request = await people.request(0)
        assert ("something like Heat?", "Ada") == (request.question, request.display_name)
        assert "I am on it: the answer comes in <#m1>." == first.said
        second = await people.command("Ask Matinee", by=CHLOE, target=target)
        assert "That was asked already: the answer is in <#m1>." == second.said
        assert 1 == len(await people.bot.worker.requests())


async def test_ask_matinee_on_what_is_no_question_says_so(database: str, redis: Redis) -> None:
    """A picture, and an answer of ours."""
    async with desk(database, redis) as people:
        assert "has no text" in (await people.command("Ask Matinee", target=message(" "))).said
        assert "has no text" in (await people.command("Ask Matinee")).said
        turn = await people.answered(HEAT)
        answer = people.bot.chat.refs(turn.place)[0]
        target = replace(message("An answer.", place=turn.place), ref=answer)
        assert "That is an answer of mine" in (await people.command("Ask Matinee", target=target)).said


async def test_a_list_is_filled_shown_and_emptied_by_command_and_menu(database: str, redis: Redis) -> None:
    """Each person has their own."""
    async with desk(database, redis) as people:
        assert "Your watchlist is empty" in (await people.command("watchlist show")).said
        assert "Heat (1995) is on your watchlist." == (await people.command("watchlist add", title="heat")).said
        await people.command("watchlist add", title=ROPE.id)
        await people.command("watchlist add", title=LOCKE.id)
        shown = await people.command("watchlist show")
        assert "**Your watchlist** (3 titles)\n1\\. Locke (2013)\n2\\. Rope (1948)\n3\\. Heat (1995)" == shown.said
        assert "Your watchlist is empty" in (await people.command("watchlist show", by=BEN)).said
        assert ["Rope (1948)"] == await people.typing("watchlist remove", "title", "ro")
        assert "Rope (1948) is off your watchlist." == (await people.command("watchlist remove", title="rope")).said
        assert "“casablanca” is not on this list." in (await people.command("watchlist remove", title="casablanca")).said
        left = await people.click(shown.menu().action, HEAT.id, ROPE.id)
        assert "Removed: Heat (1995)." in left.changed[0].text
        assert [LOCKE] == await people.bot.known.people.titles("discord", ADA.id, "watchlist")


async def test_seen_titles_are_hidden_from_commands_on(database: str, redis: Redis) -> None:
    """The next run leaves them out."""
    async with desk(database, redis) as people:
        assert "I will not suggest Heat (1995) to you any more." == (await people.command("seen add", title="heat")).said
        assert unknown_title("zzz").text == (await people.command("seen add", title="zzz")).said
        await people.bot.says(ADA, "a heist film", mention=True)
        assert (HEAT.id,) == (await people.request(0)).taste.hidden


async def test_own_choices_are_shown_in_words_and_changed_by_button(database: str, redis: Redis) -> None:
    """Taste across conversations is off, notices are on, until somebody chooses otherwise."""
    async with desk(database, redis) as people:
        shown = await people.command("preferences")
        assert "counts only in the conversation where you said so" in shown.said
        assert ["Remember taste everywhere", "Turn notices off"] == shown.labels
        taste = await people.click(shown.action("Remember taste everywhere"))
        assert "counts in all your conversations with me" in taste.changed[0].text
        await people.click(shown.action("Turn notices off"))
        chosen = await people.bot.known.people.choices("discord", ADA.id)
        assert (True, False) == (chosen.everywhere, chosen.notices)
        assert not await people.bot.known.preferences.wants_notice(CHANNEL, ADA)
        assert await people.bot.known.preferences.wants_notice(CHANNEL, BEN)


async def test_taste_counts_in_other_conversations_once_its_person_chose_so(database: str, redis: Redis) -> None:
    """And no longer when they choose otherwise."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        await people.click(actions.write(actions.AboutTitle("not", turn.id, 0)))
        for number, on, away in ((1, False, ()), (2, True, (HEAT.id,)), (3, False, ())):
            await people.click(actions.write(actions.Choose("everywhere", on)))
            await people.bot.says(ADA, "something in another thread", mention=True)
            taste = (await people.request(number)).taste
            assert (away, (HEAT.id,)) == (taste.disliked, taste.hidden)


async def test_a_persons_region_stands_above_the_servers(database: str, redis: Redis) -> None:
    """Chosen by code or name, and taken back by button; an unknown one changes nothing."""
    async with desk(database, redis) as people:
        await people.command("settings region", by=CHLOE, region="germany")
        assert ["Hungary"] == await people.typing("preferences", "region", "hung")
        reply = await people.command("preferences", region="hungary")
        assert "Your region is Hungary now." in reply.said
        assert "I know no country like “atlantis”" in (await people.command("preferences", region="atlantis")).said
        await people.bot.says(ADA, "a heist film", mention=True)
        await people.bot.says(BEN, "a heist film", mention=True)
        assert {"Ada": "HU", "Ben": "DE"} == {r.display_name: r.house.region for r in [await people.request(n) for n in (0, 1)]}
        await people.click(reply.action("Use the server's region"))
        assert "" == (await people.bot.known.people.choices("discord", ADA.id)).region


async def test_settings_are_for_moderators_of_a_server(database: str, redis: Redis) -> None:
    """Whatever the platform lets through; nothing is changed for others."""
    async with desk(database, redis) as people:
        for name in ("show", "age"):
            assert "Only moderators" in (await people.command(f"settings {name}", age=6)).said
            assert "belong to a server" in (await people.command(f"settings {name}", by=CHLOE, place=DIRECT)).said
        assert ServerChoices() == await people.bot.known.servers.choices("discord", "guild")


async def test_house_rules_reach_every_run_of_the_server(database: str, redis: Redis) -> None:
    """Each change is confirmed by what it means; leaving the value out takes it back."""
    async with desk(database, redis) as people:
        await people.command("settings language", by=CHLOE, language="hu")
        said = (await people.command("settings age", by=CHLOE, age=12)).said
        assert "Changed. I suggest only titles whose certificate allows them at age 12." == said
        await people.command("settings region", by=CHLOE, region="HU")
        await people.bot.says(ADA, "a heist film", mention=True)
        assert House(12, "hu", "HU") == (await people.request(0)).house
        await people.bot.says(ADA, "a heist film", DIRECT)
        assert House() == (await people.request(1)).house
        overview = (await people.command("settings show", by=CHLOE)).said
        assert all(word in overview for word in ("Hungarian", "age 12", "Hungary", "200 questions", "/settings limits"))
        assert "There is no age ceiling." in (await people.command("settings age", by=CHLOE)).said
        assert "It was so already." in (await people.command("settings age", by=CHLOE)).said


@pytest.mark.parametrize(
    ("name", "options", "said"),
    [
        ("settings language", {"language": "tlh"}, "Choose one of the languages"),
        ("settings age", {"age": 99}, "Give an age from 0 to 21"),
        ("settings region", {"region": "atlantis"}, "I know no country like"),
        ("settings limits", {"for_": "person"}, "Say whose limit"),
        ("settings limits", {"for_": "dog", "questions": 1}, "Say whose limit"),
        ("settings limits", {"for_": "person", "questions": -1}, "Give a whole number"),
        ("settings channels", {}, "Name a channel"),
        ("settings channels", {"remove": "general"}, "I answer in every channel now"),
    ],
)
async def test_a_setting_that_cannot_be_is_refused_with_the_way_out(
    database: str, redis: Redis, name: str, options: dict[str, str | int], said: str
) -> None:
    """And nothing is changed."""
    async with desk(database, redis) as people:
        assert said in (await people.command(name, by=CHLOE, **options)).said
        assert ServerChoices() == await people.bot.known.servers.choices("discord", "guild")


async def test_outside_of_the_servers_channels_people_are_told_where(database: str, redis: Redis) -> None:
    """By mention and by command; in the channels, their threads and direct messages all is as ever."""
    async with desk(database, redis) as people:
        assert "only in <#films>" in (await people.command("settings channels", by=CHLOE, add="films")).said
        reply = await people.command("recommend", query="a heist film")
        assert "On this server I answer in <#films>: ask me there." == reply.said
        await people.bot.says(ADA, "a heist film", mention=True)
        assert ["On this server I answer in <#films>: ask me there."] == people.bot.chat.texts(CHANNEL)
        films = Place("discord", "guild", "films")
        await people.command("recommend", query="a heist film", place=films)
        await people.bot.says(ADA, "a heist film", replace(films, thread="t-9"), mention=True)
        await people.bot.says(ADA, "a heist film", DIRECT)
        assert 3 == len([await people.request(number) for number in range(3)])
        refused = await people.command("settings channels", by=CHLOE, remove="films")
        assert "<#films> is the only channel" in refused.said
        assert "in every channel" in (await people.command("settings channels", by=CHLOE, everywhere=True)).said


async def limited(people: Desk, scope: str, **limits: int) -> None:
    """A moderator sets a limit."""
    await people.command("settings limits", by=CHLOE, for_=scope, **limits)


async def test_who_has_used_up_the_days_questions_is_told_until_when(database: str, redis: Redis) -> None:
    """By mention and by command; others go on, until the channel is through as well; 0 lifts a limit."""
    async with desk(database, redis) as people:
        await limited(people, "person", questions=1)
        await people.answered(HEAT)
        reply = await people.command("recommend", query="one more")
        assert reply.said.startswith("You have used up today's 1 question: ask again in ")
        assert reply.said.endswith(", at midnight UTC.")
        await people.bot.says(ADA, "one more", mention=True)
        assert 1 == len(await people.bot.worker.requests())
        assert any(text.startswith("You have used up") for text in people.bot.chat.texts(CHANNEL))
        await people.answered(HEAT, author=BEN)
        await limited(people, "channel", questions=2)
        dora = Author("5", "Dora")
        assert "This channel has used up today's 2 questions" in (await people.command("recommend", by=dora, query="x")).said
        await limited(people, "channel", questions=0)
        assert "I am on it" in (await people.command("recommend", by=dora, query="x")).said
        await limited(people, "server", tokens=5)
        await people.bot.pool.execute("UPDATE turns SET tokens = 5")
        assert "This server has used up" in (await people.command("recommend", by=Author("6", "Eve"), query="x")).said


async def test_moderators_can_be_left_without_a_limit_of_their_own(database: str, redis: Redis) -> None:
    """The channel's and the server's still hold for them."""
    async with desk(database, redis) as people:
        await limited(people, "person", questions=1)
        await people.answered(HEAT, author=CHLOE)
        assert "used up" in (await people.command("recommend", by=CHLOE, query="x")).said
        await people.command("settings moderators", by=CHLOE, unlimited=True)
        assert "I am on it" in (await people.command("recommend", by=CHLOE, query="x")).said


async def test_liking_beyond_the_limit_is_remembered_and_the_limit_told(database: str, redis: Redis) -> None:
    """The click is not lost though nothing can be asked."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        await limited(people, "person", questions=1)
        reply = await people.click(f"t:like:{turn.id}:0")
        assert reply.said.startswith("I remember that you like Heat (1995). You have used up today's 1 question")
        assert (HEAT.id,) == (
            await people.bot.known.people.taste("discord", ADA.id, turn.conversation_id, everywhere=False)
        ).liked


async def test_privacy_says_in_words_what_is_stored(database: str, redis: Redis) -> None:
    """Of the person who asks, and nothing when there is nothing."""
    async with desk(database, redis) as people:
        assert NOTHING == (await people.command("privacy show", by=BEN)).said
        await people.answered(HEAT)
        await people.command("seen add", title="heat")
        shown = await people.command("privacy show")
        expected = (
            "I have stored 1 question of yours with what I answered and 1 title that you marked as seen. Only you see this."
        )
        assert expected == shown.said
        assert ["Export it", "Delete everything"] == shown.labels


async def test_privacy_deletes_after_asking_and_all_of_it(database: str, redis: Redis) -> None:
    """Also what the runs wrote; what remains is said."""
    async with desk(database, redis) as people:
        turn = await people.answered(HEAT)
        await people.command("seen add", title="heat")
        await people.command("preferences", region="HU")
        asked = await people.command("privacy delete")
        assert "This cannot be undone." in asked.said
        assert 1 == await redis.exists(run_stream(turn.run_id))
        kept = await people.click(asked.action("Keep it"))
        assert "I have stored" in kept.said
        gone = await people.click(asked.action("Delete everything"))
        assert gone.said.startswith("Everything that I had stored about you is deleted.")
        assert 0 == await redis.exists(run_stream(turn.run_id))
        assert NOTHING == (await people.command("privacy show")).said
        assert NOTHING == (await people.command("privacy delete")).said


async def test_privacy_does_not_delete_under_a_running_answer(database: str, redis: Redis) -> None:
    """It says to wait or to stop, with the button to try again."""
    async with desk(database, redis) as people:
        await people.bot.says(ADA, "a heist film", mention=True)
        request = await people.request(0)
        asked = await people.command("privacy delete")
        refused = await people.click(asked.action("Delete everything"))
        assert "is being answered right now" in refused.said
        await people.bot.worker.answer(request.run_id, "Heat.")
        await people.bot.turns.drain(20)
        assert "is deleted" in (await people.click(refused.action("Delete everything"))).said


async def test_privacy_hands_everything_out_part_by_part(database: str, redis: Redis) -> None:
    """The parts joined are the JSON, whatever people wrote in their questions."""
    async with desk(database, redis) as people:
        await people.bot.says(ADA, "```\n" + "a heist film " * 300, mention=True)
        await people.bot.worker.answer((await people.request(0)).run_id, "Heat.")
        await people.bot.turns.drain(20)
        reply, texts = await people.command("privacy export"), []
        for _ in range(3):
            texts.append(reply.said.split("```json\n")[1].removesuffix("\n```"))
            reply = await people.click(reply.action("Next part"))
        exported = json.loads("".join(texts))
        assert "```\n" + "a heist film " * 300 == exported["questions"][0]["question"]
        assert all("```" not in text for text in texts)


async def test_privacy_hands_everything_out_as_a_file_where_it_can(database: str, redis: Redis) -> None:
    """One file of JSON."""
    async with desk(database, redis) as people:
        people.bot.chat.limits = replace(people.bot.chat.limits, files=True)
        await people.command("seen add", title="heat")
        reply = await people.command("privacy export")
        assert reply.view.file is not None
        assert ("matinee-data.json", ["Heat"]) == (
            reply.view.file.name,
            [opinion["title"] for opinion in json.loads(reply.view.file.text)["opinions"]],
        )


async def test_privacy_goes_on_in_parts_where_no_file_arrives(database: str, redis: Redis) -> None:
    """A workspace may forbid files; nobody's data stays behind for that."""
    async with desk(database, redis) as people:
        people.bot.chat.limits = replace(people.bot.chat.limits, files=True)
        await people.command("seen add", title="heat")
        people.takes_files = False
        reply = await people.command("privacy export")
        assert reply.view.file is None
        assert "Heat" in reply.said


async def test_help_names_every_command(database: str, redis: Redis) -> None:
    """In a few lines; an unknown command is sent there."""
    async with desk(database, redis) as people:
        said = (await people.command("help")).said
        names = ("/recommend", "/similar", "/watchlist", "/seen", "/preferences", "/privacy", "/settings", "Ask Matinee")
        assert all(name in said for name in names)
        assert UNKNOWN_COMMAND == (await people.command("sing")).said
        assert [] == await people.typing("sing", "song", "x")
