"""Stands for the kagglehub package in a child process: put on PYTHONPATH as `kagglehub/__init__.py`.

What it does is set by the environment: STAND_IN_TABLE is copied as the download, STAND_IN_MODE is `ok`, `hang`, `refuse`,
`other` or `crash`. Every call is appended to STAND_IN_LOG.
"""

import os
import shutil
import sys
import time
from pathlib import Path


class HTTPError(Exception):
    """An answer that is no success, as requests raises it."""

    class response:  # noqa: N801 (requests names it so)
        """The answer."""

        status_code = 403


def dataset_download(handle: str, *, force_download: bool = False) -> str:
    """The folder of the data set."""
    with Path(os.environ["STAND_IN_LOG"]).open("a", encoding="utf-8") as log:
        log.write(f"{handle} force={force_download}\n")
    mode = os.environ["STAND_IN_MODE"]
    if mode == "hang":
        time.sleep(600)
    if mode == "refuse":
        raise HTTPError("403 for https://example.invalid")
    if mode == "crash":
        os._exit(9)
    folder = Path(os.environ["KAGGLEHUB_CACHE"]) / "datasets" / handle
    folder.mkdir(parents=True, exist_ok=True)
    table = Path(os.environ["STAND_IN_TABLE"])
    shutil.copy(table, folder / ("other.csv" if mode == "other" else table.name))
    print("a line of chatter", file=sys.stdout)
    return str(folder)
