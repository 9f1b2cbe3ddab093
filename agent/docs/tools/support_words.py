"""The words around a question for browser support, in small letters without accents."""

import re

_HU = r"(?:-?(?:ban|ben|ra|re|nak|nek|t|ot|et|ok|ek|ban|tol|ban))?"
# The longer names first: an iPhone's Safari is not the desktop's.
BROWSER_NAMES = tuple(
    (browser, re.compile(rf"(?<![\w-])(?:{names}){_HU}(?:'s)?(?![\w-])"))
    for browser, names in (
        ("safari_ios", r"safari (?:on|for) (?:ios|iphone|ipad)|ios[- ]safari\w{0,3}|safari[- ]ios|mobile safari|iphone|ios"),
        ("chrome_android", r"chrome (?:on|for) android|android[- ]chrome|chrome[- ]android"),
        ("firefox_android", r"firefox (?:on|for) android|android[- ]firefox|firefox[- ]android"),
        ("samsunginternet_android", r"samsung internet|samsung"),
        ("ie", r"internet explorer(?: ?11)?|ie ?11|msie"),
        ("chrome", r"(?:google )?chrome"),
        ("edge", r"(?:microsoft )?edge"),
        ("firefox", r"(?:mozilla )?firefox"),
        ("safari", r"safari"),
        ("opera", r"opera"),
        ("nodejs", r"node\.?js|node"),
        ("deno", r"deno"),
        ("bun", r"bun"),
    )
)
_SELECTORS, _PROPERTIES, _RULES = ("css.selectors.",), ("css.properties.",), ("css.at-rules.",)
_ELEMENTS, _ATTRIBUTES = ("html.elements.",), ("html.global_attributes.", "html.elements.")
KINDS = {
    **dict.fromkeys(("selector", "pseudo-class", "pseudo-element", "szelektor", "szelektort", "selektor"), _SELECTORS),
    **dict.fromkeys(("selecteur", "pszeudoosztaly", "pszeudoosztalyt", "pszeudoelem"), _SELECTORS),
    **dict.fromkeys(("property", "tulajdonsag", "tulajdonsagot", "eigenschaft", "propiedad", "propriete"), _PROPERTIES),
    **dict.fromkeys(("at-rule", "szabaly", "szabalyt"), _RULES),
    **dict.fromkeys(("element", "tag", "elem", "elemet", "elemento"), _ELEMENTS),
    **dict.fromkeys(("attribute", "attributum", "attributumot", "attribut", "atributo"), _ATTRIBUTES),
    "css": ("css.",),
    "html": ("html.",),
    **dict.fromkeys(("javascript", "js"), ("javascript.", "api.")),
}
SEPARATORS = frozenset(("and", "es", "és", "und", "et", "y", "plus"))
_LEFT_OUT = """
this that these those them ez azt ezt azok ezek
add adds added introduced need needs needed required minimum least widely newly hanyas kell kellett legalabb szukseges
erkezett the a an of for in on by with which what when since can could i we you use used using it its to from is are was be
does do did has have been there yet already now today still my all any every major main modern current mobile desktop first
get got support supports supported supporting browser browsers version versions available works work working compatible
compatibility caniuse baseline status table info fully feature features function method api mdn cross-browser ship ships
shipped browser-support browser-compat browser-compatibility az melyik milyen mely mi mikor mikortol miota ota hany verzio
verziotol verzioban verzioja verziojatol verziok bongeszo bongeszok bongeszoben bongeszokben bongeszoket bongeszoi
bongeszotamogatasa bongeszotamogatas bongeszo-tamogatas bongeszo-tamogatasa tamogatja tamogatjak tamogatott tamogatottak
tamogatas tamogatasa tamogatottsag tamogatottsaga elerheto hasznalhato hasznalhatom hasznalhatjuk mukodik mar -e e van tudja
ismeri teljesen jelenleg minden mindegyik fuggveny metodus meg tol der die das den dem des welche welcher welchem welches
browsern browserunterstutzung browser-unterstutzung seit ab wann kann ich man nutzen verwenden unterstutzt unterstutzen
unterstutzung funktioniert lauft schon von fur mit alle allen verfugbar ist wird werden gibt methode funktion el la los las
que cual cuales navegador navegadores soporta soportan soportado soporte desde cuando puedo usar funciona disponible
compatibilidad de del en para se puede con hay admite admiten metodo funcion le les un une du dans quel quels quelle quelles
navigateur navigateurs supporte supportent pris prise prend prennent charge depuis quand puis-je puis je utiliser fonctionne
marche est ce est-ce au aux sur avec par sont tous compatibilite fonction
"""
_LONGEST_FIRST = sorted(map(re.escape, _LEFT_OUT.split()), key=len, reverse=True)
LEFT_OUT = re.compile(rf"(?:{'|'.join(_LONGEST_FIRST)})|\d+(?:\.\d+)*")  # and versions
