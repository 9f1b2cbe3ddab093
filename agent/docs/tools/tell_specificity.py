"""The answer about the specificity of selectors."""

from agent.catalogue.speech.voice import Voice
from agent.docs.tools.calls import CompareSpecificity
from agent.docs.tools.selectors import selectors
from agent.docs.tools.specificity import ZERO, BadSelector, Complex
from agent.docs.tools.speech import docs_sentence
from agent.docs.tools.told import Told, code, lines


def compare_specificity(call: CompareSpecificity, voice: Voice) -> Told:
    """What each selector counts and why, and which wins; the selectors of a list count each by itself."""
    read: list[Complex] = []
    for text in call.selectors:
        try:
            read += selectors(text)
        except BadSelector as bad:
            return Told(_refused(text, bad, voice), {"problem": bad.why, "selector": text, "column": bad.column})
    facts = {"specificity": [[one.text, list(one.specificity)] for one in read]}
    told = [_counted(one, voice) for one in read]
    if len(read) == 1:
        return Told(lines(*told, docs_sentence("columns", voice)), facts)
    most = max(one.specificity for one in read)
    strongest = [one for one in read if one.specificity == most]
    winner = strongest[-1]
    name = "tie" if len({one.text for one in strongest}) > 1 else "winner"
    decided = docs_sentence(name, voice, selector=code(winner.text), counts=most)
    text = lines(decided, *(f"- {line}" for line in told), docs_sentence("columns", voice), docs_sentence("cascade", voice))
    return Told(text, {**facts, "winner": winner.text, "tie": name == "tie"})


def _counted(one: Complex, voice: Voice) -> str:
    """A selector with its specificity, and the parts that make it up."""
    head = docs_sentence("specificity", voice, selector=code(one.text), counts=one.specificity)
    if len(one.parts) == 1 and one.specificity != ZERO:
        return f"{head}."
    parts = " + ".join(f"{code(part.text)} {part.counts}" for part in one.parts)
    return f"{head} = {parts}"


def _refused(text: str, bad: BadSelector, voice: Voice) -> str:
    why = docs_sentence(f"why_{bad.why}", voice, what=code(bad.what))
    return docs_sentence("at_column", voice, selector=code(text), column=bad.column, why=why)
