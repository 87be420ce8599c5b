#!/usr/bin/env bash
# Packs the unpacked archive for any Linux as a package for rpm.
#
#   Resources/tarball/rpm.sh TREE VERSION PACKAGE.rpm LICENCE
set -euo pipefail
tree=$PWD/$1 version=$2 folder=$PWD/${3%/*}
homepage=()
[ -z "${HOMEPAGE:-}" ] || homepage=(--define "lisan_homepage $HOMEPAGE")
rpmbuild -bb --quiet --target "$(uname -m)" --define "_topdir $folder/rpm" --define "_rpmdir $folder" \
  --define "_rpmfilename ${3##*/}" --define "lisan_version $version" --define "lisan_tree $tree" \
  --define "lisan_licence $4" \
  --define "lisan_packager $(sed -n 's/^Maintainer: //p' Resources/debian/control)" "${homepage[@]}" \
  Resources/tarball/lisan.spec
