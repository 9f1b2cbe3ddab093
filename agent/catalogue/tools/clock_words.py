"""How people say when an evening begins and ends, in five languages; patterns for levelled text.

Groups of a time carry a mark behind their name, so that one pattern can hold several: `n` names a time ("midnight"), `h` and
`m` are figures, `w` is an hour as a word, `hb` the hour that half is before ("halb acht"), `ha`, `hs` and `hf` the one that it
is behind, `p` and `wp` hold am or pm, `morning` the part of the day.
"""

import re

DAY = 24 * 60
NOON = 12 * 60
_HOURS = (
    r"one two three four five six seven eight nine ten eleven twelve",
    r"egy kett\w+ harom\w* negy\w* ot\w* hat\w* het\w* nyolc\w* kilenc\w* tiz\w* tizenegy\w* tizenket\w*",
    r"una dos tres cuatro cinco seis siete ocho nueve diez once doce",
    r"eins zwei drei vier funf sechs sieben acht neun zehn elf zwolf",
    r"une deux trois quatre cinq six sept huit neuf dix onze douze",
)
HOURS = {word: hour for line in _HOURS for hour, word in enumerate(line.split(), start=1)}
NAMED = {
    r"midnight": DAY, r"ejfel\w*": DAY, r"(?:la )?medianoche": DAY, r"mitternacht": DAY, r"minuit": DAY,
    r"noon": NOON, r"mittag": NOON, r"midi": NOON, r"mediodia": NOON, r"delben": NOON,
}  # fmt: skip
_WORD = "|".join(HOURS)
_BEHIND_HOUR = r"o['’]clock|uhr|h(?:eures?|oras)?|ora\w*|-?kor|-?t[oó]l|-?r[ae]|-?ig|-?ko"
_TIME = "|".join(
    (
        rf"(?P<n_>{'|'.join(NAMED)})",
        rf"(?:halb|fel) (?P<hb_>{_WORD})",
        rf"(?:half past|half) (?P<ha_>{_WORD})",
        rf"(?P<hs_>{_WORD}) y media",
        rf"(?P<hf_>{_WORD})(?: heures)? et demie",
        (
            r"(?P<h_>[01]?\d|2[0-4])(?:\s?(?::|h|\.|uhr )\s?(?P<m_>[0-5]\d))?"
            rf"(?:\s?(?:{_BEHIND_HOUR}))?(?:\s?(?P<p_>[ap]\.?m\b\.?))?"
        ),
        rf"(?P<w_>{_WORD})(?: o['’]clock| uhr| heures| ora\w*)?(?P<wp_> ?[ap]\.?m\b\.?)?",
    )
)
_DAY_PART = (
    r"(?: (?:in the (?P<morning_>morning|afternoon|evening)|at night|tonight|abends|este|de la (?:tarde|noche)|du soir|ce soir"
    r"|esta noche|heute abend))?"
)


def _time(mark: str) -> str:
    return f"(?:{re.sub(r'_>', f'{mark}>', _TIME)}){_DAY_PART.replace('_>', f'{mark}>')}"


def _either(words: str) -> str:
    return "|".join(line.strip() for line in words.strip().splitlines())


_STARTS = _either(
    """
    starting|starts|start|begin|beginning|from
    empezamos|empezando|empezar|empieza|desde
    beginnen|anfangen|fangen wir|starten|ab|los gehts
    commencer|commence|commencons|commencant|on commence|a partir de|des|de
    kezdes|kezdjuk|kezdunk|kezdve|kezdhetunk|indulas
    """
)
_WHO_STARTS = r"(?:if |when |wenn |ha |si )?(?:we |i |wir |ich |on |nous |je )?(?:want to |can |could |konnen |podemos )?"
_AT = r"(?:at about |at |around |a las |a la |um |gegen |ab |a |este )?(?:las |la )?"
START = re.compile(
    rf"(?<!\w)(?:{_WHO_STARTS}(?:{_STARTS})(?: watching| with \w+)?[ :,]+){_AT}{_time('1')}(?!\w)"
    rf"|(?<!\w)(?:wir |ich )?um {_time('2')} (?:anfangen|beginnen|starten|los)"
    rf"|(?<!\w)(?:este )?{_time('3')} (?:kezd\w*|indul\w*)"
)
# "if we start Heat at 20:00": what starts stands between.
BEGINS = re.compile(
    r"(?<!\w)(?:start\w*|begin\w*|anfang\w*|fangen|beginn\w*|empe[zc]\w*|commenc\w*|kezd\w*)\b"
    r"(?=.*(?<!\w)(?:at|um|a las|a la|a|este) )"
)
AT_TIME = re.compile(rf"(?<!\w)(?:at|um|a las|a la|a|este) {_time('1')}(?!\w)")
_ENDS = _either(
    r"""
    (?:at )?home|in bed|done|finished|finish(?:ing)?|over|end(?:ing)?|ready|out|back|stop
    zu ?hause|daheim|fertig|schluss|ende|im bett
    en casa|terminar|acabar|acabamos|terminamos
    fin|finir?|fini|rentres?|rentrer|chez (?:moi|nous)|termine
    vege|veg\w+|otthon|kesz\w*|hazaer\w*
    """
)
_WHO_ENDS = r"(?:and |und |et |y |es )?(?:be |we (?:need|have|want) to be |must be |get )?"
_BY = _either(
    r"""
    by|before|until|till|no later than|latest|to
    bis|vor|spatestens(?: um)?
    antes de|hasta|para
    avant|jusqu['’]a|pour
    legkesobb
    """
)
_HOME = r"zu ?hause|daheim|fertig|im bett|at home|home|done|in bed|en casa|chez nous|fini"
END = re.compile(
    rf"(?<!\w)(?:{_WHO_ENDS}(?:{_ENDS})(?: sein)?[ :,]+)?(?:{_BY})(?: las| la| a)? {_time('1')}"
    rf"(?: (?:{_HOME}|at the latest|spatestens))?(?!\w)"
    rf"|(?<!\w)(?:{_ENDS})(?: sein)? (?:at|um|a las|a la|a) {_time('2')}(?!\w)"
    rf"|(?<!\w)(?:um|at|by|a las|a la|a) {_time('4')} (?:{_HOME})(?!\w)"
    rf"|(?<!\w){_time('3')}(?:-?ig|-?re|-?ra)? (?:otthon|vege|vegezz\w*|kesz\w*|hazaer\w*|elott)[\w ]{{0,12}}?(?!\w)"
    r"|(?<!\w)(?P<n5>ejfel)(?:ig|re)(?!\w)"
)
# A span of lengths or years is none of times.
_NO_TIME = r"(?!\s?(?:min|perc|hours?|hrs|stunden|years?|jahre|anos|ans\b|seasons?))"
SPAN = re.compile(
    rf"(?<!\w)(?:between|from|zwischen|von|entre|de) (?:las |la )?{_time('6')}"
    rf" (?:and|to|until|till|und|bis|y|et|a) (?:las |la )?{_time('7')}(?: uhr)?(?!\w){_NO_TIME}"
)
