#!/bin/sh
# Checks the built library: its symbols are exactly those of the list and of the header, a C++ compiler reads that,
# it needs nothing that the C library of 2012 (glibc 2.17) does not have, and a build in another folder is the same.
#
#   Sources/Text/CLisanText/check.sh FOLDER
set -eu
here=$(dirname "$0")
library=$1/liblisantext.so.1
wrong=0
# all [VERSION]: the names of all functions, or with their version.
all() {
  sed "s/\$/${1+@@LISAN_TEXT_1}/" "$here/symbols"
  sed "s/\$/${1+@@LISAN_TEXT_2}/" "$here/symbols.2"
}
# compare WHAT [VERSION]: standard input has to be `all`.
compare() {
  all ${2+"$2"} | LC_ALL=C sort | diff - /dev/fd/3 3<&0 >&2 ||
    { echo "check: the symbols of $1 are others than those of the lists" >&2; wrong=1; }
}
grep -o '\blisan_[a-z0-9_]*(' "$here/lisantext.h" | tr -d '(' | LC_ALL=C sort -u |
  compare lisantext.h
nm -D --defined-only --with-symbol-versions "$library" |
  sed 's/.* [A-Z] //; /^LISAN_TEXT_/d' | LC_ALL=C sort | compare "$library" version
nm -g --defined-only "$1/liblisantext.a" | sed -n 's/.* [A-Z] //p' | LC_ALL=C sort |
  compare liblisantext.a
needs=$(readelf -d "$library" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
[ "$needs" = libc.so.6 ] || { echo "check: $library needs $needs" >&2; wrong=1; }
newest=$(objdump -T "$library" | grep -o 'GLIBC_[0-9.]*' | sort -Vu | tail -1)
[ "$(printf '%s\nGLIBC_2.17\n' "$newest" | sort -V | tail -1)" = GLIBC_2.17 ] ||
  { echo "check: $library needs $newest" >&2; wrong=1; }
g++ -std=c++11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -x c++ "$1/lisantext.h" || wrong=1
again=$(mktemp -d)
trap 'rm -rf "$again"' EXIT
mkdir -p "$again/Sources"
cp -R "$here/.." "$again/Sources/Text"
"$again/Sources/Text/CLisanText/build.sh" "$again/built" "$(sed -n 's/^Version: //p' "$1/lisantext.pc")"
for file in liblisantext.so.1 liblisantext.a; do
  cmp "$again/built/$file" "$1/$file" >&2 || wrong=1
done
size=$(stat -c %s "$library")
[ "$size" -lt 250000 ] || { echo "check: $library has $size bytes" >&2; wrong=1; }
[ "$wrong" = 0 ] && echo "liblisantext: $(all | wc -l) functions, $size bytes, $newest"
exit "$wrong"
