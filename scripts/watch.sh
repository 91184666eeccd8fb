#!/usr/bin/env bash
# Development: rebuild and reload on change. The tools on PATH keep cargo-leptos from downloading its own.
. "$(dirname "$0")/lib.sh"
scripts/setup.sh build watch

toolchain=$(wasm_toolchain)
if [ -n "$toolchain" ]; then export RUSTUP_TOOLCHAIN=$toolchain; fi
mkdir -p data
say "cargo leptos watch: http://127.0.0.1:3000 after the first build (about 7 minutes)"
exec "${cargo[@]}" leptos watch
