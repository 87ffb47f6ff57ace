# Spinney: `make run` starts it, `make test` checks it. Both prepare a clean clone by themselves.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
MAKEFLAGS += --no-print-directory

FOLDER ?=
ARGS ?=
WORKERS ?= 2
BIN := .venv/bin

# Tests and checks get a home of their own, which is gone afterwards: never the person's.
define sandboxed
home="$$(mktemp -d "$${TMPDIR:-/tmp}/spinney-home.XXXXXX")"; \
trap 'rm -rf "$$home"' EXIT; \
export HOME="$$home" SPINNEY_HOME="$$home/spinney" QT_QPA_PLATFORM=offscreen; \
unset XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME PYTHONPATH;
endef

.PHONY: help setup setup-test run test pytest bench soak shots lint format typecheck clean

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-10s %s\n", $$1, $$2 }'

setup:
	@packaging/setup.sh

setup-test:
	@packaging/setup.sh test

run: setup ## open the window; FOLDER=path opens a project
	@exec $(BIN)/spinney $(ARGS) $(if $(FOLDER),"$(FOLDER)")

test: setup-test lint typecheck pytest ## everything a release needs: style, types, contracts, tests

pytest: setup-test ## the tests alone; ARGS="tests/core -k name" selects
	@$(sandboxed) $(BIN)/python -m pytest -q -n $(WORKERS) --dist loadfile --max-worker-restart 0 -m "not soak and not bench" $(ARGS)

bench: setup-test ## measurements, as ratios against a baseline of the same run
	@$(sandboxed) $(BIN)/python -m pytest -q -s -m bench --benchmark-disable-gc $(ARGS) tests/bench

soak: setup-test ## the same tests with full counts; takes long
	@$(sandboxed) $(BIN)/python -m pytest -q -m soak --timeout 3600 $(ARGS)

shots: setup-test ## pictures of every view, light, dark and Chinese, in build/shots
	@$(sandboxed) $(BIN)/python -m tests.shots build/shots $(ARGS)

lint: setup-test ## ruff and the import contracts
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/lint-imports

format: setup-test ## put the code in order
	@$(BIN)/ruff check --fix .
	@$(BIN)/ruff format .

typecheck: setup-test ## mypy, strict for core
	@$(BIN)/mypy

clean: ## remove everything that was made here, .venv too
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .benchmarks .import_linter_cache .grimp_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
