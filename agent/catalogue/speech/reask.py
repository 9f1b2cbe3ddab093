"""The frame of a clarifying question, in five languages; what it offers stands in speech.options."""

from agent.catalogue.speech.voice import VOICES, Voice

# In the order of VOICES: English, Hungarian, Spanish, German, French. `wish` is "" or what `of_wish` words.
_FRAME: dict[str, tuple[str, str, str, str, str]] = {
    "of_wish": (" {what}", ": {what}", ": {what}", ": {what}", " : {what}"),
    "unsure": (
        "I am not sure what would fit{wish}. Which of these comes closest?",
        "Nem tudom biztosan, mi illene ide{wish}. Melyik áll a legközelebb?",
        "No estoy seguro de qué encajaría{wish}. ¿Qué se acerca más?",
        "Ich bin nicht sicher, was passen würde{wish}. Was kommt dem am nächsten?",
        "Je ne suis pas sûr de ce qui conviendrait{wish}. Qu'est-ce qui s'en rapproche le plus ?",
    ),
    "nothing": (
        "I have nothing that is all of{wish}. What may give way?",
        "Nincs semmim, ami mindennek megfelel{wish}. Miből engedhetünk?",
        "No tengo nada que lo cumpla todo{wish}. ¿En qué podemos ceder?",
        "Ich habe nichts, was alles erfüllt{wish}. Was darf wegfallen?",
        "Je n'ai rien qui réponde à tout{wish}. Sur quoi peut-on céder ?",
    ),
    "unmet": (
        "I have nothing that is all of{wish}: {demand} leaves no title. What may give way?",
        "Nincs semmim, ami mindennek megfelel{wish}. Ez semmit sem hagy: {demand}. Miből engedhetünk?",
        "No tengo nada que lo cumpla todo{wish}. Con {demand} no queda ningún título. ¿En qué podemos ceder?",
        "Ich habe nichts, was alles erfüllt{wish}. Mit {demand} bleibt kein Titel übrig. Was darf wegfallen?",
        "Je n'ai rien qui réponde à tout{wish}. Avec {demand}, il ne reste aucun titre. Sur quoi peut-on céder ?",
    ),
    "unmet_with_rest": (
        "I have nothing that is all of{wish}: {demand} with the rest leaves no title. What may give way?",
        "Nincs semmim, ami mindennek megfelel{wish}. A többivel együtt ez semmit sem hagy: {demand}. Miből engedhetünk?",
        "No tengo nada que lo cumpla todo{wish}. Con {demand} y lo demás no queda ningún título. ¿En qué podemos ceder?",
        "Ich habe nichts, was alles erfüllt{wish}. Mit {demand} und dem Rest bleibt kein Titel übrig. Was darf wegfallen?",
        "Je n'ai rien qui réponde à tout{wish}. Avec {demand} et le reste, il ne reste aucun titre. Sur quoi peut-on céder ?",
    ),
    "contradiction": (
        "Nothing can be {what} and not {what} at once. Which do you mean?",
        "Semmi sem lehet egyszerre {what} és nem {what}. Melyikre gondoltál?",
        "Nada puede ser {what} y no serlo a la vez. ¿Qué quieres decir?",
        "Nichts kann zugleich {what} sein und nicht {what} sein. Was meinst du?",
        "Rien ne peut être {what} sans l'être. Que veux-tu dire ?",
    ),
    "not_genre": ("no {what}", "nem {what}", "sin {what}", "kein {what}", "sans {what}"),
    "missing": (
        "I do not have {names} in my catalogue.",
        "Nincs a katalógusomban: {names}.",
        "No tengo {names} en mi catálogo.",
        "In meinem Katalog fehlt {names}.",
        "Je n'ai pas {names} dans mon catalogue.",
    ),
    "nearest": (
        "The nearest that I have:",
        "Ami a legközelebb áll:",
        "Lo más cercano que tengo:",
        "Am nächsten kommt:",
        "Le plus proche que j'aie :",
    ),
    "answer": (
        "Answer with a number, or tell me more in your own words.",
        "Válaszolj egy számmal, vagy mondj többet a saját szavaiddal.",
        "Responde con un número, o cuéntame más con tus palabras.",
        "Antworte mit einer Zahl oder erzähl mir mehr in deinen Worten.",
        "Réponds par un numéro, ou dis-m'en plus avec tes mots.",
    ),
    "answer_nearest": (
        "Answer with a number to hear more, or tell me what it is like and I look for something similar.",
        "Egy számmal többet megtudhatsz, vagy írd le, milyen, és keresek hasonlót.",
        "Responde con un número para saber más, o dime cómo es y busco algo parecido.",
        "Antworte mit einer Zahl, um mehr zu hören, oder beschreib, wie es ist, und ich suche Ähnliches.",
        "Réponds par un numéro pour en savoir plus, ou dis-moi comment c'est et je cherche quelque chose de semblable.",
    ),
    "that_length": ("that length", "ez a hossz", "esa duración", "dieser Länge", "cette durée"),
    "that_many_seasons": (
        "that many seasons",
        "ennyi évad",
        "tantas temporadas",
        "so vielen Staffeln",
        "autant de saisons",
    ),
    "later": ("{first} or later", "{first} vagy később", "{first} o después", "{first} oder später", "{first} ou après"),
    "earlier": ("{last} or earlier", "{last} vagy korábban", "{last} o antes", "{last} oder früher", "{last} ou avant"),
    "span": ("{first} to {last}", "{first} és {last} között", "{first} a {last}", "{first} bis {last}", "{first} à {last}"),
    "rated": (
        "a rating of {n} or more",
        "legalább {n} pont",
        "una nota de {n} o más",
        "einer Bewertung von {n} oder mehr",
        "une note de {n} ou plus",
    ),
}


def reask_frame(name: str, voice: Voice, /, **values: object) -> str:
    """The sentence of this name, with the values put in. KeyError for a name or a value that is not there."""
    return _FRAME[name][VOICES.index(voice)].format(**values)
