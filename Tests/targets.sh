#!/usr/bin/env bash
# Builds each target by itself, and names those that do not build.
#
#   Tests/targets.sh SWIFT [OPTION...]
#
# The options are those of the build before, so that nothing is compiled again.
set -uo pipefail
swift=$1
shift
names=$("$swift" package describe --type json | python3 -c '
import json, sys
for target in json.load(sys.stdin)["targets"]:
    if target["type"] != "system-target": print(target["name"])') || exit 1
failed=0
for name in $names; do
  output=$("$swift" build "$@" --explicit-target-dependency-import-check error \
    --target "$name" 2>&1) && continue
  printf '%s does not build by itself:\n%s\n' "$name" "$output"
  failed=1
done
[ "$failed" = 0 ] && echo "$(wc -w <<<"$names") targets build by themselves"
exit "$failed"
