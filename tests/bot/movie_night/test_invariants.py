"""Whatever people, time and the movie agent do, an evening keeps its rules."""

from itertools import count
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from adapters.discord import views as discord_views
from adapters.slack import views as slack_views
from agent.contract import read_request, write_request
from agent.evening import Candidates, Duel, Picks, Question, Step, StepRequest, Wish
from bot.movie_night import ballots, closing, pace, rules, saved, views
from bot.movie_night.session import (
    PHASES,
    Answer,
    Approve,
    Arrived,
    Begin,
    Cancel,
    Command,
    Failed,
    GoOn,
    Join,
    Leave,
    Love,
    Prefer,
    Ready,
    Remember,
    Say,
    Search,
    Session,
    Settings,
    SetUp,
    Strike,
    Surprise,
    Tick,
    Told,
)
from bot.views import Menu
from tests.bot.movie_night.evenings import NAMES, WISHES, Play, film, pick
from tests.fakes.chat import DISCORD_LIKE

PEOPLE = st.sampled_from(sorted(NAMES))
AGE = st.sampled_from([0, 0, 0, 0, 0, 0, 1, 2, -1])  # how many rounds ago the message was that is clicked on
NUMBERS = st.lists(st.integers(0, 14), max_size=5)
SIDES = st.sampled_from(["left", "right", "neither"])
FLAWS = st.sampled_from([*[""] * 12, "twice", "struck", "few", "none", "kind", "stale"])
LATER = ["duel", "candidates", "struck", "picks"]
MOST_TICKS = 60


def some(known: list[str], numbers: list[int]) -> tuple[str, ...]:
    """Some of what is known, perhaps one of them twice."""
    return tuple(known[number % len(known)] for number in numbers)


class AnyEvening(RuleBasedStateMachine):
    """Five people who click at random, a clock that jumps, an agent that is mostly fair."""

    @initialize(is_short=st.booleans(), people=st.integers(0, 4), kind=st.sampled_from([None, "question", *LATER]))
    def open(self, is_short: bool, people: int, kind: Any) -> None:
        """An evening of one to five people, in its lobby or later."""
        play = Play(*sorted(NAMES)[1 : 1 + people], settings=Settings(None, is_short))
        if kind == "struck":
            play.to("candidates").strike_everything()
        elif kind is not None and not (is_short and kind == "duel"):
            play.to(kind)
        self.now, self.session = play.now, play.session
        self.films = count(500)
        self.final: frozenset[str] = frozenset()
        self.shown: Session | None = None

    def decide(self, command: Command) -> None:
        """Decide it twice, and compare with before and with what was saved."""
        before = self.session
        after, effects = rules.decide(before, command, self.now)
        again, more = rules.decide(after, command, self.now)
        assert after == again
        assert all(isinstance(effect, Told) for effect in more)
        if after.phase != "over":
            assert [each.text for each in effects if isinstance(each, Told)] == [
                each.text for each in more if isinstance(each, Told)
            ]
        if any(isinstance(effect, Told) and effect.is_refusal for effect in effects):
            assert after == before
            assert len(effects) == 1
        assert after.round >= before.round
        assert PHASES.index(after.phase) >= PHASES.index(before.phase)
        assert (after.waiting not in {None, before.waiting}) == any(isinstance(effect, Search) for effect in effects)
        assert (after.phase == "over" != before.phase and closing.winning(after) is not None) == any(
            isinstance(effect, Remember) for effect in effects
        )
        assert after == saved.loads(saved.dumps(after))
        self.session = after

    @rule(person=PEOPLE, weight=st.sampled_from([1.0, 1.3]))
    def join(self, person: str, weight: float) -> None:
        """Somebody comes."""
        self.decide(Join(person, NAMES[person], liked=("film-900",), seen=("film-901",), weight=weight))

    @rule(person=st.sampled_from(["1", "4", "5"]))
    def leave(self, person: str) -> None:
        """Somebody goes."""
        self.decide(Leave(person))

    @rule(person=PEOPLE, numbers=NUMBERS)
    def love(self, person: str, numbers: list[int]) -> None:
        """Somebody names films."""
        self.decide(Love(person, tuple(film(800 + number).ref for number in numbers)))

    @rule(person=PEOPLE, minutes=st.sampled_from([None, 90]), is_short=st.booleans())
    def set_up(self, person: str, minutes: int | None, is_short: bool) -> None:
        """Somebody sets something."""
        self.decide(SetUp(person, Settings(minutes, is_short)))

    @rule(person=PEOPLE)
    def begin(self, person: str) -> None:
        """Somebody wants to begin."""
        self.decide(Begin(person))

    @rule(person=PEOPLE, age=AGE, kind=st.sampled_from([Say, Surprise, Ready, GoOn]))
    def press(self, person: str, age: int, kind: Any) -> None:
        """Somebody presses a button."""
        self.decide(kind(person, self.session.round - age))

    @rule(person=PEOPLE, age=AGE, side=SIDES, numbers=NUMBERS, everything=st.integers(0, 2))
    def say(self, person: str, age: int, side: Any, numbers: list[int], everything: int) -> None:
        """Somebody says something of what stands open, or of what stood open before."""
        session, number = self.session, self.session.round - age
        match session.phase:
            case "question":
                self.decide(Answer(person, number, some(["fun", "dark", "new", "unknown"], numbers)))
            case "duels":
                self.decide(Prefer(person, number, side))
            case "candidates":
                films = [each.ref.id for each in session.listed.films] if session.listed else ["unknown"]
                self.decide(Strike(person, number, tuple(films) if everything == 0 else some(films, numbers)))
            case _:
                films = [each.film.ref.id for each in session.voted.picks] if session.voted else ["unknown"]
                self.decide(Approve(person, number, some(films, numbers)))

    @rule(person=PEOPLE, command=st.sampled_from([Answer, Prefer, Strike, Approve]))
    def say_elsewhere(self, person: str, command: Any) -> None:
        """Somebody says what may not fit what stands open."""
        said: Any = "neither" if command is Prefer else ()
        self.decide(command(person, self.session.round, said))

    @precondition(lambda self: self.session.waiting is None)
    @rule()
    def all_ready(self) -> None:
        """All are through, and the time to change one's mind passes."""
        for person in self.session.present:
            self.decide(Ready(person, self.session.round))
        self.now += pace.GRACE_SECONDS
        self.decide(Tick())

    @rule(seconds=st.sampled_from([0.0, 5.0, 10.0, 100.0, 300.0]))
    def tick(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds
        self.decide(Tick())

    @precondition(lambda self: self.session.waiting is not None)
    @rule(flaw=FLAWS, size=st.integers(3, 12))
    def arrive(self, flaw: str, size: int) -> None:
        """The agent chooses a step, some of them against the rules."""
        waiting = self.session.waiting
        assert waiting is not None
        self.decide(Arrived("0" * 32 if flaw == "stale" else waiting.run_id, self._step(waiting.allowed[-1], flaw, size)))

    @precondition(lambda self: self.session.waiting is not None)
    @rule(is_stale=st.sampled_from([True, True, False]))
    def fail(self, is_stale: bool) -> None:
        """A run fails."""
        waiting = self.session.waiting
        assert waiting is not None
        self.decide(Failed("0" * 32 if is_stale else waiting.run_id))

    @precondition(lambda self: self.session.round > 3)
    @rule(really=st.integers(0, 5))
    def cancel(self, really: int) -> None:
        """The evening is called off; late and seldom, so that most evenings come further."""
        if really == 5:
            self.decide(Cancel("1"))

    @invariant()
    def keeps_the_rules(self) -> None:
        """What holds after every command."""
        session = self.session
        is_over = session.phase == "over"
        assert is_over == (session.closes_at is None) == (session.result is not None)
        assert is_over or session.host in session.present
        assert len({member.alias for member in session.members.values()}) == len(session.members)
        fought = [each.ref.id for duel in session.duels for each in (duel.left, duel.right)]
        assert len(fought) == len(set(fought)) <= 6
        assert ballots.answered(session) <= session.present.keys()
        if session.voted is not None:
            assert session.voted.surprise.isdisjoint(session.voted.approvals)
            assert closing.struck(session).isdisjoint(each.film.ref.id for each in session.voted.picks)
        if session.result is not None and session.result.ending == "chosen":
            assert closing.winning(session) is not None
        self._struck_is_final(session)
        evening = rules.evening_of(session)
        assert [member.alias for member in session.present.values()] == [guest.alias for guest in evening.guests]
        assert closing.struck(session) <= evening.struck | set(evening.hidden)
        request = StepRequest("0" * 32, evening, ("picks",))
        assert request == read_request(write_request(request))

    @invariant()
    def shows_what_stands(self) -> None:
        """Every message can be built and sent on both platforms; what is closed has nothing to click on."""
        if self.shown == self.session:
            return
        self.shown = self.session
        made = [views.board(self.session, DISCORD_LIKE, {})]
        for number in range(self.session.round):
            view = views.closed(self.session, number)
            assert not view.controls
            made.append(view)
        for view in made:
            assert len(view.cards) <= DISCORD_LIKE.cards
            discord_views.components(view)
            slack_views.view_message(view)
        clickable = [each for each in made[0].controls if isinstance(each, Menu)]
        assert all(menu.options for menu in clickable)

    def teardown(self) -> None:
        """Nobody does anything any more: time alone ends the evening."""
        for _ in range(MOST_TICKS if hasattr(self, "session") else 0):
            if self.session.closes_at is None:
                break
            self.now = self.session.closes_at
            self.decide(Tick())
        assert not hasattr(self, "session") or self.session.phase == "over"

    def _struck_is_final(self, session: Session) -> None:
        """What a closed list lost stays lost, and comes back in no later one."""
        is_open = session.phase == "candidates" and session.waiting is None
        shut = session.lists[:-1] if is_open else session.lists
        gone = frozenset(title for each in shut for titles in each.strikes.values() for title in titles)
        assert self.final <= gone
        self.final = gone
        if is_open:
            assert gone.isdisjoint(each.ref.id for each in session.lists[-1].films)

    def _step(self, kind: str, flaw: str, size: int) -> Step:
        films = [film(next(self.films)) for _ in range(0 if flaw == "none" else size)]
        if flaw == "twice" and films:
            films[1] = films[0]
        struck = closing.struck(self.session)
        if flaw == "struck" and struck:
            films = [each for old in self.session.lists for each in old.films if each.ref.id in struck][:3]
        if flaw == "kind":
            kind = "duel" if kind == "picks" else "picks"
        match kind:
            case "question":
                return Question("What suits you?", WISHES[:2] if flaw == "few" else (*WISHES, Wish("long", "x" * 300)))
            case "duel":
                return Duel(films[0], films[1]) if len(films) > 1 else Duel(film(0), film(0))
            case "candidates":
                return Candidates(tuple(films))
            case _:
                return Picks(tuple(pick(int(each.ref.id[5:]), 1.0, g1=0.5, g2=0.2) for each in films[:5]), "By rating.")


AnyEvening.TestCase.settings = settings(max_examples=200, stateful_step_count=30, deadline=None)


class TestAnyEvening(AnyEvening.TestCase):  # type: ignore[misc, name-defined, valid-type]
    """Two hundred random evenings keep the invariants."""
