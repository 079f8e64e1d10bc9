# Everything a person does with Hourglass from a clone. Needs python3 (3.11 or newer), make and git.

PORT ?= 8000
PART ?= deckcheck.construction
MINUTES ?= 10
PY := .venv/bin/python
# Tests of the packages that know no database: one pass proves them.
PURE := tests/organizer/pairing tests/organizer/standings tests/deckcheck/cards tests/deckcheck/lists \
  tests/deckcheck/construction tests/gameplay/engine tests/gameplay/games
RUN_TESTS := $(PY) -m pytest -n 2 --dist worksteal

.PHONY: help setup setup-demo demo test bench mutate check lock clean

help:
	@echo "make demo    a running site with data in it, on http://localhost:$(PORT)"
	@echo "make test    the whole suite, on SQLite and on PostgreSQL"
	@echo "make check   style, types, layers, settings, migrations"
	@echo "make bench   the measurements"
	@echo "make mutate  break the rules one by one: does a test notice? PART=$(PART) MINUTES=$(MINUTES)"
	@echo "             also PART=gameplay.engine, PART=gameplay.games.hope_cardgame: then as long again for its chapters"
	@echo "make lock    resolve the dependencies anew    make setup    only install    make clean"

setup:
	@tools/setup.sh dev

setup-demo:
	@tools/setup.sh demo

demo: setup-demo
	@$(PY) -m config.demo --port $(PORT)

# Both passes run, whatever the first one finds; either fails the target.
test: setup
	@status=0; \
	echo "== SQLite, without Redis: as the demo runs"; \
	$(PY) -m tests.services --embedded $(RUN_TESTS) -m "not postgres and not browser" || status=1; \
	echo "== PostgreSQL and Redis: as production runs (without the pure packages, which the first pass proved)"; \
	$(PY) -m tests.services $(RUN_TESTS) -m "not sqlite" $(PURE:%=--ignore=%) || status=1; \
	exit $$status

bench: setup
	@for script in bench/*.py; do echo "== $$script"; $(PY) -m "bench.$$(basename "$$script" .py)" || exit 1; done

# Goes on where it stopped; what no test noticed is listed at the end, "mutmut show NAME" shows it. Tests of other
# packages prove nothing about this one. Of games, the rules that mutmut leaves out follow (tools/mutate_rules.py).
OTHERS = $(filter-out $(firstword $(subst ., ,$(PART))),deckcheck organizer gameplay)

mutate: setup
	-@PYTEST_ADDOPTS="$(OTHERS:%=--deselect=tests/%)" timeout --signal=INT $$(( $(MINUTES) * 60 )) \
	  .venv/bin/mutmut run --max-children 2 "$(PART).*"
	@.venv/bin/mutmut results | grep -v "not checked" || echo "nothing survived"
	@case "$(PART)" in gameplay.games.*) $(PY) -u tools/mutate_rules.py $(PART) --minutes $(MINUTES);; esac

check: setup
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy
	.venv/bin/lint-imports
	$(PY) manage.py makemigrations --check --dry-run
	SITE_URL=https://hourglass.example.org $(PY) manage.py check --deploy --fail-level WARNING
	$(PY) tools/check_files.py

lock: setup
	.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --upgrade --output-file requirements.txt requirements.in
	.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate \
	  --upgrade --output-file requirements-dev.txt requirements-dev.in

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache test-artifacts mutants
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
