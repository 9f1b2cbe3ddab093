"""The typed calls of documentation's exact tools: what a question asks to be computed."""

from typing import Literal, TypeAlias

from agent.domain import ToolCall


class CheckContrast(ToolCall):
    """The contrast of two colours as CSS writes them; without a background it is measured on white."""

    name: Literal["check_contrast"] = "check_contrast"
    foreground: str
    background: str = ""


class CompareSpecificity(ToolCall):
    """The specificity of selectors in the order in which a style sheet has them; of several, the one that wins."""

    name: Literal["compare_specificity"] = "compare_specificity"
    selectors: tuple[str, ...]


class TellSupport(ToolCall):
    """Which browsers support a feature, by its paths in MDN's data: the one meant first, or all of equal standing.

    `unclear`: of several features one was meant, and the name does not tell which. `also` are paths of the same name that
    stand behind; `browsers` are those asked about, as that data names them.
    """

    name: Literal["tell_support"] = "tell_support"
    features: tuple[str, ...]
    unclear: bool = False
    also: tuple[str, ...] = ()
    browsers: tuple[str, ...] = ()


DocsCall: TypeAlias = CheckContrast | CompareSpecificity | TellSupport
