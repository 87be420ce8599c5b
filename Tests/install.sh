#!/usr/bin/env bash
# Runs `make install` into a temporary root. The installed programs must need no toolchain, must run
# with an empty environment after they were moved, and `make uninstall` must leave nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

fail() {
  echo "install.sh: $1" >&2
  exit 1
}

make install DESTDIR="$root" PREFIX=/usr
for program in "$root"/usr/bin/* "$root"/usr/libexec/*; do
  [ -e "$program" ] || continue
  # The program must name neither Swift's libraries nor a toolchain's path.
  ! readelf -d "$program" | grep -E 'libswift|Foundation|/swift/' ||
    fail "$program needs a toolchain"
  # With such a path, anybody who can write beside the program could inject a library.
  ! readelf -d "$program" | grep -E 'RUNPATH|RPATH' ||
    fail "$program looks for libraries beside itself"
done
for program in lisan lisan-drive; do
  ! readelf -d "$root/usr/bin/$program" | grep -q NEEDED || fail "$program needs shared libraries"
done

# A locale library in it, or the regular expressions of Swift's library, would show here.
size=$(stat -c %s "$root/usr/bin/lisan")
[ "$size" -le 13500000 ] || fail "lisan takes $size bytes"

# The text library is where pkg-config says.
make c-library install-c-library DESTDIR="$root" PREFIX=/usr LIBDIR=lib/here
flags=$(PKG_CONFIG_SYSROOT_DIR="$root" PKG_CONFIG_PATH="$root/usr/lib/here/pkgconfig" \
  PKG_CONFIG_ALLOW_SYSTEM_CFLAGS=1 pkg-config --cflags --libs lisantext)
# shellcheck disable=SC2086
gcc -o "$root/align" docs/examples/TextFromC/align.c $flags
[ "$(echo 'abc אבג' | LD_LIBRARY_PATH="$root/usr/lib/here" "$root/align")" = 'abc גבא' ] ||
  fail "a program with the text library prints something else"

mv "$root/usr" "$root/moved"
run() { env -i HOME="$root/home" "$root/moved/bin/$@"; }
run lisan check
run lisan set ar
[ "$(run lisan get)" = ar ] || fail "the choice was not kept"
[ "$(run lisan env | head -n 2)" = "export LANGUAGE='ar'
export LANG='C.UTF-8'" ] || fail "lisan env says: $(run lisan env)"
run lisan-server --version
printf 'start /bin/echo hello\nexpect "hello"\nexpect exit 0\n' >"$root/a.drive"
run lisan-drive run "$root/a.drive"

mv "$root/moved" "$root/usr"
make uninstall DESTDIR="$root" PREFIX=/usr LIBDIR=lib/here
left=$(find "$root/usr" -mindepth 1)
[ -z "$left" ] || fail "left behind: $left"
