#!/usr/bin/env bash
# check-licences.sh FOLDER [NAME...]
#
# Checks that a package's folder has the licence of Lisan, the notices of Unicode, that of Swift's libraries and of each
# NAME that is linked into it, and the text of each licence that one of these names by its place in Debian.
set -euo pipefail
folder=$1
shift
fail() { echo "check-licences.sh: $1" >&2; exit 1; }
find "$folder" -name LICENSE -exec grep -q 'Apache License' {} + || fail "$folder has no licence of its own"
texts=$(find "$folder" -type d -name licences)
[ -n "$texts" ] || fail "$folder has no folder of licences"
grep -q 'Copyright © 1991\|Permission is hereby granted' "$texts/Unicode-DFS-2016" || fail "the notice of Unicode is missing"
grep -q 'License-Identifier: Unicode-3.0' "$texts/Unicode-3.0" || fail "the notice of CLDR is missing"
for name in swift "$@"; do [ -s "$texts/$name" ] || fail "the licence of $name is missing"; done
missing=$({ grep -rhoE '/usr/share/common-licenses/[A-Za-z0-9.+-]*[A-Za-z0-9]' "$texts" || true; } | sort -u |
  while read -r place; do [ -f "$texts/common-licenses/${place##*/}" ] || echo "${place##*/}"; done)
[ -z "$missing" ] || fail "these licences are named, and are not there: $missing"
