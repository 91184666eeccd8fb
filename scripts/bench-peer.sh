#!/usr/bin/env bash
# The same turns against our server and against the seed's own stack; writes benches/RESULTS.md.
# LEGALAGI_BINARY=path measures another program; ARGS="--sizes 8 --pairs 1" for a short run.
. "$(dirname "$0")/lib.sh"

have node || die "Node 20 or newer is needed"
[ "$(node -p 'Number(process.versions.node.split(".")[0]) >= 20')" = true ] || die "Node 20 or newer is needed"
if [ -z "${LEGALAGI_BINARY:-}" ]; then
  scripts/build.sh
  LEGALAGI_BINARY=$target/release/legalagi
fi
program=$(cd "$(dirname "$LEGALAGI_BINARY")" && pwd)/$(basename "$LEGALAGI_BINARY")
cd benches/peer
if [ ! -d node_modules/better-sqlite3/build ]; then
  say "Installing the peer's packages"
  npm ci --no-audit --no-fund
fi
say "The same turns, two servers"
# The server has the first processor, whoever asks it another one.
if have taskset && [ "$(nproc)" -gt 1 ]; then pin=(taskset -c 1); else pin=(); fi
"${pin[@]}" node drive.mjs "$program" --out "$root/benches/RESULTS.md" "$@"
say "benches/RESULTS.md"
