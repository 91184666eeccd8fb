#!/usr/bin/env bash
# Everything, in order, to the end even when a part fails. The last line counts: a test is one, and so is each
# check without tests of its own (formatting, clippy, pure, build).
. "$(dirname "$0")/lib.sh"

# What speeds the second build of an edit only costs room and time here.
export CARGO_INCREMENTAL=${CARGO_INCREMENTAL:-0}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0 broken=''
started=$SECONDS

count_failure() { failed=$((failed + 1)); broken+=" $1"; }
check() { # check NAME COMMAND...
  local name=$1
  shift
  if "$@"; then passed=$((passed + 1)); else count_failure "$name"; return 1; fi
}

# Adds up cargo's `test result:` lines. A run that fails without a failed test did not compile, or died: one failure.
# A test that could not run here ends without failing: it names itself in a list (tests/skip) and counts as skipped.
cargo_tests() {
  local ok=1 bad told
  : >"$work/skipped"
  LEGALAGI_SKIPPED=$work/skipped scripts/check.sh tests 2>&1 | tee "$work/cargo.log" || ok=0
  read -r p bad s < <(sed $'s/\033\\[[0-9;]*m//g' "$work/cargo.log" |
    awk '/^test result:/ { p += $4; f += $6; s += $8 } END { print p + 0, f + 0, s + 0 }')
  told=$(sort -u "$work/skipped" | grep -c . || :)
  passed=$((passed + p - told)) failed=$((failed + bad)) skipped=$((skipped + s + told))
  if [ "$told" -gt 0 ]; then say "Skipped:"; sort -u "$work/skipped"; fi
  if [ "$bad" -gt 0 ]; then broken+=" tests"; elif [ $ok = 0 ]; then count_failure tests; fi
}

browser_tests() {
  local ok=1 bad
  LEGALAGI_E2E_BINARY=$target/debug/legalagi LEGALAGI_E2E_JSON=$work/e2e.json scripts/e2e.sh || ok=0
  read -r p bad s < <(node -e '
    let s = {}; try { s = JSON.parse(require("fs").readFileSync(process.argv[1])).stats } catch {}
    console.log(s.expected ?? 0, (s.unexpected ?? 0) + (s.flaky ?? 0), s.skipped ?? 0)' "$work/e2e.json")
  passed=$((passed + p)) failed=$((failed + bad)) skipped=$((skipped + s))
  if [ "$bad" -gt 0 ]; then broken+=" e2e"; elif [ $ok = 0 ]; then count_failure e2e; fi
}

if scripts/setup.sh build e2e office postgres book; then :; else count_failure setup; fi
check fmt scripts/check.sh fmt || :
check clippy scripts/check.sh clippy || :
check clippy-page scripts/check.sh clippy-page || :
check pure scripts/check.sh pure || :
cargo_tests
# The page as it is shipped, before the program of the tests: a release of the server beside it would take a quarter of
# an hour more and answer the same (`make build`, `make e2e`).
if check build scripts/build.sh page && [ -x "$target/debug/legalagi" ]; then
  browser_tests
  # The book's own commands, against the same program.
  if have curl && have jq; then
    check book docs/book/check.sh "$target/debug/legalagi" || :
  else
    say "Book: skipped, curl and jq are needed"
    skipped=$((skipped + 1))
  fi
else
  say "Browser tests and book: not run, there is no build"
fi

say "$((SECONDS - started)) seconds${broken:+; failed:$broken}"
line="$passed passed, $failed failed"
if [ $skipped -gt 0 ]; then line+=", $skipped skipped"; fi
echo "$line"
[ $failed = 0 ]
