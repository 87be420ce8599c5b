#!/usr/bin/env bash
# Runs the tests and repeats at the end what was skipped and what failed: hundreds of tests run in
# parallel, so both can appear anywhere in the output, and some logs keep only their end.
#
#   Tests/run.sh COMMAND...
#
# With LISAN_REFUSE_SKIPS=1, as in continuous integration, a skipped test that is not in
# Tests/allowed-skips is a failure. With LISAN_SECOND_TRY=1, a test that failed runs once more after
# the others, and what passes then is listed as unsteady. With LISAN_SUMMARY=FILE, the lists of
# failed and unsteady tests are added to that file too.
set -uo pipefail
here=$(dirname "$0")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
events=()
[ "${LISAN_SECOND_TRY:-}" != 1 ] || events=(--event-stream-output-path "$work/events" --event-stream-version 0)

plain() { sed -u 's/\x1B\[[0-9;]*m//g'; }
"$@" "${events[@]}" 2>&1 | plain | awk -v failures="$work/failures" -v skips="$work/skips" '
  { print; fflush() }
  /^➜ .* (skipped|was cancelled)/ { print substr($0, 1, 200) > skips }
  /✘ .* recorded an issue|: error: |Fatal error/ { print substr($0, 1, 400) > failures; detail = 6; next }
  /^(◇|✔|✘)/ { detail = 0 }
  detail-- > 0 { print substr($0, 1, 160) > failures }'
status=${PIPESTATUS[0]}
summary=
if [ -s "$work/failures" ]; then
  summary=$(printf '\nWhat failed:\n'; head -c 6000 "$work/failures")
fi

# Only issues of tests have a second try: after a crash, it is unknown what the other tests would have said.
if [ "$status" -ge 128 ]; then
  summary="$summary"$'\n'"The tests were ended by signal $((status - 128))."
elif [ "$status" -ne 0 ] && [ -s "$work/events" ] && ! grep -q 'Fatal error' "$work/failures"; then
  filter=$(python3 "$here/failed_tests.py" "$work/events")
  if [ -n "$filter" ]; then
    printf '\nA second try, alone: %s\n' "$filter"
    command=()
    for word in "$@"; do
      case $word in --filter | --skip) break ;; *) command+=("$word") ;; esac
    done
    "${command[@]}" --filter "$filter" 2>&1 | plain | tee "$work/again"
    if [ "${PIPESTATUS[0]}" -eq 0 ] && grep -q '^✔ Test run with [1-9]' "$work/again"; then
      status=0
      summary="$summary"$'\n'"Unsteady: failed beside the others, and passed alone: $filter"
    fi
  fi
fi

if [ -s "$work/skips" ]; then
  printf '\nSkipped: %s\n' "$(wc -l <"$work/skips")"
  sort "$work/skips"
  # The list contains names as the test run prints them: Suite "…", Test "…" or Test function().
  refused=$(awk '
    NR == FNR { if ($0 != "" && $0 !~ /^#/) names[$0]; next }
    { line = $0; sub(/^➜ /, "", line); sub(/ (skipped|was cancelled).*/, "", line) }
    !(line in names)' "$here/allowed-skips" "$work/skips")
  if [ -n "$refused" ] && [ "${LISAN_REFUSE_SKIPS:-}" = 1 ]; then
    summary="$summary"$'\n'"Skipped and not in $here/allowed-skips:"$'\n'"$refused"
    [ "$status" -ne 0 ] || status=1
  fi
fi
if [ -n "$summary" ]; then
  printf '%s\n' "$summary"
  [ -z "${LISAN_SUMMARY:-}" ] || printf '%s\n' "$summary" >>"$LISAN_SUMMARY"
fi
exit "$status"
