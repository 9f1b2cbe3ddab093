"""The pacer: when an answer's messages are edited, and that the final always stands."""

import asyncio
import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.errors import ChatError, Crowded, Forbidden, Gone, RateLimited, TooLong, Unreachable
from bot.pacer import AnswerStore, Pacer
from bot.types import AnswerMessage, ChatLimits, MessageRef, Place
from tests.fakes.chat import DISCORD_LIKE, Failure, FakeChat
from tests.fakes.clock import FakeClock

PLACE = Place("discord", "guild", "general", thread="thread")


class Harness:
    """A pacer over a fake chat and a fake clock."""

    def __init__(
        self,
        posted: tuple[AnswerMessage, ...] = (),
        chat: FakeChat | None = None,
        *,
        limits: ChatLimits = DISCORD_LIKE,
        revision: int = 0,
    ) -> None:
        self.clock = FakeClock()
        self.chat = chat or FakeChat(self.clock, limits=limits)
        self.saved: dict[int, MessageRef] = {}
        self.ends: dict[int, int] = {}
        self.pacer = Pacer(
            self.chat,
            PLACE,
            key="turn",
            store=AnswerStore(self.save, self.drop, self.end),
            clock=self.clock,
            posted=posted,
            revision=revision,
        )

    async def save(self, chunk: int, ref: MessageRef) -> None:
        """Remember a chunk."""
        self.saved[chunk] = ref

    async def drop(self, chunk: int) -> None:
        """Forget a chunk."""
        del self.saved[chunk]

    async def end(self, chunk: int, ends: int) -> None:
        """Remember where a chunk ends."""
        self.ends[chunk] = ends

    async def finish(self, text: str, seconds: float = 600.0) -> None:
        """Finish while time moves on."""
        task = asyncio.create_task(self.pacer.finish(text))
        for _ in range(int(seconds)):
            if task.done():
                break
            await self.clock.advance(1.0)
        await task

    @property
    def shown(self) -> list[str]:
        """What stands in the thread now."""
        return self.chat.texts(PLACE)


async def test_the_first_preview_is_posted_at_once_and_edits_keep_their_distance() -> None:
    """Forty new texts within four seconds become one post and an edit every 1.2 s, never two at a time."""
    h = Harness()
    for number in range(40):
        h.pacer.show(f"text {number}")
        await h.clock.advance(0.1)
    await h.finish("the end")
    times = [shown.at for shown in h.chat.seen("post", "edit")]
    assert times[0] == pytest.approx(0, abs=0.01)
    assert all(later - earlier >= DISCORD_LIKE.edit_interval - 1e-6 for earlier, later in itertools.pairwise(times[1:-1]))
    assert h.chat.most_in_flight["edit"] == 1
    assert ["the end"] == h.shown


async def test_the_first_words_do_not_wait_behind_a_status() -> None:
    """Right after the placeholder a status waits its turn, and the answer's own words are written at once."""
    h = Harness()
    h.pacer.show("Reading…", is_status=True)
    await h.clock.advance(0.1)
    h.pacer.show("Searching…", is_status=True)
    await h.clock.advance(0.1)
    assert ["Reading…"] == h.shown
    h.pacer.show("Heat is")
    await h.clock.advance(0.05)
    assert ["Heat is"] == h.shown
    h.pacer.show("Heat is it")
    await h.clock.advance(1.0)
    assert ["Heat is"] == h.shown
    await h.clock.advance(0.3)
    assert ["Heat is it"] == h.shown


async def test_a_platform_that_takes_less_than_it_says_gets_shorter_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the answer grows and at its end: no word is lost, and none stands twice."""
    h = Harness()

    def fits(body: str) -> None:
        if len(body) > 1200:
            raise TooLong(1200)

    monkeypatch.setattr(h.chat, "_fits", fits)
    text = " ".join(f"word{number}" for number in range(400))
    h.pacer.show(text[:2000])
    await h.clock.advance(10)
    await h.finish(text)
    assert text.split() == " ".join(h.shown).split()
    assert all(len(shown) <= 1200 for shown in h.shown)


async def test_a_status_is_shown_when_nothing_better_comes() -> None:
    """After an interval people see what is going on."""
    h = Harness()
    h.pacer.show("Reading…", is_status=True)
    await h.clock.advance(0.1)
    h.pacer.show("Searching…", is_status=True)
    await h.clock.advance(1.3)
    assert ["Searching…"] == h.shown


async def test_the_newest_text_wins_and_no_stale_one_is_written() -> None:
    """While an edit is on its way, texts come and go; the next edit carries the newest."""
    h = Harness()
    h.pacer.show("one")
    await h.clock.advance(2)
    release = h.chat.hold("edit")
    h.pacer.show("two")
    await h.clock.advance(0.1)
    for text in ("three", "four", "five"):
        h.pacer.show(text)
        await h.clock.advance(0.1)
    release.set()
    await h.clock.advance(3)
    assert ["one", "two", "five"] == h.chat.history(h.pacer.messages[0])


async def test_an_unchanged_text_is_not_written_again() -> None:
    """Showing the same text costs no call."""
    h = Harness()
    for _ in range(10):
        h.pacer.show("same")
        await h.clock.advance(2)
    await h.finish("same")
    assert ["post"] == h.chat.calls


async def test_the_final_does_not_wait_for_the_pace_of_previews() -> None:
    """The last text is written at once, even right after a preview."""
    h = Harness()
    h.pacer.show("draft")
    await h.clock.advance(0.1)
    await h.pacer.finish("done")
    assert h.clock.now() == pytest.approx(0.1)
    assert ["done"] == h.shown


async def test_a_preview_on_its_way_cannot_land_after_the_final() -> None:
    """The final waits for the call in flight, so the last text that people see is the final."""
    h = Harness()
    h.pacer.show("one")
    await h.clock.advance(2)
    release = h.chat.hold("edit")
    h.pacer.show("late preview")
    await h.clock.advance(0.1)
    finishing = asyncio.create_task(h.pacer.finish("final"))
    await h.clock.advance(1)
    assert not finishing.done()
    release.set()
    await finishing
    assert "final" == h.chat.history(h.pacer.messages[0])[-1]


async def test_a_rate_limit_doubles_the_wait() -> None:
    """After a 429 on a preview the next edit comes later, with the newest text."""
    h = Harness()
    h.pacer.show("one")
    await h.clock.advance(2)
    h.chat.fail("edit", RateLimited(0.5))
    h.pacer.show("two")
    await h.clock.advance(1.3)
    h.pacer.show("three")
    await h.clock.advance(1.0)
    assert ["one"] == h.shown
    await h.clock.advance(1.0)
    assert ["three"] == h.shown


async def test_previews_stop_after_three_failures_and_the_final_still_lands() -> None:
    """A platform that refuses previews is not hammered; the final is written."""
    h = Harness()
    h.pacer.show("one")
    await h.clock.advance(2)
    h.chat.fail("edit", *[Unreachable()] * 3)
    for number in range(20):
        h.pacer.show(f"text {number}")
        await h.clock.advance(2)
    assert 3 == h.chat.calls.count("edit")
    await h.finish("final")
    assert ["final"] == h.shown


async def test_a_long_answer_goes_on_in_a_new_message_and_earlier_ones_rest() -> None:
    """Chunks are posted once and not rewritten while the text grows."""
    h = Harness()
    text = ""
    for number in range(90):
        text += f"Sentence number {number} says something about a film. "
        h.pacer.show(text)
        await h.clock.advance(0.5)
    await h.finish(text)
    assert 3 == len(h.shown)
    assert text.split() == " ".join(h.shown).split()
    assert [0, 1, 2] == sorted(h.saved)
    first = h.chat.history(h.pacer.messages[0])
    assert len(first) == len(set(first))


async def test_a_shorter_final_deletes_the_messages_that_it_does_not_need() -> None:
    """A new attempt that needs fewer messages leaves no tail of the old one."""
    h = Harness()
    h.pacer.show("word " * 900)
    await h.clock.advance(10)
    assert 3 == len(h.shown)
    await h.finish("short")
    assert ["short"] == h.shown
    assert [0] == list(h.saved)


async def test_another_process_goes_on_in_the_same_messages() -> None:
    """Chunks that were posted before a restart are edited, not posted again."""
    chat = FakeChat()
    ref = (await chat.post(PLACE, "half an ans ▍", key="turn-0")).ref
    h = Harness(posted=(AnswerMessage(ref),), chat=chat)
    await h.finish("half an answer, whole")
    assert ["half an answer, whole"] == h.shown


async def test_a_post_that_was_applied_though_it_failed_is_not_posted_twice() -> None:
    """The key makes the second try find the first message, and its text is then brought up to date."""
    h = Harness()
    h.chat.fail("post", Failure(Unreachable(), applied=True))
    h.pacer.show("preview")
    await h.clock.advance(0.5)
    await h.finish("final")
    assert ["final"] == h.shown


async def test_a_message_that_is_gone_ends_the_delivery() -> None:
    """Somebody deleted the answer: it is not posted again."""
    h = Harness()
    h.pacer.show("one")
    await h.clock.advance(2)
    h.chat.lose(h.pacer.messages[0])
    with pytest.raises(Gone):
        await h.finish("final")


async def test_a_platform_that_rewrites_text_does_not_loop() -> None:
    """A normalising platform gets a few tries, then its version is taken."""
    chat = FakeChat(normalise=lambda text: text.replace("…", "..."))
    h = Harness(chat=chat)
    await h.finish("so it ends…")
    assert ["so it ends..."] == h.shown
    assert chat.calls.count("edit") <= 3


FAULTS = st.lists(
    st.sampled_from([None, RateLimited(2.0), Unreachable(), Failure(Unreachable(), applied=True), Failure(RateLimited(1.0))]),
    max_size=9,
)


@given(edit_faults=FAULTS, post_faults=FAULTS, sizes=st.lists(st.integers(1, 5000), min_size=1, max_size=6))
def test_whatever_fails_on_the_way_the_final_text_is_exact(
    edit_faults: list[ChatError | Failure | None], post_faults: list[ChatError | Failure | None], sizes: list[int]
) -> None:
    """Rate limits and lost calls, applied or not, in any order: the messages read as the final, each once."""

    async def scenario() -> None:
        h = Harness()
        h.chat.fail("edit", *edit_faults)
        h.chat.fail("post", *post_faults)
        words = [f"w{number}" for number in range(1000)]
        for size in sizes:
            h.pacer.show(" ".join(words)[:size])
            await h.clock.advance(0.7)
        final = " ".join(words)[: max(sizes)]
        await h.finish(final)
        assert final.split() == " ".join(h.shown).split()

    asyncio.run(scenario())


async def test_a_place_that_forbids_writing_is_reported() -> None:
    """The caller hears of it and can tell somebody."""
    h = Harness()
    h.chat.forbid("thread", Forbidden("Send Messages in Threads", "Ask a moderator."))
    h.pacer.show("one")
    await h.clock.advance(5)
    with pytest.raises(Forbidden):
        await h.finish("final")


def growing(seconds: int) -> list[str]:
    """A text that has a word more every second."""
    words = [f"word{number}" for number in range(seconds)]
    return [" ".join(words[: number + 1]) for number in range(seconds)]


OLD_AFTER = replace(DISCORD_LIKE, edit_life=60.0)


async def test_an_answer_that_grows_for_long_goes_on_in_a_new_message_and_the_old_one_rests() -> None:
    """Edits of old messages become slow: once one has aged, it gets its last text and is not touched again."""
    h = Harness(limits=OLD_AFTER)
    texts = growing(150)
    for text in texts:
        h.pacer.show(text, cursor=" ▍")
        await h.clock.advance(1.0)
    await h.finish(texts[-1])
    assert texts[-1].split() == " ".join(h.shown).split()
    posted = {shown.message: shown.at for shown in h.chat.seen("post")}
    assert len(posted) == 3
    last_edits = {shown.message: shown.at for shown in h.chat.seen("edit")}
    assert all(last_edits[one] - posted[one] < OLD_AFTER.edit_life + 5 for one in posted)
    assert [0, 1] == sorted(h.ends)


async def test_another_process_goes_on_behind_the_message_that_had_aged() -> None:
    """The place of the cut is in the store: nothing is shown twice, nothing moves."""
    first = Harness(limits=OLD_AFTER)
    texts = growing(100)
    for text in texts[:80]:
        first.pacer.show(text)
        await first.clock.advance(1.0)
    await first.pacer.hold()
    kept = [AnswerMessage(ref, age=5.0, ends=first.ends.get(chunk)) for chunk, ref in sorted(first.saved.items())]
    before = first.shown
    h = Harness(posted=tuple(kept), chat=first.chat)
    await h.finish(texts[-1])
    assert before[0] == h.shown[0]
    assert 2 == len(h.shown)
    assert texts[-1].split() == " ".join(h.shown).split()


async def test_a_final_that_differs_in_a_message_that_rests_is_exact_all_the_same() -> None:
    """Exactness goes before the cost of one slow edit."""
    h = Harness(limits=OLD_AFTER)
    texts = growing(100)
    for text in texts:
        h.pacer.show(text)
        await h.clock.advance(1.0)
    final = texts[-1].replace("word3 ", "another ")
    await h.finish(final)
    assert final.split() == " ".join(h.shown).split()


async def test_previews_in_an_earlier_answers_aged_message_come_seldom() -> None:
    """A question of two hours ago that is asked anew uses its message again, at the pace that old messages allow."""
    chat = FakeChat(limits=OLD_AFTER)
    ref = (await chat.post(PLACE, "the old answer", key="old")).ref
    h = Harness(posted=(AnswerMessage(ref, age=7200.0),), chat=chat, revision=1)
    texts = growing(60)
    for text in texts:
        h.pacer.show(text)
        await h.clock.advance(1.0)
    assert chat.calls.count("edit") <= 9
    await h.finish(texts[-1])
    assert [texts[-1]] == h.shown


async def test_a_preview_that_our_own_budget_holds_back_is_no_failure() -> None:
    """It comes later with the newest text, however often that happens."""
    h = Harness()
    h.pacer.show("one")
    await h.clock.advance(2)
    h.chat.fail("edit", *[Crowded(0.5)] * 5)
    h.pacer.show("two")
    await h.clock.advance(20)
    assert ["two"] == h.shown


async def test_a_chunk_that_was_deleted_and_is_needed_again_is_a_message_of_its_own() -> None:
    """Its key differs: a platform answers a key that it knows with the message that was deleted."""
    h = Harness()
    h.pacer.show("word " * 900)
    await h.clock.advance(10)
    await h.finish("short")
    long = " ".join(f"w{number}" for number in range(700))
    await h.finish(long)
    assert long.split() == " ".join(h.shown).split()
