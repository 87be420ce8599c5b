#!/usr/bin/env bash
# Builds and runs the package Tests/Dependents as a user of the libraries would. A warning, or a message
# about something that is not installed, is a failure.
#
#   Tests/dependents.sh SWIFT
set -uo pipefail
cd "$(dirname "$0")/.."
swift=$1
output=$(mktemp)
trap 'rm -f "$output"' EXIT

"$swift" build --package-path Tests/Dependents --build-tests 2>&1 | tee "$output"
[ "${PIPESTATUS[0]}" = 0 ] || exit 1
if grep -E 'warning|prohibited|left out|pkg-config|not found' "$output"; then
  echo "dependents.sh: the build prints what is above" >&2
  exit 1
fi
