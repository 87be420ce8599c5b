#!/usr/bin/env bash
# Copies the licences of a program or library and of all that is linked into it, for packages that go where Debian's
# texts are not.
#
#   licences.sh FOLDER SWIFT [INPUTS.d...]
#
# INPUTS.d lists what the linker read (program.sh). FOLDER then has LICENSE and, in `licences`, the notices of Unicode,
# the licence of Swift's libraries, what the packages of Debian say of themselves, and the licences that these name.
set -euo pipefail
folder=$1 swift=$2
shift 2
place=$folder/licences
rm -rf "$place"
mkdir -p "$place"
install -m 644 LICENSE "$folder/LICENSE"
install -m 644 Resources/debian/copyright "$place/copyright"
sed -n '/^License: Unicode-DFS-2016$/,$s/^ \.\{0,1\}//p' Resources/debian/copyright >"$place/Unicode-DFS-2016"
sed -n '/^License: Unicode-3.0$/,/^$/s/^ \.\{0,1\}//p' Resources/debian/copyright >"$place/Unicode-3.0"
install -m 644 "$(dirname "$(realpath "$(command -v "$swift")")")/../share/swift/LICENSE.txt" "$place/swift"
if [ $# -gt 0 ]; then
  Tests/Programs/Packages/bill_of_materials.py --licences "$@" | while IFS=$'\t' read -r name file; do
    install -m 644 "$file" "$place/$name"
  done
fi
{ grep -rhoE '/usr/share/common-licenses/[A-Za-z0-9.+-]*[A-Za-z0-9]' "$place" || true; } | sort -u | while read -r file; do
  [ ! -f "$file" ] || install -D -m 644 "$file" "$place/common-licenses/${file##*/}"
done
