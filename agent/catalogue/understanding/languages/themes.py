"""Themes that stand alone as a question in another language ("kémek", "venganza"), and the English word for each.

One word says too little for the encoder to carry it over to English texts, and for a detector to tell its language.
"""

from agent.catalogue.speech.voice import Voice
from agent.catalogue.understanding.fold import fold

_CODES: tuple[Voice, ...] = ("hu", "es", "de", "fr")
# English | Hungarian | Spanish | German | French; other forms of a word stand behind a slash.
_TABLE = """
spies | kémek/kém/kémkedés | espías/espía/espionaje | Spione/Spion/Spionage | espions/espion/espionnage
revenge | bosszú/bosszúállás | venganza | Rache | vengeance
robots | robotok | robots | Roboter | robots
vampires | vámpírok/vámpír | vampiros/vampiro | Vampire/Vampir | vampires
zombies | zombik | zombis/zombies | Zombies | zombies/zombis
ghosts | szellemek/kísértetek | fantasmas/fantasma | Geister/Gespenster | fantômes/fantôme
witches | boszorkányok | brujas | Hexen | sorcières
dragons | sárkányok | dragones | Drachen | dragons
dinosaurs | dinoszauruszok/dínók | dinosaurios | Dinosaurier | dinosaures
pirates | kalózok | piratas | Piraten | pirates
knights | lovagok | caballeros | Ritter | chevaliers
aliens | földönkívüliek/űrlények | extraterrestres/alienígenas | Außerirdische | extraterrestres
time travel | időutazás | viajes en el tiempo/viaje en el tiempo | Zeitreise/Zeitreisen | voyage dans le temps
space travel | űrutazás | viaje espacial | Raumfahrt/Weltraum | voyage spatial
friendship | barátság | amistad | Freundschaft | amitié
betrayal | árulás | traición | Verrat | trahison
murder | gyilkosság | asesinato | Mord | meurtre
serial killer | sorozatgyilkos | asesino en serie/asesinos en serie | Serienmörder | tueur en série/tueurs en série
heist | rablás/bankrablás | atraco/atracos | Bankraub/Raubüberfall | braquage/casse
prison | börtön | cárcel/prisión | Gefängnis | prison
survival | túlélés | supervivencia | Überleben | survie
grief | gyász | duelo | Trauer | deuil
loneliness | magány | soledad | Einsamkeit | solitude
jealousy | féltékenység | celos | Eifersucht | jalousie
madness | őrület | locura | Wahnsinn | folie
drugs | drogok/kábítószer | drogas | Drogen | drogue/drogues
politics | politika | política | Politik | politique
school | iskola | escuela/instituto | Schule | école/lycée
wedding | esküvő | boda/bodas | Hochzeit | mariage
family | család | familia | Familie | famille
dogs | kutyák/kutya | perros/perro | Hunde/Hund | chiens/chien
cooking | főzés | cocina | Kochen | cuisine
boxing | boksz | boxeo | Boxen | boxe
football | foci/labdarúgás | fútbol | Fußball | football/foot
chess | sakk | ajedrez | Schach | échecs
magic | varázslat/mágia | magia | Magie/Zauberei | magie
superheroes | szuperhősök | superhéroes | Superhelden | super-héros
samurai | szamurájok/szamuráj | samuráis/samurái | Samurai | samouraïs/samouraï
mafia | maffia | mafia | Mafia | mafia
conspiracy | összeesküvés | conspiración | Verschwörung | complot/conspiration
kidnapping | emberrablás | secuestro | Entführung | enlèvement
twins | ikrek | gemelos | Zwillinge | jumeaux
immigration | bevándorlás | inmigración | Einwanderung | immigration
apocalypse | világvége | apocalipsis/fin del mundo | Weltuntergang | fin du monde
sea | tenger | mar | Meer | mer
mountains | hegyek | montañas | Berge | montagnes
christmas | karácsony | Navidad | Weihnachten | Noël
"""


def _read() -> dict[str, tuple[Voice, str]]:
    found: dict[str, tuple[Voice, str]] = {}
    for line in _TABLE.strip().splitlines():
        english, *others = line.split(" | ")
        for code, words in zip(_CODES, others, strict=True):
            for word in words.split("/"):
                if fold(word) != fold(english):  # what is an English word too is read as one
                    found.setdefault(fold(word), (code, english))
    return found


THEMES = _read()


def theme_of(text: str) -> tuple[Voice, str] | None:
    """The language and the English word of a theme that is all that `text` says; None for anything else."""
    return THEMES.get(fold(text))
