"""Words that say nothing about a document: stop words by language, and the words of asking for films."""

from functools import cache

# In the English list of `stop-words`, yet they carry plots: "set in one room", "an old man", "the ring".
_CONTENT_WORDS = """area bill case computer cry fire group hell home house invention man men member mill mine miss move
    novel old older oldest past problem research ring room rooms second serious state states strongly system test
    tip top web wed wells wish wonder work world young younger youngest microsoft empty dear hid shed shell self
    selves vice width order information interest thick thin third two three six seven eight nine ten twelve fifty
    forever future place point present face alone"""

# RETRIEVAL §3: dropping these from queries lifts recall at 10 of requests from .021 to .036.
_FILM_TALK = """movie movies film films series show shows tv watch watched watching seen see recommend recommendation
    recommendations recommended suggest suggestion suggestions like liked loved enjoy enjoyed please thanks thank
    looking look find want wanted need something anything someone good great nice best better favorite favourite
    fan tonight today evening maybe similar type kind sort genre genres any some hello hi hey know tell give
    show me title titles"""

# How a film should feel. In a description or a name such a word means something else ("Sad Hill", "Kiss & Cry"): moods are
# searched by meaning alone.
_MOODS = """funny hilarious sad scary smart clever tense light silly feel feels feeling heartwarming uplifting gripping moving
    witty cry laugh cheer relaxing cosy cozy easy fun entertaining exciting intense emotional dumb weird beautiful makes make
    mood vibe vibes depressing happy sweet chill bending mindbending mindless thrilling suspenseful creepy spooky gory"""


@cache
def stop_words(language: str) -> frozenset[str]:
    """The stop words of a language by its English name ("hungarian"); empty where no list is known."""
    from stop_words import StopWordError, get_stop_words

    try:
        words = frozenset(get_stop_words(language))
    except StopWordError:
        return frozenset()
    return words - set(_CONTENT_WORDS.split()) if language == "english" else words


@cache
def asking_words(language: str) -> frozenset[str]:
    """Stop words and, in English, the words of asking for films: a text of these alone asks for nothing in particular."""
    return stop_words(language) | set(_FILM_TALK.split()) if language == "english" else stop_words(language)


@cache
def query_stop_words(language: str) -> frozenset[str]:
    """What is not looked for as a word: the words of asking and, in English, moods."""
    return asking_words(language) | set(_MOODS.split()) if language == "english" else asking_words(language)
