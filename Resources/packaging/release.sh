#!/usr/bin/env bash
# The files of a release.
#
#   release.sh check VERSION [KEY]          refuses a commit that is not the release, and a key that is missing
#   release.sh collect VERSION KEY FILE...  copies them into .build/dist, with the source archive and the
#                                           checksums of all, which the key of GnuPG signs (if it is not empty)
set -euo pipefail
what=$1 version=$2 key=${3:-}
fail() { echo "make: $1" >&2; exit 1; }
case $what in
check)
  [ -z "$(git status --porcelain)" ] || fail "there are changes that are in no commit"
  git tag --points-at HEAD | grep -qxF "v$version" || fail "this is $version, and the commit has no tag v$version"
  grep -m 1 '^## ' docs/CHANGELOG.md | grep -qF "[$version] - " || fail "docs/CHANGELOG.md does not begin with $version"
  [ -z "$key" ] || gpg --list-secret-keys "$key" >/dev/null
  ;;
collect)
  shift 3
  rm -rf .build/dist
  mkdir -p .build/dist
  git archive --prefix="lisan-$version/" HEAD | gzip -9n >".build/dist/lisan-$version.tar.gz"
  cp "$@" .build/dist/
  (cd .build/dist && sha256sum -- *.deb *.tar.gz *.tar.xz *.rpm *.json *.whl *.tgz >SHA256SUMS)
  if [ -n "$key" ]; then
    gpg --local-user "$key" --armor --detach-sign .build/dist/SHA256SUMS
  else
    echo "make: SHA256SUMS is not signed: no SIGN_KEY was given" >&2
  fi
  ;;
esac
