#!/usr/bin/env bash
# Checks that every file's copyright and licence are named (REUSE), here in Resources/debian/copyright. The
# checker wants a folder LICENSES at the top level, which is for Swift, so it reads a copy that has one.
#
#   Tests/reuse.sh REUSE
set -euo pipefail
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
mkdir "$copy/LICENSES"
git ls-files -z | tar -c --null -T - | tar -x -C "$copy"
cp LICENSE "$copy/LICENSES/Apache-2.0.txt"
cp /usr/share/common-licenses/CC0-1.0 "$copy/LICENSES/CC0-1.0.txt"
sed -n '/^License: Unicode-DFS-2016$/,$s/^ \.\{0,1\}//p' Resources/debian/copyright >"$copy/LICENSES/Unicode-DFS-2016.txt"
sed -n '/^License: Unicode-3.0$/,/^$/s/^ \.\{0,1\}//p' Resources/debian/copyright >"$copy/LICENSES/Unicode-3.0.txt"
"$1" --root "$copy" --suppress-deprecation lint
