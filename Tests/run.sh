#!/usr/bin/env bash
# Runs the tests and says what failed once more at the end, each failure in a few lines: among
# hundreds of tests that run side by side it stands anywhere, and some logs keep their end only.
set -uo pipefail
failures=$(mktemp)
trap 'rm -f "$failures"' EXIT
"$@" 2>&1 | awk -v file="$failures" '
  { print; fflush() }
  /✘ .* recorded an issue|: error: |Fatal error|unexpected signal/ { print substr($0, 1, 400) > file; detail = 6; next }
  /^(◇|✔|✘)/ { detail = 0 }
  detail-- > 0 { print substr($0, 1, 160) > file }'
status=${PIPESTATUS[0]}
if [ -s "$failures" ]; then
  printf '\nWhat failed:\n'
  head -c 6000 "$failures"
fi
exit "$status"
