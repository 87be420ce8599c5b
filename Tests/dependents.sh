#!/usr/bin/env bash
# Builds the package Tests/Programs/Dependents as a user of the libraries would: each library alone in a new
# folder, with no other headers than those of the C and C++ libraries, which Swift itself needs; then all
# of it. Prints the time of each. A warning, or a message about something that is not installed, is a
# failure.
#
#   Tests/dependents.sh SWIFT
set -uo pipefail
cd "$(dirname "$0")/.."
swift=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# A copy of /usr/include with what Debian's packages of the C and C++ libraries have in it.
bare=(libc6-dev linux-libc-dev libcrypt-dev libnsl-dev libtirpc-dev)
for package in libgcc libstdc++; do
  bare+=($(dpkg-query -W -f '${Package}\n' "$package-*-dev" 2>/dev/null))
done
mkdir -p "$scratch/include" "$scratch/empty"
dpkg -L "${bare[@]}" 2>/dev/null | grep '^/usr/include/' | while read -r path; do
  if [ ! -d "$path" ] || [ -L "$path" ]; then printf '%s\n' "${path#/usr/include/}"; fi
done | tar -C /usr/include -cf - -T - | tar -C "$scratch/include" -xf -

# Runs a command where only these headers, and no pkg-config data, are installed.
namespace=(unshare --mount)
[ "$(id -u)" = 0 ] || namespace+=(--map-root-user)
bare() {
  "${namespace[@]}" sh -c '
    for data in /usr/lib/*/pkgconfig /usr/lib/pkgconfig /usr/share/pkgconfig; do
      [ ! -d "$data" ] || mount --bind "$1/empty" "$data" || exit 1
    done
    mount --bind "$1/include" /usr/include || exit 1
    shift; exec "$@"' sh "$scratch" "$@"
}
if bare true 2>/dev/null && ! bare test -e /usr/include/sqlite3.h; then
  run=bare
else
  echo "dependents.sh: no mount namespace here: the headers of -dev packages are not hidden" >&2
  run=env
fi

# build COMMAND...: fails if it prints anything that a user would have to look into
build() {
  "$@" >"$scratch/output" 2>&1 || { cat "$scratch/output"; exit 1; }
  if grep -E 'warning|prohibited|left out|pkg-config|not found' "$scratch/output"; then
    echo "dependents.sh: the build prints what is above" >&2
    exit 1
  fi
}

printf '| library | built and linked in |\n|---|---|\n'
for folder in Tests/Programs/Dependents/Sources/Uses*; do
  library=${folder##*/Uses}
  what="--product ${library}Samples"
  # Its samples are tests.
  [ "$library" != TerminalHarness ] || what="--target UsesTerminalHarness"
  start=$SECONDS
  build $run "$swift" build --package-path Tests/Programs/Dependents --scratch-path "$scratch/build" $what
  printf '| %s | %d s |\n' "$library" $((SECONDS - start))
  rm -rf "$scratch/build"
done
build "$swift" build --package-path Tests/Programs/Dependents --build-tests
