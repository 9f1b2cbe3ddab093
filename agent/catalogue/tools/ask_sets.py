"""Questions over all titles that meet conditions: how many, which by somebody, and the extremes among them."""

import re
from dataclasses import replace

from agent.catalogue.speech.voice import VOICES, Voice
from agent.catalogue.tools.calls import CountTitles, FindExtreme, ListTitles, Measure
from agent.catalogue.tools.conditions import POSSESSION, conditions
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.questions import Question, anywhere, cues, cut
from agent.catalogue.understanding.genre_words import GENRE_WORDS, MEDIA_WORDS
from agent.catalogue.understanding.languages.level import level

_COUNTING = cues(
    r"""
    how many(?: of the| different)? {t}
    (?:what(?:['’]s| is) )?the number of {t}
    """,
    r"""hany {t}""",
    r"""
    cuant[oa]s {t}
    """,
    r"""wie ?viele {t}""",
    r"""
    (?:tu as |vous avez |t['’]as |il y a )?combien (?:de |d['’]){t}
    combien (?:as-tu|avez-vous|y a-t-il|tu as|il y a) (?:de |d['’]){t}
    """,
)
# Each names titles of somebody: who asks "a film with Tom Hanks" wants something to watch.
_LISTING = cues(
    r"""
    (?:which|what) {t}
    (?:list|show|give)(?: me| us)? (?:all|every)(?: the| of the)? {t}
    all(?: the| of the)? {t}
    (?:what(?:['’]s| is) )?the (?:complete |whole |full )?filmography of {t}
    {t}['’]s? (?:complete |whole |full )?filmography
    """,
    r"""
    (?:milyen|mely|melyik) {t}
    (?:az )?osszes {t}
    (?:a |az )?{t} filmografiaja
    """,
    r"""
    (?:que|cuales) {t}
    todas las {t}
    (?:la )?filmografia (?:completa )?de {t}
    """,
    r"""
    welche {t}
    alle {t}
    (?:die )?filmografie von {t}
    """,
    r"""
    quels? {t}
    quelles? {t}
    tou(?:te)?s les {t}
    (?:la )?filmographie (?:complete )?de {t}
    """,
)
_FILMOGRAPHY = re.compile(r"filmogra\w+")
# Without one of these "which films with her" may as well ask for a choice.
_DONE = (
    (
        r"\b(?:did|has|have)\b.*\b(?:ma[kd]e|direct(?:ed)?|created?|in|star(?:red)?|play(?:ed)?)\b|^(?:list|all|every|show|give)\b"
        r"|\bfilmography\b|\bdirected by\b"
    ),
    r"rendezett|csinalt|keszitett|jatszott|jatszik|szerepel|osszes|filmografia",
    r"\bha (?:dirigido|hecho|actuado|rodado)|dirigio|hizo|sale|actua|^todas|filmografia",
    r"\bhat\b.*(?:gedreht|gemacht|gespielt|inszeniert)|spielt|^alle\b|filmografie",
    r"\ba(?:-t-(?:il|elle))?\b.*(?:realises?|tournes?|faits?|joue)|^tou|filmographie",
)
_OWNED = {voice: re.compile(f"{POSSESSION[voice].pattern}|{done}") for voice, done in zip(VOICES, _DONE, strict=True)}
# In the order of VOICES. "Best" alone is a wish; what is best rated can be computed.
_SUPERLATIVES: dict[Measure, dict[Voice, re.Pattern[str]]] = {
    "shortest": anywhere(
        r"shortest",
        r"(?:a )?legrovidebb\w*",
        r"mas (?:cort[oa]|breve)s?",
        r"(?:am )?kurzeste[nrsm]?",
        r"(?:les? |la )?plus (?:court|bref|breve)e?s?",
    ),
    "longest": anywhere(
        r"longest", r"(?:a )?leghosszabb\w*", r"mas larg[oa]s?", r"(?:am )?langste[nrsm]?", r"(?:les? |la )?plus long(?:ue)?s?"
    ),
    "newest": anywhere(
        r"newest|most recent|latest",
        r"(?:a )?leg(?:ujabb|frissebb)\w*",
        r"mas (?:nuev[oa]|reciente)s?",
        r"(?:am )?(?:neueste|neuste|aktuellste)[nrsm]?",
        r"(?:les? |la )?plus (?:recente?|nouveau|nouvelle)s?",
    ),
    "oldest": anywhere(
        r"oldest|earliest",
        r"(?:a )?leg(?:regebbi|regibb|oregebb|korabbi)\w*",
        r"mas (?:antigu[oa]|viej[oa])s?",
        r"(?:am )?(?:alteste|fruheste)[nrsm]?",
        r"(?:les? |la )?plus (?:ancien(?:ne)?|vieux|vieille)s?",
    ),
    "best": anywhere(
        r"(?:best|highest|top)[- ](?:rated|reviewed|scored)|with the (?:best|highest) (?:rating|score)",
        r"(?:a )?leg(?:jobbra|jobban|jobb|magasabbra) ertekel\w*",
        r"mejor(?:es)? (?:valorad|puntuad|calificad)[oa]s?|con (?:la )?mejor (?:nota|puntuacion)",
        r"(?:am )?(?:best(?:en)?|hochst(?:en)?)[- ]?bewertete?[nrsm]?|mit der (?:besten|hochsten) (?:bewertung|note)",
        r"(?:les? |la )?mieux notee?s?|avec la meilleure note",
    ),
    "worst": anywhere(
        r"(?:worst|lowest)[- ](?:rated|reviewed|scored)",
        r"(?:a )?leg(?:rosszabbra|rosszabbul|alacsonyabbra) ertekel\w*",
        r"peor(?:es)? (?:valorad|puntuad|calificad)[oa]s?",
        r"(?:am )?schlechtesten?[- ]?bewertete?[nrsm]?",
        r"(?:les? |la )?(?:moins bien|plus mal) notee?s?",
    ),
}
_LEAD = anywhere(
    r"^(?:(?:what|which)(?:['’]s| is| are| was)?|(?:show|give|find|name|list|tell)(?: me| us)?)(?: the| your)?"
    r"|^(?:the|your)|is|are",
    r"^(?:melyik|mi|mutasd|mondd)(?: a| az)?|^(?:a|az)|a|az",
    r"^(?:cual(?:es)? (?:es|son)|que|dime|muestrame|ensename)(?: la| el| las| los)?|^(?:la|el|las|los|tu)|es|son",
    r"^(?:(?:was|welche[rs]?) (?:ist|sind|war)|welche[rs]?|zeig(?: mir)?|nenn(?: mir)?)(?: der| die| das"
    r"| dein\w*)?|^(?:der|die|das|den|dein\w*)|ist",
    r"^(?:(?:quel(?:le)?s? (?:est|sont)|quel(?:le)?s?|montre(?:-moi)?|donne(?:-moi)?)(?: les?| la| ton)?)"
    r"|^(?:les?|la|ton)|est|sont",
)
_ASKING = anywhere(r"^(?:what|which)", r"^(?:melyik|mi)", r"^(?:cual|cuales|que)", r"^(?:was|welche[rs]?)", r"^quel(?:le)?s?")
_PLURAL = anywhere(
    "|".join(sorted(word for word in (*GENRE_WORDS, *MEDIA_WORDS) if word.endswith("s") and word != "series")) or "films",
    r"\w*(?:filmek|sorozatok|jatekok|thrillerek|vigjatekok|horrorok)(?:et|at)?",
    r"peliculas|pelis|thrillers|comedias|dramas|documentales|las series|las \w+",
    r"\w*filme|\w*serien|komodien|dramen|\w*dokumentationen|(?:die|deine) (?:\w+ )?\w+sten \w+",
    r"les films|les series|les \w+s",
)
_MANY = 5


def ask_count(question: Question, library: Library) -> tuple[CountTitles, Voice] | None:
    """ "how many films by Nolan do you have?" """
    for cue in _COUNTING:
        for match in cue.matches(question):
            wanted = conditions(question.part(match, "t"), cue.voice, library)
            if wanted is not None:
                return CountTitles(wanted=replace(wanted, limit=None), unknown=wanted.missing), cue.voice
    return None


def ask_list(question: Question, library: Library) -> tuple[ListTitles, Voice] | None:
    """ "which films with Frances McDormand do you have?" """
    for cue in _LISTING:
        if not _OWNED[cue.voice].search(question.plain):
            continue
        for match in cue.matches(question):
            wanted = conditions(_FILMOGRAPHY.sub(" ", question.part(match, "t")), cue.voice, library)
            if wanted is not None and (wanted.people or (wanted.missing and wanted.media_type)):
                return ListTitles(wanted=replace(wanted, limit=None), unknown=wanted.missing), cue.voice
    return None


def ask_extreme(question: Question, library: Library) -> tuple[FindExtreme, Voice] | None:
    """ "the shortest thriller you have", "best rated horror of the 80s" """
    for measure, patterns in _SUPERLATIVES.items():
        for voice, pattern in patterns.items():
            if len(pattern.findall(question.plain)) != 1:
                continue
            rest = cut(cut(question.text, pattern), _LEAD[voice])
            wanted = conditions(rest, voice, library)
            if (
                wanted is not None
                and not wanted.missing
                and _kind_said(wanted)
                and _exact(measure, question, voice, wanted.people)
            ):
                return FindExtreme(
                    measure=measure, wanted=replace(wanted, limit=None), limit=_limit(wanted.limit, question, voice)
                ), voice
    return None


def _kind_said(wanted: object) -> bool:
    return any(getattr(wanted, field) for field in ("media_type", "genres", "people", "directors"))


def _exact(measure: Measure, question: Question, voice: Voice, people: tuple[str, ...]) -> bool:
    """ "the latest thrillers" may wish for something recent; whoever asks what is the newest, or of ours, wants it told."""
    if measure != "newest" or people:
        return True
    return bool(POSSESSION[voice].search(question.plain) or _ASKING[voice].search(question.plain))


def _limit(said: int | None, question: Question, voice: Voice) -> int:
    if said is not None:
        return max(1, min(said, 10))
    return _MANY if _PLURAL[voice].search(level(question.text)) else 1
