#!/usr/bin/env bash
# One place that knows the cargo command of each check: check.sh fmt clippy clippy-page pure core tests tidy postgres measure bench.
# Never --all-features: ssr and page exclude each other.
. "$(dirname "$0")/lib.sh"

wasm=wasm32-unknown-unknown
for check in "$@"; do
  case $check in
    fmt)
      say "Formatting"
      "${cargo[@]}" fmt --check ;;
    clippy)
      say "Clippy: server, engine and tests"
      "${cargo[@]}" clippy --features ssr,fakes --all-targets -- -D warnings
      # What searches for bad inputs is built by nothing else here.
      "${cargo[@]}" check --features fuzz --example fuzz ;;
    clippy-page)
      scripts/setup.sh build
      say "Clippy: the page"
      cargo_wasm clippy --lib --features page --target $wasm -- -D warnings ;;
    pure)
      scripts/setup.sh build
      say "Pure: the engine compiles for a target without sockets and files"
      cargo_wasm check --lib --features engine --target $wasm ;;
    core)
      say "Tests of the core"
      "${cargo[@]}" test --lib --features engine ;;
    tests)
      say "Unit and integration tests"
      "${cargo[@]}" test --features ssr,fakes --no-fail-fast ;;
    tidy)
      say "Layout rules"
      "${cargo[@]}" test --features ssr,fakes --test tidy ;;
    postgres)
      say "Several servers behind one PostgreSQL"
      "${cargo[@]}" test --features ssr,fakes --test store --test postgres ;;
    measure)
      "${cargo[@]}" test --features ssr,fakes --test measure -- --nocapture | grep -E '^measure:|^test result' ;;
    bench)
      say "Benchmarks"
      "${cargo[@]}" bench --features ssr,fakes ;;
    *) die "check.sh does not know '$check'" ;;
  esac
done
