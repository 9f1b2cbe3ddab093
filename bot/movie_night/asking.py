"""Whether a message asks for a movie night. Pure."""

import re
import unicodedata

# The words in the languages that answers come in; accents are taken off before they are compared.
_NIGHT = (
    r"(?:movie|film)[ -]?(?:night|evening)s?|(?:film|kino|movie)[ -]?abend|filmnacht"
    r"|(?:noche|tarde) de (?:cine|pelis?|peliculas?)|soiree (?:film|cine|cinema)s?|(?:film|mozi)[ -]?est|filmnezes"
)
_POLITE = (
    r"please|pls|a|an|our|let'?s|lets|have|do|start|begin|new|now|tonight|today|hey|hi|hello|thanks|thank you|can we|could we"
    r"|shall we|we|want|for us|with me|everyone|all|time for|it'?s|go|ok|okay|yes"
    r"|bitte|ein(?:en?)?|heute|jetzt|hallo|danke|los|wir wollen|lasst uns"
    r"|por favor|una|hoy|esta noche|hola|gracias|vamos|hagamos|empezamos"
    r"|s'?il (?:vous|te) plait|svp|stp|une|ce soir|bonjour|salut|merci|on fait|faisons"
    r"|kerlek|kerunk|legyen|egy|ma|este|ma este|szia|sziasztok|koszi|koszonom|legyszi|legyunk"
)
_ONLY = re.compile(rf"(?:(?:{_POLITE}) )*(?:{_NIGHT})(?: (?:{_POLITE}))*")


def asks_for_evening(text: str) -> bool:
    """Whether the whole message asks for a movie night, with nothing but politeness; "a film for movie night" does not."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(letter for letter in bare if not unicodedata.combining(letter)).replace("’", "'")
    return bool(_ONLY.fullmatch(re.sub(r"[^\w' -]+|_|\s+", " ", bare).strip().replace("  ", " ")))
