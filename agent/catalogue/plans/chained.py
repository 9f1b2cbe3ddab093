"""Questions that need another's answer first: "what did the director of Heat make in the 2000s, and which suits …"."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from agent.catalogue.tools.questions import Question
from agent.domain import SubTask


@dataclass(frozen=True, slots=True)
class _Chain:
    """A question for what the director of `t` made, within `c`, in its parts: who that is, what they made, what is like
    `l`."""

    asks: re.Pattern[str]
    who: str
    made: str
    like: str


def _chain(asks: str, like: str, who: str, made: str, wish: str) -> _Chain:
    pattern = asks.replace("{t}", r"(?P<t>\S(?:.*?\S)?)")
    return _Chain(re.compile(rf"(?:{pattern})(?:{like}\s+(?P<l>\S.*?))?"), who, made, wish)


_CHAINS = (
    _chain(
        r"(?:what|which)(?: (?:else|other))?(?: (?:films?|movies))? (?:did|has|have) the director of {t}(?: also| ever)? "
        r"(?:make|made|direct(?:ed)?|done|shot|shoot)(?P<c>(?: since| in| during| from| before| after) [^,]+?)?",
        r",? and which (?:one )?(?:of (?:those|these|them) )?(?:would |will |might )?"
        r"(?:suits?|fits?|pleases?|is (?:best |right |good )?for) .*?\b(?:loved|loves|likes?|liked|enjoy(?:s|ed)|fans? of)",
        "Who directed {t}?",
        "Which films did {answer} direct{c}?",
        "films directed by {answer}{c} like {l}",
    ),
    _chain(
        r"mi(?:t|ket|lyen filmeket) (?:rendezett|csinalt|forgatott)(?: meg)? (?:a |az )?{t} rendezoje"
        r"(?P<c> (?:a |az )?\d[^,]*?)?",
        r",? es (?:ezek kozul |azok kozul )?melyik .*?(?:szerette|szereti|imadta|imadja)(?: az?)?",
        "Ki {t} rendezője?",
        "Milyen filmeket rendezett {answer}{c}?",
        "{answer} filmjei{c}, olyan, mint {l}",
    ),
    _chain(
        r"que (?:mas |otras peliculas |peliculas )?(?:hizo|dirigio|ha hecho|ha dirigido|rodo) "
        r"(?:el director|la directora) de {t}(?P<c> (?:en|durante|desde|despues de|antes de) [^,]+?)?",
        r",? y cual (?:de (?:ellas|ellos|esas) )?.*?(?:gusto|gusta|encanto|encanta|amo|fan de)",
        "¿Quién dirigió {t}?",
        "¿Qué películas dirigió {answer}{c}?",
        "películas de {answer}{c} como {l}",
    ),
    _chain(
        r"was hat (?:der regisseur|die regisseurin) von {t}(?P<c> (?:in|seit|vor|nach|wahrend) (?:(?:den|der|dem) )?[^,]+?)?"
        r"(?: noch| sonst(?: noch)?)? (?:gemacht|gedreht|inszeniert)",
        r",? und (?:was|welcher|welche|welches) (?:davon )?(?:passt|gefallt|ware) .*?\b(?:der|die|jemanden?|fans? von)",
        "Wer hat bei {t} Regie geführt?",
        "Welche Filme hat {answer}{c} gedreht?",
        "Filme von {answer}{c} wie {l}",
    ),
    _chain(
        r"(?:qu['’]a|qu['’]est-ce que?|quels films) ?(?:le realisateur|la realisatrice) de {t} (?:a |a-t-(?:il|elle) )?"
        r"(?:fait|realises?|tournes?)(?: d['’]autre)?(?P<c> (?:dans|pendant|depuis|apres|avant|en) [^,]+?)?",
        r",? et (?:lequel|laquelle) .*?(?:aime|adore|fan de)",
        "Qui a réalisé {t} ?",
        "Quels films {answer} a-t-il réalisés{c} ?",
        "films de {answer}{c} comme {l}",
    ),
)
_BEHIND = re.compile(r"\s+(?:liebt?e?|mag|mochte|gern\w* (?:hat|mag)|című filmet|filmet)$")


def chained(question: Question, is_for_tool: Callable[[str], bool]) -> tuple[SubTask, ...] | None:
    """Who it is, what they made, and where it is asked what of that is like a title; None where no title is behind it."""
    for chain in _CHAINS:
        found = chain.asks.fullmatch(question.plain)
        if found is None:
            continue
        who = chain.who.replace("{t}", question.part(found, "t"))
        if not is_for_tool(who):
            continue
        within = question.part(found, "c") if found["c"] else ""
        tasks = [
            SubTask(kind="tool", question=who),
            SubTask(kind="tool", question=chain.made.replace("{c}", within), depends_on=1),
        ]
        if found["l"]:
            liked = _BEHIND.sub("", question.part(found, "l"))
            wish = chain.like.replace("{c}", within).replace("{l}", liked)
            tasks.append(SubTask(kind="retrieve", question=wish, depends_on=1))
        return tuple(tasks)
    return None
