"""Hungarian. Endings are open where the language glues: "vígjátékot", "thrillert", "percnél"."""

from agent.catalogue.understanding.comparatives import comparatives
from agent.catalogue.understanding.languages.grammar import Amounts, Grammar, counting, cue_words, words
from agent.catalogue.understanding.languages.places import places

HUNGARIAN = Grammar(
    code="hu",
    cues=cue_words(
        """
        sem se horrorfilm nezzunk a az egy az nem es vagy mint valami film filmet filmek sorozat sorozatot evek nelkul
        legyen szeretnek keresek ajanlj nezni olyan hasonlo szolo vicces perc percnel ora oranal legfeljebb
        gyerekeknek csaladi evad evados vigjatek kerek mutass rovid regi uj jo harom ket akciofilm van meg elott utan
        ota lattam kiveve szereplesevel rendezte romantikus
        """
    ),
    amounts=Amounts(
        numbers={
            **counting("egy/egyetlen ket/ketto harom negy ot hat het nyolc kilenc tiz tizenegy tizenketto"),
            "husz": 20, "kilencven": 90, "szaz": 100, "tizenot": 15, "otven": 50, "hatvan": 60,
        },
        hour=r"ora\w*|h\b",
        minute=r"perc\w*|min\w*",
        fixed={r"masfel ora\w*": 90, r"fel ora\w*": 30, r"ket es fel ora\w*": 150},
        below=r"legfeljebb|maximum|max\.?|legfoljebb|kevesebb mint|rovidebb mint|nem (?:tobb|hosszabb) mint|"
        r"(?:alatta|csak|mindossze)",
        above=r"legalabb|minimum|tobb mint|hosszabb mint",
        below_behind=r" (?:alatt\w*|belul|rovidebb\w*|nem (?:tobb|hosszabb)\w*|ne legyen (?:tobb|hosszabb)\w*)",
        above_behind=r" (?:felett\w*|folott\w*|hosszabb\w*|tobb\w*)",
        season=r"evad\w*",
        mini=r"mini-?sorozat\w*",
        decade=r"(?:a )?(?:az )?(?P<tens>(?:19|20)?\d0)[\s-]*(?:as|es|os)\b(?: ev(?:ek|tized)\w*)?",
        decades={
            r"(?:a )?huszas evek\w*": 20, r"(?:a )?harmincas evek\w*": 30, r"(?:a )?negyvenes evek\w*": 40,
            r"(?:az )?otvenes evek\w*": 50, r"(?:a )?hatvanas evek\w*": 60, r"(?:a )?hetvenes evek\w*": 70,
            r"(?:a )?nyolcvanas evek\w*": 80, r"(?:a )?kilencvenes evek\w*": 90, r"(?:a )?ketezres evek\w*": 2000,
        },
        before=r"regebbi mint",
        after=r"ujabb mint",
        since=r"(?!)x",
        before_behind=r"(?:-nel regebbi\w*|[\s-](?:el)?elott\w*|[\s-]elotti\w*)",
        after_behind=r"[\s-](?:utan\w*|nel ujabb\w*)",
        since_behind=r"(?:[\s-]ota|-?(?:tol|tul)(?: kezdve| kezdodoen| fogva)?)",
        between=r"(?P<from>YEAR)\w* es (?P<to>YEAR)\w* kozott\w*",
        last_years=r"(?:az )?(?:elmult|utobbi|utolso) (?P<n>NUMBER) ev\w*",
        in_year=r"\b(?P<year>YEAR)(?:-?(?:bol|ben|es|as|os|ban|bel[iy])\w*)(?! evek)",
        recent=r"friss|mostani|mai filmek?|legujabb\w*|uj (?=film|sorozat|vigjatek|thriller|horror|krimi)",
        old=r"regi (?=(?:\w+ )?(?:film|sorozat|vigjatek|thriller|horror|krimi|western|romantikus|valami))|valami regi",
        short=r"rovid (?=(?:\w+ )?(?:film|vigjatek|thriller|horror|krimi|drama|valami))|valami rovid\w*|rovid estere",
        not_long=r"(?:ne legyen|nem) (?:tul |nagyon )?hosszu\w*",
        long=r"hosszu (?=(?:\w+ )?(?:film|drama|eposz))",
        rated=r"\b(?:legalabb )?(?P<n>\d(?:[.,]\d)?)(?:-?(?:as|es|os|nal|nel))? (?:feletti|foletti|folotti|"
        r"jobb|ertekelesu|ertekeles felett|ertekeles folott|pontos|imdb)\w*(?: (?:ertekeles|pontszam|imdb)\w*)?",
        older_than_me=r"nalam (?:idosebb|oregebb|regebbi)\w*|(?:idosebb|oregebb|regebbi)\w*,? mint en"
        r"|mielott (?:meg)?szulettem",
        born=r"\b(?P<year>YEAR)(?:-?(?:ban|ben|as|es)\w*)? (?:szulettem|szuletett\w*|szuletesu)",
        well_rated=r"jol ertekelt\w*|jo ertekelesu\w*|magas(?:an)? ertekel\w*",
        age=r"\b(?P<n>NUMBER)[\s-]*(?:eves\w*)(?: (?:gyerek\w*|fiam\w*|lanyom\w*|unoka\w*|kisfiu\w*|"
        r"kislany\w*))?(?= |$|[.,!?])(?<=(?:nek|nak|mal|val|vel|mek|ben|ban))",
        for_children=r"gyerek(?:ek)?nek|kicsiknek|gyerekbarat\w*|gyerekfilm\w*|(?:a )?gyerekek(?:kel|hez)|ovodasoknak",
        for_family=r"(?:az )?egesz csalad\w*|csaladbarat\w*",
        limit=r"(?:\b(?:csak|mindossze|kerek|ajanlj|mutass|adj) )?\b(?!egy )(?P<n>NUMBER) (?:(?:jo|vicces|romantikus|"
        r"regi) )?(?=(?:filmet|sorozatot|vigjatekot|thrillert|horrort|krimit|cimet|dramat)\b)"
        r"|\b(?:csak|mindossze) (?P<n>NUMBER)(?:et|t|at|ot)?\b(?! (?:evad|ora|perc))",
    ),
    genres=words(
        r"""
action: akcio\w*
adventure: kaland\w*
animation: animacios\w*, rajzfilm\w*, rajzolt
anime: anime\w*
biography: eletrajzi\w*
comedy: vigjatek\w*, komedia\w*, vicces\w*, mokas\w*, humoros\w*, viccesebb\w*
crime: krimi\w*, bunugyi\w*, gengszter\w*
documentary: dokumentum\w*, doku\b
drama: drama\w*
family: csaladi\w*, gyerekeknek, gyerekfilm\w*, mesefilm\w*, mese\b, mesek
fantasy: fantasy\w*
history: tortenelmi\w*
horror: horror\w*, ijeszto\w*, felelmetes\w*, remiszto\w*
musical: musical\w*, muzikal\w*
mystery: rejtely\w*, misztikus\w*
romance + comedy: romantikus (?:vigjatek\w*|komedia\w*)
romance: romantikus\w*, szerelmes\w*
science fiction: sci-?fi\w*, tudomanyos-fantasztikus\w*
sport: sportfilm\w*
thriller: thriller\w*
war: haborus\w*
western: western\w*
"""
    ),
    places=places("hu"),
    spoken=r"(?:ul|nyelvu\w*|nyelven)$",
    movie=r"\b(?!film(?:est|zene))\w*film(?:et|ek|eket|jei|je|ben|re|hez|nek|jet|jeit)?\b|\bmozi(?:film)?\w*",
    series=r"\w*sorozat\w*|\bevad\w*",
    things=r"\w*film\w*|\w*sorozat\w*|valami\w*",
    negation=r"(?:\b(?:ne|nem|se|sem|semmi(?:lyen)?|nincs)\b(?: (?:legyen|kell|akarok|szeretnek|egy|a|az|tul|"
    r"nagyon|is|kerek|valami|benne))*) $",
    negation_behind=r"^[\w-]{0,4} (?:nelkul\w*|kivetelevel|ne legyen|nem kell|nem erdekel)|^ kizarva",
    either=r"^\s*,?\s*vagy\s*$",
    going_on=r"^\s*(?:,|vagy|es|se|sem|meg|es se)+(?: (?:se|sem|a|az))?\s*$",
    like=r"\b(?:olyan\w*(?:,)? mint|mint|olyasmi(?:t)?(?:,)? mint|tetszett|szeretem|szerettem|imadtam|"
    r"imadom) (?:a |az )?(?=\S)",
    like_behind=r"(?:-?(?:hoz|hez))(?: \w+)?? hasonlo\w*|(?: stilusaban| stilusu\w*)",
    left_out=r"\b(?:kiveve|de ne|de nem|csak ne|nem|ne|(?P<seen>(?:mar )?lattam(?: mar)?)) (?:a |az )?(?=\S)",
    left_out_behind=r"(?:-?(?:on|en|n|an))? kivul\b|-?(?:et|ot|t|at)? mar lattam",
    praise=r"\b(?:tetszett|szerettem|imadtam|imadom|szeretem|jo volt)\b",
    asked=r"\b(?:mennyi ideig tart|hany perc(?:es)?|megvan(?:-e)?(?: nektek)?|van nektek|van (?:meg )?|mesel\w* (?:a|az)?"
    r"|mirol szol|ki rendezte|keresem|"
    r"mikor keszult|milyen hosszu|meselj) ?(?:a |az )?(?=\S)",
    subtitles=r"\b(?:felirat\w*|szinkron\w*)(?: nelkul\w*)?",
    who_they_are=r"\b(?:noi|ferfi) rendezo\w*|\bno(?:k)? altal (?:rendez|keszit)\w*|\brendezono\w*",
    awards=r"\b(?:oscar|emmy|cesar|arany ?globusz|arany ?palma)[\s-]?dij\w*|\bdijnyertes\w*|\bdijazott\w*",
    filler=r"\b(?:mast|masikat|egy|a|az|valami\w*|szeretnek|keresek|kerek|ajanlj\w*|mutass\w*|nezni|film\w*|sorozat\w*|"
    r"jo|nekem|legyen|de|es|vagy|csak|nem|ne|ami\w*|mint|olyan\w*|van|is|mar|lattam|ma|este|estere|"
    r"egyet|adj|kivul|hasonlo\w*|kiveve|nelkul|szolo|hogy|kell|rendezte|szereplesevel|szeretek)\b",
    comparatives=comparatives(
        r"rovidebb\w*", r"hosszabb\w*", r"regebbi\w*", r"ujabb\w*|frissebb\w*|modernebb\w*",
        r"""
        funny: vicces = (?:viccesebb|mokasabb|humorosabb)\w*
        scary: ijesztő = (?:ijesztobb|felelmetesebb)\w*
        creepy: hátborzongató = (?:hatborzongatobb)\w*
        dark: sötét = (?:sotetebb|komorabb)\w*
        light: könnyed = (?:konnyedebb|konnyebb)\w*
        happy: vidám = (?:vidamabb)\w*
        sad: szomorú = (?:szomorubb)\w*
        weird: furcsa = (?:furcsabb)\w*
        strange: különös = (?:kulonosebb)\w*
        smart: okos = (?:okosabb)\w*
        calm: nyugodt = (?:nyugodtabb)\w*
        quiet: csendes = (?:csendesebb)\w*
        slow: lassú = (?:lassabb)\w*
        fast: pörgős = (?:porgosebb|gyorsabb)\w*
        tense: feszült = (?:feszultebb)\w*
        exciting: izgalmas = (?:izgalmasabb)\w*
        romantic: romantikus = (?:romantikusabb)\w*
        silly: bolondos = (?:bolondosabb)\w*
        mild: enyhe = (?:enyhebb)\w*
        warm: meleg = (?:melegebb|melegszivubb)\w*
        gentle: szelíd = (?:szelidebb|gyengedebb)\w*
        sweet: aranyos = (?:aranyosabb|edesebb)\w*
        lovely: szép = (?:szebb)\w*
        bloody: véres = (?:veresebb)\w*
        violent: erőszakos = (?:eroszakosabb)\w*
        serious: komoly = (?:komolyabb)\w*
        original: eredeti = (?:eredetibb)\w*
        """,
    ),
    endings=r"-?(?:\w?[ae]l|t[oó]l|t[oő]l|r[oó]l|r[oő]l|n[ae]k|b[ae]n|h[oeö]z|[aeoöé]?t|[oe]n|n[aá]l|n[eé]l|s)$",
)  # fmt: skip
