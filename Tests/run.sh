#!/usr/bin/env bash
# Runs the tests and repeats at the end what was skipped and what failed: hundreds of tests run in
# parallel, so both can appear anywhere in the output, and some logs keep only their end.
#
#   Tests/run.sh COMMAND...
#
# With LISAN_REFUSE_SKIPS=1, as in continuous integration, a skipped test that is not in
# Tests/allowed-skips is a failure.
set -uo pipefail
allowed=$(dirname "$0")/allowed-skips
failures=$(mktemp)
skips=$(mktemp)
trap 'rm -f "$failures" "$skips"' EXIT
"$@" 2>&1 | sed -u 's/\x1B\[[0-9;]*m//g' | awk -v failures="$failures" -v skips="$skips" '
  { print; fflush() }
  /^➜ .* (skipped|was cancelled)/ { print substr($0, 1, 200) > skips }
  /✘ .* recorded an issue|: error: |Fatal error|unexpected signal/ { print substr($0, 1, 400) > failures; detail = 6; next }
  /^(◇|✔|✘)/ { detail = 0 }
  detail-- > 0 { print substr($0, 1, 160) > failures }'
status=${PIPESTATUS[0]}
if [ -s "$skips" ]; then
  printf '\nSkipped: %s\n' "$(wc -l <"$skips")"
  sort "$skips"
  # The list contains names as the test run prints them: Suite "…", Test "…" or Test function().
  refused=$(awk '
    NR == FNR { if ($0 != "" && $0 !~ /^#/) names[$0]; next }
    { line = $0; sub(/^➜ /, "", line); sub(/ (skipped|was cancelled).*/, "", line) }
    !(line in names)' "$allowed" "$skips")
  if [ -n "$refused" ] && [ "${LISAN_REFUSE_SKIPS:-}" = 1 ]; then
    printf '\nSkipped and not in %s:\n%s\n' "$allowed" "$refused"
    [ "$status" -ne 0 ] || status=1
  fi
fi
if [ -s "$failures" ]; then
  printf '\nWhat failed:\n'
  head -c 6000 "$failures"
fi
exit "$status"
