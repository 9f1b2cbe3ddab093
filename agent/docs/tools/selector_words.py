"""The words around selectors in a question, in small letters without accents, and the elements that selectors name."""

_BETWEEN = "vs vs. versus or and vagy es oder und ou et y o kontra gegen contra contre"
_WORDS = """
what whats what's is the of for a an does do has have this these following selector selectors css rule which one how specific
specificity calculate compute tell me compare wins win winner more most between in higher lower stronger applies
mennyi mi mekkora a az melyik ennek ezeknek ez kozul szelektor szelektorok szelektornak specificitasa specificitas nyer erosebb
szamold ki hasonlitsd ossze tobb nagyobb kisebb szabaly ervenyesul milyen mennyire specifikus
was ist die der das hat von welche welcher selektor gewinnt spezifitat berechne hoch wie
cual que es la el de los del selectores gana especificidad calcula una un
quelle quel est le les du des selecteur specificite entre gagne calcule l'emporte une
"""
# The HTML Standard's elements, without those that no page shows.
_ELEMENTS = """
a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col colgroup data
datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 head header
hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter nav noscript object ol optgroup
option output p picture pre progress q rp rt ruby s samp script search section select slot small source span strong style sub
summary sup svg table tbody td template textarea tfoot th thead time title tr track u ul var video wbr
"""
BETWEEN, WORDS, ELEMENTS = (frozenset(words.split()) for words in (_BETWEEN, _WORDS, _ELEMENTS))
