#!/usr/bin/env bash
# Runs the commands of the book: docs/book/check.sh BINARY [chapter…]
#
# A block fenced as ```sh,check is run; a block ```text,expect right behind it names words, a line each, that must stand
# in its output. The blocks of a chapter run in order in one bash (`set -euo pipefail`) in an empty folder, beside a
# fresh server with the example corpus at $LEGALAGI_URL. Needed: curl, jq.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: $0 BINARY [chapter…]" >&2; exit 2; }
binary=$(realpath -- "$1"); shift
[ -x "$binary" ] || { echo "$0: $binary is not a program" >&2; exit 2; }
src=$(realpath -- "$(dirname -- "$0")/src")
limit=${BOOK_SECONDS:-300} # for one chapter
tmp=$(mktemp -d)
server= run=

# Ends what a chapter has started: the bash of its blocks with all that they left behind, then the server.
end() {
  if [ -n "$run" ]; then kill -KILL -- "-$run" 2>/dev/null || true; fi
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  run= server=
}
trap 'end; rm -rf -- "$tmp"' EXIT
trap 'exit 130' INT TERM

# Cuts a chapter into NNN.sh, NNN.expect and NNN.line (where the block begins).
blocks_of() {
  awk -v out="$2" '
    function name(end) { return sprintf("%s/%03d.%s", out, count, end) }
    !inside && /^```/ {
      inside = 1; to = ""
      if ($0 == "```sh,check") { count++; to = name("sh"); print NR > name("line"); printf "" > to; fresh = 1 }
      else if ($0 == "```text,expect") {
        if (!fresh) { print NR > (out "/stray"); bad = 1; exit }
        to = name("expect"); fresh = 0
      } else fresh = 0
      next
    }
    inside && /^```$/ { inside = 0; if (to) close(to); next }
    inside && to { print > to }
    END { if (inside && !bad) print NR > (out "/stray") }
  ' "$1"
}

# Becomes the program, with an environment of its own and its data in $1; for a subshell.
become() {
  local data=$1
  shift
  exec env -i PATH="$PATH" HOME="$data" LANG=C.UTF-8 NO_COLOR=1 LEPTOS_SITE_ADDR=127.0.0.1:0 \
    LEPTOS_SITE_ROOT="${LEPTOS_SITE_ROOT:-$(dirname -- "$binary")/../site}" \
    LEGALAGI_DATABASE_URL="sqlite://$data/legalagi.db" "$binary" "$@"
}

# A fresh server with the example corpus: its data in $1, its address in $url.
serve() {
  local log=$1/server.log
  if [ ! -d "$tmp/seed" ]; then # the corpus is read once, and copied for every chapter
    mkdir "$tmp/seed"
    (become "$tmp/seed" corpus import --demo >"$tmp/import.log" 2>&1) ||
      { cat "$tmp/import.log" >&2; rm -rf -- "$tmp/seed"; return 1; }
  fi
  cp -r "$tmp/seed" "$1"
  : >"$log"
  become "$1" serve >"$log" 2>&1 &
  server=$!
  for _ in $(seq 600); do
    url=$(grep -o 'ready on http://[0-9.:]*' "$log" | head -n 1 | grep -o 'http.*') && return 0
    kill -0 "$server" 2>/dev/null || break
    sleep 0.1
  done
  cat "$log" >&2
  return 1
}

# One chapter; prints its line.
chapter() {
  local name=$1 blocks=$tmp/blocks data=$tmp/data code=0 at='' url block line
  rm -rf -- "$tmp/blocks" "$tmp/data" "$tmp/folder"
  mkdir -p "$blocks" "$tmp/folder" "$tmp/bin"
  ln -sf -- "$binary" "$tmp/bin/legalagi"
  blocks_of "$src/$name.md" "$blocks"
  if [ -e "$blocks/stray" ]; then
    echo "FAILED $name: block at line $(cat "$blocks/stray"): no checked block before it, or it does not end"
    return 1
  fi
  serve "$data" || { echo "FAILED $name: the server did not start"; return 1; }
  cat >"$tmp/run.sh" <<'RUN'
set -euo pipefail
for block in "$BLOCKS"/*.sh; do
  echo "$block" >"$BLOCKS/at"
  source "$block" >"${block%.sh}.out" 2>&1
done
echo done >"$BLOCKS/at"
RUN
  set -m # a group of its own
  (
    cd "$tmp/folder"
    exec env -i PATH="$tmp/bin:$PATH" HOME="$tmp/folder" LANG=C.UTF-8 LEGALAGI_URL="$url" BLOCKS="$blocks" \
      timeout --foreground "$limit" bash "$tmp/run.sh" </dev/null
  ) &
  run=$!
  set +m
  wait "$run" || code=$?
  at=$(cat "$blocks/at")
  for block in "$blocks"/*.sh; do
    if [ "$block" = "$at" ]; then
      echo "FAILED $name: block at line $(cat "${block%.sh}.line"): it ended with code $code"
      tail -n 20 "${block%.sh}.out" | sed 's/^/  | /'
      return 1
    fi
    [ -e "${block%.sh}.expect" ] || continue
    while IFS= read -r line; do
      if [ -n "$line" ] && ! grep -qF -- "$line" "${block%.sh}.out"; then
        echo "FAILED $name: block at line $(cat "${block%.sh}.line"): «$line» is not in its output"
        tail -n 20 "${block%.sh}.out" | sed 's/^/  | /'
        return 1
      fi
    done <"${block%.sh}.expect"
  done
  echo "ok $name ($(find "$blocks" -name '*.sh' | wc -l) blocks)"
}

# Every chapter stands in the contents, and the contents name nothing else.
contents() {
  diff <(grep -o '([^)]*\.md)' "$src/SUMMARY.md" | tr -d '()' | sort) \
    <(cd "$src" && find . -name '*.md' ! -name SUMMARY.md | sed 's|^\./||' | sort) >"$tmp/diff" && return 0
  echo "FAILED SUMMARY: contents and files differ"; cat "$tmp/diff"; return 1
}

failed=0
wanted=$(cd "$src" && grep -rl --include='*.md' '^```sh,check$' . | sed 's|^\./||; s|\.md$||' | sort)
if [ $# -gt 0 ]; then
  all=$wanted wanted=
  for one; do
    one=${one%.md}
    found=$(grep -E "(^|/)${one#*src/}\$" <<<"$all") || { echo "FAILED $one: no such chapter with checked blocks"; failed=1; continue; }
    wanted+=" $found"
  done
else
  contents || failed=1
fi
for name in $wanted; do
  chapter "$name" || failed=1
  end
done
exit "$failed"
