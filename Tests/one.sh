#!/usr/bin/env bash
# Runs one test, suite or target of tests, and checks the style of the files that differ from the last commit.
#
#   Tests/one.sh NAME SWIFT BUILD-OPTION...
#
# It builds only the targets whose folders have that name, or whose files contain it.
set -euo pipefail
name=$1 swift=$2
shift 2
[ -n "$name" ] || { echo "make: name a test, a suite or a target: make test-one NAME=MainFlowTests" >&2; exit 1; }
targets=$({ ls -d Tests/*/*Tests | grep -E "/[^/]*($name)[^/]*$"; grep -rlE --include='*.swift' "$name" Tests/*/*Tests; } |
  cut -d / -f 3 | sort -u | paste -sd ,) || true
[ -n "$targets" ] || { echo "make: no test, suite or target is called $name" >&2; exit 1; }

LISAN_TESTS=$targets "$swift" build "$@"
failed=0
Tests/run.sh .build/debug/LisanPackageTests.xctest --testing-library swift-testing --filter "$name" || failed=1
mapfile -t changed < <(git diff --name-only --diff-filter=d HEAD -- '*.swift'; git ls-files --others --exclude-standard -- '*.swift')
[ ${#changed[@]} -eq 0 ] || "$swift" format lint --strict --parallel "${changed[@]}" || failed=1
exit "$failed"
