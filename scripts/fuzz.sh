#!/usr/bin/env bash
# fuzz.sh [SECONDS [TARGET...]]: searches each target of tests/fuzz/targets.rs for so long (60 s), guided by coverage.
# What brings a reader down stays in tests/fuzz/TARGET/ and is read again in every `make test` (docs/adr/0027-fuzzing.md).
. "$(dirname "$0")/lib.sh"

seconds=${1:-60}
shift || :
all=(reply patch prompt address citation quantity html markdown plain replay docx pdf pack mcp)
[ $# -gt 0 ] && all=("$@")

say "Building what is searched"
# Coverage is counted in our own code alone, so what it stands on is not built again. Stable Rust is enough.
RUSTC_WORKSPACE_WRAPPER=$root/scripts/fuzz-rustc.sh CARGO_INCREMENTAL=0 \
  "${cargo[@]}" build --features fuzz --example fuzz
program=$target/debug/examples/fuzz

found=0
for name in "${all[@]}"; do
  say "$name, $seconds seconds"
  work=$target/fuzz/$name
  mkdir -p "$work/corpus" "$work/found"
  # The kept inputs come first and are not written to; what is new stands in the build folder.
  LEGALAGI_FUZZ=$name RUST_BACKTRACE=0 "$program" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2048 \
    -max_len=4096 -use_value_profile=1 -artifact_prefix="$work/found/" "$work/corpus" "tests/fuzz/$name" \
    >"$work/log" 2>&1 </dev/null || true
  grep -E '^Done |^#[0-9]+.DONE' "$work/log" | tail -1 || true
  if [ -n "$(ls -A "$work/found")" ]; then
    found=$((found + 1))
    grep -aE 'panicked at|ERROR:' "$work/log" | head -3 || true
    # slow-unit is a warning of the tool, no finding.
    for input in "$work"/found/*; do
      case $(basename "$input") in
        slow-unit-*) rm "$input" ;;
        *) mv "$input" "tests/fuzz/$name/found-$(basename "$input" | cut -c1-24)" ;;
      esac
    done
  fi
done
if [ -n "$(git status --porcelain tests/fuzz 2>/dev/null | grep found- || true)" ]; then
  git status --porcelain tests/fuzz | grep found-
  die "inputs were found: they are in tests/fuzz now; mend the readers"
fi
say "nothing found"
