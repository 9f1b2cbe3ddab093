"""Why a film suits a group: what everybody reads counts people and names none, what one person reads is about them."""

from hypothesis import given

from agent.catalogue.search.shelf import Shelf
from agent.catalogue.title import Title
from agent.evening import NOTE_LENGTH, Evening, Guest
from agent.night.notes import Why, count_of, whys
from agent.night.options import OPTIONS
from tests.agent.night.evenings import ESSENCE, FILMS, evening, outlook
from tests.agent.night.test_policy import evenings


def why(shelf: Shelf, film: Title, night: Evening) -> Why:
    """Why this film."""
    return whys(outlook(shelf, night), [film])[film.id]


FUNNY, TENSE = OPTIONS["funny"].wish, OPTIONS["tense"].wish
COMEDY = FILMS[0]


def test_a_note_counts_who_asked_and_tells_each_their_own(shelf: Shelf) -> None:
    """Two of three asked for something funny: the note says so, and only these two are told that they did."""
    night = evening(
        Guest("g1", wishes=("funny",)), Guest("g2", wishes=("funny", "tense")), Guest("g3"), asked=(FUNNY, TENSE), minutes=120
    )
    told = why(shelf, COMEDY, night)
    assert "Two of you asked for something funny." in told.note
    assert f"At {COMEDY.runtime} minutes it fits in your 120." in told.note
    assert "something tense" not in told.note
    assert told.to == dict.fromkeys(("g1", "g2"), "It is something funny, as you asked.")
    assert told.short[0] == "something funny, for two of you"


def test_a_loved_film_is_named_without_its_lover(shelf: Shelf) -> None:
    """The note says what a film shares with one that somebody loves; the person is told alone that it is theirs."""
    night = evening(Guest("g1", loved=(FILMS[1].id,)), Guest("g2"), Guest("g3"))
    told = why(shelf, COMEDY, night)
    assert f"It shares its director, Director 0, with {FILMS[1].title}, which one of you loves." in told.note
    assert told.to == {"g1": f"It shares its director, Director 0, with {FILMS[1].title}, which you love."}


def test_a_duel_is_told_to_its_voter_alone(shelf: Shelf) -> None:
    """What somebody preferred stands in no public note."""
    night = evening(Guest("g1", won=(FILMS[1].id,), lost=(FILMS[5].id,)), Guest("g2"), duelled=(FILMS[1].id, FILMS[5].id))
    told = why(shelf, COMEDY, night)
    assert FILMS[1].title not in told.note
    assert told.to == {"g1": f"It shares its director, Director 0, with {FILMS[1].title}, which you preferred."}
    assert why(shelf, FILMS[1], night).to == {"g1": "You preferred it when two films stood side by side."}


def test_who_said_nothing_still_reads_what_kind_of_film_it_is(shelf: Shelf) -> None:
    """A note without anything to speak to tells the kind, the director and the first sentence."""
    told = why(shelf, COMEDY, evening())
    assert told.note.startswith("A comedy by Director 0.")
    assert "“Two neighbours quarrel over a hedge until a letter changes everything.”" in told.note
    assert not told.to


def test_one_person_alone_is_spoken_to_as_such(shelf: Shelf) -> None:
    """An evening for one says "you"."""
    told = why(shelf, COMEDY, evening(Guest("g1", wishes=("funny",)), asked=(FUNNY,)))
    assert told.note.startswith("You asked for something funny.")
    assert [count_of(1, 1), count_of(3, 3), count_of(2, 3), count_of(12, 20)] == [
        "you",
        "all of you",
        "two of you",
        "12 of you",
    ]


def test_of_two_people_neither_learns_what_the_other_said(shelf: Shelf) -> None:
    """The note tells facts without a count and names no loved film; each is still told their own."""
    night = evening(Guest("g1", wishes=("funny",), loved=(FILMS[1].id,)), Guest("g2"), asked=(FUNNY, TENSE))
    told = why(shelf, COMEDY, night)
    assert told.note.startswith("It is something funny.")
    assert "of you" not in " ".join((told.note, *told.short))
    assert FILMS[1].title not in " ".join((told.note, *told.short))
    assert set(told.to) == {"g1"}
    assert FILMS[1].title in told.to["g1"]


@given(night=evenings())
def test_notes_keep_to_their_length_and_never_tell_the_essence(shelf: Shelf, night: Evening) -> None:
    """However much there is to say, a note is one that may be posted, names no alias and quotes no essence."""
    seen = outlook(shelf, night)
    for told in whys(seen, seen.ranked()[:8]).values():
        for text in (told.note, *told.to.values()):
            assert 0 < len(text) <= NOTE_LENGTH
            assert ESSENCE not in text
            assert not any(guest.alias in text.split() for guest in night.guests)
