#!/usr/bin/env bash
# Writes a wheel with a library or a program in it, with its licences, and prints its path.
#
#   wheel.sh PACKAGE FILE VERSION FOLDER [INPUTS.d]
#
# PACKAGE is the folder with the modules. The symbols are taken out of a program. INPUTS.d lists what is linked into it.
set -euo pipefail
package=$1 file=$2 version=$3 folder=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
case $file in
*.so*) ;;
*)
  strip -o "$work/${file##*/}" "$file"
  file=$work/${file##*/}
  chmod 755 "$file"
  ;;
esac
Resources/packaging/licences.sh "$work/texts" "${SWIFTC:-swiftc}" "$@"
Sources/Text/LisanTextBindings/python/wheel.py "$package" "$file" "$work/texts" "$version" "$folder"
