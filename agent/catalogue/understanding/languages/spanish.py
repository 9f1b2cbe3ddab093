"""Spanish."""

from agent.catalogue.understanding.comparatives import comparatives
from agent.catalogue.understanding.languages.grammar import Amounts, Grammar, counting, cue_words, words
from agent.catalogue.understanding.languages.places import places

_THING = r"(?:pelicula\w*|pelis?|films?|series?|comedias?|dramas?|thrillers?|documental\w*|algo|terror)"

SPANISH = Grammar(
    code="es",
    cues=cue_words(
        """
        series ni son a la el una un el los las de del que con para por pelicula peliculas peli pelis serie algo anos
        sin nada pero quiero busco recomiendame ver como menos mas minutos horas hora espanol comedia miedo ninos
        temporada temporadas parecida parecido similar visto excepto antes despues desde ultimos recientes o y no sea
        muy larga tienes dame tres dos
        """
    ),
    amounts=Amounts(
        numbers={
            **counting("un/una/uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince"),
            "veinte": 20, "treinta": 30, "noventa": 90, "cien": 100, "cincuenta": 50, "sesenta": 60,
        },
        hour=r"horas?|h(?=\d|\b)",
        minute=r"minutos?|mins?",
        fixed={r"(?:una )?hora y media": 90, r"media hora": 30, r"dos horas y media": 150},
        below=r"(?:de )?menos de|(?:como )?maximo(?: de)?|como mucho|no mas de|mas corta que|hasta|que (?:dure|"
        r"no pase de) (?:menos de)?|por debajo de|que no dure mas de|no (?:dure )?mas de",
        above=r"(?:de )?mas de|al menos|como minimo|minimo|por lo menos",
        below_behind=r" (?:como (?:maximo|mucho)|o menos|maximo)",
        above_behind=r" (?:como minimo|o mas)",
        season=r"(?:(?:sola|unica) )?temporadas?",
        mini=r"mini-?series?",
        decade=r"(?:(?:de )?(?:los )?(?:anos|decada de(?: los)?) |(?:de )?los |['’])(?P<tens>(?:19|20)?\d0)s?\b",
        decades={
            r"(?:de )?(?:los )?(?:anos |los )veinte": 20, r"(?:de )?(?:los )?(?:anos |los )treinta": 30,
            r"(?:de )?(?:los )?(?:anos |los )cuarenta": 40, r"(?:de )?(?:los )?(?:anos |los )cincuenta": 50,
            r"(?:de )?(?:los )?(?:anos |los )sesenta": 60, r"(?:de )?(?:los )?(?:anos |los )setenta": 70,
            r"(?:de )?(?:los )?(?:anos |los )ochenta": 80, r"(?:de )?(?:los )?(?:anos |los )noventa": 90,
        },
        before=r"antes de|anterior(?:es)? a|mas antiguas? que|previas? a",
        after=r"despues de|posterior(?:es)? a|mas recientes? que",
        since=r"desde|a partir de|nada anterior a|nada antes de",
        between=r"entre (?P<from>YEAR) y (?P<to>YEAR)",
        last_years=r"(?:de |en )?(?:los )?ultimos (?P<n>NUMBER) anos",
        in_year=r"\b(?:de|del|del ano|en) (?P<year>YEAR)\b",
        recent=r"(?<!mas\s)recientes?|(?:la )?ultimas? (?=pelicula)|nuev[oa]s? (?=pelicula)|algo nuevo",
        old=r"(?<!mas\s)(?:antigu[oa]s?|viej[oa]s?)",
        short=r"(?<!mas\s)cort[oa]s?|cortit[oa]s?|una noche corta",
        not_long=r"(?:que )?no (?:sea )?(?:muy|demasiado|tan) larg[oa]s?",
        long=r"(?<!mas\s)(?:muy )?larg[oa]s?",
        rated=r"\b(?:con )?(?:nota|puntuacion|valoracion|puntuadas?|rating|imdb)(?: (?:de|en imdb|mayor|"
        r"superior|mas|por encima|minima|media|al menos|a))* (?P<n>\d(?:[.,]\d)?)|\b(?:mas|"
        r"por encima) de (?:un )?(?P<n>\d(?:[.,]\d)?) en imdb",
        older_than_me=r"mas (?:viej|antigu)[oa]s? que yo|(?:de )?antes de (?:que (?:yo )?naciera|nacer yo|mi nacimiento)",
        born=r"\b(?:yo )?(?:naci|nacid[oa]) en (?P<year>YEAR)",
        well_rated=r"(?:bien|mejor) (?:valorad|puntuad|calificad)[oa]s?|con buena (?:nota|puntuacion)",
        age=r"\b(?:para|con) (?:un[ao]?|mi|mis|nuestr[oa]s?|el|la|los|las)? ?(?:nin[oa]s?|hij[oa]s?|"
        r"sobrin[oa]s?|niet[oa]s?|peque(?:no|na)?s?) de (?P<n>NUMBER)(?: (?:y|o) \w+)?(?: anos)?",
        for_children=r"(?:para|con) (?:los |mis |las )?(?:ninos|ninas|peques|pequenos|hijos|criaturas)|"
        r"infantil(?:es)?|aptas? para ninos",
        for_family=r"para toda la familia|para (?:ver en )?familia|en familia|apt[oa]s? para (?:todos|"
        r"todos los publicos)|todos los publicos",
        limit=r"\b(?:(?:solo|dame|recomiendame|dime) )?(?P<n>NUMBER) (?=(?:buen[oa]s? )?(?:peliculas|pelis|series|"
        r"comedias|dramas|thrillers|documentales|titulos))|\b(?:solo|solamente|"
        r"dame) (?P<n>NUMBER)\b(?! (?:temporada|hora|minuto|pelicula de))",
    ),
    genres=words(
        r"""
action: accion
adventure: aventuras?
animation: animacion, animad[oa]s?, dibujos(?: animados)?
anime: anime
biography: biografic[oa]s?, biopic
comedy: comedias?, divertid[oa]s?, graciosas?, gracios[oa], comic[oa]s?
crime: policiac[oa]s?, criminal(?:es)?, crimen(?:es)?, gangsters?
documentary: documental(?:es)?
drama: dramas?, dramatic[oa]s?
family: familiar(?:es)?, para (?:los )?ninos, infantil(?:es)?, para toda la familia
fantasy: fantasia, fantastic[oa]s?
history: historic[oa]s?
horror: terror, miedo, horror, terrorific[oa]s?
musical: musical(?:es)?
mystery: misterio
romance + comedy: comedias? romanticas?
romance: romantic[oa]s?, romance, (?:de|historias? de) amor
science fiction: ciencia ficcion, sci-?fi
thriller: thrillers?, suspense, suspenso
war: belic[oa]s?, guerra
western: westerns?, del oeste
"""
    ),
    places=places("es"),
    spoken=r"(?<!\w)(?:en|habladas? en) $",
    movie=r"\b(?:peliculas?|pelis?|films?|largometrajes?)\b",
    series=r"\b(?:series?|miniseries?|temporadas?|telenovelas?)\b",
    things=r"peliculas?|pelis?|films?|series?|algo|cine",
    negation=r"\b(?:no|sin|nada de|nada|ningun\w*|excepto|salvo|menos|nunca|tampoco|ni|"
    r"que no sea)\b(?: (?:sea|sean|quiero|me|gusta|gustan|un|una|el|la|las|los|de|pelicula|peliculas|"
    r"series?|demasiado|muy|tan|que|con|por|dirigida|por|ninguna?|es))* $",
    either=r"^\s*,?\s*o\s*(?:(?:de|una?)\s*)?$",
    going_on=r"^\s*(?:,|o|ni|y|u)+(?: (?:de|una?))?\s*$",
    like=r"\b(?:como|parecid[oa]s? a|similar(?:es)? a|al estilo de|del estilo de|en la linea de|me gusto|"
    r"me encanto|me gustaron|me encantaron) (?:la (?:pelicula|serie) )?(?=\S)",
    left_out=r"\b(?:excepto|salvo|menos|aparte de|que no sea|pero no|no|(?P<seen>(?:ya )?(?:he visto|vi|vimos|"
    r"hemos visto))) (?:la (?:pelicula|serie) )?(?=\S)",
    praise=r"\b(?:me gusto|me encanto|me gustaron|me encantaron|adore)\b",
    asked=r"\b(?:tienes|teneis|(?:donde )?puedo ver|hay|hablame de|de que va|quien dirigio|busco|cuando salio|esta|"
    r"cuanto dura) (?:la (?:pelicula|serie) )?(?=\S)",
    subtitles=r"\b(?:(?:sin|con) )?(?:subtitul\w*|doblad[oa]s?|doblaje)",
    who_they_are=r"\b(?:(?:dirigid|hech|rodad)[oa]s? )?por (?:una |otra )?mujer(?:es)?|\b(?:de )?(?:una )?directoras?\b",
    awards=r"\b(?:(?:que )?(?:ganador[ae]?s?|premiad[oa]s?|nominad[oa]s?|gano|ganaron|con) (?:del|de|con|al|a|un|el|los"
    r"|varios) ?"
    r"(?:un |el |los )?)(?:oscars?|goyas?|palma de oro|globos? de oro|premios?)\b|\boscarizad[oa]s?",
    filler=r"\b(?:otr[oa]s?|cosa|una?|el|la|los|las|de|del|algo|quiero|quisiera|busco|dame|recomiendame|ver|peliculas?|"
    r"pelis?|series?|buen[oa]?|para|por|favor|con|que|sea|no|pero|o|y|en|me|gusta|como|sin|nada|he|"
    r"visto|ya|esta|noche|hoy|solo|tienes|un|mas|sean|excepto|dirigidas?)\b",
    comparatives=comparatives(
        r"mas (?:cort[oa]s?|breves?)|menos larg[oa]s?", r"mas larg[oa]s?|menos cort[oa]s?",
        r"mas (?:antigu|viej)[oa]s?|menos (?:recientes?|nuev[oa]s?|modern[oa]s?)",
        r"mas (?:recientes?|nuev[oa]s?|modern[oa]s?|actual(?:es)?)|menos (?:antigu|viej)[oa]s?",
        r"""
        funny: divertida = mas divertid[oa]s?|mas gracios[oa]s?
        scary: da miedo = mas terrorific[oa]s?|que de mas miedo
        creepy: inquietante = mas inquietantes?
        dark: oscura = mas oscur[oa]s?
        light: ligera = mas liger[oa]s?
        happy: alegre = mas alegres?
        sad: triste = mas tristes?
        weird: rara = mas rar[oa]s?
        strange: extraña = mas extran[oa]s?
        smart: inteligente = mas (?:inteligentes?|list[oa]s?)
        calm: tranquila = mas tranquil[oa]s?
        quiet: silenciosa = mas silencios[oa]s?
        slow: lenta = mas lent[oa]s?
        fast: rápida = mas rapid[oa]s?
        tense: tensa = mas tens[oa]s?
        exciting: emocionante = mas (?:emocionantes?|excitantes?)
        romantic: romántica = mas romantic[oa]s?
        silly: tonta = mas tont[oa]s?
        mild: suave = mas suaves?
        warm: cálida = mas calid[oa]s?
        gentle: tierna = mas tiern[oa]s?
        sweet: dulce = mas dulces?
        lovely: bonita = mas (?:bonit|hermos)[oa]s?
        bloody: sangrienta = mas sangrient[oa]s?
        violent: violenta = mas violent[oa]s?
        serious: seria = mas seri[oa]s?
        original: original = mas original(?:es)?
        """,
    ),
)  # fmt: skip
