"""Which language a title was made in: as its source says, else as it is spoken where the title comes from."""

from agent.catalogue.title import Title

# ISO 639-1 → countries that make films in it. The first is where the language is named after.
SPOKEN_IN: dict[str, tuple[str, ...]] = {
    code: tuple(country.strip() for country in countries.split(","))
    for code, countries in (
        line.split(": ")
        for line in """
ar: Egypt, Jordan, Kuwait, Lebanon, Morocco, Qatar, Saudi Arabia, United Arab Emirates
bn: India, Bangladesh
cs: Czech Republic
da: Denmark
de: Germany, Austria, West Germany
el: Greece
en: United Kingdom, United States, Australia, Canada, Ireland, New Zealand
es: Spain, Argentina, Chile, Colombia, Mexico, Peru, Uruguay, Venezuela
fa: Iran
fi: Finland
fr: France, Belgium
he: Israel
hi: India
hu: Hungary
id: Indonesia
is: Iceland
it: Italy
ja: Japan
ko: South Korea
ml: India
mr: India
nl: Netherlands
no: Norway
pa: India
pl: Poland
pt: Portugal, Brazil
ro: Romania
ru: Russia, Soviet Union
sv: Sweden
ta: India
te: India
th: Thailand
tl: Philippines
tr: Turkey
uk: Ukraine
ur: Pakistan
vi: Vietnam
zh: China, Hong Kong, Taiwan
""".strip().splitlines()
    )
}
_BY_COUNTRY: dict[str, tuple[str, ...]] = {
    country: tuple(code for code, places in SPOKEN_IN.items() if country in places)
    for country in dict.fromkeys(place for places in SPOKEN_IN.values() for place in places)
}
MAIN_LANGUAGE = {places[0]: code for code, places in SPOKEN_IN.items() if places[0] not in {"India", "Egypt"}} | {"India": "hi"}


def languages_of(title: Title) -> tuple[str, ...]:
    """The languages that `title` may be in, as ISO 639-1: the one that is stated, else all of its countries."""
    if title.language:
        return (title.language,)
    return tuple(dict.fromkeys(code for country in title.countries for code in _BY_COUNTRY.get(country, ())))
