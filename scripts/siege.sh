#!/usr/bin/env bash
# What others feel while a server is attacked (tests/siege.rs): minutes, on a machine with nothing else to do.
# LEGALAGI_BINARY=path siege.sh measures that program; else a release build of the server is made first.
. "$(dirname "$0")/lib.sh"

if [ -z "${LEGALAGI_BINARY:-}" ]; then
  say "Release build of the server"
  "${cargo[@]}" build --release --features ssr --bin legalagi
  export LEGALAGI_BINARY=$target/release/legalagi
fi
say "The siege"
"${cargo[@]}" test --features ssr,fakes --test siege -- --ignored --exact siege --nocapture
