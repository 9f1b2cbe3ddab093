"""The sentences of an evening's plan and of lengths added up, in five languages."""

from agent.catalogue.speech.voice import VOICES, Voice

# Name | English | Hungarian | Spanish | German | French. Times come as 19:30.
_TABLE = """
together | Together: **{told}** ({n} minutes){breaks}. | Összesen: **{told}** ({n} perc){breaks}. | En total: **{told}** ({n} minutos){breaks}. | Zusammen: **{told}** ({n} Minuten){breaks}. | En tout : **{told}** ({n} minutes){breaks}.
breaks | ; with a break of {pause} minutes between, {told} | ; {pause} perces szünetekkel {told} | ; con una pausa de {pause} minutos entre medias, {told} | ; mit Pausen von {pause} Minuten dazwischen {told} | ; avec des pauses de {pause} minutes, {told}
parts | I have {n} of the {parts}. | A {parts} részből {n} van meg. | Tengo {n} de las {parts}. | Ich habe {n} von {parts}. | J'en ai {n} sur {parts}.
unknown | Of {titles} I do not know the length, so it is not counted. | Ezek hosszát nem tudom, így nem számoltam bele: {titles}. | De {titles} no sé la duración; no cuenta en la suma. | Von {titles} weiß ich die Länge nicht; das ist nicht mitgezählt. | Je ne connais pas la durée de {titles} ; ce n'est pas compté.
lengthless | I do not know how long {titles} is, so I cannot work out times. | Nem tudom, milyen hosszú: {titles}; így időt nem számolhatok. | No sé cuánto dura {titles}, así que no puedo calcular horas. | Ich weiß nicht, wie lang {titles} ist, und kann keine Zeiten rechnen. | Je ne sais pas combien dure {titles} et ne peux pas calculer d'horaires.
slot | {begin}–{end} {title}, {told} | {begin}–{end} {title}, {told} | {begin}–{end} {title}, {told} | {begin}–{end} {title}, {told} | {begin}–{end} {title}, {told}
pause | {begin}–{end} break | {begin}–{end} szünet | {begin}–{end} pausa | {begin}–{end} Pause | {begin}–{end} pause
over | It is over at **{end}**. | Vége: **{end}**. | Termina a las **{end}**. | Schluss ist um **{end}**. | C'est fini à **{end}**.
spare | It is over at **{end}**, {n} min before {limit}. | Vége: **{end}**, {n} perccel {limit} előtt. | Termina a las **{end}**, {n} min antes de las {limit}. | Schluss ist um **{end}**, {n} Min. vor {limit}. | C'est fini à **{end}**, {n} min avant {limit}.
exact | It is over at **{end}** sharp. | Vége pontosan **{end}**. | Termina a las **{end}** en punto. | Schluss ist genau um **{end}**. | C'est fini à **{end}** pile.
latest | Start at **{begin}** at the latest to be done by {limit}. | Legkésőbb **{begin}** a kezdés, hogy {limit} vége legyen. | Empezad a las **{begin}** como muy tarde para acabar a las {limit}. | Fangt spätestens um **{begin}** an, um {limit} ist dann Schluss. | Commencez à **{begin}** au plus tard pour finir à {limit}.
late | That does not fit: from {begin} it takes until **{end}**, {n} min past {limit}. Start at {latest} at the latest, or leave one out. | Ez nem fér bele: {begin} kezdéssel **{end}** a vége, {n} perccel {limit} után. Kezdjétek legkésőbb {latest}, vagy hagyjatok ki egyet. | No cabe: empezando a las {begin} dura hasta las **{end}**, {n} min después de las {limit}. Empezad a las {latest} como muy tarde, o quitad una. | Das passt nicht: ab {begin} dauert es bis **{end}**, {n} Min. über {limit} hinaus. Fangt spätestens um {latest} an oder lasst etwas weg. | Ça ne rentre pas : à partir de {begin}, cela dure jusqu'à **{end}**, {n} min après {limit}. Commencez à {latest} au plus tard, ou enlevez-en un.
fewer | {asked} do not fit, {n} does: | {asked} nem fér bele, {n} igen: | {asked} no caben, {n} sí: | {asked} passen nicht, {n} schon: | {asked} ne rentrent pas, {n} oui :
nothing | Nothing that I have fits between {begin} and {end}. Give me more time. | {begin} és {end} közé semmim sem fér be. Adj több időt. | Nada de lo que tengo cabe entre las {begin} y las {end}. Dame más tiempo. | Zwischen {begin} und {end} passt nichts, was ich habe. Gib mir mehr Zeit. | Rien de ce que j'ai ne rentre entre {begin} et {end}. Donne-moi plus de temps.
too_few | I have no {n} titles with a known length for that. | Ehhez nincs {n} címem, amelynek tudom a hosszát. | No tengo {n} títulos de duración conocida para eso. | Dafür habe ich keine {n} Titel, deren Länge ich kenne. | Je n'ai pas {n} titres de durée connue pour cela.
"""  # noqa: E501  a line a sentence
_SENTENCES = {name: tuple(texts) for name, *texts in (line.split(" | ") for line in _TABLE.strip().splitlines())}


def plan_sentence(name: str, voice: Voice, /, **values: object) -> str:
    """The sentence of this name, with the values put in. KeyError for a name or a value that is not there."""
    return _SENTENCES[name][VOICES.index(voice)].format(**values)
