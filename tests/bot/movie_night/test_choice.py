"""Which pick wins, and what is said of it."""

from agent.evening import Pick
from bot.movie_night.choice import choose
from bot.movie_night.session import Member, Voted
from tests.bot.movie_night.evenings import ADA, BEN, CHLOE, NAMES, ids, pick


def group(*people: str, weight: float = 1.0) -> dict[str, Member]:
    """Those present; the first of them with a weight."""
    return {
        person: Member(NAMES[person], f"g{number}", weight=weight if number == 1 else 1.0)
        for number, person in enumerate(people, 1)
    }


def vote(*picks: Pick, surprise: tuple[str, ...] = (), **approvals: tuple[int, ...]) -> Voted:
    """A vote, its approvals by name and number of film."""
    people = {name: person for person, name in NAMES.items()}
    return Voted(picks, "By rating.", {people[name]: ids(films) for name, films in approvals.items()}, frozenset(surprise))


THREE = group(ADA, BEN, CHLOE)
FIRST, SECOND = pick(1, 1.0, g1=0.9, g2=0.9, g3=0.9), pick(2, 0.5, g1=0.5, g2=0.5, g3=0.5)


def test_most_approvals_win_whatever_the_score() -> None:
    """The counts are told, and nobody's name."""
    choice = choose(vote(FIRST, SECOND, Ada=(2,), Ben=(1, 2)), THREE)
    assert "film-2" == choice.winner
    assert ("Film 2 (1952) has 2 of 3 approvals; Film 1 (1951) has 1.", "Nobody struck it.") == choice.audit


def test_a_tie_goes_to_the_better_fit_for_all() -> None:
    """Seven tenths of the mean and three of the least pleased."""
    choice = choose(vote(SECOND, FIRST, Ada=(1,), Ben=(2,)), THREE)
    assert ("film-1", "It tied with Film 2 (1952), and fits all of you together best.") == (choice.winner, choice.audit[1])


def test_with_equal_scores_the_least_pleased_person_decides() -> None:
    """.7 of a mean of .65 and .3 of a least of .5 are as much as a score of .605 for both."""
    uneven = pick(3, 0.5, g1=0.5, g2=0.8)
    even = pick(4, 0.5, g1=0.605, g2=0.605)
    people = group(ADA, BEN)
    choice = choose(vote(uneven, even, Ada=(3, 4), Ben=(3, 4)), people)
    assert "film-4" == choice.winner
    assert "Its fit for the least pleased of you is the best of those that tied." == choice.audit[2]


def test_the_order_of_the_picks_decides_last() -> None:
    """Where nothing is known of anybody."""
    choice = choose(vote(pick(5), pick(6), Ada=(5, 6), Ben=(5, 6), Chloe=(5, 6)), THREE)
    assert ("film-5", "It tied with Film 6 (1956), and stood first on the list.") == (choice.winner, choice.audit[1])


def test_without_approvals_the_score_decides() -> None:
    """The audit says so."""
    choice = choose(vote(SECOND, FIRST), THREE)
    assert ("film-1", "Nobody approved of any film, so the fit decided, and Film 1 (1951) fits best.") == (
        choice.winner,
        choice.audit[0],
    )


def test_most_of_them_can_leave_it_to_us() -> None:
    """Two of three outvote the third; one of three does not."""
    assert "film-1" == choose(vote(FIRST, SECOND, surprise=(ADA, BEN), Chloe=(2,)), THREE).winner
    assert "film-2" == choose(vote(FIRST, SECOND, surprise=(ADA,), Chloe=(2,)), THREE).winner


def test_whoever_lost_last_time_weighs_more() -> None:
    """A weight moves the mean, so a tie can turn."""
    theirs, others = pick(7, 0.0, g1=0.8, g2=0.4, g3=0.4), pick(8, 0.0, g1=0.4, g2=0.7, g3=0.52)
    ballots = vote(others, theirs, Ada=(7, 8))
    assert "film-8" == choose(ballots, THREE).winner
    assert "film-7" == choose(ballots, group(ADA, BEN, CHLOE, weight=2.0)).winner


def test_only_those_present_count() -> None:
    """A ballot of somebody who left decides nothing."""
    assert "film-1" == choose(vote(FIRST, SECOND, Chloe=(2,), Ada=(1,)), group(ADA, BEN)).winner


def test_of_two_people_nothing_is_told_that_gives_away_the_others_ballot() -> None:
    """Only what both said is named: who knows their own ballot would know the other's."""
    people = group(ADA, BEN)
    agreed = choose(vote(FIRST, SECOND, Ada=(1,), Ben=(1, 2)), people)
    assert "Both of you would watch Film 1 (1951)." == agreed.audit[0]
    one, other = choose(vote(FIRST, SECOND, Ada=(1,), Ben=(2,)), people), choose(vote(FIRST, SECOND, Ada=(1,), Ben=()), people)
    assert one.audit == other.audit


def test_somebody_who_came_after_the_picks_were_made_has_no_score_but_a_vote() -> None:
    """The picks' own score stands where nobody's is known."""
    stranger = {CHLOE: Member("Chloe", "g9")}
    assert "film-1" == choose(vote(SECOND, FIRST), stranger).winner
    assert "film-2" == choose(vote(FIRST, SECOND, Chloe=(2,)), stranger).winner
