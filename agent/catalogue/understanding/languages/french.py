"""French."""

from agent.catalogue.understanding.comparatives import comparatives
from agent.catalogue.understanding.languages.grammar import Amounts, Grammar, counting, cue_words, words
from agent.catalogue.understanding.languages.places import places

FRENCH = Grammar(
    code="fr",
    cues=cue_words(
        """
        series ni ne tout toute public a la le un une le la les des du de avec sans pour film films serie series
        quelque chose annees je cherche voudrais veux pas moins plus heures heure minutes comme genre enfants dans qui
        et ou mais drole francais saison saisons sauf vu avez depuis avant apres dernieres recent trop long courte
        court peur rien aucun donne moi trois deux propose sur est ai deja
        """
    ),
    amounts=Amounts(
        numbers={
            **counting("un/une deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze"),
            "vingt": 20, "trente": 30, "quatre-vingt-dix": 90, "cent": 100, "cinquante": 50, "soixante": 60,
        },
        hour=r"heures?|h(?=\d|\b)",
        minute=r"minutes?|mins?\b|mn",
        fixed={r"(?:d['’])?(?:une )?heure et demie": 90, r"(?:une )?demi-?\s?heure": 30, r"deux heures et demie": 150},
        below=r"(?:de |en |a )?moins (?:de|d['’]) ?|maximum|max\.?|au plus|pas plus (?:de|d['’]) ?|"
        r"plus court(?:e)? que|jusqu['’]a|au maximum|ne depassant pas|n['’]excedant pas",
        above=r"(?:de )?plus de|au moins|au minimum|minimum",
        below_behind=r" (?:maximum|max|au plus|ou moins|au maximum)",
        above_behind=r" (?:minimum|au moins|ou plus)",
        season=r"(?:seule )?saisons?",
        mini=r"mini-?series?",
        decade=r"(?:(?:des|les|dans les) )?(?:annees|annee) (?P<tens>(?:19|20)?\d0)\b",
        decades={
            r"(?:des |les )?annees vingt": 20, r"(?:des |les )?annees trente": 30, r"(?:des |les )?annees quarante": 40,
            r"(?:des |les )?annees cinquante": 50, r"(?:des |les )?annees soixante-dix": 70,
                r"(?:des |les )?annees soixante": 60,
            r"(?:des |les )?annees quatre-vingt-dix": 90, r"(?:des |les )?annees quatre-vingts?": 80,
        },
        before=r"(?:d['’])?avant|anterieure?s? a|plus vieux que",
        after=r"apres|posterieure?s? a|plus recente?s? que",
        since=r"depuis|a partir de|rien avant|pas avant",
        between=r"(?:entre|de) (?P<from>YEAR) (?:et|a) (?P<to>YEAR)",
        last_years=r"(?:des |ces |les |de ces |dans les )?(?P<n>NUMBER) dernieres annees",
        in_year=r"\b(?:de|en|sorti(?:e|s)? en|de l['’]annee) (?P<year>YEAR)\b",
        recent=r"(?<!plus\s)recente?s?|nouveaux? (?=film|thriller)|nouvelles? (?=serie)|quelque chose de nouveau",
        old=r"(?<!plus\s)(?:vieux|vieille|anciens?|anciennes?)",
        short=r"(?<!plus\s)courte?s?|une soiree courte",
        not_long=r"pas (?:trop|tres|si) long(?:ue)?s?",
        long=r"(?:tres )?longs? (?=film)|film long",
        rated=r"\b(?:avec )?(?:une )?(?:note|notee?s?|evaluee?s?)(?: (?:de|superieure|a|plus|au|moins|"
        r"au-dessus|dessus|imdb|sur))* (?P<n>\d(?:[.,]\d)?)|\bplus de (?P<n>\d(?:[.,]\d)?) sur imdb",
        older_than_me=r"plus (?:vieux|vieille|ancien|ancienne)s? que moi|d['’]avant ma naissance|avant que je (?:naisse"
        r"|sois nee?)",
        born=r"\b(?:je suis )?nee? en (?P<year>YEAR)",
        well_rated=r"(?:bien|mieux) notee?s?|bonnes? notes?",
        age=r"\b(?:pour|avec) (?:un|une|mon|ma|mes|notre|nos|des|les|l['’])? ?(?:enfants?|fils|filles?|"
        r"garcons?|neveux?|niece|petite?[\s-]fil(?:s|le)) (?:de |qui a |d['’]|"
        r"ages? de )(?P<n>NUMBER)(?: (?:et|ou) \w+)?(?: ans)?",
        for_children=r"pour (?:les |des |mes |nos |jeunes )?enfants|pour enfants|avec (?:les|mes) enfants",
        for_family=r"pour toute la famille|tout public|en famille|familiale?s?",
        limit=r"\b(?:(?:seulement|juste|donne-moi|propose-moi|conseille-moi) )?(?P<n>NUMBER) (?=(?:bons "
        r"|bonnes )?(?:films|polars|"
        r"series|comedies|thrillers|drames|documentaires|titres|idees)\b)"
        r"|\b(?:seulement|juste) (?P<n>NUMBER)(?: seule?)?\b(?! (?:saison|heure|minute))|"
        r"\b(?P<n>une?) seule? (?=film|serie|comedie|thriller|drame)",
    ),
    genres=words(
        r"""
action: action
adventure: aventures?
animation: animation, animes?, dessins? animes?
anime: japanime
biography: biographiques?, biopics?
comedy: comedies?, droles?, comiques?, marrante?s?, rigolo
crime: policiere?s?, policiers?, polars?, gangsters?, criminelle?s?
documentary: documentaires?, docs?
drama: drames?, dramatiques?
family: pour (?:les )?enfants, familiale?s?, familiaux, pour toute la famille
fantasy: fantasy, fantastiques?
history: historiques?
horror: horreur, epouvante, effrayante?s?, qui f(?:ait|asse|ont) peur, peur
musical: comedies? musicales?, musicals?
mystery: mysteres?
romance + comedy: comedies? romantiques?
romance: romantiques?, romances?, film d['’]amour, films d['’]amour
science fiction: science[\s-]fiction, sci-?fi, \bsf\b
thriller: thrillers?, suspense
war: films? de guerre, de guerre, (?<=ni\s)guerre, (?<=sans\s)guerre
western: westerns?
"""
    ),
    places=places("fr"),
    spoken=r"(?<!\w)(?:en|parlee?s? en) $",
    movie=r"\b(?:films?|longs?[\s-]metrages?)\b",
    series=r"\b(?:series?|mini-?series?|saisons?|feuilletons?)\b",
    things=r"films?|series?|quelque chose|cinema",
    negation=r"\b(?:pas|ne|sans|aucune?|rien|sauf|ni|jamais|non|excepte|hormis|plus(?= (?:de|d['’])))\b(?: ?(?:de "
    r"|d['’]|un |une |pas |"
    r"le |la |les |des |du |trop |tres |film |films |series? |qui |soit |realisee? |par |avec |que |"
    r"veux |aime ))* ?$",
    either=r"^\s*,?\s*ou\s*(?:(?:une?|de|d['’])\s*)?$",
    going_on=r"^\s*(?:,|ou|ni|et)+ ?(?:de |d['’]|une? )?\s*$",
    like=r"\b(?:comme|dans le (?:genre|style) de|du (?:genre|style) de|similaires? a|semblables? a|"
    r"ressemblant a|qui ressemble a|j['’]ai (?:adore|aime)|j['’]adore) (?:le film |la serie )?(?=\S)",
    left_out=r"\b(?:sauf|excepte|hormis|a part|mais pas|pas|autre(?: chose)? que|(?P<seen>(?:j['’]ai|on a|"
    r"nous avons) (?:deja )?vu)) (?:le film |la serie )?(?=\S)",
    praise=r"\b(?:adore|aime|genial|super)\b",
    asked=r"\b(?:avez-vous|as-tu|(?:ou )?(?:puis-je|peut-on) (?:voir|regarder)|y a-t-il|"
    r"est-ce que (?:vous avez|tu as)|tu as|vous avez|parle-moi de|de quoi parle|qui a realise|cherche|"
    r"combien dure|quand est sorti) (?:le film |la serie )?(?=\S)",
    subtitles=r"\b(?:(?:sans|avec|en) )?(?:sous-?\s?titres?|sous-?\s?titree?s?|doublee?s?|doublage|vostfr|vf|vo)\b",
    who_they_are=r"\b(?:(?:realise|tourne|fait)e?s? )?par (?:une |des )?femmes?\b|\b(?:d['’])?(?:une )?realisatrices?\b",
    awards=r"\b(?:oscarise|prime|recompense|cesarise)e?s?\b(?: (?:a cannes|aux? oscars?|aux? cesars?))?"
    r"|\b(?:qui a (?:eu|gagne|remporte) )(?:un |l['’]|la |des )(?:oscars?|cesars?|palme d['’]or)",
    filler=r"\b(?:autres?|une?|le|la|les|des|du|de|d|l|quelque|chose|je|j|cherche\w*|voudrais|veux|films?|series?|"
    r"bon(?:ne)?s?|avec|sans|et|ou|mais|pas|pour|comme|que|qui|soit|ai|vu|deja|ce|soir|donne|moi|"
    r"propose|en|dans|genre|rien|s|il|te|vous|plait|sauf|par|realisee?s?|seulement|a)\b",
    comparatives=comparatives(
        r"(?:plus courte?s?|plus brefs?|plus breves?|moins longs?|moins longues?|pas (?:si|aussi) longue?s?)",
        r"(?:plus longs?|plus longues?|moins courte?s?)",
        r"plus (?:vieux|vieilles?|anciens?|anciennes?)|moins recente?s?",
        r"plus (?:recente?s?|modernes?|nouveaux?|nouvelles?|actuel(?:le)?s?)|moins (?:vieux|vieilles?|anciens?|anciennes?)",
        r"""
        funny: drôle = plus (?:droles?|marrante?s?|comiques?)
        scary: effrayant = plus (?:effrayante?s?|angoissante?s?)
        creepy: inquiétant = plus inquietante?s?
        dark: sombre = plus (?:sombres?|noire?s?)
        light: léger = plus (?:legere?s?)
        happy: joyeux = plus (?:joyeux|joyeuses?|gaie?s?)
        sad: triste = plus tristes?
        weird: bizarre = plus (?:bizarres?|etranges?)
        strange: curieux = plus curieu(?:x|ses?)
        smart: intelligent = plus intelligente?s?
        calm: calme = plus calmes?
        quiet: tranquille = plus tranquilles?
        slow: lent = plus lente?s?
        fast: rapide = plus rapides?
        tense: tendu = plus tendu(?:e?s?)
        exciting: palpitant = plus (?:palpitante?s?|excitante?s?)
        romantic: romantique = plus romantiques?
        silly: loufoque = plus (?:loufoques?|betes?)
        mild: doux = plus dou(?:x|ces?)
        warm: chaleureux = plus chaleureu(?:x|ses?)
        gentle: tendre = plus tendres?
        sweet: mignon = plus mignon(?:ne)?s?
        lovely: beau = plus beaux?|plus belles?
        bloody: sanglant = plus sanglante?s?
        violent: violent = plus violente?s?
        serious: sérieux = plus serieu(?:x|ses?)
        original: original = plus origina(?:le?s?|ux)
        """,
    ),
)  # fmt: skip
