"""Genres as people say them, in five languages."""

from collections.abc import Sequence

from agent.catalogue.speech.voice import VOICES, Voice, listed

_NOUNS = ("biography", "comedy", "documentary", "drama", "musical", "mystery", "romance", "thriller", "western")
# What stands alone without an article, or needs words of its own.
_ALONE = {
    "animation": "animated", "classic": "a classic", "crime": "a crime story", "cult": "a cult title",
    "family": "for the family", "war": "a war story", "adventure": "an adventure",
}  # fmt: skip
_BEFORE_NOUN = {"animation": "animated", "adventure": "adventure"}
# Genre | Hungarian | Spanish | German | French: nouns that stand in a list.
_TABLE = {
    row[0]: row[1:]
    for row in (
        line.split(" | ")
        for line in """
action | akció | acción | Action | action
adventure | kaland | aventuras | Abenteuer | aventure
animation | animáció | animación | Animation | animation
anime | anime | anime | Anime | anime
biography | életrajz | biografía | Biografie | biographie
classic | klasszikus | clásico | Klassiker | classique
comedy | vígjáték | comedia | Komödie | comédie
crime | krimi | policiaco | Krimi | policier
cult | kultuszfilm | de culto | Kult | film culte
documentary | dokumentum | documental | Dokumentation | documentaire
drama | dráma | drama | Drama | drame
faith | hit | fe | Glaube | foi
family | családi | familiar | Familie | famille
fantasy | fantasy | fantasía | Fantasy | fantastique
film noir | film noir | cine negro | Film noir | film noir
history | történelmi | histórico | Historie | historique
horror | horror | terror | Horror | horreur
independent | független | independiente | Independent | indépendant
international | nemzetközi | internacional | international | international
lgbtq | LMBTQ | LGTBI | LGBTQ | LGBTQ
music | zene | música | Musik | musique
musical | musical | musical | Musical | comédie musicale
mystery | rejtély | misterio | Mystery | mystère
reality | valóságshow | telerrealidad | Reality | téléréalité
romance | romantikus | romance | Liebe | romance
science and nature | tudomány és természet | ciencia y naturaleza | Wissen und Natur | science et nature
science fiction | sci-fi | ciencia ficción | Science-Fiction | science-fiction
sport | sport | deporte | Sport | sport
stand-up | stand-up | monólogo | Stand-up | stand-up
talk show | beszélgetős műsor | programa de entrevistas | Talkshow | talk-show
teen | tini | adolescente | Jugend | adolescents
thriller | thriller | thriller | Thriller | thriller
war | háborús | bélico | Krieg | guerre
western | western | western | Western | western
""".strip().splitlines()
    )
}


def genre(name: str, voice: Voice) -> str:
    """The genre as it stands in a list; as the catalogue names it where there is no word for it."""
    found = _TABLE.get(name) if voice != "en" else None
    return found[VOICES.index(voice) - 1] if found else name


def genres(names: Sequence[str], voice: Voice, *, either: bool = False) -> str:
    """Genres as a list."""
    return listed([genre(name, voice) for name in names], voice, either=either)


def kind(names: Sequence[str], voice: Voice) -> str:
    """ "a crime thriller", "horror", "a war story", "Krimi und Thriller": what a title is."""
    if voice != "en":
        return genres(names, voice)
    noun = next((name for name in _NOUNS if name in names), None)
    others = [name for name in names if name != noun]
    if noun is None:
        return " and ".join(_ALONE.get(name, name) for name in others)
    words = " ".join([*(_BEFORE_NOUN.get(name, name) for name in others), noun])
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"
