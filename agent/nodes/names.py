"""Which names a sentence may hold: those of the documents, and those that people have said themselves.

A film's title in running text shows by its marks (bold, italics, quotation marks), by a year in brackets behind it, or by its
capitals. One plain capitalised word at a sentence's start cannot be told from any other word and is let through, unless a verb
follows that makes it the subject. German writes all its nouns so: there, two capitals in a row are needed.
"""

import re
import unicodedata
from collections.abc import Sequence

from agent.domain import Document
from agent.retrieval.language import detect_language

_MARKED = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|\b_(.+?)_\b|“(.+?)”|\"(.+?)\"|«(.+?)»|„(.+?)[“”]")
# What Japanese, Chinese and Korean put around titles.
_BRACKETED = re.compile(r"(?<=[『《〈])([^』》〉\n]+)(?=[』》〉])")
_YEAR = re.compile(r"\(((?:18|19|20)\d\d)\)")
_WORD = r"[^\W\d_][\w'’-]*"
# Latin capitals with whatever accents: between Ā and Ž capitals and small letters take turns.
_UPPER = "".join(char for char in map(chr, range(0x41, 0x250)) if char.isupper())
_CAPITAL = rf"(?<![\w'’-])[{_UPPER}][\w'’-]*"
_RUN = re.compile(rf"{_CAPITAL}(?:(?:[ :,&-]+|\s+(?:of|the|and|in|on|to|a|an|for|with|de|la|le|el|der|und)\s+)+{_CAPITAL})*")
_ADJACENT = re.compile(rf"{_CAPITAL}(?: {_CAPITAL})+")
_SUBJECT = re.compile(rf"^\W*({_CAPITAL})\s+(?:is|was|has|also|would|might|offers|delivers)\b")
# Words that begin sentences, and capitals that name no film: pronouns, demonyms ("Korean", "British"), short acronyms.
_PLAIN_WORDS = """
i i'm i'd i'll i've a an the it its it's this that these those there here he she they we you your their his her if and
but or so for from in on at by to with without after before when while where what which who how why each every all both
one two three four five another any some no not only even just as of then still also yet let want try watch set based
tell say give would oscar oscars christmas halloween hollywood bollywood netflix african american argentinian asian
australian austrian brazilian british canadian chinese cuban czech danish dutch egyptian english european finnish french
german greek hungarian icelandic indian indonesian iranian irish israeli italian japanese korean mexican nigerian nordic
norwegian polish portuguese romanian russian scandinavian scottish spanish swedish swiss thai turkish ukrainian
victorian vietnamese welsh gothic english-language january february march april june july august september october
november december monday tuesday wednesday thursday friday saturday sunday
"""
_PLAIN = frozenset(_PLAIN_WORDS.split())
_ACRONYM = re.compile(r"[A-Z]{1,4}s?")


def _is_german(sentence: str) -> bool:
    return detect_language(sentence) == "de"


def fold(text: str) -> str:
    """Lower case without accents and punctuation, words one space apart."""
    plain = "".join(char for char in unicodedata.normalize("NFKD", text.replace("’", "'")) if not unicodedata.combining(char))
    return " ".join(re.findall(r"[\w']+", plain.casefold()))


class Names:
    """Judges sentences against documents and what was said. `strict` False judges marked names and names with a year only."""

    def __init__(self, documents: Sequence[Document], said: str, *, strict: bool) -> None:
        self._strict = strict
        self._titles = {fold(document.ref.title) for document in documents}
        self._dated = {(fold(document.ref.title), str(document.ref.year)) for document in documents}
        self._said = f" {fold(said)} "
        raw = " ".join(f"{document.ref.title} . {document.text} . {' . '.join(document.why)}" for document in documents)
        self._raw_words = set(re.findall(_WORD, raw))
        self._known = f" {fold(raw)} {fold(said)} "

    def foreign(self, sentence: str) -> bool:
        """Whether the sentence names something that is in no document and that nobody said."""
        if any(self._foreign_mark(next(filter(None, match.groups()))) for match in _MARKED.finditer(sentence)):
            return True
        if any(not self._dated_title(sentence[: match.start()], match[1]) for match in _YEAR.finditer(sentence)):
            return True
        if any(f" {fold(match[1])} " not in self._known for match in _BRACKETED.finditer(sentence)):
            return True
        return self._strict and (self._foreign_subject(sentence) or self._foreign_run(sentence))

    def without_title(self, line: str, document: Document) -> str:
        """The line without the document's title (and year, and punctuation) at its start; unchanged if it starts otherwise."""
        words = r"[\W_]+".join(map(re.escape, re.findall(r"\w+", document.ref.title)))
        if not words:
            return line
        match = re.match(
            rf"\s*(?:[-*•]\s+|\d{{1,2}}[.)]\s*)?[*_\"“'’«]*{words}[*_\"”'’»!?.]*"
            r"(?:\s*\(\d{4}\)[*_]*\s*(?:[:–—,-]\s*)?|\s*[:–—]\s*|\s+-\s+|(?<=[*_\"”»])\s+)",
            line,
            re.IGNORECASE,
        )
        return line[match.end() :] if match else line

    def _foreign_mark(self, marked: str) -> bool:
        folded = fold(marked)
        if not folded or folded in self._titles or f" {folded} " in self._said:
            return False
        return any(char.isupper() for char in marked) and f" {folded} " not in self._known

    def _dated_title(self, before: str, year: str) -> bool:
        """Whether a year in brackets belongs to a document, or to what was said."""
        folded = fold(before)
        if f" {' '.join(folded.split()[-2:])} " in self._said:
            return True
        return any(year == own and f" {folded}".endswith(f" {title}") for title, own in self._dated)

    def _foreign_subject(self, sentence: str) -> bool:
        match = _SUBJECT.match(sentence)
        return bool(match) and not self._known_word(match[1], anywhere=True)  # type: ignore[index]

    def _foreign_run(self, sentence: str) -> bool:
        german: bool | None = None
        for match in _RUN.finditer(sentence):
            words = match[0].split()
            if self._starts_sentence(sentence[: match.start()]):
                words = words[1:] if self._phrase_known(words[1:]) else words
            elif words[0].lower() in _PLAIN:
                words = words[1:]
            if self._phrase_known(words):
                continue
            german = _is_german(sentence) if german is None else german
            if not german or self._foreign_in_german(match[0], at_start=self._starts_sentence(sentence[: match.start()])):
                return True
        return False

    def _foreign_in_german(self, run: str, *, at_start: bool) -> bool:
        """Whether a run of capitals has a name among its nouns that nobody knows; a noun may stand before a known one."""
        for match in _ADJACENT.finditer(run):
            words = match[0].split()[1 if at_start and match.start() == 0 else 0 :]
            if len(words) > 1 and not any(self._phrase_known(words[start:]) for start in range(len(words))):
                return True
        return False

    def _phrase_known(self, words: Sequence[str]) -> bool:
        if all(map(self._harmless, words)):
            return True
        if len(words) == 1:
            return self._known_word(words[0], anywhere=False)
        phrase = fold(" ".join(words).removesuffix("'s").removesuffix("’s"))
        return f" {phrase} " in self._known

    def _starts_sentence(self, before: str) -> bool:
        return not re.search(r"\w", before) or before.rstrip().endswith((":", "?", "!", "."))

    def _harmless(self, word: str) -> bool:
        plain = word.strip(",:&-'’")
        return plain.lower() in _PLAIN or bool(_ACRONYM.fullmatch(plain)) or not plain

    def _known_word(self, word: str, *, anywhere: bool) -> bool:
        plain = word.strip(",:&-'’").removesuffix("'s").removesuffix("’s")
        folded = f" {fold(plain)} "
        if self._harmless(plain) or plain in self._raw_words or folded in self._said:
            return True
        return anywhere and folded in self._known
