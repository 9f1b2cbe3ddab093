"""How long things stand open in a movie night, and how many of them there are. Times are in seconds."""

from bot.movie_night.session import Phase

OPEN_SECONDS: dict[Phase, float] = {
    "lobby": 15 * 60,  # long enough to fetch the others, short enough that those who came do not give up
    "question": 3 * 60,  # the first thing that is asked: some still read what this is
    "duels": 90,  # two posters and a click; two or three come in a row
    "candidates": 4 * 60,  # up to fifteen films to read
    "vote": 5 * 60,  # the notes are read, and people talk before they tap
}
GRACE_SECONDS = 4  # after the last ballot, so that a slip of the finger can be mended; six times an evening, everybody waits
JOINER_SECONDS = 30  # what somebody new gets at least for what stands open
# A local model may need two minutes for a step; nobody waits for longer than this. So an evening that is not served ends, too.
SEARCH_SECONDS = 4 * 60
ATTEMPTS = 2  # of each step: a worker may have died, but what fails twice fails again

LEAST_DUELS = 2  # half of what duels can bring (NIGHT.md); from then on the movie agent may go on to the list
_MOST_DUELS = 4  # with a question, strikes and approvals eight clicks a person and a few
LEAST_LEFT = 3  # films that a vote needs
MOST_LISTS = 3


def most_duels(people: int) -> int:
    """How many duels there are at most: one a person, within bounds.

    By `matinee eval night` five people gain by a third and a fourth one; two gain nothing by a third.
    """
    return min(max(people, LEAST_DUELS), _MOST_DUELS)
