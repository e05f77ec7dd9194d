# Everything sets itself up: `make play` and `make test` work on a fresh machine with Python 3.11 or later.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/pip install --quiet --no-compile --disable-pip-version-check
SOURCES := $(shell find src/sortilege -type f -not -name '*.pyc') setup.py pyproject.toml
WANTED = import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	extras = {**project["optional-dependencies"], "always": project["dependencies"]}; \
	print("\n".join(each for extra in sys.argv[1:] for each in extras[extra]))
BEFORE ?= $(shell git describe --tags --abbrev=0 2>/dev/null || echo fc09ca9)
OTHER = build/before/$(shell git rev-parse --short $(BEFORE))
APT := $(shell test "$$(id -u)" = 0 && echo DEBIAN_FRONTEND=noninteractive apt-get || echo sudo DEBIAN_FRONTEND=noninteractive apt-get) -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3

.PHONY: play test test-compiled test-interpreted check bench before wheel golden browser load crash strength clean

play: .venv/installed
	$(BIN)/sortilege

.venv/tools: pyproject.toml
	$(PYTHON) -m venv .venv
	$(PIP) "setuptools>=77" wheel "mypy>=2.4,<3" "librt>=0.16,<1"
	touch $@

# The rules compile while all else is fetched; then there is nothing left to compile. A failure is told by the second.
.venv/installed: .venv/tools $(SOURCES)
	$(BIN)/python setup.py --quiet build_ext >/dev/null 2>&1 & $(MAKE) --no-print-directory .venv/wanted-always; wait
	$(PIP) --no-build-isolation .
	@cat .venv/lib/python*/site-packages/sortilege/uncompiled.txt 2>/dev/null || true
	touch $@

.venv/wanted-%: pyproject.toml .venv/tools
	$(BIN)/python -c '$(WANTED)' $* > $@.txt
	$(PIP) --requirement $@.txt
	touch $@

.venv/developer: .venv/installed .venv/wanted-dev .venv/wanted-arena
	touch $@

browser:
	@command -v chromium >/dev/null || ($(APT) update -qq && $(APT) install -y -qq chromium)

check: .venv/developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

test: test-compiled test-interpreted

test-compiled: .venv/developer browser
	$(BIN)/pytest -q -n 2 tests

test-interpreted: .venv/developer
	PYTHONPATH=src SORTILEGE_INTERPRETED=1 $(BIN)/pytest -q -n 2 tests/engine tests/games

golden: .venv/developer
	$(BIN)/python tests/kit.py

# Beside others, and beside a version before: `make bench BEFORE=COMMIT`.
bench: .venv/developer .venv/wanted-bench before
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/beside.py --before $(OTHER)/.venv/bin/python --now $(BIN)/python

before:
	test -e $(OTHER)/.venv/installed || (mkdir -p $(OTHER) && git archive $(BEFORE) | tar -x -C $(OTHER))
	test -e $(OTHER)/.venv/installed || $(MAKE) -C $(OTHER) .venv/installed

wheel: .venv/tools
	rm -rf dist
	$(BIN)/pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .
	$(BIN)/python tests/install/smoke.py dist/*.whl

load: .venv/developer
	$(BIN)/python tests/load/load.py

crash: .venv/developer
	SORTILEGE_KILLS=60 $(BIN)/pytest -q tests/table/test_crash.py

strength: .venv/developer
	$(BIN)/sortilege arena --all-levels

clean:
	rm -rf .venv build dist artefacts reports *.egg-info src/*.egg-info
	find src -name '*.so' -delete
