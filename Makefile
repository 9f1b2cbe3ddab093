# Needs Python 3.11-3.13 and make; everything else is put into .venv.
PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3; do command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(not (3,11) <= sys.version_info[:2] < (3,14))' 2>/dev/null && { echo $$p; break; }; done)
BIN := .venv/bin
UV := UV_PYTHON_DOWNLOADS=never $(BIN)/uv

.PHONY: up demo setup test check bench lock clean

up: setup
	@$(BIN)/matinee up

demo: setup
	@$(BIN)/matinee demo

setup: .venv/.ready

.venv/.ready: requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Matinee needs Python 3.11, 3.12 or 3.13: install it (Debian: apt-get install python3 python3-venv) and run make again."; exit 1; }
	@test -x $(BIN)/python || { echo "• virtual environment"; $(PYTHON) -m venv .venv || { echo "Python has no venv module here: install it (Debian: apt-get install python3-venv) and run make again."; rm -rf .venv; exit 1; }; }
	@test -x $(BIN)/uv || { echo "• uv"; $(BIN)/python -m pip install -q "$$(grep -m1 -oE '^uv==[0-9.]+' requirements.lock)"; }
	@echo "• locked dependencies (about 700 MB the first time)"
	@$(UV) pip sync -q --require-hashes requirements.lock
	@$(UV) pip install -q --no-deps --no-build-isolation -e .
	@echo "• local encoder"
	@$(BIN)/python -m agent.retrieval.local_encoder
	@touch $@

# Browser tests use the distribution's Chromium; they skip, saying so, where there is none. Four processes for two cores: half
# of the time is waiting for edits, leases and retries.
test: setup
	@command -v chromium >/dev/null 2>&1 || { test "$$(id -u)" = 0 && command -v apt-get >/dev/null 2>&1 && apt-get update -qq && apt-get install -y -qq chromium >/dev/null; } || true
	@$(BIN)/python -m pytest -n 4 -q

check: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check -q .
	@$(BIN)/mypy
	@$(BIN)/lint-imports

bench: setup
	@$(BIN)/python -m tests.benchmarks

lock:
	@$(UV) pip compile --universal --python-version 3.11 --generate-hashes -q pyproject.toml --group dev -o requirements.lock

clean:
	@rm -rf .venv .mypy_cache .ruff_cache .pytest_cache
