"""Who got least out of an evening, so that the next one leans towards them. Pure."""

from bot.movie_night.session import Session

LEAN = 1.3  # the weight of whoever lost the last evening here: it decides between films that please about the same


def least_pleased(session: Session) -> tuple[str, ...]:
    """Those present whom the chosen film pleases least, by person; none where it pleases all alike or suits them by their own
    word."""
    voted, result = session.voted, session.result
    winner = next((pick for pick in voted.picks if result and pick.film.ref.id == result.winner), None) if voted else None
    if voted is None or winner is None:
        return ()
    shares = {
        person: winner.pleased[member.alias] for person, member in session.present.items() if member.alias in winner.pleased
    }
    least = min(shares.values(), default=0.0)
    if len(set(shares.values())) < 2:  # nobody got less than the others
        return ()
    content = {person for person, films in voted.approvals.items() if winner.film.ref.id in films}
    return tuple(person for person, share in shares.items() if share == least and person not in content)
