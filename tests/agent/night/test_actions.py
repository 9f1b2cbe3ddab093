"""A model's move becomes an action, or is refused with a sentence that says what was wrong."""

import pytest

from agent.evening import Wish
from agent.night.actions import (
    AskCategoricalQuestion,
    AskDuelQuestion,
    Bounds,
    DelegateSearch,
    InvalidAction,
    Move,
    SubmitCandidates,
    SubmitRecommendations,
    read_move,
)

KNOWN = [f"film-{number}-1999" for number in range(20)]
FREE = KNOWN[:16]
BOUNDS = Bounds(
    allowed=("question", "duel", "candidates", "picks"),
    known=KNOWN,
    free=FREE,
    unused=FREE[4:],
    listed=FREE[:6],
    people=("g1", "g2"),
    asked=(Wish("funny", "Something funny", "a comedy"),),
)
LABELS = ("A cosy mystery", "A loud comedy", "A slow drama")
OPTIONS = [{"label": label, "search": label} for label in LABELS]


def moved(action: str, **more: object) -> Move:
    """A move as it comes from a model."""
    return Move.model_validate({"action": action, "text": None, **more})


def test_each_of_the_five_actions_is_read() -> None:
    """A question, a duel, a list, picks and a task."""
    question = read_move(moved("ask_categorical_question", text="What kind of night?", options=OPTIONS), BOUNDS)
    assert isinstance(question, AskCategoricalQuestion)
    assert [wish.label for wish in question.wishes] == list(LABELS)
    assert len({wish.id for wish in (*question.wishes, *BOUNDS.asked)}) == 4
    assert read_move(moved("ask_duel_question", left=FREE[4], right=FREE[5]), BOUNDS) == AskDuelQuestion(FREE[4], FREE[5])
    assert read_move(moved("submit_candidates", films=FREE[:11]), BOUNDS) == SubmitCandidates(tuple(FREE[:11]))
    picks = [{"id": title, "note": "Good.", "to": [{"person": "g1", "note": "Yours."}]} for title in FREE[:3]]
    assert read_move(moved("submit_recommendations", picks=picks), BOUNDS) == SubmitRecommendations(
        tuple(FREE[:3]), dict.fromkeys(FREE[:3], "Good."), {title: {"g1": "Yours."} for title in FREE[:3]}
    )
    assert read_move(moved("search", task="Warm  and\nfunny"), BOUNDS) == DelegateSearch("Warm and funny")


@pytest.mark.parametrize(
    ("action", "more", "says"),
    [
        ("cancel_everything", {}, "`action` must be one of"),
        ("ask_categorical_question", {"options": OPTIONS}, "`text` must hold"),
        ("ask_categorical_question", {"text": "What?", "options": OPTIONS[:2]}, "`options` must hold 3 to 5"),
        ("ask_categorical_question", {"text": "What?", "options": OPTIONS[:1] * 4}, "`options` must hold 3 to 5"),
        ("ask_duel_question", {"left": FREE[0], "right": FREE[5]}, "`left` must be an id"),
        ("ask_duel_question", {"left": FREE[5], "right": "the-moon-1902"}, "`right` must be an id"),
        ("ask_duel_question", {"left": FREE[5], "right": FREE[5]}, "must be two films"),
        ("submit_candidates", {"films": FREE[:4]}, "`films` must hold 10 to 15"),
        ("submit_recommendations", {"picks": [{"id": FREE[7]}, {"id": FREE[0]}]}, "`picks` must hold 3 to 5"),
        ("search", {"task": "  "}, "`task` must say"),
    ],
)
def test_what_cannot_be_carried_out_is_refused_with_its_reason(action: str, more: dict[str, object], says: str) -> None:
    """The sentence names the part that is wrong and what it must be."""
    with pytest.raises(InvalidAction, match=says):
        read_move(moved(action, **more), BOUNDS)


def test_an_action_that_may_not_come_now_is_refused() -> None:
    """After the last duel no other one comes, whatever the model thinks; nor a second search."""
    late = Bounds(("candidates",), KNOWN, FREE, FREE, FREE, ("g1",), may_search=False)
    for action in ("ask_duel_question", "search"):
        with pytest.raises(InvalidAction, match="must be one of submit_candidates"):
            read_move(moved(action, left=FREE[4], right=FREE[5], task="x"), late)


def test_ids_that_cannot_come_are_left_out_and_only_unknown_ones_counted() -> None:
    """A list keeps what fits; a struck film is no unknown one."""
    move = moved("submit_candidates", films=[*FREE[:10], KNOWN[18], "the-moon-1902", FREE[0]])
    assert read_move(move, BOUNDS) == SubmitCandidates(tuple(FREE[:10]))
    assert BOUNDS.unknown(move) == 1


def test_words_of_a_model_become_one_line_that_addresses_nobody() -> None:
    """Line breaks and at signs are gone, and what is too long ends at a word."""
    long = [{"label": f"@everyone {'very ' * 30}number {number}\nnow", "search": "x"} for number in "abc"]
    long = [{**option, "label": f"{name} {option['label']}"} for name, option in zip("abc", long, strict=True)]
    question = read_move(moved("ask_categorical_question", text="@here\nWhat?", options=long), BOUNDS)
    assert isinstance(question, AskCategoricalQuestion)
    assert question.text == "here What?"
    assert all(len(wish.label) <= 60 and "@" not in wish.label and "\n" not in wish.label for wish in question.wishes)
