#!/usr/bin/env bash
# Compares the libraries with independent implementations and data, and prints one table. The tests are
# those of `make test`, with more cases; each must run and pass.
#
#   Tests/oracles.sh SWIFT [LINES]     # LINES random lines for each comparison, 200,000 by default
set -uo pipefail
cd "$(dirname "$0")/.."
swift=$1
export LISAN_FUZZ_LINES=${2:-200000}
failed=0

# `swift build --build-tests` would build a release without @testable.
"$swift" test list -c release >/dev/null || exit 1
"$swift" build -c release --product preference-faults || exit 1

printf '\n| oracle | judges | tests | result |\n|---|---|---|---|\n'

# row ORACLE WHAT SUITE...
row() {
  local oracle=$1 what=$2 filter output summary result
  filter=$(IFS='|'; echo "${*:3}")
  output=$("$swift" test -c release --skip-build --filter "$filter" 2>&1)
  summary=$(grep -aoE 'Test run with [0-9]+ tests?.* (passed|failed)' <<<"$output" | tail -n 1)
  result=differs
  # A test that was skipped or not found has compared nothing.
  if [[ $summary == *passed ]] && ! grep -aqE '^➜ .* skipped' <<<"$output" &&
    [[ $summary != *"with 0 tests"* ]]; then
    result='no difference'
  else
    failed=1
    grep -aE '✘|➜' <<<"$output" | head -n 5 >&2
  fi
  printf '| %s | %s | %s | %s |\n' "$oracle" "$what" "$(grep -oE '[0-9]+' <<<"$summary" | head -n 1)" "$result"
}

row "Unicode's BidiTest.txt and BidiCharacterTest.txt" 'order of text (UAX #9)' BidiConformanceTests
row "Unicode's LineBreakTest.txt, GraphemeBreakTest.txt and properties" \
  'line breaking (UAX #14), clusters (UAX #29), tables' UnicodeDataTests
row "ICU and FriBidi, $LISAN_FUZZ_LINES random lines each" 'order of text' BidiDifferentialTests.BidiDifferentialTests
row "FriBidi, $LISAN_FUZZ_LINES random lines" 'Arabic joining' JoiningDifferentialTests
row "HarfBuzz, $LISAN_FUZZ_LINES random lines" 'Arabic joining, lam-alef, ZWJ' HarfBuzzTests
row 'the C library' 'widths' WidthTests
row "CLDR's samples" 'plural rules' PluralRulesTests KnownLanguageTests
row 'Babel, every locale' 'plural rules' BabelTests
row "gettext's msgfmt" 'PO files and plural expressions' ExchangeTests
row 'libvterm' 'the terminal emulator' LibvtermTests

# xterm needs a display; the server prints the number that it has found.
display=$(mktemp)
Xvfb -displayfd 9 -screen 0 1600x1200x24 -nolisten tcp 9>"$display" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null; rm -f "$display"' EXIT
for _ in {1..100}; do
  [ -s "$display" ] && break
  read -rt 0.1 <> <(:)
done
COMPARE_SCREENS=:$(cat "$display") row 'xterm and tmux' \
  'the terminal emulator, every recording of a real program' ScreenOracleTests

# attack NAME WHAT ORACLE
attack() {
  local line
  line=$(.build/release/preference-faults "$1" 2>&1)
  if grep -qE 'FAILED|SKIPPED' <<<"$line" || ! grep -q '| [0-9]' <<<"$line"; then
    failed=1
    echo "$line" >&2
    printf '| %s | %s | | differs |\n' "$3" "$2"
  else
    printf '| %s | %s | %s | no difference |\n' "$3" "$2" "$(grep -c '^| .*[0-9]' <<<"$line")"
  fi
}

attack power 'files after a power cut, every order of writes' 'a model of the disk'
attack device 'files after a power cut' 'ext4 on a block device, its journal replayed'
exit $failed
