#!/usr/bin/env bash
# The release: $target/release/legalagi and $target/site; `build.sh page` makes the site alone. The same site as
# `cargo leptos build --release` makes, without the quarter of an hour that cargo-leptos itself takes to compile.
. "$(dirname "$0")/lib.sh"
scripts/setup.sh build

# cargo-leptos would leave an @import as it is, and the page would then ask for a file that is not served.
if grep -nE '^[[:space:]]*@import' style/main.css; then die "style/main.css must not use @import"; fi

say "Building the page"
cargo_wasm build --lib --profile wasm-release --features page --target wasm32-unknown-unknown

wasm=$target/wasm32-unknown-unknown/wasm-release/legalagi.wasm
stage=$target/page
receipt=$stage/receipt
# What went in and what came out, by content: `make watch` writes a debug build over the same files.
checksums() { cksum "$wasm" "$site/pkg/legalagi.wasm" "$site/pkg/legalagi.js" scripts/build.sh 2>/dev/null; }

if ! checksums | cmp -s - "$receipt"; then
  say "Binding and shrinking it"
  rm -rf "$stage"
  mkdir -p "$stage" "$site/pkg"
  wasm-bindgen --target web --no-typescript --out-name legalagi --out-dir "$stage" "$wasm"
  # These features and no more: with all of them browsers refuse the file.
  wasm-opt -Oz --strip-debug --strip-producers --enable-bulk-memory --enable-nontrapping-float-to-int --enable-sign-ext --enable-mutable-globals \
    --enable-reference-types --enable-multivalue "$stage/legalagi_bg.wasm" -o "$stage/legalagi.wasm"
  rm -rf "$site/pkg/snippets"
  if [ -d "$stage/snippets" ]; then cp -R "$stage/snippets" "$site/pkg/"; fi
  cp "$stage/legalagi.js" "$stage/legalagi.wasm" "$site/pkg/"
  checksums >"$receipt"
fi

node scripts/site.mjs "$site"
node scripts/weigh.mjs "$site"

if [ "${1:-}" = page ]; then exit; fi
say "Building the server"
"${cargo[@]}" build --release --features ssr --bin legalagi
say "Built $target/release/legalagi and $site"
