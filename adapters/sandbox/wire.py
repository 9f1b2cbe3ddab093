"""What both local servers share on the wire: JSON's objects, and breaking a connection."""

import asyncio
import socket
import struct
from typing import TypeAlias

JsonObject: TypeAlias = dict[str, object]
"""One object of JSON, as sent or received."""


def reset(transport: asyncio.Transport) -> None:
    """Break a TCP connection with RST instead of FIN."""
    plug = transport.get_extra_info("socket")
    if plug is not None:
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()
