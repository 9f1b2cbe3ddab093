"""What the bot says where there is nothing to search, in five languages; the examples are requests that it understands."""

from collections.abc import Mapping

from agent.catalogue.speech.voice import VOICES, Voice

EXAMPLES: Mapping[Voice, tuple[str, str, str, str, str]] = {
    "en": (
        "something tense set in one room, under two hours",
        "a heist film from the 90s",
        "a warm Korean series for a rainy weekend",
        "films like Arrival, but shorter",
        "a funny film the whole family can watch",
    ),
    "hu": (
        "valami feszült, két óra alatt",
        "egy rablós film a 90-es évekből",
        "egy szívmelengető koreai sorozat esős hétvégére",
        "olyasmi, mint az Érkezés, csak rövidebb",
        "egy vicces film az egész családnak",
    ),
    "es": (
        "algo tenso, de menos de dos horas",
        "una película de atracos de los 90",
        "una serie coreana entrañable para un fin de semana de lluvia",
        "algo como La llegada, pero más corto",
        "una película divertida para toda la familia",
    ),
    "de": (
        "etwas Spannendes, unter zwei Stunden",
        "ein Heist-Film aus den 90ern",
        "eine warmherzige koreanische Serie für ein verregnetes Wochenende",
        "Filme wie Arrival, nur kürzer",
        "ein lustiger Film für die ganze Familie",
    ),
    "fr": (
        "quelque chose de tendu, moins de deux heures",
        "un film de braquage des années 90",
        "une série coréenne chaleureuse pour un week-end pluvieux",
        "des films comme Premier contact, mais plus courts",
        "un film drôle pour toute la famille",
    ),
}
# In the order of VOICES: English, Hungarian, Spanish, German, French. Words in braces are put in.
_SAID: dict[str, tuple[str, str, str, str, str]] = {
    "try": (
        "Try {first} or {second}.",
        "Próbáld ki: {first} vagy {second}.",
        "Prueba con {first} o {second}.",
        "Versuch es mit {first} oder {second}.",
        "Essaie {first} ou {second}.",
    ),
    "titles": ("{n} titles", "{n} címet", "{n} títulos", "{n} Titel", "{n} titres"),
    "catalogue": ("my catalogue", "a katalógusomat", "mi catálogo", "meinen Katalog", "mon catalogue"),
    "empty": (
        "You mentioned me without a question. Here is what I can do with one:",
        "Kérdés nélkül szólítottál meg. Ilyesmikkel boldogulok:",
        "Me has mencionado sin preguntar nada. Esto es lo que sé hacer:",
        "Du hast mich ohne Frage erwähnt. Damit kann ich etwas anfangen:",
        "Tu m'as mentionné sans question. Voici ce que je sais faire :",
    ),
    "who": (
        "I am Matinee, a bot that finds films and series; I look through {titles}.",
        "Matinee vagyok, filmeket és sorozatokat kereső bot; {titles} nézek át.",
        "Soy Matinee, un bot que encuentra películas y series; busco en {titles}.",
        "Ich bin Matinee, ein Bot, der Filme und Serien findet; ich durchsuche {titles}.",
        "Je suis Matinee, un bot qui trouve des films et des séries ; je parcours {titles}.",
    ),
    "describe": (
        "Describe a mood, a plot, a person, a decade or a length, or name a title you liked:",
        "Írj le egy hangulatot, egy történetet, egy embert, egy évtizedet vagy egy hosszt, vagy mondj egy címet, ami tetszett:",
        "Describe un ambiente, una trama, una persona, una década o una duración, o di un título que te gustara:",
        "Beschreib eine Stimmung, eine Handlung, eine Person, ein Jahrzehnt oder eine Länge, oder einen Titel, der dir gefiel:",
        "Décris une humeur, une histoire, une personne, une décennie ou une durée, ou cite un titre que tu as aimé :",
    ),
    "then": (
        "then, in the thread: “something shorter”, “no, a series”, “more like the second one”",
        "utána, a szálban: „valami rövidebbet”, „inkább sorozatot”, „olyasmi, mint a második”",
        "luego, en el hilo: «algo más corto», «mejor una serie», «algo como la segunda»",
        "danach, im Thread: „etwas Kürzeres“, „lieber eine Serie“, „etwas wie der zweite“",
        "ensuite, dans le fil : « plus court », « plutôt une série », « quelque chose comme le deuxième »",
    ),
    "stopping": (
        "React with 🛑 or write “stop” to stop me.",
        "🛑 reakcióval vagy a „stop” szóval leállíthatsz.",
        "Reacciona con 🛑 o escribe «stop» para detenerme.",
        "Mit der Reaktion 🛑 oder dem Wort „stop“ hältst du mich an.",
        "Réagis avec 🛑 ou écris « stop » pour m'arrêter.",
    ),
    "thanks": (
        "My pleasure, enjoy the show!",
        "Szívesen, jó szórakozást!",
        "¡De nada, que la disfrutes!",
        "Gern geschehen, viel Vergnügen!",
        "Avec plaisir, bonne séance !",
    ),
    "go_on": (
        "Say “another”, “something shorter” or “more like the first one” whenever you want to go on.",
        "Ha folytatnád: „még egyet”, „valami rövidebbet” vagy „olyasmi, mint az első”.",
        "Cuando quieras seguir, di «otra», «algo más corto» o «algo como la primera».",
        "Wenn es weitergehen soll, schreib „noch einen“, „etwas Kürzeres“ oder „etwas wie der erste“.",
        "Pour continuer, dis « encore », « plus court » ou « quelque chose comme le premier ».",
    ),
    "outside": (
        "That is outside my field: I only know films and series.",
        "Ehhez nem értek: csak filmeket és sorozatokat ismerek.",
        "Eso no es lo mío: solo sé de películas y series.",
        "Das ist nicht mein Gebiet: ich kenne nur Filme und Serien.",
        "Ce n'est pas mon domaine : je ne connais que les films et les séries.",
    ),
    "greeting": (
        "Hello! Tell me what you are in the mood for and I will look through {titles}.",
        "Szia! Mondd el, mihez van kedved, és átnézek {titles}.",
        "¡Hola! Dime qué te apetece ver y buscaré en {titles}.",
        "Hallo! Sag mir, worauf du Lust hast, und ich durchsuche {titles}.",
        "Bonjour ! Dis-moi de quoi tu as envie et je parcours {titles}.",
    ),
    "how_are_you": (
        "Popcorn is warm, projector is running. What shall we watch?",
        "Meleg a popcorn, megy a vetítő. Mit nézzünk?",
        "Las palomitas están calientes y el proyector en marcha. ¿Qué vemos?",
        "Das Popcorn ist warm, der Projektor läuft. Was schauen wir?",
        "Le pop-corn est chaud, le projecteur tourne. On regarde quoi ?",
    ),
    "bye": (
        "Good night, and enjoy the film. I am here when you need the next one.",
        "Jó éjszakát, és jó filmezést. Itt leszek, ha kell a következő.",
        "Buenas noches, y disfruta de la película. Aquí estaré cuando quieras la siguiente.",
        "Gute Nacht und viel Spaß beim Film. Ich bin da, wenn du den nächsten brauchst.",
        "Bonne nuit, et bon film. Je suis là quand il te faudra le suivant.",
    ),
    "stop": (
        "Stopped: nothing is running. Ask again whenever you like.",
        "Leállítva: semmi sem fut. Kérdezz újra, amikor csak szeretnél.",
        "Detenido: no hay nada en marcha. Pregunta otra vez cuando quieras.",
        "Angehalten: es läuft nichts. Frag wieder, wann immer du magst.",
        "Arrêté : rien n'est en cours. Redemande quand tu veux.",
    ),
    "laugh": (
        "Glad somebody is having fun. Shall it be a comedy, then?",
        "Örülök, hogy jó a kedved. Akkor legyen vígjáték?",
        "Me alegra que te diviertas. ¿Una comedia, entonces?",
        "Schön, dass jemand Spaß hat. Also eine Komödie?",
        "Content que quelqu'un s'amuse. Une comédie, alors ?",
    ),
    "emoji": (
        "I read words better than emoji: what are you in the mood for?",
        "A szavakat jobban értem, mint az emojikat: mihez van kedved?",
        "Entiendo mejor las palabras que los emojis: ¿qué te apetece ver?",
        "Wörter verstehe ich besser als Emojis: worauf hast du Lust?",
        "Je comprends mieux les mots que les emojis : de quoi as-tu envie ?",
    ),
}  # fmt: skip


def small_talk(name: str, voice: Voice, /, **values: object) -> str:
    """The sentence of this name, with the values put in. KeyError for a name or a value that is not there."""
    return _SAID[name][VOICES.index(voice)].format(**values)
