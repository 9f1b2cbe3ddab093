"""Reviews from a file, for the titles that they are of."""

from pathlib import Path

import pytest

from agent.catalogue.title import Title
from etl.enrichment.enrich import Wish
from etl.enrichment.reviews import Review, by_title, read_reviews
from etl.errors import SourceError
from tests.etl.kitchen import Kitchen, rows
from tests.etl.study import offered, write_essences
from tests.fakes.essayist import Essayist

LAMP = Title("the-lamp-1999", "The Lamp", 1999, "movie", ("netflix:s1",))
REMAKE = Title("the-lamp-2020", "The Lamp", 2020, "movie", ("netflix:s2",))


def write(folder: Path, text: str) -> Path:
    """A file of reviews."""
    path = folder / "reviews"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    "text",
    [
        '{"title": "The Lamp", "year": 1999, "review": "So quiet."}\n\n{"title_id": "the-lamp-2020", "review": "Loud."}\n',
        'title_id,title,year,review,stars\n,The Lamp,1999,"So\nquiet.",5\nthe-lamp-2020,,,Loud.,1\n',
    ],
)
def test_reviews_are_read_from_json_lines_and_csv(tmp_path: Path, text: str) -> None:
    """By id, or by name and year; other columns are left alone."""
    assert read_reviews(write(tmp_path, text)) == [
        Review("", "The Lamp", 1999, "So quiet."),
        Review("the-lamp-2020", "", None, "Loud."),
    ]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"title": "The Lamp", "review": "Good."}\n{nope', "row 2.*not JSON"),
        ('{"title": "The Lamp", "review": "Good."}\n[1]', "row 2.*no JSON object"),
        ('{"title": "The Lamp", "review": " "}', "row 1.*needs `review`"),
        ('{"title": "The Lamp", "year": "soon", "review": "Good."}', "row 1, column year"),
        ("title,year\nThe Lamp,1999\n", "no column review"),
        ("title,review\nThe Lamp,\n", "row 2.*needs `review`"),
        ("", "is empty"),
    ],
)
def test_a_wrong_file_is_told_with_its_row(tmp_path: Path, text: str, told: str) -> None:
    """Nothing is written from half a file."""
    with pytest.raises(SourceError, match=told):
        read_reviews(write(tmp_path, text))


def test_reviews_go_to_the_title_they_are_of_and_the_rest_is_counted() -> None:
    """A name that two titles have says too little without a year; of many reviews the first three count, each once."""
    reviews = [
        Review("", "the lamp", 1999, "One."),
        Review("the-lamp-1999", "", None, "One."),
        *(Review("", "Lamp", 1999, f"More {n}.") for n in range(5)),
        Review("", "The Lamp", None, "Which?"),
        Review("", "The Lamp", 1950, "None."),
        Review("gone-1999", "", None, "None."),
    ]
    found, lost = by_title(reviews, [LAMP, REMAKE])
    assert (found, lost) == ({"the-lamp-1999": ("One.", "More 0.", "More 1.")}, 3)


async def test_a_reviewed_title_is_written_about_anew_once(kitchen: Kitchen) -> None:
    """Its reviews go into the prompt; with the same file again, or none, nothing is paid."""
    await kitchen.netflix(rows(3))
    await write_essences(kitchen, Essayist())
    path = write(kitchen.files, '{"title": "Film 1", "year": 2019, "review": "It made me cry on the train."}\n')
    model = Essayist()
    await write_essences(kitchen, model, Wish(reviews=path))
    assert model.asked == ["Film 1"]
    assert "It made me cry on the train." in model.prompts[0][-1].content
    assert (await offered(kitchen, wish=Wish(reviews=path))).plan.lacking == 0
    assert (await offered(kitchen)).plan.lacking == 0
