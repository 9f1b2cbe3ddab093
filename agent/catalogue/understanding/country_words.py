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

# The catalogue knows countries, not languages: a language stands for the countries that make films in it.
LANGUAGES = table(
    """
Argentina + Chile + Colombia + Mexico + Peru + Spain + Uruguay + Venezuela: spanish
Australia + Canada + Ireland + New Zealand + United Kingdom + United States: english
Austria + Germany + West Germany: german
Belgium + France: french
Brazil + Portugal: portuguese
China + Hong Kong + Taiwan: chinese
China + Taiwan: mandarin
Czech Republic: czech
Denmark: danish
Egypt + Jordan + Kuwait + Lebanon + Morocco + Qatar + Saudi Arabia + United Arab Emirates: arabic
Finland: finnish
Greece: greek
Hong Kong: cantonese
Hungary: hungarian
Iceland: icelandic
India: hindi, tamil, telugu, malayalam, bengali, marathi, punjabi
Indonesia: indonesian
Iran: persian, farsi
Israel: hebrew
Italy: italian
Japan: japanese
Netherlands: dutch
Norway: norwegian
Pakistan: urdu
Philippines: filipino, tagalog
Poland: polish
Romania: romanian
Russia + Soviet Union: russian
South Korea: korean
Sweden: swedish
Thailand: thai
Turkey: turkish
Ukraine: ukrainian
Vietnam: vietnamese
"""
)
