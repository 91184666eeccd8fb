#!/usr/bin/env bash
# Makes sure that some toolchain can compile for the browser. rustup is the way; where its server cannot be
# reached, Debian's own Rust serves as a second toolchain, used for the page only (.tools/wasm-toolchain names it).
. "$(dirname "$0")/lib.sh"

triple=wasm32-unknown-unknown

has_target() {
  local lib
  lib=$(RUSTUP_TOOLCHAIN=${1:-${RUSTUP_TOOLCHAIN:-}} rustc --print target-libdir --target $triple 2>/dev/null) || return 1
  compgen -G "$lib/libstd-*.rlib" >/dev/null
}

# Debian has the compiler, the linker and the sources of std for this target, but not std itself.
debian_toolchain() {
  local host llvm work lib
  apt_install rustc-web cargo-web rust-web-src rust-web-clippy
  host=$(/usr/bin/rustc -vV | awk '/^host:/ { print $2 }')
  llvm=$(/usr/bin/rustc -vV | awk '/^LLVM version:/ { split($3, v, "."); print v[1] }')
  apt_install "lld-$llvm"
  # The compiler looks for its linker under this name.
  mkdir -p "/usr/lib/rustlib/$host/bin"
  ln -sf "/usr/lib/llvm-$llvm/bin/lld" "/usr/lib/rustlib/$host/bin/rust-lld"

  say "Compiling the standard library for $triple"
  work=$(mktemp -d)
  mkdir -p "$work/src"
  : >"$work/src/lib.rs"
  printf '[package]\nname = "empty"\nversion = "0.0.0"\nedition = "2021"\n' >"$work/Cargo.toml"
  # -Z build-std is a nightly option; RUSTC_BOOTSTRAP lifts that for this one build.
  (cd "$work" && env -u CARGO_TARGET_DIR RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 \
    /usr/bin/cargo build --quiet --release -Zbuild-std=std,panic_abort --target $triple)
  lib=/usr/lib/rustlib/$triple/lib
  mkdir -p "$lib"
  cp "$work/target/$triple/release/deps/"*.rlib "$lib/"
  rm -rf "$work"

  mkdir -p "$tools"
  if have rustup; then
    rustup toolchain link debian /usr
    echo debian >"$tools/wasm-toolchain"
  fi
}

chosen=$(wasm_toolchain)
has_target "$chosen" && exit
rm -f "$tools/wasm-toolchain"
has_target && exit

if have rustup; then
  say "Adding the target $triple with rustup"
  rustup target add $triple && has_target && exit
fi
if can_apt && apt-cache show rustc-web >/dev/null 2>&1; then
  say "rustup could not add it: using Debian's Rust for the page"
  debian_toolchain
  has_target "$(wasm_toolchain)" && exit
fi
die "Rust cannot compile for the browser yet: run 'rustup target add $triple'"
