#!/usr/bin/env bash
# Figures of the code in src/: lines.sh. Bytes, not letters, so that every awk counts the same.
#
# production lines     lines of src/**/*.rs without tests: no file tests.rs, *_tests.rs or below tests/, and in the
#                      others no item behind #[cfg(test)]; beside it those that are neither blank nor a comment
# untyped accesses     JSON read by name: x["key"], .get("key"), .get_mut("key"), .pointer(…), .pointer_mut(…), and
#                      conversions that only a JSON value has: .as_u64() .as_i64() .as_f64() .as_bool() .as_array()
#                      .as_object() and their _mut; .as_str() only as Value::as_str (behind a key it is one access)
# unwrap_or_default    calls of it
# Cyrillic, Hangul     lines with such a letter inside a string; catalogues (src/ui/*text*.rs, words.rs, trial_names.rs)
#                      excepted
# workspace names      lines outside src/workspaces and the registry (src/registry.rs) that say "contract", "norms",
#                      "research", "trial" or workspaces::… or WorkspaceId::… of one of them. tests/tidy.rs holds this
#                      figure.
. "$(dirname "$0")/lib.sh"
export LC_ALL=C

find src -name '*.rs' ! -name 'tests.rs' ! -name '*_tests.rs' ! -path '*/tests/*' | sort | xargs awk '
  function hits(text, pattern,   n) { n = gsub(pattern, "", text); return n }
  FNR == 1 {
    hidden = 0
    catalogue = FILENAME ~ /^src\/ui\/([a-z_]*text[a-z_]*|words|trial_names)\.rs$/
    outside = FILENAME !~ /^src\/workspaces\// && FILENAME != "src/registry.rs"
  }
  # An item behind #[cfg(test)]: one line that ends with ";", else up to the closing brace of its column.
  /^ *#\[cfg\(test\)\]$/ { hidden = 1; indent = $0; sub(/#.*/, "", indent); next }
  hidden == 1 { if ($0 ~ /^ *(#|\/\/)/) next; if ($0 ~ /;$/) { hidden = 0; next } hidden = ($0 ~ /}$/) ? 0 : 2; next }
  hidden == 2 { if (index($0, indent "}") == 1) hidden = 0; next }
  { lines++ }
  /^ *$/ || /^ *\/\// { next }
  {
    code++
    untyped += hits($0, "[])A-Za-z0-9_]\\[\"[^\"]*\"\\]") + hits($0, "\\.get(_mut)?\\(\"[^\"]*\"\\)")
    untyped += hits($0, "\\.pointer(_mut)?\\(") + hits($0, "\\.as_(u64|i64|f64|bool|array|object)(_mut)?\\(\\)")
    untyped += hits($0, "Value::as_(str|u64|i64|f64|bool|array|object)")
    defaults += hits($0, "unwrap_or_default")
    if (!catalogue && $0 ~ /"[^"]*[\320-\323][\200-\277]/) cyrillic++
    if (!catalogue && $0 ~ /"[^"]*([\352-\354][\200-\277]|\355[\200-\236])[\200-\277]/) hangul++
    if (outside && $0 ~ /"(contract|norms|research|trial)"|workspaces::(contract|norms|research|trial)|WorkspaceId::(Contract|Norms|Research|Trial|CONTRACT|NORMS|RESEARCH|TRIAL)/) names++
  }
  END {
    printf "%-34s %7d  (%d neither blank nor comment)\n", "production lines", lines, code
    printf "%-34s %7d\n", "untyped accesses", untyped
    printf "%-34s %7d\n", "unwrap_or_default", defaults
    printf "%-34s %7d\n", "lines with Cyrillic in a string", cyrillic
    printf "%-34s %7d\n", "lines with Hangul in a string", hangul
    printf "%-34s %7d\n", "workspace names outside", names
  }'
