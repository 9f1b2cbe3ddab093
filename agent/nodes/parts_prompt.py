"""The parts of a question as prompts show them."""

from collections.abc import Sequence

from agent.domain import Document
from agent.nodes.prompting import data, numbered
from agent.state import Part, State


def parts_of(state: State) -> list[Part]:
    """The parts that are done, in order."""
    return [state["parts"][number] for number in sorted(state["parts"])]


def documents_of(parts: Sequence[Part]) -> tuple[Document, ...]:
    """The documents of all parts, each once."""
    return tuple({document.ref.id: document for part in parts for document in part.documents}.values())


def shown(parts: Sequence[Part]) -> str:
    """Each part with its question, what was computed, and its entries under their numbers in the whole answer."""
    documents = documents_of(parts)
    return "\n".join(_part(part, documents) for part in parts)


def _part(part: Part, documents: Sequence[Document]) -> str:
    lines = [f"part {part.number}: {data(part.question)}"]
    if part.answer is not None:
        lines.append(f"computed: {data(part.answer.text)}")
    elif part.retrieval is None:
        lines.append("failed")
    else:
        lines += [f"remark: {data(note)}" for note in part.retrieval.notes]
    ids = {document.ref.id for document in part.documents}
    entries = numbered(documents).split("\n") if documents else []
    return "\n".join([*lines, *(entry for entry, document in zip(entries, documents, strict=True) if document.ref.id in ids)])
