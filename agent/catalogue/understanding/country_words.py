"""How people name countries and languages in English. Tables only: `country: word, word, ...`, a line each."""

from agent.catalogue.understanding.genre_words import table

COUNTRY_ADJECTIVES = {
    word: (country,)
    for word, (country,) in table(
        """
Argentina: argentinian, argentine
Australia: australian, aussie
Austria: austrian
Belgium: belgian
Brazil: brazilian
Bulgaria: bulgarian
Cambodia: cambodian
Canada: canadian
Chile: chilean
China: chinese, mandarin
Colombia: colombian
Croatia: croatian
Czech Republic: czech
Denmark: danish
Egypt: egyptian
Finland: finnish
France: french
Germany: german
Greece: greek
Hong Kong: cantonese
Hungary: hungarian
Iceland: icelandic
India: indian, hindi, bollywood, tamil, telugu
Indonesia: indonesian
Iran: iranian, persian
Ireland: irish
Israel: israeli, hebrew
Italy: italian
Japan: japanese
Kenya: kenyan
Lebanon: lebanese
Malaysia: malaysian
Mexico: mexican
Netherlands: dutch
Nigeria: nigerian, nollywood
Norway: norwegian
Pakistan: pakistani
Peru: peruvian
Philippines: filipino, philippine
Poland: polish
Portugal: portuguese
Romania: romanian
Russia: russian
Serbia: serbian
Singapore: singaporean
South Africa: south african
South Korea: korean, south korean, k-drama
Spain: spanish
Sweden: swedish
Switzerland: swiss
Taiwan: taiwanese
Thailand: thai
Turkey: turkish
Ukraine: ukrainian
United Kingdom: british, english-made, scottish, welsh
United States: american, hollywood
Vietnam: vietnamese
"""
    ).items()
}
COUNTRY_NAMES = {
    word: (country,)
    for word, (country,) in table(
        """
Argentina: argentina
Australia: australia
Austria: austria
Belgium: belgium
Brazil: brazil
Bulgaria: bulgaria
Cambodia: cambodia
Canada: canada
Chile: chile
China: china
Colombia: colombia
Croatia: croatia
Czech Republic: czech republic
Denmark: denmark
Egypt: egypt
Finland: finland
France: france
Germany: germany
Greece: greece
Hong Kong: hong kong
Hungary: hungary
Iceland: iceland
India: india
Indonesia: indonesia
Iran: iran
Ireland: ireland
Israel: israel
Italy: italy
Japan: japan
Kenya: kenya
Lebanon: lebanon
Malaysia: malaysia
Mexico: mexico
Netherlands: netherlands, holland
New Zealand: new zealand
Nigeria: nigeria
Norway: norway
Pakistan: pakistan
Peru: peru
Philippines: philippines
Poland: poland
Portugal: portugal
Romania: romania
Russia: russia
Serbia: serbia
Singapore: singapore
South Africa: south africa
South Korea: south korea, korea
Spain: spain
Sweden: sweden
Switzerland: switzerland
Taiwan: taiwan
Thailand: thailand
Turkey: turkey
Ukraine: ukraine
United Kingdom: united kingdom, uk, britain, great britain, england
United States: united states, usa, the us, the states, america
Vietnam: vietnam
"""
    ).items()
}

# Words for languages → ISO 639-1.
LANGUAGE_CODES = {
    word: code
    for word, (code,) in table(
        """
ar: arabic
bn: bengali
cs: czech
da: danish
de: german
el: greek
en: english
es: spanish
fa: persian, farsi
fi: finnish
fr: french
he: hebrew
hi: hindi
hu: hungarian
id: indonesian
is: icelandic
it: italian
ja: japanese
ko: korean
ml: malayalam
mr: marathi
nl: dutch
no: norwegian
pa: punjabi
pl: polish
pt: portuguese
ro: romanian
ru: russian
sv: swedish
ta: tamil
te: telugu
th: thai
tl: filipino, tagalog
tr: turkish
uk: ukrainian
ur: urdu
vi: vietnamese
zh: chinese, mandarin, cantonese
"""
    ).items()
}
