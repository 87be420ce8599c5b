#!/bin/sh
# Writes the package for npm with its WebAssembly. The same input gives the same bytes.
#
#   Sources/Text/LisanTextBindings/javascript/package.sh LISANTEXT.WASM VERSION FOLDER    # prints its path
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/package"
cp "$here/lisantext.js" "$here/lisantext.d.ts" "$here/README.md" "$1" "$folder/package/"
# The same for CommonJS: with what is in load.cjs instead of what waits, and without `export`.
cp "$here/lisantext.d.ts" "$folder/package/lisantext.d.cts"
names=$(sed -n 's/^export [a-z]* \([A-Za-z]*\).*/\1/p' "$here/lisantext.js" | paste -sd,)
{
  sed -e '/^\/\/ begin$/,/^\/\/ end$/d' -e "/^\/\/ package.sh puts/r $here/load.cjs" \
    -e '/^\/\/ package.sh puts/d' -e 's/^export //' "$here/lisantext.js"
  echo "Object.assign(exports, { $names });"
} >"$folder/package/lisantext.cjs"
(cd "$here/../../../.." && Resources/packaging/licences.sh "$folder/package" "${SWIFTC:-swiftc}")
sed "s/@version@/$2/" "$here/package.json" >"$folder/package/package.json"
tar -c --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=u=rw,go=r,a+X \
  -C "$folder" package | gzip -9n >"$3/lisantext-$2.tgz"
echo "$3/lisantext-$2.tgz"
