# make            the list of targets
# A fresh machine needs Python 3.11 or newer, make and git; every target sets up the rest in .venv by itself.

PYTHON ?= python3
BIN    := .venv/bin
WS     ?=
PORT   ?=

# These hold figures, so they are committed with their outputs, and a test run compares them.
MEASURING := 01_ledger.ipynb 02_evidence.ipynb 03_classify_pilot.ipynb 06_pilot_report.ipynb 08_interval_coverage.ipynb
# This one counts over the measuring cases, and says so where R11_CASES names none.
MEASURING_CASES := 09_operating_point.ipynb

.DEFAULT_GOAL := help
.PHONY: help setup pilot test test-style test-code test-notebooks lab review check nightly bench mutate sample notebooks lock clean

help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: .venv/ready ## the environment in .venv, exactly as locked

.venv/ready: requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "r11 needs Python 3.11 or newer; say for example: make PYTHON=python3.12 setup")'
	@test -x .venv-tools/bin/python || $(PYTHON) -m venv .venv-tools || \
		{ echo "Python has no venv here; on Debian and Ubuntu: apt-get install python3-venv"; rm -rf .venv-tools; exit 1; }
	@.venv-tools/bin/python -m pip install --quiet --disable-pip-version-check uv
	@.venv-tools/bin/uv venv --quiet --allow-existing --python $$($(PYTHON) -c 'import sys; print(sys.executable)') .venv
	@.venv-tools/bin/uv pip sync --quiet --python .venv --compile-bytecode --require-hashes requirements.lock
	@.venv-tools/bin/uv pip install --quiet --python .venv --no-deps --no-build-isolation -e .
	@touch $@

pilot: .venv/ready ## the main job: the pilot's four numbers and a report (WS=folder for your own workspace)
	@$(BIN)/r11 pilot $(WS)

test: .venv/ready ## all tests, notebooks and browser included; every step runs, whichever failed before it
	@$(MAKE) --no-print-directory --keep-going test-style test-code test-notebooks

test-style: .venv/ready
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo "run: $(BIN)/ruff format"; exit 1; }
	@$(BIN)/mypy --no-error-summary r11
	@$(BIN)/lint-imports --no-logo --no-cache > /dev/null || $(BIN)/lint-imports

test-code: .venv/ready
	@status=0; $(BIN)/pytest -n auto --maxprocesses 8 --dist loadfile -m "not browser" tests || status=1; \
		$(BIN)/pytest -m browser tests || status=1; exit $$status

test-notebooks: .venv/ready
	@$(BIN)/pytest --nbval --nbval-current-env --nbval-cell-timeout 300 --nbval-sanitize-with tests/nbval_sanitize.cfg \
		$(addprefix notebooks/,$(MEASURING) $(if $(R11_CASES),$(MEASURING_CASES)))

lab: .venv/ready ## JupyterLab on the notebooks (PORT=8888)
	@$(BIN)/r11 lab $(WS) $(if $(PORT),--port $(PORT))

review: .venv/ready ## the review panel in a browser, without notebooks around it (PORT=8866)
	@$(BIN)/r11 review $(WS) $(if $(PORT),--port $(PORT))

check: .venv/ready ## all problems of the ledger and its corpus at once
	@$(BIN)/r11 check $(if $(WS),--workspace $(WS))

nightly: .venv/ready ## the long forms of the property and fault-injection tests
	@$(BIN)/pytest -m nightly tests

bench: .venv/ready ## the benchmarks, each beside a peer in the same run
	@status=0; for script in tests/benchmarks/bench_*.py; do echo "== $$script"; $(BIN)/python $$script || status=1; done; \
		exit $$status

mutate: .venv/ready ## mutation test of the trusted checker: no survivor is accepted
	@$(BIN)/python tests/mutation/run.py

sample: .venv/ready ## make the synthetic sample again (a test demands that this changes nothing)
	@$(BIN)/python data/make_sample.py

notebooks: .venv/ready ## run the measuring notebooks again and keep their outputs (on a clean copy of the sample)
	@$(BIN)/python notebooks/rerun.py $(MEASURING) $(if $(R11_CASES),$(MEASURING_CASES))

lock: ## resolve the lock again from pyproject.toml (hashes, no index address)
	@.venv-tools/bin/uv pip compile pyproject.toml --group dev --universal --generate-hashes \
		--no-emit-index-url --no-header --python-version 3.11 --quiet --output-file requirements.lock

clean: ## remove the environment and what tools left behind
	rm -rf .venv .venv-tools .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
