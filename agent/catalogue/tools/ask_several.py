"""Questions about several: titles side by side, and what titles or people have in common."""

from collections.abc import Sequence

from agent.catalogue.speech.comparison import measured
from agent.catalogue.speech.voice import Voice
from agent.catalogue.tools.calls import CompareTitles, FindCommon, Measure
from agent.catalogue.tools.library import Library
from agent.catalogue.tools.questions import Question, cues
from agent.catalogue.tools.subjects import Subjects, people_in, titles_in
from agent.catalogue.understanding.languages.tell import grammar_of

_COMPARING = cues(
    r"""
    compare {t}
    (?:what(?:['’]s| is| are) )?the differences? between {t}
    how (?:do|does) {t} (?:compare|differ)
    {t}[:,]? which(?: one| film| movie| series)? (?:is|was|has|runs|takes) {m}
    which(?: one| film| movie| series)? (?:is|was|has|runs|takes) (?P<m>[\w -]+?)[:,]? (?:between )?{t}
    which is (?P<m>[\w ]+?)[:,] {t}
    (?:is|was) {a} (?P<m>\w+(?: rated)?) than {b}
    {a} (?:vs\.?|versus) {b}
    """,
    r"""
    (?:hasonlitsd|hasonlitsa|vesd) ossze {t}
    (?:hasonlitsd|vesd) {t} ossze
    mi a kulonbseg {t} kozott
    {t}[:,]? melyik (?:a )?{m}
    melyik (?:film |sorozat )?(?:a )?(?P<m>[\w ]+?)[:,]? (?:(?:a|az) )?{t}
    {a} (?:vagy|kontra) {b}[:,]? (?:melyik )?(?:a )?{m}
    """,
    r"""
    compara(?:me)? {t}
    (?:cual es )?la diferencia entre {t}
    {t}[:,]? cual (?:es|dura) {m}
    cual (?:es|dura) (?P<m>(?:la |el )?(?:mas|menos|mejor)(?: \w+)?)[:,]? {t}
    es {a} (?P<m>mas \w+) que {b}
    {a} es (?P<m>mas \w+) que {b}
    """,
    r"""
    (?:vergleiche?|vergleich)(?: mal| bitte| mir)? {t}
    (?:was ist |wo liegt )?der unterschied zwischen {t}
    {t}[:,]? (?:was|welche[rs]?)(?: film| serie)? ist {m}
    (?:was|welche[rs]?)(?: film| serie)? ist (?P<m>(?:am |der |die |das )?\w+)[:,]? {t}
    ist {a} (?P<m>\w+) als {b}
    {a} (?:gegen|vs\.?) {b}
    """,
    r"""
    compare[sz]?(?:[- ]moi)? {t}
    (?:quelle est )?la difference entre {t}
    {t}[\s:,]+(?:le|la)?quel(?:le)? (?:est|dure) {m}
    (?:le|la)?quel(?:le)? (?:est|dure) (?P<m>(?:le |la )?(?:plus|moins|mieux) \w+)[\s:,]+{t}
    (?:est-ce que )?{a} est(?:-(?:il|elle))? (?P<m>plus \w+) que {b}
    """,
)
_COMMON = cues(
    r"""
    what (?:do|does|did) {t} (?:all |both )?(?:have in common|share)
    what (?:is|['’]s) common to {t}
    what (?:connects|links) {t}
    """,
    r"""
    mi (?:a )?kozos (?:van )?{t}
    mi koti ossze {t}
    """,
    r"""
    que (?:tienen|hay) en comun {t}
    que tienen {t} en comun
    que comparten {t}
    """,
    r"""
    was (?:haben|hat) {t} (?:gemeinsam|gemein)
    was verbindet {t}
    """,
    r"""
    qu['’](?:est-ce que|est-ce qu['’]) ?{t} ont en commun
    qu['’]ont en commun {t}
    qu['’]ont {t} en commun
    (?:quels sont )?les points communs (?:entre|de) {t}
    """,
)
_TOGETHER = cues(
    r"""
    (?:did|have|do|has) {t} (?:ever )?(?:ma[kd]e|worked?|work|appear(?:ed)?|star(?:red)?|play(?:ed)?|act(?:ed)?|been)(?: \w+){0,4}? together(?: \w+){0,3}
    (?:are|were) {t} (?:ever )?in (?:a|any|the same) (?:films?|movies?|series)(?: together)?
    (?:which|what|how many) (?:films?|movies?|series) (?:did|have|do|are|were|with) {t} (?:ma[kd]e|worked?|work|appear(?:ed)?|star(?:red)?|play(?:ed)?|act(?:ed)?|been|in)(?: (?:on|in))? together(?: in)?
    (?:is|are) there (?:a|any) (?:films?|movies?) with both {t}
    """,  # noqa: E501  a pattern a line
    r"""
    {t} (?:forgattak|forgatott|jatszottak|jatszott|dolgoztak|dolgozott|szerepeltek|szerepelt|csinaltak)(?:-e)?(?: \w+){0,3} egyutt(?: \w+){0,2}
    (?:forgattak|forgatott|jatszottak|jatszott|dolgoztak|dolgozott|szerepeltek|szerepelt|csinaltak)(?:-e)?(?: mar| valaha)? (?:egyutt )?{t}(?: egyutt)?
    van(?:-e)? kozos film(?:je|juk|jei) {t}
    """,  # noqa: E501  a pattern a line
    r"""
    (?:han|hicieron|trabajaron|actuaron)(?: (?:hecho|trabajado|actuado|rodado))?(?: (?:una|alguna) pelicula)?(?: junt[oa]s)? {t}(?: (?:una |alguna )?(?:pelicula )?junt[oa]s)?
    {t} (?:han|hicieron|trabajaron|actuaron)(?: (?:hecho|trabajado|actuado|rodado))?(?: (?:una|alguna) pelicula| alguna vez)* junt[oa]s
    """,  # noqa: E501  a pattern a line
    r"""
    (?:haben|hat) {t} (?:je |jemals |schon (?:mal )?|mal )*(?:einen |einen gemeinsamen )?(?:film )?(?:zusammen|gemeinsam|miteinander)(?: \w+){0,3}
    (?:haben|hat) {t} (?:je |jemals |schon (?:mal )?|mal )*einen gemeinsamen film(?: \w+)?
    in welchen filmen (?:spielen|sind) {t} (?:zusammen|gemeinsam)(?: \w+)?
    """,  # noqa: E501  a pattern a line
    r"""
    (?:est-ce que )?{t} ont(?:-(?:ils|elles))? (?:deja )?(?:tourne|joue|travaille|fait)(?: (?:dans|un|une|le|meme|film))* ensemble
    dans quels films {t} (?:jouent|sont)(?:-(?:ils|elles))? ensemble
    """,  # noqa: E501  a pattern a line
)


def ask_comparison(question: Question, library: Library, shown: Sequence[str]) -> tuple[CompareTitles, Voice] | None:
    """ "compare the two Suspirias", "Heat or Collateral: which is longer?" """
    for cue in _COMPARING:
        for match in cue.matches(question):
            groups = match.groupdict()
            parts = [question.part(match, group) for group in ("t", "a", "b") if groups.get(group)]
            found = [titles_in(part, cue.voice, library, shown) for part in parts]
            subjects = _joined([item for item in found if item is not None]) if None not in found else None
            measure = _measure(groups.get("m"))
            if subjects is None or len(subjects) < 2 or (groups.get("m") and measure is None):
                continue
            voice = _voice(question) if cue.voice == "en" else cue.voice  # "compare" is English and French
            return CompareTitles(titles=subjects.titles, measure=measure, unknown=subjects.unknown), voice
    return None


def ask_common(question: Question, library: Library, shown: Sequence[str]) -> tuple[FindCommon, Voice] | None:
    """ "what do Heat and Collateral have in common?", "did De Niro and Pacino make a film together?" """
    for together, table in ((False, _COMMON), (True, _TOGETHER)):
        for cue in table:
            for match in cue.matches(question):
                part = question.part(match, "t")
                found = people_in(part, cue.voice, library)
                if found is None or not found.people or (found.unknown and not together):
                    found = (None if together else titles_in(part, cue.voice, library, shown)) or found
                if found is not None and len(found) > 1 and (found.titles or found.people):
                    fields = {"titles": found.titles, "people": found.people, "unknown": found.unknown}
                    return FindCommon(**fields, together=together), cue.voice  # type: ignore[arg-type]
    return None


def _voice(question: Question) -> Voice:
    return "fr" if (grammar := grammar_of(question.text, "")) and grammar.code == "fr" else "en"


def _joined(parts: Sequence[Subjects]) -> Subjects:
    titles = tuple(dict.fromkeys(id_ for part in parts for id_ in part.titles))
    return Subjects(titles=titles, unknown=tuple(name for part in parts for name in part.unknown))


def _measure(words: str | None) -> Measure | None:
    return measured(words) if words else None
