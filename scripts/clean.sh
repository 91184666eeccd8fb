#!/usr/bin/env bash
# Everything that a build or a test run made. Tools (.tools) and data stay: they are slow, or impossible, to get back.
. "$(dirname "$0")/lib.sh"
say "Deleting build output"
"${cargo[@]}" clean
rm -rf "$site" "$target/page" end2end/node_modules end2end/test-results end2end/playwright-report end2end/shots
