#!/usr/bin/env bash
# Everything hostile in its long form: strangers' files and words, kills, faults of the disk and the model, the search for
# bad inputs (FUZZ_SECONDS for each target, 60), the siege. `make test` runs the short form of each but the siege.
. "$(dirname "$0")/lib.sh"

broken=''
part() { # part NAME COMMAND...
  local name=$1
  shift
  say "$name"
  "$@" || broken+=" $name"
}

# What docs/SECURITY.md names is run here: tests/tidy/promises.rs compares the two.
part tests "${cargo[@]}" test --features ssr,fakes --no-fail-fast --lib \
  --test accounts --test admission --test corpus --test flow_research --test history --test hostile_files --test kill --test linear \
  --test llm_http --test mcp --test replay_random --test siege --test store --test store_faults --test tidy
part interface "${cargo[@]}" test --features ssr,fakes --test api -- \
  access bad_input canary deletion desk hostile live markup share signoff tokens trail turns
part fuzz scripts/fuzz.sh "${FUZZ_SECONDS:-60}"
part siege scripts/siege.sh
if [ -n "$broken" ]; then die "failed:$broken"; fi
say "All held"
