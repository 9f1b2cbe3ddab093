"""Which questions have parts: what is said in so many words, in five languages, and nothing that only looks so."""

from functools import cache

import pytest

from agent.catalogue.films import FilmDomain
from agent.contract import GraphEnd, HistoryMessage, ResponseDone, RunRequest
from agent.graph import Graph
from tests.agent.catalogue.shop import film
from tests.agent.catalogue.tool_phrasings import NEAR_MISSES, PHRASINGS, catalogue
from tests.fakes.finder import FakeFinder

WISHES = (
    (
        "a Korean thriller and a French comedy, both under 100 minutes",
        ("a Korean thriller under 100 minutes", "a French comedy under 100 minutes"),
    ),
    (
        "Can you recommend a thriller, a French comedy and a Spanish horror film (all from the 90s)?",
        ("a thriller from the 90s", "a French comedy from the 90s", "a Spanish horror film from the 90s"),
    ),
    ("I'd like a western and a musical", ("a western", "a musical")),
    ("a film and a series from Korea", ("a film", "a series from Korea")),
    ("a thriller with Tom Hanks and a comedy with Meg Ryan", ("a thriller with Tom Hanks", "a comedy with Meg Ryan")),
    (
        "egy koreai thrillert és egy francia vígjátékot, mindkettő 100 perc alatt",
        ("egy koreai thrillert, 100 perc alatt", "egy francia vígjátékot, 100 perc alatt"),
    ),
    ("ajánlj egy horrort és egy vígjátékot", ("egy horrort", "egy vígjátékot")),
    (
        "einen koreanischen Thriller und eine französische Komödie, beide unter 100 Minuten",
        ("einen koreanischen Thriller unter 100 Minuten", "eine französische Komödie unter 100 Minuten"),
    ),
    (
        "un thriller coréen et une comédie française, les deux de moins de 100 minutes",
        ("un thriller coréen de moins de 100 minutes", "une comédie française de moins de 100 minutes"),
    ),
    (
        "quiero un thriller coreano y una comedia francesa, ambas de menos de 100 minutos",
        ("un thriller coreano de menos de 100 minutos", "una comedia francesa de menos de 100 minutos"),
    ),
)
CHAINS = (
    (
        "what did the director of Heat make in the 2000s, and which of those suits someone who loved Collateral?",
        (
            "Who directed Heat?",
            "Which films did {answer} direct in the 2000s?",
            "films directed by {answer} in the 2000s like Collateral",
        ),
    ),
    ("What else has the director of Heat directed?", ("Who directed Heat?", "Which films did {answer} direct?")),
    (
        "was hat der Regisseur von Heat in den 2000ern gedreht, und was davon passt zu jemandem, der Collateral liebt?",
        (
            "Wer hat bei Heat Regie geführt?",
            "Welche Filme hat {answer} in den 2000ern gedreht?",
            "Filme von {answer} in den 2000ern wie Collateral",
        ),
    ),
    (
        "qu'est-ce que le réalisateur de Heat a fait dans les années 2000, et lequel plaira à qui a aimé Collateral ?",
        (
            "Qui a réalisé Heat ?",
            "Quels films {answer} a-t-il réalisés dans les années 2000 ?",
            "films de {answer} dans les années 2000 comme Collateral",
        ),
    ),
    (
        "¿Qué hizo el director de Heat en los años 2000, y cuál le gustaría a alguien a quien le encantó Collateral?",
        (
            "¿Quién dirigió Heat?",
            "¿Qué películas dirigió {answer} en los años 2000?",
            "películas de {answer} en los años 2000 como Collateral",
        ),
    ),
    (
        "Mit rendezett a Heat rendezője a 2000-es években, és melyik való annak, aki szerette a Collateral című filmet?",
        (
            "Ki Heat rendezője?",
            "Milyen filmeket rendezett {answer} a 2000-es években?",
            "{answer} filmjei a 2000-es években, olyan, mint Collateral",
        ),
    ),
)
QUESTIONS = (
    ("who directed Heat and how long is Rope?", ("who directed Heat", "how long is Rope")),
    (
        "compare the longest film by Alfred Hitchcock with the shortest film by Michael Mann",
        ("What is the longest film by Alfred Hitchcock?", "What is the shortest film by Michael Mann?"),
    ),
)
WHOLE = (
    "a thriller and a comedy in one",
    "a mix of a thriller and a comedy",
    "both a thriller and a comedy",
    "something between a thriller and a comedy",
    "something like a thriller and a comedy",
    "a film that is a comedy and a drama",
    "a film about a thief and a comedy writer",
    "a film with a detective and a dog",
    "a thriller with a killer and a comedy twist",
    "a thriller set in a hotel and a casino",
    "a movie about a war and a romance",
    "a funny and a sad film",
    "a Korean film and a beer",
    "a crime film and a crime thriller",
    "I watched a thriller and a comedy yesterday",
    "a thriller, a good one, and a short one",
    "thriller and comedy",
    "films like Heat and Rope",
    "a dark and gritty crime thriller",
    "a family film for a six and a ten year old",
    "ein Film mit einem Detektiv und einem Hund",
    "un film sur un voleur et une comédienne",
    "una mezcla de un thriller y una comedia",
    "egy film, amelyik egyszerre egy thriller és egy vígjáték",
    "what did the director of my school say in the 90s",
    "who is the director of Heat and what is love",
    "compare me with a film",
)


@cache
def domain() -> FilmDomain:
    """Films over the starter catalogue."""
    return FilmDomain(FakeFinder(catalogue()))


@pytest.mark.parametrize(("text", "parts"), WISHES, ids=[text for text, _ in WISHES])
def test_several_wishes_are_a_search_each(text: str, parts: tuple[str, ...]) -> None:
    """What holds for all of them is said in each."""
    plan = domain().plan(text) or ()
    assert tuple(task.question for task in plan) == parts
    assert {(task.kind, task.depends_on) for task in plan} == {("retrieve", None)}


@pytest.mark.parametrize(("text", "parts"), CHAINS, ids=[text for text, _ in CHAINS])
def test_a_question_behind_a_question_waits_for_its_answer(text: str, parts: tuple[str, ...]) -> None:
    """First who it is, by a tool; then what they made, and where it is asked, what of that is like a title."""
    plan = domain().plan(text) or ()
    assert tuple(task.question for task in plan) == parts
    assert [(task.kind, task.depends_on) for task in plan] == [("tool", None), ("tool", 1), ("retrieve", 1)][: len(parts)]


@pytest.mark.parametrize(("text", "parts"), QUESTIONS, ids=[text for text, _ in QUESTIONS])
def test_two_questions_for_tools_are_both_computed(text: str, parts: tuple[str, ...]) -> None:
    """Joined, or side by side in a comparison that no single tool makes."""
    assert [(task.kind, task.question) for task in domain().plan(text) or ()] == [("tool", part) for part in parts]


@pytest.mark.parametrize("text", [*WHOLE, *NEAR_MISSES])
def test_what_may_be_one_wish_stays_whole(text: str) -> None:
    """Precision first: a plain wish is searched as it was."""
    assert domain().plan(text) is None


@pytest.mark.parametrize("text", [text for _, text, _ in PHRASINGS])
def test_what_one_tool_answers_is_never_taken_apart(text: str) -> None:
    """The tool comes first, whatever its question is joined from."""
    assert domain().tool(text, ()) is not None


async def answered(question: str, *history: HistoryMessage) -> tuple[tuple[str, ...], ResponseDone]:
    """The way of a question and its answer."""
    events = [event async for event in Graph(domain()).events(RunRequest("r1", "c1", question, history))]
    done = events[-1]
    assert isinstance(done, ResponseDone)
    return next(event.path for event in events if isinstance(event, GraphEnd)), done


async def test_a_tool_feeds_a_search() -> None:
    """The director that a tool finds is whom the next parts are about; the title asked from does not come back."""
    path, done = await answered("what else did the director of Rope make, and which of those suits someone who loved Heat?")

    assert path[2:] == (
        "plan_subtasks", "compute", "compute", "rewrite_query", "retrieve", "grade_documents", "build_context",
        "synthesize_answer",
    )  # fmt: skip
    assert done.text.startswith("**Rope** (1948) was directed by Alfred Hitchcock. [1]")
    assert [ref.id for ref in done.titles].count("rope-1948") == 1


async def test_parts_are_answered_in_the_language_of_the_question() -> None:
    """However little of it a part has, and in the middle of a conversation too."""
    earlier = HistoryMessage("user", "a film for tonight"), HistoryMessage("assistant", "Rope.")
    _, done = await answered("un thriller et une comédie française, les deux de moins de 100 minutes", *earlier)

    assert done.decision == "COMPLEX"
    assert "« un thriller de moins de 100 minutes »" in done.text
    assert "Why:" not in done.text
    assert done.citations[-1].number == len(done.citations)


async def test_of_namesakes_the_best_known_is_asked_on_from() -> None:
    """Both are told, and one director is gone on with."""
    old, new = (
        film("Vow", 1960, "drama", directors=("Ann Lee",), votes=90_000),
        film("Vow", 2020, "drama", directors=("Bo Ek",)),
    )
    films = FilmDomain(FakeFinder((new, old, film("Oath", 1970, "drama", directors=("Ann Lee",)))))
    call = films.tool("who directed Vow?", ())
    assert call is not None
    answer = await films.run_tool(call, language="en")

    assert "Ann Lee" in answer.text
    assert "Bo Ek" in answer.text
    assert answer.found == ("Ann Lee",)
    assert films.edition == "20260601-1"
