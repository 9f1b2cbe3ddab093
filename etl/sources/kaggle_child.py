"""Run as a script in a process of its own: downloads one pinned Kaggle data set and prints where it lies.

kagglehub is synchronous and cannot be interrupted; a process can. Usage: `python -P kaggle_child.py HANDLE [force]`. Prints one
JSON object as its last line: `{"folder": …}`, or `{"error": one sentence}` with exit code 1. It imports nothing of ours.
"""

import json
import sys


def main(handle: str, *, force: bool) -> int:
    """Download, print, and return the exit code."""
    import kagglehub

    try:
        folder = kagglehub.dataset_download(handle, force_download=force)
    except Exception as error:  # requests, urllib3 and kagglehub raise dozens of kinds; the parent has one reaction
        print(json.dumps({"error": _plain(error)}))  # noqa: T201
        return 1
    print(json.dumps({"folder": str(folder)}))  # noqa: T201
    return 0


def _plain(error: Exception) -> str:
    """The error in a few words: what a person can act on, without addresses and stack details."""
    kinds = {kind.__name__ for kind in type(error).__mro__}
    if kinds & {"ConnectionError", "Timeout", "TimeoutError"}:
        return "no connection to it"
    response = getattr(error, "response", None)
    status = getattr(response, "status_code", None)
    if status is not None:
        return f"it answered with HTTP status {status}"
    return f"{type(error).__name__}: {str(error).strip().splitlines()[0][:120] if str(error).strip() else 'no reason given'}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], force="force" in sys.argv[2:]))
