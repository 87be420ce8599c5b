#!/usr/bin/env bash
# `make install` as a person would do it, into a scratch root: what is installed needs no toolchain,
# runs with an empty environment from where it was moved to, and leaves nothing when it goes.
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
  # Neither Swift's libraries nor a path to where a toolchain keeps them.
  ! readelf -d "$program" | grep -E 'libswift|Foundation|/swift/' ||
    fail "$program needs a toolchain"
  # Whoever can write beside the program could give it a library of theirs.
  ! readelf -d "$program" | grep -E 'RUNPATH|RPATH' ||
    fail "$program looks for libraries beside itself"
done
for program in lisan lisan-drive; do
  ! readelf -d "$root/usr/bin/$program" | grep -q NEEDED || fail "$program needs shared libraries"
done

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
make uninstall DESTDIR="$root" PREFIX=/usr
left=$(find "$root/usr" -mindepth 1)
[ -z "$left" ] || fail "left behind: $left"
