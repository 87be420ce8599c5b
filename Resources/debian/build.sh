#!/usr/bin/env bash
# Builds the Debian packages, and those of their debug symbols, from programs that are built: PROGRAM, DRIVE, AGENT
# and SERVER name them, C_LIBRARY the folder of the text library.
#
#   Resources/debian/build.sh FOLDER VERSION DEB_VERSION
#
# SOURCE_DATE_EPOCH is the time of the packed files. `debian` cannot be in the sources, whose top level is for Swift,
# so it is put into a copy of them.
set -euo pipefail
folder=$1 version=$2
tree=$folder/lisan-$version
rm -rf "$folder"
mkdir -p "$tree"
tar -c --mtime=@"$SOURCE_DATE_EPOCH" --exclude=./.build --exclude=./.git . | tar -x -C "$tree"
cp -R Resources/debian "$tree/"
libraries=$(Tests/need.sh --list build server | grep -e '-dev$' | paste -sd ,)
sed -i "s/@libraries@/$libraries/" "$tree/debian/control"
Resources/packaging/publish.sh "$tree/debian/control"
cat >"$tree/debian/changelog" <<END
lisan ($3) bookworm; urgency=medium

  * Release $version.

 -- $(sed -n 's/^Maintainer: //p' Resources/debian/control)  $(LC_ALL=C date -Rud @"$SOURCE_DATE_EPOCH")
END
for name in PROGRAM DRIVE AGENT SERVER C_LIBRARY; do export "$name=$(realpath "${!name}")"; done
(cd "$tree" && env -u MAKEFLAGS dpkg-buildpackage --build=binary --no-sign)
rm -rf "$tree"
