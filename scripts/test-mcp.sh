#!/usr/bin/env bash
# The MCP server under the official programs: the conformance suite in both eras of the protocol, then the Inspector's
# command line, which lists and calls every tool. A failure that tests/mcp/expected-failures-*.yml does not name, or a
# line there that no longer fails, ends with a code other than 0.
# LEGALAGI_BIN names a built program to test instead of a debug build.
. "$(dirname "$0")/lib.sh"

scripts/setup.sh mcp
export PATH="$tools/mcp/node/node_modules/.bin:$PATH"

bin=${LEGALAGI_BIN:-}
if [ -z "$bin" ]; then
  say "Building the program"
  "${cargo[@]}" build --features ssr --bin legalagi
  bin=$target/debug/legalagi
fi

work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill $server 2>/dev/null || :; wait $server 2>/dev/null || :; fi; rm -rf "$work"' EXIT
failed=''

# start [FLAG]: the program on a free port, with a database of its own and without a model.
start() {
  port=$(free_port)
  env -u LEGALAGI_ACCESS_TOKEN LEGALAGI_LLM=builtin LEPTOS_SITE_ADDR=127.0.0.1:$port LEPTOS_SITE_ROOT="$work" \
    LEGALAGI_DATABASE_URL="sqlite://$work/mcp.db" RUST_LOG=warn "$bin" serve "$@" >"$work/server.log" 2>&1 &
  server=$!
  for _ in $(seq 200); do
    if curl -sf "http://127.0.0.1:$port/healthz" >/dev/null; then return; fi
    kill -0 $server 2>/dev/null || break
    sleep 0.1
  done
  cat "$work/server.log" >&2
  die "the server did not start"
}
stop() { kill $server; wait $server 2>/dev/null || :; server=; }

# suite ERA ARGUMENTS...: one era against the running server; the last lines count.
suite() {
  local era=$1
  shift
  say "Conformance $era"
  if "$tools/mcp/conformance-$era/node_modules/.bin/conformance" server --url "http://127.0.0.1:$port/mcp" "$@" \
    --expected-failures "tests/mcp/expected-failures-$era.yml" >"$work/suite.log" 2>&1; then
    sed -n '/=== SUMMARY ===/,$p' "$work/suite.log"
  else
    cat "$work/suite.log"
    failed+=" conformance-$era"
  fi
}

start --mcp-conformance
suite 2025-11-25 --suite all --spec-version 2025-11-25
suite 2026-07-28 --suite all --spec-version 2026-07-28
stop

say "Inspector"
# Sources of our own writing, so that the tools find something.
LEGALAGI_DATABASE_URL="sqlite://$work/mcp.db" "$bin" corpus import --demo >/dev/null
start
node tests/mcp/inspect.mjs "$tools/mcp/inspector/node_modules/.bin/mcp-inspector" "http://127.0.0.1:$port/mcp" || failed+=" inspector-http"
LEGALAGI_LLM=builtin LEGALAGI_DATABASE_URL="sqlite://$work/mcp.db" RUST_LOG=warn \
  node tests/mcp/inspect.mjs "$tools/mcp/inspector/node_modules/.bin/mcp-inspector" "$bin" mcp || failed+=" inspector-stdio"
stop

if [ -n "$failed" ]; then die "failed:$failed"; fi
say "MCP: no unexpected failure, no stale expectation, every tool listed and called"
