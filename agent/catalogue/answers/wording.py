"""How a request is mirrored: the asker's own words without the politeness around them, or the understood limits as a phrase."""

import re

from agent.catalogue.request import Request
from agent.catalogue.speech import request as speech
from agent.catalogue.speech.voice import voice_of

_LEAD_IN = re.compile(
    r"^\W*(?:(?:hi|hey|hello|ok|okay|please|so|well|um+|matinee)\b[\s,!.]*)*"
    r"(?:(?:can|could|would|will) (?:you|u|anyone|someone) (?:please )?|please |"
    r"i(?:'m| am) (?:looking|searching|in the mood) for |"
    r"i(?:'d| would) (?:like|love)(?: to (?:see|watch|find))? |"
    r"i (?:want|need|feel like)(?: to (?:see|watch|find))? |"
    r"(?:we|i) (?:are looking for|want|need|would like) (?:to (?:see|watch) )?|looking for |"
    r"do you have (?=\S)|(?:do you know|have you got|got|is there|are there|"
    r"what(?:'s| is| are)) (?=(?:an?|any|some|good)\b)|"
    r"(?:recommend|suggest|find|show|give|get|tell)(?: to)?(?: me| us)? |search for |how about |"
    r"any recommendations? (?:for|of) )*",
    re.IGNORECASE,
)
_TAIL = re.compile(r"(?:\s*[,.]?\s*(?:please|thanks|thank you|for me|for us|to watch|tonight))*[\s?!.…]*$", re.IGNORECASE)
_LONGEST = 90  # characters: a longer wish is better described than repeated


def wish_phrase(question: str, request: Request) -> str:
    """ "a heist film from the 90s"; what was understood, where the question is long; "" when neither says anything."""
    own = _TAIL.sub("", _LEAD_IN.sub("", " ".join(question.split()), count=1)).strip(" ,;:")
    if 3 <= len(own) <= _LONGEST:  # shorter than three letters names nothing
        return own.replace("“", "‘").replace("”", "’").replace("*", "").replace("`", "'")
    return described(request)


def described(request: Request) -> str:
    """The understood limits as a noun phrase: "thrillers from 1990 to 1999 of at most 120 minutes"; "" without any."""
    return speech.described(request, voice_of(request.language)) if constrained(request) else ""


def constrained(request: Request) -> bool:
    """Whether anything beyond the wish itself was understood."""
    return any(
        (
            request.media_type,
            request.year_from,
            request.year_to,
            request.runtime_min,
            request.runtime_max,
            request.seasons_min,
            request.seasons_max,
            request.viewer_age is not None,
            request.rating_min,
            request.genres,
            request.without_genres,
            request.people,
            request.without_people,
            request.without_directors,
            request.countries,
            request.without_countries,
            request.spoken,
            request.without_spoken,
            request.like,
            request.lookup,
            request.missing,
        )
    )
