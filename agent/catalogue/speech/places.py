"""Where a title comes from and what is spoken in it, as people say it in five languages."""

from collections.abc import Sequence

from agent.catalogue.speech.voice import VOICES, Voice, listed

# Country | Hungarian | Spanish | German | French, each as it stands behind a title.
_FROM = {
    row[0]: row[1:]
    for row in (
        line.split(" | ")
        for line in """
Argentina | argentin | de Argentina | aus Argentinien | d'Argentine
Australia | ausztrál | de Australia | aus Australien | d'Australie
Austria | osztrák | de Austria | aus Österreich | d'Autriche
Belgium | belga | de Bélgica | aus Belgien | de Belgique
Brazil | brazil | de Brasil | aus Brasilien | du Brésil
Canada | kanadai | de Canadá | aus Kanada | du Canada
Chile | chilei | de Chile | aus Chile | du Chili
China | kínai | de China | aus China | de Chine
Colombia | kolumbiai | de Colombia | aus Kolumbien | de Colombie
Czech Republic | cseh | de Chequia | aus Tschechien | de Tchéquie
Denmark | dán | de Dinamarca | aus Dänemark | du Danemark
Egypt | egyiptomi | de Egipto | aus Ägypten | d'Égypte
Finland | finn | de Finlandia | aus Finnland | de Finlande
France | francia | de Francia | aus Frankreich | de France
Germany | német | de Alemania | aus Deutschland | d'Allemagne
Greece | görög | de Grecia | aus Griechenland | de Grèce
Hong Kong | hongkongi | de Hong Kong | aus Hongkong | de Hong Kong
Hungary | magyar | de Hungría | aus Ungarn | de Hongrie
Iceland | izlandi | de Islandia | aus Island | d'Islande
India | indiai | de la India | aus Indien | d'Inde
Indonesia | indonéz | de Indonesia | aus Indonesien | d'Indonésie
Iran | iráni | de Irán | aus dem Iran | d'Iran
Ireland | ír | de Irlanda | aus Irland | d'Irlande
Israel | izraeli | de Israel | aus Israel | d'Israël
Italy | olasz | de Italia | aus Italien | d'Italie
Japan | japán | de Japón | aus Japan | du Japon
Mexico | mexikói | de México | aus Mexiko | du Mexique
Netherlands | holland | de los Países Bajos | aus den Niederlanden | des Pays-Bas
New Zealand | új-zélandi | de Nueva Zelanda | aus Neuseeland | de Nouvelle-Zélande
Nigeria | nigériai | de Nigeria | aus Nigeria | du Nigeria
Norway | norvég | de Noruega | aus Norwegen | de Norvège
Philippines | fülöp-szigeteki | de Filipinas | von den Philippinen | des Philippines
Poland | lengyel | de Polonia | aus Polen | de Pologne
Portugal | portugál | de Portugal | aus Portugal | du Portugal
Romania | román | de Rumanía | aus Rumänien | de Roumanie
Russia | orosz | de Rusia | aus Russland | de Russie
South Africa | dél-afrikai | de Sudáfrica | aus Südafrika | d'Afrique du Sud
South Korea | dél-koreai | de Corea del Sur | aus Südkorea | de Corée du Sud
Soviet Union | szovjet | de la Unión Soviética | aus der Sowjetunion | d'Union soviétique
Spain | spanyol | de España | aus Spanien | d'Espagne
Sweden | svéd | de Suecia | aus Schweden | de Suède
Switzerland | svájci | de Suiza | aus der Schweiz | de Suisse
Taiwan | tajvani | de Taiwán | aus Taiwan | de Taïwan
Thailand | thai | de Tailandia | aus Thailand | de Thaïlande
Turkey | török | de Turquía | aus der Türkei | de Turquie
Ukraine | ukrán | de Ucrania | aus der Ukraine | d'Ukraine
United Kingdom | brit | del Reino Unido | aus Großbritannien | du Royaume-Uni
United States | amerikai | de Estados Unidos | aus den USA | des États-Unis
""".strip().splitlines()
    )
}
# Language (ISO 639-1) | English | Hungarian | Spanish | German | French.
_LANGUAGES = {
    row[0]: row[1:]
    for row in (
        line.split(" | ")
        for line in """
ar | Arabic | arab | árabe | Arabisch | arabe
bn | Bengali | bengáli | bengalí | Bengalisch | bengali
cs | Czech | cseh | checo | Tschechisch | tchèque
da | Danish | dán | danés | Dänisch | danois
de | German | német | alemán | Deutsch | allemand
el | Greek | görög | griego | Griechisch | grec
en | English | angol | inglés | Englisch | anglais
es | Spanish | spanyol | español | Spanisch | espagnol
fa | Persian | perzsa | persa | Persisch | persan
fi | Finnish | finn | finés | Finnisch | finnois
fr | French | francia | francés | Französisch | français
he | Hebrew | héber | hebreo | Hebräisch | hébreu
hi | Hindi | hindi | hindi | Hindi | hindi
hu | Hungarian | magyar | húngaro | Ungarisch | hongrois
id | Indonesian | indonéz | indonesio | Indonesisch | indonésien
is | Icelandic | izlandi | islandés | Isländisch | islandais
it | Italian | olasz | italiano | Italienisch | italien
ja | Japanese | japán | japonés | Japanisch | japonais
ko | Korean | koreai | coreano | Koreanisch | coréen
ml | Malayalam | malajálam | malayalam | Malayalam | malayalam
mr | Marathi | maráthi | maratí | Marathi | marathi
nl | Dutch | holland | neerlandés | Niederländisch | néerlandais
no | Norwegian | norvég | noruego | Norwegisch | norvégien
pa | Punjabi | pandzsábi | panyabí | Panjabi | pendjabi
pl | Polish | lengyel | polaco | Polnisch | polonais
pt | Portuguese | portugál | portugués | Portugiesisch | portugais
ro | Romanian | román | rumano | Rumänisch | roumain
ru | Russian | orosz | ruso | Russisch | russe
sv | Swedish | svéd | sueco | Schwedisch | suédois
ta | Tamil | tamil | tamil | Tamil | tamoul
te | Telugu | telugu | telugu | Telugu | télougou
th | Thai | thai | tailandés | Thai | thaï
tl | Filipino | filippínó | filipino | Filipino | philippin
tr | Turkish | török | turco | Türkisch | turc
uk | Ukrainian | ukrán | ucraniano | Ukrainisch | ukrainien
ur | Urdu | urdu | urdu | Urdu | ourdou
vi | Vietnamese | vietnámi | vietnamita | Vietnamesisch | vietnamien
zh | Chinese | kínai | chino | Chinesisch | chinois
""".strip().splitlines()
    )
}
_SPOKEN: dict[Voice, str] = {"en": "in {}", "hu": "{} nyelvű", "es": "en {}", "de": "auf {}", "fr": "en {}"}
_THE = frozenset({"United States", "United Kingdom", "Netherlands", "Philippines", "Czech Republic", "Soviet Union"})


def from_place(country: str, voice: Voice) -> str:
    """ "from South Korea", "dél-koreai", "aus Südkorea"."""
    if voice == "en":
        return f"from {'the ' if country in _THE else ''}{country}"
    found = _FROM.get(country)
    return found[VOICES.index(voice) - 1] if found else f"({country})"


def from_places(countries: Sequence[str], voice: Voice, *, either: bool = False) -> str:
    """The same for several."""
    return listed([from_place(country, voice) for country in countries], voice, either=either)


def in_language(code: str, voice: Voice) -> str:
    """ "in Korean", "koreai nyelvű", "auf Koreanisch"; the code where there is no word for it."""
    found = _LANGUAGES.get(code)
    return _SPOKEN[voice].format(found[VOICES.index(voice)] if found else code)


def in_languages(codes: Sequence[str], voice: Voice, *, either: bool = False) -> str:
    """The same for several."""
    return listed([in_language(code, voice) for code in codes], voice, either=either)
