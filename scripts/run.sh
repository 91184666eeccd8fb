#!/usr/bin/env bash
# Build and serve. No key and no configuration needed; whatever LEPTOS_* and LEGALAGI_* say is respected.
. "$(dirname "$0")/lib.sh"
scripts/build.sh

export LEPTOS_SITE_ADDR=${LEPTOS_SITE_ADDR:-127.0.0.1:3000}
export LEPTOS_SITE_ROOT=$site
mkdir -p data
say "Serving on http://$LEPTOS_SITE_ADDR (Ctrl-C stops)"
exec "$target/release/legalagi" serve
