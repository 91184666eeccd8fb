#!/usr/bin/env bash
# fuzz.sh [SECONDS [TARGET...]]: searches each target of tests/fuzz/targets.rs for so long (60 s), guided by coverage.
# What brings a reader down stays in tests/fuzz/TARGET/ and is read again in every `make test` (docs/adr/0027-fuzzing.md).
# A target that was not searched at all fails the script as a finding does. FUZZ_PROGRAM: a program that is built already.
. "$(dirname "$0")/lib.sh"

seconds=${1:-60}
shift || :
all=(reply patch prompt address citation quantity html markdown plain replay docx pdf pack mcp)
[ $# -gt 0 ] && all=("$@")

program=${FUZZ_PROGRAM:-}
if [ -z "$program" ]; then
  say "Building what is searched"
  # Coverage is counted in our own code alone, so what it stands on is not built again. Stable Rust is enough.
  RUSTC_WORKSPACE_WRAPPER=$root/scripts/fuzz-rustc.sh CARGO_INCREMENTAL=0 \
    "${cargo[@]}" build --features fuzz --example fuzz
  program=$target/debug/examples/fuzz
fi
[ -x "$program" ] || die "there is no program $program"

found='' silent=''
for name in "${all[@]}"; do
  say "$name, $seconds seconds"
  [ -d "tests/fuzz/$name" ] || die "there is no target $name"
  work=$target/fuzz/$name
  mkdir -p "$work/corpus" "$work/found"
  # The kept inputs come first and are not written to; what is new stands in the build folder.
  ended=0
  LEGALAGI_FUZZ=$name RUST_BACKTRACE=0 "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -max_len=4096 -use_value_profile=1 -artifact_prefix="$work/found/" "$work/corpus" "tests/fuzz/$name" \
    >"$work/log" 2>&1 </dev/null || ended=$?
  inputs=0
  for input in "$work"/found/*; do
    case $(basename "$input") in
      '*') ;;
      # A warning of the tool, no finding.
      slow-unit-*) rm "$input" ;;
      *)
        inputs=$((inputs + 1))
        mv "$input" "tests/fuzz/$name/found-$(basename "$input" | cut -c1-24)"
        ;;
    esac
  done
  runs=$(sed -nE 's/^Done ([0-9]+) runs in .*/\1/p' "$work/log" | tail -1)
  if [ "$inputs" -gt 0 ]; then
    found+=" $name"
    grep -aE 'panicked at|ERROR:' "$work/log" | head -3 || true
  elif [ "$ended" != 0 ] || [ "${runs:-0}" -eq 0 ]; then
    # It did not start, it died without an input, or it ended before it had read one.
    silent+=" $name"
    tail -3 "$work/log"
  else
    echo "$runs runs"
  fi
done
if [ -n "$found" ]; then die "inputs were found for$found: they are in tests/fuzz now; mend the readers"; fi
if [ -n "$silent" ]; then die "not searched:$silent"; fi
say "nothing found"
