"""The conditions in a part of a question: only where they say all of it, for a count of anything less would be wrong."""

import re
from collections.abc import Iterable
from dataclasses import replace

from agent.catalogue.request import Request
from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.tools.library import Library, without_ending
from agent.catalogue.tools.questions import anywhere, cut
from agent.catalogue.understanding.country_words import COUNTRY_ADJECTIVES, COUNTRY_NAMES
from agent.catalogue.understanding.fold import fold
from agent.catalogue.understanding.genre_words import GENRE_WORDS, MEDIA_WORDS
from agent.catalogue.understanding.languages.grammar import Grammar, cue_words
from agent.catalogue.understanding.languages.kinds import found
from agent.catalogue.understanding.languages.level import level
from agent.catalogue.understanding.languages.tell import GRAMMARS
from agent.retrieval.stopwords import stop_words

# "do you have", "in your catalogue": whose titles are meant. In the order of VOICES.
POSSESSION = anywhere(
    r"(?:do|have|are|is|did) (?:you(?: guys)?|there)(?: actually| currently)?(?: have| got| know(?: of)?| list| offer)?"
    r"|(?:that )?you(?: guys)?(?:['’]ve| have)(?: got)?|you know|(?:in|on|from|of) (?:your|the"
    r"|this) (?:catalogu?e|collection|list|library|database)"
    r"|in (?:total|all|there)|altogether|here",
    r"(?:van|vannak)(?: (?:nalad|nalatok|meg))?|ismersz|tudsz|nalad|nalatok|(?:a |az )?(?:katalogus|kinalat"
    r"|gyujtemeny)\w*|osszesen",
    r"(?:que )?(?:tienes|teneis|tienen|tiene|hay|conoces)|(?:en|de) (?:tu|el|vuestro|su) (?:catalogo|coleccion)|en total|aqui",
    r"(?:die )?(?:hast|habt|kennst|kennt) (?:du|ihr)|(?:die |den |das )?(?:du|ihr) (?:hast|habt|kennst)|gibt es|sind|hast|habt"
    r"|(?:in|aus|von) (?:deine[mr]|eure[mr]|dem|der) (?:katalog|sammlung)|im katalog|insgesamt|bei (?:dir|euch)|da",
    r"(?:que )?(?:as-tu|avez-vous|tu as|vous avez|t['’]as|y a-t-il|il y a|connais-tu|tu connais)|(?:dans"
    r"|de) (?:ton|votre|le|du) catalogue"
    r"|du catalogue|en tout|au total|ici|est-ce",
)
# "directed", "has made": what somebody did. A group `directing` says that it was directing.
WORK = anywhere(
    r"(?:did|has|have|had|was|is)|(?P<directing>directed by|directed|direct|made|make|created)|(?:been |appeared "
    r"|appear |acted |act |starred |star |played |play |seen )?in|ever",
    r"(?P<directing>rendezett|rendezte|csinalt|keszitett|forgatott|rendezesei?)|jatszott|jatszik|szerepelt|szerepel|benne|lathato",
    r"(?:ha|han)|(?P<directing>dirigid[oa]s? por|dirigio|dirigido|hizo|hecho|dirige)|actuado|actua|sale|salido|aparece",
    r"(?:hat|ist)|(?P<directing>gedreht|gemacht|inszeniert|regie gefuhrt)|(?:mit)?gespielt|spielt|zu sehen|mit(?=$)",
    r"(?:a-t-(?:il|elle)|a)|(?P<directing>realise(?:e?s)?(?: par)?|tourne|fait|dirige)|joue|apparait|dans lesquels?",
)
# "filmed van", "thrilleredet": whose they are, glued to what they are.
_POSSESSED = re.compile(r"\b(\w{4,}?)(?:jeid|jaid|eid|aid|etek|otok|ed|od|je|jei)(?:et|ot)?\b")
_TITLES = re.compile(r"\b(?:titles?|cimek?|cimet|titulos?|titel|titres?)\b")
_REFUSALS = cue_words(
    "not no without never except ohne nicht kein keine keinen sin sans pas nem nelkul kiveve excepto sauf ausser"
)
# Stop words that say something about titles after all.
_SAYING = cue_words(
    """
    before after under over above below between more most less few own same other only each until since good great best better
    well nice new old
    """
)
# Opinions and talk, which the understanding of a wish takes for granted: they are no condition that can be counted by.
_TALK = anywhere(
    r"good|great|best|better|nice|favou?rites?|seen|saw|see|watch(?:ed|ing)?|likes?|liked|loved?|enjoy(?:ed)?|know|think|recommend\w*"
    r"|should|want|worth",
    r"jo|jobb|legjobb\w*|kedvenc\w*|lattal\w*|latott|neztel\w*|nezzek|nezzunk|tetsz\w*|szeret\w*|ajanl\w*|erdemes",
    r"buen[oa]s?|mejor(?:es)?|favorit[oa]s?|visto|viste|gust\w*|recomiend\w*|debo|quier\w*",
    r"gut\w*|beste?\w*|toll\w*|liebling\w*|gesehen|geschaut|mag|magst|empf[ie]+hl\w*|soll\w*|mochte\w*",
    r"bon(?:ne)?s?|meilleure?s?|prefere\w*|vus?|vues?|aimes?|aimez|conseill\w*|recommand\w*|dois|veux",
)
_IDLE = cue_words("film movie movies films title titles tv any some show me please different all by every single")
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_GLUED = 4  # letters that a language may glue to a name
_CAPITAL = re.compile(r"[A-ZÀ-ÖØ-ÞŐŰ][\w'’]{2,}")
_GRAMMARS: dict[str, Grammar] = {grammar.code: grammar for grammar in GRAMMARS}
_STOP_WORDS: dict[Voice, str] = dict(zip(VOICES, ("english", "hungarian", "spanish", "german", "french"), strict=True))


def conditions(phrase: str, voice: Voice, library: Library) -> Request | None:
    """What titles a noun phrase means ("films by Nolan do you have"); None where it says more than conditions.

    The request that comes back has no wish. Its `missing` holds names of people that the catalogue does not have.
    """
    work = WORK[voice].search(level(phrase))
    directing = any(match["directing"] for match in WORK[voice].finditer(level(phrase))) if work else False
    bare = cut(phrase, POSSESSION[voice])
    whole = _understood(bare, voice, library)
    return whole if whole is not None else _understood(cut(bare, WORK[voice]), voice, library, directing=directing)


def _understood(phrase: str, voice: Voice, library: Library, *, directing: bool = False) -> Request | None:
    if voice == "hu":
        phrase = _POSSESSED.sub(lambda match: match[1] if _is_kind(match[1]) else match[0], phrase)
    request = library.read(phrase, voice)
    if (
        _TALK[voice].search(level(phrase))
        or request.like
        or request.lookup
        or request.exclude
        or request.notes
        or request.contradicted
    ):
        return None
    if not (request.people or request.without_people or request.missing):
        request = _with_names(phrase, request, library)
    if directing and request.people:
        request = replace(request, directors=request.people)
    if _unexplained(request, voice, library):
        return None
    limited = replace(request, wish="", language="", notes=(), limit=request.limit)
    return limited if _says_something(limited, phrase) else None


def _with_names(phrase: str, request: Request, library: Library) -> Request:
    """With whom a capitalised surname means ("film Nolantől", "a Scorsese film"); of a director it is taken as such."""
    for match in _CAPITAL.finditer(phrase):
        if not _is_kind(match[0]) and (name := library.person(match[0], glued=request.language == "hu")):
            directs = fold(name).rsplit(" ", 1)[-1] in library.vocabulary.surnames
            return replace(request, people=(name,), directors=(name,) if directs else ())
    return request


def _is_kind(word: str) -> bool:
    """Whether a word says what kind of title is meant: in German with a capital, and nobody's name."""
    plain = level(word)
    if plain in MEDIA_WORDS or plain in GENRE_WORDS:
        return True
    kinds = (pattern for grammar in GRAMMARS for pattern in (grammar.pattern("movie"), grammar.pattern("series")))
    return any(pattern.fullmatch(plain) for pattern in kinds) or any(
        match[0] == plain for grammar in GRAMMARS for match, _ in found(plain, grammar, "genres")
    )


def _says_something(request: Request, phrase: str) -> bool:
    bare = replace(request, limit=None)
    return bare != Request("") or bool(_TITLES.search(level(phrase)))


def _unexplained(request: Request, voice: Voice, library: Library) -> list[str]:
    """The words of the wish that no condition of the request stands for."""
    names = fold(" ".join((*request.people, *request.without_people, *request.missing))).split()
    left = [word for word in _rest(request, voice) if not _of_name(word, names)]
    refused = [word for word in fold(request.wish).split() if word in _REFUSALS]
    return left + refused


def _rest(request: Request, voice: Voice) -> Iterable[str]:
    grammar = _GRAMMARS.get(voice)
    if grammar is None:
        return _rest_in_english(request)
    plain = level(request.wish)
    for table, known in (
        ("genres", (*request.genres, *request.without_genres)),
        ("places", (*request.countries, *request.without_countries, *request.spoken, *request.without_spoken)),
    ):
        for match, _ in found(plain, grammar, table) if known else ():
            plain = plain[: match.start()] + " " * (match.end() - match.start()) + plain[match.end() :]
    for name in ("movie", "series", "filler"):
        plain = grammar.pattern(name).sub(" ", plain)
    plain = _TITLES.sub(" ", plain)
    return [word for word in _LETTERS.findall(plain) if word not in stop_words(_STOP_WORDS[voice])]


def _rest_in_english(request: Request) -> Iterable[str]:
    idle = (stop_words("english") - _SAYING) | _IDLE | MEDIA_WORDS
    if request.genres or request.without_genres:
        idle |= _words(GENRE_WORDS)
    if request.countries or request.without_countries or request.spoken or request.without_spoken:
        idle |= _words(COUNTRY_ADJECTIVES) | _words(COUNTRY_NAMES)
    return [word for word in fold(request.wish).split() if word not in idle and len(word) > 1]


def _words(names: Iterable[str]) -> set[str]:
    return {word for name in names for word in fold(name).split()}


def _of_name(word: str, names: Iterable[str]) -> bool:
    """Whether a word is a part of a name, as far as a slip or an ending leaves it."""
    from rapidfuzz.distance import OSA

    return any(
        word == name
        or (len(name) > 3 and word.startswith(name) and len(word) - len(name) <= _GLUED)
        or without_ending(word) == name
        or (len(name) > 4 and OSA.distance(word, name, score_cutoff=1) <= 1)
        for name in names
    )
