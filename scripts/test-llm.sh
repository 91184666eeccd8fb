#!/usr/bin/env bash
# The tests that need a real language model, against a local one. They ask nothing about the quality of its answers:
# a small model says anything, and the product must stay consistent whatever it says.
# REAL_LLM_SERVE names a script that takes a port and serves an OpenAI-compatible API there, in the foreground.
. "$(dirname "$0")/lib.sh"

serve=${REAL_LLM_SERVE:-../shared/tools/real-llm/serve.sh}
[ -x "$serve" ] || die "no model server at $serve: set REAL_LLM_SERVE, or set LEGALAGI_REAL_LLM_BASE_URL and run cargo test"
port=$(free_port)
log=$(mktemp)

say "Starting the model server on port $port (the first start fetches the model)"
"$serve" "$port" >"$log" 2>&1 &
server=$!
trap 'kill $server 2>/dev/null || :; rm -f "$log"' EXIT

# Ready when the model is listed: the port opens before the model is loaded.
node -e '
  const until = Date.now() + 600_000
  const ask = () => fetch(process.argv[1]).then((r) => r.ok, () => false)
  ;(async () => {
    while (!(await ask())) {
      try { process.kill(Number(process.argv[2]), 0) } catch { process.exit(1) }
      if (Date.now() > until) process.exit(1)
      await new Promise((done) => setTimeout(done, 500))
    }
  })()' "http://127.0.0.1:$port/v1/models" $server || { tail -20 "$log" >&2; die "the model server did not start"; }

say "Tests against it"
export LEGALAGI_REAL_LLM_BASE_URL=http://127.0.0.1:$port/v1
"${cargo[@]}" test --features ssr,fakes --test llm_real --test flow_llm_real -- --nocapture
