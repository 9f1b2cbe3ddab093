"""What of a title is told to people and to models."""

from agent.catalogue.answers.facts import as_text
from agent.catalogue.title import Title

LAMP = Title(
    id="the-lamp-1999",
    title="The Lamp",
    year=1999,
    media_type="movie",
    source_ids=("starter:the-lamp-1999",),
    description="A widow tends a lighthouse.",
    essence="Hushed, salty and slow.",
)


def test_the_essence_is_not_among_the_facts() -> None:
    """How a title feels is for the search alone: no model reads it and so nobody is told it."""
    text = as_text(LAMP)

    assert "A widow tends a lighthouse." in text
    assert "Hushed" not in text
