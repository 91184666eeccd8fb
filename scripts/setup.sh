#!/usr/bin/env bash
# Installs what is missing and nothing else: setup.sh [build] [e2e] [office] [postgres] [watch] [mcp].
# Programs of the project go to .tools/, so that they match its versions and touch no other project.
. "$(dirname "$0")/lib.sh"

binaryen=132.0.0
cargo_leptos=0.3.11
# The oldest Rust that compiles it.
leptos_rust=1.96
# The conformance suite, one version per era of the protocol, and the Inspector; both want a newer Node than the rest.
mcp_node=22.23.3
mcp_conformance_2025=0.1.16
mcp_conformance_2026=0.2.0-alpha.12
mcp_inspector=2.12.0

need_commands() {
  local missing=''
  have "${cargo[0]}" && have rustc || missing+=$'\n  cargo and rustc: install Rust with rustup'
  have cc || missing+=$'\n  cc: a C compiler (Debian: apt-get install build-essential)'
  have npm || missing+=$'\n  npm: comes with Node.js (Debian: apt-get install npm)'
  if ! have node; then
    missing+=$'\n  node: Node.js 20 or newer'
  elif [ "$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then
    missing+=$'\n'"  node: version 20 or newer, this one is $(node --version)"
  fi
  [ -z "$missing" ] || die "these are needed first:$missing"
}

# wasm-bindgen refuses a file made for another version of itself, so the lock file decides.
wasm_bindgen() {
  local version
  version=$(awk -F'"' '/^name = "wasm-bindgen"$/ { found = 1 } found && /^version/ { print $2; exit }' Cargo.lock)
  [ "$(wasm-bindgen --version 2>/dev/null)" = "wasm-bindgen $version" ] && return
  say "Installing wasm-bindgen $version into .tools (about 2 minutes)"
  # Not --locked: the lock file inside the package can name versions that are no longer served.
  "${cargo[@]}" install wasm-bindgen-cli --version "$version" --root "$tools" --force --quiet
}

wasm_opt() {
  grep -qs "\"version\": \"$binaryen\"" "$tools/node_modules/binaryen/package.json" && return
  say "Installing wasm-opt (binaryen $binaryen) into .tools"
  mkdir -p "$tools"
  npm install --prefix "$tools" --no-package-lock --no-audit --no-fund --loglevel error "binaryen@$binaryen"
}

playwright() {
  # The copied lock file is the receipt of the last complete installation.
  cmp -s end2end/package-lock.json end2end/node_modules/.installed-lock.json && return
  say "Installing Playwright into end2end/node_modules"
  PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD=1 npm ci --prefix end2end --no-audit --no-fund --loglevel error
  cp end2end/package-lock.json end2end/node_modules/.installed-lock.json
}

browser() {
  if [ -z "$(find_chromium)" ]; then
    can_apt || die "no Chromium found: install it (Debian: apt-get install chromium fonts-liberation) or set CHROMIUM=/path/to/it"
    apt_install chromium fonts-liberation fontconfig
  fi
  # Without a Cyrillic font screenshots show boxes.
  if can_apt && have fc-list && [ -z "$(fc-list :lang=ru family)" ]; then apt_install fonts-liberation; fi
}

# Reads exported documents back; without these programs the test of it says SKIP.
office() {
  have soffice && have pdftotext && return
  if can_apt; then apt_install libreoffice-writer poppler-utils fonts-liberation; else say "No soffice or pdftotext: exported files are not compared"; fi
}

# The commands of the book read JSON with jq; without it `make test` counts them as skipped.
book() {
  have curl && have jq && return
  if can_apt; then apt_install curl jq; else say "No curl or jq: the commands of the book are not run"; fi
}

# The tests start a server of their own; without the program they say so and pass.
postgres() {
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null && return
  if can_apt; then apt_install postgresql; else say "No PostgreSQL: the tests of several servers behind one database are skipped"; fi
}

# at_least RUSTC_VERSION MAJOR.MINOR
at_least() { printf '%s\n%s\n' "$2" "$1" | sort -V -C; }

# A toolchain that compiles cargo-leptos; nothing for the default one. Its locked dependencies want a newer Rust than
# the project does, and the project's own toolchain stays as it is.
leptos_toolchain() {
  local name version
  version=$(rustc --version | awk '{ print $2 }')
  if at_least "${version%%-*}" "$leptos_rust"; then return; fi
  have rustup || die "cargo-leptos $cargo_leptos needs Rust $leptos_rust or newer; this is $version, and there is no rustup to add one"
  for name in $(rustup toolchain list | awk '{ print $1 }'); do
    version=$(rustup run "$name" rustc --version 2>/dev/null | awk '{ print $2 }')
    if [ -n "$version" ] && at_least "${version%%-*}" "$leptos_rust"; then echo "$name"; return; fi
  done
  rustup toolchain install "$leptos_rust.0" --profile minimal >&2 ||
    die "cargo-leptos $cargo_leptos needs Rust $leptos_rust or newer and rustup could not add it: see the message above"
  echo "$leptos_rust.0"
}

cargo_leptos() {
  local toolchain
  [ "$(cargo-leptos --version 2>/dev/null | awk '{ print $2 }')" = "$cargo_leptos" ] && return
  toolchain=$(leptos_toolchain)
  say "Installing cargo-leptos $cargo_leptos into .tools with Rust ${toolchain:-of the default}: only for 'make watch', once, about 15 minutes from source"
  ${toolchain:+env RUSTUP_TOOLCHAIN="$toolchain"} "${cargo[@]}" install cargo-leptos --version "$cargo_leptos" --locked \
    --root "$tools"
}

# npm_into FOLDER PACKAGE VERSION: one package in a folder of its own, so that versions do not meet.
npm_into() {
  grep -qs "\"version\": \"$3\"" "$tools/mcp/$1/node_modules/$2/package.json" && return
  say "Installing $2 $3 into .tools"
  mkdir -p "$tools/mcp/$1"
  [ -f "$tools/mcp/$1/package.json" ] || echo '{"private":true}' >"$tools/mcp/$1/package.json"
  npm install --prefix "$tools/mcp/$1" --no-package-lock --no-audit --no-fund --loglevel error --ignore-scripts \
    "$2@$3"
}

mcp() {
  # The package `node` fetches its program in a script of its own.
  if ! "$tools/mcp/node/node_modules/.bin/node" --version 2>/dev/null | grep -qx "v$mcp_node"; then
    say "Installing Node.js $mcp_node into .tools (for the MCP test programs only)"
    mkdir -p "$tools/mcp/node"
    [ -f "$tools/mcp/node/package.json" ] || echo '{"private":true}' >"$tools/mcp/node/package.json"
    npm install --prefix "$tools/mcp/node" --no-package-lock --no-audit --no-fund --loglevel error "node@$mcp_node"
  fi
  export PATH="$tools/mcp/node/node_modules/.bin:$PATH"
  npm_into conformance-2025-11-25 @modelcontextprotocol/conformance "$mcp_conformance_2025"
  npm_into conformance-2026-07-28 @modelcontextprotocol/conformance "$mcp_conformance_2026"
  npm_into inspector @modelcontextprotocol/inspector "$mcp_inspector"
}

need_commands
for part in "${@:-build}"; do
  case $part in
    build) scripts/wasm-target.sh; wasm_bindgen; wasm_opt ;;
    e2e) playwright; browser ;;
    office) office ;;
    postgres) postgres ;;
    book) book ;;
    watch) cargo_leptos ;;
    mcp) mcp ;;
    *) die "setup.sh knows build, e2e, office, postgres, book, watch and mcp, not '$part'" ;;
  esac
done
