"""How a title is asked for one of its facts, in five languages."""

from agent.catalogue.tools.calls import Fact
from agent.catalogue.tools.questions import keyed

# In the order of VOICES: English, Hungarian, Spanish, German, French.
_TABLE: dict[Fact, tuple[str, str, str, str, str]] = {
    "runtime": (
        r"""
        how (?:long|many minutes|many hours) (?:is|was|does|will|did) {t}(?: last| run| take| go on)
        how (?:long|many minutes|many hours) (?:is|was|does|will) {t}
        how long {t} (?:is|lasts|runs)
        (?:what(?:['’]s| is| was) )?the (?:runtime|running time|run time|length|duration) of {t}
        (?:what(?:['’]s| is) )?{t}['’]s? (?:runtime|running time|run time|length|duration)
        """,
        r"""
        milyen hosszu (?:(?:a|az) )?{t}
        (?:hany perces|hany oras|hany percig tart|mennyi ideig tart|meddig tart|hany perc) (?:(?:a|az) )?{t}
        mennyi (?:(?:a|az) )?{t} (?:hossza|jatekideje)
        """,
        r"""
        cuanto (?:tiempo )?dura {t}
        (?:cual es )?la duracion de {t}
        """,
        r"""
        wie lange? (?:ist|dauert|geht|lauft|war) {t}
        wie lange? {t} (?:ist|dauert|geht|lauft)
        wie viele? minuten (?:hat|dauert) {t}
        (?:wie ist |was ist )?die (?:laufzeit|lange|dauer|spieldauer) von {t}
        """,
        r"""
        (?:combien de temps|combien) (?:dure|fait) {t}
        {t} dure combien(?: de temps)?
        (?:quelle est )?la duree (?:de |d['’]|du film ){t}
        quelle duree (?:a|fait) {t}
        """,
    ),
    "seasons": (
        r"""
        how many seasons (?:does|did|has) {t}(?: have| had| run| got| run for)
        how many seasons (?:are there )?(?:of|in|has) {t}
        """,
        r"""
        hany evad(?:os|a van|bol all)?(?: van)? (?:(?:a|az) )?{t}
        hany evada van (?:(?:a|az) )?{t}
        """,
        r"""cuantas temporadas (?:tiene|hay de|son) {t}""",
        r"""wie ?viele staffeln (?:hat|gibt es von|sind es bei|gibt es bei) {t}""",
        r"""
        combien de saisons (?:a|compte|y a-t-il dans|pour) {t}
        combien {t} a(?:-t-(?:il|elle))? de saisons
        {t} a combien de saisons
        """,
    ),
    "directors": (
        r"""
        who (?:has )?(?:directed|made|created|shot) {t}
        who (?:was|is|were|are) the (?:directors?|creators?|film-?makers?) of {t}
        (?:what(?:['’]s| is) the name of )?the director of {t}
        by whom (?:is|was) {t}(?: directed| made)?
        who {t} (?:is|was) directed by
        """,
        r"""
        kik? (?:rendeztek?|csinaltak?|keszitettek?|alkottak?) (?:(?:a|az) )?{t}
        ki (?:a rendezoje )?(?:(?:a|az) )?{t} rendezoje
        """,
        r"""
        quien(?:es)? (?:dirigio|hizo|creo|ha dirigido|dirige|dirigieron|rodo) {t}
        de quien es {t}
        quien(?:es)? (?:es|son|fue) (?:el director|la directora|los directores) de {t}
        """,
        r"""
        wer hat (?:bei )?{t} (?:regie gefuhrt|gedreht|gemacht|inszeniert|geschaffen|verfilmt)
        wer (?:hat regie gefuhrt|hat die regie gefuhrt|fuhrte(?: die)? regie) (?:bei|in|von) {t}
        wer (?:ist|war) (?:der regisseur|die regisseurin) (?:von|bei) {t}
        von wem (?:ist|stammt) {t}
        wie hei(?:ss|ß)t (?:der regisseur|die regisseurin) von {t}
        """,
        r"""
        qui a (?:realise|fait|tourne|cree|mis en scene) {t}
        de qui est {t}
        qui (?:est|sont) (?:le realisateur|la realisatrice|les realisateurs) de {t}
        """,
    ),
    "year": (
        r"""
        when (?:was|is|did|were) {t} (?:made|released|come out|filmed|shot|first shown|come to (?:the )?cinemas|premiere|start|first air|air)
        (?:from |in )?(?:what|which) year (?:is|was|did) {t}(?: from| made| released| come out)
        (?:from |in )?(?:what|which) year is {t}
        how old is {t}
        when {t} (?:came out|was made|was released)
        """,  # noqa: E501  a pattern a line
        r"""
        mikor (?:jott ki|keszult|jelent meg|mutattak be|forgattak|kerult a mozikba) (?:(?:a|az) )?{t}
        (?:melyik|milyen) evben (?:keszult|jott ki|jelent meg) (?:(?:a|az) )?{t}
        (?:melyik|hanyas) evi (?:(?:a|az) )?{t}
        """,
        r"""
        de (?:que ano|cuando) es {t}
        cuando (?:se estreno|salio|se hizo|se rodo) {t}
        en que ano (?:se estreno|salio|se hizo|se rodo) {t}
        """,
        r"""
        wann (?:kam|ist|erschien|wurde|lief) {t} (?:ins kino|in die kinos|raus|heraus|herausgekommen|rausgekommen|erschienen|gedreht|veroffentlicht|an|gemacht)
        wann erschien {t}
        (?:aus welchem|in welchem|von welchem) jahr (?:ist|stammt|kommt|erschien|kam|wurde) {t} (?:ins kino|in die kinos|raus|heraus|erschienen|gedreht|gemacht)
        (?:aus welchem|in welchem|von welchem) jahr (?:ist|stammt|kommt|erschien|kam) {t}
        wie alt ist {t}
        """,  # noqa: E501  a pattern a line
        r"""
        (?:de quand|de quelle annee) (?:date|est) {t}
        quand (?:est sortie?|sort|a ete tournee?|est sortie? le film) {t}
        en quelle annee (?:est sortie?|a ete tournee?) {t}
        quand {t} est-(?:il|elle) sortie?
        {t} date de quand
        """,
    ),
    "cast": (
        r"""
        who(?:['’]s| is| are| was| all)? (?:in|plays in|played in|stars in|starred in|acts in|appears in|the stars? of) {t}
        who (?:plays|played|stars|starred|acts|appears|is starring)(?: all)? in {t}
        (?:what(?:['’]s| is) )?the cast of {t}
        (?:which|what) actors (?:are|play|star|were|act) in {t}
        """,
        r"""
        kik? (?:jatszik|jatszanak|szerepel|szerepelnek|jatszott|jatszottak) (?:(?:a|az) )?{t}
        kik (?:(?:a|az) )?{t} szereploi
        """,
        r"""
        quien(?:es)? (?:sale|salen|actua|actuan|aparece|aparecen|trabaja|trabajan|esta|estan) en {t}
        quien(?:es)? protagonizan? {t}
        """,
        r"""
        wer (?:spielt|spielte|ist)(?: alles)? (?:in|bei) {t}(?: mit)
        wer (?:spielt|spielte)(?: alles)? (?:in|bei) {t}
        """,
        r"""
        qui (?:joue|est|apparait)(?: dans) {t}
        quels (?:acteurs|sont les acteurs) (?:jouent dans|de|dans) {t}
        """,
    ),
    "rating": (
        r"""
        (?:what(?:['’]s| is) )?the (?:imdb )?(?:rating|score) (?:of|for) {t}
        what (?:imdb )?(?:rating|score) does {t} have
        how (?:is|was|well is|high is) {t} rated
        (?:what(?:['’]s| is) )?{t}['’]s? (?:imdb )?(?:rating|score)
        """,
        r"""
        mennyi (?:(?:a|az) )?{t} (?:ertekelese|pontszama|pontja)
        (?:hany pontos|mennyire ertekelik) (?:(?:a|az) )?{t}
        """,
        r"""
        que (?:nota|puntuacion|valoracion) tiene {t}
        (?:cual es )?la (?:nota|puntuacion|valoracion) de {t}
        """,
        r"""
        wie(?: gut)? ist {t} bewertet
        welche (?:bewertung|note|wertung) hat {t}
        """,
        r"""
        quelle (?:note|evaluation) a {t}
        (?:quelle est )?la note (?:de |d['’]){t}
        comment est notee? {t}
        """,
    ),
    "countries": (
        r"""
        where (?:is|was|does) {t} (?:from|made|come from|produced)
        (?:from )?(?:which|what) country (?:is|does) {t}(?: from| come from)
        from (?:which|what) country is {t}
        """,
        r"""melyik orszag(?:bol (?:valo|szarmazik|jott)|ban keszult) (?:(?:a|az) )?{t}""",
        r"""de (?:donde|que pais) es {t}""",
        r"""
        woher (?:kommt|stammt|ist) {t}
        aus welchem land (?:kommt|ist|stammt) {t}
        """,
        r"""
        d['’]ou vient {t}
        de quel pays (?:vient|est) {t}
        """,
    ),
    "genres": (
        r"""
        (?:what|which) (?:genres?|kind of (?:film|movie|series|show)|sort of (?:film|movie|series|show)|type of (?:film|movie|series|show)) (?:is|are) {t}
        (?:what(?:['’]s| is) )?the genre of {t}
        """,  # noqa: E501  a pattern a line
        r"""milyen mufaju (?:(?:a|az) )?{t}""",
        r"""de que genero es {t}""",
        r"""
        (?:welches|was fur ein) genre (?:ist|hat) {t}
        was fur ein film ist {t}
        """,
        r"""
        de quel genre est {t}
        quel est le genre (?:de |d['’]){t}
        """,
    ),
    "certificate": (
        r"""
        (?:what(?:['’]s| is) )?the (?:certificate|age rating|age limit|certification) (?:of|for) {t}
        """,
        r"""milyen korhataros (?:(?:a|az) )?{t}""",
        r"""(?:cual es )?la (?:clasificacion|edad minima) (?:por edades )?(?:de|para) {t}""",
        r"""
        ab wie viel(?:en)? jahren? ist {t}
        welche (?:altersfreigabe|freigabe) hat {t}
        """,
        r"""
        a partir de quel age est {t}
        """,
    ),
    "language": (
        r"""(?:in )?(?:what|which) language (?:is|was) {t}(?: in| made in| shot in)?""",
        r"""milyen nyelvu (?:(?:a|az) )?{t}""",
        r"""en que (?:idioma|lengua) (?:es|esta) {t}""",
        r"""(?:in welcher|welche) sprache (?:ist|hat) {t}""",
        r"""(?:en|dans) quelle langue est {t}""",
    ),
}  # fmt: skip
FACT_CUES = keyed(_TABLE)
