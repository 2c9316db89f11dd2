# Two commands do everything: `make report` and `make test`. Both set up what they need.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
BENCH := .venv-bench

.DEFAULT_GOAL := help
.PHONY: help dist docs report ledger schema test lint breaks mutate bench results attacks aged clean

help:
	@echo "make report   set up, verify the paper, write reports/index.html"
	@echo "make test     set up, lint, run the tests and the checks"
	@echo "make ledger   write reports/LEDGER.md, the claims with their registered verdicts"
	@echo "make schema   write theorytest/runs/record.schema.json from the classes of a record"
	@echo "make lint     ruff and mypy"
	@echo "make breaks   put errors into the laboratory one by one; writes reports/BREAKS.md, which claims notice"
	@echo "make mutate   put bugs into judge and laboratory one by one: do their tests notice? (ten minutes; ALL=--all for all)"
	@echo "make bench    speed: ratios side by side, growth, limits; writes reports/benchmarks.html"
	@echo "make results  the same, and keep the numbers in benchmarks/RESULTS.md"
	@echo "make attacks  which false sentences, mutants and dropped hypotheses a blind attack finds; writes benchmarks/*.md"
	@echo "make aged     how many rows of these tables are of today's ledger, and which are not"
	@echo "make docs     the documentation as pages, with the reports of the examples, in build/docs"
	@echo "make dist     build the wheel and the source archive into dist/"
	@echo "make clean    remove everything that is generated"

define SUPPORTED
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:2] <= (3, 13))' || \
	    { echo "theorytest needs Python 3.11 to 3.13, but $(PYTHON) is `$(PYTHON) --version 2>&1`: use make PYTHON=python3.x"; exit 2; }
endef

# The stamp is written last, so an interrupted installation is done again.
$(READY): pyproject.toml constraints.txt
	$(SUPPORTED)
	$(PYTHON) -m venv --clear .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[test]'
	@touch $@

# The page is written whatever the verdicts are; the exit code is that of the verification.
report: $(READY)
	@$(BIN)/theorytest verify --mutants --json reports/record.json; code=$$?; \
	    case $$code in 0|1|3) $(BIN)/theorytest illustrate --output reports; $(BIN)/theorytest atlas --record reports/atlas.json --output reports/atlas > /dev/null; \
	        $(BIN)/theorytest report --record reports/record.json --output reports --against reports/baseline.json;; esac; \
	    exit $$code

# Whole or not at all; what is registered is what a run must find, so that the ledger needs no run.
ledger: $(READY)
	@$(BIN)/theorytest list --markdown > reports/.LEDGER.md && mv reports/.LEDGER.md reports/LEDGER.md && echo reports/LEDGER.md

# The classes of a record are its format; a test fails when the schema is stale.
schema: $(READY)
	@$(BIN)/python -c 'import json; from theorytest.runs.record import schema; print(json.dumps(schema(), indent=1, sort_keys=True))' > theorytest/runs/record.schema.json

test: lint
	$(BIN)/python -m pytest tests -n logical --dist worksteal
	$(BIN)/python -m pytest checks --mutants -n logical --dist worksteal

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The page is written whatever is found; the exit code is 1 where a break, or a claim that calls the laboratory, is missed.
breaks: $(READY)
	$(BIN)/python -m breaks --output reports/BREAKS.md

# A random sample, so that it ends in ten minutes; `make mutate ALL='--all --output reports/MUTATIONS.md'` runs all of them.
mutate: $(READY)
	$(BIN)/python -m mutations $(ALL)

bench: $(BENCH)/.ready
	$(BENCH)/bin/python benchmarks/bench.py

# The same, kept as benchmarks/RESULTS.md: on a quiet machine, after `make report` for the part about the whole suite.
results: $(BENCH)/.ready
	$(BENCH)/bin/python benchmarks/bench.py --results benchmarks/RESULTS.md

# Only rows that today's ledger or search would make otherwise; two hours on one core for all of them. Nothing is asserted.
attacks: $(READY)
	$(BIN)/python benchmarks/recall.py --output benchmarks/RECALL.md
	$(BIN)/python benchmarks/power.py --output benchmarks/POWER.md
	$(BIN)/python benchmarks/needed.py --output benchmarks/NEEDED.md --data reports/needed.json
	$(BIN)/python benchmarks/unsearched.py --output benchmarks/UNSEARCHED.md

# A minute; which rows of these tables are older than the ledger.
aged: $(READY)
	$(BIN)/python benchmarks/aged.py

# Without dppy or JAX the benchmarks still run and say what is missing; no stamp then: the next call tries again.
$(BENCH)/.ready: pyproject.toml constraints.txt benchmarks/requirements.txt
	$(SUPPORTED)
	$(PYTHON) -m venv --clear $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[fast]'
	@all=yes; for package in `grep -v '^#' benchmarks/requirements.txt`; do \
	    $(BENCH)/bin/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt $$package || \
	    { all=no; echo "$$package could not be installed: its rows will be missing"; }; \
	done; test $$all = no || touch $@

docs: $(READY)
	$(BIN)/python docs/build.py

# What is released: the tests install the same wheel in an empty folder and use it there.
dist: $(READY)
	$(BIN)/python -m hatchling build -d dist

clean:
	rm -rf .venv $(BENCH) .theorytest build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -rf reports/pages reports/atlas
	rm -f reports/index.html reports/referee.md reports/report.json reports/record.json reports/record*.npz reports/illustrations.json reports/benchmarks.html
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
