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

# `swift build --build-tests` would build a release without @testable. The tests' own programs are built, too.
"$swift" test list -c release >/dev/null || exit 1

# version NAME PACKAGE: a name with the version of its Debian package, without the package's own part
version() {
  local version
  version=$(dpkg-query -W -f '${Version}' "$2") || exit 1
  version=${version#*:} version=${version%-*}
  echo "$1 ${version%+*}"
}
unicode=$(version "Unicode" unicode-data) || exit 1
icu=$(version ICU "$(dpkg-query -S '/usr/lib/*/libicuuc.so.??' | sed 's/:.*//')") || exit 1
fribidi=$(version FriBidi libfribidi0) || exit 1

printf '\n%s, %s, random lines: %s\n\n' "$(date -u +%F)" \
  "$(sed -n 's/^PRETTY_NAME="\(.*\)"$/\1/p' /etc/os-release) ($(uname -m))" "$LISAN_FUZZ_LINES"
printf '| oracle | judges | tests | result |\n|---|---|---|---|\n'

# row ORACLE WHAT SUITE...
row() {
  local oracle=$1 what=$2 filter output summary suites result
  filter=$(IFS='|'; echo "${*:3}")
  output=$("$swift" test -c release --skip-build --filter "$filter" 2>&1)
  summary=$(grep -aoE 'Test run with [0-9]+ tests?.* (passed|failed)' <<<"$output" | tail -n 1)
  suites=$(grep -oE 'in [0-9]+' <<<"$summary" | grep -oE '[0-9]+')
  result=differs
  # A test that was skipped, or a suite that was not found, has compared nothing.
  if [[ $summary == *passed ]] && ! grep -aqE '^➜ .* skipped' <<<"$output" &&
    [ "${suites:-0}" -ge $(($# - 2)) ]; then
    result='no difference'
  else
    failed=1
    grep -aE -A2 '✘|➜' <<<"$output" | head -n 20 >&2
  fi
  printf '| %s | %s | %s | %s |\n' "$oracle" "$what" "$(grep -oE '[0-9]+' <<<"$summary" | head -n 1)" "$result"
}

row "$unicode: BidiTest.txt, BidiCharacterTest.txt" 'order of text (UAX #9)' BidiConformanceTests
row "$unicode: LineBreakTest.txt, GraphemeBreakTest.txt, properties" \
  'line breaking (UAX #14), clusters (UAX #29), tables' UnicodeDataTests
row "$icu, $fribidi: random lines" 'order of text' BidiDifferentialTests.BidiDifferentialTests
row "$fribidi: random lines" 'Arabic joining' JoiningDifferentialTests
row "$(version HarfBuzz libharfbuzz0b): random lines" 'Arabic joining, lam-alef, ZWJ' HarfBuzzTests
row "$(version glibc libc6)" 'widths' WidthTests
row "$(version CLDR unicode-cldr-core): samples" 'plural rules' PluralRulesTests KnownLanguageTests
row "$(version Babel python3-babel): every locale" 'plural rules' BabelTests
row "$(version gettext gettext): msgfmt" 'PO files and plural expressions' ExchangeTests
# PO files of Debian's source packages, which are fetched once, go through import, check and export.
result='no difference'
mkdir -p .build/catalogs
counts=$(/usr/bin/python3 Tests/catalogs.py .build/release/lisan .build/catalogs 2>.build/catalogs/log) || {
  failed=1 result=differs
  tail -n 20 .build/catalogs/log >&2
}
printf '| %s: msgfmt, %s | PO files of Debian: %s | %s | %s |\n' "$(version gettext gettext)" \
  "$(version Babel python3-babel)" "$counts" "$(grep -oE '[0-9]+' <<<"$counts" | head -n 1)" "$result"
mkdir -p .build/oracles
if python3 Tests/Terminals/BidiRepairTests/room_order.py .build/oracles/rooms.jsonl 510 2>/dev/null; then
  LISAN_ROOM_ORDER=$PWD/.build/oracles/rooms.jsonl row "$(version Chromium chromium)" \
    'order of rows in lisan run: at least nine of ten' RoomOrderTests
else
  failed=1
  printf '| Chromium | order of rows in lisan run | | differs |\n'
fi
row "$(version Chromium chromium): $(ls Tests/Terminals/Recordings/ordinary/*.gz | wc -l) programs, recorded" \
  'rows of ordinary programs in lisan run: not fewer than before' OrdinaryProgramTests
row "$(version libvterm libvterm0)" 'the terminal emulator' LibvtermTests

# xterm needs a display; the server prints the number that it has found. Without -noreset it would start
# anew after each xterm, and the next one might find it gone.
display=$(mktemp)
Xvfb -displayfd 9 -screen 0 1600x1200x24 -nolisten tcp -noreset 9>"$display" 2>/dev/null &
server=$!
trap 'kill $server 2>/dev/null; rm -f "$display"' EXIT
for _ in {1..100}; do
  [ -s "$display" ] && break
  read -rt 0.1 <> <(:)
done
COMPARE_SCREENS=:$(cat "$display") row "$(version xterm xterm), $(version tmux tmux)" \
  'the terminal emulator, every recording of a real program' ScreenOracleTests

# esctest2 is fetched; where that fails it is left out.
"$swift" build -c release --product lisan-drive >/dev/null || exit 1
counts=$(Tests/Terminals/Esctest/esctest.sh .build/release/lisan-drive .build/esctest 2>.build/oracles/esctest)
case $? in
  0) result='no difference from the list' ;;
  77) counts=$(cat .build/oracles/esctest) result=skipped ;;
  *) failed=1 result=differs && echo "$counts" >&2 ;;
esac
printf '| esctest2 | the terminal emulator | %s | %s |\n' "$(paste -sd ';' <<<"$counts")" "$result"

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
attack device 'files after a power cut' "ext4 of Linux $(uname -r | cut -d- -f1) on a block device, its journal replayed"

printf '\nRows of ordinary programs in lisan run; a harmed one is right by UAX #9 for the row alone\n\n'
LISAN_ORDINARY=figures "$swift" test -c release --skip-build --filter OrdinaryProgramTests 2>&1 | grep '^|'
exit $failed
