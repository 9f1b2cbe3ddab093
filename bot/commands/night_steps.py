"""The no-model policy as a chooser of steps within some films: what a worker does, without its graph and its words."""

from collections.abc import Callable, Collection

from agent.catalogue.answers.cards import card
from agent.catalogue.request import Request
from agent.catalogue.search.shelf import Shelf
from agent.contract import StepRequest, TitleCard, TitleRef
from agent.evening import Candidates, Duel, Pick, Picks, Question, Step
from agent.night import policy
from agent.night.actions import AskCategoricalQuestion, AskDuelQuestion, SubmitCandidates, SubmitRecommendations
from agent.night.encoding import Encoded
from agent.night.outlook import Outlook, look
from agent.night.wishes import searches, wished


class Policy:
    """Chooses among the films `within` (title ids) alone."""

    def __init__(
        self, shelf: Shelf, encoded: Encoded, understand: Callable[[str], Request], *, within: Collection[str]
    ) -> None:
        self._shelf = shelf
        self._encoded = encoded
        self._understand = understand
        self._within = within

    async def choose(self, request: StepRequest) -> Step | None:
        """The step; None where the films do not suffice for one. Raises EncoderError."""
        evening = request.evening
        vectors = await self._encoded.vectors(searches(evening))
        outlook = look(self._shelf, evening, wished(evening, self._shelf, vectors, self._understand), self._within)
        try:
            action = policy.choose(outlook, request.allowed)
        except policy.NoStep:
            return None
        match action:
            case AskCategoricalQuestion(text, wishes):
                return Question(text, wishes)
            case AskDuelQuestion(left, right):
                return Duel(self._card(left), self._card(right))
            case SubmitCandidates(films):
                return Candidates(tuple(map(self._card, films)))
            case SubmitRecommendations(films):
                return Picks(tuple(self._pick(title, outlook) for title in films), policy.RULE)

    def _pick(self, title: str, outlook: Outlook) -> Pick:
        row, standing = outlook.films.row[title], outlook.standing
        pleased = {alias: float(own[row]) for alias, own in standing.pleased.items()}
        return Pick(self._card(title), "", float(standing.scores[row]), pleased)

    def _card(self, title: str) -> TitleCard:
        film = self._shelf.titles[title]
        return card(TitleRef(film.id, film.title, film.year, film.source_ids), film, ())
