"""How an evening goes."""

import pytest

from agent.evening import Candidates, Duel, Picks, Question, Step, StepKind, Wish
from bot.movie_night import ballots, closing, pace, rules
from bot.movie_night.session import (
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
    Settings,
    SetUp,
    Shown,
    StopSearch,
    Strike,
    Surprise,
    Tick,
)
from tests.bot.movie_night.evenings import ADA, BEN, CHLOE, DAN, EVE, WISHES, Play, film, ids, pick, question

# Coming, going, beginning


def test_whoever_opens_an_evening_is_in_and_hosts_it() -> None:
    """The lobby stands open for a quarter of an hour."""
    play = Play()
    assert (["1"], ADA, "lobby", play.now + 900) == (
        list(play.session.present),
        play.session.host,
        play.session.phase,
        play.session.closes_at,
    )


def test_the_host_begins_at_once_and_a_question_is_searched_for() -> None:
    """The lobby closes, and its round is over."""
    play = Play(BEN)
    assert Search() in play.do(Begin(ADA))
    waiting = play.session.waiting
    assert waiting is not None
    assert ("question", 1, ("question",)) == (play.session.phase, play.session.round, waiting.allowed)


def test_others_begin_once_most_of_those_present_want_to() -> None:
    """Two of four are told how many want to; the third begins it."""
    play = Play(BEN, CHLOE, DAN)
    assert "1 of 4 want to begin" in play.told(Begin(BEN)).text
    play.do(Begin(CHLOE))
    assert "lobby" == play.session.phase
    play.do(Begin(DAN))
    assert "question" == play.session.phase


def test_a_lobby_that_nobody_starts_begins_by_itself() -> None:
    """One person is enough for an evening."""
    play = Play()
    play.wait(pace.OPEN_SECONDS["lobby"])
    assert "question" == play.session.phase


def test_when_the_host_leaves_the_longest_present_hosts() -> None:
    """Somebody who left and came back stands behind those who stayed."""
    play = Play(BEN, CHLOE)
    for command in (Leave(BEN), Join(BEN, "Ben"), Leave(ADA)):
        play.do(command)
    assert CHLOE == play.session.host


def test_when_everybody_has_left_the_evening_is_over() -> None:
    """A search that goes on is stopped."""
    play = Play()
    play.do(Begin(ADA))
    waiting = play.session.waiting
    assert waiting is not None
    assert StopSearch(waiting.run_id) in play.do(Leave(ADA))
    assert play.session.result is not None
    assert "nobody" == play.session.result.ending


def test_an_alias_is_kept_by_who_comes_back_and_never_given_to_somebody_else() -> None:
    """What the agent knows of one person is never taken for another's."""
    play = Play(BEN)
    for command in (Leave(BEN), Join(CHLOE, "Chloe"), Join(BEN, "Ben")):
        play.do(command)
    assert {ADA: "g1", BEN: "g2", CHLOE: "g3"} == {person: member.alias for person, member in play.session.members.items()}


def test_somebody_new_gets_time_for_what_stands_open_but_only_once() -> None:
    """Coming and going does not hold up an evening."""
    play = Play(BEN).to("duel")
    assert play.session.closes_at is not None
    play.now = play.session.closes_at - 1
    play.do(Join(CHLOE, "Chloe"))
    assert play.now + pace.JOINER_SECONDS == play.session.closes_at
    play.now = play.session.closes_at - 1
    play.do(Leave(CHLOE))
    play.do(Join(CHLOE, "Chloe"))
    assert play.now + 1 == play.session.closes_at


@pytest.mark.parametrize(("person", "is_refused"), [(ADA, False), (BEN, True), (DAN, True)])
def test_only_the_host_sets_the_time(person: str, is_refused: bool) -> None:
    """Others are told whom to ask."""
    play = Play(BEN)
    told = play.told(SetUp(person, Settings(90)))
    assert is_refused == told.is_refusal
    assert ("Ada" in told.text) == is_refused
    assert (None if is_refused else 90) == play.session.settings.minutes


def test_films_that_somebody_loves_count_until_the_question_closes() -> None:
    """At most three, each once; later they are told that it is too late."""
    play = Play()
    play.do(Love(ADA, tuple(film(number).ref for number in (1, 1, 2, 3, 4))))
    assert ids([1, 2, 3]) == tuple(ref.id for ref in play.session.members[ADA].loved)
    play.to("duel")
    assert play.told(Love(ADA, ())).is_refusal


# What is searched for, and what may come


def test_an_evening_goes_from_question_to_duels_to_list_to_vote() -> None:
    """Three people have three duels; with two of them behind, the agent may go on to the list."""
    play, allowed = Play(BEN, CHLOE), []
    play.do(Begin(ADA))
    while play.session.waiting:
        allowed.append(play.session.waiting.allowed)
        play.arrive()
        if play.session.phase == "duels":
            play.do(Prefer(ADA, play.session.round, "left"))
        play.run_out()
    assert [
        ("question",), ("duel",), ("duel",), ("duel", "candidates"), ("candidates",), ("picks",),
    ] == allowed  # fmt: skip
    assert ("over", 7) == (play.session.phase, play.session.round)


@pytest.mark.parametrize(("others", "duels"), [((), 2), ((BEN,), 2), ((BEN, CHLOE), 3), ((BEN, CHLOE, DAN, EVE), 4)])
def test_there_are_as_many_duels_as_people_within_bounds(others: tuple[str, ...], duels: int) -> None:
    """Two for one or two people, never more than four; then comes the list."""
    play = Play(*others).to("duel")
    for _ in range(duels):
        assert play.session.phase == "duels"
        play.do(Prefer(ADA, play.session.round, "left"))
        play.run_out()
        if play.session.waiting and "duel" in play.session.waiting.allowed:
            play.arrive()
    assert duels == len(play.session.duels)
    assert play.session.waiting is not None
    assert ("candidates",) == play.session.waiting.allowed


def test_a_short_evening_has_no_duels() -> None:
    """The list comes after the question."""
    play = Play(settings=Settings(is_short=True)).to("question")
    play.run_out()
    assert "candidates" == play.session.phase


def test_duels_end_when_nobody_took_a_side_in_two_of_them() -> None:
    """Neither, or no ballot at all."""
    play = Play(BEN).to("duel")
    play.do(Prefer(ADA, play.session.round, "neither"))
    play.run_out()
    play.arrive()
    play.run_out()
    assert play.session.waiting is not None
    assert ("candidates",) == play.session.waiting.allowed


def test_runs_have_ids_of_their_own_that_follow_from_the_session() -> None:
    """A second process that decides the same asks for the same run; a second try is another one."""
    play, other = Play(), Play()
    seen = []
    for each in (play, other):
        each.do(Begin(ADA))
        assert each.session.waiting is not None
        seen.append(each.session.waiting.run_id)
    assert seen[0] == seen[1]
    play.do(Failed(seen[0]))
    assert play.session.waiting is not None
    assert seen[0] != play.session.waiting.run_id
    assert (32, 2) == (len(play.session.waiting.run_id), play.session.waiting.attempt)


@pytest.mark.parametrize(
    ("kind", "then"), [("question", "duels"), ("duel", "candidates"), ("candidates", "over"), ("picks", "over")]
)
def test_a_step_that_fails_twice_is_left_out_where_an_evening_can_do_without(kind: str, then: str) -> None:
    """Without a list or picks it ends with a sentence."""
    play = Play()
    play.do(Begin(ADA))
    while play.session.waiting and kind not in play.session.waiting.allowed:
        play.arrive()
        play.run_out()
    for _ in range(pace.ATTEMPTS):
        assert play.session.waiting is not None
        play.do(Failed(play.session.waiting.run_id))
    assert then == play.session.phase
    if play.session.result:
        assert ("failed", True) == (play.session.result.ending, "another evening" in play.session.result.audit[0])


def test_a_search_that_nobody_answers_is_given_up_and_stopped() -> None:
    """Nobody waits for ever."""
    play = Play()
    play.do(Begin(ADA))
    waiting = play.session.waiting
    assert waiting is not None
    effects = play.wait(pace.SEARCH_SECONDS)
    assert {StopSearch(waiting.run_id), Search(), Shown()} == set(effects)


@pytest.mark.parametrize(
    ("kind", "step"),
    [
        ("question", Question("What?", WISHES[:2])),
        ("question", Question(" ", WISHES)),
        ("question", Question("What?", (*WISHES, Wish("other", "Something FUNNY")))),
        ("question", Question("What?", (*WISHES, WISHES[0]))),
        ("question", Duel(film(1), film(2))),
        ("duel", Duel(film(1), film(1))),
        ("candidates", Candidates(())),
        ("candidates", Candidates((film(1), film(1)))),
        ("candidates", Candidates(tuple(map(film, range(16))))),
        ("picks", Picks((), "rule")),
        ("picks", Picks((pick(1), pick(1), pick(2)), "rule")),
        ("picks", Picks(tuple(map(pick, range(6))), "rule")),
    ],
)
def test_a_step_against_the_rules_counts_as_failed(kind: str, step: Step) -> None:
    """It is searched for once more."""
    play = Play()
    play.do(Begin(ADA))
    while play.session.waiting and kind not in play.session.waiting.allowed:
        play.arrive()
        play.run_out()
    play.arrive(step)
    assert play.session.waiting is not None
    assert 2 == play.session.waiting.attempt


def test_no_film_comes_twice_in_duels() -> None:
    """Not in a later duel either."""
    play = Play().to("duel")
    first = play.session.duels[0]
    play.run_out()
    play.arrive(Duel(first.left, film(200)))
    assert 1 == len(play.session.duels)


def test_what_comes_from_a_run_that_nobody_waits_for_changes_nothing() -> None:
    """Late words of a first try."""
    play = Play()
    play.do(Begin(ADA))
    before = play.session
    assert ((), ()) == (play.do(Arrived("0" * 32, question())), play.do(Failed("0" * 32)))
    assert before == play.session


# Ballots


def test_a_ballot_counts_once_a_person_and_can_be_changed_until_it_closes() -> None:
    """The last one counts; the same again changes nothing."""
    play = Play(BEN).to("question")
    number = play.session.round
    assert "Something funny" in play.told(Answer(ADA, number, ("fun",))).text
    play.do(Answer(ADA, number, ("new", "dark")))
    assert {ADA: ("dark", "new")} == play.session.asked[0].ballots
    assert (Shown() in play.do(Answer(ADA, number, ("dark", "new")))) is False


def test_what_stands_open_closes_a_moment_after_the_last_ballot() -> None:
    """Long enough to change a slip of the finger."""
    play = Play(BEN).to("question")
    play.do(Answer(ADA, play.session.round, ("fun",)))
    play.do(Ready(BEN, play.session.round))
    assert play.now + pace.GRACE_SECONDS == play.session.closes_at
    play.wait(pace.GRACE_SECONDS - 1)
    play.do(Answer(BEN, play.session.round, ("new",)))
    play.wait(1)
    assert (("fun",), ("new",), "duels") == (*play.session.asked[0].ballots.values(), play.session.phase)


def test_it_also_closes_when_the_only_one_who_has_not_answered_leaves() -> None:
    """Nobody waits for somebody who is gone."""
    play = Play(BEN).to("question")
    play.do(Ready(ADA, play.session.round))
    play.do(Leave(BEN))
    assert play.now + pace.GRACE_SECONDS == play.session.closes_at


def test_the_host_can_go_on_without_the_others() -> None:
    """Others are told whom to ask; the host's second click says the same and closes nothing more."""
    play = Play(BEN).to("question")
    number = play.session.round
    assert play.told(GoOn(BEN, number)).is_refusal
    first, second = play.told(GoOn(ADA, number)), play.told(GoOn(ADA, number))
    assert (first.text, "duels", number + 1) == (second.text, play.session.phase, play.session.round)


@pytest.mark.parametrize(
    ("command", "says"),
    [
        (Answer(ADA, 1, ("fun",)), "the message below"),
        (Prefer(ADA, 3, "left"), "newest message"),
        (Prefer(DAN, 2, "left"), "press Join"),
        (Answer(ADA, 2, ("fun",)), "buttons of the newest message"),
    ],
)
def test_a_ballot_that_cannot_count_is_refused_with_a_way_out(command: Command, says: str) -> None:
    """A closed round, an unknown one, somebody who is not in, a button of something else."""
    play = Play(BEN).to("duel")
    told = play.told(command)
    assert (True, True) == (told.is_refusal, says in told.text)


def test_a_click_while_the_next_thing_is_searched_for_is_told_to_wait() -> None:
    """The message turns into what is found."""
    play = Play()
    play.do(Begin(ADA))
    assert ballots.SEARCHING == play.told(Ready(ADA, play.session.round)).text


@pytest.mark.parametrize(
    ("kind", "command"),
    [
        ("question", Answer(ADA, 1, ("fun", "unknown"))),
        ("candidates", Strike(ADA, 2, ("unknown",))),
        ("picks", Approve(ADA, 3, ("unknown",))),
    ],
)
def test_what_is_no_choice_is_refused(kind: StepKind, command: Command) -> None:
    """Nothing of it counts."""
    play = Play(settings=Settings(is_short=True)).to(kind)
    before, told = play.session, play.told(command)
    assert (True, True) == (told.is_refusal, "among the choices" in told.text)
    assert before == play.session


def test_what_somebody_said_no_longer_counts_once_they_left() -> None:
    """Their ballot is gone from what closes, and the agent hears only of those present."""
    play = Play(BEN).to("question")
    play.do(Answer(BEN, play.session.round, ("fun",)))
    play.do(Leave(BEN))
    play.run_out()
    assert ({}, ["g1"]) == (play.session.asked[0].ballots, [guest.alias for guest in rules.evening_of(play.session).guests])


# The list


def test_a_struck_film_is_never_picked() -> None:
    """Whoever struck it may have left by then."""
    play = Play(BEN).to("candidates")
    assert play.session.listed is not None
    struck = play.session.listed.films[0]
    play.do(Strike(BEN, play.session.round, (struck.ref.id,)))
    play.run_out()
    play.do(Leave(BEN))
    play.arrive(Picks((pick(900), pick(901), pick(int(struck.ref.id[5:]))), "rule"))
    assert play.session.voted is None
    assert struck.ref.id in rules.evening_of(play.session).hidden


def test_strikes_can_be_taken_back_until_the_list_closes() -> None:
    """Then they are final."""
    play = Play(BEN).to("candidates")
    assert play.session.listed is not None
    number, title = play.session.round, play.session.listed.films[0].ref.id
    play.do(Strike(ADA, number, (title,)))
    play.do(Ready(ADA, number))
    assert frozenset() == closing.struck(play.session)
    play.do(Strike(ADA, number, (title,)))
    play.do(GoOn(ADA, number))
    assert play.told(Strike(ADA, number, ())).is_refusal
    assert {title} == closing.struck(play.session)


def test_somebody_can_let_it_be_known_what_they_strike() -> None:
    """Only once there is something to say."""
    play = Play(BEN).to("candidates")
    assert play.session.listed is not None
    assert play.told(Say(ADA, play.session.round)).is_refusal
    play.do(Strike(ADA, play.session.round, (play.session.listed.films[0].ref.id,)))
    play.do(Say(ADA, play.session.round))
    assert {ADA} == play.session.listed.said


def test_where_too_little_is_left_another_list_is_asked_for_at_most_twice() -> None:
    """Once all of three lists is struck the evening ends with a sentence."""
    play = Play(BEN).to("candidates")
    for number in range(1, pace.MOST_LISTS + 1):
        assert number == len(play.session.lists)
        play.strike_everything()
        if play.session.waiting:
            assert ("candidates",) == play.session.waiting.allowed
            play.arrive()
    assert play.session.result is not None
    assert ("failed", True) == (play.session.result.ending, "struck everything" in play.session.result.audit[0])


def test_if_there_is_no_second_list_the_vote_is_on_what_is_left_of_the_first() -> None:
    """Two films that nobody struck are a choice."""
    play = Play().to("candidates")
    assert play.session.listed is not None
    play.do(Strike(ADA, play.session.round, tuple(each.ref.id for each in play.session.listed.films[2:])))
    play.run_out()
    for _ in range(pace.ATTEMPTS):
        assert play.session.waiting is not None
        play.do(Failed(play.session.waiting.run_id))
    assert ("vote", 2) == (play.session.phase, len(closing.left(play.session)))


# The vote, and the end


def test_the_film_with_most_approvals_is_remembered() -> None:
    """It goes to the members' lists and the place's history."""
    play = Play(BEN).to("picks")
    assert play.session.voted is not None
    second = play.session.voted.picks[1].film
    play.do(Approve(ADA, play.session.round, (second.ref.id,)))
    play.do(Approve(BEN, play.session.round, (second.ref.id,)))
    assert Remember(second.ref) in play.wait(pace.GRACE_SECONDS)


def test_leaving_the_choice_to_us_takes_back_ones_approvals() -> None:
    """And approving takes back that."""
    play = Play(BEN).to("picks")
    assert play.session.voted is not None
    title = play.session.voted.picks[1].film.ref.id
    for command in (Approve(ADA, play.session.round, (title,)), Surprise(ADA, play.session.round)):
        play.do(command)
    assert ({}, {ADA}) == (play.session.voted.approvals, play.session.voted.surprise)
    play.do(Approve(ADA, play.session.round, (title,)))
    assert ({ADA: (title,)}, set()) == (play.session.voted.approvals, play.session.voted.surprise)


def test_whoever_approves_is_told_what_a_pick_has_for_them() -> None:
    """What a note says to one person, nobody else reads."""
    play = Play(BEN).to("candidates")
    play.run_out()
    note = "It shares its director with Heat."
    one = pick(900)
    play.arrive(Picks((type(one)(one.film, one.note, 1.0, {}, {"g1": note}), pick(901), pick(902)), "rule"))
    assert note in play.told(Approve(ADA, play.session.round, ids([900]))).text
    assert note not in play.told(Approve(BEN, play.session.round, ids([900]))).text


def test_an_evening_that_is_over_says_how_it_ended_whatever_is_clicked() -> None:
    """Time and late runs change nothing and say nothing."""
    play = Play(BEN)
    play.do(Begin(ADA))
    first = play.told(Cancel(ADA))
    for command in (Cancel(ADA), Join(DAN, "Dan"), Leave(ADA), Ready(BEN, 1), Begin(ADA), GoOn(ADA, 1)):
        assert (first.text, True) == (play.told(command).text, play.told(command).is_refusal)
    assert () == play.do(Tick())
    assert "called off" in first.text


# What the agent hears


def test_the_agent_hears_what_each_person_said_by_alias() -> None:
    """Wishes, duels, strikes, loved films; what is loved or seen does not come."""
    play = Play(settings=Settings(120))
    play.do(Join(BEN, "Ben", liked=("liked",), seen=("seen",), weight=1.3))
    play.do(Love(ADA, (film(800).ref,)))
    play.to("question")
    play.do(Answer(ADA, play.session.round, ("fun",)))
    play.run_out()
    play.arrive(Duel(film(1), film(2)))
    play.do(Prefer(ADA, play.session.round, "right"))
    play.run_out()
    play.to("candidates")
    assert play.session.listed is not None
    struck = play.session.listed.films[0].ref.id
    play.do(Strike(BEN, play.session.round, (struck,)))
    evening = rules.evening_of(play.session, hidden=("chosen-before",), hour=21, weekday=4)
    ada, ben = evening.guests
    assert (("film-800",), ("fun",), ("film-2",), ("film-1",)) == (ada.loved, ada.wishes, ada.won, ada.lost)
    assert (("liked",), (struck,), 1.3) == (ben.liked, ben.struck, ben.weight)
    assert (120, 21, 4, WISHES) == (evening.minutes, evening.hour, evening.weekday, evening.asked)
    assert ("chosen-before", "film-800", "seen") == evening.hidden
    assert ("film-1", "film-2") == evening.duelled[:2]
    assert tuple(each.ref.id for each in play.session.listed.films) == evening.candidates
