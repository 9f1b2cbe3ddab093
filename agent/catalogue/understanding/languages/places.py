"""Countries by their stems in one line a country: levelled, for all four languages."""

# Columns: country, then its patterns in Hungarian, Spanish, German and French. A language is asked for by the same words.
_TABLE = r"""
Argentina | argentin | argentin[oa]s?|argentina | argentinisch\w*|argentinien | argentine?s?|argentine
Australia | ausztral | australian[oa]s?|australia | australisch\w*|australien | australien(?:ne)?s?|australie
Austria | osztrak|ausztria | austriac[oa]s?|austria | osterreich\w* | autrichien(?:ne)?s?|autriche
Belgium | belga|belgium | belgas?|belgica | belgisch\w*|belgien | belges?|belgique
Brazil | brazil | brasilen[oa]s?|brasil | brasilianisch\w*|brasilien | bresilien(?:ne)?s?|bresil
Canada | kanadai?|kanada | canadienses?|canada | kanadisch\w*|kanada | canadien(?:ne)?s?|canada
China | kinai?|kina | chin[oa]s?|china | chinesisch\w*|china | chinoise?s?|chine
Denmark | dan(?:ul)? film\w*|dan sorozat\w*|dan krimi\w*|dania | dan(?:es|esa|eses)|dinamarca
    | danisch\w*|danemark | danois(?:es?)?|danemark
Finland | finn\w*|finnorszag | finlandes(?:as?|es)?|finlandia | finnisch\w*|finnland | finlandais(?:es?)?|finlande
France | francia\w* | frances(?:as?|es)?|francia | franzosisch\w*|frankreich | francais(?:es?)?|france
Germany | nemet\w* | aleman(?:as?|es)?|alemania | deutsch\w* | allemande?s?|allemagne
Greece | gorog\w* | grieg[oa]s?|grecia | griechisch\w*|griechenland | grec(?:que)?s?|grece
Hungary | magyar\w* | hungar[oa]s?|hungria | ungarisch\w*|ungarn | hongroise?s?|hongrie
India | indiai?|bollywood\w* | indi[oa]s?|hindu(?:es)?|india|bollywood | indisch\w*|indien|bollywood\w*
    | indien(?:ne)?s?|inde|bollywood
Iran | irani?|perzsa | iranies?|irani|iran | iranisch\w*|iran | iranien(?:ne)?s?|iran
Ireland | ir film\w*|irorszag | irlandes(?:as?|es)?|irlanda | irisch\w*|irland | irlandais(?:es?)?|irlande
Italy | olasz\w* | italian[oa]s?|italia | italienisch\w*|italien | italien(?:ne)?s?|italie
Japan | japan(?!ese)\w* | japones(?:as?|es)?|japon | japanisch\w*|japan | japonais(?:es?)?|japon
Mexico | mexikoi?|mexiko | mexican[oa]s?|mexico | mexikanisch\w*|mexiko | mexicaine?s?|mexique
Netherlands | holland\w* | holandes(?:as?|es)?|holanda|paises bajos
    | niederlandisch\w*|hollandisch\w*|niederlande\w* | neerlandais(?:es?)?|hollandais(?:es?)?|pays bas
Norway | norveg\w* | norueg[oa]s?|noruega | norwegisch\w*|norwegen | norvegien(?:ne)?s?|norvege
Poland | lengyel\w* | polac[oa]s?|polonia | polnisch\w*|polen | polonais(?:es?)?|pologne
Portugal | portugal\w* | portugues(?:as?|es)?|portugal | portugiesisch\w*|portugal | portugais(?:es?)?|portugal
Russia | orosz\w* | rus[oa]s?|rusia | russisch\w*|russland | russes?|russie
South Korea | del-?koreai?|koreai?|korea | (?:sur)?corean[oa]s?|corea(?: del sur)?
    | (?:sud)?koreanisch\w*|(?:sud)?korea | (?:sud-?)?coreen(?:ne)?s?|coree(?: du sud)?
Spain | spanyol\w* | espanol(?:as?|es)?|espana | spanisch\w*|spanien | espagnole?s?|espagne
Sweden | sved\w* | suec[oa]s?|suecia | schwedisch\w*|schweden | suedois(?:es?)?|suede
Turkey | torok\w* | turc[oa]s?|turquia | turkisch\w*|turkei | turcs?|turques?|turquie
United Kingdom | brit\w*|angol\w*|angliai?|anglia | britanic[oa]s?|ingles(?:as?|es)?|inglaterra|reino unido
    | britisch\w*|england|gro(?:ss|ß)britannien | britanniques?|anglais(?:es?)?|angleterre|royaume uni
United States | amerikai\w*|hollywoodi?|usa | estadounidenses?|american[oa]s?|norteamerican[oa]s?|estados unidos
    | amerikanisch\w*|amerika|usa|hollywood\w* | americaine?s?|etats unis|hollywood(?:ien(?:ne)?s?)?
"""
COLUMNS = ("hu", "es", "de", "fr")


def places(code: str) -> dict[str, tuple[str, ...]]:
    """The patterns of countries in the language `code`."""
    column = 1 + COLUMNS.index(code)
    rows = (line.split(" | ") for line in _TABLE.strip().replace("\n    ", " ").splitlines())
    return {f"(?:{row[column].strip()})": (row[0],) for row in rows}
