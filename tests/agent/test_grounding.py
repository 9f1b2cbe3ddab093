"""Only retrieved titles get through, however a model writes and however its tokens are cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.contract import TitleRef
from agent.domain import Document
from agent.nodes.grounding import Grounded
from agent.nodes.names import Names
from tests.fakes.domain import DOCUMENTS

HEAT = Document(
    TitleRef("heat-1995", "Heat", 1995),
    "A detective in Los Angeles hunts Neil McCauley. Director: Michael Mann",
    0.9,
    ("a thriller",),
)
ALIEN = Document(TitleRef("alien-1979", "Alien", 1979), "The crew of the Nostromo meets a creature.", 0.8)


def ground(text: str, *, cut: int = 3, said: str = "a tense film", strict: bool = True) -> tuple[str, list[str]]:
    """The shown text and the ids cited, for a text that arrives in pieces of `cut` characters."""
    grounded = Grounded((HEAT, ALIEN), said=said, strict=strict)
    shown = [piece for start in range(0, len(text), cut) for piece in grounded.feed(text[start : start + cut])]
    shown += grounded.finish()
    return "".join(shown), [document.ref.id for document in grounded.cited]


@pytest.mark.parametrize(
    "line",
    [
        "[1] A long hunt.",
        "  [1]: A long hunt.",
        "- [1] A long hunt.",
        "1. [1] – A long hunt.",
        "**[1]** A long hunt.",
        "[1] **Heat** (1995): A long hunt.",
        "[1] Heat (1995) – A long hunt.",
        "1. **Heat** (1995): A long hunt.",
        "- *Heat* (1995) - A long hunt.",
        "Heat (1995): A long hunt.",
    ],
)
def test_a_recommendation_is_headed_by_the_documents_own_title(line: str) -> None:
    """Numbers, bullets and repeated titles all become the same line."""
    assert ground(line) == ("1. **Heat** (1995) – A long hunt.", ["heat-1995"])


@pytest.mark.parametrize(
    "sentence",
    [
        "If you like it, try Blade Runner.",
        "Blade Runner is a match.",
        "It plays like **Inception**.",
        "Also try “Solaris” tonight.",
        'Also try "Solaris" tonight.',
        "Also try *Solaris* tonight.",
        "Inception (2010) comes close.",
        "Heat (2014) is a remake.",
        "Solaris is slower.",
        "It is as good as The Dark Night.",
    ],
)
def test_a_foreign_title_never_shows(sentence: str) -> None:
    """The sentence that holds it is left out; the others stay."""
    shown, cited = ground(f"Here you are.\n[1] A hunt. {sentence} It grips.")

    assert shown == "Here you are.\n1. **Heat** (1995) – A hunt. It grips."
    assert cited == ["heat-1995"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Neil McCauley plans his last job in Los Angeles.",
        "Michael Mann directs.",
        "A British feel, and the FBI is near.",
        "I think you would like it: two men, one table.",
        "Unlike Alien, it plays by day.",
        "Shall I look for something lighter?",
        "It is *really* tense.",
        "Its tagline says “tense”.",
    ],
)
def test_what_the_documents_say_may_be_said(sentence: str) -> None:
    """Names from the facts, plain words, emphasis and other retrieved titles are kept."""
    assert ground(f"[1] {sentence}")[0] == f"1. **Heat** (1995) – {sentence}"


def test_what_the_user_named_may_be_repeated() -> None:
    """A title that the question named is no invention."""
    assert "like Inception" in ground("More like Inception, coming up.\n[1] A hunt.", said="films like Inception")[0]


def test_a_recommendation_without_a_sentence_left_keeps_its_reasons() -> None:
    """The document's own reasons stand in; where it has none, a plain phrase."""
    assert ground("[1] Just like Inception.\n[2] Blade Runner in space.")[0] == (
        "1. **Heat** (1995) – a thriller.\n2. **Alien** (1979) – close to what you asked for."
    )


@pytest.mark.parametrize("line", ["[0] Nothing.", "[3] Nothing.", "[999] Nothing. At all."])
def test_a_number_of_no_document_drops_its_line(line: str) -> None:
    """The lines around it close up."""
    assert ground(f"Here.\n{line}\n[1] A hunt.")[0] == "Here.\n1. **Heat** (1995) – A hunt."


def test_a_document_is_presented_once() -> None:
    """A second line for the same one is left out."""
    assert ground("[1] A hunt.\n[1] Again.\n[2] Space.") == (
        "1. **Heat** (1995) – A hunt.\n2. **Alien** (1979) – Space.",
        ["heat-1995", "alien-1979"],
    )


def test_the_heading_goes_out_before_the_sentence_ends() -> None:
    """Readers see the title while the reason is still being written."""
    grounded = Grounded((HEAT,), said="", strict=True)

    assert list(grounded.feed("[1] A long")) == ["1. **Heat** (1995) – "]


def test_a_text_without_line_ends_does_not_pile_up() -> None:
    """Something goes out long before the answer ends."""
    grounded = Grounded((HEAT,), said="", strict=True)

    assert sum(len(piece) for word in ["and so on "] * 200 for piece in grounded.feed(word)) > 1000


def test_small_talk_may_name_places_but_no_titles() -> None:
    """Loosely judged text keeps plain capitals and loses marked titles."""
    shown, _ = ground("Paris is lovely. Watch **Amélie** there. Ask me for films.", strict=False)

    assert shown == "Paris is lovely. Ask me for films."


FOREIGN = ["“Inception”", "(2010)", "Blade Runner"]
PARTS = ["[1]", "[2]", "[7]", "**Heat** (1995)", "\n", "- ", "1. ", "tense.", "* ", "[", *FOREIGN]
LINES = st.lists(st.one_of(st.sampled_from(PARTS), st.text(max_size=12)), max_size=25).map(" ".join)


@given(text=LINES, cut=st.integers(1, 9))
def test_how_tokens_are_cut_changes_nothing(text: str, cut: int) -> None:
    """Any text is grounded the same way whether it comes in one piece or in many, and nothing raises."""
    assert ground(text, cut=cut) == ground(text, cut=max(1, len(text)))


@given(text=LINES)
def test_every_heading_is_a_documents(text: str) -> None:
    """What is cited was retrieved, each once, and stands in the text by its own title and year."""
    shown, cited = ground(text)

    assert len(set(cited)) == len(cited)
    for number, title_id in enumerate(cited, 1):
        document = next(document for document in (HEAT, ALIEN) if document.ref.id == title_id)
        assert f"{number}. **{document.ref.title}** ({document.ref.year}) – " in shown
    assert not [foreign for foreign in FOREIGN if foreign in shown]


@given(st.text(max_size=200))
def test_judging_never_raises(text: str) -> None:
    """Any text can be judged."""
    names = Names(DOCUMENTS, "x", strict=True)

    assert names.foreign(text) in {True, False}
    assert isinstance(names.without_title(text, DOCUMENTS[0]), str)


def test_an_empty_line_between_items_stays() -> None:
    """A blank line before a number is kept, so that items stand apart as the model meant them."""
    text, _ = ground("Two for tonight.\n\n[1] Tense.\n\n[2] Tight.\n")
    assert text == "Two for tonight.\n\n1. **Heat** (1995) – Tense.\n\n2. **Alien** (1979) – Tight."


@pytest.mark.parametrize(
    "sentence",
    [
        "Po napadzie szukają zdrajcy, a śmierć krąży obok.",
        "Két nő és egy őrült este, ahol minden szó számít.",
        "Kulağa küçük bir oda, büyük bir şüphe gibi geliyor.",
        "Ein Polizist und sein Gegner führen ein Leben ohne Freunde in einer Stadt voller Verrat.",
        "Regisseur Michael Mann zeigt eine Jagd durch die Nacht.",
        "Deux amis cachent un corps, et l'été finit mal.",
        "二人の男が静かに追い合う。最後まで息をのむ。",
        "두 남자가 서로를 쫓는다.",
        "Двое мужчин охотятся друг на друга.",
    ],
)
def test_a_sentence_in_another_language_is_not_taken_for_names(sentence: str) -> None:
    """Small letters with accents are no capitals, and German nouns are no titles."""
    assert ground(f"[1] {sentence}") == (f"1. **Heat** (1995) – {sentence}", ["heat-1995"])


@pytest.mark.parametrize(
    "sentence",
    [
        "Kto lubi Pulp Fiction, polubi i ten film.",
        "Aki szereti, annak a Ponyvaregény is tetszik majd.",
        "Wer Pulp Fiction mag, mag auch diesen Film sehr.",
        "Dieser Film ist so spannend wie „Verblendung“ und ebenso lang.",
        "Comme dans Pulp Fiction, tout dérape.",
        "『七人の侍』にも似ている。",
        "영화 《기생충》과 비슷하다.",
    ],
)
def test_a_title_that_was_not_retrieved_is_left_out_in_other_languages_too(sentence: str) -> None:
    """By its capitals, two in a row in German, or by the marks that a language puts around titles."""
    assert ground(f"[1] {sentence}") == ("1. **Heat** (1995) – a thriller.", ["heat-1995"])


def test_a_japanese_sentence_is_judged_for_itself() -> None:
    """Its full stop has no space behind it: what follows a sentence that was left out is still shown."""
    text = "[1] 刑事が強盗を追う。『七人の侍』にも似ている。最後まで息をのむ。"
    assert ground(text)[0] == "1. **Heat** (1995) – 刑事が強盗を追う。最後まで息をのむ。"
