"""German. Compounds are open at their end ("Horrorfilm", "Liebeskomödie")."""

from agent.catalogue.understanding.comparatives import comparatives
from agent.catalogue.understanding.languages.grammar import Amounts, Grammar, counting, cue_words, words
from agent.catalogue.understanding.languages.places import places

GERMAN = Grammar(
    code="de",
    cues=cue_words(
        """
        60er 70er 80er 90er ein eine einen einem etwas der das dem den film filme serie serien mit ohne und oder nicht
        kein keine keinen aus jahren ich suche mochte fur von unter stunden stunde minuten wie ahnlich ausser kinder
        lustig lustiges lustige bitte zeig gibt habt hast wir gesehen seit vor nach letzten zu lang kurzer staffel
        staffeln drei zwei nur jahre sehen schon uber horrorfilm komodie empfiehl spannende spannender
        """
    ),
    amounts=Amounts(
        numbers={
            **counting("ein/eine/einen/einer zwei drei vier funf sechs sieben acht neun zehn elf zwolf dreizehn vierzehn"),
            "funfzehn": 15,
            "zwanzig": 20, "dreissig": 30, "dreißig": 30, "neunzig": 90, "hundert": 100, "sechzig": 60, "funfzig": 50,
        },
        hour=r"stunden?|std\.?|h\b",
        minute=r"minuten?|min\b\.?",
        fixed={
            r"(?:anderthalb|eineinhalb|ein(?:er)? und eine halbe) stunden?": 90,
            r"(?:eine )?halbe stunde": 30,
            r"zweieinhalb stunden": 150},
        below=r"unter|weniger als|kurzer als|hochstens|maximal|max\.?|bis zu|nicht (?:langer|mehr) als|nicht uber|nur",
        above=r"uber|mehr als|langer als|mindestens|wenigstens",
        below_behind=r" (?:oder (?:weniger|kurzer)|maximal|hochstens)",
        above_behind=r" (?:oder (?:mehr|langer)|mindestens)",
        season=r"(?:einzigen? )?staffeln?",
        mini=r"mini-?serien?",
        decade=r"(?:(?:aus|in) )?(?:den |der )?(?P<tens>(?:19|20)?\d0)er[ns]?(?:[\s-]jahren?)?\b",
        decades={
            r"(?:aus )?(?:den )?zwanziger(?:n|[\s-]?jahren?)": 20,
                r"(?:aus )?(?:den )?drei(?:ss|ß)iger(?:n|[\s-]?jahren?)": 30,
            r"(?:aus )?(?:den )?vierziger(?:n|[\s-]?jahren?)": 40,
                r"(?:aus )?(?:den )?funfziger(?:n|[\s-]?jahren?)": 50,
            r"(?:aus )?(?:den )?sechziger(?:n|[\s-]?jahren?)": 60,
                r"(?:aus )?(?:den )?siebziger(?:n|[\s-]?jahren?)": 70,
            r"(?:aus )?(?:den )?achtziger(?:n|[\s-]?jahren?)": 80,
                r"(?:aus )?(?:den )?neunziger(?:n|[\s-]?jahren?)": 90,
        },
        before=r"vor|alter als|von vor",
        after=r"nach|neuer als",
        since=r"seit|ab|nichts vor|nicht vor|nicht alter als|nichts alteres als",
        between=r"zwischen (?P<from>YEAR) und (?P<to>YEAR)|von (?P<from>YEAR) bis (?P<to>YEAR)",
        last_years=r"(?:aus |in )?(?:den |der )?letzten (?P<n>NUMBER) jahren?",
        in_year=r"\b(?:aus|von|im jahr|aus dem jahr|vom jahr) (?P<year>YEAR)\b",
        recent=r"neu(?:e|er|en|es|ere|erer|eren|eres) (?=(?:\w+ )?\w*(?:film|serie|thriller|komodie|krimi))|"
        r"aktuell\w*|etwas neues|neueste\w*",
        old=r"alt(?:e|er|en|es) (?=(?:\w+ )?\w*(?:film|serie|thriller|komodie|krimi|western))|etwas altes",
        short=r"kurz(?:e|er|en|es) (?=(?:\w+ )?\w*(?:film|komodie|thriller|krimi|abend))|etwas kurzes",
        not_long=r"nicht (?:zu|sehr|so|allzu) lang\w*",
        long=r"lang(?:e|er|en|es) (?=(?:\w+ )?\w*(?:film|drama|epos))",
        rated=r"\b(?:mit )?(?:einer )?(?:bewertung|wertung|imdb|note|bewertet)\w*(?: (?:von|uber|mindestens|ab|"
        r"mehr als|als|mehr|mit))* (?P<n>\d(?:[.,]\d)?)|\b(?:uber|mehr als|"
        r"mindestens) (?P<n>\d(?:[.,]\d)?) (?:auf|bei) imdb",
        older_than_me=r"alter als ich|(?:von |aus der zeit )?vor meiner geburt",
        born=r"\b(?:ich (?:bin|wurde) )?(?:(?:jahrgang|baujahr|geboren)(?: (?:in|im jahr))? (?P<year>YEAR)"
        r"|(?:im jahr )?(?P<year>YEAR) geboren)",
        well_rated=r"(?:gut|hoch|besser) bewertet\w*",
        age=r"\b(?:fur|mit) (?:ein|eine|einen|einem|mein|meine|meinen|meiner|meinem|unser\w*|das|die|"
        r"den)? ?(?P<n>NUMBER)[\s-]?jahrige\w*(?: (?:kind\w*|sohn|tochter|neffen?|nichte|enkel\w*|"
        r"madchen|jungen?))?"
        r"|\b(?:fur|mit) (?:mein\w*|unser\w*|ein\w*|die|das)? ?(?:kind\w*|sohn|tochter|enkel\w*),? (?:von |"
        r"\()?(?P<n>NUMBER)(?: (?:und|oder) \w+)?(?: jahren?)?\)?",
        for_children=r"fur (?:die |meine |unsere |kleine )?kinder|kinderfilm\w*|kindgerecht\w*|kinderfreundlich\w*|"
        r"fur kids",
        for_family=r"fur die (?:ganze )?familie|familienfreundlich\w*|fur gro(?:ss|ß) und klein",
        limit=r"\b(?!eine?n? )(?:(?:nur|zeig mir|empfiehl mir) )?(?P<n>NUMBER) (?=(?:gute |lustige |spannende )?(?:filme|"
        r"serien|komodien|thriller|dramen|titel|krimis|vorschlage)\b)"
        r"|\b(?:nur|bloss) (?P<n>NUMBER)\b(?! (?:staffel|stunde|minute|raum|zimmer|ort))",
    ),
    genres=words(
        r"""
action: action\w*
adventure: abenteuer\w*
animation: animation\w*, animiert\w*, zeichentrick\w*, trickfilm\w*
anime: animes?
biography: biografi\w*, biopic\w*
comedy: komodi\w*, lustig\w*, witzig\w*, komisch\w*, lustspiel\w*
crime: krimi\w*, gangster\w*
documentary: dokumentar\w*, dokus?, dokumentation\w*
drama: drama, dramen, dramas, dramaserien?, dramafilme?
family: familienfilm\w*, kinderfilm\w*, fur (?:die )?kinder, fur die (?:ganze )?familie
fantasy: fantasy\w*
history: historisch\w*
horror: horror\w*, gruselig\w*, grusel\w*, unheimlich\w*
musical: musicals?, musicalfilm\w*
mystery: mystery\w*
romance + comedy: romantische\w* komodi\w*, liebeskomodi\w*
romance: romantisch\w*, liebesfilm\w*, romanzen?, romanze
science fiction: sci-?fi\w*, science[\s-]fiction\w*
sport: sportfilm\w*
thriller: thriller\w*
war: kriegsfilm\w*, (?<=noch\s)krieg, (?<=kein\s)krieg, (?<=ohne\s)krieg
western: western\w*
"""
    ),
    places=places("de"),
    spoken=r"(?:auf )$",
    movie=r"\b\w*film(?:e|en|s)?\b|\bspielfilm\w*",
    series=r"\b\w*serien?\b|\bstaffeln?\b",
    things=r"\w*filme?n?s?|\w*serien?|etwas|was|kino",
    negation=r"\b(?:kein\w*|nicht|ohne|nichts|au(?:ss|ß)er|bloss nicht|nie|weder|noch)\b(?: (?:zu|so|sehr|ein|eine|"
    r"einen|der|die|das|mit|von|mehr|wieder|im|stil|aus|filme?|serien?|mag|schon))* $",
    negation_behind=r"^ (?:mag ich nicht|bitte nicht)",
    either=r"^\s*,?\s*oder\s*(?:(?:eine?n?)\s*)?$",
    going_on=r"^\s*(?:,|oder|und|noch)+(?: (?:kein\w*|eine?n?|ohne))?\s*$",
    like=r"\b(?:wie|ahnlich wie|im stil von|so etwas wie|sowas wie|in der art von|mochte|liebte|liebe|"
    r"gefiel mir|mir gefiel) (?:den film |die serie )?(?=\S)",
    left_out=r"\b(?:au(?:ss|ß)er|aber nicht|nur nicht|abgesehen von|nicht|(?P<seen>(?:schon |bereits )?(?:gesehen:|"
    r"gesehen habe ich|kenne(?: ich)?(?: schon)?|ich habe(?: schon| bereits)?|habe ich(?: schon|"
    r" bereits)?|sah))) (?:den film |die serie )?(?=\S)",
    left_out_behind=r" (?:\w+ \w+ )?(?:schon |bereits )?(?:gesehen|kenne ich schon)",
    praise=r"\b(?:mochte|liebte|liebe|gefiel|gefallen|geliebt|super|toll)\b",
    asked=r"\b(?:habt ihr|hast du|gibt es(?: bei euch)?|kann (?:ich|man)|wo (?:kann|gibt es)(?: ich| man)?|ist|"
    r"erzahl mir (?:von|uber)|worum geht es in|"
    r"wer (?:hat )?(?:regie bei|inszenierte|drehte)|suche|wie lang ist|wann kam) (?:den film |"
    r"die serie )?(?=\S)",
    subtitles=r"\b(?:(?:ohne|mit) )?(?:untertitel\w*|synchronisiert\w*|synchronisation)",
    who_they_are=r"\b(?:von|unter der regie) (?:einer )?(?:frau|frauen|regisseurin|regisseurinnen)\b(?: (?:gedreht"
    r"|inszeniert|gemacht))?",
    awards=r"\b(?:oscar|emmy|bafta|cesar)[\s-]?(?:pramiert|gekront|nominiert|gewinner|preistrager)\w*|\bpreisgekront\w*"
    r"|\b(?:mit )?(?:(?:einen|dem|den) )?oscars? (?:gewonnen|ausgezeichnet|pramiert)\w*",
    filler=r"\b(?:ander\w*|ein\w*|der|die|das|den|dem|etwas|ich|wir|suche\w*|mochte\w*|will|bitte|zeig|mir|uns|"
    r"filme?|serien?|gut\w*|mit|ohne|und|oder|aber|nicht|nur|von|aus|fur|wie|so|was|es|kein\w*|schon|"
    r"gesehen|habe|heute|abend|empfiehl|zu|sehen|ahnlich|au(?:ss|ß)er|in|im|stil)\b",
    comparatives=comparatives(
        r"kurzer\w*|nicht (?:so|ganz so) lang\w*|weniger lang\w*", r"langer(?:e[rnms]?)?|nicht so kurz\w*",
        r"alter(?:e[rnms]?)?|weniger neu\w*", r"neuer\w*|aktueller\w*|moderner\w*|junger\w*|nicht so alt\w*",
        r"""
        funny: lustig = lustiger\w*|witziger\w*
        scary: gruselig = gruseliger\w*|unheimlicher\w*
        creepy: schaurig = schauriger\w*
        dark: düster = dusterer\w*|dunkler\w*
        light: leicht = leichter\w*
        happy: fröhlich = frohlicher\w*
        sad: traurig = trauriger\w*
        weird: seltsam = seltsamer\w*
        strange: sonderbar = sonderbarer\w*|merkwurdiger\w*
        smart: klug = kluger\w*|schlauer\w*
        calm: ruhig = ruhiger\w*
        quiet: still = stiller\w*|leiser\w*
        slow: langsam = langsamer\w*
        fast: rasant = schneller\w*|rasanter\w*
        tense: spannend = spannender\w*
        exciting: aufregend = aufregender\w*
        romantic: romantisch = romantischer\w*
        silly: albern = alberner\w*
        mild: mild = milder\w*
        warm: warmherzig = warmer\w*|warmherziger\w*
        gentle: sanft = sanfter\w*
        sweet: süß = su(?:ß|ss)er\w*
        lovely: schön = schoner\w*
        bloody: blutig = blutiger\w*
        violent: brutal = brutaler\w*
        serious: ernst = ernster\w*
        original: originell = origineller\w*
        """,
    ),
    nouns_are_capital=True,
)  # fmt: skip
