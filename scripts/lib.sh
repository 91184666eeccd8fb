# shellcheck shell=bash
# Shared by the other scripts: `. "$(dirname "$0")/lib.sh"`. Works with bash 3.2 (macOS) and up.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

root=$PWD
tools=$root/.tools
target=${CARGO_TARGET_DIR:-$root/target}
site=$target/site
read -ra cargo <<<"${CARGO:-cargo}"
# Leptos reads this name while it compiles: without it the page asks for legalagi_bg.wasm, which no site has.
export LEPTOS_OUTPUT_NAME=legalagi
export PATH="$tools/bin:$tools/node_modules/.bin:$PATH"

if [ -t 1 ]; then bold=$'\033[1m' plain=$'\033[0m'; else bold='' plain=''; fi
say() { printf '%s==> %s%s\n' "$bold" "$*" "$plain"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# The page may need another toolchain than the server: see wasm-target.sh.
wasm_toolchain() { if [ -f "$tools/wasm-toolchain" ]; then cat "$tools/wasm-toolchain"; fi; }
cargo_wasm() {
  local toolchain
  toolchain=$(wasm_toolchain)
  if [ -n "$toolchain" ]; then RUSTUP_TOOLCHAIN=$toolchain "${cargo[@]}" "$@"; else "${cargo[@]}" "$@"; fi
}

# apt-get as root, the only case in which a script of ours touches the system.
can_apt() { [ "$(id -u)" = 0 ] && have apt-get; }
apt_install() {
  say "Installing $* with apt-get"
  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

# Prints the browser's path, or nothing.
find_chromium() {
  local candidate
  for candidate in "${CHROMIUM:-}" chromium chromium-browser google-chrome google-chrome-stable \
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"; do
    if [ -n "$candidate" ] && have "$candidate"; then command -v "$candidate"; return; fi
  done
}

free_port() { node -p 'const s=require("net").createServer().listen(0);const p=s.address().port;s.close();p'; }
