#!/usr/bin/env bash
# Makes assets/fonts/page anew: the letters that pages need of two families for Russian and English, and Hangul of KS X 1001.
# Needs fonttools and brotli (Python) and npm; run by hand when a family or the ranges change, the files are committed.
. "$(dirname "$0")/lib.sh"

golos=5.3.0
have pyftsubset || die "pyftsubset is missing: pip install fonttools brotli"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
(cd "$work" && npm pack --silent "@fontsource/golos-text@$golos" >/dev/null && tar xzf ./*.tgz)
out=$root/assets/fonts/page
mkdir -p "$out"

latin='U+20-7E,U+A0,U+A7,U+A9,U+AB,U+AD,U+B0-B3,U+B5,U+B7,U+BB,U+BC-BE,U+D7,U+E9,U+F7,U+2010-2015,U+2018-201E,U+2022,U+2026,U+2030,U+2032,U+2033,U+20AC,U+2190-2193,U+2212'
cyrillic='U+401,U+404,U+406,U+407,U+410-44F,U+451,U+454,U+456,U+457,U+490,U+491,U+2116'
subset() { # subset FROM TO UNICODES
  pyftsubset "$1" --output-file="$out/$2" --flavor=woff2 --unicodes="$3" --no-hinting --desubroutinize \
    --layout-features='kern,tnum,lnum,liga,locl,ccmp,mark' 2>/dev/null
}

for weight in 400 600; do
  subset "$work/package/files/golos-text-latin-$weight-normal.woff2" "golos-latin-$weight.woff2" "$latin"
  subset "$work/package/files/golos-text-cyrillic-$weight-normal.woff2" "golos-cyrillic-$weight.woff2" "$cyrillic"
  subset "$work/package/files/golos-text-latin-ext-$weight-normal.woff2" "golos-rouble-$weight.woff2" U+20BD
done
cp "$work/package/LICENSE" "$root/assets/fonts/OFL-GolosText.txt"
subset assets/fonts/PTSerif-Regular.ttf ptserif-400.woff2 "$latin,$cyrillic,U+20BD"
subset assets/fonts/PTSerif-Bold.ttf ptserif-700.woff2 "$latin,$cyrillic,U+20BD"

hangul=$(python3 -c '
rows = (bytes([a, b]) for a in range(0xB0, 0xC9) for b in range(0xA1, 0xFF))
print(",".join("U+%X" % ord(pair.decode("euc-kr")) for pair in rows))')
subset assets/fonts/NotoSansKR-Regular.otf kr.woff2 "$hangul,U+3000-3003,U+3008-3011,U+3131-318E,U+FF01-FF5E,U+2460-246F"
# What the menu of languages shows on every page.
subset assets/fonts/NotoSansKR-Regular.otf kr-name.woff2 U+D55C,U+AD6D,U+C5B4
ls -l "$out"
