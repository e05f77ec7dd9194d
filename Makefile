# Everything sets itself up: `make play` and `make test` work on a fresh machine with Python 3.11 or later.
PYTHON ?= python3
BIN := .venv/bin
SOURCES := $(shell find src/sortilege -type f -not -name '*.pyc') setup.py pyproject.toml
CONSTRAINTS := .venv/constraints.txt
QUIETLY := install --quiet --no-compile --disable-pip-version-check --constraint $(CONSTRAINTS)
INSTALL := $(BIN)/pip $(QUIETLY)
TOOLS := pip "setuptools>=77" wheel "mypy>=2.4,<3" "librt>=0.16,<1"
# More at a time than there are cores: many wait for a clock, a browser or a database.
PYTEST := $(BIN)/pytest -q -n 4 --dist worksteal
INTERPRETED := PYTHONPATH=src SORTILEGE_INTERPRETED=1
# What is drawn and written of a game is the same however the rules run.
SHOWN = $(addsuffix .py,$(addprefix engine/test_,art content_files help panels) $(addprefix games/test_,drawings guides lessons sentences))
TESTS ?= tests/engine tests/games tests/terminal
WANTED = import sys, tomllib; project = tomllib.load(open("pyproject.toml", "rb"))["project"]; \
	print("\n".join(project["dependencies"] + project["optional-dependencies"].get(sys.argv[1], [])))
BEFORE ?= $(shell git describe --tags --abbrev=0 2>/dev/null || echo fc09ca9)
OTHER = build/before/$(shell git rev-parse --short $(BEFORE))
APT := $(shell test "$$(id -u)" = 0 && echo DEBIAN_FRONTEND=noninteractive apt-get || echo sudo DEBIAN_FRONTEND=noninteractive apt-get) -o DPkg::Lock::Timeout=600 -o Acquire::Retries=3

# Else each of the many processes would compile all libraries anew.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: play test test-compiled test-interpreted test-orders quick smoke check hooks lock locked bench first before wheel golden browser postgres nginx look load boardgame.io nodes cluster crash attack soak fuzz envs strength calibration clean

play: .venv/installed
	$(BIN)/sortilege

.venv/constraints.txt: requirements.lock
	mkdir -p .venv
	grep == $< | tr -d '\\' > $@

# By the pip that there is: to set up one of its own first takes as long as all tools. Where there is none, by that.
.venv/tools: pyproject.toml .venv/constraints.txt
	$(PYTHON) -m venv --without-pip .venv
	$(PYTHON) -m pip --python $(BIN)/python $(QUIETLY) $(TOOLS) 2>/dev/null || ($(PYTHON) -m venv .venv && $(INSTALL) $(TOOLS))
	touch $@

# The rules are compiled and packed while all else is fetched.
.venv/installed: .venv/tools $(SOURCES)
	rm -rf build/wheel && mkdir -p build/wheel
	$(BIN)/python setup.py --quiet bdist_wheel --dist-dir build/wheel >build/wheel/said.txt 2>&1 & \
		$(MAKE) --no-print-directory .venv/wanted-always && wait $$! || (cat build/wheel/said.txt >&2; false)
	$(INSTALL) --no-deps --force-reinstall build/wheel/*.whl
	@cat .venv/lib/python*/site-packages/sortilege/uncompiled.txt 2>/dev/null || true
	touch $@

.venv/wanted-%: pyproject.toml .venv/tools
	$(BIN)/python -c '$(WANTED)' $* > $@.txt
	$(INSTALL) --requirement $@.txt
	touch $@

.venv/libraries: .venv/wanted-dev .venv/wanted-arena .venv/wanted-envs
	touch $@

.venv/developer: .venv/installed .venv/libraries
	touch $@

browser:
	@{ command -v chromium-headless-shell || command -v chromium; } >/dev/null && command -v rsvg-convert >/dev/null || \
		{ $(APT) update -qq && { $(APT) install -y -qq chromium-headless-shell librsvg2-bin || \
		$(APT) install -y -qq chromium librsvg2-bin; }; }

postgres:
	@test -n "$$(ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null)" || command -v initdb >/dev/null || \
		($(APT) update -qq && $(APT) install -y -qq --no-install-recommends postgresql)

nginx:
	@command -v nginx >/dev/null || ($(APT) update -qq && $(APT) install -y -qq --no-install-recommends nginx-light)

check: .venv/libraries
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	PYTHONPATH=src $(BIN)/lint-imports

# Both halves side by side, for one often waits. What the compiled one says is shown at once (+), the other's at its end.
test: .venv/developer .venv/wanted-cluster browser postgres
	@$(MAKE) --no-print-directory -j 2 --output-sync=target test-compiled test-interpreted

test-compiled: .venv/developer .venv/wanted-cluster browser postgres
	+$(PYTEST) tests

test-interpreted: .venv/libraries
	$(INTERPRETED) $(PYTEST) tests/engine tests/games $(addprefix --ignore=tests/,$(SHOWN))

test-orders: .venv/developer browser postgres
	for seed in 1 2 3; do $(PYTEST) --shuffle $$seed tests || exit 1; done
	$(BIN)/pytest -q tests

quick: .venv/libraries
	$(INTERPRETED) $(PYTEST) $(TESTS)

smoke: .venv/developer
	$(BIN)/sortilege games
	$(BIN)/sortilege simulate wizard_dice --games 20 --bots greedy,random
	$(PYTEST) tests/engine tests/terminal tests/test_project.py

hooks: .venv/libraries
	$(BIN)/pre-commit install --hook-type pre-commit --hook-type commit-msg

lock: .venv/tools
	$(BIN)/pip install --quiet "uv>=0.9,<1"
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --generate-hashes --no-annotate \
		--custom-compile-command "make lock" pyproject.toml -o requirements.lock

locked: .venv/tools
	$(BIN)/pip install --quiet --require-hashes --requirement requirements.lock

golden: .venv/developer
	$(BIN)/python tests/kit.py

# Beside others, and beside a version before: `make bench BEFORE=COMMIT`.
bench: .venv/developer .venv/wanted-bench before
	$(BIN)/python benchmarks/bench.py
	$(BIN)/python benchmarks/envs.py
	$(BIN)/python benchmarks/beside.py --before $(OTHER)/.venv/bin/python --now $(BIN)/python

# How long the first start takes, beside a version before: `make first BEFORE=COMMIT`.
first:
	$(PYTHON) benchmarks/first.py --before $(BEFORE)

before:
	test -e $(OTHER)/.venv/installed || (mkdir -p $(OTHER) && git archive $(BEFORE) | tar -x -C $(OTHER))
	test -e $(OTHER)/.venv/installed || $(MAKE) -C $(OTHER) .venv/installed

wheel: .venv/tools
	rm -rf dist
	$(BIN)/pip wheel --quiet --no-build-isolation --no-deps --wheel-dir dist .
	$(BIN)/python tests/install/smoke.py dist/*.whl

# Whole games at four widths, by day and night; first pages; what drawing costs beside the one picture of before; then all browser tests.
look: .venv/developer browser
	$(BIN)/python tests/look.py $(GAMES)
	$(BIN)/python tests/look.py first $(GAMES)
	$(MAKE) before BEFORE=fc09ca9
	$(BIN)/python benchmarks/drawing.py --before build/before/fc09ca9/$(BIN)/python --now $(BIN)/python
	$(PYTEST) --long tests/browser

# `make load LOAD="--nodes 2 --spread random"`: the same over two nodes and PostgreSQL. `make load LOAD="--beside
# build/before/COMMIT/.venv/bin/python"`: beside the version that `make before BEFORE=COMMIT` has built.
load: .venv/developer
	$(BIN)/python tests/load/load.py $(LOAD)

# Another server of board games, to measure beside: `make load LOAD="--beside boardgame.io"`.
boardgame.io:
	@command -v npm >/dev/null || ($(APT) update -qq && $(APT) install -y -qq npm)
	mkdir -p build/boardgame.io
	npm install --prefix build/boardgame.io --silent --no-audit --no-fund boardgame.io@0.50.2 node-persist@3 socket.io-client@4

# Nodes, workers and the database killed, cut off and set wrong under load; what held, with this machine's figures.
nodes: .venv/developer postgres nginx
	$(if $(NODES),,-$(MAKE) before boardgame.io BEFORE=fc09ca9)
	$(BIN)/python tests/nodes/nodes.py $(NODES)

# PostgreSQL, two nodes, two workers and nginx on this machine, in the browser.
cluster: .venv/installed .venv/wanted-postgres .venv/wanted-dev postgres nginx
	$(BIN)/python tests/nodes/here.py

crash: .venv/developer
	SORTILEGE_KILLS=60 $(BIN)/pytest -q tests/table/test_crash.py

# What was tried against the house, and what held.
attack: .venv/developer postgres
	$(BIN)/python tests/attack/attack.py

# Everything at once for as long as it is told: `make soak SECONDS=3600`.
soak: .venv/developer
	$(BIN)/python tests/attack/soak.py --seconds $(or $(SECONDS),600)

fuzz: .venv/developer
	$(BIN)/python tests/conformance/fuzz.py $(GAMES)
	$(PYTEST) --long tests/engine/test_fields.py

# The suites of Gymnasium, PettingZoo and OpenSpiel for every game, number of seats and option.
envs: .venv/developer
	$(PYTEST) --long tests/envs

strength: .venv/developer
	$(BIN)/sortilege arena --all-levels --out reports/strength

calibration: .venv/developer
	$(BIN)/sortilege study aeydor --calibration --games 400 --seed 16 --out docs/calibration
	$(BIN)/sortilege study lizard_wizard --calibration --games 300 --seed 1811 --out docs/calibration
	$(BIN)/sortilege study true_wizard --calibration --games 200 --seed 22 --out docs/calibration
	$(BIN)/sortilege study wizard_wars --calibration --games 400 --seed 1 --out docs/calibration
	$(PYTEST) --long tests/arena/test_calibration.py

clean:
	rm -rf .venv build dist artefacts reports *.egg-info src/*.egg-info
	find src -name '*.so' -delete
