#!/usr/bin/env bash
# The browser tests, against the release build, or the program in LEGALAGI_E2E_BINARY. Arguments go to Playwright.
# The configuration starts the server itself, on a free port and with a database of its own.
. "$(dirname "$0")/lib.sh"
scripts/setup.sh e2e

CHROMIUM=$(find_chromium)
export CHROMIUM
export LEGALAGI_E2E_BINARY=${LEGALAGI_E2E_BINARY:-$target/release/legalagi} LEGALAGI_E2E_SITE=$site
[ -x "$LEGALAGI_E2E_BINARY" ] || die "$LEGALAGI_E2E_BINARY is missing: run 'make build' first"
say "Browser tests in $("$CHROMIUM" --version 2>/dev/null || echo "$CHROMIUM")"
cd end2end
exec node_modules/.bin/playwright test "$@"
