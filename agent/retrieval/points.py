"""How our documents look in Qdrant, embedded or as a server."""

import uuid

SPARSE = "terms"  # the name of the sparse vector
# Fixed for ever: point ids are derived from it, and Qdrant takes only UUIDs and integers.
_NAMESPACE = uuid.UUID("5f1cf5d1-3d10-5e6e-9b7c-2c9a4f0c7f11")


def point_id(document: str) -> str:
    """The UUID under which a document is kept; its own id stands in the payload as `id`."""
    return str(uuid.uuid5(_NAMESPACE, document))
