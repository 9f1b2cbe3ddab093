"""The sentences of the exact tools, in five languages: counts, lists, facts, tables, what is shared."""

from agent.catalogue.speech.voice import VOICES, Voice

# Name | English | Hungarian | Spanish | German | French. Words in braces are put in; titles come in bold, with their year.
_TABLE = """
count | {what} – **{n}** in my catalogue{split}. | {what} – **{n}** a katalógusomban{split}. | {what}: **{n}** en mi catálogo{split}. | {what} – **{n}** in meinem Katalog{split}. | {what} – **{n}** dans mon catalogue{split}.
split | ; films: {films}, series: {series} | ; film: {films}, sorozat: {series} | ; películas: {films}, series: {series} | ; Filme: {films}, Serien: {series} | ; films : {films}, séries : {series}
none | {what} – none in my catalogue. | {what} – egy sincs a katalógusomban. | {what}: ninguna en mi catálogo. | {what} – nichts davon in meinem Katalog. | {what} – aucun dans mon catalogue.
known_best | The best known: {titles}. | A legismertebbek: {titles}. | Las más conocidas: {titles}. | Am bekanntesten: {titles}. | Les plus connus : {titles}.
and_more | And {n} more. | És még {n}. | Y {n} más. | Und {n} weitere. | Et {n} de plus.
nobody | I have nobody called {names} in my catalogue. | A katalógusomban senkit sem hívnak így: {names}. | En mi catálogo no hay nadie que se llame {names}. | In meinem Katalog heißt niemand {names}. | Personne ne s'appelle {names} dans mon catalogue.
shortest | The shortest: {titles}{told}. | A legrövidebb: {titles}{told}. | Lo más corto: {titles}{told}. | Am kürzesten: {titles}{told}. | Le plus court : {titles}{told}.
longest | The longest: {titles}{told}. | A leghosszabb: {titles}{told}. | Lo más largo: {titles}{told}. | Am längsten: {titles}{told}. | Le plus long : {titles}{told}.
newest | The newest: {titles}{told}. | A legújabb: {titles}{told}. | Lo más reciente: {titles}{told}. | Am neuesten: {titles}{told}. | Le plus récent : {titles}{told}.
oldest | The oldest: {titles}{told}. | A legrégebbi: {titles}{told}. | Lo más antiguo: {titles}{told}. | Am ältesten: {titles}{told}. | Le plus ancien : {titles}{told}.
best | The best rated: {titles}{told}. | A legjobbra értékelt: {titles}{told}. | Lo mejor valorado: {titles}{told}. | Am besten bewertet: {titles}{told}. | Le mieux noté : {titles}{told}.
worst | The lowest rated: {titles}{told}. | A leggyengébbre értékelt: {titles}{told}. | Lo peor valorado: {titles}{told}. | Am schlechtesten bewertet: {titles}{told}. | Le moins bien noté : {titles}{told}.
equal | No difference: {titles}{told}. | Nincs különbség: {titles}{told}. | No hay diferencia: {titles}{told}. | Kein Unterschied: {titles}{told}. | Aucune différence : {titles}{told}.
shortest_list | Shortest first: | A legrövidebbel kezdve: | De la más corta a la más larga: | Das Kürzeste zuerst: | Du plus court au plus long :
longest_list | Longest first: | A leghosszabbal kezdve: | De la más larga a la más corta: | Das Längste zuerst: | Du plus long au plus court :
newest_list | Newest first: | A legújabbal kezdve: | De la más reciente a la más antigua: | Das Neueste zuerst: | Du plus récent au plus ancien :
oldest_list | Oldest first: | A legrégebbivel kezdve: | De la más antigua a la más reciente: | Das Älteste zuerst: | Du plus ancien au plus récent :
best_list | Best rated first: | A legjobbra értékelttel kezdve: | De la mejor a la peor valorada: | Das am besten Bewertete zuerst: | Du mieux au moins bien noté :
worst_list | Lowest rated first: | A leggyengébbre értékelttel kezdve: | De la peor a la mejor valorada: | Das am schlechtesten Bewertete zuerst: | Du moins bien au mieux noté :
next | Next: {titles}. | Utána: {titles}. | Después: {titles}. | Danach: {titles}. | Ensuite : {titles}.
compared | Compared: {n} {what}. | Ennyit vetettem össze: {n} – {what}. | He comparado {n}: {what}. | Verglichen: {n} – {what}. | Comparé : {n} – {what}.
floor | Only titles with at least {n} votes count. | Csak a legalább {n} szavazatosakat számoltam. | Solo cuentan títulos con {n} votos o más. | Nur Titel mit mindestens {n} Stimmen zählen. | Seuls comptent les titres d'au moins {n} votes.
runtime | {title} is {value} long ({n} minutes). | {title}: {value} hosszú ({n} perc). | {title} dura {value} ({n} minutos). | {title} dauert {value} ({n} Minuten). | {title} dure {value} ({n} minutes).
runtime_short | {title} is {value} long. | {title}: {value} hosszú. | {title} dura {value}. | {title} dauert {value}. | {title} dure {value}.
runtime_series | {title} has {value}; how long an episode is, my catalogue does not say. | {title}: {value}; hogy egy rész milyen hosszú, azt a katalógusom nem mondja meg. | {title} tiene {value}; mi catálogo no dice cuánto dura un episodio. | {title} hat {value}; wie lang eine Folge ist, sagt mein Katalog nicht. | {title} a {value} ; mon catalogue ne dit pas combien dure un épisode.
seasons | {title} has {value}. | {title}: {value}. | {title} tiene {value}. | {title} hat {value}. | {title} a {value}.
seasons_film | {title} is a film and has no seasons. | {title} film, nincsenek évadai. | {title} es una película y no tiene temporadas. | {title} ist ein Film und hat keine Staffeln. | {title} est un film et n'a pas de saisons.
directors | {title} was directed by {value}. | {title} – rendezte: {value}. | {title}: dirección de {value}. | {title}: Regie {value}. | {title} est réalisé par {value}.
creators | {title} was created by {value}. | {title} – alkotta: {value}. | {title}: creada por {value}. | {title}: geschaffen von {value}. | {title} est créé par {value}.
year | {title} is from {value}. | {title}: {value}. | {title} es de {value}. | {title} ist von {value}. | {title} date de {value}.
year_series | {title} is listed for {value}; of a series that may be the year of a later season. | {title}: {value}; sorozatnál ez egy későbbi évad éve is lehet. | {title} figura con el año {value}; en una serie puede ser el de una temporada posterior. | {title} ist mit {value} verzeichnet; bei einer Serie kann das das Jahr einer späteren Staffel sein. | {title} est daté de {value} ; pour une série, ce peut être l'année d'une saison ultérieure.
cast | In {title}: {value}. | {title} – szereplők: {value}. | En {title}: {value}. | In {title}: {value}. | Dans {title} : {value}.
rating | {title} is {value}. | {title}: {value}. | {title}: {value}. | {title} ist {value}. | {title} est {value}.
countries | {title} is {value}. | {title}: {value}. | {title} es {value}. | {title} kommt {value}. | {title} vient {value}.
genres | {title} is {value}. | {title}: {value}. | {title}: {value}. | {title}: {value}. | {title} : {value}.
certificate | {title} has the certificate {value}. | {title} besorolása: {value}. | {title} tiene la calificación {value}. | {title} hat die Freigabe {value}. | {title} est classé {value}.
language | {title} was made {value}. | {title}: {value}. | {title}: rodada {value}. | {title}: gedreht {value}. | {title} : tourné {value}.
unsaid | Of {title} my catalogue does not say that. | A katalógusom ezt nem mondja meg erről: {title}. | Mi catálogo no lo dice de {title}. | Von {title} sagt mein Katalog das nicht. | Mon catalogue ne le dit pas de {title}.
only_one | {title} is the only title of these that I have. | Ezek közül csak ez van meg: {title}. | De estos títulos solo tengo {title}. | Davon habe ich nur {title}. | De ces titres, je n'ai que {title}.
in_common | {names} have in common: | Ami közös bennük ({names}): | {names} tienen en común: | {names} haben gemeinsam: | {names} ont en commun :
nothing_common | In my catalogue {names} have nothing in common. | A katalógusomban nincs bennük semmi közös: {names}. | En mi catálogo, {names} no tienen nada en común. | In meinem Katalog haben {names} nichts gemeinsam. | Dans mon catalogue, {names} n'ont rien en commun.
together | {names} together ({n}): | {names} együtt ({n}): | {names} juntos ({n}): | {names} zusammen ({n}): | {names} ensemble ({n}) :
not_together | My catalogue lists no title with {names} together; its cast lists name only the leading parts. | A katalógusomban nincs közös címük ({names}); a szereplőlisták csak a főbb szerepeket sorolják. | Mi catálogo no tiene ningún título con {names} juntos; sus repartos solo nombran los papeles principales. | Mein Katalog nennt keinen Titel mit {names} zusammen; seine Besetzungslisten nennen nur die wichtigsten Rollen. | Mon catalogue ne cite aucun titre avec {names} ensemble ; ses distributions ne nomment que les rôles principaux.
worked_with | both worked with: {value} | mindketten dolgoztak velük: {value} | han trabajado con: {value} | beide arbeiteten mit: {value} | ont travaillé avec : {value}
label_year | Year | Év | Año | Jahr | Année
label_decade | Decade | Évtized | Década | Jahrzehnt | Décennie
label_length | Length | Hossz | Duración | Länge | Durée
label_directors | Director | Rendező | Dirección | Regie | Réalisation
label_cast | Cast | Szereplők | Reparto | Besetzung | Avec
label_genres | Genre | Műfaj | Género | Genre | Genre
label_countries | From | Ország | País | Land | Pays
label_language | Language | Nyelv | Idioma | Sprache | Langue
label_rating | Rating | Értékelés | Nota | Wertung | Note
label_certificate | Certificate | Korhatár | Edad | Freigabe | Classé
label_title | Title | Cím | Título | Titel | Titre
decade | {n}s | {n}-es évek | años {n} | {n}er | années {n}
"""  # noqa: E501  a line a sentence
_SENTENCES = {name: tuple(texts) for name, *texts in (line.split(" | ") for line in _TABLE.strip().splitlines())}


def tool_sentence(name: str, voice: Voice, /, **values: object) -> str:
    """The sentence of this name, with the values put in. KeyError for a name or a value that is not there."""
    return _SENTENCES[name][VOICES.index(voice)].format(**values)
