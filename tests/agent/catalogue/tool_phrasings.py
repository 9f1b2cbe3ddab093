"""Questions for the exact tools in five languages with the call each makes, and questions that only look so."""

from agent.catalogue.request import Request
from agent.catalogue.speech.voice import Voice
from agent.catalogue.title import Title
from agent.catalogue.tools.calls import (
    AddLengths,
    CompareTitles,
    CountTitles,
    Fact,
    FilmCall,
    FindCommon,
    FindExtreme,
    ListTitles,
    Measure,
    PlanMarathon,
    TellFacts,
)
from etl.sources.starter import read_starter
from etl.unify import unify
from tests.agent.catalogue.shop import film


def catalogue() -> list[Title]:
    """The starter catalogue, with namesakes and a row of films."""
    extra = (
        film("Suspiria", 2018, "horror", runtime=152, directors=("Luca Guadagnino",), countries=("Italy",)),
        film("The Godfather: Part II", 1974, "crime, drama", runtime=202, directors=("Francis Ford Coppola",)),
        film("The Godfather: Part III", 1990, "crime, drama", runtime=162, directors=("Francis Ford Coppola",)),
        film("Toy Story 2", 1999, "animation, family", runtime=92, directors=("John Lasseter",)),
    )
    return [*unify(read_starter()), *extra]


HITCHCOCK = {"people": ("Alfred Hitchcock",), "directors": ("Alfred Hitchcock",)}
DE_NIRO = {"people": ("Robert De Niro",)}
OFFICES = ("the-office-2001", "the-office-2005")
GODFATHERS = ("the-godfather-1972", "the-godfather-part-ii-1974", "the-godfather-part-iii-1990")
HEAT, RONIN, ROPE, DARK = "heat-1995", "ronin-1998", "rope-1948", "dark-2017"
HALF_PAST_SEVEN, MIDNIGHT = 19 * 60 + 30, 24 * 60


def count(**wanted: object) -> CountTitles:
    """How many."""
    return CountTitles(wanted=Request("", **wanted))  # type: ignore[arg-type]


def every(**wanted: object) -> ListTitles:
    """All of somebody's."""
    return ListTitles(wanted=Request("", **wanted))  # type: ignore[arg-type]


def extreme(measure: Measure, limit: int = 1, **wanted: object) -> FindExtreme:
    """The first by a measure."""
    return FindExtreme(measure=measure, limit=limit, wanted=Request("", **wanted))  # type: ignore[arg-type]


def fact(name: Fact, *titles: str) -> TellFacts:
    """One fact."""
    return TellFacts(titles=titles, fact=name)


def compare(*titles: str, by: Measure | None = None) -> CompareTitles:
    """A table."""
    return CompareTitles(titles=titles, measure=by)


def total(*titles: str, parts: int | None = None) -> AddLengths:
    """Lengths added up."""
    return AddLengths(titles=titles, parts=parts)


def evening(start: int | None, end: int | None, number: int | None = 2, *titles: str, **wanted: object) -> PlanMarathon:
    """A plan; of films to choose where no titles are given."""
    fields = {} if titles else {"wanted": Request("", media_type="movie", **wanted)}  # type: ignore[arg-type]
    return PlanMarathon(start=start, end=end, count=None if titles else number, titles=titles, **fields)  # type: ignore[arg-type]


def common(*titles: str) -> FindCommon:
    """What titles share."""
    return FindCommon(titles=titles)


def both(*people: str, together: bool = True) -> FindCommon:
    """What people share."""
    return FindCommon(people=people, together=together)


PACINO = both("Robert De Niro", "Al Pacino")
KOREAN_2019 = {"media_type": "series", "year_from": 2019, "year_to": 2019, "countries": ("South Korea",)}
THRILLER = {"genres": ("thriller",)}
HORROR_80S = {"genres": ("horror",), "year_from": 1980, "year_to": 1989}
PHRASINGS: list[tuple[Voice, str, FilmCall]] = [
    ("en", "how many films by Hitchcock do you have?", count(media_type="movie", **HITCHCOCK)),
    ("en", "How many movies has Alfred Hitchcock directed?", count(media_type="movie", **HITCHCOCK)),
    ("en", "how many films with Robert De Niro are there?", count(media_type="movie", **DE_NIRO)),
    ("en", "how many Korean series from 2019?", count(**KOREAN_2019)),
    ("en", "can you tell me how many thrillers you have under 90 minutes?", count(runtime_max=90, **THRILLER)),
    ("en", "How many titles do you have in your catalogue?", count()),
    ("en", "which films with Robert De Niro do you have?", every(media_type="movie", **DE_NIRO)),
    ("en", "list all films directed by Alfred Hitchcock", every(media_type="movie", **HITCHCOCK)),
    ("en", "what is the filmography of Robert De Niro", every(**DE_NIRO)),
    ("en", "which films did Hitchcock make?", every(media_type="movie", **HITCHCOCK)),
    ("en", "how long is Heat?", fact("runtime", HEAT)),
    ("en", "How long does ronin last", fact("runtime", RONIN)),
    ("en", "who directed Rope?", fact("directors", ROPE)),
    ("en", "when did Dark come out?", fact("year", DARK)),
    ("en", "who is in Ronin?", fact("cast", RONIN)),
    ("en", "how many seasons does The Office have?", fact("seasons", *OFFICES)),
    ("en", "how many seasons does The Office (2005) have?", fact("seasons", "the-office-2005")),
    ("en", "what language is Dark in?", fact("language", DARK)),
    ("en", "who directed suspiria", fact("directors", "suspiria-1977", "suspiria-2018")),
    ("en", "compare the two Suspirias", compare("suspiria-1977", "suspiria-2018")),
    ("en", "Heat or Ronin: which is longer?", compare(HEAT, RONIN, by="longest")),
    ("en", "which is older, Heat or Ronin?", compare(HEAT, RONIN, by="oldest")),
    ("en", "is Heat longer than Ronin?", compare(HEAT, RONIN, by="longest")),
    ("en", "what's the difference between Heat and Ronin?", compare(HEAT, RONIN)),
    ("en", "Heat vs. Ronin", compare(HEAT, RONIN)),
    ("en", "can you compare Heat, Ronin and Rope for me?", compare(HEAT, RONIN, ROPE)),
    ("en", "the shortest thriller you have", extreme("shortest", **THRILLER)),
    ("en", "what is your longest film?", extreme("longest", media_type="movie")),
    ("en", "best rated horror of the 80s", extreme("best", **HORROR_80S)),
    ("en", "the three oldest films in your catalogue", extreme("oldest", 3, media_type="movie")),
    ("en", "what is the newest series you have?", extreme("newest", media_type="series")),
    ("en", "how long is the Godfather trilogy in all?", total(*GODFATHERS, parts=3)),
    ("en", "how long are Heat and Ronin together?", total(HEAT, RONIN)),
    ("en", "how long would all the Toy Story films take?", total("toy-story-1995", "toy-story-2-1999")),
    ("en", "start at 19:30, two films, home by midnight", evening(HALF_PAST_SEVEN, MIDNIGHT)),
    ("en", "plan a double feature starting at 8 pm", evening(20 * 60, None)),
    ("en", "start at 7:30 pm with Heat and Ronin", evening(HALF_PAST_SEVEN, None, None, HEAT, RONIN)),
    ("en", "if we start Heat at 20:00, when does it end?", evening(20 * 60, None, None, HEAT)),
    ("en", "start at 10 pm, two thrillers, done by 2 am", evening(22 * 60, 26 * 60, 2, **THRILLER)),
    ("en", "what do Heat and Ronin have in common?", common(HEAT, RONIN)),
    ("en", "did De Niro and Pacino make a film together?", PACINO),
    ("en", "Have Robert De Niro and Al Pacino ever worked together?", PACINO),
    ("de", "Wie viele Filme von Hitchcock hast du?", count(media_type="movie", **HITCHCOCK)),
    ("de", "Wie viele koreanische Serien von 2019 gibt es?", count(**KOREAN_2019)),
    ("de", "Welche Filme mit Robert De Niro hast du?", every(media_type="movie", **DE_NIRO)),
    ("de", "Wie lange dauert Heat?", fact("runtime", HEAT)),
    ("de", "Wer hat bei Rope Regie geführt?", fact("directors", ROPE)),
    ("de", "Wie heißt der Regisseur von Heat?", fact("directors", HEAT)),
    ("de", "Wann kam Heat ins Kino?", fact("year", HEAT)),
    ("de", "Wie viele Staffeln hat Dark?", fact("seasons", DARK)),
    ("de", "Vergleiche Heat und Ronin", compare(HEAT, RONIN)),
    ("de", "Was ist länger, Heat oder Ronin?", compare(HEAT, RONIN, by="longest")),
    ("de", "der kürzeste Thriller, den du hast", extreme("shortest", **THRILLER)),
    ("de", "der am besten bewertete Horrorfilm der 80er", extreme("best", media_type="movie", **HORROR_80S)),
    ("de", "Wie lang sind Heat und Ronin zusammen?", total(HEAT, RONIN)),
    ("de", "Start um 19:30, zwei Filme, um Mitternacht zu Hause", evening(HALF_PAST_SEVEN, MIDNIGHT)),
    ("de", "wir fangen um halb acht an, zwei Filme, bis Mitternacht", evening(HALF_PAST_SEVEN, MIDNIGHT)),
    ("de", "Was haben Heat und Ronin gemeinsam?", common(HEAT, RONIN)),
    ("de", "Haben De Niro und Pacino einen Film zusammen gedreht?", PACINO),
    ("fr", "Combien de films de Hitchcock as-tu ?", count(media_type="movie", **HITCHCOCK)),
    ("fr", "combien de séries coréennes de 2019 y a-t-il ?", count(**KOREAN_2019)),
    ("fr", "quels films avec Robert De Niro as-tu ?", every(media_type="movie", **DE_NIRO)),
    ("fr", "Combien de temps dure Heat ?", fact("runtime", HEAT)),
    ("fr", "qui a réalisé Rope ?", fact("directors", ROPE)),
    ("fr", "de quand date Heat ?", fact("year", HEAT)),
    ("fr", "compare Heat et Ronin", compare(HEAT, RONIN)),
    ("fr", "lequel est le plus long, Heat ou Ronin ?", compare(HEAT, RONIN, by="longest")),
    ("fr", "quel est le thriller le plus court que tu as ?", extreme("shortest", **THRILLER)),
    ("fr", "le film d'horreur le mieux noté des années 80", extreme("best", media_type="movie", **HORROR_80S)),
    ("fr", "combien de temps durent Heat et Ronin ensemble ?", total(HEAT, RONIN)),
    ("fr", "on commence à 19h30, deux films, fini avant minuit", evening(HALF_PAST_SEVEN, MIDNIGHT)),
    ("fr", "qu'est-ce que Heat et Ronin ont en commun ?", common(HEAT, RONIN)),
    ("fr", "De Niro et Pacino ont-ils tourné ensemble ?", PACINO),
    ("es", "¿Cuántas películas de Hitchcock tienes?", count(media_type="movie", **HITCHCOCK)),
    ("es", "¿cuántas series coreanas de 2019 hay?", count(**KOREAN_2019)),
    ("es", "¿Qué películas con Robert De Niro tienes?", every(media_type="movie", **DE_NIRO)),
    ("es", "¿Cuánto dura Heat?", fact("runtime", HEAT)),
    ("es", "¿quién dirigió Rope?", fact("directors", ROPE)),
    ("es", "¿de qué año es Heat?", fact("year", HEAT)),
    ("es", "compara Heat y Ronin", compare(HEAT, RONIN)),
    ("es", "¿cuál es más larga, Heat o Ronin?", compare(HEAT, RONIN, by="longest")),
    ("es", "¿Cuál es el thriller más corto que tienes?", extreme("shortest", **THRILLER)),
    ("es", "la película de terror mejor valorada de los 80", extreme("best", media_type="movie", **HORROR_80S)),
    ("es", "¿cuánto duran Heat y Ronin juntas?", total(HEAT, RONIN)),
    ("es", "empezamos a las 19:30, dos películas, en casa a medianoche", evening(HALF_PAST_SEVEN, MIDNIGHT)),
    ("es", "¿qué tienen en común Heat y Ronin?", common(HEAT, RONIN)),
    ("es", "¿Han hecho De Niro y Pacino alguna película juntos?", PACINO),
    ("hu", "Hány Hitchcock-filmed van?", count(media_type="movie", **HITCHCOCK)),
    ("hu", "hány filmed van Bong Joon Hótól?", count(media_type="movie", people=("Bong Joon Ho",))),
    ("hu", "hány koreai sorozat van 2019-ből?", count(**KOREAN_2019)),
    ("hu", "Milyen filmek vannak nálad Robert De Niróval?", every(media_type="movie", **DE_NIRO)),
    ("hu", "Milyen hosszú a Heat?", fact("runtime", HEAT)),
    ("hu", "ki rendezte a Heatet?", fact("directors", HEAT)),
    ("hu", "Mikor készült a Heat?", fact("year", HEAT)),
    ("hu", "hány évados a Dark?", fact("seasons", DARK)),
    ("hu", "hasonlítsd össze a Heatet és a Ronint", compare(HEAT, RONIN)),
    ("hu", "Melyik a hosszabb, a Heat vagy a Ronin?", compare(HEAT, RONIN, by="longest")),
    ("hu", "melyik a legrövidebb thrillered?", extreme("shortest", **THRILLER)),
    ("hu", "a legjobbra értékelt horror a 80-as évekből", extreme("best", **HORROR_80S)),
    ("hu", "Milyen hosszú a Heat és a Ronin összesen?", total(HEAT, RONIN)),
    ("hu", "kezdés 19:30-kor, két film, éjfélre otthon", evening(HALF_PAST_SEVEN, MIDNIGHT)),
    ("hu", "mi a közös a Heatben és a Roninban?", common(HEAT, RONIN)),
    ("hu", "Játszott már együtt De Niro és Pacino?", PACINO),
]  # fmt: skip
# Wishes, stories, other business: a tool that takes one of these over answers what nobody asked.
NEAR_MISSES: tuple[str, ...] = (
    "a short thriller",
    "a short film about war",
    "something short for tonight",
    "films with Robert De Niro",
    "something with Robert De Niro and Al Pacino",
    "films with both De Niro and Pacino",
    "a Hitchcock film",
    "the best thriller",
    "best horror films of the 80s",
    "what is the best film about friendship?",
    "a well rated horror film",
    "the newest horror",
    "latest Korean series",
    "What is the latest movie you have seen?",
    "What's the most recent movie you've watched that you really liked?",
    "what kind of movies do you like, Amber?",
    "something older",
    "an old western",
    "the shortest way to a good evening",
    "the longest day of my life, cheer me up",
    "the best rated film about sharks that swim in tornados",
    "films like Heat",
    "like Heat but shorter",
    "something between Heat and Ronin",
    "I loved Heat and Ronin",
    "Heat and Ronin",
    "what horror films do you have?",
    "which films do you have?",
    "what do you have from Korea?",
    "do you have Heat?",
    "tell me about Heat",
    "what is Heat about?",
    "is Heat any good?",
    "where can I watch Heat?",
    "how many films should I watch a week?",
    "how many people live in India",
    "how many films about sharks do you have?",
    "how many good films by Hitchcock are there?",
    "how many good films are there?",
    "wie viele gute Filme hast du?",
    "hány jó filmed van?",
    "how many Oscars did Heat win?",
    "how many thrillers are as tense as Heat?",
    "how long should I roast a chicken",
    "how long is a piece of string",
    "how long is love",
    "how old are you?",
    "how old is Robert De Niro?",
    "who are you?",
    "who is in charge here?",
    "who directed the best heist film?",
    "when does the shop open?",
    "when did the second world war end",
    "where is the toilet",
    "compare prices of phones",
    "compare apples and oranges",
    "what is the difference between a cat and a dog?",
    "what do cats and dogs have in common?",
    "did Kant and Hegel work together on a film for two?",
    "two films for tonight",
    "two thrillers, please",
    "a film that ends before midnight",
    "a film set between 8 pm and midnight",
    "start with something light",
    "the meeting starts at 19:30, be there by 20:00",
    "wake me at 7:30",
    "a trilogy for the weekend",
    "which of these is the shortest?",
    "a man starts at 5 am every day until he breaks, a drama",
    "the one where two people meet at midnight",
    "ein kurzer Thriller",
    "der beste Krimi",
    "Filme mit Robert De Niro",
    "etwas wie Heat, aber kürzer",
    "wie viele Filme soll ich schauen?",
    "Wie lange muss ein Ei kochen?",
    "zwei Filme für heute Abend",
    "un thriller court",
    "le meilleur film d'horreur",
    "des films avec Robert De Niro",
    "combien coûte un billet ?",
    "deux films pour ce soir",
    "una película corta",
    "la mejor película de terror",
    "películas con Robert De Niro",
    "¿cuánto cuesta una entrada?",
    "dos películas para hoy",
    "egy rövid krimi",
    "a legjobb horror",
    "filmek Robert De Niróval",
    "hány óra van?",
    "két film ma estére",
)
