"""What every chat platform has to do: one suite, run over each `ChatPort`."""

from dataclasses import replace
from typing import Protocol

import pytest

from bot.errors import Forbidden, Gone, TooLong, Unreachable
from bot.ports import ChatPort
from bot.types import MessageRef, Place
from bot.views import Button, Card, Picture, View

FILM = "**Rope** (1948): one set, 80 minutes."


class Platform(Protocol):
    """A platform as its people see it, with the port under test."""

    chat: ChatPort

    def channel(self) -> Place:
        """A channel that everybody may write in."""
        ...

    def direct(self) -> Place:
        """A direct-message channel with the person who asks."""
        ...

    def person_id(self) -> str:
        """That person."""
        ...

    def person_writes(self, place: Place) -> MessageRef:
        """They write something."""
        ...

    def shown(self, place: Place) -> list[str]:
        """Our messages in a place as people see them, oldest first."""
        ...

    def seen_by_others(self, place: Place) -> list[str]:
        """Our messages in a place that somebody else than that person sees."""
        ...

    def reactions(self, message: MessageRef) -> int:
        """How many different reactions of ours a message shows."""
        ...

    def reply_targets(self, place: Place) -> list[str | None]:
        """What each of our messages in a place answers."""
        ...

    def threads(self) -> int:
        """How many threads there are."""
        ...

    def pinged(self) -> set[str]:
        """Everybody who was notified by a message of ours."""
        ...

    def lose(self, target: MessageRef | Place) -> None:
        """Somebody deletes a message or a thread."""
        ...

    def forbid_writing(self, place: Place) -> None:
        """Our right to write in a channel and in its threads is taken away."""
        ...

    def forbid_threads(self, place: Place) -> None:
        """Our right to open threads in a channel is taken away."""
        ...

    def lose_next_answer(self, method: str) -> None:
        """The next `post` or `edit` is applied, and its answer gets lost."""
        ...


class ChatPortContract:
    """The suite. A subclass gives the fixture `platform`."""

    async def test_a_post_is_shown(self, platform: Platform) -> None:
        """A post is shown as it was written, and the answer says where and what."""
        place = platform.channel()
        posted = await platform.chat.post(place, FILM, key="k1")
        assert platform.shown(place) == [FILM]
        assert (posted.text, posted.ref.channel, posted.ref.platform) == (FILM, place.channel, place.platform)

    async def test_the_same_key_makes_one_message(self, platform: Platform) -> None:
        """A post made again under its key answers with the first message."""
        place = platform.channel()
        first = await platform.chat.post(place, FILM, key="k1")
        assert await platform.chat.post(place, "something else", key="k1") == first
        assert platform.shown(place) == [FILM]

    async def test_different_keys_make_different_messages(self, platform: Platform) -> None:
        """The same text under two keys is two messages."""
        place = platform.channel()
        refs = {(await platform.chat.post(place, FILM, key=key)).ref for key in ("k1", "k2")}
        assert len(refs) == 2
        assert platform.shown(place) == [FILM, FILM]

    async def test_a_post_whose_answer_was_lost_can_be_made_again(self, platform: Platform) -> None:
        """`Unreachable` does not say whether it was applied; the same key settles it."""
        place = platform.channel()
        platform.lose_next_answer("post")
        with pytest.raises(Unreachable):
            await platform.chat.post(place, FILM, key="k1")
        assert platform.shown(place) == [FILM]
        posted = await platform.chat.post(place, FILM, key="k1")
        assert platform.shown(place) == [FILM]
        await platform.chat.edit(posted.ref, "more")
        assert platform.shown(place) == ["more"]

    async def test_a_key_has_a_length(self, platform: Platform) -> None:
        """25 characters are taken; a longer or an empty key is a mistake of the caller."""
        place = platform.channel()
        await platform.chat.post(place, FILM, key="k" * 25)
        for key in ("", "k" * 26):
            with pytest.raises(ValueError):
                await platform.chat.post(place, FILM, key=key)
        assert platform.shown(place) == [FILM]

    @pytest.mark.parametrize("unit", ["a", "é", "🎬", "日本"])
    async def test_what_fits_by_length_is_taken_whole(self, platform: Platform, unit: str) -> None:
        """A body of just the limit's length is shown to its last character."""
        place, limit = platform.channel(), platform.chat.limits.text
        body = unit * (limit // platform.chat.length(unit))
        assert platform.chat.length(body) <= limit
        posted = await platform.chat.post(place, body, key="k1")
        edited = await platform.chat.edit(posted.ref, body[::-1])
        assert (posted.text, edited.text, platform.shown(place)) == (body, body[::-1], [body[::-1]])

    async def test_what_is_too_long_is_refused_not_cut(self, platform: Platform) -> None:
        """One unit too many is `TooLong` with the limit, for a post, an edit and a notice; nothing changes."""
        place, limit = platform.channel(), platform.chat.limits.text
        posted = await platform.chat.post(place, FILM, key="k1")
        body = "a" * (limit + 1)
        with pytest.raises(TooLong) as on_post:
            await platform.chat.post(place, body, key="k2")
        with pytest.raises(TooLong) as on_edit:
            await platform.chat.edit(posted.ref, body)
        with pytest.raises(TooLong):
            await platform.chat.notice(place, platform.person_id(), body)
        assert (on_post.value.limit, on_edit.value.limit, platform.shown(place)) == (limit, limit, [FILM])

    async def test_a_post_answers_a_message(self, platform: Platform) -> None:
        """`reply_to` shows what is answered; a message that is gone by then is not missed."""
        place = platform.channel()
        kept, lost = platform.person_writes(place), platform.person_writes(place)
        await platform.chat.post(place, FILM, key="k1", reply_to=kept)
        platform.lose(lost)
        await platform.chat.post(place, FILM, key="k2", reply_to=lost)
        if platform.chat.limits.replies:
            assert platform.reply_targets(place)[0] == kept.id
        assert platform.shown(place) == [FILM, FILM]

    async def test_an_edit_replaces_the_text(self, platform: Platform) -> None:
        """After an edit people see the new text alone, which is also the answer."""
        place = platform.channel()
        posted = await platform.chat.post(place, "…", key="k1")
        edited = await platform.chat.edit(posted.ref, FILM)
        assert (edited.ref, edited.text, platform.shown(place)) == (posted.ref, FILM, [FILM])

    async def test_an_edit_whose_answer_was_lost_can_be_made_again(self, platform: Platform) -> None:
        """An edit is not made again by itself: who asked for it is told, and may."""
        place = platform.channel()
        posted = await platform.chat.post(place, "…", key="k1")
        platform.lose_next_answer("edit")
        with pytest.raises(Unreachable):
            await platform.chat.edit(posted.ref, "first")
        await platform.chat.edit(posted.ref, "second")
        assert platform.shown(place) == ["second"]

    async def test_a_message_that_is_gone(self, platform: Platform) -> None:
        """An edit or a reaction on a deleted message is `Gone`; to delete it again is no error."""
        place = platform.channel()
        posted = await platform.chat.post(place, FILM, key="k1")
        await platform.chat.delete(posted.ref)
        assert platform.shown(place) == []
        await platform.chat.delete(posted.ref)
        with pytest.raises(Gone):
            await platform.chat.edit(posted.ref, "more")
        question = platform.person_writes(place)
        platform.lose(question)
        with pytest.raises(Gone):
            await platform.chat.react(question, "seen")

    async def test_a_thread_that_is_gone(self, platform: Platform) -> None:
        """Nothing can be posted into a deleted thread, nor edited in it."""
        thread = await platform.chat.open_thread(platform.person_writes(platform.channel()), "Heist films")
        posted = await platform.chat.post(thread, FILM, key="k1")
        platform.lose(thread)
        with pytest.raises(Gone):
            await platform.chat.post(thread, FILM, key="k2")
        with pytest.raises(Gone):
            await platform.chat.edit(posted.ref, "more")

    async def test_a_thread_outlives_its_first_message(self, platform: Platform) -> None:
        """Whoever deletes the question does not delete the thread."""
        question = platform.person_writes(platform.channel())
        thread = await platform.chat.open_thread(question, "Heist films")
        await platform.chat.post(thread, FILM, key="k1")
        platform.lose(question)
        await platform.chat.post(thread, FILM, key="k2")
        assert platform.shown(thread) == [FILM, FILM]

    async def test_a_reaction_comes_and_goes(self, platform: Platform) -> None:
        """Adding twice and taking away twice are no errors; different marks stand side by side."""
        question = platform.person_writes(platform.channel())
        for mark, count in (("seen", 1), ("seen", 1), ("search", 2)):
            await platform.chat.react(question, mark)  # type: ignore[arg-type]
            assert platform.reactions(question) == count
        for mark, count in (("seen", 1), ("seen", 1), ("done", 1), ("search", 0)):
            await platform.chat.unreact(question, mark)  # type: ignore[arg-type]
            assert platform.reactions(question) == count

    async def test_a_message_has_one_thread(self, platform: Platform) -> None:
        """To open it again answers with the same place, in which one can post."""
        channel = platform.channel()
        question = platform.person_writes(channel)
        thread = await platform.chat.open_thread(question, "Heist films")
        assert await platform.chat.open_thread(question, "Another name") == thread
        assert (thread.workspace, thread.channel, thread.is_direct) == (channel.workspace, channel.channel, False)
        await platform.chat.post(thread, FILM, key="k1")
        assert platform.threads() == 1
        assert (platform.shown(thread), platform.shown(channel)) == ([FILM], [])

    async def test_no_thread_within_a_thread(self, platform: Platform) -> None:
        """A message in a thread stays where it is, and one in a direct message where that has no threads."""
        thread = await platform.chat.open_thread(platform.person_writes(platform.channel()), "Heist films")
        await platform.chat.post(thread, FILM, key="k1")
        assert await platform.chat.open_thread(platform.person_writes(thread), "Deeper") == thread
        assert platform.threads() == 1
        direct = platform.direct()
        question = platform.person_writes(direct)
        place = await platform.chat.open_thread(question, "Deeper")
        assert place == (replace(direct, thread=question.id) if platform.chat.limits.direct_threads else direct)
        assert await platform.chat.open_thread(platform.person_writes(place), "Deeper") == place

    async def test_a_threads_name_has_a_limit(self, platform: Platform) -> None:
        """A name of just the limit is taken, a longer one refused and not cut."""
        limit = platform.chat.limits.thread_name
        question = platform.person_writes(platform.channel())
        with pytest.raises(TooLong) as caught:
            await platform.chat.open_thread(question, "n" * (limit + 1))
        assert (caught.value.limit, platform.threads()) == (limit, 0)
        thread = await platform.chat.open_thread(question, "n" * limit)
        await platform.chat.post(thread, FILM, key="k1")
        assert platform.threads() == 1

    async def test_a_missing_permission(self, platform: Platform) -> None:
        """`Forbidden` names what is missing and says in one sentence what to do: for a thread when it is opened, or where the
        first message opens it, with that."""
        place = platform.channel()
        question = platform.person_writes(place)
        platform.forbid_threads(place)
        with pytest.raises(Forbidden) as on_thread:
            await platform.chat.post(await platform.chat.open_thread(question, "Heist films"), FILM, key="k0")
        platform.forbid_writing(place)
        with pytest.raises(Forbidden) as on_post:
            await platform.chat.post(place, FILM, key="k1")
        for error in (on_thread.value, on_post.value):
            assert error.permission
            assert error.advice.endswith(".")
        assert platform.shown(place) == []

    async def test_no_text_pings_anyone(self, platform: Platform) -> None:
        """Posts, replies, edits and notices keep mentions as text and notify nobody."""
        place, person = platform.channel(), platform.person_id()
        question = platform.person_writes(place)
        text = f"@everyone @here <@{person}> <!channel> have you seen it?"
        posted = await platform.chat.post(place, text, key="k1", reply_to=question)
        edited = await platform.chat.edit(posted.ref, f"{text} Yes!")
        await platform.chat.notice(place, person, text, reply_to=question)
        assert (posted.text, edited.text) == (text, f"{text} Yes!")
        assert platform.pinged() == set()

    async def test_a_status_comes_and_goes(self, platform: Platform) -> None:
        """A status can be shown and cleared in a channel, a thread and a direct message, and leaves no message."""
        thread = await platform.chat.open_thread(platform.person_writes(platform.channel()), "Heist films")
        for place in (platform.channel(), thread, platform.direct()):
            await platform.chat.status(place, "searching the catalogue")
            await platform.chat.status(place, None)
            assert platform.shown(place) == []

    async def test_a_notice_reaches_its_person(self, platform: Platform) -> None:
        """A notice can be read where its person is."""
        for place in (platform.channel(), platform.direct()):
            await platform.chat.notice(place, platform.person_id(), "Nothing is running here.")
            assert platform.shown(place) == ["Nothing is running here."]

    async def test_a_private_notice_stands_in_no_channel(self, platform: Platform) -> None:
        """What one person alone may read is not among our messages that others see; in a direct message it is."""
        await platform.chat.notice(platform.direct(), platform.person_id(), "Run `ollama serve`.", private=True)
        assert platform.shown(platform.direct()) == ["Run `ollama serve`."]
        await platform.chat.notice(platform.channel(), platform.person_id(), "Run `ollama serve`.", private=True)
        assert platform.seen_by_others(platform.channel()) == []

    async def test_a_notice_of_an_end_pings_its_one_reader(self, platform: Platform) -> None:
        """Whoever waited long is notified, and nobody else, whatever stands in the text; once for a key."""
        place = platform.channel()
        for _ in range(2):
            await platform.chat.notify(place, platform.person_id(), "Your answer is ready, @everyone.", key="n1")
        assert 1 == len(platform.shown(place))
        assert platform.pinged() == {platform.person_id()}

    async def test_a_view_is_one_message_under_its_key(self, platform: Platform) -> None:
        """Posted again under its key it is the same message, which can be changed and deleted like any other."""
        place = platform.channel()
        first = await platform.chat.post_view(place, View("Three films", (Card("Rope"),)), key="k1")
        assert await platform.chat.post_view(place, View("Three films", (Card("Rope"),)), key="k1") == first
        assert await platform.chat.post_view(place, View("Others"), key="k2") != first
        await platform.chat.edit_view(first, View("Two films"))
        await platform.chat.delete(first)
        with pytest.raises(Gone):
            await platform.chat.edit_view(first, View("One film"))
        assert len(platform.shown(place)) == 1

    async def test_a_message_has_room_for_as_many_cards_as_it_promises(self, platform: Platform) -> None:
        """The most cards with all that cards have are taken with controls and sources beside them; one more is a mistake."""
        place, most = platform.channel(), platform.chat.limits.cards

        def cards(count: int) -> View:
            four = [
                tuple(Button(f"t:{verb}:{number}", verb) for verb in ("like", "not", "seen", "list"))
                for number in range(most + 1)
            ]
            picture = Picture("https://example.org/p.jpg", "A poster")
            shown = tuple(Card("Rope", ("1948",), picture, four[number]) for number in range(count))
            return View("Films", shown, ((Button("f:up", "Good"), Button("f:down", "Bad")),), "Data: somebody")

        message = await platform.chat.post_view(place, cards(most), key="k1")
        await platform.chat.edit_view(message, cards(1))
        with pytest.raises(ValueError):
            await platform.chat.post_view(place, cards(most + 1), key="k2")
        assert len(platform.shown(place)) == 1
