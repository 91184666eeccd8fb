#!/usr/bin/env bash
# The compiler as scripts/fuzz.sh uses it for our own code: it counts which branches were taken. Without optimisation
# and without a table of places: with both, one module of the whole program is compiled for a quarter of an hour.
exec "$@" -Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=3 \
  -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-trace-compares
