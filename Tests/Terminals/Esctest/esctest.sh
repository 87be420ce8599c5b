#!/usr/bin/env bash
# Runs esctest2 in the emulator (by lisan-drive) and in a real xterm, with the same options, and prints
# how many of its tests pass. Fails if a test fails in the emulator that is not in left-out, or if one
# of those passes.
#
#   Tests/Terminals/Esctest/esctest.sh LISAN-DRIVE FOLDER
#
# esctest2 is under the GPL and no part of the project: its sources are fetched into FOLDER, once, as one
# commit that git checks by its hash. Without a network, ESCTEST names a folder that has it, or the run is
# skipped (exit code 77).
set -uo pipefail
drive=$(realpath "$1")
mkdir -p "$2"
folder=$(realpath "$2")
here=$(realpath "$(dirname "$0")")
commit=664be3cf2c1e3f06bc93a8bafb48a0db83c607db
sources=${ESCTEST:-$folder/sources}

if ! [ -d "$sources/esctest" ]; then
  git init -q "$sources"
  git -C "$sources" fetch -q --depth 1 https://github.com/ThomasDickey/esctest2 "$commit" 2>"$folder/fetch.log" &&
    git -C "$sources" checkout -q FETCH_HEAD || {
    rm -rf "$sources"
    echo "esctest2: not run, because its sources could not be fetched (see $folder/fetch.log); ESCTEST names a copy" >&2
    exit 77
  }
fi
[ "$(git -C "$sources" rev-parse HEAD)" = "$commit" ] || {
  echo "esctest2: $sources is not commit $commit" >&2
  exit 1
}

# summary LOG: "N of 568"
summary() {
  grep -aoE '\*\*\* [0-9]+ tests? passed, [0-9]+ known bugs?, [0-9]+ TESTS? FAILED' "$1" | tail -n 1 |
    awk '{ sub(",", "", $2); print $2 " of " $2 + $5 + $8 " (" $5 " known bugs of xterm or above its level)" }'
}

# A step of the script fails on unknown sequences, which are what some of the tests send.
"$drive" run "$here/esctest.drive" --set folder="$sources/esctest" --set log="$folder/emulator.log" >"$folder/drive.log" 2>&1
ours=$(summary "$folder/emulator.log")
[ -n "$ours" ] || {
  tail -n 40 "$folder/drive.log" >&2
  exit 1
}
echo "emulator: $ours"
if command -v xterm >/dev/null && command -v xvfb-run >/dev/null; then
  xvfb-run --auto-servernum --server-args='-screen 0 1280x1024x24 -nolisten tcp -noreset' \
    xterm -xrm 'XTerm*disallowedWindowOps:' -e sh -c "cd '$sources/esctest' && exec python3 esctest.py \
      --expected-terminal xterm --max-vt-level 4 --options xtermWinopsEnabled --no-print-logs \
      --logfile '$folder/xterm.log'" 2>/dev/null
  echo "xterm: $(summary "$folder/xterm.log")"
fi
# The names, without the reasons after them.
diff <(grep -v '^#' "$here/left-out" | cut -d ' ' -f 1 | sort) \
  <(sed '1,/^Failing tests/d' "$folder/emulator.log" | grep -a . | sort)
