# Tasks of the maintainers. `make setup` once, then `make check` before a commit.
VENV ?= .venv
BIN := $(VENV)/bin

.PHONY: setup check lint format types layers test golden ci

setup:
	python3 -m venv $(VENV) && $(BIN)/pip install -q -e '.[test]'

check: lint types layers test

lint:
	$(BIN)/ruff check . && $(BIN)/ruff format --check .

format:
	$(BIN)/ruff check --fix . && $(BIN)/ruff format .

types:
	$(BIN)/mypy

layers:
	$(BIN)/lint-imports

test:
	$(BIN)/pytest -n 2 --dist loadfile --no-loadscope-reorder

# Rewrite the report pages that tests compare with; read the diff before committing it.
golden:
	NEXUS_DIFF_UPDATE_GOLDEN=1 $(BIN)/pytest tests/unit/report/test_golden.py

ci:
	.ci/run
