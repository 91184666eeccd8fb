#!/usr/bin/env bash
# The compiler as scripts/fuzz.sh uses it for our own code: it counts which branches were taken, and it is fast.
exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
  -Cllvm-args=-sanitizer-coverage-trace-compares -Copt-level=1 -Ccodegen-units=1 -Cdebug-assertions=yes
