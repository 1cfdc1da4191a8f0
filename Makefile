# make serve plays, make test proves. Everything else is listed by make help.
#
#   PYTHON=python3.12        which Python makes .venv (otherwise the first that is new enough)
#   ARGS="--port 9000"       more arguments for serve, bench, symmetry, strength, balance, soak
#   PYTEST_ARGS="-k dice"    more arguments for test
#   WORKERS=1                how many processes run the tests
#
# Kept to what GNU make 3.81 and a POSIX sh know, so that it works on macOS as it comes.

PYTHON ?= python3 python3.14 python3.13 python3.12 python3.11
WORKERS ?= auto
ARGS ?=
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# Each stamp says that its requirements are installed; it is older than them when they changed.
RUN_READY := $(VENV)/.ready-to-run
DEV_READY := $(VENV)/.ready-to-test
BENCH_READY := $(VENV)/.ready-to-bench
HOME_MARK := $(VENV)/.made-in

# A checkout that was moved or copied has a .venv that runs the code of the old place: make it anew.
STALE := $(shell test ! -f $(HOME_MARK) || test "$$(cat $(HOME_MARK))" = "$$(pwd -P)" \
	|| rm -f $(BIN)/python $(RUN_READY) $(DEV_READY) $(BENCH_READY))

.PHONY: help serve test lint format schema bench symmetry strength strength-tahta balance-tahta soak rules clean

help:
	@echo 'make serve    play: start the table and say where to open it'
	@echo 'make test     run all tests'
	@echo 'make lint     check style, types and the direction of imports'
	@echo 'make format   put the code in the house style'
	@echo 'make schema   write the JSON Schemas in docs/schema anew'
	@echo 'make bench    measure what the README claims'
	@echo 'make symmetry fight thousands of battles: has any side, seat or order an edge?'
	@echo 'make strength fight thousands of battles: which bot is the stronger?'
	@echo 'make strength-tahta  the same for the bots of Rikki Tahta'"'"'s Melee'
	@echo 'make balance-tahta  what going first and each special card is worth there'
	@echo 'make soak     fight random set-ups to their end, every position looked over'
	@echo 'make rules    write docs/rules anew from the rulebooks and their tables'
	@echo 'make clean    remove .venv, caches and builds; saved matches stay'

serve: $(RUN_READY)
	@$(BIN)/meleekit serve $(ARGS)

# One group, one process: the browser tests share a Chromium and leave a core to the others.
test: $(DEV_READY)
	@$(BIN)/python -m pytest -rs -n $(WORKERS) --maxprocesses 8 --dist loadgroup $(PYTEST_ARGS)

lint: $(DEV_READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --strict src docs/examples
	$(BIN)/lint-imports

format: $(DEV_READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# What programs exchange with meleekit, for those who write them; a test holds it to be current.
schema: $(RUN_READY)
	@$(BIN)/python -m meleekit.referee.publish docs/schema

bench: $(BENCH_READY)
	@$(BIN)/python -m benchmarks $(ARGS)

symmetry: $(DEV_READY)
	@$(BIN)/python -m benchmarks.symmetry $(ARGS)

strength: $(DEV_READY)
	@$(BIN)/python -m benchmarks.strength $(ARGS)

strength-tahta: $(DEV_READY)
	@$(BIN)/python -m benchmarks.strength --game tahta $(ARGS)

balance-tahta: $(DEV_READY)
	@$(BIN)/python -m benchmarks.tahta_balance $(ARGS)

soak: $(DEV_READY)
	@$(BIN)/python -m benchmarks.soak $(ARGS)

rules: $(RUN_READY)
	@$(BIN)/python -m meleekit.terminal.rules docs/rules

clean:
	rm -rf $(VENV) build dist .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find src tests benchmarks docs -type d -name __pycache__ -prune -exec rm -rf {} + 2>/dev/null || true

$(BIN)/python:
	@found=; without_venv=; \
	for candidate in $(PYTHON); do \
	  "$$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue; \
	  if "$$candidate" -c 'import ensurepip, venv' 2>/dev/null; then found=$$candidate; break; fi; \
	  without_venv=$${without_venv:-$$candidate}; \
	done; \
	if test -z "$$found" && test -n "$$without_venv"; then \
	  echo "meleekit: $$without_venv cannot make virtual environments." >&2; \
	  echo "  On Debian and Ubuntu: sudo apt-get install python3-venv" >&2; \
	  exit 1; \
	fi; \
	if test -z "$$found"; then \
	  echo "meleekit needs Python 3.11 or newer; tried: $(PYTHON)" >&2; \
	  echo "  Name another one with: make PYTHON=/path/to/python3" >&2; \
	  exit 1; \
	fi; \
	echo "Making $(VENV) with $$found"; \
	"$$found" -m venv --clear $(VENV) || { rm -rf $(VENV); exit 1; }

$(RUN_READY): requirements.txt pyproject.toml | $(BIN)/python
	@echo 'Installing what meleekit runs on'
	@$(INSTALL) -r requirements.txt
	@$(INSTALL) --no-deps -e .
	@pwd -P > $(HOME_MARK)
	@touch $@

$(DEV_READY): requirements-dev.txt $(RUN_READY)
	@echo 'Installing what the tests need'
	@$(INSTALL) -r requirements-dev.txt
	@touch $@

$(BENCH_READY): requirements-bench.txt $(DEV_READY)
	@echo 'Installing what the benchmarks need'
	@$(INSTALL) -r requirements-bench.txt
	@touch $@
