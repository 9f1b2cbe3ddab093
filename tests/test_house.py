"""What holds for the code as a whole."""

import ast
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCES = sorted(path for folder in ("adapters", "agent", "bot", "etl") for path in (ROOT / folder).rglob("*.py"))
MODULES = [".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in SOURCES]
HEAVY = {"litellm", "fastembed", "polars", "kagglehub", "qdrant_client"}


def test_importing_the_bot_loads_nothing_heavy() -> None:
    """Start-up stays light: the model and data libraries come in where they are used."""
    code = f"import sys, bot, bot.cli, bot.turns, bot.app; print(sorted({HEAVY!r} & set(sys.modules)))"
    result = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert "[]" == result.stdout.strip()


def test_every_module_can_be_imported_without_an_environment() -> None:
    """Nothing is built, connected or read from the environment at import."""
    code = "import importlib, sys\nfor name in sys.argv[1:]: importlib.import_module(name)"
    bare = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}
    result = subprocess.run(
        [sys.executable, "-c", code, *MODULES], cwd=ROOT, env=bare, capture_output=True, text=True, check=False
    )
    assert (0, "") == (result.returncode, result.stderr)


def test_modules_and_functions_stay_small() -> None:
    """Modules have at most 300 lines, functions at most 40 in their body."""
    long = [f"{path.relative_to(ROOT)}: {n} lines" for path in SOURCES if (n := len(path.read_text().splitlines())) > 300]
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) and len(node.body) > 1 else node.body
                lines = (body[-1].end_lineno or 0) - body[0].lineno + 1
                if lines > 40:
                    long.append(f"{path.relative_to(ROOT)}:{node.lineno} {node.name}: {lines} lines")
    assert [] == long


def test_every_test_says_its_behaviour() -> None:
    """Each test function has a docstring."""
    silent = [
        f"{path.relative_to(ROOT)}:{node.lineno} {node.name}"
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.name.startswith("test_")
        and not ast.get_docstring(node)
    ]
    assert [] == silent
