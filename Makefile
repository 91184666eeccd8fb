# Every target is a thin door to a script of the same name; `make help` lists them.
# A cargo of your own: CARGO="nice cargo" make test.  Another build folder: CARGO_TARGET_DIR=/tmp/t make test.

.DEFAULT_GOAL := help
.PHONY: book pictures measure help run test test-faults test-postgres fuzz siege build watch core pure e2e lint tidy bench bench-peer setup test-llm test-mcp clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## install what is missing, build the release, serve on http://127.0.0.1:3000
	@scripts/run.sh

test: ## formatting, lints, all tests, the browser; ends with one line of counts
	@scripts/test.sh

test-faults: ## everything hostile in its long form: files, kills, a minute of fuzzing per target, the siege
	@scripts/test-faults.sh

fuzz: ## search for inputs that bring a reader down; ARGS="600 address citation": seconds, targets
	@scripts/fuzz.sh $(ARGS)

siege: ## what others feel while a release server is attacked: a table; LEGALAGI_BINARY=path measures another program
	@scripts/siege.sh

build: ## release build: target/release/legalagi and target/site
	@scripts/build.sh

watch: ## rebuild and reload on every change (installs cargo-leptos on first use)
	@scripts/watch.sh

core: ## tests of the pure core only, in seconds
	@scripts/check.sh core

pure: ## prove that the core compiles without sockets, files or a database
	@scripts/check.sh pure

e2e: ## browser tests; ARGS="-g keyboard --project js" goes to Playwright
	@scripts/build.sh
	@scripts/e2e.sh $(ARGS)

pictures: ## take the pictures of the pages anew after a change that is meant, or compare them: ARGS=--compare
	@scripts/pictures.sh $(ARGS)

lint: ## formatting and clippy, warnings denied
	@scripts/check.sh fmt clippy clippy-page

book: ## run every command of docs/book against the built program; ARGS="tutorials/contract" for one chapter
	@docs/book/check.sh target/release/legalagi $(ARGS)

tidy: ## the layout rules of the code
	@scripts/check.sh tidy

bench: ## benchmarks
	@scripts/check.sh bench

bench-peer: ## the same turns against the seed's own stack: benches/RESULTS.md; ARGS="--sizes 8 --pairs 1" for a short run
	@scripts/bench-peer.sh $(ARGS)

setup: ## install everything that building and testing needs
	@scripts/setup.sh build e2e office postgres book

measure: ## figures over blind sets: counts, never cases (tests/blind/README.md)
	@scripts/check.sh measure

test-llm: ## the tests that talk to a real language model
	@scripts/test-llm.sh

test-postgres: ## the store's suite and several servers on a real PostgreSQL; ROUNDS=200 kills longer
	@scripts/setup.sh postgres
	@LEGALAGI_KILL_ROUNDS=$(or $(ROUNDS),20) scripts/check.sh postgres

test-mcp: ## the official MCP conformance suite in both eras, and the Inspector, against the program
	@scripts/test-mcp.sh

clean: ## delete what was built (keeps .tools and data)
	@scripts/clean.sh
