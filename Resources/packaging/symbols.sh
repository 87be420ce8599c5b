#!/usr/bin/env bash
# Keeps the debug symbols of built programs by build id, where debuggers look for them.
#
#   symbols.sh FOLDER PROGRAM...
#
# With `set debug-file-directory FOLDER`, gdb can read a crash of an installed program.
set -euo pipefail
folder=$1
shift
for program in "$@"; do
  id=$(readelf -n "$program" | sed -n 's/.*Build ID: //p')
  [ -n "$id" ] || { echo "make: $program has no build id" >&2; exit 1; }
  rest=${id#??}
  place=$folder/.build-id/${id%"$rest"}
  mkdir -p "$place"
  objcopy --only-keep-debug "$program" "$place/$rest.debug"
  echo "$place/$rest.debug: ${program##*/}"
done
