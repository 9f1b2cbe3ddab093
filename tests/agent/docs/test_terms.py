"""Names of signs and words in the keyword search."""

import pytest

from agent.docs.terms import sparse_encoder, with_names


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("parent with :has", {"colonhas"}),
        ("h1:has(+ p)", {"colonhas"}),
        ("p::before", {"coloncolonbefore"}),
        ("$fetch or @layer", {"dollarfetch", "atlayer"}),
        ("use v-if and aspect-ratio", {"vif", "aspectratio"}),
        ("Array.prototype.at() and at()", {"Arrayprototypeat", "atcall"}),
        ("the use cache directive, but use caches", {"usecache"}),
        ("name: string, A:B 12:30", set()),
        ("plain words", set()),
    ],
)
def test_a_name_has_a_word_of_its_own(text: str, words: set[str]) -> None:
    """Signs are spelt, joints closed; a type behind a colon and a time of day are no names."""
    assert set(with_names(text).removeprefix(text).split()) == words


async def test_a_name_of_stop_words_is_found_by_its_sign() -> None:
    """`:has` and "has" are two things, though "has" is a stop word; "watch" and "type" are words like others."""
    encoder = sparse_encoder()
    try:
        selector, verb = await encoder.passages([with_names("The :has() selector."), with_names("It has a selector.")])
        query = encoder.query(with_names(":has"))
        assert query is not None
        assert set(query.indices) & set(selector.indices)
        assert not set(query.indices) & set(verb.indices)
        assert encoder.query("watch type show") is not None
    finally:
        encoder.close()
