"""Files for one person. Slack's private answers carry none, so they come into that person's direct messages with us.

https://docs.slack.dev/messaging/working-with-files#upload
"""

import json
from typing import Final

from adapters.slack.client import SlackClient
from bot.views import Attachment

SENT: Final = "I have sent it to you as a file: you find it in our direct messages."


async def upload(client: SlackClient, file: Attachment) -> str:
    """Bring a file to Slack, where nobody sees it yet; returns its id. Raises ChatError."""
    content = file.text.encode()
    found = await client.call("files.getUploadURLExternal", {"filename": file.name, "length": len(content)})
    await client.upload(str(found["upload_url"]), content)
    return str(found["file_id"])


async def show(client: SlackClient, file_id: str, title: str, channel: str) -> None:
    """Post an uploaded file in a direct message. Raises ChatError."""
    files = json.dumps([{"id": file_id, "title": title}])
    await client.call("files.completeUploadExternal", {"files": files, "channel_id": channel})
