# Everything sets itself up: `make play` and `make test` work on a fresh machine with Python 3.11 or later.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src/sortilege -type f -not -name '*.pyc') setup.py pyproject.toml
WANTED = import sys, tomllib; extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]; \
	print("\n".join(each for extra in sys.argv[1:] for each in extras[extra]))
APT := $(shell test "$$(id -u)" = 0 && echo DEBIAN_FRONTEND=noninteractive apt-get || echo sudo DEBIAN_FRONTEND=noninteractive apt-get) -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3

.PHONY: play test test-compiled test-interpreted check bench golden browser load crash strength clean

play: .venv/installed
	$(BIN)/sortilege

.venv/tools: pyproject.toml
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --upgrade pip "setuptools>=77" wheel "mypy>=2.4,<3" "librt>=0.16,<1"
	touch $@

.venv/installed: .venv/tools $(SOURCES)
	$(BIN)/pip install --quiet --no-build-isolation .
	touch $@

.venv/wanted-%: pyproject.toml .venv/tools
	$(BIN)/python -c '$(WANTED)' $* > $@.txt
	$(BIN)/pip install --quiet --requirement $@.txt
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

bench: .venv/developer .venv/wanted-bench
	$(BIN)/python benchmarks/bench.py

load: .venv/developer
	$(BIN)/python tests/load/load.py

crash: .venv/developer
	SORTILEGE_KILLS=60 $(BIN)/pytest -q tests/table/test_crash.py

strength: .venv/developer
	$(BIN)/sortilege arena --all-levels --out reports/strength

clean:
	rm -rf .venv build dist artefacts reports *.egg-info src/*.egg-info
