#!/usr/bin/env bash
# Takes the pictures of the pages anew (end2end/pictures), after a change of how they look that is meant. Look at each
# one that `git status` names before you commit it. Arguments go to Playwright: `pictures.sh -g "style guide"`.
# `--compare` takes none and compares with those that are accepted.
. "$(dirname "$0")/lib.sh"

if [ -z "${LEGALAGI_E2E_BINARY:-}" ]; then
  # The program of the tests: what `make test` compares.
  scripts/build.sh page
  say "Building the program of the tests"
  "${cargo[@]}" build --features ssr,fakes --bin legalagi
  export LEGALAGI_E2E_BINARY=$target/debug/legalagi
fi
if [ "${1:-}" = --compare ]; then
  shift
  export LEGALAGI_E2E_COMPARE=1
  exec scripts/e2e.sh pictures --project js "$@"
fi
export LEGALAGI_E2E_PICTURES=1
scripts/e2e.sh pictures --project js --update-snapshots=changed "$@"
node scripts/pictures.mjs end2end/pictures
