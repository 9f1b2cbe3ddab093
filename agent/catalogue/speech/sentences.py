"""Sentences that an answer passes on: what cannot be told from the facts, and how a search gave way."""

from agent.catalogue.speech.voice import VOICES, Voice

# Each in the order of VOICES: English, Hungarian, Spanish, German, French. Words in braces are put in.
_SENTENCES: dict[str, tuple[str, str, str, str, str]] = {
    "missing": (
        "“{name}” is not in my catalogue.",
        "„{name}” nincs a katalógusomban.",
        "«{name}» no está en mi catálogo.",
        "„{name}“ ist nicht in meinem Katalog.",
        "« {name} » n'est pas dans mon catalogue.",
    ),
    "subtitles": (
        "I know nothing about subtitles or dubbing, so please check that before you start.",
        "A feliratokról és a szinkronról nem tudok semmit, ezt kérlek nézd meg, mielőtt elindítod.",
        "No sé nada de subtítulos ni de doblaje: compruébalo antes de empezar.",
        "Über Untertitel und Synchronfassungen weiß ich nichts, bitte prüfe das vor dem Start.",
        "Je ne sais rien des sous-titres ni du doublage : vérifie-le avant de commencer.",
    ),
    "episode_lengths": (
        "I do not know how long episodes are, so I left the length aside.",
        "Nem tudom, milyen hosszúak az epizódok, ezért a hosszt nem vettem figyelembe.",
        "No sé cuánto duran los episodios, así que no he tenido en cuenta la duración.",
        "Ich weiß nicht, wie lang die Folgen sind, deshalb habe ich die Länge weggelassen.",
        "Je ne connais pas la durée des épisodes, j'ai donc laissé la durée de côté.",
    ),
    "spoken": (
        "Where I do not know what is spoken in a title, I went by the country it comes from.",
        "Ahol nem tudom, milyen nyelven beszélnek, a származási országot vettem alapul.",
        "Cuando no sé en qué idioma se habla, me he guiado por el país de origen.",
        "Wo ich nicht weiß, welche Sprache gesprochen wird, bin ich nach dem Herkunftsland gegangen.",
        "Quand j'ignore la langue parlée, je me suis fié au pays d'origine.",
    ),
    "writers": (
        "I know who directs and who acts, not who wrote, composed or produced, so I left that name aside.",
        "Azt tudom, ki rendezte és kik játszanak benne, azt nem, hogy ki írta vagy gyártotta, ezért azt a nevet kihagytam.",
        "Sé quién dirige y quién actúa, no quién escribió, compuso o produjo: he dejado ese nombre de lado.",
        "Ich weiß, wer Regie führt und spielt, nicht wer schrieb, komponierte oder produzierte: der Name blieb außer Acht.",
        "Je sais qui réalise et qui joue, pas qui a écrit, composé ou produit : j'ai laissé ce nom de côté.",
    ),
    "birth_year": (
        "I do not know when you were born: tell me the year and I keep to it.",
        "Nem tudom, mikor születtél: írd meg az évet, és tartom magam hozzá.",
        "No sé cuándo naciste: dime el año y lo tendré en cuenta.",
        "Ich weiß nicht, wann du geboren bist: nenne mir das Jahr, dann halte ich mich daran.",
        "Je ne sais pas quand tu es né : dis-moi l'année et j'en tiendrai compte.",
    ),
    "who_they_are": (
        "I know the names of those who direct and act, not whether they are women or men, so I left that aside.",
        "A rendezők és színészek nevét tudom, azt nem, hogy nők vagy férfiak, ezért ezt kihagytam.",
        "Sé cómo se llaman quienes dirigen y actúan, no si son mujeres u hombres: lo he dejado de lado.",
        "Von Regie und Besetzung kenne ich die Namen, nicht ob es Frauen oder Männer sind: das blieb außer Acht.",
        "Je sais qui réalise et qui joue, pas si ce sont des femmes ou des hommes : je l'ai laissé de côté.",
    ),
    "awards": (
        "I know nothing about awards, so I went by the rest of what you said.",
        "A díjakról nem tudok semmit, ezért a kérés többi részét vettem alapul.",
        "No sé nada de premios, así que me he guiado por lo demás.",
        "Über Preise weiß ich nichts, deshalb bin ich nach dem Rest gegangen.",
        "Je ne sais rien des prix, je me suis donc fié au reste.",
    ),
    "both_genres": (
        "Too little is {genres} at once, so I took either.",
        "Túl kevés cím egyszerre {genres}, ezért elég volt az egyik is.",
        "Hay demasiado poco que sea a la vez {genres}, así que me ha bastado con uno.",
        "Zu wenig ist zugleich {genres}, deshalb genügte mir eines davon.",
        "Trop peu de titres sont à la fois {genres} : un seul m'a suffi.",
    ),
    "seasons": (
        "Too few series with that many seasons fit, so I let the seasons go.",
        "Túl kevés sorozat illik rá ennyi évaddal, ezért az évadok számát elengedtem.",
        "Hay muy pocas series con tantas temporadas que encajen, así que no he mirado las temporadas.",
        "Zu wenige Serien mit so vielen Staffeln passen, deshalb habe ich die Staffeln außer Acht gelassen.",
        "Trop peu de séries conviennent avec ce nombre de saisons, j'ai donc laissé les saisons de côté.",
    ),
    "rating": (
        "Too few are rated {rating} or higher, so I let the rating go.",
        "Túl kevésnek van legalább {rating} pontja, ezért az értékelést elengedtem.",
        "Hay muy pocas con un {rating} o más de nota, así que no he mirado la nota.",
        "Zu wenige sind mit {rating} oder besser bewertet, deshalb habe ich die Bewertung außer Acht gelassen.",
        "Trop peu de titres sont notés {rating} ou plus, j'ai donc laissé la note de côté.",
    ),
    "country": (
        "Too few {places} fit, so I looked elsewhere too.",
        "Túl kevés illik rá ({places}), ezért máshol is kerestem.",
        "Hay muy pocas {places} que encajen, así que he buscado también en otros países.",
        "Zu wenige {places} passen, deshalb habe ich auch anderswo gesucht.",
        "Trop peu de titres {places} conviennent, j'ai donc cherché ailleurs aussi.",
    ),
    "language": (
        "Too few {languages} fit, so I looked in other languages too.",
        "Túl kevés illik rá ({languages}), ezért más nyelveken is kerestem.",
        "Hay muy pocas {languages} que encajen, así que he buscado también en otros idiomas.",
        "Zu wenige {languages} passen, deshalb habe ich auch in anderen Sprachen gesucht.",
        "Trop peu de titres {languages} conviennent, j'ai donc cherché dans d'autres langues aussi.",
    ),
    "genres": (
        "Too few are marked as {genres}, so I went by the description alone.",
        "Túl kevésnek ez a műfaja: {genres}, ezért csak a leírás alapján kerestem.",
        "Hay muy pocas clasificadas como {genres}, así que me he guiado solo por la descripción.",
        "Zu wenige sind als {genres} eingeordnet, deshalb bin ich allein nach der Beschreibung gegangen.",
        "Trop peu de titres sont classés {genres}, je me suis donc fié à la seule description.",
    ),
    "uncertified": (
        "Too little has a certificate for that age, so I took titles without a known one too: please check those first.",
        "Túl kevésnek van ilyen korra szóló besorolása, ezért ismeretlen is van köztük: ezeket kérlek előbb nézd meg.",
        "Hay muy poco calificado para esa edad, así que he incluido títulos sin calificación conocida: compruébalos antes.",
        "Zu wenig ist für dieses Alter freigegeben, deshalb sind Titel ohne bekannte Freigabe dabei: bitte prüfe sie vorher.",
        "Trop peu de titres sont classés pour cet âge, j'en ai donc pris sans classement connu : vérifie-les d'abord.",
    ),
    "directors": (
        "Too little directed by {people} fits, so I took other parts in a film too.",
        "{people} rendezésében túl kevés illik rá, ezért más szerepét is elfogadtam.",
        "Hay muy poco dirigido por {people} que encaje, así que he aceptado también otros papeles.",
        "Zu wenig unter der Regie von {people} passt, deshalb galt mir auch eine andere Mitwirkung.",
        "Trop peu de titres réalisés par {people} conviennent, j'ai donc accepté d'autres rôles aussi.",
    ),
    "people_together": (
        "I have too little with {people} together, so I took either.",
        "Túl kevés címem van, amiben együtt szerepel {people}, ezért elég volt az egyikük is.",
        "Tengo muy poco con {people} a la vez, así que me ha bastado con uno de ellos.",
        "Ich habe zu wenig mit {people} zusammen, deshalb genügte mir einer davon.",
        "J'ai trop peu de titres avec {people} ensemble : un seul m'a suffi.",
    ),
    "people": (
        "I have too little with {people} that fits, so I looked further.",
        "Túl kevés illik rá, amiben benne van {people}, ezért tovább kerestem.",
        "Tengo muy poco con {people} que encaje, así que he buscado más allá.",
        "Ich habe zu wenig mit {people}, das passt, deshalb habe ich weiter gesucht.",
        "J'ai trop peu de titres avec {people} qui conviennent, j'ai donc cherché plus loin.",
    ),
    "longer": (
        "Too little under {asked} minutes fits, so I looked up to {taken}.",
        "{asked} perc alatt túl kevés illik rá, ezért {taken} percig néztem.",
        "Hay muy poco de menos de {asked} minutos que encaje, así que he llegado hasta {taken}.",
        "Zu wenig unter {asked} Minuten passt, deshalb habe ich bis {taken} gesucht.",
        "Trop peu de titres de moins de {asked} minutes conviennent, je suis allé jusqu'à {taken}.",
    ),
    "shorter": (
        "Too little over {asked} minutes fits, so I went down to {taken}.",
        "{asked} perc fölött túl kevés illik rá, ezért {taken} percig engedtem.",
        "Hay muy poco de más de {asked} minutos que encaje, así que he bajado hasta {taken}.",
        "Zu wenig über {asked} Minuten passt, deshalb bin ich bis {taken} hinuntergegangen.",
        "Trop peu de titres de plus de {asked} minutes conviennent, je suis descendu jusqu'à {taken}.",
    ),
    "any_length": (
        "Too little of that length fits, so I let the length go.",
        "Ilyen hosszúságú túl kevés illik rá, ezért a hosszt elengedtem.",
        "Hay muy poco de esa duración que encaje, así que no he mirado la duración.",
        "Zu wenig in dieser Länge passt, deshalb habe ich die Länge außer Acht gelassen.",
        "Trop peu de titres de cette durée conviennent, j'ai donc laissé la durée de côté.",
    ),
    "years_wider": (
        "Too little from those years fits, so I looked five years further.",
        "Azokból az évekből túl kevés illik rá, ezért öt évvel tovább néztem.",
        "Hay muy poco de esos años que encaje, así que he mirado cinco años más allá.",
        "Zu wenig aus diesen Jahren passt, deshalb habe ich fünf Jahre weiter gesucht.",
        "Trop peu de titres de ces années conviennent, j'ai donc cherché cinq ans plus loin.",
    ),
    "any_year": (
        "Too little from around then fits, so I let the years go.",
        "Abból az időből túl kevés illik rá, ezért az éveket elengedtem.",
        "Hay muy poco de esa época que encaje, así que no he mirado los años.",
        "Zu wenig aus dieser Zeit passt, deshalb habe ich die Jahre außer Acht gelassen.",
        "Trop peu de titres de cette époque conviennent, j'ai donc laissé les années de côté.",
    ),
}  # fmt: skip


def sentence(name: str, voice: Voice, /, **values: object) -> str:
    """The sentence of this name, with the values put in. KeyError for a name or a value that is not there."""
    return _SENTENCES[name][VOICES.index(voice)].format(**values)
