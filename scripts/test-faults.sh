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

part tests "${cargo[@]}" test --features ssr,fakes --no-fail-fast \
  --test admission --test hostile_files --test kill --test linear --test store --test store_faults \
  --test llm_http --test replay_random --test tidy
part interface "${cargo[@]}" test --features ssr,fakes --test api -- \
  access bad_input canary deletion hostile live markup share turns
part fuzz scripts/fuzz.sh "${FUZZ_SECONDS:-60}"
part siege scripts/siege.sh
if [ -n "$broken" ]; then die "failed:$broken"; fi
say "All held"
