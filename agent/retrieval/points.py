"""How our documents look in Qdrant, embedded or as a server. The payload carries our own id as `id`."""

import uuid
from collections.abc import Iterable, Mapping
from typing import Any

SPARSE = "terms"  # the name of the sparse vector
# Fixed for ever: point ids are derived from it, and Qdrant takes only UUIDs and integers.
_NAMESPACE = uuid.UUID("5f1cf5d1-3d10-5e6e-9b7c-2c9a4f0c7f11")


def point_id(document: str) -> str:
    """The UUID under which a document is kept; its own id stands in the payload as `id`."""
    return str(uuid.uuid5(_NAMESPACE, document))


class PayloadFields:
    """The fields that payloads have, by what they hold, as they go by: what an index over the payload needs to know."""

    def __init__(self) -> None:
        self.words: set[str] = set()
        self.numbers: set[str] = set()

    def note(self, payloads: Iterable[Mapping[str, Any]]) -> None:
        """Look at the fields of these payloads; lists count by their first value."""
        for payload in payloads:
            for field, value in payload.items():
                first = value[0] if isinstance(value, (list, tuple)) and value else value
                if isinstance(first, str):
                    self.words.add(field)
                elif isinstance(first, (int, float)):
                    self.numbers.add(field)
