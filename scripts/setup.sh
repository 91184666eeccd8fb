#!/usr/bin/env bash
# Installs what is missing and nothing else: setup.sh [build] [e2e] [office] [watch].
# Programs of the project go to .tools/, so that they match its versions and touch no other project.
. "$(dirname "$0")/lib.sh"

binaryen=132.0.0
cargo_leptos=0.3.11

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

cargo_leptos() {
  [ "$(cargo-leptos --version 2>/dev/null | awk '{ print $2 }')" = "$cargo_leptos" ] && return
  say "Installing cargo-leptos $cargo_leptos into .tools: only for 'make watch', once, about 15 minutes from source"
  "${cargo[@]}" install cargo-leptos --version "$cargo_leptos" --locked --root "$tools"
}

need_commands
for part in "${@:-build}"; do
  case $part in
    build) scripts/wasm-target.sh; wasm_bindgen; wasm_opt ;;
    e2e) playwright; browser ;;
    office) office ;;
    watch) cargo_leptos ;;
    *) die "setup.sh knows build, e2e, office and watch, not '$part'" ;;
  esac
done
